"""The HTML report: complete, harmless whatever students write, readable for everybody."""

from __future__ import annotations

import base64
import copy
import hashlib
import json
import os
import re
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import jsonschema
import pytest

import grader
from grader.model import Verdict
from grader.reports import html
from grader.reports.html import render_batch, render_submission
from tests.reports import sample

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PACKAGE = Path(grader.__file__).parent
BIG = sample.result([["AC"] * 200 + ["WA", "TLE", "RTE"] * 30 + ["SK"] * 10, ["AC"] * 3])
SUBMISSIONS = {
    "accepted": sample.accepted(),
    "unbuilt": sample.unbuilt(),
    "ungraded": sample.ungraded(),
    "every verdict": sample.every_verdict(),
    "300 tests": BIG,
    "hostile": sample.hostile(sample.every_verdict()),
    "hostile and unbuilt": sample.hostile(sample.unbuilt()),
}
BATCHES = {
    "1 student": sample.batch(1),
    "40 students": sample.batch(40),
    "300 students": sample.batch(300),
    "hostile": sample.hostile(sample.batch(24)),
}
PAGES: dict[str, Callable[[], str]] = {
    **{f"submission, {name}": partial(render_submission, one, up="../index.html") for name, one in SUBMISSIONS.items()},
    **{f"batch, {name}": partial(render_batch, one, sample.links(one)) for name, one in BATCHES.items()},
}
every_page = pytest.mark.parametrize("name", PAGES)


