"""grader ci: what each CI system is given, what it ends with, and that nothing hidden or secret is in it."""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from junitparser import JUnitXml

from grader import problem
from grader.commands import ci
from grader.errors import InputError
from grader.model import Isolation
from grader.sandbox import levels
from tests.ci.running import Ended, github, run
from tests.conftest import closed
from tests.doubling import GOOD, HALF, PACKAGE, write_files, write_package
from tests.reports.hostile_texts import HOSTILE
from tests.reports.runner import Obeyed, obeyed

RAISING = "def double(n):\n    return n / 0\n"
UNDECIDED = {"a.py": GOOD, "b.py": GOOD}
GITLAB = {"GITLAB_CI": "true"}
EVERYWHERE = {"doubling.html", "doubling.json", "doubling.junit.xml"}

Run = Callable[..., Ended]
Repository = Callable[..., Path]


@pytest.fixture
def package(tmp_path: Path) -> str:
    """The way from a repository to the package beside it."""
    write_package(tmp_path)
    return "../doubling"


@pytest.fixture
def repository(tmp_path: Path) -> Callable[..., Path]:
    """`repository(source)` is a repository of an assignment with this solution in it."""

    def make(source: str | dict[str, str | bytes]) -> Path:
        (tmp_path / "work" / ".git").mkdir(parents=True)
        return write_files(tmp_path / "work", {"double.py": source} if isinstance(source, str) else source)

    return make


def left(folder: Path) -> set[str]:
    return {path.name for path in (folder / "grader-report").iterdir()}


