"""The command line: what each command takes, prints, writes and exits with."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import resources
from itertools import takewhile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import click
import jsonschema
import pytest

from grader import __version__, cli, doctor, plugins, problem, submission
from grader.errors import ExitCode, SandboxError, ToolMissing
from grader.languages import javascript, python
from grader.model import Isolation
from grader.plugins import Sandbox
from grader.sandbox import levels
from grader.sandbox.layers import Layer
from tests.doubling import GOOD, HALF, KILLING, PACKAGE, WRONG, write_files, write_package

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = json.loads(resources.files("grader").joinpath("schema/result.schema.json").read_text("utf-8"))
COMMON = {
    "language": ("--language",),
    "parts": ("--part",),
    "seed": ("--seed",),
    "isolation": ("--isolation",),
    "audience": ("--audience",),
    "no_color": ("--no-color",),
}
FORMATS = "csv, github, gitlab, gradescope, html, interaction, json, junit, markdown, sarif, terminal"
PRINTED = ["json", "junit", "sarif", "gradescope", "github", "gitlab", "markdown"]
COMMANDS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "check": {
        "task": ("task",),
        "path": ("path",),
        "formats": ("--format",),
        "output": ("-o", "--output"),
        "opens": ("--open",),
        "watch": ("--watch",),
        "lang": ("--lang",),
        **COMMON,
    },
    "batch": {
        "task": ("task",),
        "source": ("source",),
        "output": ("-o", "--output"),
        "formats": ("--format",),
        "opens": ("--open",),
        "executor": ("--executor",),
        "jobs": ("--jobs",),
        "source_kind": ("--source-kind",),
        "roster": ("--roster",),
        "groups": ("--groups",),
        "overrides_file": ("--overrides",),
        "lang": ("--lang",),
        **COMMON,
    },
    "ci": {
        "tasks": ("tasks",),
        "output": ("-o", "--output"),
        "isolation": ("--isolation",),
        "autograder": ("--autograder",),
        "lang": ("--lang",),
    },
    "regrade": {
        "output": ("output",),
        "task": ("--task",),
        "source": ("--source",),
        "apply": ("--apply",),
        "drop": ("--drop",),
        "executor": ("--executor",),
        "jobs": ("--jobs",),
        "isolation": ("--isolation",),
    },
    "report": {
        "results": ("results",),
        "formats": ("--format",),
        "output": ("-o", "--output"),
        "audience": ("--audience",),
        "overrides_file": ("--overrides",),
        "is_anonymous": ("--anonymous",),
        "lang": ("--lang",),
        "no_color": ("--no-color",),
    },
    "course": {
        "file": ("file",),
        "output": ("-o", "--output"),
        "executor": ("--executor",),
        "jobs": ("--jobs",),
        "isolation": ("--isolation",),
        "bom": ("--bom", "--no-bom"),
    },
    "gradebook": {
        "folders": ("folders",),
        "output": ("-o", "--output"),
        "moodle": ("--moodle",),
        "canvas": ("--canvas",),
        "column": ("--column",),
        "feedback_column": ("--feedback-column",),
        "overwrite": ("--overwrite",),
        "scale": ("--scale",),
        "bom": ("--bom", "--no-bom"),
    },
    "feedback": {
        "folder": ("folder",),
        "output": ("-o", "--output"),
        "moodle": ("--moodle",),
        "worksheet": ("--worksheet",),
        "lang": ("--lang",),
    },
    "similar": {"folder": ("folder",), "starter": ("--starter",), "task": ("--task",)},
    "forget": {"folder": ("folder",), "identity": ("identity",)},
    "demo": {"output": ("-o", "--output"), "opens": ("--open",), "lang": ("--lang",)},
    "new": {},
    "list": {"folder": ("folder",)},
    "show": {"task": ("task",), "lang": ("--lang",)},
    "verify": {
        "tasks": ("tasks",),
        "only": ("--only",),
        "mutates": ("--mutation",),
        "mutants": ("--mutants",),
        "seed": ("--seed",),
        "language": ("--language",),
        "table": ("--table",),
        "isolation": ("--isolation",),
        "jobs": ("--jobs",),
    },
    "doctor": {},
}


@dataclass(frozen=True, slots=True)
class Said:
    """What a command left behind."""

    code: int
    out: str
    err: str


Grader = Callable[..., Said]


@pytest.fixture
def grader(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], any_sandbox: object) -> Grader:
    """`grader("check", ...)` runs the command inside this process, without the terminal of the tester."""
    for name in ("NO_COLOR", "FORCE_COLOR", "LC_ALL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("LANG", "C.UTF-8")

    def run(*arguments: str | Path) -> Said:
        monkeypatch.setattr(sys, "argv", ["grader", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            cli.main()
        out, err = capsys.readouterr()
        code = ended.value.code
        assert isinstance(code, int)
        return Said(code, out, err)

    return run


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return write_package(tmp_path)


@pytest.fixture
def submit(tmp_path: Path) -> Callable[..., Path]:
    """`submit(source)` is a file with this source."""

    def write(source: str | bytes, name: str = "double.py") -> Path:
        return write_files(tmp_path / "handed-in", {name: source}) / name

    return write


def check_schema(result: object) -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(result)


def missing_tool() -> NoReturn:
    raise ToolMissing("Python 3", "sudo apt-get install python3")


def all_commands() -> dict[str, click.Command]:
    context = click.Context(cli.cli)
    found = {name: cli.cli.get_command(context, name) for name in cli.cli.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


# --- the contract ------------------------------------------------------------------------------------------------


def test_the_commands_and_their_options_are_those_that_were_published() -> None:
    found = {
        name: {parameter.name: (*parameter.opts, *parameter.secondary_opts) for parameter in command.params}
        for name, command in all_commands().items()
    }
    assert found == COMMANDS


def test_the_table_of_commands_says_what_each_says_of_itself() -> None:
    assert {name: command.help for name, command in all_commands().items()} == cli.COMMANDS


@pytest.mark.parametrize(
    ("command", "option", "choices"),
    [
        ("check", "isolation", ["auto", "full", "restricted", "none"]),
        ("batch", "isolation", ["auto", "full", "restricted", "none"]),
        ("batch", "source_kind", ["plain", "moodle", "blackboard", "canvas"]),
        ("check", "audience", ["student", "instructor"]),
        ("batch", "audience", ["student", "instructor"]),
        ("report", "audience", ["student", "instructor"]),
    ],
)
def test_an_option_has_the_choices_that_were_published(command: str, option: str, choices: list[str]) -> None:
    found = next(one for one in all_commands()[command].params if one.name == option)
    assert isinstance(found.type, click.Choice)
    assert list(found.type.choices) == choices


@pytest.mark.parametrize("command", ["check", "batch"])
def test_formats_and_parts_can_be_given_several_times(command: str) -> None:
    several = [one.name for one in all_commands()[command].params if getattr(one, "multiple", False)]
    assert sorted(str(name) for name in several) == ["formats", "parts"]


def test_the_exit_codes_are_those_that_were_published() -> None:
    codes = {code.name: int(code) for code in ExitCode}
    assert codes == {"ACCEPTED": 0, "NOT_ACCEPTED": 1, "WRONG_USE": 2, "OUR_FAILURE": 3, "INTERRUPTED": 130}


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], *([name, "--help"] for name in COMMANDS)])
def test_help_is_what_was_asked_for_so_it_goes_to_standard_output(grader: Grader, arguments: list[str]) -> None:
    said = grader(*arguments)
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Usage: grader ")


def test_the_version_is_told(grader: Grader) -> None:
    assert grader("--version") == Said(0, f"grader, version {__version__}\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["chek"],
        ["check"],
        ["check", "doubling"],
        ["batch", "doubling", "here"],
        ["check", "a", "b", "--seed", "-1"],
        ["check", "a", "b", "--isolation", "strong"],
        ["check", "a", "b", "--audience", "parent"],
        ["batch", "a", "b", "-o", "c", "--jobs", "0"],
        ["check", "a", "b", "--nonsense"],
        ["show"],
        ["list", "extra", "more"],
        ["new", "problem"],
        ["new", "solution", "valid-board"],
    ],
)
def test_a_command_that_is_not_understood_ends_with_2_and_says_nothing_on_standard_output(
    grader: Grader, arguments: list[str]
) -> None:
    said = grader(*arguments)
    assert (said.code, said.out) == (2, "")
    assert "Error: " in said.err


def test_the_module_runs_as_the_program_does() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "grader", "check", "no-such-task", "nothing.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("grader: no task is called no-such-task; there are ")


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        run = subprocess.run(
            [sys.executable, "-m", "grader", "show", "valid-board"],
            cwd=ROOT,
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writing)
    assert (run.returncode, run.stderr) == (0, "")


def test_an_interruption_ends_with_130(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(problem, "shipped_ids", interrupted)
    said = grader("list")
    assert (said.code, said.out) == (130, "")
    assert said.err.strip() == "Interrupted."


def test_a_fault_of_ours_ends_with_3_and_not_with_the_code_of_a_wrong_answer(
    grader: Grader, package: Path, submit: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: object) -> NoReturn:
        raise RuntimeError("boom")

    monkeypatch.setattr(submission, "collect", broken)
    said = grader("check", package, submit(GOOD))
    assert (said.code, said.out) == (3, "")
    assert "boom" in said.err


# --- check: what comes out ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("source", "code"), [(GOOD, 0), (WRONG, 1), (HALF, 1), ("def double(n)\n", 1), (KILLING, 1)])
def test_check_ends_with_0_only_when_all_is_accepted(
    grader: Grader, package: Path, submit: Callable[..., Path], source: str, code: int
) -> None:
    said = grader("check", package, submit(source))
    assert (said.code, said.out) == (code, "")
    assert said.err.startswith("Doubling\ndouble.py · Python 3")


def test_json_without_o_is_all_that_stands_on_standard_output(
    grader: Grader, package: Path, submit: Callable[..., Path]
) -> None:
    said = grader("check", package, submit(WRONG), "--format", "json")
    result = json.loads(said.out)
    check_schema(result)
    assert (said.code, said.err) == (1, "")
    assert (result["status"], result["verdict"], result["points"], result["max_points"]) == ("graded", "WA", 0, 3)


def test_two_formats_keep_to_their_streams(grader: Grader, package: Path, submit: Callable[..., Path]) -> None:
    path = submit(GOOD)
    terminal = grader("check", package, path)
    both = grader("check", package, path, "--format", "json", "--format", "terminal", "--format", "json")
    check_schema(json.loads(both.out))
    assert (both.code, both.err) == (0, terminal.err)


def test_a_student_sees_nothing_of_a_hidden_test_but_the_instructor_does(
    grader: Grader, package: Path, submit: Callable[..., Path]
) -> None:
    path = submit(HALF)
    by_default = grader("check", package, path, "--format", "json").out
    student = grader("check", package, path, "--format", "json", "--audience", "student").out
    instructor = grader("check", package, path, "--format", "json", "--audience", "instructor").out
    seen = [json.loads(out) for out in (by_default, student, instructor)]
    assert [one["audience"] for one in seen] == ["student", "student", "instructor"]
    assert [one["parts"][1]["tests"][0]["input"] for one in seen] == [None, None, "double(21)"]
    assert [one["parts"][1]["tests"][0]["expected"] for one in seen] == [None, None, "42"]
    assert "42" not in grader("check", package, path).err


@pytest.mark.parametrize("suffix", [*PRINTED, "html", "csv"])
def test_a_report_is_written_where_o_says(
    grader: Grader, package: Path, submit: Callable[..., Path], tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / "new" / f"report.{suffix}"
    said = grader("check", package, submit(GOOD), "--format", suffix, "-o", path)
    assert (said.code, said.out, said.err) == (0, "", f"Report: {path}\n")
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    assert path.read_text("utf-8").strip()


def test_several_formats_are_written_into_one_folder(
    grader: Grader, package: Path, submit: Callable[..., Path], tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    said = grader("check", package, submit(GOOD), "--format", "json", "--format", "html", "-o", folder)
    assert (said.code, said.out) == (0, "")
    assert sorted(one.name for one in folder.iterdir()) == ["result.html", "result.json"]
    check_schema(json.loads((folder / "result.json").read_text("utf-8")))


def test_an_output_that_is_named_is_written_in_the_default_format_too(
    grader: Grader, package: Path, submit: Callable[..., Path], tmp_path: Path
) -> None:
    path = tmp_path / "report.txt"
    said = grader("check", package, submit(GOOD), "-o", path)
    # Written or refused, but never silently ignored.
    assert path.is_file() or said.code == 2


def test_only_the_part_that_is_asked_for_counts(grader: Grader, package: Path, submit: Callable[..., Path]) -> None:
    said = grader("check", package, submit(HALF), "--part", "small", "--format", "json")
    result = json.loads(said.out)
    assert said.code == 0
    assert [(part["id"], part["points"]) for part in result["parts"]] == [("small", 1)]


def test_the_command_that_repeats_a_test_repeats_it(grader: Grader, package: Path, submit: Callable[..., Path]) -> None:
    said = grader("check", package, submit(WRONG, "my double.py"), "--format", "json")
    program, *arguments = shlex.split(json.loads(said.out)["parts"][0]["tests"][0]["repeat"])
    again = json.loads(grader(*arguments, "--format", "json").out)
    assert (program, again["verdict"], [part["id"] for part in again["parts"]]) == ("grader", "WA", ["small"])


def test_the_command_that_repeats_a_test_says_the_language_and_the_seed_again(
    grader: Grader, package: Path, tmp_path: Path
) -> None:
    folder = write_files(tmp_path / "two", {"a.py": WRONG, "b.js": "function double(n) { return 2 * n; }\n"})
    said = grader("check", package, folder, "--language", "python", "--seed", "7", "--format", "json")
    first = json.loads(said.out)
    _program, *arguments = shlex.split(first["parts"][0]["tests"][0]["repeat"])
    again = json.loads(grader(*arguments, "--format", "json").out)
    assert (again["status"], again["verdict"], again["seed"]) == (first["status"], first["verdict"], first["seed"])


@pytest.mark.parametrize("seed", [0, 7])
def test_the_same_run_twice_says_the_same(
    grader: Grader, package: Path, submit: Callable[..., Path], seed: int
) -> None:
    def verdicts() -> Any:
        result = json.loads(grader("check", package, submit(HALF), "--format", "json", "--seed", str(seed)).out)
        return result["seed"], [(part["id"], part["verdict"], part["points"]) for part in result["parts"]]

    assert verdicts() == verdicts() == (seed, [("small", "AC", 1.0), ("large", "WA", 0.0)])


# --- check: what is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["valid-bord", "{file}"], "no task is called valid-bord; did you mean valid-board?"),
        (["tictactoe", "{file}"], "no task is called tictactoe; did you mean tic-tac-toe?"),
        (["{folder}", "{file}"], "{folder} holds no problem.yaml, so it is no problem package"),
        (["{package}", "{folder}/none.py"], "{folder}/none.py does not exist"),
        (["{package}", "{file}", "--format", "xml"], "no format is called xml; there are " + FORMATS),
        (
            ["{package}", "{file}", "--language", "cobol"],
            "no language is called cobol; there are {languages}",
        ),
        (["{package}", "{file}", "--part", "middle"], "doubling has no part middle; it has small, large"),
        (["{package}", "{file}", "--format", "html"], "say where the report goes: -o FILE (for html)"),
        (["{package}", "{file}", "--format", "csv"], "say where the report goes: -o FILE (for csv)"),
        (
            ["{package}", "{file}", "--format", "json", "--format", "junit"],
            "say where the reports go: -o FOLDER (for json, junit)",
        ),
    ],
)
def test_what_can_not_be_used_ends_with_2_and_one_line_that_says_what_would_be_right(
    grader: Grader, package: Path, submit: Callable[..., Path], arguments: list[str], message: str
) -> None:
    path = submit(GOOD)
    names = {"file": str(path), "folder": str(path.parent), "package": str(package)}
    names["languages"] = ", ".join(sorted(plugins.languages()))
    said = grader("check", *(one.format(**names) for one in arguments))
    assert said == Said(2, "", f"grader: {message.format(**names)}\n")


def test_an_unknown_task_is_answered_with_those_that_there_are(grader: Grader) -> None:
    said = grader("check", "zzz", "x.py")
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        f"grader: no task is called zzz; there are {', '.join(problem.shipped_ids())}, or give a path to a package\n"
    )


@pytest.mark.parametrize("formats", [["json"], ["html"], ["json", "html"]])
def test_an_output_that_can_not_be_written_ends_with_2_and_names_it(
    grader: Grader, package: Path, submit: Callable[..., Path], tmp_path: Path, formats: list[str]
) -> None:
    file = tmp_path / "a-file"
    file.write_text("mine", encoding="utf-8")
    options = [word for name in formats for word in ("--format", name)]
    said = grader("check", package, submit(GOOD), *options, "-o", file / "report")
    assert (said.code, said.out) == (2, "")
    assert re.fullmatch(rf"grader: {re.escape(str(file))}/\S+ can't be written: .+\n", said.err)
    assert file.read_text("utf-8") == "mine"


@pytest.mark.parametrize(
    ("broken", "place", "words"),
    [
        (PACKAGE.replace("points: 2", "pionts: 2"), "16:5", "did you mean `points`?"),
        (PACKAGE.replace("double(21)", "double(21"), "19:16", "double(21"),
        (PACKAGE.replace("double(21)", "treble(21)"), "19:16", "treble"),
        (PACKAGE.replace("[python,", "[pythn,"), "4:13", "did you mean `python`?"),
        (PACKAGE.replace("title: Doubling", "title: [Doubling"), "4:10", "this is no YAML"),
    ],
)
def test_a_broken_package_ends_with_2_and_the_place_of_the_fault(
    grader: Grader, tmp_path: Path, broken: str, place: str, words: str
) -> None:
    package = write_package(tmp_path, broken)
    said = grader("check", package, tmp_path)
    assert (said.code, said.out) == (2, "")
    head, fault, *_others = said.err.splitlines()
    assert head == "grader: the problem package is wrong:"
    assert fault.startswith(f"{package / 'problem.yaml'}:{place}: ")
    assert words in fault


def test_all_faults_of_a_package_are_told_at_once(grader: Grader, tmp_path: Path) -> None:
    broken = PACKAGE.replace("double(2)", "treble(2)").replace("double(21)", "treble(21)")
    said = grader("check", write_package(tmp_path, broken), tmp_path)
    places = [line.partition("problem.yaml:")[2].split(":")[:2] for line in said.err.splitlines()[1:]]
    assert (said.code, places) == (2, [["14", "16"], ["19", "16"]])


# --- check: what is not graded -----------------------------------------------------------------------------------


def test_a_missing_toolchain_is_our_failure_and_tells_how_to_install_it(
    grader: Grader, package: Path, submit: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(python.Python, "find", lambda _self: missing_tool())
    path = submit(GOOD)
    terminal = grader("check", package, path)
    said = grader("check", package, path, "--format", "json")
    result = json.loads(said.out)
    check_schema(result)
    assert (terminal.code, said.code, said.err) == (3, 3, "")
    assert (result["status"], result["verdict"], result["points"]) == ("ungraded", None, None)
    assert result["reason"] == "Python 3 is not on this machine. To install it: sudo apt-get install python3"
    assert "sudo apt-get install python3" in " ".join(terminal.err.split())
    assert "No points were given or taken" in terminal.err


def test_two_files_that_could_count_are_for_a_person_to_decide(grader: Grader, package: Path, tmp_path: Path) -> None:
    folder = write_files(tmp_path / "two", {"a.py": GOOD, "b.py": WRONG})
    said = grader("check", package, folder, "--format", "json")
    result = json.loads(said.out)
    assert (said.code, result["status"], result["points"]) == (3, "ungraded", None)
    assert "a.py" in result["reason"]
    assert "b.py" in result["reason"]


def test_the_language_decides_between_two_files(grader: Grader, package: Path, tmp_path: Path) -> None:
    folder = write_files(tmp_path / "two", {"a.py": GOOD, "b.js": "function double(n) { return n; }\n"})
    assert grader("check", package, folder).code == 3
    assert grader("check", package, folder, "--language", "python").code == 0
    assert grader("check", package, folder, "--language", "javascript").code == 1


@pytest.mark.parametrize("level", ["full", "restricted"])
def test_an_isolation_that_can_not_be_had_is_our_failure(
    grader: Grader, package: Path, submit: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    monkeypatch.setattr(levels, "try_level", lambda _level: (None, "no namespaces"))
    said = grader("check", package, submit(GOOD), "--isolation", level)
    assert (said.code, said.out) == (3, "")
    assert said.err.startswith("grader: the level `")


def test_check_goes_on_without_isolation_and_says_what_is_not_prevented(
    grader: Grader, package: Path, submit: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "try_level", lambda _level: (None, "no namespaces"))
    path = submit(GOOD)
    said = grader("check", package, path)
    result = json.loads(grader("check", package, path, "--format", "json").out)
    assert said.code == 0
    assert "Isolation was none, so not prevented: " in said.err
    assert result["isolation"]["level"] == "none"
    assert result["isolation"]["missing"]


def test_batch_refuses_to_go_on_without_isolation(
    grader: Grader, package: Path, submit: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(levels, "try_level", lambda _level: (None, "no namespaces"))
    folder, output = submit(GOOD).parent, tmp_path / "out"
    said = grader("batch", package, folder, "-o", output)
    assert (said.code, said.out, output.exists()) == (2, "", False)
    assert "--isolation none" in said.err
    assert grader("batch", package, folder, "-o", output, "--isolation", "none").code == 0


# --- the terminal ------------------------------------------------------------------------------------------------

NASTY = "\x1b[31m\x1b]0;title\x07\r\x08\x7f\x9b31m\u202e\u2028"


def controls(text: str) -> set[str]:
    return {char for char in text if not char.isprintable() and char != "\n"}


@pytest.mark.parametrize(
    "source",
    [
        f"def double(n):\n    return {NASTY!r}\n",
        f"def double(n):\n    raise ValueError({NASTY!r})\n",
        f"import sys\nprint({NASTY!r})\nsys.exit({NASTY!r})\n",
        f"def double(n):\n    pass;{NASTY}(\n",
    ],
    ids=["returned", "raised", "printed", "not Python"],
)
def test_no_control_character_of_a_student_reaches_the_terminal(
    grader: Grader, package: Path, submit: Callable[..., Path], source: str
) -> None:
    said = grader("check", package, submit(source))
    assert (said.code, said.out) == (1, "")
    assert controls(said.err) == set()


@pytest.mark.parametrize("name", ["evil\x1b[31m.py", "two\nlines.py", "bell\x07.py", "turned\u202e.py"])
def test_no_control_character_of_a_file_name_reaches_the_terminal(
    grader: Grader, package: Path, submit: Callable[..., Path], name: str
) -> None:
    said = grader("check", package, submit(WRONG, name))
    assert said.code == 1
    assert controls(said.err) == set()
    head = grader("check", package, submit(WRONG, "plain.py")).err.splitlines()[:6]
    shown = said.err.splitlines()[:6]
    assert [shown[0], *shown[2:]] == [head[0], *head[2:]]


def test_there_are_no_colours_where_no_terminal_reads(
    grader: Grader, package: Path, submit: Callable[..., Path]
) -> None:
    assert "\x1b" not in grader("check", package, submit(WRONG)).err


@pytest.mark.parametrize(
    "case",
    [
        ([], {}, True),
        (["--no-color"], {}, False),
        ([], {"NO_COLOR": "1"}, False),
        ([], {"NO_COLOR": ""}, True),
        ([], {"TERM": "dumb"}, False),
    ],
)
def test_colours_are_left_out_when_asked_for(
    grader: Grader,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    case: tuple[list[str], dict[str, str], bool],
) -> None:
    option, environment, coloured = case
    package, source = write_package(tmp_path), write_files(tmp_path / "class", {"a.py": WRONG})
    monkeypatch.setenv("FORCE_COLOR", "1")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    check = grader("check", package, source / "a.py", *option)
    batch = grader("batch", package, source, "-o", tmp_path / "out", *option)
    assert ("\x1b[31m" in check.err, "\x1b[31m" in batch.err) == (coloured, coloured)


# --- formats -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRINTED)
def test_a_report_without_o_is_all_that_stands_on_standard_output(
    grader: Grader, package: Path, submit: Callable[..., Path], tmp_path: Path, name: str
) -> None:
    path = submit(WRONG)
    printed = grader("check", package, path, "--format", name)
    grader("check", package, path, "--format", name, "-o", tmp_path / "file")
    assert (printed.code, printed.err) == (1, "")
    assert _without_times(printed.out) == _without_times((tmp_path / "file").read_text("utf-8"))


def _without_times(text: str) -> str:
    """The report without what two runs do not have in common: times, and the digest of a text with them."""
    return re.sub(r"[0-9a-f]{64}|\d+(\.\d+)?|T[\d:]+", "0", text)


def test_all_formats_go_into_one_folder_without_one_taking_the_place_of_another(
    grader: Grader, package: Path, submit: Callable[..., Path], tmp_path: Path
) -> None:
    words = [word for name in (*PRINTED, "html", "csv") for word in ("--format", name)]
    grader("check", package, submit(WRONG), *words, "-o", tmp_path / "out")
    assert len(list((tmp_path / "out").iterdir())) == 9


def test_a_place_in_a_report_leads_from_the_working_folder_to_the_file(
    grader: Grader, package: Path, submit: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = submit("def double(n):\n    return n / 0\n")
    monkeypatch.chdir(tmp_path)
    said = grader("check", package, path.relative_to(tmp_path), "--format", "github")
    assert said.out.splitlines()[0].startswith("::error file=handed-in/double.py,line=2,")
    absolute = grader("check", package, path, "--format", "github")
    assert absolute.out.splitlines()[0].startswith("::error file=double.py,line=2,")


def test_no_format_tells_a_student_of_a_hidden_test(
    grader: Grader, package: Path, submit: Callable[..., Path], tmp_path: Path
) -> None:
    words = [word for name in (*PRINTED, "html", "csv") for word in ("--format", name)]
    grader("check", package, submit(HALF), *words, "-o", tmp_path / "student")
    grader("check", package, submit(HALF), *words, "-o", tmp_path / "staff", "--audience", "instructor")
    seen = {
        folder: [one.name for one in (tmp_path / folder).iterdir() if "double(21)" in one.read_text("utf-8")]
        for folder in ("student", "staff")
    }
    assert seen["student"] == []
    assert "result.junit.xml" in seen["staff"]


def test_a_batch_leaves_a_file_for_each_further_format(grader: Grader, package: Path, tmp_path: Path) -> None:
    source = write_files(tmp_path / "class", {"a.py": GOOD, "b.py": WRONG})
    words = [word for name in (*PRINTED, "html", "csv") for word in ("--format", name) if name != "json"]
    said = grader("batch", package, source, "-o", tmp_path / "out", *words)
    assert (said.code, said.out) == (0, "")
    names = {one.name for one in (tmp_path / "out").iterdir() if one.name.startswith("results.")}
    assert names == {
        "results.json",
        "results.junit.xml",
        "results.sarif",
        "results.gradescope.json",
        "results.github.txt",
        "results.gitlab.json",
        "results.md",
    }


# --- report ------------------------------------------------------------------------------------------------------


@pytest.fixture
def stored(grader: Grader, package: Path, tmp_path: Path) -> Path:
    """The folder that a batch has left."""
    source = write_files(tmp_path / "class", {"a.py": GOOD, "b.py": HALF, "c/a.py": GOOD, "c/b.py": GOOD})
    words = [word for name in ("junit", "markdown") for word in ("--format", name)]
    assert grader("batch", package, source, "-o", tmp_path / "out", *words).code == 3
    return tmp_path / "out"


@pytest.mark.parametrize("name", ["junit", "markdown"])
def test_report_renders_a_batch_as_the_batch_did(grader: Grader, stored: Path, name: str) -> None:
    suffix = plugins.reports()[name].suffix
    expected = (stored / f"results{suffix}").read_text("utf-8")
    assert grader("report", stored, "--format", name) == Said(0, expected, "")
    assert grader("report", stored / "results.json", "--format", name) == Said(0, expected, "")


def test_report_renders_in_every_format(grader: Grader, stored: Path, tmp_path: Path) -> None:
    words = [word for name in plugins.reports() for word in ("--format", name)]
    said = grader("report", stored, *words, "-o", tmp_path / "again")
    assert (said.code, said.out) == (0, "")
    assert "2 graded, 1 of them accepted; 1 not graded." in said.err
    assert len(list((tmp_path / "again").iterdir())) == len(plugins.reports()) - 1
    assert json.loads((tmp_path / "again" / "results.json").read_text("utf-8")) == json.loads(
        (stored / "results.json").read_text("utf-8")
    )


def test_report_of_one_result_is_that_of_check(
    grader: Grader, package: Path, submit: Callable[..., Path], tmp_path: Path
) -> None:
    file = tmp_path / "result.json"
    words = ["--format", "terminal", "--format", "json", "-o", file]
    shown = grader("check", package, submit(WRONG), *words).err
    assert grader("report", file) == Said(0, "", shown.replace(f"Report: {file}\n", ""))


def test_report_hides_from_students_what_is_hidden_and_can_not_bring_it_back(
    grader: Grader, stored: Path, tmp_path: Path
) -> None:
    assert "double(21)" in grader("report", stored, "--format", "json").out
    shown = grader("report", stored, "--format", "json", "--audience", "student").out
    assert "double(21)" not in shown
    file = tmp_path / "shown.json"
    file.write_text(shown, "utf-8")
    assert grader("report", file, "--format", "json", "--audience", "instructor") == Said(
        2, "", f"grader: {file} was written for students: what is hidden from them is not in it\n"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "{file} can't be read: No such file or directory"),
        ("{", "{file} is no JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ("[]", "{file} holds no results of the grader: its format is none of grader-result/1, grader-batch/1"),
        (
            '{"format": "x"}',
            "{file} holds no results of the grader: its format is none of grader-result/1, grader-batch/1",
        ),
        (
            '{"format": "grader-batch/1", "problem": {"id": "a", "title": "A", "digest": "d"}, "results": [7]}',
            "{file} is no valid grader-batch/1: results/0: 7 is not of type 'object'",
        ),
    ],
)
def test_report_of_what_is_no_result_ends_with_2_and_says_why(
    grader: Grader, tmp_path: Path, text: str | None, message: str
) -> None:
    file = tmp_path / "results.json"
    if text is not None:
        file.write_text(text, "utf-8")
    assert grader("report", file, "--format", "json") == Said(2, "", f"grader: {message.format(file=file)}\n")


# --- batch -------------------------------------------------------------------------------------------------------


def test_a_batch_that_could_grade_all_ends_with_0_whatever_the_points(
    grader: Grader, package: Path, tmp_path: Path
) -> None:
    source = write_files(tmp_path / "class", {"a.py": GOOD, "b.py": WRONG, "c.py": ""})
    said = grader("batch", package, source, "-o", tmp_path / "out")
    assert (said.code, said.out) == (0, "")
    assert said.err.splitlines()[-1] == f"Report: {tmp_path / 'out' / 'index.html'}"
    assert "3 graded, 1 of them accepted; 0 not graded." in said.err
    assert sorted(one.name for one in (tmp_path / "out").iterdir()) == [
        "feedback",
        "grader.sqlite",
        "grades.csv",
        "index.html",
        "results.json",
        "submissions",
    ]


def test_a_batch_with_something_ungraded_ends_with_3(grader: Grader, package: Path, tmp_path: Path) -> None:
    source = write_files(tmp_path / "class", {"a.py": GOOD, "two/a.py": GOOD, "two/b.py": GOOD})
    assert grader("batch", package, source, "-o", tmp_path / "out").code == 3


@pytest.mark.parametrize("audience", [None, "instructor", "student"])
def test_a_batch_as_json_is_all_that_stands_on_standard_output(
    grader: Grader, package: Path, tmp_path: Path, audience: str | None
) -> None:
    source = write_files(tmp_path / "class", {"a.py": GOOD, "b.py": HALF})
    options = ["--audience", audience] if audience else []
    said = grader("batch", package, source, "-o", tmp_path / "out", "--format", "json", *options)
    whole = json.loads(said.out)
    for result in whole["results"]:
        check_schema(result)
    assert (said.code, whole["format"]) == (0, "grader-batch/1")
    assert [one["submission"]["id"] for one in whole["results"]] == ["a", "b"]
    assert {one["audience"] for one in whole["results"]} == {audience or "instructor"}
    assert ("double(21)" in said.out) == (audience != "student")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{package}", "{empty}"], "{empty} holds no submissions"),
        (["{package}", "{empty}/none"], "{empty}/none is no folder of submissions"),
        (["{package}", "{class}", "--format", "xml"], "no format is called xml; there are " + FORMATS),
        (["{package}", "{class}", "--language", "cobol"], "no language is called cobol; there are "),
        (["{package}", "{class}", "--part", "middle"], "doubling has no part middle; it has small, large"),
        (["valid-bord", "{class}"], "no task is called valid-bord; did you mean valid-board?"),
    ],
)
def test_a_batch_that_can_not_begin_ends_with_2_and_leaves_no_folder(
    grader: Grader, package: Path, tmp_path: Path, arguments: list[str], message: str
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    names = {
        "package": str(package),
        "empty": str(empty),
        "class": str(write_files(tmp_path / "class", {"a.py": GOOD})),
    }
    output = tmp_path / "out"
    said = grader("batch", *(one.format(**names) for one in arguments), "-o", output)
    assert (said.code, said.out, output.exists()) == (2, "", False)
    assert said.err.startswith(f"grader: {message.format(**names)}")
    assert said.err.count("\n") == 1


def test_a_batch_into_a_place_that_can_not_be_written_ends_with_2(
    grader: Grader, package: Path, tmp_path: Path
) -> None:
    source = write_files(tmp_path / "class", {"a.py": GOOD})
    file = write_files(tmp_path, {"a-file": "mine"}) / "a-file"
    said = grader("batch", package, source, "-o", file / "out")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(f"grader: the output folder {file / 'out'} can't be written: ")


# --- looking around ----------------------------------------------------------------------------------------------


def test_list_tells_a_line_for_each_task(grader: Grader) -> None:
    said = grader("list")
    assert (said.code, said.err) == (0, "")
    assert [line.split()[0] for line in said.out.splitlines()] == problem.shipped_ids()
    languages = ", ".join(problem.load(problem.find_package("valid-board")).languages)
    assert f"valid-board      10 points   {languages}   Can this board occur?" in said.out


@pytest.mark.parametrize(
    ("options", "environment", "statement"),
    [
        (["--lang", "ko"], {}, "ko"),
        (["--lang", "en"], {"LANG": "ko_KR.UTF-8"}, "en"),
        ([], {"LANG": "ko_KR.UTF-8"}, "ko"),
        ([], {"LANG": "en_US.UTF-8", "LC_ALL": "ko"}, "ko"),
        ([], {"LANG": "C"}, "en"),
        (["--lang", "xx"], {}, "en"),
        (["--lang", "../../x"], {}, "en"),
    ],
)
def test_show_prints_the_statement_in_the_language_of_the_reader(
    grader: Grader,
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    environment: dict[str, str],
    statement: str,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    text = (problem.shipped_problems() / "valid-board" / f"statement.{statement}.md").read_text("utf-8")
    said = grader("show", "valid-board", *options)
    assert (said.code, said.out.rstrip("\n"), said.err) == (0, text.rstrip("\n"), "")


def test_show_of_an_unknown_task_ends_with_2(grader: Grader) -> None:
    assert grader("show", "matchs") == Said(2, "", "grader: no task is called matchs; did you mean matches?\n")


def test_doctor_tells_how_to_mend_what_does_not_work(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        doctor.Examined("layer: bubblewrap", doctor.State.ABSENT, "absent", "sudo this"),
        doctor.Examined("Python", doctor.State.WORKS, "Python 3.11"),
        doctor.Examined("isolation in force: none", doctor.State.BROKEN),
    ]
    monkeypatch.setattr(doctor, "examine", lambda: iter(found))
    said = grader("doctor")
    assert said == Said(
        3,
        "none  layer: bubblewrap: absent\n"
        "      mend it by: sudo this\n"
        "ok    Python: Python 3.11\n"
        "FAIL  isolation in force: none\n",
        "",
    )
    monkeypatch.setattr(doctor, "examine", lambda: iter(found[:2]))
    assert grader("doctor").code == 0


def test_doctor_examines_the_isolation_and_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python.Python, "find", lambda _self: missing_tool())
    monkeypatch.setattr(plugins, "languages", lambda: {"python": python.PLUGIN, "javascript": javascript.PLUGIN})
    monkeypatch.setattr(doctor, "try_level", lambda _level: (None, "bubblewrap is absent"))
    monkeypatch.setattr(doctor, "try_layers", lambda: [Layer("bubblewrap", False, "absent", "sudo this")])
    examined = {one.what: one for one in doctor.examine()}
    assert list(examined) == [
        "layer: bubblewrap",
        "isolation: full",
        "isolation: restricted",
        f"isolation in force: {levels.open_sandbox('auto').level.value}",
        "memory",
        "Python",
        "JavaScript",
    ]
    absent, works = doctor.State.ABSENT, doctor.State.WORKS
    assert examined["layer: bubblewrap"] == doctor.Examined("layer: bubblewrap", absent, "absent", "sudo this")
    assert examined["isolation: full"] == doctor.Examined("isolation: full", absent, "bubblewrap is absent")
    assert examined["Python"] == doctor.Examined("Python", absent, "not found", "sudo apt-get install python3")
    assert replace(examined["JavaScript"], found="") == doctor.Examined("JavaScript", works)


NOT_OURS = "handing down `memory` failed: Permission denied (EACCES)"
POLLED = f"by polling, as {NOT_OURS}"


@pytest.mark.parametrize(
    ("lacking", "machine", "examined"),
    [
        ("", ("/", "/bin/it", 1000), ("by cgroup: a submission is counted as a whole, exactly", None)),
        (NOT_OURS, ("/", "/bin/it", 1000), (POLLED, "systemd-run --user --scope -p Delegate=yes grader ...")),
        (NOT_OURS, ("/", "/bin/it", 0), (POLLED, "systemd-run --scope -p Delegate=yes grader ...")),
        (NOT_OURS, ("/", None, 1000), (POLLED, None)),
        (NOT_OURS, ("/no-such-file", "/bin/it", 1000), (POLLED, None)),
    ],
)
def test_doctor_says_how_memory_is_limited(
    monkeypatch: pytest.MonkeyPatch,
    lacking: str,
    machine: tuple[str, str | None, int],
    examined: tuple[str, str | None],
) -> None:
    tree, program, user = machine
    monkeypatch.setattr(doctor, "ground", lambda: SimpleNamespace(lacking=lacking))
    monkeypatch.setattr(doctor, "UNIFIED", Path(tree))
    monkeypatch.setattr(shutil, "which", lambda _name: program)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    assert doctor._examine_memory() == doctor.Examined("memory", doctor.State.WORKS, *examined)


def test_a_sandbox_that_breaks_is_our_failure_and_never_zero_points(
    grader: Grader, package: Path, submit: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        level = Isolation.FULL
        layers = ("namespaces",)
        missing = ()

        def start(self, *_asked: object) -> NoReturn:
            raise SandboxError("the box could not be made")

    monkeypatch.setattr(levels, "open_sandbox", lambda _asked: Broken())
    said = grader("check", package, submit(GOOD), "--format", "json")
    result = json.loads(said.out)
    assert (said.code, result["status"], result["points"]) == (3, "ungraded", None)
    assert result["reason"] == "the box could not be made"


# --- demo --------------------------------------------------------------------------------------------------------


def test_demo_grades_the_class_that_ships_and_says_where_the_report_is(
    grader: Grader, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    few = tmp_path / "class"
    write_files(few / "valid-board", {"s01.py": (problem.shipped_class() / "valid-board" / "s01.py").read_bytes()})
    monkeypatch.setattr(problem, "shipped_class", lambda: few)
    said = grader("demo", "-o", tmp_path / "out")
    report = tmp_path / "out" / "valid-board" / "index.html"
    assert (said.code, said.out, report.is_file()) == (0, "", True)
    assert said.err.splitlines()[0] == "Can this board occur?: 1 submissions"
    assert "Every toolchain that the class needs is here." in said.err.splitlines()
    assert said.err.splitlines()[-2:] == ["Reports, to open in a browser:", f"  {report}   (1 graded)"]


def test_demo_says_which_toolchain_is_lacking(grader: Grader, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    few = tmp_path / "class"
    write_files(few / "valid-board", {"s01.py": "def solution(board):\n    return 0\n"})
    monkeypatch.setattr(problem, "shipped_class", lambda: few)
    monkeypatch.setattr(python.Python, "find", lambda _self: missing_tool())
    said = grader("demo", "-o", tmp_path / "out")
    assert (said.code, said.out) == (0, "")
    assert (
        "Lacking: Python 3 is not on this machine. To install it: sudo apt-get install python3" in said.err.splitlines()
    )


def test_demo_into_a_place_that_can_not_be_written_ends_with_2(grader: Grader, tmp_path: Path) -> None:
    file = write_files(tmp_path, {"a-file": "mine"}) / "a-file"
    said = grader("demo", "-o", file / "out")
    assert (said.code, said.out) == (2, "")
    assert "can't be written" in said.err


# --- watching and showing --------------------------------------------------------------------------------------


def test_a_file_that_is_saved_again_is_graded_again_until_ctrl_c(
    package: Path, submit: Callable[..., Path], any_sandbox: Sandbox
) -> None:
    path = submit(WRONG)
    # Started in the background, a shell would have Ctrl-C ignored.
    program = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from grader.cli import main; main()"
    )
    words = ["check", str(package), str(path), "--watch", "--isolation", any_sandbox.level.value]
    with subprocess.Popen(
        [sys.executable, "-c", program, *words], cwd=ROOT, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        patience = threading.Timer(60, process.kill)
        patience.start()
        try:
            first = list(takewhile(lambda line: "(Ctrl-C ends)" not in line, process.stderr))
            path.write_text(GOOD, "utf-8")
            second = list(takewhile(lambda line: "(Ctrl-C ends)" not in line, process.stderr))
            process.send_signal(signal.SIGINT)
            process.wait(30)
        finally:
            patience.cancel()
            process.kill()
    assert any("Wrong answer" in line for line in first)
    assert not any("Accepted" in line for line in first)
    assert any("Accepted" in line for line in second)
    assert process.returncode == 0


def test_open_shows_the_page_of_the_result(
    grader: Grader, package: Path, submit: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(webbrowser, "open", shown.append)
    said = grader("check", package, submit(GOOD), "--open")
    page = next(tmp_path.glob("grader-report-*/report.html"))
    assert (said.code, shown) == (0, [page.as_uri()])
    assert f"No browser was found; the page is {page}" in said.err
    assert "<html" in page.read_text("utf-8")


class Browser:
    """A browser that opens what it is given."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def __call__(self, page: str) -> bool:
        self.shown.append(page)
        return True


def test_open_shows_the_page_of_a_batch(
    grader: Grader, package: Path, submit: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    browser = Browser()
    monkeypatch.setattr(webbrowser, "open", browser)
    said = grader("batch", package, submit(GOOD).parent, "-o", tmp_path / "out", "--open")
    assert (said.code, browser.shown) == (0, [(tmp_path / "out" / "index.html").as_uri()])
    assert "No browser" not in said.err


def test_open_shows_each_page_of_the_demo(grader: Grader, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tasks, browser = ("game-count", "valid-board"), Browser()
    few = write_files(tmp_path / "class", {f"{task}/s01.py": "def nothing():\n    pass\n" for task in tasks})
    monkeypatch.setattr(problem, "shipped_class", lambda: few)
    monkeypatch.setattr(webbrowser, "open", browser)
    said = grader("demo", "-o", tmp_path / "out", "--open")
    assert said.code == 0
    assert browser.shown == [(tmp_path / "out" / task / "index.html").as_uri() for task in tasks]
