"""What the tests of C and C++ share: a submission built, loaded and asked, with calls written as in a package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from grader import plugins
from grader.build import Workshop
from grader.errors import ToolMissing
from grader.expression import read_function, read_step
from grader.model import (
    BuildFailure,
    Built,
    ClassAsked,
    EnumAsked,
    Interface,
    Limits,
    Reply,
    State,
    Submission,
)
from grader.plugins import Sandbox
from grader.subject import BuiltSubject
from grader.submission import digest
from tests.conftest import lacking

LIMITS = Limits(cpu_s=3, wall_s=30)


def interface(
    *functions: str, classes: Sequence[ClassAsked] = (), enums: Sequence[EnumAsked] = (), prelude: str = "sites"
) -> Interface:
    """An interface by its declarations."""
    return Interface(tuple(map(read_function, functions)), tuple(classes), tuple(enums), prelude=prelude)


BOARD = 'solution(["O.X", ".O.", "..X"])'
SOLUTION = interface("solution(board: list[str]) -> int")
HEADERS = "".join(
    f"#include <{name}>\n"
    for name in ("array", "iostream", "list", "memory", "set", "stdexcept", "string", "string_view", "vector")
)
START = HEADERS + "using namespace std;\n"
SIZE = "int solution(vector<string> board) { return board.size(); }\n"
"""What sources in C++ have in common: how they begin, and a right one."""


class Maker:
    """Builds submissions of one language; `opened` are closed by whoever made this."""

    def __init__(self, name: str, sandbox: Sandbox) -> None:
        self.language = plugins.languages()[name]
        try:
            self.workshop = Workshop(self.language, self.language.find(), sandbox)
        except ToolMissing as error:
            lacking(str(error))
        self.opened: list[BuiltSubject] = []

    def build(self, files: str | Mapping[str, str | bytes], asked: Interface) -> Built | BuildFailure:
        """The files built; a text is the one file of the language."""
        given = {f"solution{self.language.extensions[0]}": files} if isinstance(files, str) else files
        contents = {path: text.encode() if isinstance(text, str) else text for path, text in given.items()}
        main = next(path for path in contents if path.lower().endswith(self.language.extensions))
        submission = Submission("student", contents, self.language.name, main, digest(contents))
        return self.language.build(submission, asked, self.workshop.toolchain, self.workshop.run)

    def open(self, files: str | Mapping[str, str | bytes], asked: Interface, limits: Limits = LIMITS) -> BuiltSubject:
        """The files built and loaded."""
        built = self.build(files, asked)
        assert isinstance(built, Built), built
        subject = BuiltSubject(built, self.language, self.workshop.toolchain, self.workshop.sandbox, limits)
        self.opened.append(subject)
        assert subject.load(asked) is None
        return subject

    def fail(self, files: str | Mapping[str, str | bytes], asked: Interface) -> BuildFailure:
        """Why the files can't be built."""
        failure = self.build(files, asked)
        assert isinstance(failure, BuildFailure)
        return failure

    def close(self) -> None:
        for subject in self.opened:
            subject.close()


def ask(subject: BuiltSubject, asked: Interface, *calls: str, state: State = State.NEW) -> tuple[Reply, ...]:
    """The replies to calls as a package writes them."""
    subject.begin_part()
    return subject.ask([read_step(call, asked).step for call in calls], state).replies


def close_after(maker: Maker, request: pytest.FixtureRequest) -> Maker:
    """The maker, with what it opened closed when the tests of the module are done."""
    request.addfinalizer(maker.close)
    return maker
