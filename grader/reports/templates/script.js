"use strict";
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// Tables: sort by the buttons in the header, walk through the cells with the arrow keys.
const key = (row, column) => {
  const cell = row.cells[column];
  const text = cell.dataset.sort ?? cell.textContent.trim().toLowerCase();
  return cell.dataset.sort === undefined ? text : Number(text);
};
for (const table of all("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  heads.forEach((head, column) => {
    if ("fixed" in head.dataset) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    head.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      all("[aria-sort]", table).forEach((other) => other.setAttribute("aria-sort", "none"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...body.rows].map((row) => [key(row, column), row]);
      const order = ([a], [b]) => (typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true }));
      rows.sort((a, b) => (down ? order(b, a) : order(a, b)));
      body.append(...rows.map(([, row]) => row));
    });
  });

  const target = (cell) => cell.querySelector("a, button") ?? cell;
  table.setAttribute("role", "grid");
  table.parentElement.removeAttribute("tabindex");
  all("th, td", table).forEach((cell) => { target(cell).tabIndex = -1; });
  let current = target(heads[0]);
  current.tabIndex = 0;
  table.addEventListener("focusin", (event) => {
    current.tabIndex = -1;
    current = event.target;
    current.tabIndex = 0;
  });
  table.addEventListener("keydown", (event) => {
    const cell = event.target.closest("th, td");
    const rows = [...table.rows].filter((row) => !row.hidden);
    let row = rows.indexOf(cell.parentElement);
    let column = cell.cellIndex;
    const last = cell.parentElement.cells.length - 1;
    if (event.ctrlKey && event.key === "Home") row = column = 0;
    else if (event.ctrlKey && event.key === "End") { row = rows.length - 1; column = last; }
    else if (event.altKey || event.ctrlKey || event.metaKey) return;
    else if (event.key === "ArrowUp") row -= 1;
    else if (event.key === "ArrowDown") row += 1;
    else if (event.key === "ArrowLeft") column -= 1;
    else if (event.key === "ArrowRight") column += 1;
    else if (event.key === "Home") column = 0;
    else if (event.key === "End") column = last;
    else return;
    event.preventDefault();
    const next = rows[row]?.cells[column];
    if (next) target(next).focus();
  });
}

// Search and filter for the table of submissions.
const tools = document.querySelector(".tools");
if (tools) {
  const search = document.getElementById("search");
  const only = document.getElementById("only");
  const shown = document.getElementById("shown");
  const rows = all("table.students tbody tr");
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of rows) {
      row.hidden = !(words.every((word) => texts.get(row).includes(word)) && (!only.value || row.dataset.verdict === only.value));
      if (!row.hidden) count += 1;
    }
    shown.textContent = `${count} of ${shown.dataset.all} shown`;
  };
  tools.hidden = false;
  search.addEventListener("input", filter);
  only.addEventListener("change", filter);
  filter();
}

// A button to copy a command.
for (const box of all(".command")) {
  const code = box.querySelector("code");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
  box.append(button);
}

// What scrolls can be reached with the keyboard, also where a browser does not see to it.
const reach = () => all("pre, .ids").forEach((box) => {
  if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) box.tabIndex = 0;
});
addEventListener("toggle", reach, true);
addEventListener("resize", reach);
reach();

// On paper everything but the passed tests is unfolded.
let folded = [];
addEventListener("beforeprint", () => {
  folded = all("details:not([open], .test.good)");
  folded.forEach((box) => { box.open = true; });
});
addEventListener("afterprint", () => folded.forEach((box) => { box.open = false; }));
