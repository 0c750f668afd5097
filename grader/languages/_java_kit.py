"""A Java toolchain -> our own classes for it, compiled in the sandbox, with archives that make the JVM start fast.

Where there is a cache, the classes lie there in a jar that each box is shown, beside archives of what the JVM made of
them and of the class library when it started (class data sharing). They are made once for each toolchain and version of
the grader. Where there is none, the classes are compiled once in each run of the grader and put into each box.
"""

from __future__ import annotations

import base64
import contextlib
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

from grader.cache import Cache, name_for, open_cache
from grader.errors import SandboxError
from grader.model import MEBIBYTE, Command, Limits, Outcome, Toolchain
from grader.plugins import Run

COMPILER_LIMITS = Limits(cpu_s=20, wall_s=60, memory_bytes=512 * MEBIBYTE, processes=128)
OVERHEAD_BYTES = 256 * MEBIBYTE
# G1, since 17 takes the objects of an archive, its modules among them, for no other collector: a third of a start.
# What the JVM has to say on its own behalf would stand among what the student's program prints.
JVM = (
    "-Xshare:auto", "-XX:+UseG1GC", "-XX:ParallelGCThreads=1", "-XX:ConcGCThreads=1", "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData", "-Xlog:disable",
)  # fmt: skip
_QUICK_TEXTS = "-XDstringConcat=inline"  # the first `+` of texts would cost the driver 20 ms otherwise
_LATE = "-XX:CompileThresholdScaling=3"  # most submissions have ended before what is compiled for them pays
# As deep as any code of a person's: how deep a small stack reaches depends on what was compiled before.
_DEEP = "-Xss32m"
COMPILER_HEAP = 384 * MEBIBYTE
_FIRST_HEAP = 16 * MEBIBYTE
# Annotation processors, which would be student code, are off.
COMPILING = (
    "-proc:none", "-encoding", "UTF-8", "-g", "-nowarn", "-Xlint:none", "-Xmaxerrs", "20", "-cp", ".",
    "-d", "../classes",
)  # fmt: skip
# For `Javac`, which keeps what was read of the class library.
COMPILER_STAYS = tuple(
    f"--add-exports=jdk.compiler/com.sun.tools.javac.{package}=ALL-UNNAMED" for package in ("api", "code", "util")
)
DRIVER, COMPILER = "Driver", "Compiler"
_JAR = "grader-inside.jar"
_LOADED, _ARCHIVE = "classes.list", "classes.jsa"
_LONG_AGO = (2001, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Kit:
    """Our classes: `files` go into each box that needs them, `roots` it must be shown; `archives` by their use."""

    class_path: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    roots: tuple[Path, ...] = ()
    archives: Mapping[str, Path] = field(default_factory=dict)

    @property
    def lacks_archives(self) -> bool:
        """Whether there is a place for archives, and one is not there."""
        return bool(self.roots) and len(self.archives) < 2

    def java(self, toolchain: Toolchain, use: str, heap_bytes: int, *flags: str) -> tuple[str, ...]:
        """The JVM with our classes and the archive for this use; the name of a class has to follow."""
        archive = self.archives.get(use)
        shared = (f"-XX:SharedArchiveFile={archive}",) if archive else ()
        flags = (*JVM, _LATE if use == DRIVER else _DEEP, *_heap(heap_bytes), *flags, *shared)
        return (str(toolchain.programs["java"]), *flags, "-cp", self.class_path)


def _heap(most_bytes: int) -> tuple[str, str]:
    """The heap may grow so far; a small one at first starts faster."""
    return f"-Xmx{most_bytes // MEBIBYTE}m", f"-Xms{min(most_bytes, _FIRST_HEAP) // MEBIBYTE}m"


def make_kit(toolchain: Toolchain, run: Run, many: bool) -> Kit:
    """The kit of this toolchain, from the cache or made; raises SandboxError if the driver can't be compiled.

    Archives that are not there yet are made where `many` submissions are built: they cost as much as two or three.
    """
    sources = _sources()
    maker = _Maker(toolchain, run)
    cache = open_cache(_name(toolchain, sources))
    if cache is None:
        return _put_into_boxes(maker.compile(sources))
    jar = cache.find(_JAR)
    if jar is None:
        classes = maker.compile(sources)
        jar = cache.keep(_JAR, _packed(classes))
        if jar is None:
            return _put_into_boxes(classes)
    if many:
        with contextlib.suppress(SandboxError):
            maker.make_archives(Kit(str(jar), roots=(jar.parent,)), cache)
    found = {use: cache.find(f"{use}.jsa") for use in (COMPILER, DRIVER)}
    return Kit(str(jar), roots=(jar.parent,), archives={use: path for use, path in found.items() if path is not None})


def _put_into_boxes(classes: Mapping[str, bytes]) -> Kit:
    return Kit("../driver", {f"driver/{path}": content for path, content in classes.items()})


def _sources() -> Mapping[str, bytes]:
    folder = resources.files("grader.languages").joinpath("java")
    return {f"submission/{file.name}": file.read_bytes() for file in folder.iterdir()}


def _name(toolchain: Toolchain, sources: Mapping[str, bytes]) -> str:
    library = toolchain.programs["java"].parent.parent / "lib" / "modules"
    return name_for("java", library, toolchain.version, {**sources, "": Path(__file__).read_bytes()})


def _packed(classes: Mapping[str, bytes]) -> bytes:
    """A jar, byte for byte the same whenever it is made."""
    jar = io.BytesIO()
    with zipfile.ZipFile(jar, "w") as file:
        for path, content in sorted(classes.items()):
            file.writestr(zipfile.ZipInfo(path, _LONG_AGO), content)
    return jar.getvalue()


# --- making them -------------------------------------------------------------------------------------------

_REHEARSED = """\
import java.util.*;

public class Solution {
    enum Mark { NONE, CROSS, NOUGHT }

    private final Map<String, Integer> counts = new HashMap<>();
    private final List<Integer> numbers = new ArrayList<>();

    int solution(String[] rows) {
        StringBuilder text = new StringBuilder();
        for (String row : rows) {
            text.append(row).append(' ');
            counts.merge(row, row.length(), Integer::sum);
        }
        Set<String> words = new TreeSet<>(Arrays.asList(text.toString().split(" ")));
        numbers.add(words.size());
        Collections.sort(numbers);
        Deque<int[]> cells = new ArrayDeque<>();
        cells.push(new int[] {1, 2});
        for (char[] line : new char[][] {"OX.".toCharArray()}) {
            numbers.add((int) Character.toUpperCase(line[0]));
        }
        String told = "so " + numbers.size() + " of " + Mark.values().length;
        return told.length() + String.join("", rows).chars().filter(each -> each == 'X').sum() > 0 ? 1 : 0;
    }

    public static void main(String[] words) {
        Scanner in = new Scanner(System.in);
        Random random = new Random(1);
        while (in.hasNextInt()) {
            System.out.printf("%d %s%n", in.nextInt() + random.nextInt(1), Mark.CROSS);
        }
        System.out.println("done " + in.hasNextLine());
    }
}
"""
_COMPILE = {
    "id": "rehearsal",
    "do": "compile",
    "arguments": [*COMPILING, "./Solution.java"],
    "files": {"submission/Solution.java": base64.b64encode(_REHEARSED.encode()).decode()},
    "collect": "classes",
}
_REFUSE = {
    **_COMPILE,
    "files": {"submission/Solution.java": base64.b64encode(b"class Solution { int x = ; }").decode()},
}
_LOAD = {
    "id": "rehearsal",
    "do": "load",
    "main": "Solution.java",
    "prelude": "none",
    "functions": [{"name": "solution", "names": ["solution"], "arity": 1, "returns": "int"}],
    "classes": [],
    "enums": [],
}
_ASK = {"id": "rehearsal", "do": "run", "state": "each", "steps": [["call", "solution", [["OX.", "XXX"]], None]] * 20}


@dataclass(frozen=True, slots=True)
class _Maker:
    """What makes kits, in the sandbox."""

    toolchain: Toolchain
    run: Run

    def compile(self, sources: Mapping[str, bytes]) -> Mapping[str, bytes]:
        """Our classes, by path."""
        flags = (f"-J{flag}" for flag in (*JVM, *_heap(COMPILER_HEAP)))
        paths = (f"./{path.removeprefix('submission/')}" for path in sources)
        command = Command(
            argv=(str(self.toolchain.programs["javac"]), *flags, *COMPILING, *COMPILER_STAYS, _QUICK_TEXTS, *paths),
            files=sources,
            roots=self.toolchain.roots,
            overhead_bytes=OVERHEAD_BYTES,
            collect="classes",
        )
        outcome = self.run(command, COMPILER_LIMITS)
        if outcome.exit_code != 0:
            said = outcome.stderr.decode("utf-8", "replace")
            raise SandboxError(f"the driver for Java could not be compiled: {outcome.ending.value}: {said}")
        return outcome.files

    def make_archives(self, kit: Kit, cache: Cache) -> None:
        """Keep archives of all that a rehearsal loads, those that are absent. What can't be had is done without."""
        if all(cache.find(f"{use}.jsa") for use in (COMPILER, DRIVER)):
            return
        compiled = self._rehearse(kit, COMPILER, [_COMPILE, _COMPILE, _REFUSE], {})
        driven = self._rehearse(kit, DRIVER, [_LOAD, _ASK], _classes(compiled))
        for use, outcome in ((COMPILER, compiled), (DRIVER, driven)):
            archive = self._archive(kit, outcome.files.get(_LOADED, b""))
            if archive:
                cache.keep(f"{use}.jsa", archive)

    def _rehearse(
        self, kit: Kit, use: str, requests: Sequence[Mapping[str, object]], files: Mapping[str, bytes]
    ) -> Outcome:
        """Ask one of our programs by its standard streams, and have the JVM write down what it loads."""
        stays = COMPILER_STAYS if use == COMPILER else ()
        java = kit.java(self.toolchain, use, COMPILER_HEAP, f"-XX:DumpLoadedClassList=../archive/{_LOADED}", *stays)
        command = Command(
            argv=(*java, f"grader.inside.{use}", "0", "1"),
            files={**files, "archive/.keep": b""},
            roots=(*self.toolchain.roots, *kit.roots),
            overhead_bytes=OVERHEAD_BYTES,
            stdin=b"".join(json.dumps(request).encode() + b"\n" for request in requests),
            collect="archive",
        )
        return self.run(command, COMPILER_LIMITS)

    def _archive(self, kit: Kit, loaded: bytes) -> bytes | None:
        """An archive of these classes, made for the collector that will run: it holds objects, too."""
        command = Command(
            argv=(
                str(self.toolchain.programs["java"]), "-Xshare:dump", "-XX:+UseG1GC", "-Xmx256m", "-Xlog:disable",
                f"-XX:SharedClassListFile=../archive/{_LOADED}", f"-XX:SharedArchiveFile=../archive/{_ARCHIVE}",
                "-cp", kit.class_path,
            ),
            files={f"archive/{_LOADED}": loaded},
            roots=(*self.toolchain.roots, *kit.roots),
            overhead_bytes=OVERHEAD_BYTES,
            collect="archive",
        )  # fmt: skip
        return self.run(command, COMPILER_LIMITS).files.get(_ARCHIVE) if loaded else None


def _classes(compiled: Outcome) -> Mapping[str, bytes]:
    answer = json.loads(compiled.stdout.partition(b"\n")[0] or b'{"files": {}}')
    return {f"classes/{path}": base64.b64decode(text) for path, text in answer["files"].items()}
