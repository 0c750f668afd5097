"""The socket for workers: what `dispatch.py` needs to know of whatever starts them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol

from grader.errors import GraderError
from grader.workers.job import Terms


class Lost(Exception):
    """The worker has gone while it was at work, and nobody knows why."""


class Unable(GraderError):
    """The worker is there, but could not even begin: the grader is not installed there, or can't be read."""


class Worker(Protocol):
    """Something that runs functions, several at once. Two are the same only if they are the same process."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def places(self) -> int:
        """How many jobs it does at once."""

    @property
    def declared(self) -> Mapping[str, float] | None:
        """The languages that it was started for, with how many jobs in each at once; None if that was not said."""

    def run(self, language: str | None, function: Callable[..., Any], *arguments: Any) -> Any:
        """What the function gives there. Raises Lost or Unable."""


class Crew(Protocol):
    """All workers that there are."""

    def workers(self) -> Collection[Worker]:
        """Those who are there now; others may come and go."""

    def close(self, terms: Terms) -> None:
        """Leave them. They may forget the batch."""
