"""The messy cases about batches, packages, exit codes and reports: each asks the grader as a whole."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader import redact
from grader.errors import ToolMissing
from grader.model import Isolation
from grader.plugins import languages, reports
from tests.conftest import closed, lacking
from tests.messy.cases import FOLDER, case_of
from tests.messy.readable import problems_of_reports
from tests.messy.running import checked, run_grader

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason=f"there is no collection in {FOLDER}")

FUNCTION = """\
format: grader-problem/1
id: small
title: A small task
languages: [python, java, javascript]
numbers: strict
interface:
  functions: ["solution(board: list[str]) -> bool"]
parts:
"""


def needs(*names: str) -> None:
    closed(Isolation.FULL)
    for name in names:
        try:
            languages()[name].find()
        except ToolMissing as error:
            lacking(str(error))


def written(folder: Path, text: str, oracle: str | None = None) -> Path:
    folder.mkdir(parents=True)
    (folder / "problem.yaml").write_text(text, "utf-8")
    if oracle is not None:
        (folder / "oracle.py").write_text(oracle, "utf-8")
    return folder


def call(board: list[str], returns: object) -> dict[str, Any]:
    return {"call": f"solution({board!r})", "returns": returns}


def graded(
    folder: Path, package: Path, source: Path, *words: str
) -> tuple[int, list[dict[str, Any]], list[dict[str, str]]]:
    """The exit code of a batch, its results, and the rows of its gradebook."""
    out = folder / "out"
    done = run_grader(folder, "batch", str(package), str(source), "-o", str(out), "--format", "json", *words)
    assert done.stdout, done.stderr.decode("utf-8", "replace")
    batch = json.loads(done.stdout)
    assert batch == json.loads((out / "results.json").read_text("utf-8"))
    rows = list(csv.DictReader(io.StringIO((out / "grades.csv").read_text("utf-8-sig"), newline="")))
    return done.returncode, batch["results"], rows


def points(rows: list[dict[str, str]]) -> dict[str, tuple[str, str]]:
    return {row["id"]: (row["verdict"], row["points"]) for row in rows}


# --- batches -----------------------------------------------------------------------------------------------


def test_079_one_bad_hand_in_stops_nothing(packages: Path, tmp_path: Path) -> None:
    needs("python")
    code, results, rows = graded(tmp_path, packages / "ttt-valid", case_of("079") / "submission")
    assert code == 0
    assert points(rows) == {
        "01_ada": ("AC", "10"),
        "02_ben_hangs": ("TLE", "0"),
        "03_cem_segfault": ("RTE", "0"),
        "04_dan_syntax": ("CE", "0"),
        "05_eva_kills": ("RTE", "0"),
        "06_fay_latin1": ("AC", "10"),
        "07_gus_empty": ("CE", "0"),
        "08_hal": ("AC", "10"),
    }
    assert [row["id"] for row in rows] == sorted(row["id"] for row in rows)
    assert [one["submission"]["id"] for one in results] == [row["id"] for row in rows]
    assert "is empty" in rows[6]["remarks"]


def test_080_students_of_one_name_stay_apart(packages: Path, tmp_path: Path) -> None:
    needs("python")
    case = case_of("080")
    roster = ("--roster", str(case / "roster.csv"))
    code, _results, rows = graded(tmp_path, packages / "ttt-valid", case / "submission", *roster)
    assert code == 0
    assert [(row["id"], row["name"], row["verdict"], row["points"], row["remarks"]) for row in rows] == [
        ("1003", "ETHAN LIN", "AC", "10", ""),
        ("1001", "Ethan Lin", "AC", "10", ""),
        ("1002", "Ethan Lin", "WA", "0", ""),
        ("1004", "Zoe\u0308 \u00d8", "", "", "nothing handed in"),
        ("1005", "Zo\u00eb \u00d8", "", "", "nothing handed in"),
        ("1006", "", "", "", "nothing handed in"),
    ]
    pages = [path.name.casefold() for path in (tmp_path / "out" / "feedback").iterdir()]
    assert len(set(pages)) == 3


def test_083_a_package_that_was_changed_is_asked_anew(tmp_path: Path) -> None:
    needs("python")
    verdicts = []
    for version in ("spec_v1", "spec_v2"):
        tests = [call(case["args"][0], case["expected"]) for case in read("083", f"{version}/cases.yaml")]
        part = yaml.safe_dump([{"id": "boards", "points": 10, "tests": tests}])
        package = tmp_path / version
        written(package, FUNCTION + part)
        _code, results, _rows = graded(tmp_path, package, case_of("083") / "submission")
        verdicts.append([(one["submission"]["id"], one["verdict"], one["points"]) for one in results])
    assert verdicts == [[("anna", "AC", 10.0)], [("anna", "WA", 0.0)]]


def read(number: str, path: str) -> Any:
    return yaml.safe_load((case_of(number) / path).read_text("utf-8"))


@pytest.mark.long
def test_085_jobs_at_the_same_time_share_no_files(packages: Path, tmp_path: Path) -> None:
    needs("python")
    source = tmp_path / "class"
    for number in range(10):
        for name in ("p1", "p2"):
            shutil.copytree(case_of("085") / "submission" / name, source / f"{name}-{number}")
    words = ("--part", "empty-board", "--part", "games", "--jobs", "8")
    _code, results, _rows = graded(tmp_path, packages / "ttt-count", source, *words)
    assert [one["verdict"] for one in results] == ["AC"] * 20


# --- packages ----------------------------------------------------------------------------------------------

EMPTY_BOARD = ["   ", "   ", "   "]
WRONG_PACKAGES: Mapping[str, tuple[str, str]] = {
    "no test": ("  - {id: boards, points: 1, tests: []}", "[] should be non-empty"),
    "a wrong key": (
        "  - {id: boards, points: 1, tests: [{call: 'solution([])', retruns: true}]}",
        "unknown key `retruns`; did you mean `returns`?",
    ),
    "no expectation": ("  - {id: boards, points: 1, tests: [{call: 'solution([])'}]}", "a call says what is right"),
    "null points": (
        "  - {id: boards, points: null, tests: [{call: 'solution([]) == True'}]}",
        "`null` stands where",
    ),
    "zero points": (
        "  - {id: boards, points: 0, tests: [{call: 'solution([]) == True'}]}",
        "no part gives a point",
    ),
    "no part": ("  []", "[] should be non-empty"),
}


@pytest.mark.parametrize("what", WRONG_PACKAGES)
@pytest.mark.parametrize("command", ["check", "batch"])
def test_086_a_package_that_asks_nothing_stops_before_anybody_is_graded(
    tmp_path: Path, what: str, command: str
) -> None:
    parts, said = WRONG_PACKAGES[what]
    text = FUNCTION.rstrip() + parts if parts == "  []" else FUNCTION + parts
    package = written(tmp_path / "package", text + "\n")
    words = [command, str(package), str(case_of("086") / "submission"), "--format", "json"]
    done = run_grader(tmp_path, *words, *(("-o", "out") if command == "batch" else ()))
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr.decode()
    assert not (tmp_path / "out").exists()


BROKEN_CHECKERS = {
    "raises": "    raise RuntimeError('interactor bug')\n",
    "leaves": "    raise SystemExit(0)\n",
    "says nothing": "    pass\n",
    "says something else": "    return 1\n",
}


@pytest.mark.parametrize("what", BROKEN_CHECKERS)
def test_070_a_checker_that_breaks_judges_nobody(tmp_path: Path, what: str) -> None:
    needs("java")
    text = FUNCTION.replace("solution(board: list[str]) -> bool", "get_computer_move(sticks: int) -> int")
    parts = "  - {id: moves, points: 1, visible: true, tests: [{call: get_computer_move(5), check: oracle.check}]}\n"
    package = written(tmp_path / "package", text + parts, "def check(arguments, move):\n" + BROKEN_CHECKERS[what])
    submission = case_of("070") / "submission"
    done = run_grader(tmp_path, "check", str(package), str(submission), "--format", "json", "--audience", "instructor")
    result = json.loads(done.stdout)
    assert (done.returncode, result["status"], result["verdict"], result["points"]) == (3, "ungraded", None, None)
    assert "oracle.py" in result["flagged"][0]
    student = json.loads(run_grader(tmp_path, "check", str(package), str(submission), "--format", "json").stdout)
    assert student["reason"] == "the task itself has a fault; the instructor can see which"


def test_078_a_tool_that_is_missing_costs_nobody_a_point(packages: Path, tmp_path: Path) -> None:
    needs("python")
    bare = tmp_path / "bin"
    bare.mkdir()
    for program in ("bwrap", "python3"):
        found = shutil.which(program)
        if found is not None:
            (bare / program).symlink_to(found)
    words = ["check", str(packages / "ttt-valid"), str(case_of("078") / "submission"), "--format", "json"]
    done = run_grader(tmp_path, *words, PATH=str(bare))
    result = json.loads(done.stdout)
    assert (done.returncode, result["status"], result["points"], result["parts"]) == (3, "ungraded", None, [])
    assert "Node" in result["reason"]
    assert "not on this machine" in result["reason"]


def test_082_half_written_results_of_others_are_no_results_and_only_what_changed_is_graded_again(
    packages: Path, tmp_path: Path
) -> None:
    needs("python")
    fresh, again = tmp_path / "fresh", tmp_path / "again"
    fresh.mkdir()
    shutil.copytree(case_of("082") / "state", again / "out")
    source = shutil.copytree(case_of("082") / "submission", tmp_path / "class")
    before = points(graded(fresh, packages / "ttt-valid", source)[2])
    _code, first, rows = graded(again, packages / "ttt-valid", source)
    assert points(rows) == before
    shutil.copy(source / "s2" / "solution.py", source / "s1" / "solution.py")
    _code, second, rows = graded(again, packages / "ttt-valid", source)
    assert points(rows) == {**before, "s1": before["s2"]}
    kept = [one["submission"]["id"] for one, other in zip(first, second, strict=True) if one == other]
    assert kept == ["s2", "s3"]
    stored = {path.name: path.read_bytes() for path in (case_of("082") / "state").iterdir()}
    assert {name: (again / "out" / name).read_bytes() for name in stored} == stored


@pytest.mark.long
def test_019_a_program_that_keeps_its_questions_in_a_buffer_is_told_to_flush_it(tmp_path: Path) -> None:
    needs("java")
    words = ["check", "matches", str(case_of("019") / "submission"), "--part", "main", "--format", "json"]
    result = json.loads(run_grader(tmp_path, *words).stdout)
    said = {test["kind"]: (test["verdict"], test["message"] or "") for test in result["parts"][0]["tests"]}
    assert said["dialogue"][0] == "WA"
    assert "the program waits for an answer, but what it printed came only when it ended. Flush" in said["dialogue"][1]


# --- exit codes --------------------------------------------------------------------------------------------


CASES_FROM_A_FILE = """
import json
from pathlib import Path

