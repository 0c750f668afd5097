"""The HTML report: complete, harmless whatever students write, readable for everybody."""

from __future__ import annotations

import base64
import copy
import hashlib
import json
import re
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import grader
from grader.cache import Cache
from grader.model import Verdict
from grader.redact import for_student
from grader.reports import html
from grader.reports._visible import UNSEEN
from grader.reports.html import render_batch, render_submission
from grader.words import ENGLISH
from tests.reports import sample
from tests.reports.pages import BATCHES, BIG, PAGES, SUBMISSIONS, Parsed

PACKAGE = Path(grader.__file__).parent
every_page = pytest.mark.parametrize("name", PAGES)


# --- the data ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", [*SUBMISSIONS.values(), *BATCHES["40 students"]["results"]])
def test_a_sample_fits_the_schema(one: dict[str, Any]) -> None:
    schema = json.loads((PACKAGE / "schema" / "result.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(one)


@every_page
def test_the_same_data_gives_the_same_page(name: str) -> None:
    assert PAGES[name]() == PAGES[name]()


def test_a_page_is_the_same_whether_templates_are_compiled_kept_or_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = next(iter(SUBMISSIONS.values()))
    expected = render_submission(result)

    def fresh() -> str:
        html._template.cache_clear()
        html._environment.cache_clear()
        return render_submission(result)

    monkeypatch.setattr(html, "open_cache", lambda _name: Cache(tmp_path))
    assert fresh() == expected
    files = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert len(files) > 2
    assert fresh() == expected
    for path, content in files.items():
        path.write_bytes(content[: len(content) // 2])
    assert fresh() == expected
    monkeypatch.setattr(html, "open_cache", lambda _name: None)
    assert fresh() == expected
    monkeypatch.setattr(html, "open_cache", lambda _name: Cache(tmp_path / "not there"))
    assert fresh() == expected


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
    tags = ("script", "style", "img", "b")
    assert [page.tags[tag] for tag in tags] == [1, 1, 0, 0]
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
    allowed = re.compile(r"#[a-z0-9-]+|data:,|(\.\./)?index\.html|submissions/\d+\.html")
    assert [value for value in page.all("href") if not allowed.fullmatch(value)] == []
    assert page.all("src") == []
    assert {value[1:] for value in page.all("href") if value.startswith("#")} <= set(page.all("id"))
    assert [id_ for id_, count in Counter(page.all("id")).items() if count > 1] == []


@every_page
def test_no_character_is_unseen_or_turns_the_text_around(name: str) -> None:
    page = PAGES[name]()
    assert set(UNSEEN.findall(page)) == set()
    page.encode("utf-8")


def test_hostile_text_is_shown_as_it_was_written() -> None:
    text = Parsed(PAGES["submission, hostile"]()).text
    assert "<script>globalThis.broken = 1</script><img src=x onerror='broken=1'>" in text
    assert "{{ 7 * 7 }}{% raw %}&lt;&#60;␀␛[31mred␛[0m␇␡⟨U+0085⟩\ufffd⟨U+202E⟩right⟨U+2066⟩⟨U+200B⟩⟨U+FEFF⟩␍" in text


# --- what is said ------------------------------------------------------------------------------------------


def test_there_are_words_for_every_verdict_and_level() -> None:
    words: Any = html._environment(ENGLISH).get_template("words.html").module
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
    first = text.index("Two files could be")
    assert text.index("What needs a person") < first < text.index("How many submissions got how many points")


def test_the_name_of_a_student_stands_beside_the_id_on_every_page() -> None:
    one = sample.accepted()
    told = {"id": "1001", "name": "Zo\u00eb \u00d8", "late": True, "submitted": "2026-11-30 09:05:00"}
    one = one | {"submission": one["submission"] | told}
    for page in (render_submission(one), render_batch({**sample.batch(1), "results": [one]}, {})):
        assert re.search("Zo\u00eb \u00d8\\s+1001", Parsed(page).text)
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
    assert tests == [("bad", " open")]
    assert page.index('class="test bad"') < page.index('class="lines"')


def test_of_many_failed_tests_only_the_first_stand_open() -> None:
    page = render_submission(BIG)
    assert len(re.findall(r'<details class="test \w+"', page)) == 90
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


# --- the parts of a page ---------------------------------------------------------------------------------------


def text_of(page: str) -> str:
    """The text of a page with single blanks."""
    return " ".join(Parsed(page).text.split())


def test_a_part_says_by_which_rules_its_points_came_about() -> None:
    result = sample.result([["AC", "WA"]])
    result["parts"][0]["rules"] = ["All 2 tests have to pass for its points.", "It counts once this part is right: A."]
    assert (
        "Valid boards All 2 tests have to pass for its points. It counts once this part is right: A. 2 of 4"
        in text_of(render_submission(result))
    )


def test_a_result_of_an_earlier_version_still_has_a_page() -> None:
    result = sample.every_verdict()
    for part in result["parts"]:
        del part["rules"]
        for test in part["tests"]:
            del test["turns"], test["picture"]
    assert "Boards and games" in render_submission(result)


def test_a_name_stands_beside_the_id_on_every_page() -> None:
    [one] = sample.named(sample.batch(1))["results"]
    one["submission"]["name"] = "Łukasz Żółć"
    assert "<title>Łukasz Żółć · Boards and games</title>" in render_submission(one)
    assert "Łukasz Żółć student-001" in text_of(render_submission(one))
    assert "Łukasz Żółć student-001" in text_of(render_batch({**sample.batch(1), "results": [one]}, {}))


def test_a_conversation_is_told_step_by_step_with_numbered_answers() -> None:
    told = text_of(render_submission(sample.result([["IR"]])))
    assert (
        "step by step The program your move? Answer 1 5 The program taken your move? "
        "Answer 2 an empty line The program 5 again" in told
    )


def test_of_a_long_conversation_the_end_stands_open_and_answers_keep_their_numbers() -> None:
    result = sample.result([["IR"]])
    turns = [
        {"by": ("program", "person")[at % 2], "answer": at // 2 + 1 if at % 2 else None, "text": f"text {at}"}
        for at in range(60)
    ]
    result["parts"][0]["tests"][0]["turns"] = turns
    page = render_submission(result)
    earlier, _, rest = page.partition('<ol class="turns" start="45">')
    assert "The first 44 steps" in earlier
    assert "text 43<" in earlier
    assert rest.count("<li") == html.LIMITS["OPEN_TURNS"]
    assert text_of(rest).index("Answer 23 text 45") < text_of(rest).index("Answer 30 text 59")


def test_a_board_is_a_picture_and_its_text_can_still_be_copied() -> None:
    page = render_submission(sample.result([["WA"]]))
    assert 'aria-label="A board of 3 by 3: row 1: X, X, X; row 2: O, O, O; row 3: empty, empty, empty"' in page
    assert 'is_valid("XXX\\nOOO\\n...")' in Parsed(page).text


def test_hidden_tests_of_which_nothing_is_told_are_lines_under_one_sentence() -> None:
    result = sample.result([["WA"] * 10])
    for test in result["parts"][0]["tests"]:
        test["hint"] = None
    page = render_submission(for_student(result))
    assert len(re.findall(r'<details class="test', page)) == 8
    said = "These tests are hidden, so their details are not shown. ✗ Hidden test hidden Wrong answer ✗ Hidden test"
    assert said in text_of(page)
    assert "Failed 10" in text_of(page)


def test_what_the_compiler_says_stands_in_the_listing() -> None:
    page = render_submission(sample.unbuilt())
    line = page.index('<mark class="line" data-n="12" id="file0-12">')
    assert page.index("error: &#39;;&#39; expected", line) < page.index('data-n="13" id="file0-13"')


def test_a_class_is_told_who_fails_alike_with_code_and_the_smallest_input() -> None:
    results = [sample.result([["AC", "AC", "AC"]], number=number) for number in range(20)]
    for result in results[:18]:
        for number in (1, 3):
            result["parts"][0]["tests"][number - 1] = sample.one_test("WA", number, input=f"f({10**number})")
    results[4]["submission"]["sources"] = {"board.py": "short = 1\n"}
    page = text_of(render_batch({**sample.batch(1), "results": results}, {}))
    told = page[page.index("Failing in the same way Each") :]
    assert "18 students ✗Wrong answer fail tests 1, 3 in the same way 1: valid 1: a full board · 3: " in told
    assert told.index("f(10)") < told.index("The code of student-004: board.py 1 line short = 1")
    assert "f(1000)" not in told


def test_tests_are_told_with_their_statistics_in_words() -> None:
    few = text_of(render_batch(sample.batch(3), {}))
    assert "not enough data" in few
    results = [sample.result([["AC", "WA", "AC" if number % 2 else "WA"]], number=number) for number in range(10)]
    told = text_of(render_batch({**sample.batch(1), "results": results}, {}))
    assert "0 of 10 – nobody passes" in told
    assert "10 of 10 – everybody passes" in told


def test_what_was_graded_with_is_said() -> None:
    text = text_of(PAGES["batch, 40 students"]())
    assert "Seed20Task" in text
    assert "Taskboards sha256:" in text
    assert "Python 3.11.2 (" in text


def test_a_class_too_large_for_the_matrix_says_so_and_lists_what_failed() -> None:
    page = PAGES["batch, too large for a matrix"]()
    assert "300 submissions with 160 tests are too much for a table of every test" in text_of(page)
    assert 'id="cells"' not in page


def test_four_hundred_students_with_sixty_tests_fit_into_two_megabytes() -> None:
    batch = sample.batch(400, tests=15)
    begun = time.thread_time()
    page = render_batch(batch, sample.links(batch))
    assert time.thread_time() - begun < 4
    assert len(page.encode()) < 2_000_000


@pytest.mark.long
@pytest.mark.parametrize(("students", "tests", "most_bytes"), [(400, 15, 2_000_000), (2000, 25, 4_000_000)])
def test_the_page_of_a_large_class_with_names_has_bounds(students: int, tests: int, most_bytes: int) -> None:
    batch = sample.named(sample.batch(students, tests))
    page = render_batch(batch, sample.links(batch))
    assert len(page.encode()) < most_bytes
    assert ("are too much for a table of every test" in page) is (students == 2000)


def test_a_class_is_marked_where_an_lms_says_that_it_was_handed_in_late() -> None:
    whole = sample.decided(sample.batch(7))
    page = render_batch(whole, sample.links(whole))
    assert sum(bool(one["submission"].get("late")) for one in whole["results"]) == 2
    assert page.count("handed in late</span></th>") == 2 * 2  # in the list and in the table of tests
