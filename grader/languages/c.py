"""A submission in C -> one program that is both its driver and itself, and the commands that run it.

The same as C++ (`cpp.py`), with a driver that is C through and through: `gcc` is all that is needed. Classes are asked
for as functions with a common beginning, see `_c_members`. A list comes with its length, as programming sites have it:
`const int *values, int count`, and what is given back says its length by `int *returnSize`; see `native/arguments.c`.
"""

from __future__ import annotations

from grader.languages._c_members import look_up, names_code
from grader.languages._native_build import Builder, Dialect
from grader.languages._native_driver import Maker, find_tools
from grader.languages._native_program import NativeProgram
from grader.languages._native_sources import read_sources
from grader.languages._typed_starters import c_starter
from grader.languages._writing import Writing, snake
from grader.model import BuildFailure, Built, Interface, Step, Submission, Toolchain
from grader.plugins import Run
from grader.values import Value

_WRITING = Writing("NULL", "true", "false", "{", "}", "", snake)
_HEADERS = "ctype limits math stdbool stddef stdint stdio stdlib string time"
_DIALECT = Dialect(
    language="c",
    compiler="gcc",
    flags=("-std=gnu17",),
    header="members.h",
    local="*",
    preludes=("".join(f"#include <{name}.h>\n" for name in _HEADERS.split()),),
    prelude_note="#include <string.h>",
    traps=True,
    names=names_code,
)


class C(NativeProgram):
    """C17 as GCC has it."""

    name = "c"
    title = "C"
    extensions: tuple[str, ...] = (".c",)
    hello = '#include <stdio.h>\nint main(void) { puts("hello"); }\n'

    def __init__(self) -> None:
        self._maker = Maker("gcc", ("guard.c",))

    def find(self) -> Toolchain:
        """The first `gcc` that student code can reach, with the tools beside it."""
        return find_tools("gcc", "sudo apt-get install gcc libc6-dev")

    def build(
        self, submission: Submission, interface: Interface, toolchain: Toolchain, run: Run
    ) -> Built | BuildFailure:
        """The program of all the submission's files together."""
        sources = read_sources(submission.files, self.extensions, plus_plus=False)
        others = {path: content for path, content in submission.files.items() if path not in sources.texts}
        lookup = look_up(interface, list(sources.declared.values()), self.spell)
        driver = self._maker.driver(toolchain, run)
        sites = interface.prelude == "sites"
        builder = Builder(_DIALECT, sources, lookup, toolchain, run, driver, others, sites)
        return builder.build(submission.main or "")

    def spell(self, name: str) -> str:
        """`snake_case`."""
        return snake(name)

    def starter(self, task: str, interface: Interface) -> tuple[str, str]:
        """A file that does nothing yet."""
        return f"{task.replace('-', '_')}.c", c_starter(interface)

    def show(self, value: Value) -> str:
        """As C writes it, lists as in an initialiser."""
        return _WRITING.value(value)

    def show_step(self, step: Step) -> str:
        """As C writes it: an object is the first argument."""
        arguments = [*([step.on] if step.on else []), *map(_WRITING.argument, step.arguments)]
        name = f"{step.name[:1].lower()}{step.name[1:]}Create" if step.new else self.spell(step.name)
        text = f"{name}({', '.join(arguments)})"
        return f"{step.bind} = {text}" if step.bind else text


PLUGIN = C()