def all_text(folder: Path, said: Ended) -> str:
    """Everything that the command has left and said."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".py"]
    return "\n".join([said.out, said.err, *(path.read_text("utf-8") for path in files)])


def classroom(outputs: Path) -> Any:
    (line,) = outputs.read_text("utf-8").splitlines()
    name, _, value = line.partition("=")
    assert name == "result"
    return json.loads(base64.b64decode(value, validate=True))


# --- platforms -----------------------------------------------------------------------------------------------


def test_github_gets_annotations_a_summary_the_classroom_result_and_files(
    run_ci: Run, tmp_path: Path, package: str, repository: Repository
) -> None:
    folder = repository(RAISING)
    (tmp_path / "summary.md").write_text("# Before\n", "utf-8")
    said = run_ci(folder, package, **github(tmp_path))
    assert said.code == 1
    shown, hidden = obeyed(said.out)
    assert (shown.name, shown.properties["file"], shown.properties["line"]) == ("error", "double.py", "2")
    assert hidden == Obeyed("error", {"title": "Large: Hidden test"}, "Stopped with an error in a hidden test.")
    assert "✗ Small" in said.out
    summary = (tmp_path / "summary.md").read_text("utf-8")
    assert summary.startswith("# Before\n## Doubling\n\n**0 of 3 points")
    result = classroom(tmp_path / "output")
    assert (result["status"], result["max_score"]) == ("fail", 3.0)
    assert [(test["name"], test["score"]) for test in result["tests"]] == [("small", 0.0), ("large", 0.0)]
    assert left(folder) == EVERYWHERE | {"doubling.sarif"}


def test_an_annotation_names_the_file_from_the_root_of_the_repository(
    run_ci: Run, tmp_path: Path, package: str, repository: Repository
) -> None:
    folder = repository({"week 1/double/double.py": RAISING})
    write_files(folder, {"week 1/grader.toml": f'tasks = [{{task = "../{package}", path = "double"}}]'})
    said = run_ci(folder / "week 1", **github(tmp_path))
    assert obeyed(said.out)[0].properties["file"] == "week 1/double/double.py"


def test_gitlab_gets_code_quality_and_junit(run_ci: Run, package: str, repository: Repository) -> None:
    folder = repository(RAISING)
    said = run_ci(folder, package, **GITLAB)
    assert (said.code, said.out) == (1, "")
    assert left(folder) == EVERYWHERE | {"code-quality.json"}
    (entry,) = json.loads((folder / "grader-report" / "code-quality.json").read_text("utf-8"))
    assert entry["location"] == {"path": "double.py", "lines": {"begin": 2}}
    suites = JUnitXml.fromfile(str(folder / "grader-report" / "doubling.junit.xml"))
    assert (suites.tests, suites.failures, suites.errors) == (2, 2, 0)


@pytest.fixture
def autograder(tmp_path: Path) -> Path:
    """The folder of Gradescope, with a hand-in that would like to choose its own task."""
    write_package(tmp_path)
    return write_files(
        tmp_path,
        {
            "gradescope/submission/double.py": HALF,
            "gradescope/submission/grader.toml": 'tasks = ["./easy"]',
            "gradescope/submission/easy/problem.yaml": PACKAGE.replace("42", "4"),
            "gradescope/source/grader.toml": 'tasks = ["../../doubling"]',
        },
    ) / ("gradescope")


def test_gradescope_gets_results_and_the_hand_in_configures_nothing(
    run_ci: Run, tmp_path: Path, autograder: Path
) -> None:
    said = run_ci(tmp_path, "--autograder", str(autograder))
    assert said.code == 1
    results = json.loads((autograder / "results" / "results.json").read_text("utf-8"))
    assert results["score"] == 1.0
    assert [(test["name"], test["score"], test["visibility"]) for test in results["tests"]] == [
        ("Small", 1.0, "visible"),
        ("Large", 0.0, "visible"),
    ]
    assert not (tmp_path / "grader-report").exists()


def test_elsewhere_the_report_is_on_the_terminal_and_in_files(
    run_ci: Run, package: str, repository: Repository
) -> None:
    folder = repository(GOOD)
    said = run_ci(folder, package, "-o", "here")
    assert (said.code, said.out) == (0, "")
    assert "Points                                     3 / 3   Accepted" in said.err
    assert {path.name for path in (folder / "here").iterdir()} == EVERYWHERE


# --- languages -------------------------------------------------------------------------------------------------


def test_all_that_students_read_on_github_is_in_the_language(
    run_ci: Run, tmp_path: Path, package: str, repository: Repository
) -> None:
    said = run_ci(repository(RAISING), "--lang", "ko", package, **github(tmp_path))
    assert obeyed(said.out)[1] == Obeyed("error", {"title": "Large: 숨은 테스트"}, "숨은 테스트: 오류로 멈춤.")
    assert "점수                                       0 / 3   오류로 멈춤" in said.out
    assert "오류로 멈춤" in (tmp_path / "summary.md").read_text("utf-8")
    assert "오류로 멈춤" in (tmp_path / "work" / "grader-report" / "doubling.html").read_text("utf-8")


def test_gitlab_and_gradescope_are_told_in_the_language(
    run_ci: Run, tmp_path: Path, package: str, repository: Repository, autograder: Path
) -> None:
    folder = repository(RAISING)
    said = run_ci(folder, "--lang", "ru", package, **GITLAB)
    (entry,) = json.loads((folder / "grader-report" / "code-quality.json").read_text("utf-8"))
    assert "Остановка из-за ошибки" in said.err
    assert "остановилось с ошибкой" in entry["description"]
    run_ci(tmp_path, "--lang", "ru", "--autograder", str(autograder))
    results = json.loads((autograder / "results" / "results.json").read_text("utf-8"))
    assert results["output"].startswith("Неверный ответ.")


def test_without_being_asked_for_another_language_ci_speaks_english_on_every_machine(
    run_ci: Run, package: str, repository: Repository
) -> None:
    assert "Accepted" in run_ci(repository(GOOD), package, LC_ALL="ko_KR.UTF-8").err


def test_a_language_without_messages_is_refused(run_ci: Run, package: str, repository: Repository) -> None:
    said = run_ci(repository(GOOD), "--lang", "xx", package)
    assert said.code == 2
    assert "there are no messages in 'xx'" in said.err


# --- exit codes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "code"),
    [({"double.py": GOOD}, 0), ({"double.py": HALF}, 1), ({"README.md": "nothing yet"}, 1), (UNDECIDED, 3)],
)
def test_the_exit_code_says_all_points_not_all_or_ungraded(
    run_ci: Run, package: str, repository: Repository, files: dict[str, str | bytes], code: int
) -> None:
    assert run_ci(repository(files), package).code == code


def test_what_is_ungraded_decides_the_exit_code_and_gradescope_gets_no_score(
    run_ci: Run, tmp_path: Path, autograder: Path
) -> None:
    (tmp_path / "second").mkdir()
    other = write_package(tmp_path / "second", PACKAGE.replace("id: doubling", "id: other"))
    tasks = f'tasks = [{{task = "../../doubling", path = "one"}}, {{task = "{other}", path = "two"}}]'
    write_files(autograder, {"source/grader.toml": tasks, "submission/one/double.py": GOOD})
    write_files(autograder / "submission" / "two", dict(UNDECIDED))
    said = run_ci(tmp_path, "--autograder", str(autograder))
    assert said.code == 3
    results = json.loads((autograder / "results" / "results.json").read_text("utf-8"))
    assert "score" not in results
    assert "tests" not in results
    assert "Not graded: several files could be the one that counts" in results["output"]


def test_a_folder_that_is_not_there_yet_has_no_points_and_stops_nothing(
    run_ci: Run, tmp_path: Path, package: str, repository: Repository
) -> None:
    folder = repository({"double.py": GOOD})
    write_files(folder, {"grader.toml": f'tasks = [{{task = "{package}", path = "later"}}, "valid-board"]'})
    run_ci(folder, **github(tmp_path))
    result = classroom(tmp_path / "output")
    assert [test["score"] for test in result["tests"] if test["name"].startswith("doubling: ")] == [0.0, 0.0]
    assert any(test["name"].startswith("valid-board: ") for test in result["tests"])
    assert "there is no later in it" in (tmp_path / "summary.md").read_text("utf-8")


# --- what the tasks are ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tasks = [", "grader.toml is no TOML: "),
        ("task = 1", "unknown key `task`; did you mean `tasks`?"),
        ("", "`tasks` must be a list of tasks, such as"),
        ("tasks = [1]", "tasks[1]: a task is a text, or a table with the key `task`"),
        ("[[tasks]]\npath = 'x'", "tasks[1]: the key `task` is missing"),
        ("[[tasks]]\ntask = 'valid-board'\npaht = 'x'", "tasks[1]: unknown key `paht`; did you mean `path`?"),
        ("[[tasks]]\ntask = 'valid-board'\npath = '../x'", "tasks[1].path: it must lead into the hand-in"),
        (
            "[[tasks]]\ntask = 'valid-board'\nlanguage = 'pyhton'",
            "no language is called pyhton; did you mean `python`?",
        ),
        ("[[tasks]]\ntask = 'valid-board'\ndigest = 1", "tasks[1].digest: a text belongs here"),
        ("[[tasks]]\ntask = 'valid-board'\ndigest = 'abc'", "and abc is asked for"),
        ("tasks = ['valid-bord']", "no task is called valid-bord; did you mean valid-board?"),
        ("tasks = ['valid-board', 'valid-board']", "the task valid-board is named twice"),
        ("tasks = ['x ##[error]y']", "tasks[1].task: the text holds control characters or begins a command"),
        ("tasks = ['x\\n::error::y']".replace("'", '"'), "tasks[1].task: the text holds control characters"),
        ("'\\n##[error]x' = 1".replace("'", '"'), "unknown key `␊#\\[error]x`"),
        ("tasks = ['./mine']", "the package ./mine lies in the hand-in"),
    ],
)
def test_what_is_wrong_in_the_file_of_tasks_is_told_with_what_would_be_right_and_commands_nothing(
    monkeypatch: pytest.MonkeyPatch, repository: Repository, text: str, said: str
) -> None:
    monkeypatch.chdir(write_files(repository(GOOD), {"grader.toml": text, "mine/problem.yaml": PACKAGE}))
    with pytest.raises(InputError) as wrong:
        ci.command.main([], standalone_mode=False)
    assert said in str(wrong.value)
    assert obeyed(str(wrong.value)) == []


def test_without_tasks_it_is_told_where_they_belong(run_ci: Run, repository: Repository) -> None:
    ended = run_ci(repository(GOOD))
    assert (ended.code, ended.err) == (
        2,
        'grader: name the tasks, or write them into grader.toml: tasks = ["valid-board"]\n',
    )


def test_a_package_that_is_pinned_is_graded(run_ci: Run, package: str, tmp_path: Path, repository: Repository) -> None:
    folder = repository(GOOD)
    digest = problem.digest(tmp_path / "doubling")
    write_files(folder, {"grader.toml": f'tasks = [{{task = "{package}", digest = "{digest}"}}]'})
    assert run_ci(folder).code == 0


# --- hidden tests and secrets ----------------------------------------------------------------------------------

PLATFORMS = ("github", "gitlab", "elsewhere")


@pytest.mark.parametrize("name", PLATFORMS)
def test_nothing_hidden_is_said_or_left_on_any_platform(
    run_ci: Run, tmp_path: Path, package: str, repository: Repository, name: str
) -> None:
    environment = {"github": github(tmp_path), "gitlab": GITLAB, "elsewhere": {}}[name]
    printing = "def double(n):\n    print('asked', n)\n    if n > 2:\n        raise ValueError(f'it was {n}')\n"
    folder = repository(printing)
    said = run_ci(folder, package, **environment)
    (tmp_path / "doubling" / "problem.yaml").unlink()
    told = all_text(tmp_path, said)
    assert "double(2)" in told
    assert [one for one in ("double(21)", "asked 21", "it was 21", "n=21") if one in told] == []


NOSY = """\
import glob
import os