def tests():
    for line in Path(__file__).with_name("cases.yaml").read_text().splitlines():
        said = line.replace("args:", '"args":').replace("expected:", '"expected":').replace("points:", '"points":')
        case = json.loads(said.removeprefix("- "))
        yield {"call": f"solution({case['args'][0]!r})", "returns": case["expected"]}
"""


def test_090_tests_that_a_student_changed_change_nothing_and_are_told(tmp_path: Path) -> None:
    needs("python")
    package = written(
        tmp_path / "small", FUNCTION + "  - {id: boards, points: 100, tests: oracle.tests}\n", CASES_FROM_A_FILE
    )
    shutil.copy(case_of("090") / "official/cases.yaml", package / "cases.yaml")
    clones = tmp_path / "clones"
    for name in ("anna", "ben"):
        shutil.copytree(case_of("090") / "repo", clones / name)
    shutil.copy(package / "cases.yaml", clones / "ben/tests/cases.yaml")
    _code, results, _rows = graded(tmp_path, package, clones)
    told = {one["submission"]["id"]: (one["verdict"], one["points"], one["flagged"]) for one in results}
    assert told == {
        "anna": ("WA", 0.0, ["`tests/cases.yaml` differs from the task's own `cases.yaml`."]),
        "ben": ("WA", 0.0, []),
    }
    notes = [redact.for_student(one)["notes"] for one in results]
    assert (
        notes
        == [["`tests/cases.yaml` is called like a file of the task. It changes nothing about how this is graded."]] * 2
    )
    done = run_grader(clones / "anna", "ci", str(package), GITHUB_ACTIONS="true")
    said = done.stdout.decode()
    assert done.returncode == 1
    assert "tests/cases.yaml is called like a file of the task" in said.replace("`", "")


@pytest.mark.parametrize("formats", [[], ["json"], ["terminal", "json"]])
def test_087_each_exit_code_has_one_meaning_in_every_format(packages: Path, tmp_path: Path, formats: list[str]) -> None:
    needs("python")
    package, folder = str(packages / "ttt-valid"), case_of("087") / "submission"
    chosen = [word for name in formats for word in ("--format", name)]
    wanted = read("087", "expected_exit_codes.yaml")
    commands = {
        "all passed": ["check", package, str(folder / "good")],
        "some case failed": ["check", package, str(folder / "bad")],
        "bad command line or spec error": ["check", package, str(folder / "nobody")],
        "tool or sandbox broken": ["check", package, str(two_candidates(tmp_path))],
    }
    codes = {meaning: run_grader(tmp_path, *words, *chosen) for meaning, words in commands.items()}
    assert {meaning: done.returncode for meaning, done in codes.items()} == {
        meaning: code for meaning, code in wanted.items() if meaning != "interrupted"
    }
    assert [meaning for meaning, done in codes.items() if not (done.stderr or done.stdout).strip()] == []


def two_candidates(folder: Path) -> Path:
    """A hand-in that a person has to decide about: what is ungraded ends like a broken tool."""
    hand_in = folder / "two"
    hand_in.mkdir(exist_ok=True)
    for name in ("one.py", "two.py"):
        (hand_in / name).write_text("def solution(board):\n    return True\n", "utf-8")
    return hand_in


# --- reports -----------------------------------------------------------------------------------------------


def hand_ins(folder: Path, identities: Iterable[str]) -> Path:
    """A class in which each of these hands in the same."""
    for identity in identities:
        (folder / identity).mkdir(parents=True)
        (folder / identity / "solution.py").write_text("def solution(board):\n    return True\n", "utf-8")
    return folder


def test_094_nothing_of_a_class_is_a_formula_and_all_comes_back(packages: Path, tmp_path: Path) -> None:
    needs("python")
    with (case_of("094") / "roster.csv").open(encoding="utf-8", newline="") as file:
        listed = {row["id"]: row["name"] for row in csv.DictReader(file)}
    source = hand_ins(tmp_path / "class", listed)
    words = ("--part", "examples", "--roster", str(case_of("094") / "roster.csv"))
    _code, results, rows = graded(tmp_path, packages / "ttt-valid", source, *words)
    assert {one["submission"]["id"]: one["submission"]["name"] for one in results} == {
        identity: name.strip() for identity, name in listed.items()
    }
    undone = {row["id"].removeprefix("'"): row["name"].removeprefix("'") for row in rows}
    assert undone == {identity: name.strip() for identity, name in listed.items()}
    assert [cell for row in rows for cell in row.values() if cell.lstrip()[:1] in ("=", "+", "-", "@", "＝")] == []
    assert all(row["points"] == "0" for row in rows)


@pytest.mark.parametrize("name", ["roster_bom.csv", "roster_cp1252.csv", "roster_sep.csv", "roster_utf16.csv"])
def test_095_lists_of_spreadsheets_are_read_as_they_are_saved(packages: Path, tmp_path: Path, name: str) -> None:
    needs("python")
    source = hand_ins(tmp_path / "class", "1")
    words = ("--part", "examples", "--roster", str(case_of("095") / name))
    _code, results, _rows = graded(tmp_path, packages / "ttt-valid", source, *words)
    assert [one["submission"].get("name") for one in results] == ["Jürgen Groß"]


def test_095_names_of_any_script_are_read_by_spreadsheets_and_by_programs(packages: Path, tmp_path: Path) -> None:
    needs("python")
    names = ["Jürgen Groß", "Łukasz Żółć", "王小明", "José 💥"]
    source = hand_ins(tmp_path / "class", names)
    _code, _results, rows = graded(tmp_path, packages / "ttt-valid", source, "--part", "examples")
    content = (tmp_path / "out" / "grades.csv").read_bytes()
    assert sorted(row["id"] for row in rows) == sorted(names)
    assert content.startswith(b"\xef\xbb\xbfid,")
    assert content.count(b"\r\n") == 5
    table = tmp_path / "table.csv"
    assert run_grader(tmp_path, "gradebook", str(tmp_path / "out"), "-o", str(table), "--no-bom").returncode == 0
    assert table.read_bytes().startswith(b"id,")


def test_092_titles_with_control_characters_spoil_no_report(tmp_path: Path) -> None:
    needs("python")
    bell = json.dumps("bell \a and escape \x1b in a title")
    test = f"{{call: 'count_games([])', returns: 1, title: {bell}}}"
    parts = f"  - {{id: games, points: 1, title: {bell}, tests: [{test}]}}\n"
    function = FUNCTION.replace("solution(board: list[str]) -> bool", "count_games(board: list[str]) -> int")
    package = written(tmp_path / "package", function.replace("title: A small task", f"title: {bell}") + parts)
    words = ["check", str(package), str(case_of("092") / "submission"), "--audience", "instructor"]
    done = run_grader(tmp_path, *words, "--format", "json", "--format", "terminal")
    result = json.loads(done.stdout)
    assert (result["verdict"], result["problem"]["title"]) == ("RTE", "bell \a and escape \x1b in a title")
    assert problems_of_reports(result, done.stderr.decode()) == []


HIDDEN = """\
  - id: shown
    points: 1
    visible: true
    tests: [{call: 'solution(["   ", "   ", "   "]) == True'}]
  - id: secret
    points: 9
    visible: false
    title: Boards that nobody sees
    tests:
      - {call: 'solution(["OOO", "XX ", "X  "]) == True', title: a title that tells all}
      - {call: 'solution(["XXX", "   ", "OOO"]) == False'}
