"""A Java submission -> classes, and commands that run them, with or without the driver.

Sources are made compilable before `javac` sees them (`_java_sources.py`), and, only if they do not compile as they are
and the task supplies them, with the imports that programming sites supply. Our own classes, the driver among them, come
from `_java_kit.py`.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path, PurePosixPath

from grader.errors import ToolMissing
from grader.languages._compiling import in_time
from grader.languages._java_kit import (
    COMPILER,
    COMPILER_HEAP,
    COMPILER_LIMITS,
    COMPILER_STAYS,
    COMPILING,
    DRIVER,
    OVERHEAD_BYTES,
    Kit,
    make_kit,
)
from grader.languages._java_messages import failure_of
from grader.languages._java_sources import Sources, sources_of, without_unneeded
from grader.languages._typed_starters import java_starter
from grader.languages._writing import Writing, camel
from grader.model import (
    BuildFailure,
    Built,
    Command,
    Ending,
    Interface,
    Limits,
    Outcome,
    Staying,
    Step,
    Submission,
    Toolchain,
)
from grader.plugins import Run
from grader.reach import find_programs, major, version_of
from grader.values import Value

_WRITING = Writing("null", "true", "false", "{", "}", "new ", camel)
_ENCODED = ("file", "sun.stdout", "sun.stderr", "stdout", "stderr")
_MANY = 3  # as many submissions as archives cost
_START_CPU_S = 0.5  # four times what a start has cost when it was measured
# All that the compiler says of code that is at fault, and what else it says has not to do with the code alone.
_OBJECTION = re.compile(
    rb"(?:\./|Note: )[^\n]*\n.*^\d+ errors?\n(?:\d+ warnings?\n)?(?:only showing [^\n]*\n)*", re.DOTALL | re.MULTILINE
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
        self._kits: dict[str, Kit] = {}
        self._builds = 0
        self._lock = threading.Lock()

    def find(self) -> Toolchain:
        """The first `javac` that student code can reach, with the `java` beside it."""
        for javac in find_programs("javac"):
            java = javac.with_name("java")
            home = javac.parent.parent
            version = _written_version(home) or version_of(javac, "-version")
            if java.exists() and major(version) >= 17:
                return Toolchain(version, {"java": java, "javac": javac}, (home,))
        raise ToolMissing("A Java development kit (17 or newer)", "sudo apt-get install openjdk-17-jdk-headless")

    def build(
        self, submission: Submission, interface: Interface, toolchain: Toolchain, run: Run
    ) -> Built | BuildFailure:
        """The classes of all the submission's Java files together."""
        kit = self._kit(toolchain, run)
        sources = sources_of(submission.files, submission.main or "")
        main = sources.wanted(submission.main or "")
        notes: tuple[str, ...] = ()
        compiler = _Compiler(toolchain, kit, run)
        outcome, compiled = compiler.compile(sources, main)
        if outcome.exit_code == 1 and interface.prelude == "sites" and b"cannot find symbol" in outcome.stderr:
            again, supplied = compiler.compile(sources.with_prelude(), main)
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
            {**classes, **others, **kit.files},
            main,
            {PurePosixPath(wanted).name: given for wanted, given in sources.given.items()},
            (*compiled.notes, *notes),
            log,
        )

    def driver(self, built: Built, toolchain: Toolchain, limits: Limits) -> Command:
        """The driver, with the student's classes out of its class path."""
        return replace(self._run(built, toolchain, limits, (f"grader.inside.{DRIVER}", "3", "4")), channel=True)

    def program(
        self, built: Built, toolchain: Toolchain, limits: Limits, arguments: Sequence[str], stdin: bytes | None
    ) -> Command:
        """The class that has a `main`, preferably that of the main file."""
        preferred = PurePosixPath(built.main).stem
        command = self._run(built, toolchain, limits, ("grader.inside.Program", preferred, *arguments))
        return replace(command, stdin=stdin, overhead_cpu_s=_START_CPU_S)

    def _run(self, built: Built, toolchain: Toolchain, limits: Limits, arguments: Sequence[str]) -> Command:
        kit = self._kits[toolchain.version]
        flags = [f"-D{name}.encoding=UTF-8" for name in _ENCODED]
        java = kit.java(toolchain, DRIVER, limits.memory_bytes, *flags)
        roots = (*toolchain.roots, *kit.roots)
        return Command((*java, *arguments), built.files, roots=roots, overhead_bytes=OVERHEAD_BYTES)

    def spell(self, name: str) -> str:
        """`camelCase`."""
        return camel(name)

    def starter(self, task: str, interface: Interface) -> tuple[str, str]:
        """A file that does nothing yet."""
        name = "".join(word.title() for word in task.split("-"))
        return java_starter(interface, name)

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

    def _kit(self, toolchain: Toolchain, run: Run) -> Kit:
        """Our own classes, made once for each toolchain, and their archives as soon as it is seen that they pay."""
        with self._lock:
            self._builds += 1
            known = self._kits.get(toolchain.version)
            if known is None or (self._builds == _MANY and known.lacks_archives):
                known = self._kits[toolchain.version] = make_kit(toolchain, run, many=self._builds >= _MANY)
        return known


@cache
def _written_version(home: Path) -> str | None:
    """What `javac -version` says, from the file that tells of a development kit: asking takes as long as compiling."""
    try:
        written = (home / "release").read_text("utf-8")
    except (OSError, ValueError):
        return None
    found = re.search(r'^JAVA_VERSION="(\d[\w.+-]*)"$', written, re.MULTILINE)
    return f"javac {found[1]}" if found else None


# --- compiling ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Compiler:
    """The compiler, with our own classes beside it."""

    toolchain: Toolchain
    kit: Kit
    run: Run

    def compile(self, sources: Sources, main: str) -> tuple[Outcome, Sources]:
        """What it made of all sources, else of those that need no library that is not here."""
        outcome = self._compile_all(sources)
        left, tried = outcome, sources
        while left.exit_code == 1:
            fewer = without_unneeded(tried, main, left.stderr.decode("utf-8", "replace"))
            if fewer is None:
                return outcome, sources
            tried = fewer
            left = self._compile_all(tried)
        return left, tried

    def _compile_all(self, sources: Sources) -> Outcome:
        arguments = (*COMPILING, *(f"./{path}" for path in sources.texts))
        fresh = Command(
            argv=(*self.kit.java(self.toolchain, COMPILER, COMPILER_HEAP), "com.sun.tools.javac.Main", *arguments),
            files={f"submission/{path}": text.encode("utf-8", "replace") for path, text in sources.texts.items()},
            roots=(*self.toolchain.roots, *self.kit.roots),
            overhead_bytes=OVERHEAD_BYTES,
            collect="classes",
        )
        java = self.kit.java(self.toolchain, COMPILER, COMPILER_HEAP, *COMPILER_STAYS)
        serve = (*java, f"grader.inside.{COMPILER}", "3", "4")
        staying = replace(fresh, argv=serve, files=self.kit.files, channel=True, collect=None)
        return in_time(self.run(replace(fresh, staying=Staying(staying, arguments, _OBJECTION)), COMPILER_LIMITS))


PLUGIN = Java()
