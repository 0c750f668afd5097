"""Headers that many submissions begin with: exactly those, and nothing that is told of a submission changes by them."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader import cache
from grader.errors import SandboxError
from grader.languages import cpp
from grader.languages._native_build import Builder
from grader.languages._native_precompiled import BEGIN_ALIKE, headers_of
from grader.model import Built, Command, Limits, Outcome, Returned, Submission
from grader.plugins import Sandbox
from tests.languages.native import BOARD, SOLUTION, Maker, ask, interface

BEGINNING = "// a comment\n#include <vector>\n#include <string> // one more\n\n/* and\n#include <map>\n*/ "
USING = "using namespace std;\nint count = 0; // a name of <algorithm> too\n"
RIGHT = BEGINNING + USING + "int solution(vector<string> board) { ++count; int unused; return board.size(); }\n"
RAISES = BEGINNING + USING + "int solution(vector<string> board) {\n    return board.at(7).size();\n}\n"


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("", ""),
        ("int main() {}\n#include <map>\n", ""),
        (BEGINNING, "string vector"),
        ("\ufeff#include <map>\n", ""),
        ("#include <stdio.h>\r\n#  include <map>\r\n", "map stdio.h"),
        ("#include <map>\n#include <set>\n#include <map>", "map set"),
        ('#include <map>\n#include "own.h"\n#include <set>\n', "map"),
        ("#define NDEBUG\n#include <cassert>\n", ""),
        ("#include <map>\n#pragma GCC optimize(3)\n#include <set>\n", "map"),
        ("#pragma once\n#include <set>\n", ""),
        ("#if 0\n#include <set>\n#endif\n", ""),
        ("// the end \\\n#include <set>\n", ""),
        ("// see /* here\n#include <set>\n/* // */\n#include <map>\n", "map set"),
        ("#include <bits/stdc++.h>\n", ""),
        ("#include <../../own>\n", ""),
        ("#include <set> int x;\n#include <map>\n", ""),
        ("#include <set>\\\n\n#include <map>\n", ""),
    ],
)
def test_what_stands_before_all_else(source: str, names: str) -> None:
    assert headers_of(source) == "".join(f"#include <{name}>\n" for name in names.split())


@pytest.fixture
def maker(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Iterator[Maker]:
    """A grader that has just been started, with an empty cache."""
    with tempfile.TemporaryDirectory(prefix="grader-test-", dir="/var/tmp") as folder:
        Path(folder).chmod(0o755)
        monkeypatch.setenv("XDG_CACHE_HOME", folder)
        monkeypatch.setattr(cache, "OF_THE_SYSTEM", Path(folder) / "none" / "such")
        made = Maker("cpp", sandbox)
        monkeypatch.setattr(made, "language", cpp.CPlusPlus())
        yield made
        made.close()


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """With how many precompiled beginnings each run of the compiler was."""
    numbers: list[int] = []
    run = Builder._run

    def counted(builder: Builder, files: dict[str, bytes], beginnings: dict[str, Path], *, alone: bool) -> object:
        numbers.append(len(beginnings))
        return run(builder, files, beginnings, alone=alone)

    monkeypatch.setattr(Builder, "_run", counted)
    return numbers


@pytest.mark.parametrize("source", [RIGHT, RAISES], ids=["right", "raises"])
def test_submissions_that_begin_alike_are_told_the_same_before_and_after(
    source: str, maker: Maker, runs: list[int]
) -> None:
    replies, built = [], []
    for _ in range(BEGIN_ALIKE + 1):
        made = maker.build(source, SOLUTION)
        assert isinstance(made, Built)
        built.append((made.notes, made.log, made.files["build/members.json"]))
        replies.append(ask(maker.open(source, SOLUTION), SOLUTION, BOARD))
    assert runs == [0] * (BEGIN_ALIKE - 1) + [1] * (BEGIN_ALIKE + 3)
    assert len(set(built)) == 1
    assert "unused" in built[0][1] or source == RAISES
    assert len(set(map(repr, replies))) == 1
    assert (f"line={RAISES[: RAISES.index('    return')].count(chr(10)) + 1}," in repr(replies[0])) is (
        source == RAISES
    )


def test_what_is_precompiled_for_one_is_not_there_for_another(maker: Maker, runs: list[int]) -> None:
    forgetful = "#include <cstdio>\nint solution(std::vector<const char *> board) { return board.size(); }\n"
    asked = interface("solution(board: list[str]) -> int", prelude="none")
    for _ in range(BEGIN_ALIKE):
        maker.build(RIGHT, SOLUTION)
    failures = [maker.fail(forgetful, asked) for _ in range(BEGIN_ALIKE + 1)]
    assert len(set(map(repr, failures))) == 1
    assert "vector" in failures[0].message
    assert runs[-2:] == [1, 0]  # what failed with it was compiled again


@pytest.mark.parametrize("spoil", [bytes.upper, lambda _content: b"", lambda content: content[:5000]])
def test_what_is_no_precompiled_header_does_no_harm(spoil: Callable[[bytes], bytes], maker: Maker) -> None:
    whole = cache.Cache.keep

    def keep(self: cache.Cache, name: str, content: bytes) -> Path | None:
        return whole(self, name, spoil(content) if name.endswith(".gch") else content)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(cache.Cache, "keep", keep)
        for _ in range(BEGIN_ALIKE + 1):
            assert ask(maker.open(RIGHT, SOLUTION), SOLUTION, BOARD) == (Returned(3),)


def test_the_next_run_finds_it(maker: Maker, runs: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(BEGIN_ALIKE):
        maker.build(RIGHT, SOLUTION)
    monkeypatch.setattr(maker, "language", cpp.CPlusPlus())
    maker.build(RIGHT, SOLUTION)
    assert runs == [0] * (BEGIN_ALIKE - 1) + [1, 1]


def test_a_sandbox_that_fails_at_it_fails_no_submission(maker: Maker) -> None:
    asked = []

    def run(command: Command, limits: Limits) -> Outcome:
        if "c++-header" in command.argv[2]:
            asked.append(command)
            raise SandboxError("no")
        return maker.workshop.run(command, limits)

    submission = Submission("student", {"solution.cpp": RIGHT.encode()}, "cpp", "solution.cpp", "")
    for _ in range(BEGIN_ALIKE + 1):
        assert isinstance(maker.language.build(submission, SOLUTION, maker.workshop.toolchain, run), Built)
    assert len(asked) == 1


def test_files_of_one_submission_count_as_one(maker: Maker, runs: list[int]) -> None:
    for _ in range(BEGIN_ALIKE - 1):
        maker.build({"solution.cpp": RIGHT, "other.cpp": BEGINNING}, SOLUTION)
    assert runs == [0] * (BEGIN_ALIKE - 1)
