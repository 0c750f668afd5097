"""Faults that are not the student's -> exceptions with an exit code.

What student code does is a value (see `model.Finding`). What a package author, a machine or this program
does wrong is one of these, and the submission at hand is then ungraded, never given zero points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum


class ExitCode(IntEnum):
    """How a command ends; `ACCEPTED` also for commands that judge nothing."""

    ACCEPTED = 0
    NOT_ACCEPTED = 1
    WRONG_USE = 2
    OUR_FAILURE = 3
    INTERRUPTED = 130


class GraderError(Exception):
    """Anything that stops us from grading; the text is for the person at the terminal."""

    exit_code = ExitCode.OUR_FAILURE


class InputError(GraderError):
    """The command was given something that can't be used: a path, a name, an option."""

    exit_code = ExitCode.WRONG_USE


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in a problem package, with its place."""

    file: str
    line: int | None
    column: int | None
    message: str

    def __str__(self) -> str:
        place = self.file
        if self.line is not None:
            place += f":{self.line}"
            if self.column is not None:
                place += f":{self.column}"
        return f"{place}: {self.message}"


class PackageError(InputError):
    """A problem package is wrong; carries all its faults at once."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class UnreadableHandIn(GraderError):
    """A hand-in that can't be read as a submission; its student gets CE, the instructor a flag."""

    exit_code = ExitCode.NOT_ACCEPTED


class Undecided(GraderError):
    """A person has to decide something about this submission, for example which file counts."""


class ToolMissing(GraderError):
    """A compiler or runtime is not on this machine; `mend` is the command that brings it."""

    def __init__(self, what: str, mend: str) -> None:
        self.what = what
        self.mend = mend
        super().__init__(f"{what} is not on this machine. To install it: {mend}")


class SandboxError(GraderError):
    """The sandbox itself failed, whatever the program in it did."""
