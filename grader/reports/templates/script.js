"use strict";
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// Tables: sort by the buttons in the header, walk through the cells with the arrow keys.
const key = (row, column, order) => {
  const cell = row.cells[column];
  const text = cell.textContent.trim();
  if (cell.dataset.sort !== undefined) return Number(cell.dataset.sort);
  if (order && column > 1) return text ? order.indexOf(text) : order.length;
  return text !== "" && !Number.isNaN(Number(text)) ? Number(text) : text.toLowerCase();
};
const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
const compare = ([a], [b]) => (typeof a === "number" && typeof b === "number" ? a - b : collator.compare(a, b));
for (const table of all("table.sortable")) {
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  const body = table.tBodies[0];
  const order = table.dataset.order;
  heads.forEach((head, column) => {
    if ("fixed" in head.dataset) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    head.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.filter((other) => other.ariaSort).forEach((other) => other.setAttribute("aria-sort", "none"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...body.rows].map((row) => [key(row, column, order), row]);
      rows.sort((a, b) => (down ? compare(b, a) : compare(a, b)));
      body.append(...rows.map(([, row]) => row));
    });
  });

  // One cell at a time is in the order of the Tab key; the others come there by the arrow keys.
  const target = (cell) => cell.querySelector("a, button") ?? cell;
  table.setAttribute("role", "grid");
  table.parentElement.removeAttribute("tabindex");
  all("a, button", table).forEach((inner) => { inner.tabIndex = -1; });
  let current = target(heads[0]);
  current.tabIndex = 0;
  const told = table.parentElement.parentElement.querySelector(".told");
  const tell = (cell) => {
    const head = heads[cell.cellIndex];
    const words = cell.ariaLabel;
    told.hidden = !words || !head;
    if (!told.hidden) told.textContent = `${cell.parentElement.cells[0].textContent.trim()} · ${head.title || head.textContent.trim()} · ${words}`;
  };
  const go = (cell) => {
    const next = target(cell);
    next.tabIndex = -1;
    next.focus();
  };
  table.addEventListener("focusin", (event) => {
    current.tabIndex = -1;
    current = event.target;
    current.tabIndex = 0;
    if (told) tell(current.closest("th, td"));
  });
  if (told) {
    table.addEventListener("mouseover", (event) => { if (event.target.closest("tbody td")) tell(event.target.closest("td")); });
    table.addEventListener("click", (event) => { if (event.target.closest("tbody td")) go(event.target.closest("td")); });
  }
  table.addEventListener("keydown", (event) => {
    const cell = event.target.closest("th, td");
    const rows = [heads[0].parentElement, ...body.rows].filter((row) => !row.hidden);
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
    else if (event.key === "PageUp") row = Math.max(row - 10, 0);
    else if (event.key === "PageDown") row = Math.min(row + 10, rows.length - 1);
    else if (event.key === "Home") column = 0;
    else if (event.key === "End") column = last;
    else return;
    event.preventDefault();
    const next = rows[row]?.cells[column];
    if (next) go(next);
  });
}

// Search and filter: the rows that have all the words and fit the choice.
for (const tools of all(".tools")) {
  const table = document.getElementById(tools.dataset.for);
  const search = tools.querySelector("input");
  const only = tools.querySelector("select");
  const shown = tools.querySelector(".shown");
  const rows = [...table.tBodies[0].rows];
  const text = (row) => ("order" in table.dataset ? row.cells[0] : row).textContent.toLowerCase();
  let texts;
  const failed = (cell) => cell.ariaLabel !== null && !cell.classList.contains("good");
  const fits = (row) => {
    if (!only || !only.value) return true;
    if ("key" in only.dataset) return row.dataset[only.dataset.key] === only.value;
    return only.value === "any" ? [...row.cells].some(failed) : failed(row.cells[Number(only.value) + 1]);
  };
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    texts ??= new Map(rows.map((row) => [row, text(row)]));
    let count = 0;
    for (const row of rows) {
      row.hidden = !(words.every((word) => texts.get(row).includes(word)) && fits(row));
      if (!row.hidden) count += 1;
    }
    shown.textContent = `${count} of ${rows.length} shown`;
  };
  tools.hidden = false;
  search.addEventListener("input", filter);
  only?.addEventListener("change", filter);
  shown.textContent = `${rows.length} of ${rows.length} shown`;
}

// A button to copy a command.
for (const box of all(".command")) {
  const code = box.querySelector("code");
  const words = document.body.dataset;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words.copy;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = words.copied;
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = words.selected;
    }
    setTimeout(() => { button.textContent = words.copy; }, 2000);
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
