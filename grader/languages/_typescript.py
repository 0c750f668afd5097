"""TypeScript files -> JavaScript files with maps of their lines, and what the compiler has to say, by `tsc`.

The compiler runs twice: once to check the types, which can only add notes, and once to translate without types,
which is what counts. So an error of types, or types on which the compiler never comes to an end, stop nobody.

`tsc` was taken since of all that were tried only it and esbuild take every kind of code that students write
(Node's own stripping and amaro refuse enumerations or leave decorators, as sucrase does), and only it knows types.
From version 7 it needs 10 ms to translate and 80 ms to check; 5 and 6 take 0.3 s and 0.9 s.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path

from grader.languages._compiling import in_time
from grader.model import MEBIBYTE, Command, Ending, Limits, Outcome, Place
from grader.plugins import Run

_TRANSLATING = Limits(cpu_s=20, wall_s=60, memory_bytes=512 * MEBIBYTE, processes=128)
_CHECKING = Limits(cpu_s=5, wall_s=15, memory_bytes=512 * MEBIBYTE, processes=128)
_OVERHEAD = 704 * MEBIBYTE  # 5 and 6 run on Node, which may reserve 512 of it at its start
_COMMON = (
    "--target", "es2022", "--module", "nodenext", "--moduleDetection", "force", "--strict", "false",
    "--rewriteRelativeImportExtensions", "--resolveJsonModule", "--pretty", "false",
)  # fmt: skip
_CHECK = ("--noEmit", "--lib", "esnext", "../types/node.d.ts")
_TRANSLATE = ("--noCheck", "--noLib", "--sourceMap", "--newLine", "lf", "--preserveConstEnums", "../types/least.d.ts")
_DIAGNOSTIC = re.compile(
    r"^(?P<file>.+)\((?P<line>\d+),(?P<column>\d+)\): error TS(?P<code>\d+): (?P<text>.*)$", re.MULTILINE
)
_LINE_ENDS = re.compile("\r\n|[\n\r\u2028\u2029]")
# Files and types that only a student's own machine has: Node's, and packages'.
_UNKNOWABLE = frozenset((2307, 2580, 2584, 2591, 2688, 2792, 7016))


@dataclass(frozen=True, slots=True)
class Dialect:
    """How code is to be understood that can be read in two ways.

    By default it is translated to CommonJS modules, where `require`, `import` and names of files without endings
    all work, with the decorators and the fields of the language's standard.
    """

    es_modules: bool = False
    old_decorators: bool = False
    old_fields: bool = False

    @property
    def flags(self) -> tuple[str, ...]:
        """What the compiler is told of it."""
        decorators = ("--experimentalDecorators",) if self.old_decorators else ()
        return (*decorators, "--useDefineForClassFields", "false") if self.old_fields else decorators

    @property
    def files(self) -> Mapping[str, bytes]:
        """What tells the compiler, and Node, that files are ES modules."""
        return {"submission/package.json": b'{"type": "module"}\n'} if self.es_modules else {}


# What the compiler says where the code was meant in the other way.
_ES_MODULES = frozenset((1309, 1378, 1343, 1432, 1470, 1479))
_OLD_DECORATORS = frozenset((1206, 1238, 1239, 1240, 1241, 1270, 1271, 1278, 1279))
_OLD_FIELDS = frozenset((2612, 2729))


def _dialect(found: Sequence[Diagnostic]) -> Dialect:
    codes = {error.code for error in found}
    return Dialect(bool(codes & _ES_MODULES), bool(codes & _OLD_DECORATORS), bool(codes & _OLD_FIELDS))


def _misfits(found: Sequence[Diagnostic]) -> int:
    return sum(error.code in _ES_MODULES | _OLD_DECORATORS | _OLD_FIELDS for error in found)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One error that the compiler found, in a file of the student's."""

    place: Place
    code: int
    text: str


