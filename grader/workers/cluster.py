"""An existing Dask cluster -> its workers, each of which is given its jobs by name.

Dask would choose the workers itself, but then a submission that kills its worker is tried on up to four of them, with
all that they are at, and which of those was to blame is not told. So a job is bound to one worker here, and what is
done when that worker is lost is decided by `dispatch.py`. The price: Dask sees no jobs that wait, so a cluster does not
grow by itself with them; workers that come later are used.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import threading
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from typing import Any

import dask
from distributed import Client, Future, KilledWorker

from grader.errors import InputError
from grader.plugins import languages
from grader.workers import bench
from grader.workers.crew import Lost, Unable
from grader.workers.job import Terms

LOOK_S = 0.5
FETCH_S = 5.0
CONNECT_S = 20
SILENCE_S = 30.0
"""A scheduler that says nothing for so long has gone; on a busy machine it may be late."""
LARGE = "1 GiB"
"""Dask warns of tasks above a size; hand-ins are bounded already when they are read."""


@dataclass(frozen=True, slots=True)
class Node:
    """One worker process. `folder` is its own: an address may be given to the next one when it dies."""

    address: str
    folder: str
    name: str = field(compare=False)
    places: int = field(compare=False)
    declared: Mapping[str, float] | None = field(compare=False)
    cluster: Cluster = field(compare=False, repr=False)

    def run(self, language: str | None, function: Callable[..., Any], *arguments: Any) -> Any:
        """What the function gives on this worker."""
        claimed = {language: 1.0} if self.declared is not None and language in self.declared else None
        future = self.cluster.client.submit(
            function,
            *arguments,
            key=f"grader-{secrets.token_hex(8)}",
            workers=[self.address],
            resources=claimed,
            pure=False,
        )
        try:
            return self._awaited(future)
        except KilledWorker as error:
            raise Lost from error
        except Lost:
            with contextlib.suppress(OSError, TimeoutError, RuntimeError):
                future.cancel(force=True)  # or Dask would wait for a worker with this address to come back
            raise

    def _awaited(self, future: Future[Any]) -> Any:
        done = threading.Event()
        future.add_done_callback(lambda _future: done.set())
        while not done.wait(LOOK_S):
            self._look(future)
        while True:  # the value is still with the worker, which can be lost now too
            try:
                return future.result(timeout=FETCH_S)
            except (TimeoutError, CancelledError, asyncio.CancelledError):
                self._look(future)  # being late is cancelled too
            except KilledWorker:
                raise
            except Exception as error:
                raise Unable(f"{type(error).__name__}: {error}") from error

    def _look(self, future: Future[Any]) -> None:
        if not self.cluster.has(self) or future.status in ("cancelled", "lost"):
            raise Lost


class Cluster:
    """The cluster at an address, or of a scheduler file. Raises InputError if it can't be reached."""

    def __init__(self, address: str) -> None:
        where = {"scheduler_file": address} if os.path.exists(address) else {"address": address}  # noqa: PTH110
        dask.config.set({"distributed.admin.large-graph-warning-threshold": LARGE})
        try:
            self.client = Client(**where, set_as_default=False, timeout=CONNECT_S)
        except (OSError, ValueError) as error:
            raise InputError(f"no Dask scheduler answers at {address}: {error}") from error
        self._present: frozenset[Node] = frozenset()
        self._usable: frozenset[Node] = frozenset()
        self._closed = threading.Event()
        self._heard = time.monotonic()
        self._refresh()
        self._watching = threading.Thread(target=self._watch, daemon=True)
        self._watching.start()

    def workers(self) -> Collection[Node]:
        """Those that take jobs now."""
        return self._usable

    def has(self, node: Node) -> bool:
        """Whether this very process is there still."""
        return node in self._present

    def close(self, terms: Terms) -> None:
        """Leave the cluster to others; it goes on."""
        self._closed.set()
        self._watching.join()
        with contextlib.suppress(OSError, TimeoutError):
            self.client.run(bench.finish, terms, workers=[node.address for node in self._present], on_error="ignore")
        self.client.close()

    def _watch(self) -> None:
        while not self._closed.wait(LOOK_S):
            self._refresh()

    def _refresh(self) -> None:
        try:
            told = self.client.scheduler_info(n_workers=-1)["workers"]
        except (OSError, TimeoutError, RuntimeError, CancelledError, asyncio.CancelledError):
            if time.monotonic() - self._heard < SILENCE_S:
                return
            told = {}
        else:
            self._heard = time.monotonic()
        nodes = {self._node(address, worker): worker["status"] for address, worker in told.items()}
        self._present = frozenset(nodes)
        self._usable = frozenset(node for node, status in nodes.items() if status == "running")

    def _node(self, address: str, worker: Mapping[str, Any]) -> Node:
        declared = {name: count for name, count in worker["resources"].items() if name in languages()}
        name, folder = str(worker["name"]), worker["local_directory"]
        return Node(address, folder, name, worker["nthreads"], declared or None, self)
