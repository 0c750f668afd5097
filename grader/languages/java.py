"""A Java submission -> classes, and commands that run them, with or without the driver.

Sources are made compilable before `javac` sees them, without moving a line: UTF-8 without a byte order mark, each
file named after its public class, and, only if they do not compile as they are and the task supplies them, with
the imports that programming sites supply. The driver is compiled in the sandbox too, once per run of the grader.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path, PurePosixPath

from grader.errors import SandboxError, ToolMissing
from grader.languages._sources import as_text
from grader.languages._writing import Writing, camel
from grader.model import (
    MEBIBYTE,
    BuildFailure,
    Built,
    Command,
    Ending,
    Interface,
    Limits,
    Outcome,
    Place,
    Step,
    Submission,
    Toolchain,
)
from grader.plugins import Run
from grader.reach import find_programs, major, version_of
from grader.values import Value

_WRITING = Writing("null", "true", "false", "{", "}", "new ", camel)
_OVERHEAD = 256 * MEBIBYTE
_PRELUDE = "import java.util.*; import java.util.function.*; import java.util.stream.*; import java.io.*; "
_JVM = (
    "-Xshare:auto",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-Dfile.encoding=UTF-8",
)
_QUICK_TEXTS = ("-XDstringConcat=inline",)  # the first `+` of texts would cost the driver 20 ms otherwise
_COMPILER = Limits(cpu_s=20, wall_s=60, memory_bytes=512 * MEBIBYTE, processes=128)
_ERROR = re.compile(
    r"^(?P<file>[^\n:]+\.java):(?P<line>\d+): error: (?P<text>[^\n]*)\n(?P<source>[^\n]*)\n(?P<caret> *)\^",
    re.MULTILINE,
)


class Java:
    """Java 17 or newer."""

    name = "java"
    title = "Java"
    extensions: tuple[str, ...] = (".java",)
    one_number_type = False
    compiles_all_files = True
    hello = 'public class Hello { public static void main(String[] args) { System.out.println("hello"); } }\n'

    def __init__(self) -> None:
        self._drivers: dict[str, Mapping[str, bytes]] = {}
        self._lock = threading.Lock()

    def find(self) -> Toolchain:
        """The first `javac` that student code can reach, with the `java` beside it."""
        for javac in find_programs("javac"):
            java = javac.with_name("java")
            if java.exists() and major(version_of(javac, "-version")) >= 17:
                programs = {"java": java, "javac": javac}
                return Toolchain(version_of(javac, "-version"), programs, (javac.parent.parent,))
        raise ToolMissing("A Java development kit (17 or newer)", "sudo apt-get install openjdk-17-jdk-headless")

    def build(
        self, submission: Submission, interface: Interface, toolchain: Toolchain, run: Run
    ) -> Built | BuildFailure:
        """The classes of all the submission's Java files together."""
        sources, names = _sources(submission.files)
        notes: tuple[str, ...] = ()
        outcome = _compile(sources, toolchain, run)
        if outcome.exit_code == 1 and interface.prelude == "sites" and b"cannot find symbol" in outcome.stderr:
            supplied = {path: _with_prelude(text) for path, text in sources.items()}
            again = _compile(supplied, toolchain, run)
            if again.exit_code == 0:
                outcome = again
                notes = ("Imports such as `import java.util.*;` were missing and were added.",)
        log = outcome.stderr.decode("utf-8", "replace")
        if outcome.ending is not Ending.EXITED or outcome.exit_code != 0:
            return _failure(outcome, log, names)
        classes = {f"classes/{path}": content for path, content in outcome.files.items()}
        others = {
            f"submission/{path}": content
            for path, content in submission.files.items()
            if not path.lower().endswith(".java")
        }
        inside = {given: wanted for wanted, given in names.items()}
        return Built(
            {**classes, **others, **self._driver(toolchain, run)},
            inside.get(submission.main or "", ""),
            {PurePosixPath(wanted).name: given for wanted, given in names.items()},
            notes,
            log,
        )

    def driver(self, built: Built, toolchain: Toolchain, limits: Limits) -> Command:
        """The driver, with the student's classes out of its class path."""
        return replace(self._run(built, toolchain, limits, ("grader.inside.Driver", "3", "4")), channel=True)

    def program(
        self, built: Built, toolchain: Toolchain, limits: Limits, arguments: Sequence[str], stdin: bytes | None
    ) -> Command:
        """The class that has a `main`, preferably that of the main file."""
        preferred = PurePosixPath(built.main).stem
        command = self._run(built, toolchain, limits, ("grader.inside.Program", preferred, *arguments))
        return replace(command, stdin=stdin)

    def _run(self, built: Built, toolchain: Toolchain, limits: Limits, arguments: Sequence[str]) -> Command:
        return Command(
            argv=(
                str(toolchain.programs["java"]),
                *_JVM,
                "-Dsun.stdout.encoding=UTF-8",
                "-Dsun.stderr.encoding=UTF-8",
                "-Dstdout.encoding=UTF-8",
                "-Dstderr.encoding=UTF-8",
                f"-Xmx{limits.memory_bytes // MEBIBYTE}m",
                "-cp",
                "../driver",
                *arguments,
            ),
            files=built.files,
            roots=toolchain.roots,
            overhead_bytes=_OVERHEAD,
        )

    def spell(self, name: str) -> str:
        """`camelCase`."""
        return camel(name)

    def show(self, value: Value) -> str:
        """As Java writes it, arrays as in an initialiser."""
        return _WRITING.value(value)

    def show_step(self, step: Step) -> str:
        """As Java writes it."""
        return _WRITING.step(step)

    def ran_out_of_memory(self, outcome: Outcome) -> bool:
        """The JVM says so, in the trace or when it gives up."""
        threads = b"unable to create native thread" in outcome.stderr
        told = b"java.lang.OutOfMemoryError" in outcome.stderr or b"insufficient memory" in outcome.stdout
        return told and not threads

    def _driver(self, toolchain: Toolchain, run: Run) -> Mapping[str, bytes]:
        """The driver's classes, made once for each compiler."""
        with self._lock:
            if toolchain.version not in self._drivers:
                folder = resources.files("grader.languages").joinpath("java")
                sources = {f"submission/{file.name}": file.read_bytes() for file in folder.iterdir()}
                paths = [path.removeprefix("submission/") for path in sources]
                command = _javac(toolchain.programs["javac"], paths, sources, toolchain.roots, _QUICK_TEXTS)
                outcome = run(command, _COMPILER)
                if outcome.exit_code != 0:
                    said = outcome.stderr.decode("utf-8", "replace")
                    raise SandboxError(f"the driver for Java could not be compiled: {outcome.ending.value}: {said}")
                self._drivers[toolchain.version] = {
                    f"driver/{path}": content for path, content in outcome.files.items()
                }
        return self._drivers[toolchain.version]


