"""A C++ submission -> one program that is both its driver and itself, and the commands that run it.

`native/` holds the driver, `_native_build` says how the two are put together. A function that comes to its end
without `return` is ended with an error (`-fsanitize=return`, without any library): what it would have given is luck.
"""

from __future__ import annotations

from grader.languages._cpp_members import look_up, names_code
from grader.languages._native_build import Builder, Dialect
from grader.languages._native_driver import Maker, find_tools
from grader.languages._native_precompiled import Precompiled
from grader.languages._native_program import NativeProgram
from grader.languages._native_sources import read_sources
from grader.languages._typed_starters import cpp_starter
from grader.languages._writing import Writing, camel
from grader.model import BuildFailure, Built, Interface, Step, Submission, Toolchain
from grader.plugins import Run
from grader.values import Value

_WRITING = Writing("nullptr", "true", "false", "{", "}", "", camel)
_HEADERS = (
    "algorithm array bitset climits cmath cstdint cstdio cstdlib cstring ctime deque functional iomanip iostream "
    "iterator limits list map memory numeric optional queue random set sstream stack stdexcept string string_view "
    "tuple unordered_map unordered_set utility vector"
)
_INCLUDES = "".join(f"#include <{name}>\n" for name in _HEADERS.split())
_DIALECT = Dialect(
    language="c++",
    compiler="g++",
    flags=("-std=gnu++20", "-fsanitize=return"),
    header="members.hpp",
    local="[A-Za-z]*",
    preludes=(_INCLUDES, _INCLUDES + "using namespace std;\n"),
    prelude_note="#include <vector>` or `using namespace std;",
    traps=False,
    names=names_code,
)


class CPlusPlus(NativeProgram):
    """C++20 as GCC has it."""

    name = "cpp"
    title = "C++"
    extensions: tuple[str, ...] = (".cpp", ".cc", ".cxx")
    hello = '#include <iostream>\nint main() { std::cout << "hello\\n"; }\n'

    def __init__(self) -> None:
        self._maker = Maker("g++", ("guard.cpp", "common.cpp"))
        self._precompiled = Precompiled("g++")

    def find(self) -> Toolchain:
        """The first `g++` of GCC that student code can reach, with the tools beside it."""
        return find_tools("g++", "sudo apt-get install g++")

    def build(
        self, submission: Submission, interface: Interface, toolchain: Toolchain, run: Run
    ) -> Built | BuildFailure:
        """The program of all the submission's files together."""
        sources = read_sources(submission.files, self.extensions, plus_plus=True)
        others = {path: content for path, content in submission.files.items() if path not in sources.texts}
        lookup = look_up(interface, list(sources.declared.values()), self.spell)
        driver = self._maker.driver(toolchain, run)
        sites = interface.prelude == "sites"
        builder = Builder(_DIALECT, sources, lookup, toolchain, run, driver, others, sites, self._precompiled)
        return builder.build(submission.main or "")

    def spell(self, name: str) -> str:
        """`camelCase`."""
        return camel(name)

    def starter(self, task: str, interface: Interface) -> tuple[str, str]:
        """A file that does nothing yet."""
        return f"{camel(task.replace('-', '_'))}.cpp", cpp_starter(interface)

    def show(self, value: Value) -> str:
        """As C++ writes it, lists as in an initialiser."""
        return _WRITING.value(value)

    def show_step(self, step: Step) -> str:
        """As C++ writes it."""
        return _WRITING.step(step)


PLUGIN = CPlusPlus()
