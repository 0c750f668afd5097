"""Results as they come -> how far a batch is: a bar that grows on a terminal, plain lines elsewhere."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TextIO

BAR = 20
NARROWEST = 20
LINES = 10


class Progress:
    """Tells how many are graded, how fast it goes, how long it will take and what the verdicts were."""

    def __init__(self, total: int, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.total = total
        self.done = 0
        self.verdicts: dict[str, int] = {}
        self._known = 0
        self._stream = stream if stream is not None else sys.stderr
        self._clock = clock
        self._started = clock()
        self._open_line = False
        self._live = self._stream.isatty() and os.environ.get("TERM") != "dumb"

    def known(self, results: Iterable[Mapping[str, Any]]) -> None:
        """These need not be graded again; the clock starts for the others."""
        for result in results:
            self._count(result)
        self._known = self.done
        self._started = self._clock()
        if self._known:
            self.say(f"{self._known} of {self.total} stand as they are, {self.total - self._known} to grade")

    def step(self, result: Mapping[str, Any]) -> None:
        """One more is graded."""
        self._count(result)
        line = self._line()
        if self._live:
            width = max(NARROWEST, shutil.get_terminal_size().columns) - 1
            bar = "#" * (BAR * self.done // max(1, self.total))
            line = f"[{bar:-<{BAR}}] {line}"
            self._write(f"\r{line[:width]:<{width}}")
            self._open_line = True
            if self.done == self.total:
                self.end()
        elif self.done == self.total or self.done % max(1, self.total // LINES) == 0:
            self._write(line + "\n")

    def say(self, text: str) -> None:
        """A line of its own."""
        self.end()
        self._write(text + "\n")

    def end(self) -> None:
        """Nothing more is added to the bar."""
        if self._open_line:
            self._write("\n")
        self._open_line = False

    def _count(self, result: Mapping[str, Any]) -> None:
        self.done += 1
        verdict = result["verdict"] or "ungraded"
        self.verdicts[verdict] = self.verdicts.get(verdict, 0) + 1

    def _line(self) -> str:
        per_s = (self.done - self._known) / max(1e-9, self._clock() - self._started)
        counts = " ".join(f"{name} {count}" for name, count in sorted(self.verdicts.items()))
        left = _duration((self.total - self.done) / per_s)
        return f"{self.done} of {self.total} graded · {_rate(per_s)} · {left} left · {counts}"

    def _write(self, text: str) -> None:
        """Say it, if anybody still listens: a batch goes on without an audience."""
        with contextlib.suppress(OSError, ValueError):
            self._stream.write(text)
            self._stream.flush()


def _rate(per_s: float) -> str:
    return f"{per_s:.1f} a second" if per_s >= 1 else f"{60 * per_s:.1f} a minute"


def _duration(seconds: float) -> str:
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    return f"{whole // 60} min {whole % 60} s" if whole < 3600 else f"{whole // 3600} h {whole % 3600 // 60} min"
