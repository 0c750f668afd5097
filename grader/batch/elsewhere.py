"""Grading that does not happen in this process -> what a batch has to know of it: the socket for workers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

from grader.errors import SandboxError
from grader.model import Command, Isolation, Limits, Submission


class Stopped(Exception):
    """The batch was stopped before a worker had begun with this submission."""


@dataclass(slots=True)
class Elsewhere:
    """The sandbox of a worker, with all else there that can change a result. From here nothing is started in it."""

    level: Isolation
    layers: tuple[str, ...]
    missing: tuple[str, ...]
    grader: str
    toolchains: Mapping[str, str]
    """What it has for every language, or that it is missing."""
    languages: tuple[str, ...]
    """Those whose toolchain is there."""

    def start(self, command: Command, limits: Limits) -> NoReturn:  # noqa: ARG002 - as the protocol has it
        """Fail: whatever asks for this would run on the wrong machine."""
        raise SandboxError("the submission belongs to a worker, and nothing of it is run here")


class Workers(Protocol):
    """Who grades in place of this process. Several threads ask at once."""

    def machines(self) -> Sequence[Elsewhere]:
        """The machines at hand, each different one once."""

    def grade(self, handed_in: Submission, repeat: str) -> tuple[str, Mapping[str, Any]]:
        """The basis and the result.

        Raises GraderError with the reason if it can't be graded, Stopped after `stop` if it was not begun.
        """

    def stop(self) -> None:
        """Begin with nothing more."""