@dataclass(frozen=True, slots=True)
class Translation:
    """JavaScript files and their maps by path in the box; the errors of syntax in the way of it; how it ended."""

    files: Mapping[str, bytes]
    errors: tuple[Diagnostic, ...]
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Compiler:
    """`tsc` in a sandbox, with the TypeScript files of one submission by path, and JSON files beside them."""

    command: tuple[str, ...]
    roots: tuple[Path, ...]
    run: Run
    sources: Mapping[str, str]
    data: Mapping[str, bytes]

    def check(self, main: str) -> tuple[Dialect, tuple[Diagnostic, ...]]:
        """The dialect of the code, and its errors of types; none are known where checking takes too long."""
        paths = (main, *(path for path in self.sources if is_declaration(path)))
        found = self._check(paths, Dialect())
        other = _dialect(found)
        if other != Dialect():
            again = self._check(paths, other)
            if _misfits(again) < _misfits(found):
                return other, again
        return Dialect(), found

    def _check(self, paths: Sequence[str], dialect: Dialect) -> tuple[Diagnostic, ...]:
        outcome = self._compile(paths, _CHECK, dialect, _CHECKING)
        return tuple(one for one in self._diagnostics(outcome) if one.code not in _UNKNOWABLE)

    def translate(self, main: str, dialect: Dialect) -> Translation:
        """The main file, all that it imports, and of the other files those that can be translated."""
        made = self._translate((main,), dialect)
        broken: set[str] = set()
        while made.outcome.exit_code == 0:
            rest = [path for path in self.sources if self._is_left(path, made) and path not in broken]
            if not rest:
                break
            more = self._translate(rest, dialect)
            if more.outcome.exit_code == 0:
                made = replace(made, files={**more.files, **made.files})
                break
            unusable = {error.place.file for error in more.errors}
            if not unusable:
                break
            broken |= unusable
        return made

    def _is_left(self, path: str, made: Translation) -> bool:
        return not is_declaration(path) and f"submission/{javascript_of(path)}" not in made.files

    def _translate(self, paths: Sequence[str], dialect: Dialect) -> Translation:
        outcome = in_time(self._compile(paths, _TRANSLATE, dialect, _TRANSLATING))
        files = {
            f"submission/{path}": content
            for path, content in outcome.files.items()
            if path not in self.sources and path not in self.data
        }
        return Translation({**files, **dialect.files}, self._diagnostics(outcome), outcome)

    def _compile(self, paths: Sequence[str], flags: Sequence[str], dialect: Dialect, limits: Limits) -> Outcome:
        sources = {f"submission/{path}": text.encode("utf-8", "replace") for path, text in self.sources.items()}
        data = {f"submission/{path}": content for path, content in self.data.items()}
        command = Command(
            argv=(*self.command, *_COMMON, *flags, *dialect.flags, *(f"./{path}" for path in paths)),
            files={**data, **sources, **_types(), **dialect.files},
            environment={"GOMAXPROCS": "2"},  # it would start as many threads as the machine has processors
            roots=self.roots,
            overhead_bytes=_OVERHEAD,
            collect="submission",
        )
        return self.run(command, limits)

    def _diagnostics(self, outcome: Outcome) -> tuple[Diagnostic, ...]:
        """What it said of the student's files; nothing where it did not come to an end."""
        if outcome.ending is not Ending.EXITED:
            return ()
        said = outcome.stdout.decode("utf-8", "replace")
        whole = said.rpartition("\n")[0] if outcome.stdout_cut else said
        matches = (match for match in _DIAGNOSTIC.finditer(whole) if match["file"] in self.sources)
        return tuple(
            Diagnostic(
                Place(match["file"], int(match["line"]), int(match["column"])), int(match["code"]), match["text"][:500]
            )
            for match in matches
        )

    def line_at(self, place: Place) -> str:
        """The line of the student's file, as the compiler counts lines."""
        lines = _LINE_ENDS.split(self.sources[place.file])
        return lines[place.line - 1][:500] if place.line and place.line <= len(lines) else ""


def is_declaration(path: str) -> bool:
    """Whether it is a file that only declares what is elsewhere."""
    return path.endswith((".d.ts", ".d.mts", ".d.cts"))


def javascript_of(path: str) -> str:
    """`a/b.ts` -> `a/b.js`, `c.mts` -> `c.mjs`."""
    return path.removesuffix("ts") + "js"


@cache
def _types() -> Mapping[str, bytes]:
    folder = resources.files("grader.languages").joinpath("typescript")
    return {f"types/{file.name}": file.read_bytes() for file in folder.iterdir()}