class Parsed(HTMLParser):
    """What a page consists of."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str]] = []
        self.headings: list[int] = []
        self.inside: dict[str, str] = {"script": "", "style": ""}
        self.text = ""
        self.current = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.current = tag
        self.attributes += [(name, value or "") for name, value in attrs]
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - a parameter of HTMLParser's
        self.current = ""

    def handle_data(self, data: str) -> None:
        if self.current in self.inside:
            self.inside[self.current] += data
        else:
            self.text += data

    def all(self, name: str) -> list[str]:
        return [value for attribute, value in self.attributes if attribute == name]


# --- the data ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", [*SUBMISSIONS.values(), *BATCHES["40 students"]["results"]])
def test_a_sample_fits_the_schema(one: dict[str, Any]) -> None:
    schema = json.loads((PACKAGE / "schema" / "result.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(one)


@every_page
def test_the_same_data_gives_the_same_page(name: str) -> None:
    assert PAGES[name]() == PAGES[name]()


def test_rendering_leaves_the_data_as_it_was() -> None:
    batch = sample.batch(24)
    before = copy.deepcopy(batch)
    render_batch(batch, sample.links(batch))
    render_submission(batch["results"][0])
    assert batch == before


# --- harmless ----------------------------------------------------------------------------------------------


@every_page
def test_only_the_two_elements_of_ours_hold_code(name: str) -> None:
    page = Parsed(PAGES[name]())
    assert {tag: page.tags[tag] for tag in ("script", "style", "img", "b")} == {
        "script": 1,
        "style": 1,
        "img": 0,
        "b": 0,
    }
    assert [key for key, _ in page.attributes if key == "style" or key.startswith("on")] == []


def digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@every_page
def test_the_policy_allows_just_our_style_and_our_script(name: str) -> None:
    page = Parsed(PAGES[name]())
    [policy] = [value for value in page.all("content") if "default-src" in value]
    hashes = {f"{kind}-src": digest(page.inside[kind]) for kind in ("style", "script")}
    assert dict(rule.split(" ", 1) for rule in policy.split("; ")) == hashes | {
        "default-src": "'none'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }


@every_page
def test_a_page_points_only_into_itself_and_to_the_pages_of_the_batch(name: str) -> None:
    page = Parsed(PAGES[name]())
    allowed = re.compile(r"#[a-z0-9-]+|data:,|\.\./index\.html|submissions/\d+\.html")
    assert [value for value in page.all("href") if not allowed.fullmatch(value)] == []
    assert page.all("src") == []
    assert {value[1:] for value in page.all("href") if value.startswith("#")} <= set(page.all("id"))
    assert [id_ for id_, count in Counter(page.all("id")).items() if count > 1] == []


@every_page
def test_no_character_is_unseen_or_turns_the_text_around(name: str) -> None:
    page = PAGES[name]()
    assert set(html.UNSEEN.findall(page)) == set()
    page.encode("utf-8")


def test_hostile_text_is_shown_as_it_was_written() -> None:
    text = Parsed(PAGES["submission, hostile"]()).text
    assert "<script>globalThis.broken = 1</script><img src=x onerror='broken=1'>" in text
    assert "{{ 7 * 7 }}{% raw %}&lt;&#60;␀␛[31mred␛[0m␇␡⟨U+0085⟩\ufffd⟨U+202E⟩right⟨U+2066⟩⟨U+200B⟩⟨U+FEFF⟩␍" in text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("a\n\tb", "a\n\tb"),
        ("\x1b[1m", "␛[1m"),
        ("\r\x7f", "␍␡"),
        ("\udfff", "\ufffd"),
        ("\ufffe\uffff", "⟨U+FFFE⟩⟨U+FFFF⟩"),
        ("\u2067x\u2069", "⟨U+2067⟩x⟨U+2069⟩"),
        ("é👩\u200d🔬", "é👩\u200d🔬"),
        (None, ""),
        (7, 7),
    ],
)
def test_visible_marks_what_can_not_be_seen(text: object, shown: object) -> None:
    assert html.visible(text) == shown


# --- what is said ------------------------------------------------------------------------------------------


def test_there_are_words_for_every_verdict_and_level() -> None:
    words: Any = html._environment().get_template("words.html").module
    assert set(words.VERDICTS) == {verdict.value for verdict in Verdict} | {None}
    assert set(words.ISOLATION) == {level.value for level in grader.model.Isolation}
    assert len({name for _, _, name, _ in words.VERDICTS.values()}) == len(words.VERDICTS)


@every_page
def test_no_verdict_is_only_a_code(name: str) -> None:
    text = Parsed(PAGES[name]()).text
    assert re.findall(r"\b(?:CE|IR|RTE|MLE|TLE|OLE|WA|SK|AC)\b", text) == []


def test_an_ungraded_page_gives_the_reason_and_says_that_nothing_was_taken_off() -> None:
    text = Parsed(PAGES["submission, ungraded"]()).text
    assert "Two files could be the main file: board.py and main.py." in text
    assert "No points were taken off." in text


def test_a_batch_page_begins_with_what_needs_a_person() -> None:
    text = Parsed(PAGES["batch, 40 students"]()).text
    assert text.index("What needs a person") < text.index("Two files could be") < text.index("Submissions")


def test_the_name_of_a_student_stands_beside_the_id_on_every_page() -> None:
    one = sample.accepted()
    told = {"id": "1001", "name": "Zo\u00eb \u00d8", "late": True, "submitted": "2026-11-30 09:05:00"}
    one = one | {"submission": one["submission"] | told}
    for page in (render_submission(one), render_batch({**sample.batch(1), "results": [one]}, {})):
        assert re.search("1001\\s+Zo\u00eb \u00d8", Parsed(page).text)
    assert "Handed in late, at 2026-11-30 09:05:00" in Parsed(render_submission(one)).text


def test_for_whom_a_hand_in_counts_and_who_has_none_is_said() -> None:
    members = [{"id": "1", "name": "Ann"}, {"id": "2", "name": None}]
    one = sample.accepted()
    one = one | {"submission": one["submission"] | {"members": members}}
    assert "Counts for 1 (Ann), 2" in Parsed(render_submission(one)).text
    page = render_batch({**sample.batch(1), "missing": members}, {})
    assert "Nothing handed in by 2 of the class: 1 (Ann), 2" in Parsed(page).text
    assert "handed in" not in Parsed(render_batch(sample.batch(1), {})).text


def test_what_isolation_did_not_stop_is_said() -> None:
    batch = {**sample.batch(1), "results": [sample.every_verdict()]}
    for page in (render_batch(batch, {}), render_submission(sample.every_verdict())):
        assert "Not stopped: reading of files that everyone may read." in Parsed(page).text


def test_a_submission_without_a_page_is_not_linked() -> None:
    assert not [href for href in Parsed(render_batch(sample.batch(5), {})).all("href") if href.startswith("sub")]


def test_an_empty_batch_has_a_page() -> None:
    assert "Boards and games" in render_batch({**sample.batch(1), "results": []}, {})


def test_failed_tests_come_first_and_stand_open() -> None:
    page = render_submission(sample.result([["AC", "WA", "AC"]]))
    tests = re.findall(r'<details class="test (\w+)"( open)?>', page)
    assert tests == [("bad", " open"), ("good", ""), ("good", "")]


def test_of_many_failed_tests_only_the_first_stand_open() -> None:
    page = render_submission(BIG)
    assert len(re.findall(r'<details class="test \w+"', page)) == 303
    assert len(re.findall(r'<details class="test \w+" open', page)) == html.LIMITS["OPEN_TESTS"]


def test_an_unbuilt_submission_shows_the_compiler_in_place_of_tests() -> None:
    page = Parsed(render_submission(sample.unbuilt()))
    assert "Line 12 of Board.java: a semicolon is missing at the end." in page.text
    assert "error: ';' expected" in page.text
    assert "#file0-12" in page.all("href")
    assert not [value for value in page.all("class") if value.startswith("test")]


def test_a_long_value_is_cut_and_says_so() -> None:
    page = render_submission(sample.every_verdict())
    assert "… and 10,000 more characters" in page
    assert "x" * 20_001 not in page


# (expected, actual) -> do only blanks differ, lines of the expected side, lines of the actual side
COMPARED: dict[str, tuple[str, str, bool, list[html.Line], list[html.Line]]] = {
    "equal": ("a\nb", "a\nb", False, [[("", "a")], [("", "b")]], [[("", "a")], [("", "b")]]),
    "little alike": ("false", "true", False, [[("diff", "false")]], [[("diff", "true")]]),
    "much alike": (
        "[1, 2, 3]",
        "[1, 20, 3]",
        False,
        [[("", "[1, 2"), ("diff", ""), ("", ", 3]")]],
        [[("", "[1, 2"), ("diff", "0"), ("", ", 3]")]],
    ),
    "a line more": ("a", "a\nb", False, [[("", "a")]], [[("", "a")], [("diff", "b")]]),
    "nothing": ("a", "", False, [[("", "a")]], [[("", "")]]),
    "line ends of another system": (
        "a\nb",
        "a\r\nc",
        False,
        [[("", "a")], [("diff", "b")]],
        [[("", "a")], [("diff", "c")]],
    ),
    "a space at the end": (
        "ab",
        "ab ",
        True,
        [[("", "ab"), ("diff", ""), ("", "")]],
        [[("", "ab"), ("diff", "·"), ("", "")]],
    ),
    "a line end": (
        "abc\n",
        "abc",
        True,
        [[("", "abc"), ("diff", "⏎"), ("", "")], [("diff", "")]],
        [[("", "abc"), ("diff", ""), ("", "")]],
    ),
    "a tab": ("\ta", " a", True, [[("diff", "⇥\ta")]], [[("diff", "·a")]]),
    "another space": (
        "a b",
        "a\u00a0b",
        True,
        [[("diff", "a·b")]],
        [[("diff", "a⟨U+00A0⟩b")]],
    ),
}


@pytest.mark.parametrize("name", COMPARED)
def test_what_differs_is_marked(name: str) -> None:
    expected, actual, blanks, left, right = COMPARED[name]
    assert html.compare(expected, actual) == {"blanks": blanks, "expected": left, "actual": right}


def test_a_file_keeps_its_lines_when_there_is_no_time_for_colours() -> None:
    def lines(text: str, until: float) -> list[str]:
        return ["".join(piece for _, piece in line) for line in html.highlight("a.py", text, "python", until)]

    for text in ("a", "a\n", "\n\nif x:\r\n\ty = '''\n\n'''\n", "a\rb", sample.PYTHON, "x" * 60_000):
        assert lines(text, 0) == lines(text, time.thread_time() + 60)


def test_odd_text_can_not_hold_up_a_page() -> None:
    result = sample.accepted()
    result["submission"]["sources"] = {"Board.java": "\n" * 49_000}
    begun = time.thread_time()
    render_submission(result)
    assert time.thread_time() - begun < 10


# --- readable for everybody --------------------------------------------------------------------------------


@every_page
def test_headings_descend_one_level_at_a_time(name: str) -> None:
    levels = Parsed(PAGES[name]()).headings
    assert levels.count(1) == 1
    assert [(one, next_) for one, next_ in pairwise([0, *levels]) if next_ > one + 1] == []


@every_page
def test_a_page_has_a_language_and_landmarks(name: str) -> None:
    page = Parsed(PAGES[name]())
    assert page.all("lang") == ["en"]
    assert page.tags["main"] == 1
    assert page.tags["header"] == 1


def test_three_hundred_students_fit_into_a_page_of_a_megabyte_and_a_half() -> None:
    for batch in (sample.batch(300), sample.batch(300, tests=40)):
        assert len(render_batch(batch, sample.links(batch)).encode()) < 1_500_000


def test_three_hundred_tests_fit_into_a_page_of_a_megabyte_and_a_half() -> None:
    assert len(render_submission(sample.result([["WA"] * 300])).encode()) < 1_500_000


def palettes() -> list[dict[str, str]]:
    style = (PACKAGE / "reports" / "templates" / "style.css").read_text(encoding="utf-8")
    blocks = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    return [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block)) for block in blocks]


def contrast(one: str, other: str) -> float:
    """The ratio of contrast that WCAG defines, of two colours like #1c2026."""

    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1, 2], ids=["light", "dark", "print"])
