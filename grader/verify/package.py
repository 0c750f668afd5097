"""A folder -> the package as the checks see it: the problem, the places in its file, its solutions, and a desk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader import marked, problem
from grader.errors import Fault
from grader.package import Form, Part, Problem, Test
from grader.verify.desk import Desk
from grader.verify.solutions import Solution, Solutions, find_solutions


@dataclass(frozen=True, slots=True)
class Placed:
    """A test with what it belongs to and its place in problem.yaml."""

    form: Form
    part: Part
    test: Test
    path: marked.Path
    part_path: marked.Path

    @property
    def name(self) -> str:
        """How the test is called for its author."""
        title = f" ({self.test.title})" if self.test.title else ""
        return f"test {self.test.id}{title}"


@dataclass(frozen=True, slots=True)
class Package:
    """A problem, its document and its solutions; `desk` grades them. `language` limits all to one language."""

    problem: Problem
    document: marked.Marked
    solutions: Solutions
    desk: Desk
    language: str | None = None

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages to look at."""
        return tuple(name for name in self.problem.languages if self.language in (None, name))

    @property
    def references(self) -> tuple[Solution, ...]:
        """The references to look at."""
        return tuple(one for one in self.solutions.references if self.language in (None, one.language))

    @property
    def wrong(self) -> tuple[Solution, ...]:
        """The wrong solutions to look at."""
        return tuple(one for one in self.solutions.wrong if self.language in (None, one.language))

    def fault(self, message: str, *path: str | int) -> Fault:
        """A fault at this place of problem.yaml."""
        return self.document.fault(message, *path)

    def tests(self) -> Iterator[Placed]:
        """Every test of every form, with its place; generated ones have that of the name of their function."""
        for form_index, form in enumerate(self.problem.forms):
            base: marked.Path = () if form.id is None else ("forms", form_index)
            for part_index, part in enumerate(form.parts):
                part_path = (*base, "parts", part_index)
                for index, test in enumerate(part.tests):
                    yield Placed(form, part, test, (*part_path, "tests", index), part_path)

    def statements(self) -> list[Path]:
        """The statement in each of its languages."""
        return sorted(self.problem.folder.glob("statement.*.md"))


def open_package(folder: Path, desk: Desk, language: str | None = None) -> Package:
    """The package in the folder. Raises PackageError with all that is wrong with it."""
    loaded = problem.load(folder)
    file = folder / problem.FILE
    document = marked.read(file.read_text("utf-8-sig"), str(file))
    return Package(loaded, document, find_solutions(loaded), desk, language)
