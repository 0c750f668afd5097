"""A Java submission -> classes, and commands that run them, with or without the driver.

Sources are made compilable before `javac` sees them (`_java_sources.py`), and, only if they do not compile as they are
and the task supplies them, with the imports that programming sites supply. The driver is compiled in the sandbox too,
once per run of the grader.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path, PurePosixPath

from grader.errors import SandboxError, ToolMissing
from grader.languages._java_messages import failure_of
from grader.languages._java_sources import Sources, sources_of, without_unneeded
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
    Step,
    Submission,
    Toolchain,
)
from grader.plugins import Run
from grader.reach import find_programs, major, version_of
from grader.values import Value

_WRITING = Writing("null", "true", "false", "{", "}", "new ", camel)
_OVERHEAD = 256 * MEBIBYTE
_START_CPU_S = 0.5  # four times what a start has cost when it was measured
_JVM = (
    "-Xshare:auto",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-Dfile.encoding=UTF-8",
)
_QUICK_TEXTS = ("-XDstringConcat=inline",)  # the first `+` of texts would cost the driver 20 ms otherwise
_COMPILER = Limits(cpu_s=20, wall_s=60, memory_bytes=512 * MEBIBYTE, processes=128)


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
        sources = sources_of(submission.files, submission.main or "")
        main = sources.wanted(submission.main or "")
        notes: tuple[str, ...] = ()
        outcome, compiled = _compile(sources, main, toolchain, run)
        if outcome.exit_code == 1 and interface.prelude == "sites" and b"cannot find symbol" in outcome.stderr:
            again, supplied = _compile(sources.with_prelude(), main, toolchain, run)
            if again.exit_code == 0:
                outcome, compiled = again, supplied
                notes = ("Imports such as `import java.util.*;` were missing and were added.",)
        log = outcome.stderr.decode("utf-8", "replace")
        if outcome.ending is not Ending.EXITED or outcome.exit_code != 0:
            return failure_of(outcome, log, sources.given)
        classes = {f"classes/{path}": content for path, content in outcome.files.items()}
        others = {
            f"submission/{path}": content
            for path, content in submission.files.items()
            if not path.lower().endswith(".java")
        }
        return Built(
            {**classes, **others, **self._driver(toolchain, run)},
            main,
            {PurePosixPath(wanted).name: given for wanted, given in sources.given.items()},
            (*compiled.notes, *notes),
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
        return replace(command, stdin=stdin, overhead_cpu_s=_START_CPU_S)

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


# --- compiling ---------------------------------------------------------------------------------------------


def _compile(sources: Sources, main: str, toolchain: Toolchain, run: Run) -> tuple[Outcome, Sources]:
    """What the compiler made of all sources, else of those that need no library that is not here."""
    outcome = _compile_all(sources, toolchain, run)
    left, tried = outcome, sources
    while left.exit_code == 1:
        fewer = without_unneeded(tried, main, left.stderr.decode("utf-8", "replace"))
        if fewer is None:
            return outcome, sources
        tried = fewer
        left = _compile_all(tried, toolchain, run)
    return left, tried


def _compile_all(sources: Sources, toolchain: Toolchain, run: Run) -> Outcome:
    files = {f"submission/{path}": text.encode("utf-8", "replace") for path, text in sources.texts.items()}
    return run(_javac(toolchain.programs["javac"], list(sources.texts), files, toolchain.roots), _COMPILER)


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


PLUGIN = Java()
