"""Times what users wait for, each beside a floor measured in the same run. By hand: `python tests/bench/speed.py`.

Machines are shared and noisy, so each figure is a median, and the ratio to its floor is what travels.
"""

from __future__ import annotations

import itertools
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from grader.build import Workshop
from grader.model import Built, Command, FunctionAsked, Interface, Limits, Parameter, State, Step
from grader.plugins import Sandbox, languages
from grader.sandbox.full import FullSandbox
from grader.sandbox.levels import open_sandbox
from grader.sandbox.none import NoSandbox
from grader.sandbox.restricted import RestrictedSandbox
from grader.subject import BuiltSubject
from grader.submission import collect, decide
from grader.values import Value

ROOT = Path(__file__).resolve().parents[2]
ROUNDS, STARTS = 7, 50
BOARDS: list[Value] = [
    ["".join(cells[at : at + 3]) for at in (0, 3, 6)] for cells in itertools.product(".OX", repeat=9)
]
LEVELS: dict[str, Callable[[], Sandbox]] = {
    "none": NoSandbox,
    "restricted": RestrictedSandbox,
    "full": FullSandbox,
}
SOURCES = {
    "python": "solution.py",
    "java": "Solution.java",
    "javascript": "solution.js",
    "ruby": "solution.rb",
    "go": "solution.go",
    "c": "solution.c",
    "cpp": "solution.cpp",
}


def median_s(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The median of some runs, after one that is thrown away."""
    work()
    times = []
    for _round in range(rounds):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def run(*argv: str) -> None:
    """A whole process, its output thrown away."""
    subprocess.run(argv, capture_output=True, check=False)


def show(what: str, seconds: float, floor_s: float) -> None:
    """One line: milliseconds, and the ratio to the floor."""
    print(f"{what:<58} {1000 * seconds:8.1f} ms   {seconds / floor_s:6.1f} x floor")  # noqa: T201


def calls(language: str) -> None:
    """Start, and all boards asked of the reference in one request."""
    tool = languages()[language]
    workshop = Workshop(tool, tool.find(), open_sandbox("auto"))
    submission = decide(collect(ROOT / "reference/valid-board" / language / SOURCES[language]), ["solution"])
    interface = Interface((FunctionAsked("solution", (Parameter("board"),)),))
    built = tool.build(submission, interface, workshop.toolchain, workshop.run)
    assert isinstance(built, Built)

    def opened() -> BuiltSubject:
        subject = BuiltSubject(built, tool, workshop.toolchain, workshop.sandbox, Limits())
        subject.load(interface)
        return subject

    subject = opened()
    steps = [Step("solution", (board,)) for board in BOARDS]
    floor_s = median_s(lambda: run(*_floor(language, workshop)))
    show(f"{language}: the bare runtime", floor_s, floor_s)
    show(f"{language}: start and load in the sandbox", median_s(lambda: opened().close()), floor_s)
    show(f"{language}: 19,683 calls", median_s(lambda: subject.ask(steps, State.NEW, 2)), floor_s)
    show(f"{language}: 500 calls, each afresh", median_s(lambda: subject.ask(steps[:500], State.EACH, 2)), floor_s)
    subject.close()


def starts() -> None:
    """A start of `true` at each level, beside one without a sandbox."""
    program = next(path for path in ("/usr/bin/true", "/bin/true") if Path(path).exists())
    command = Command((program,), {})
    floor_s = median_s(lambda: run(program), STARTS)
    show("true, without a sandbox", floor_s, floor_s)
    for level in LEVELS:
        sandbox = open_sandbox(level)

        def once(sandbox: Sandbox = sandbox) -> None:
            with sandbox.start(command, Limits()) as process:
                process.run_to_end()

        show(f"true, at level {level}", median_s(once, STARTS), floor_s)
        show(f"true, the first start at level {level}", _first_start_s(level, command), floor_s)


def _first_start_s(level: str, command: Command) -> float:
    """The median of starts by sandboxes that have not started anything before; what they left runs to its end."""
    times = []
    for _round in range(STARTS):
        sandbox: Sandbox = LEVELS[level]()
        started = time.perf_counter()
        with sandbox.start(command, Limits()) as process:
            process.run_to_end()
        times.append(time.perf_counter() - started)
        del sandbox
    return statistics.median(times)


def _floor(language: str, workshop: Workshop) -> tuple[str, ...]:
    programs = {name: str(path) for name, path in workshop.toolchain.programs.items()}
    floors = {
        "python": (programs.get("python", ""), "-I", "-c", ""),
        "java": (programs.get("java", ""), "-version"),
        "javascript": (programs.get("node", ""), "-e", ""),
        "ruby": (programs.get("ruby", ""), "--disable=gems", "-e", ""),
        "go": ("/bin/true",),
        "c": (programs.get("gcc", ""), "--version"),
        "cpp": (programs.get("g++", ""), "--version"),
    }
    return floors[language]


def main() -> None:
    """All figures."""
    grader = str(Path(sys.executable).with_name("grader"))
    floor_s = median_s(lambda: run(sys.executable, "-I", "-c", ""))
    show("python -I -c ''", floor_s, floor_s)
    show("grader --help", median_s(lambda: run(grader, "--help")), floor_s)
    for language, file in SOURCES.items():
        command = (grader, "check", "valid-board", str(ROOT / "reference/valid-board" / language / file))
        show(f"grader check valid-board {file}", median_s(partial(run, *command)), floor_s)
    for language in SOURCES:
        calls(language)
    starts()


if __name__ == "__main__":
    main()
