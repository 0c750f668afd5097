"""A TypeScript submission -> JavaScript, in the sandbox, and commands that run it with its places told in TypeScript.

Its driver is that of JavaScript: compiled files run as files of CommonJS or ES modules do, and the compiler's maps
lead from their places to those in the student's files.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from grader.errors import SandboxError, ToolMissing
from grader.languages._script_starters import typescript_starter
from grader.languages._sources import as_text, as_utf8
from grader.languages._typescript import Compiler, Diagnostic, Dialect, Translation, javascript_of
from grader.languages._writing import camel
from grader.languages.javascript import JavaScript
from grader.model import BuildFailure, Built, Command, Ending, Interface, Limits, Submission, Toolchain
from grader.plugins import Run
from grader.reach import find_programs, reachable

_LEAST = (5, 7)
_MOST_NOTES = 5
_MOST_LOGGED = 100


class TypeScript(JavaScript):
    """TypeScript 5.7 or newer, on Node."""

    name = "typescript"
    title = "TypeScript"
    extensions: tuple[str, ...] = (".ts", ".mts", ".cts")
    hello = "const word: string = 'hello';\nconsole.log(word);\n"

    def find(self) -> Toolchain:
        """Node, and the first `tsc` that student code can reach, as a package manager installs it."""
        node = super().find()
        for program in find_programs("tsc"):
            package = program.parent.parent
            version = _version(package)
            if _numbers(version) < _LEAST:
                continue
            compiler = next(_native(package), package / "bin" / "tsc")
            programs = {**node.programs, "tsc": compiler}
            return Toolchain(f"TypeScript {version}, {node.version}", programs, (*node.roots, package, compiler.parent))
        npm = "" if shutil.which("npm") else "sudo apt-get install npm && "
        raise ToolMissing("TypeScript (5.7 or newer)", f"{npm}sudo npm install -g typescript")

    def build(
        self, submission: Submission, interface: Interface, toolchain: Toolchain, run: Run
    ) -> Built | BuildFailure:
        """The JavaScript of the main file and of what it uses; errors of types are notes."""
        del interface
        given = {_plain(path): path for path in submission.files if _is_source(path)}
        sources = {path: as_text(submission.files[name]) for path, name in given.items()}
        others = {path: as_utf8(content) for path, content in submission.files.items() if _is_kept(path)}
        data = {path: content for path, content in others.items() if path.endswith(".json")}
        compiler = Compiler(_command(toolchain), toolchain.roots, run, sources, data)
        main = _plain(submission.main or "")
        dialect, errors = compiler.check(main)
        made = compiler.translate(main, dialect)
        if made.outcome.ending is not Ending.EXITED or made.outcome.exit_code != 0:
            _prove(compiler)
            return _failure(made, compiler, given)
        files = {f"submission/{path}": content for path, content in others.items()}
        files |= {f"submission/{path}": text.encode("utf-8", "replace") for path, text in sources.items()}
        names = {path: name for path, name in given.items() if path != name}
        return Built({**files, **made.files}, javascript_of(main), names, tuple(_notes(errors, given)), _log(errors))

    def starter(self, task: str, interface: Interface) -> tuple[str, str]:
        """A file that does nothing yet."""
        return f"{camel(task.replace('-', '_'))}.ts", typescript_starter(interface)

    def driver(self, built: Built, toolchain: Toolchain, limits: Limits) -> Command:
        """The driver of JavaScript, told that there are maps."""
        command = super().driver(built, toolchain, limits)
        return replace(command, argv=(*command.argv, "maps"))

    def program(
        self, built: Built, toolchain: Toolchain, limits: Limits, arguments: Sequence[str], stdin: bytes | None
    ) -> Command:
        """The main file, as Node runs it; a trace is told in the lines of the student's file."""
        command = super().program(built, toolchain, limits, arguments, stdin)
        node, *rest = command.argv
        return replace(command, argv=(node, "--enable-source-maps", *rest))


# --- the compiler on this machine --------------------------------------------------------------------------


def _version(package: Path) -> str:
    """The version of the package `typescript` in this folder; empty if it is none."""
    try:
        about = json.loads((package / "package.json").read_text("utf-8"))
        return str(about["version"]) if about["name"] == "typescript" else ""
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.partition("-")[0].split(".") if number.isdecimal())


def _native(package: Path) -> Iterator[Path]:
    """The compiler itself: from version 7 on the `tsc` of the package only starts it, and takes 0.4 s to do so."""
    for folder in (package / "node_modules", package.parent):
        yield from (path for path in sorted(folder.glob("@typescript/typescript-*/lib/tsc")) if reachable(path))


def _command(toolchain: Toolchain) -> tuple[str, ...]:
    compiler = toolchain.programs["tsc"]
    native = compiler.parent.name == "lib"
    return (str(compiler),) if native else (str(toolchain.programs["node"]), str(compiler))


def _prove(compiler: Compiler) -> None:
    """Raises SandboxError when the compiler can't translate anything: then it was not the student's code."""
    hello = replace(compiler, sources={"hello.ts": TypeScript.hello}, data={})
    outcome = hello.translate("hello.ts", Dialect()).outcome
    if outcome.ending is not Ending.EXITED or outcome.exit_code != 0:
        said = (outcome.stdout + outcome.stderr).decode("utf-8", "replace").strip()
        raise SandboxError(f"the TypeScript compiler does not work: {outcome.ending.value}: {said[-500:]}")


# --- files -------------------------------------------------------------------------------------------------


def _is_source(path: str) -> bool:
    return path.lower().endswith(TypeScript.extensions)


def _is_kept(path: str) -> bool:
    """Settings of the student's for compilers and Node are left out: they were made for another way of building."""
    return not _is_source(path) and PurePosixPath(path).name not in ("package.json", "tsconfig.json")


def _plain(path: str) -> str:
    """The path with its ending in small letters, without which the compiler does not know the file."""
    return str(PurePosixPath(path).with_suffix(PurePosixPath(path).suffix.lower())) if path else path


# --- what is told ------------------------------------------------------------------------------------------


def _failure(made: Translation, compiler: Compiler, given: Mapping[str, str]) -> BuildFailure:
    outcome, log = made.outcome, _log(made.errors)
    if outcome.ending is Ending.CPU_LIMIT:
        return BuildFailure("The compiler did not come to an end with this code.", log=log)
    if not made.errors:
        return BuildFailure("The compiler gave up on this code.", log=outcome.stdout.decode("utf-8", "replace"))
    first = made.errors[0]
    place = replace(first.place, file=given[first.place.file], source=compiler.line_at(first.place))
    return BuildFailure(first.text, place, log)


def _notes(errors: Sequence[Diagnostic], given: Mapping[str, str]) -> Iterator[str]:
    for error in errors[:_MOST_NOTES]:
        place = f"{given[error.place.file]}, line {error.place.line}"
        yield f"TypeScript finds a type error (which alone costs no points): {place}: {error.text}"
    if len(errors) > _MOST_NOTES:
        yield f"TypeScript finds further type errors: {len(errors) - _MOST_NOTES}."


def _log(errors: Sequence[Diagnostic]) -> str:
    told = errors[:_MOST_LOGGED]
    return "\n".join(f"{each.place.file}:{each.place.line}:{each.place.column}: {each.text}" for each in told)


PLUGIN = TypeScript()
