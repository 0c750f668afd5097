"""A Hypothesis strategy -> inputs that are the same for everybody, and from one that fails the smallest like it.

Everything that Hypothesis may take from its surroundings is switched off: its database, times, profiles, the seed of
the day, and the constants that it reads in whatever modules happen to be loaded. What it raises about a strategy is
a fault of the package. It takes half a second to import, so only a test that needs it imports this module.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.internal.conjecture import providers

from grader.cache import open_cache
from grader.errors import Fault, PackageError
from grader.oracle import AUTHORS

_CACHE = open_cache("hypothesis")
set_hypothesis_home_dir(_CACHE.folder if _CACHE is not None else Path(os.devnull, "none"))  # else the working folder
# Else what is drawn depends on which modules are loaded; there is no public switch for it.
providers.is_local_module_file = lambda _path: False  # type: ignore[attr-defined, assignment]


class Found(Exception):
    """The input fails: what Hypothesis takes for the failure of a test."""


class Enough(BaseException):
    """No further input is to be tried; none of the exceptions that Hypothesis takes for a failure."""


class _Kept(BaseException):
    """An error that is no failure of the input, past Hypothesis."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _taking(test: Callable[[Any], None]) -> Callable[[Any], None]:
    """The same as a plain function, as Hypothesis wants it."""

    def take(given_input: Any) -> None:
        test(given_input)

    return take


@dataclass(frozen=True, slots=True)
class Source:
    """A function of the oracle that gives a strategy; so many inputs are drawn from it, by a seed."""

    strategy: Callable[[], Any]
    count: int
    seed: int

    def draw(self) -> list[Any]:
        """The inputs, those that Hypothesis thinks of first at the front. Raises PackageError if there are none."""
        inputs: list[Any] = []
        with self._as_fault():
            self._run(inputs.append, Phase.generate)
        return inputs

    def shrink(self, fails: Callable[[Any], bool]) -> None:
        """Try the same inputs until one fails, then ever smaller ones; the last that failed is the smallest.

        `fails` may raise Enough to end it.
        """

        def judge(given_input: Any) -> None:
            try:
                failed = fails(given_input)
            except Exception as error:
                raise _Kept(error) from error
            if failed:
                raise Found

        try:
            with self._as_fault():
                self._run(judge, Phase.generate, Phase.shrink)
        except (Found, Enough):
            pass
        except _Kept as kept:
            raise kept.error from None

    def _run(self, test: Callable[[Any], None], *phases: Phase) -> None:
        calm = settings(
            max_examples=self.count,
            derandomize=False,
            database=None,
            deadline=None,
            verbosity=Verbosity.quiet,
            phases=phases,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.nested_given],
            print_blob=False,
            report_multiple_bugs=False,
            backend="hypothesis",
        )
        calm(seed(self.seed)(given(self.strategy())(_taking(test))))()  # type: ignore[no-untyped-call]  # theirs

    @contextmanager
    def _as_fault(self) -> Iterator[None]:
        """What goes wrong with the strategy itself, as a fault of the package."""
        try:
            yield
        except (Found, PackageError):
            raise
        except AUTHORS as error:
            said = str(error).partition("\n")[0]
            why = f"`{self.strategy.__name__}` can not be drawn from: {type(error).__name__}: {said}"
            raise PackageError([Fault("oracle.py", None, None, why)]) from error
