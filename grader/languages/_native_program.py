"""A program that is its own driver -> the commands that run it; what C and C++ have in common as languages."""

from __future__ import annotations

from collections.abc import Sequence

from grader.model import Built, Command, Limits, Outcome, Toolchain


class NativeProgram:
    """The part of a `Language` that is the same for all that compile to a program of the machine."""

    one_number_type = False
    compiles_all_files = True

    def driver(self, built: Built, toolchain: Toolchain, limits: Limits) -> Command:
        """The program as its own driver."""
        del toolchain, limits
        return Command(("../build/program", "driver", "3", "4"), built.files, channel=True)

    def program(
        self, built: Built, toolchain: Toolchain, limits: Limits, arguments: Sequence[str], stdin: bytes | None
    ) -> Command:
        """The student's `main`."""
        del toolchain, limits
        name = "./" + built.main.rpartition(".")[0]
        return Command(("../build/program", "program", name, *arguments), built.files, stdin=stdin)

    def ran_out_of_memory(self, outcome: Outcome) -> bool:
        """The runtime of C++ says so when nobody catches it; that of C says nothing."""
        return b"std::bad_alloc" in outcome.stderr[-2000:]
