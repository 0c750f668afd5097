"""A JavaScript submission -> commands that run it by Node, with or without the driver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from grader.errors import ToolMissing
from grader.languages._script_starters import javascript_starter
from grader.languages._sources import as_utf8
from grader.languages._writing import Writing, camel
from grader.model import MEBIBYTE, BuildFailure, Built, Command, Interface, Limits, Outcome, Step, Submission, Toolchain
from grader.plugins import Run
from grader.reach import find_programs, major, version_of
from grader.values import Value

_WRITING = Writing("null", "true", "false", "[", "]", "new ", camel)
_OVERHEAD = 192 * MEBIBYTE
# From version 24 on Node reserves so much for code at its start. It counts as used, though it is not.
_RESERVED = 512 * MEBIBYTE


class JavaScript:
    """Node.js 20 or newer: plain scripts, CommonJS and ES modules."""

    name = "javascript"
    title = "JavaScript"
    extensions: tuple[str, ...] = (".js", ".mjs", ".cjs")
    one_number_type = True
    compiles_all_files = False
    hello = "console.log('hello');\n"

    def find(self) -> Toolchain:
        """The first `node` that student code can reach."""
        for program in find_programs("node"):
            if major(version_of(program, "--version")) < 20:
                continue
            return Toolchain(f"Node {version_of(program, '--version')}", {"node": program}, (program.parent.parent,))
        raise ToolMissing("Node.js (20 or newer)", "sudo apt-get install nodejs")

    def build(
        self, submission: Submission, interface: Interface, toolchain: Toolchain, run: Run
    ) -> Built | BuildFailure:
        """Nothing to build: the driver refuses what is no JavaScript."""
        del interface, toolchain, run
        files = {f"submission/{path}": as_utf8(content) for path, content in submission.files.items()}
        return Built(files, submission.main or "")

    def driver(self, built: Built, toolchain: Toolchain, limits: Limits) -> Command:
        """The driver; ES modules are loaded through the `vm` module, which is still behind a flag."""
        return Command(
            argv=(
                *_node(toolchain, limits),
                "--experimental-vm-modules",
                "../driver/driver.js",
                "3",
                "4",
            ),
            files={**built.files, **_driver()},
            roots=toolchain.roots,
            overhead_bytes=_overhead(toolchain),
            channel=True,
        )

    def program(
        self, built: Built, toolchain: Toolchain, limits: Limits, arguments: Sequence[str], stdin: bytes | None
    ) -> Command:
        """The main file, as `node main.js` runs it."""
        return Command(
            argv=(*_node(toolchain, limits), "./" + built.main, *arguments),
            files=built.files,
            roots=toolchain.roots,
            overhead_bytes=_overhead(toolchain),
            stdin=stdin,
        )

    def spell(self, name: str) -> str:
        """`camelCase`."""
        return camel(name)

    def starter(self, task: str, interface: Interface) -> tuple[str, str]:
        """A file that does nothing yet."""
        return f"{camel(task.replace('-', '_'))}.js", javascript_starter(interface)

    def show(self, value: Value) -> str:
        """As JavaScript writes it."""
        return _WRITING.value(value)

    def show_step(self, step: Step) -> str:
        """As JavaScript writes it."""
        return _WRITING.step(step)

    def ran_out_of_memory(self, outcome: Outcome) -> bool:
        """V8 says so before it aborts."""
        return b"heap out of memory" in outcome.stderr or b"Zone Allocation failed" in outcome.stderr


@cache
def _driver() -> Mapping[str, bytes]:
    """The driver's files, which run as they are."""
    folder = resources.files("grader.languages").joinpath("javascript")
    return {f"driver/{file.name}": file.read_bytes() for file in folder.iterdir()}


def _overhead(toolchain: Toolchain) -> int:
    reserves = major(toolchain.version.partition("Node ")[2]) >= 24
    return _OVERHEAD + _RESERVED if reserves else _OVERHEAD


def _node(toolchain: Toolchain, limits: Limits) -> tuple[str, ...]:
    return (
        str(toolchain.programs["node"]),
        "--no-warnings",
        f"--max-old-space-size={limits.memory_bytes // MEBIBYTE}",
    )


PLUGIN = JavaScript()
