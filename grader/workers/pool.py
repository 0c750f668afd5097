"""Any `concurrent.futures.Executor` -> one worker with many places.

Which of its processes gets a job is the executor's business, so a process that dies casts suspicion on all jobs that
were under way. An executor that is broken after that is made anew by its factory.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Collection
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from typing import Any

from grader.errors import InputError
from grader.workers import bench
from grader.workers.crew import Lost, Unable, Worker
from grader.workers.job import Terms

Factory = Callable[[], Executor]


class Pool:
    """The executor, as a crew of one."""

    declared = None

    def __init__(self, name: str, factory: Factory, places: int) -> None:
        self.name = name
        self.places = places
        self._factory = factory
        self._change = threading.Lock()
        self._executor = factory()
        if not isinstance(self._executor, Executor):
            raise InputError(f"{name} gives {type(self._executor).__name__}, which is no concurrent.futures.Executor")

    def workers(self) -> Collection[Worker]:
        """The pool itself."""
        return [self]

    def run(self, _language: str | None, function: Callable[..., Any], *arguments: Any) -> Any:
        """What the function gives in the pool."""
        executor, future = self._submitted(function, *arguments)
        try:
            return future.result()
        except (BrokenExecutor, CancelledError) as error:
            self._make_anew(executor)
            raise Lost from error
        except Exception as error:
            raise Unable(f"{type(error).__name__}: {error}") from error

    def _submitted(self, function: Callable[..., Any], *arguments: Any) -> tuple[Executor, Future[Any]]:
        """The call, under way. That another one has broken the executor before is no fault of this one."""
        executor = self._executor
        try:
            return executor, executor.submit(function, *arguments)
        except (BrokenExecutor, RuntimeError):
            self._make_anew(executor)
        try:
            return self._executor, self._executor.submit(function, *arguments)
        except (BrokenExecutor, RuntimeError) as error:
            raise Lost from error

    def _make_anew(self, broken: Executor) -> None:
        with self._change:
            if self._executor is not broken:
                return
            self._executor = self._factory()
        broken.shutdown(wait=False)

    def close(self, terms: Terms) -> None:
        """End the executor."""
        with contextlib.suppress(Lost, Unable):
            self.run(None, bench.finish, terms)
        self._executor.shutdown()
