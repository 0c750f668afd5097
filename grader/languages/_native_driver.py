"""A compiler -> the driver's own parts for it, compiled in the sandbox.

Where there is a cache they lie there, made once for each compiler and version of the grader, and each box is shown it;
where there is none they are made in each run, and put into each box.
"""

from __future__ import annotations

import re
import shlex
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from grader.cache import Cache, name_for, open_cache
from grader.errors import SandboxError, ToolMissing
from grader.model import MEBIBYTE, Command, Ending, Limits, Toolchain
from grader.plugins import Run
from grader.reach import find_programs, major, version_of

OLDEST = 11
NEEDED = ("ld", "objcopy", "objdump", "addr2line")
FOLDER = "../driver/grader-inside"
COMPILER = Limits(cpu_s=30, wall_s=240, memory_bytes=768 * MEBIBYTE, processes=64, disk_bytes=64 * MEBIBYTE)
_C = "-x c -std=gnu17 -O1 -fexceptions"
_PLUS_PLUS = "-x c++ -std=gnu++20 -O1"


def find_tools(compiler: str, mend: str) -> Toolchain:
    """The compiler with the tools beside it; raises ToolMissing."""
    for program in find_programs(compiler):
        version = version_of(program, "--version")
        if "clang" in version.lower() or major(version_of(program, "-dumpversion")) < OLDEST:
            continue
        programs = {compiler: program}
        for tool in (*NEEDED, "ld.gold"):
            found = next(find_programs(tool, program.parent), None)
            if found is not None:
                programs[tool] = found
        if set(NEEDED) <= set(programs):
            version = f"{compiler} {version.partition(' ')[2]}"  # not the long name that a link leads to
            return Toolchain(version, programs, (program.parent.parent,))
    raise ToolMissing(f"A compiler ({compiler} {OLDEST} or newer)", mend)


@dataclass(frozen=True, slots=True)
class Driver:
    """The driver of one language, with the files that go into a box for it and the folders that it must be shown.

    `object` is where the linker finds it, as a shell takes it.
    """

    object: str
    files: Mapping[str, bytes]
    cache: Cache | None

    @property
    def roots(self) -> tuple[Path, ...]:
        """Folders outside the box."""
        return (self.cache.folder,) if self.cache is not None else ()


class Maker:
    """Makes the driver of one language, once in a run."""

    def __init__(self, compiler: str, parts: tuple[str, ...]) -> None:
        self._compiler = compiler
        self._parts = parts
        self._made: dict[str, Driver] = {}
        self._lock = threading.Lock()

    def driver(self, toolchain: Toolchain, run: Run) -> Driver:
        """The driver as an object file, and the headers of the members."""
        with self._lock:
            if toolchain.version not in self._made:
                self._made[toolchain.version] = self._find(toolchain, run)
        return self._made[toolchain.version]

    def _find(self, toolchain: Toolchain, run: Run) -> Driver:
        folder = resources.files("grader.languages").joinpath("native")
        sources = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
        made_by = {**sources, "": Path(__file__).read_bytes()}
        name = name_for(self._compiler, toolchain.programs[self._compiler], toolchain.version, made_by)
        files = {
            f"driver/grader-inside/include/grader-inside/{name}": content
            for name, content in sources.items()
            if re.search(r"\.(?:h|hpp)$", name)
        }
        cache = open_cache(name)
        kept = cache.find("driver.o") if cache is not None else None
        if cache is None or kept is None:
            compiled = self._make(sources, toolchain, run)
            kept = cache.keep("driver.o", compiled) if cache is not None else None
            if kept is None:
                return Driver(f"{FOLDER}/driver.o", {**files, "driver/grader-inside/driver.o": compiled}, None)
        return Driver(shlex.quote(str(kept)), files, cache)

    def _make(self, sources: Mapping[str, bytes], toolchain: Toolchain, run: Run) -> bytes:
        shared = [name for name in sources if name.endswith(".c") and not name.startswith("guard")]
        command = Command(
            ("/bin/sh", "-c", self._script(toolchain.programs, [*sorted(shared), *self._parts])),
            {f"submission/{name}": content for name, content in sources.items()},
            roots=toolchain.roots,
            collect="driver",
        )
        outcome = run(command, COMPILER)
        if outcome.ending is not Ending.EXITED or outcome.exit_code != 0:
            said = outcome.stderr.decode("utf-8", "replace")[-2000:]
            raise SandboxError(f"the driver could not be compiled: {outcome.ending.value}: {said}")
        return outcome.files.get("driver.o", b"")

    def _script(self, programs: Mapping[str, Path], names: list[str]) -> str:
        """All parts at the same time; one that fails is missed by the linker."""
        compiler, linker = (shlex.quote(str(programs[name])) for name in (self._compiler, "ld"))
        lines = ["mkdir -p ../driver"]
        for name in names:
            flags = _PLUS_PLUS if name.endswith(".cpp") else _C
            lines.append(f"{compiler} {flags} -fno-pie -c -o {name}.o {name} &")
        objects = " ".join(f"{name}.o" for name in names)
        return "\n".join([*lines, "wait", f"{linker} -r -o ../driver/driver.o {objects}"])
