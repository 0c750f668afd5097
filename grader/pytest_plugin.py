"""`pytest --grader-problem DIR` -> each reference and each wrong solution of the package in DIR is one item.

Without the option this module does nothing, and imports nothing of the grader: every run of pytest in an environment
that has the grader loads it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from grader.verify.desk import Desk
    from grader.verify.package import Package
    from grader.verify.solutions import Solution

FILE = "problem.yaml"
_STACK = pytest.StashKey[contextlib.ExitStack]()
_DESK = pytest.StashKey[Any]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options, in a group of their own."""
    group = parser.getgroup("grader", "problem packages of the grader")
    group.addoption(
        "--grader-problem", action="append", default=[], metavar="DIR", help="Prove the solutions of this package."
    )
    group.addoption("--grader-isolation", default="auto", metavar="LEVEL", help="auto, full, restricted or none.")


def pytest_configure(config: pytest.Config) -> None:
    """Packages that were asked for are collected, and nothing else if no other path was given."""
    asked = _asked(config)
    if not asked:
        return
    missing = [path.parent for path in asked if not path.is_file()]
    if missing:
        raise pytest.UsageError(f"--grader-problem: {missing[0]} holds no {FILE}")
    given = config.args if config.args_source is pytest.Config.ArgsSource.ARGS else []
    config.args = list(dict.fromkeys([*given, *map(str, asked)]))


def _asked(config: pytest.Config) -> list[Path]:
    return [Path(folder).absolute() / FILE for folder in config.getoption("--grader-problem", [])]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The package, if it was asked for."""
    if file_path.name != FILE or file_path not in _asked(parent.config):
        return None
    return ProblemFile.from_parent(parent, path=file_path)


def pytest_unconfigure(config: pytest.Config) -> None:
    """What was opened for the packages is closed."""
    if _STACK in config.stash:
        config.stash[_STACK].close()


def _desk(config: pytest.Config) -> Desk:
    """One desk for all packages of the run, opened when the first solution is graded."""
    from grader.sandbox.levels import open_sandbox  # noqa: PLC0415 - see above
    from grader.verify.desk import open_desk  # noqa: PLC0415

    if _STACK not in config.stash:
        stack = config.stash.setdefault(_STACK, contextlib.ExitStack())
        sandbox = open_sandbox(config.getoption("--grader-isolation"))
        config.stash[_DESK] = stack.enter_context(open_desk(sandbox, 1))
    desk: Desk = config.stash[_DESK]
    return desk


class ProblemFile(pytest.File):
    """A package: its solutions are the items."""

    def collect(self) -> Iterator[pytest.Item]:
        """An item for each solution, and one for what keeps a folder from being one."""
        from grader.errors import PackageError  # noqa: PLC0415 - see above
        from grader.verify.package import open_package  # noqa: PLC0415

        try:
            package = open_package(self.path.parent, _desk(self.config))
        except PackageError as error:
            raise self.CollectError(str(error)) from error
        if package.solutions.faults:
            raise self.CollectError("\n".join(map(str, package.solutions.faults)))
        for solution in (*package.references, *package.wrong):
            yield SolutionItem.from_parent(self, name=solution.name, package=package, solution=solution)


class Refused(Exception):
    """The solution does not get what it must get."""


class SolutionItem(pytest.Item):
    """One solution: it passes if it gets what it must get."""

    def __init__(self, *, package: Package, solution: Solution, **more: Any) -> None:
        super().__init__(**more)
        self.package = package
        self.solution = solution

    def runtest(self) -> None:
        """Grade it. What this machine lacks skips it, with the reason."""
        from grader.verify._grading import grade  # noqa: PLC0415 - see above
        from grader.verify.references import reference_faults  # noqa: PLC0415
        from grader.verify.wrong import wrong_faults  # noqa: PLC0415

        graded = grade(self.package, [self.solution])
        if graded.untried:
            pytest.skip(graded.untried[0])
        faults = [*graded.faults]
        for solution, result in graded.results:
            is_wrong = solution in self.package.wrong
            faults += wrong_faults(solution, result, self.package) if is_wrong else reference_faults(solution, result)
        if faults:
            raise Refused("\n".join(map(str, faults)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The faults alone, each with its place."""
        return str(excinfo.value) if isinstance(excinfo.value, Refused) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where it stands, for reports."""
        return self.solution.folder, None, self.solution.name