def test_text_stands_out_from_its_ground(theme: int) -> None:
    colours = palettes()[theme]
    signals = ("good", "bad", "warn", "idle", "ask")
    code = ("text", "muted", "word", "string", "digit", "comment", "name")
    pairs = [(text, ground) for text in ("text", "muted", "link", *signals) for ground in ("page", "card", "idle-soft")]
    pairs += [(signal, f"{signal}-soft") for signal in signals] + [("text", "ask-soft")]
    pairs += [(text, ground) for text in code for ground in ("code", "hit")]
    weak = {pair: round(contrast(colours[pair[0]], colours[pair[1]]), 2) for pair in pairs}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < 4.5} == {}


# --- in a browser ------------------------------------------------------------------------------------------


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

    def opened(name: str, width: int = 1400, scheme: Any = "light", *, script: bool = True) -> Page:
        file.write_text(PAGES[name](), encoding="utf-8")
        context = browser.new_context(
            viewport={"width": width, "height": 800},
            color_scheme=scheme,
            offline=True,
            java_script_enabled=script,
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
    page.get_by_label("Search").fill("PYTHON")
    assert set(cells(page, 2)) == {"python"}
    page.get_by_label("Result").select_option("AC")
    assert {(language, verdict) for language, verdict in zip(cells(page, 2), cells(page, 3), strict=True)} == {
        ("python", "✓ Accepted")
    }
    assert page.get_by_role("status").inner_text() == f"{len(cells(page, 1))} of 40 shown"
    page.get_by_label("Search").fill("no such student")
    assert cells(page, 1) == []


def test_the_arrow_keys_walk_through_the_table(open_page: Open) -> None:
    page = open_page("batch, 40 students")
    page.locator("table.students thead button").first.focus()
    for key, text in (
        ("ArrowDown", "student-001"),
        ("ArrowRight", "python"),
        ("ArrowDown", "javascript"),
        ("Home", "student-002"),
    ):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.textContent").strip() == text
    assert page.locator("table.students [tabindex='0']").count() == 1


def test_header_and_first_column_stay_in_sight(open_page: Open) -> None:
    page = open_page("batch, 300 students", 360)
    box = page.locator(".scroll.tall").first

    def places() -> tuple[float, float]:
        top, left = (
            page.locator(f"table.students {cell}").bounding_box()
            for cell in ("thead th:last-child", "tbody tr:nth-child(60) th")
        )
        assert top is not None
        assert left is not None
        return top["y"], left["x"]

    before = places()
    box.evaluate("box => box.scrollTo(100, 2000)")
    assert box.evaluate("box => [box.scrollLeft, box.scrollTop]") == [100, 2000]
    assert places() == before


def test_without_script_the_table_is_a_plain_table(open_page: Open) -> None:
    page = open_page("batch, 40 students", script=False)
    assert page.locator("table.students tbody tr:visible").count() == 40
    assert page.locator("button:visible, input:visible, select:visible").count() == 0


def test_a_place_leads_to_its_line_in_the_file(open_page: Open) -> None:
    page = open_page("submission, every verdict")
    page.get_by_role("link", name="board.py, line 9").click()
    line = page.locator(".file mark.line")
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
