"""A Python submission -> commands that run it, with or without the driver."""

from __future__ import annotations

import marshal
import platform
import sys
from collections.abc import Sequence
from functools import cache
from importlib import resources
from importlib.util import MAGIC_NUMBER
from pathlib import PurePosixPath

from grader.languages._script_starters import python_starter
from grader.languages._sources import as_utf8
from grader.languages._writing import Writing, snake
from grader.model import BuildFailure, Built, Command, Interface, Limits, Outcome, Step, Submission, Toolchain
from grader.plugins import Run
from grader.reach import PYTHON_VARIABLES, find_python, version_of
from grader.values import Value

_WRITING = Writing("None", "True", "False", "[", "]", "", snake)
_STANDARD = sys.stdlib_module_names - {"__main__", "test", "this", "antigravity"}


class Python:
    """CPython 3."""

    name = "python"
    title = "Python"
    extensions: tuple[str, ...] = (".py",)
    one_number_type = False
    compiles_all_files = False
    hello = "print('hello')\n"

    def find(self) -> Toolchain:
        """The Python that runs the grader if student code can reach it, else the system's."""
        program, roots = find_python()
        return Toolchain(version_of(program, "--version"), {"python": program}, roots)

    def build(
        self, submission: Submission, interface: Interface, toolchain: Toolchain, run: Run
    ) -> Built | BuildFailure:
        """Nothing to build: the driver refuses what is no Python."""
        del interface, toolchain, run
        main = submission.main or ""
        shadows = [path for path in submission.files if path != main and PurePosixPath(path).stem in _STANDARD]
        shadows = [path for path in sorted(shadows) if path.endswith(".py") and _beside(path, main)]
        files = {
            f"submission/{path}": as_utf8(content) if path.lower().endswith(self.extensions) else content
            for path, content in submission.files.items()
        }
        notes = tuple(
            f"`{path}` has the name of a module of Python itself: `import {PurePosixPath(path).stem}` finds this file."
            for path in shadows
        )
        return Built(files, main, notes=notes)

    def driver(self, built: Built, toolchain: Toolchain, limits: Limits) -> Command:
        """The driver, started without `site` to save time."""
        del limits
        name, driver = _driver(toolchain.version)
        return Command(
            argv=(str(toolchain.programs["python"]), "-S", "-s", "-P", f"../{name}", "3", "4"),
            files={**built.files, name: driver},
            environment=PYTHON_VARIABLES,
            roots=toolchain.roots,
            channel=True,
        )

    def program(
        self, built: Built, toolchain: Toolchain, limits: Limits, arguments: Sequence[str], stdin: bytes | None
    ) -> Command:
        """The main file, as `python3 main.py` runs it."""
        del limits
        return Command(
            argv=(
                str(toolchain.programs["python"]),
                "-s",
                *(["-u"] if stdin is None else []),
                _no_option(built.main),
                *arguments,
            ),
            files=built.files,
            environment=PYTHON_VARIABLES,
            roots=toolchain.roots,
            stdin=stdin,
        )

    def spell(self, name: str) -> str:
        """`snake_case`."""
        return snake(name)

    def starter(self, task: str, interface: Interface) -> tuple[str, str]:
        """A file that does nothing yet."""
        return f"{task.replace('-', '_')}.py", python_starter(interface)

    def show(self, value: Value) -> str:
        """As Python writes it."""
        return _WRITING.value(value)

    def show_step(self, step: Step) -> str:
        """As Python writes it."""
        return _WRITING.step(step)

    def ran_out_of_memory(self, outcome: Outcome) -> bool:
        """Python says so itself, at the end of its trace."""
        return outcome.exit_code == 1 and outcome.stderr.rstrip().endswith(b"MemoryError")


@cache
def _driver(version: str) -> tuple[str, bytes]:
    """The driver and its name: compiled where that Python can read what ours compiles; its text costs 10 ms."""
    name = "driver/python_driver.py"
    text = resources.files("grader.languages").joinpath("python_driver.py").read_bytes()
    ours, _, patch = f"Python {platform.python_version()}".rpartition(".")
    theirs, _, their_patch = version.rpartition(".")
    released = patch.isdigit() and their_patch.isdigit() and platform.python_implementation() == "CPython"
    if ours != theirs or not released:
        return name, text
    code = compile(text, f"../{name}", "exec", dont_inherit=True)
    return f"{name}c", MAGIC_NUMBER + bytes(12) + marshal.dumps(code)


def _no_option(path: str) -> str:
    """The path so that Python does not take it for an option, whatever the file is called."""
    return f"./{path}" if path.startswith("-") else path


def _beside(path: str, main: str) -> bool:
    return PurePosixPath(path).parent in (PurePosixPath(main).parent, PurePosixPath())


PLUGIN = Python()