SECRET = "s3cret-" + "of-the-job"
OUTPUT = {output!r}


def double(n):
    seen = []
    for path in ["/proc/self/environ", *glob.glob("/proc/[0-9]*/environ"), *glob.glob("/proc/[0-9]*/cmdline")]:
        try:
            with open(path, "rb") as file:
                seen.append(file.read().decode("utf-8", "replace"))
        except OSError:
            pass
    try:
        with open(OUTPUT, "a") as file:
            file.write("result=forged")
        wrote = True
    except OSError:
        wrote = False
    whole = " ".join([*seen, *(f"{{key}}={{value}}" for key, value in os.environ.items())])
    return ["looked" if "PATH=" in whole else "", "found" if SECRET in whole else "nothing", "wrote" if wrote else ""]
"""


@pytest.mark.parametrize("level", ["full", "restricted"])
def test_student_code_finds_no_secret_of_the_job_and_writes_no_file_of_it(
    tmp_path: Path, package: str, repository: Repository, level: str
) -> None:
    closed(Isolation(level))
    environment = github(tmp_path)
    (tmp_path / "output").touch()
    (tmp_path / "output").chmod(0o666)
    tmp_path.chmod(0o755)
    folder = repository(NOSY.format(output=environment["GITHUB_OUTPUT"]))
    command = [sys.executable, "-m", "grader", "ci", package, "--isolation", level]
    run(command, folder, **environment, GITHUB_TOKEN="s3cret-of-the-job")  # noqa: S106
    result = json.loads((folder / "grader-report" / "doubling.json").read_text("utf-8"))
    assert result["isolation"]["level"] == level
    assert result["parts"][0]["tests"][0]["actual"] == '["looked", "nothing", ""]'
    assert classroom(tmp_path / "output")["status"] == "fail"


@pytest.mark.parametrize("name", PLATFORMS)
def test_whatever_a_program_prints_or_raises_only_our_annotations_are_obeyed(
    run_ci: Run, tmp_path: Path, package: str, repository: Repository, name: str
) -> None:
    environment = {"github": github(tmp_path), "gitlab": GITLAB, "elsewhere": {}}[name]
    text = "\n".join(HOSTILE[key] for key in HOSTILE if key not in ("long", "many lines"))
    source = f"import sys\nTEXT = {text!a}\nprint(TEXT.encode('utf-8', 'replace').decode())\n"
    source += "def double(n):\n    raise ValueError(TEXT)\n"
    said = run_ci(repository(source), package, **environment)
    assert said.code == 1
    assert [one.name for one in obeyed(said.out)] == (["error"] * 2 if name == "github" else [])
    assert obeyed(said.err) == []


def test_where_no_isolation_works_nothing_is_graded_unless_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, package: str, repository: Repository
) -> None:
    monkeypatch.chdir(repository(GOOD))
    monkeypatch.setattr(levels, "CLOSED", {})
    with pytest.raises(InputError, match="without it student code can read the secrets of the job"):
        ci.command.main([package], standalone_mode=False)
    assert not Path("grader-report").exists()