"""


@pytest.mark.parametrize("name", sorted(reports()))
def test_098_no_report_for_a_student_tells_anything_of_a_hidden_case(tmp_path: Path, name: str) -> None:
    needs("python")
    package = written(tmp_path / "package", FUNCTION + HIDDEN)
    result = checked(tmp_path, package, case_of("098") / "submission")
    assert [(part["id"], part["verdict"]) for part in result["parts"]] == [("shown", "AC"), ("secret", "RTE")]
    result["submission"]["sources"] = {}  # the student's own text is no leak
    shown = reports()[name].one(redact.for_student(result), {})
    whole = reports()[name].one(result, {})
    leaks = ["OOO", "XX ", "hidden input", "ValueError", "a title that tells all"]
    assert [leak for leak in leaks if leak in shown] == []
    assert name in ("csv", "interaction") or "OOO" in whole  # points alone, and dialogues alone


def test_098_nothing_of_a_hidden_case_is_printed_for_a_student(tmp_path: Path) -> None:
    needs("python")
    package = written(tmp_path / "package", FUNCTION + HIDDEN)
    submission = str(case_of("098") / "submission")
    done = run_grader(
        tmp_path, "check", str(package), submission, "--format", "terminal", "--format", "html", "-o", "o.html"
    )
    said = done.stderr.decode() + (tmp_path / "o.html").read_text("utf-8")
    assert done.returncode == 1
    assert [leak for leak in ("hidden input is [", "a title that tells all", "[&#39;OOO") if leak in said] == []


def test_133_nothing_of_the_environment_reaches_a_report(packages: Path, tmp_path: Path) -> None:
    needs("python")
    result = checked(tmp_path, packages / "ttt-valid", case_of("133") / "submission", "--part", "examples")
    assert result["verdict"] == "AC"
    assert "messy-secret" not in json.dumps(result)
    assert str(os.environ.get("HOME")) not in json.dumps(result["parts"])
