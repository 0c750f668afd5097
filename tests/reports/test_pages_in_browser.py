"""The pages in a real browser: one file, no network, our policy in force, for keyboard, paper and narrow screens."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from grader.reports import html
from grader.reports.html import render_batch
from tests.reports import sample
from tests.reports.pages import PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

every_page = pytest.mark.parametrize("name", PAGES)


def unavailable(reason: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(f"on CI the pages are looked at in a browser: {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        unavailable("chromium is not on this machine")
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - may be missing
    except ImportError:
        unavailable("playwright is not installed")
    with sync_playwright() as driver:
        quiet = ("disable-gpu", "disable-quic", "no-first-run", "disable-background-networking")
        flags = [f"--{flag}" for flag in (*quiet, "no-sandbox", "disable-component-update", "disable-sync")]
        opened = driver.chromium.launch(executable_path=chromium, args=flags)
        yield opened
        opened.close()


Open = Callable[..., "Page"]


@pytest.fixture
def open_page(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens a page from a file, offline, and says at the end whether it asked for more or complained."""
    contexts = []
    requests: list[str] = []
    complaints: list[str] = []
    file = tmp_path / "page.html"

    def opened(name: str, width: int = 1400, scheme: Any = "light", **more: Any) -> Page:
        file.write_text(PAGES[name](), encoding="utf-8")
        context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, offline=True, **more
        )
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: requests.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(file.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert set(requests) == {file.as_uri()}
    assert len(requests) == len(contexts)
    assert complaints == []


def cells(page: Page, column: int) -> list[str]:
    """The texts of a column of the table of submissions, in the order in which they are seen."""
    rows = page.locator(f"table.students tbody tr:visible > :nth-child({column})")
    return [text.strip() for text in rows.all_inner_texts()]


@every_page
def test_a_page_never_scrolls_sideways_and_runs_no_code_of_others(open_page: Open, name: str) -> None:
    for width, scheme in ((360, "light"), (360, "dark"), (1400, "dark")):
        page = open_page(name, width, scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate("typeof globalThis.broken") == "undefined"


def test_a_click_on_a_header_sorts_and_a_second_one_turns_the_order(open_page: Open) -> None:
    page = open_page("batch, 40 students")
    total = page.locator("table.students thead th").last
    for direction in ("ascending", "descending"):
        total.get_by_role("button").click()
        assert total.get_attribute("aria-sort") == direction
        points = [-1.0 if text == "–" else float(text) for text in cells(page, 8)]
        assert points == sorted(points, reverse=direction == "descending")
    page.locator("table.students thead th").first.get_by_role("button").click()
    assert total.get_attribute("aria-sort") == "none"
    assert cells(page, 1) == [f"student-{number:03}" for number in range(1, 41)]


def test_search_and_filter_leave_the_rows_that_fit_both(open_page: Open) -> None:
    page = open_page("batch, 40 students")
    page.get_by_label("Search submissions").fill("PYTHON")
    assert set(cells(page, 2)) == {"Python"}
    page.get_by_label("Result").select_option("AC")
    assert {(language, verdict) for language, verdict in zip(cells(page, 2), cells(page, 3), strict=True)} == {
        ("Python", "✓ Accepted")
    }
    assert page.locator("[data-for=list] .shown").inner_text() == f"{len(cells(page, 1))} of 40 shown"
    page.get_by_label("Search submissions").fill("no such student")
    assert cells(page, 1) == []


def test_the_arrow_keys_walk_through_the_table(open_page: Open) -> None:
    page = open_page("batch, 40 students")
    page.locator("table.students thead button").first.focus()
    for key, text in (
        ("ArrowDown", "student-001"),
        ("ArrowRight", "Python"),
        ("ArrowDown", "JavaScript"),
        ("Home", "student-002"),
    ):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.textContent").strip() == text
    assert page.locator("table.students [tabindex='0']").count() == 1


@pytest.mark.parametrize("table", ["list", "cells"])
def test_header_and_first_column_stay_in_sight(open_page: Open, table: str) -> None:
    page = open_page("batch, 300 students", 360)
    box = page.locator(".scroll.tall", has=page.locator(f"#{table}"))

    def places() -> tuple[float, float]:
        top, left = (
            page.locator(f"#{table} {cell}").bounding_box()
            for cell in ("thead tr:last-child th:last-child", "tbody tr:nth-child(60) th")
        )
        assert top is not None
        assert left is not None
        return top["y"], left["x"]

    box.evaluate("box => box.scrollTo(0, 100)")  # what stands above the names of the tests may leave
    before = places()
    box.evaluate("box => box.scrollTo(100, 2000)")
    assert box.evaluate("box => [box.scrollLeft, box.scrollTop]") == [100, 2000]
    assert places() == before


def test_without_script_the_table_is_a_plain_table(open_page: Open) -> None:
    page = open_page("batch, 40 students", java_script_enabled=False)
    assert page.locator("table.students tbody tr:visible").count() == 40
    assert page.locator("button:visible, input:visible, select:visible").count() == 0
    assert page.locator("#cells tbody tr:visible").count() == 40
    assert page.locator("#cells tbody td:visible").count() > 40 * 10
    for heading in ("alike", "tests", "points"):
        assert page.locator(f"h2#{heading}").is_visible()
    assert page.locator("details.cluster .message:visible").count() > 0


def test_a_place_leads_to_its_line_in_the_file(open_page: Open) -> None:
    page = open_page("submission, every verdict")
    page.get_by_role("link", name="board.py, line 9").click()
    line = page.locator(".file mark.line:target")
    assert line.inner_text().strip() == "if all(board[int(i)] == player for i in line):"
    assert line.evaluate("line => line.matches(':target')")


def test_the_button_copies_the_command(open_page: Open) -> None:
    page = open_page("submission, every verdict")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy").first.click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "grader check boards board.py --part valid --seed 20"


def test_on_paper_every_failed_test_is_unfolded(open_page: Open) -> None:
    page = open_page("submission, 300 tests")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details.test:not(.good):not([open])").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("details.test[open]").count() == html.LIMITS["OPEN_TESTS"]


# --- the table of every test of every student ----------------------------------------------------------------

AT = "document.activeElement"


def test_the_arrow_keys_walk_through_the_matrix_and_the_line_below_tells_where(open_page: Open) -> None:
    page = open_page("batch, 40 students")
    page.locator("#cells thead tr:last-child button").first.focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    assert page.evaluate(f"[{AT}.cellIndex, {AT}.parentElement.rowIndex, {AT}.tabIndex]") == [2, 3, 0]
    words = page.evaluate(f"{AT}.ariaLabel")
    assert page.locator(".told").inner_text() == f"student-002 · Valid boards: valid 1: a full board · {words}"
    page.keyboard.press("Control+End")
    assert page.evaluate(f"[{AT}.cellIndex, {AT}.parentElement.rowIndex]") == [25, 41]
    assert page.locator("#cells [tabindex='0']").count() == 1


def test_the_matrix_shows_those_who_failed_a_test(open_page: Open) -> None:
    page = open_page("batch, 40 students")
    rows = page.locator("#cells tbody tr:visible")
    page.get_by_label("Show").select_option("3")
    words = {cell.get_attribute("aria-label") for cell in rows.locator("td:nth-child(5)").all()}
    assert words
    assert "Accepted" not in words
    assert page.locator("[data-for=cells] .shown").inner_text() == f"{rows.count()} of 40 shown"
    page.get_by_label("Search students").fill(rows.first.locator("th").inner_text())
    assert rows.count() == 1


def test_the_matrix_is_sorted_by_a_test_with_what_is_worst_first(open_page: Open) -> None:
    page = open_page("batch, 40 students")
    order = page.locator("#cells").get_attribute("data-order") or ""
    head = page.locator("#cells thead tr:last-child th").nth(4)
    head.get_by_role("button").click()
    signs = [sign.strip() for sign in page.locator("#cells tbody td:nth-child(5)").all_inner_texts()]
    assert len(set(signs)) > 2
    assert signs == sorted(signs, key=lambda sign: order.index(sign) if sign else len(order))


# --- barriers, policy, paper -----------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "name",
    [
        "submission, every verdict",
        "submission, for a student",
        "submission, unbuilt",
        "submission, styled",
        "submission, decided 2",
        "batch, small",
        "batch, decided",
        "batch, too large for a matrix",
        "similar",
    ],
)
def test_axe_finds_no_barrier(open_page: Open, name: str, scheme: str) -> None:
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    page = open_page(name, 1400, scheme, bypass_csp=True)
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert len(found["passes"]) > 20
    assert [(one["id"], node["html"]) for one in found["violations"] for node in one["nodes"]] == []


def test_code_and_looks_of_others_are_stopped_by_the_policy_alone(browser: Browser, tmp_path: Path) -> None:
    """As if escaping had failed: what stands in the page as markup is still inert."""
    markup = "<script>globalThis.broken = 1</script><img src=x onerror='globalThis.broken = 2'>"
    markup += "<style>body { display: none }</style><p style='display: none' id=styled>x</p>"
    file = tmp_path / "page.html"
    file.write_text(PAGES["submission, accepted"]().replace("<main>", f"<main>{markup}"), "utf-8")
    page = browser.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(file.as_uri())
    assert page.evaluate("typeof globalThis.broken") == "undefined"
    assert page.locator("#styled").is_visible()
    assert len([said for said in complaints if "Content Security Policy" in said]) >= 4
    page.close()


@pytest.mark.parametrize("name", ["submission, every verdict", "batch, 40 students", "batch, 60 tests", "similar"])
def test_on_paper_nothing_is_cut_off_at_the_side(open_page: Open, name: str) -> None:
    page = open_page(name, 794)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("document.documentElement.scrollWidth") <= 794
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_without_script_a_failing_test_is_read_in_full(open_page: Open) -> None:
    page = open_page("submission, every verdict", java_script_enabled=False)
    first = page.locator("details.test").first
    seen = first.inner_text()
    assert [
        word for word in ("Input", "Expected", "Got", "Hint", "grader check boards board.py") if word not in seen
    ] == []
    assert first.locator("svg.board").is_visible()
    assert page.locator("button:visible").count() == 0


def test_the_keyboard_reaches_and_folds_a_test(open_page: Open) -> None:
    page = open_page("submission, every verdict")
    test = page.locator("details.test").first
    test.locator("summary").focus()
    page.keyboard.press("Enter")
    assert test.get_attribute("open") is None
    page.keyboard.press("Tab")
    assert page.evaluate(f"{AT}.tagName") == "SUMMARY"


# --- pairs -----------------------------------------------------------------------------------------------------


def test_a_region_leads_to_its_lines_and_from_there_to_the_other_side(open_page: Open) -> None:
    page = open_page("similar")
    pair = page.locator("details.pair", has_text="Ann Lee and ben")
    pair.locator("summary").click()
    region = pair.locator(".regions li", has_text="lines 22 to 27")
    links = region.get_by_role("link")
    assert links.all_inner_texts() == ["a.py, lines 22 to 27", "a.py, lines 4 to 9"]
    links.first.focus()
    page.keyboard.press("Enter")
    left = page.locator(".note:target")
    left.get_by_role("link").click()
    right = page.locator(".note:target")
    assert right.evaluate("note => note.nextElementSibling.textContent.trim()") == "def show(path):"
    assert right.evaluate("note => note.nextElementSibling.matches('mark.line[data-n=\"4\"]')")


# --- large classes ---------------------------------------------------------------------------------------------


def page_of(students: int, tests: int, file: Path) -> Path:
    batch = sample.batch(students, tests // 4)
    file.write_text(render_batch(batch, sample.links(batch)), "utf-8")
    return file


@pytest.mark.long
@pytest.mark.parametrize(("students", "tests", "table"), [(400, 60, "#cells"), (2000, 100, "#failures")])
def test_a_large_class_opens_and_answers(
    browser: Browser, tmp_path: Path, students: int, tests: int, table: str
) -> None:
    """How fast that is: `tests/bench/batch_page.py`."""
    file = page_of(students, tests, tmp_path / "page.html")
    assert students > 400 or file.stat().st_size < 2_000_000
    page = browser.new_page(viewport={"width": 1400, "height": 800})
    page.goto(file.as_uri())
    page.locator(f"{table} thead tr:last-child button").nth(1).click()
    assert page.locator(f"{table} tbody tr").count() == students
    assert page.get_by_text("are too much for a table of every test").count() == int(table == "#failures")
    page.close()
