"""Progress tells how far a batch is, how fast it goes, how long it takes and what came of it."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from grader.batch.progress import Progress

VERDICTS = ("AC", "WA", "RTE", "TLE", "MLE", "OLE", "CE", "IR", "SK")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def clock() -> Callable[[], float]:
    ticks = iter(range(1000))
    return lambda: float(next(ticks))


def steps(progress: Progress, *verdicts: str | None) -> None:
    for verdict in verdicts:
        progress.step({"verdict": verdict})


def test_progress_is_told_in_lines_where_no_terminal_reads() -> None:
    said = io.StringIO()
    steps(Progress(3, said, clock()), "WA", None, "AC")
    assert said.getvalue() == (
        "1 of 3 graded · 1.0 a second · 2 s left · WA 1\n"
        "2 of 3 graded · 1.0 a second · 1 s left · WA 1 ungraded 1\n"
        "3 of 3 graded · 1.0 a second · 0 s left · AC 1 WA 1 ungraded 1\n"
    )


def test_what_is_known_counts_but_makes_nothing_faster() -> None:
    said = io.StringIO()
    progress = Progress(4, said, clock())
    progress.known([{"verdict": "AC"}, {"verdict": "WA"}])
    steps(progress, "AC", "AC")
    assert said.getvalue() == (
        "2 of 4 stand as they are, 2 to grade\n"
        "3 of 4 graded · 1.0 a second · 1 s left · AC 2 WA 1\n"
        "4 of 4 graded · 1.0 a second · 0 s left · AC 3 WA 1\n"
    )


@pytest.mark.parametrize(
    ("total", "each_s", "line"),
    [
        (2, 0.125, "1 of 2 graded · 8.0 a second · 0 s left · AC 1\n"),
        (2, 4.0, "1 of 2 graded · 15.0 a minute · 4 s left · AC 1\n"),
        (9, 15.0, "1 of 9 graded · 4.0 a minute · 2 min 0 s left · AC 1\n"),
        (9, 600.0, "1 of 9 graded · 0.1 a minute · 1 h 20 min left · AC 1\n"),
    ],
)
def test_rate_and_time_left_are_told_in_units_that_fit(total: int, each_s: float, line: str) -> None:
    said = io.StringIO()
    ticks = iter([0.0, each_s])
    steps(Progress(total, said, lambda: next(ticks)), "AC")
    assert said.getvalue() == line


def test_a_large_class_gets_about_ten_lines() -> None:
    said = io.StringIO()
    steps(Progress(305, said, clock()), *["AC"] * 305)
    lines = said.getvalue().splitlines()
    assert (len(lines), lines[-1]) == (11, "305 of 305 graded · 1.0 a second · 0 s left · AC 305")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    return Terminal()


def test_progress_on_a_terminal_is_one_line_with_a_bar_that_grows(terminal: Terminal) -> None:
    steps(Progress(9, terminal, clock()), *VERDICTS)
    text = terminal.getvalue()
    assert (text.count("\n"), text[-1], text.count("\r")) == (1, "\n", 9)
    lines = text.rstrip("\n").split("\r")[1:]
    assert {len(line) for line in lines} == {59}
    assert [line.count("#") for line in lines] == [2, 4, 6, 8, 11, 13, 15, 17, 20]
    assert lines[3].startswith("[########------------] 4 of 9 graded · 1.0 a second")


def test_a_line_of_its_own_never_stands_in_the_bar(terminal: Terminal) -> None:
    progress = Progress(3, terminal, clock())
    progress.say("first")
    steps(progress, "AC")
    progress.say("second")
    progress.say("third")
    steps(progress, "AC")
    progress.end()
    progress.end()
    lines = terminal.getvalue().split("\n")
    assert [line.lstrip("\r")[:12] for line in lines] == [
        "first",
        "[######-----",
        "second",
        "third",
        "[###########",
        "",
    ]


def test_a_dumb_terminal_gets_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    said = Terminal()
    steps(Progress(1, said, clock()), "AC")
    assert said.getvalue() == "1 of 1 graded · 1.0 a second · 0 s left · AC 1\n"
