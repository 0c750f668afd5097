"""A Ruby submission -> commands that run it, with or without the driver."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from grader.errors import ToolMissing
from grader.languages._script_starters import ruby_starter
from grader.languages._sources import as_utf8
from grader.languages._writing import Writing, snake
from grader.model import BuildFailure, Built, Command, Interface, Limits, Outcome, Step, Submission, Toolchain
from grader.plugins import Run
from grader.reach import find_programs, version_of
from grader.values import EnumValue, MapValue, SetValue, Value

_COOKIE = re.compile(rb"^#.*?coding[:=][ \t]*([-\w.]+)", re.MULTILINE)
_VERSION = re.compile(r"ruby (\d+)\.(\d+)")
_OLDEST = (3, 0)
_TEXTS, _SYNC = "driver/texts", "driver/sync.rb"


class RubyWriting(Writing):
    """Values and steps as Ruby writes them."""

    def value(self, value: Value) -> str:
        """The value as source text."""
        if isinstance(value, EnumValue):
            return f"{value.type}::{value.name}"
        if isinstance(value, SetValue):
            return "Set[" + ", ".join(map(self.value, value.items)) + "]"
        if isinstance(value, MapValue):
            return "{" + ", ".join(f"{self.value(key)} => {self.value(item)}" for key, item in value.pairs) + "}"
        if isinstance(value, float) and not math.isfinite(value):
            return "Float::NAN" if math.isnan(value) else "Float::INFINITY" if value > 0 else "-Float::INFINITY"
        return super().value(value)

    def step(self, step: Step) -> str:
        """A step, with the name that it binds."""
        arguments = ", ".join(map(self.argument, step.arguments))
        name = f"{step.name}.new" if step.new else self.spell(step.name)
        text = f"{step.on + '.' if step.on else ''}{name}({arguments})"
        return f"{step.bind} = {text}" if step.bind else text


_WRITING = RubyWriting("nil", "true", "false", "[", "]", "", snake)


class Ruby:
    """CRuby 3.0 or newer."""

    name = "ruby"
    title = "Ruby"
    extensions: tuple[str, ...] = (".rb",)
    one_number_type = False
    compiles_all_files = False
    hello = "puts 'hello'\n"

    def find(self) -> Toolchain:
        """The first `ruby` that student code can reach."""
        for program in find_programs("ruby"):
            version = version_of(program, "--version")
            found = _VERSION.match(version)
            if found and tuple(map(int, found.groups())) >= _OLDEST:
                return Toolchain(version.partition(" (")[0], {"ruby": program}, (program.parent.parent,))
        raise ToolMissing("Ruby (3.0 or newer)", "sudo apt-get install ruby")

    def build(
        self, submission: Submission, interface: Interface, toolchain: Toolchain, run: Run
    ) -> Built | BuildFailure:
        """Nothing to build: the driver refuses what is no Ruby."""
        del toolchain, run
        files = {f"submission/{path}": _readable(path, content) for path, content in submission.files.items()}
        return Built(files | ({} if _speaks_of_bytes(interface) else {_TEXTS: b""}), submission.main or "")

    def driver(self, built: Built, toolchain: Toolchain, limits: Limits) -> Command:
        """The driver, started without what is loaded beforehand to save time; it loads that when it is needed."""
        del limits
        texts = "texts" if _TEXTS in built.files else "bytes"
        features = "--disable=gems,did_you_mean,error_highlight"
        return Command(
            argv=(str(toolchain.programs["ruby"]), features, "../driver/driver.rb", "3", "4", texts),
            files={**built.files, **_driver()},
            roots=toolchain.roots,
            channel=True,
        )

    def program(
        self, built: Built, toolchain: Toolchain, limits: Limits, arguments: Sequence[str], stdin: bytes | None
    ) -> Command:
        """The main file, as `ruby main.rb` runs it."""
        del limits
        unbuffered = ("-r", f"../{_SYNC}") if stdin is None else ()
        return Command(
            argv=(str(toolchain.programs["ruby"]), *unbuffered, "./" + built.main, *arguments),
            files={**built.files, **({_SYNC: b"STDOUT.sync = true\n"} if stdin is None else {})},
            roots=toolchain.roots,
            stdin=stdin,
        )

    def spell(self, name: str) -> str:
        """`snake_case`."""
        return snake(name)

    def starter(self, task: str, interface: Interface) -> tuple[str, str]:
        """A file that does nothing yet."""
        return f"{task.replace('-', '_')}.rb", ruby_starter(interface)

    def show(self, value: Value) -> str:
        """As Ruby writes it."""
        return _WRITING.value(value)

    def show_step(self, step: Step) -> str:
        """As Ruby writes it."""
        return _WRITING.step(step)

    def ran_out_of_memory(self, outcome: Outcome) -> bool:
        """Ruby says so itself, in its trace or when it gives up."""
        if outcome.exit_code != 1:
            return False
        return b"failed to allocate memory (NoMemoryError)" in outcome.stderr or b"[FATAL]" in outcome.stderr


@cache
def _driver() -> Mapping[str, bytes]:
    """The driver's files, which run as they are."""
    folder = resources.files("grader.languages").joinpath("ruby")
    return {f"driver/{file.name}": file.read_bytes() for file in folder.iterdir()}


def _readable(path: str, content: bytes) -> bytes:
    """A source as it is if it names its own encoding, else in UTF-8; any other file as it is."""
    head = b"\n".join(content.split(b"\n", 2)[:2])
    if not path.lower().endswith(".rb") or _COOKIE.search(head):
        return content
    return as_utf8(content)


def _speaks_of_bytes(interface: Interface) -> bool:
    """Whether bytes could be asked for: Ruby has one class for them and for texts."""
    methods = [method for asked in interface.classes for method in asked.methods]
    given = [method.returns for method in (*interface.functions, *methods)]
    return any(kind is None or "bytes" in kind for kind in given)


PLUGIN = Ruby()
