"""What `--executor` says -> a dispatcher over the workers that it means."""

from __future__ import annotations

import importlib
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from grader.compilers import worth
from grader.errors import InputError
from grader.package import Problem
from grader.pipeline import Options
from grader.workers.crew import Crew
from grader.workers.dispatch import Dispatcher
from grader.workers.job import Terms, edition, packed
from grader.workers.pool import Pool

FORMS = "local, dask:ADDRESS or python:MODULE#FACTORY"
MOST_WAITING = 64
"""So many submissions are ready before their workers are: some of those may be yet to come."""


@dataclass(frozen=True, slots=True)
class Work:
    """How many submissions there are, how many of them are under way at once, and the isolation asked for."""

    submissions: int
    jobs: int
    isolation: str


@contextmanager
def opened(
    spec: str, problem: Problem, options: Options, work: Work, tell: Callable[[str], None]
) -> Iterator[Dispatcher]:
    """The workers for this work; raises InputError if there are none."""
    crew = _crew(spec, work.jobs)
    package = packed(problem.folder)
    terms = Terms(
        secrets.token_hex(8),
        edition(),
        package.fingerprint,
        work.isolation,
        options.seed,
        options.parts,
        _compilers(crew, work.submissions),
    )
    with Dispatcher(crew, problem, package, terms, tell) as dispatcher:
        dispatcher.open()
        yield dispatcher


def jobs_at_once(spec: str, asked: int | None, cores: int) -> int:
    """How many submissions are under way at once, where that was not said."""
    return asked or (MOST_WAITING if spec.startswith("dask:") else cores)


def _crew(spec: str, jobs: int) -> Crew:
    kind, colon, name = spec.partition(":")
    if kind == "dask" and name:
        try:
            # Dask is an extra, and takes a second to import.
            cluster = importlib.import_module("grader.workers.cluster")
        except ImportError as error:
            raise InputError(
                f"Dask is not installed here ({error}). To install it: pip install 'grader[cluster]'"
            ) from error
        crew: Crew = cluster.Cluster(name)
        return crew
    module, hash_sign, factory = name.partition("#")
    if kind == "python" and colon and module and hash_sign and factory:
        try:
            make = getattr(importlib.import_module(module), factory)
        except (ImportError, AttributeError) as error:
            raise InputError(f"there is no {factory} in {module}: {error}") from error
        return Pool(spec, make, jobs)
    raise InputError(f"--executor {spec} is not understood; it is {FORMS}")


def _compilers(crew: Crew, submissions: int) -> int:
    """How many compilers that stay earn back their start on each worker."""
    workers = list(crew.workers())
    places = max((worker.places for worker in workers), default=1)
    return worth(submissions // max(1, len(workers)), places)
