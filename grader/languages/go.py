"""A Go submission -> a program that can be asked, and commands that run it, with or without the driver.

The driver has three parts, in the folder `go` beside this file. The builder reads the student's files with Go's own
parser and type checker, generates a file that registers what the task asks for, and runs compiler and linker in the
sandbox (0.1 s of CPU time). What it registers is linked to the student's code, with the package that answers requests.
The supervisor starts that program. The parts are compiled in the sandbox too, once per run of the grader.

Go can't fork, so each fresh state is a new process of the student's program, which takes about 1 ms, and so does each
step that wants a state of its own; a request of thousands of steps in one state pays that once.

Up to Go 1.19 the library is there compiled, and the parts of the driver take 1 s of CPU time. Since Go 1.20 it isn't,
and its usual packages are compiled once per run of the grader, which takes 30 s of CPU time more.
"""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from typing import Any

from grader.errors import SandboxError, ToolMissing
from grader.languages._compiling import in_time
from grader.languages._sources import as_utf8
from grader.languages._typed_starters import go_starter
from grader.languages._writing import Writing, camel
from grader.model import (
    MEBIBYTE,
    BuildFailure,
    Built,
    Command,
    Ending,
    FunctionAsked,
    Interface,
    Limits,
    Outcome,
    Parameter,
    Place,
    Step,
    Submission,
    Toolchain,
)
from grader.plugins import Run
from grader.reach import find_programs, version_of
from grader.values import EnumValue, MapValue, ObjectValue, SetValue, Value

_OVERHEAD = 96 * MEBIBYTE  # the runtime takes memory in pieces of 64 MiB
_OLDEST = (1, 18)
_COMPILER = Limits(cpu_s=20, wall_s=120, memory_bytes=512 * MEBIBYTE, processes=128)
_PREPARING = Limits(cpu_s=180, wall_s=900, memory_bytes=1024 * MEBIBYTE, processes=256, disk_bytes=512 * MEBIBYTE)
_OFFLINE = {"CGO_ENABLED": "0", "GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local", "GOWORK": "off"}


class GoWriting(Writing):
    """Values and steps as Go writes them; a list has the type of its items."""

    def value(self, value: Value) -> str:
        """The value as source text."""
        if isinstance(value, list | tuple | SetValue | MapValue):
            return f"{self.type(value)}{{{', '.join(self._items(value))}}}"
        if isinstance(value, float) and not math.isfinite(value):
            return "math.NaN()" if math.isnan(value) else f"math.Inf({1 if value > 0 else -1})"
        return super().value(value)

    def step(self, step: Step) -> str:
        """A step, with the name that it binds."""
        arguments = ", ".join(map(self.argument, step.arguments))
        name = f"New{step.name[:1].upper()}{step.name[1:]}" if step.new else self.spell(step.name)
        text = f"{step.on + '.' if step.on else ''}{name}({arguments})"
        return f"{step.bind} := {text}" if step.bind else text

    def type(self, *values: Value) -> str:
        """The type that all of the values have."""
        kinds = {self._type(value) for value in values}
        return kinds.pop() if len(kinds) == 1 else "any"

    def _type(self, value: Value) -> str:
        if isinstance(value, list | tuple):
            return f"[]{self.type(*value)}"
        if isinstance(value, SetValue):
            return f"map[{self.type(*value.items)}]bool"
        if isinstance(value, MapValue):
            keys, items = [key for key, _item in value.pairs], [item for _key, item in value.pairs]
            return f"map[{self.type(*keys)}]{self.type(*items)}"
        if isinstance(value, ObjectValue | EnumValue):
            return value.type
        return {bool: "bool", int: "int", float: "float64", str: "string"}.get(type(value), "any")

    def _items(self, value: list[Value] | tuple[Value, ...] | SetValue | MapValue) -> Iterator[str]:
        """Items of lists of one type go without it, as Go allows."""
        if isinstance(value, MapValue):
            yield from (f"{self.value(key)}: {self.value(item)}" for key, item in value.pairs)
        elif isinstance(value, SetValue):
            yield from (f"{self.value(item)}: true" for item in value.items)
        else:
            same = self.type(*value)
            for item in value:
                text = self.value(item)
                yield text.removeprefix(same) if same.startswith(("[", "map[")) else text