# --- sources -----------------------------------------------------------------------------------------------

_NOISE = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\Z)|"(?:\\.|[^"\\\n])*(?:"|(?=\n)|\\?\Z)|\'(?:\\.|[^\'\\\n])*(?:\'|(?=\n)|\\?\Z)|//[^\n]*|/\*.*?(?:\*/|\Z)',
    re.DOTALL,
)
_BRACE_OR_PUBLIC = re.compile(
    r"[{}]|\bpublic\s+(?:(?:abstract|final|strictfp|sealed|non-sealed)\s+)*"
    r"(?:class|interface|enum|record|@interface)\s+(\w+)"
)
_PACKAGE = re.compile(r"^[ \t]*package[ \t]+[\w.]+\s*;", re.MULTILINE)
_TYPE = re.compile(r"\b(?:class|interface|enum|record)\s+(\w+)")


def _sources(files: Mapping[str, bytes]) -> tuple[dict[str, str], dict[str, str]]:
    """The Java files by the name that they must have, and the names that the student gave them."""
    sources: dict[str, str] = {}
    given: dict[str, str] = {}
    for path, content in sorted(files.items()):
        if not path.lower().endswith(".java"):
            continue
        text = as_text(content)
        folder = PurePosixPath(path).parent
        name = _public_type(text) or _first_type(text) or f"File{len(sources) + 1}"
        wanted = (folder / f"{name}.java").as_posix()
        if wanted in sources:
            wanted = (folder / f"again{len(sources)}" / f"{name}.java").as_posix()
        sources[wanted] = text
        given[wanted] = path
    return sources, given


def _bare(text: str) -> str:
    """The text without comments and literals, line ends kept."""
    return _NOISE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def _public_type(text: str) -> str | None:
    """The name of the public type at the top level."""
    depth = 0
    for match in _BRACE_OR_PUBLIC.finditer(_bare(text)):
        if match.group() == "{":
            depth += 1
        elif match.group() == "}":
            depth -= 1
        elif depth == 0:
            return match.group(1)
    return None


def _first_type(text: str) -> str | None:
    match = _TYPE.search(_bare(text))
    return match.group(1) if match else None


def _with_prelude(text: str) -> str:
    """The text with the usual imports, on the line of its package declaration or its first line."""
    match = _PACKAGE.search(_bare(text))
    at = match.end() if match else 0
    return f"{text[:at]} {_PRELUDE}{text[at:]}"


# --- compiling ---------------------------------------------------------------------------------------------


def _compile(sources: Mapping[str, str], toolchain: Toolchain, run: Run) -> Outcome:
    files = {f"submission/{path}": text.encode("utf-8", "replace") for path, text in sources.items()}
    return run(_javac(toolchain.programs["javac"], list(sources), files, toolchain.roots), _COMPILER)


def _javac(
    javac: Path, paths: Sequence[str], files: Mapping[str, bytes], roots: tuple[Path, ...], more: Sequence[str] = ()
) -> Command:
    """One run of the compiler. Annotation processors, which would be student code, are off."""
    flags = ("-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:-UsePerfData")
    return Command(
        argv=(
            str(javac),
            *(f"-J{flag}" for flag in flags),
            "-proc:none", "-encoding", "UTF-8", "-g", "-nowarn", "-Xlint:none", "-Xmaxerrs", "20",
            *more,
            "-d", "../classes",
            *(f"./{path}" for path in paths),
        ),
        files=dict(files),
        roots=roots,
        overhead_bytes=_OVERHEAD,
        collect="classes",
    )  # fmt: skip


def _failure(outcome: Outcome, log: str, names: Mapping[str, str]) -> BuildFailure:
    """What the compiler said, in terms of the student's file names."""
    for wanted, given in names.items():
        log = log.replace(f"./{wanted}", given)
    if outcome.ending in (Ending.CPU_LIMIT, Ending.WALL_LIMIT):
        return BuildFailure("The compiler did not come to an end with this code.", log=log)
    if outcome.ending is not Ending.EXITED or outcome.exit_code not in (0, 1):
        return BuildFailure("The compiler gave up on this code.", log=log)
    match = _ERROR.search(log)
    if match is None:
        return BuildFailure(log.strip().split("\n")[0][:500] or "The compiler refused this code.", log=log)
    place = Place(match["file"], int(match["line"]), len(match["caret"]) + 1, match["source"][:500])
    return BuildFailure(match["text"][:500], place, log)


PLUGIN = Java()