_WRITING = GoWriting("nil", "true", "false", "", "", "", camel)


class Go:
    """Go 1.18 or newer."""

    name = "go"
    title = "Go"
    extensions: tuple[str, ...] = (".go",)
    one_number_type = False
    compiles_all_files = True
    hello = 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("hello")\n}\n'

    def __init__(self) -> None:
        self._prepared: dict[str, Mapping[str, bytes]] = {}
        self._lock = threading.Lock()

    def find(self) -> Toolchain:
        """The first `go` that student code can reach."""
        for program in find_programs("go"):
            version = version_of(program, "version").removeprefix("go version go")
            if _numbers(version) >= _OLDEST:
                return Toolchain(f"Go {version.split(' ')[0]}", {"go": program}, (program.parent.parent,))
        raise ToolMissing("Go (1.18 or newer)", "sudo apt-get install golang-go")

    def build(
        self, submission: Submission, interface: Interface, toolchain: Toolchain, run: Run
    ) -> Built | BuildFailure:
        """The program of all the submission's Go files together."""
        prepared = self._prepare(toolchain, run)
        outcome = in_time(run(_building(submission, interface, toolchain, prepared), _COMPILER))
        if outcome.ending is Ending.CPU_LIMIT:
            return BuildFailure("The compiler did not come to an end with this code.")
        if outcome.ending in (Ending.MEMORY_LIMIT, Ending.OUTPUT_LIMIT, Ending.PROCESS_LIMIT):
            return BuildFailure("The compiler gave up on this code.")
        if outcome.ending is not Ending.EXITED or outcome.exit_code != 0 or "report.json" not in outcome.files:
            raise SandboxError(f"the builder for Go failed: {_said(outcome)}")
        report = json.loads(outcome.files["report.json"])
        if not report["built"]:
            return _failure(report)
        others = {
            f"submission/{path}": content
            for path, content in submission.files.items()
            if not path.lower().endswith(".go")
        }
        return Built(
            {
                **others,
                "program/student": outcome.files["student"],
                "driver/loaded.json": outcome.files["loaded.json"],
                "driver/supervisor": prepared["prepared/supervisor"],
            },
            submission.main or "",
            notes=tuple(report["notes"] or ()),
        )

    def driver(self, built: Built, toolchain: Toolchain, limits: Limits) -> Command:
        """The supervisor, which starts the student's program."""
        del toolchain
        return Command(
            argv=("../driver/supervisor",),
            files=built.files,
            environment={**_environment(limits), "GRADER_STACK": str(limits.memory_bytes // 4)},
            overhead_bytes=_OVERHEAD,
            channel=True,
        )

    def program(
        self, built: Built, toolchain: Toolchain, limits: Limits, arguments: Sequence[str], stdin: bytes | None
    ) -> Command:
        """The student's program, which is one of its own where nobody asks it."""
        del toolchain
        return Command(
            argv=("../program/student", *arguments),
            files=built.files,
            environment=_environment(limits),
            overhead_bytes=_OVERHEAD,
            stdin=stdin,
        )

    def spell(self, name: str) -> str:
        """`camelCase`."""
        return camel(name)

    def starter(self, task: str, interface: Interface) -> tuple[str, str]:
        """A file that does nothing yet."""
        return f"{task.replace('-', '_')}.go", go_starter(interface)

    def show(self, value: Value) -> str:
        """As Go writes it."""
        return _WRITING.value(value)

    def show_step(self, step: Step) -> str:
        """As Go writes it."""
        return _WRITING.step(step)

    def ran_out_of_memory(self, outcome: Outcome) -> bool:
        """The runtime of Go says so when it gives up."""
        return outcome.exit_code == 2 and b"out of memory" in outcome.stderr

    def _prepare(self, toolchain: Toolchain, run: Run) -> Mapping[str, bytes]:
        """What all submissions share, made once for each toolchain."""
        with self._lock:
            if toolchain.version not in self._prepared:
                command = Command(
                    argv=(str(toolchain.programs["go"]), "run", "-ldflags=-s -w", "./builder", "prepare"),
                    files=_parts(),
                    environment={**_OFFLINE, "PATH": f"{toolchain.programs['go'].parent}:/usr/bin:/bin"},
                    folder="parts",
                    roots=toolchain.roots,
                    collect="prepared",
                )
                outcome = run(command, _PREPARING)
                if outcome.exit_code != 0:
                    raise SandboxError(f"the driver for Go could not be compiled: {_said(outcome)}")
                self._prepared[toolchain.version] = {
                    f"prepared/{path}": content for path, content in outcome.files.items()
                }
        return self._prepared[toolchain.version]


def _parts() -> dict[str, bytes]:
    """The sources of the driver."""
    root = resources.files("grader.languages").joinpath("go")
    files = {f"parts/{file.name}": file.read_bytes() for file in root.iterdir() if file.is_file()}
    for folder in ("builder", "supervisor", "inside"):
        for file in root.joinpath(folder).iterdir():
            files[f"parts/{folder}/{file.name}"] = file.read_bytes()
    return files


def _numbers(version: str) -> tuple[int, ...]:
    """`1.19.8 linux/amd64` -> (1, 19)."""
    return tuple(int(part) for part in version.split(".")[:2] if part.isdigit())


def _environment(limits: Limits) -> dict[str, str]:
    """Two threads at a time are enough to show what is wrong with goroutines, whatever the machine has."""
    return {"GOMAXPROCS": "2", "GOMEMLIMIT": str(limits.memory_bytes), "GOTRACEBACK": "single"}


def _said(outcome: Outcome) -> str:
    return f"{outcome.ending.value}: {outcome.stderr.decode('utf-8', 'replace')[-2000:]}"


# --- building ----------------------------------------------------------------------------------------------


def _building(
    submission: Submission, interface: Interface, toolchain: Toolchain, prepared: Mapping[str, bytes]
) -> Command:
    """One run of the builder."""
    sources = {
        f"submission/{path}": as_utf8(content)
        for path, content in submission.files.items()
        if path.lower().endswith(".go") or path == "go.mod"
    }
    return Command(
        argv=("../prepared/builder", "build"),
        files={**sources, **prepared, "request.json": json.dumps(_request(submission, interface)).encode()},
        roots=toolchain.roots,
        collect="built",
    )


def _request(submission: Submission, interface: Interface) -> dict[str, Any]:
    """What the builder is told of the task."""
    return {
        "main": submission.main or "",
        "prelude": interface.prelude,
        "functions": [_function(asked) for asked in interface.functions],
        "classes": [
            {
                "name": asked.name,
                "names": list(dict.fromkeys([asked.name, *asked.aliases])),
                "constructors": [_parameters(parameters) for parameters in asked.constructors],
                "methods": [_function(method) for method in asked.methods],
            }
            for asked in interface.classes
        ],
        "enums": [
            {"name": asked.name, "names": [asked.name, *asked.aliases], "members": list(asked.members)}
            for asked in interface.enums
        ],
    }


def _function(asked: FunctionAsked) -> dict[str, Any]:
    names = [camel(asked.name), asked.name, *map(camel, asked.aliases), *asked.aliases]
    return {
        "name": asked.name,
        "names": list(dict.fromkeys(names)),
        "parameters": _parameters(asked.parameters),
        "returns": asked.returns or "",
    }


def _parameters(parameters: Sequence[Parameter]) -> list[dict[str, str]]:
    return [{"name": parameter.name, "type": parameter.type or ""} for parameter in parameters]


def _failure(report: Mapping[str, Any]) -> BuildFailure:
    place = None
    if report["file"]:
        place = Place(report["file"], report["line"] or None, report["column"] or None, report["source"][:500])
    return BuildFailure(report["message"][:500], place, report["log"])


PLUGIN = Go()
