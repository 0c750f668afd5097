"""A submission and a game of the package's -> games played, won and lost. `play.py` says what to think of them.

A game is a conversation: what the program is asked next depends on its last move, and what costs time are the
requests. So that a game is over is told together with the first move of the next one, and a game may ask for
several moves at once where none depends on another.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grader.errors import Fault, PackageError
from grader.kinds._judging import trouble
from grader.model import Finding, Message, Returned, State, Step, Verdict
from grader.plugins import Subject
from grader.values import Value

MOST_MOVES = 1000
WALL_PER_CPU = 30  # a machine with too much to do is no fault of the program


@dataclass(frozen=True, slots=True)
class Rules:
    """What is played.

    `game` is a generator function of the package's: from a start and a generator of random numbers it yields lists of
    the arguments of the next moves, often of one, is sent the list of these moves, and returns whether the program
    has won, or why the last move that it speaks of is not allowed.
    `move` and `over` are the functions of the program that make a move and are told whether it has won.
    """

    game: Callable[..., Any]
    move: str
    over: str


@dataclass(frozen=True, slots=True)
class Score:
    """How a series of games went; `lost` are the moves of the first game that was lost."""

    won: int
    games: int
    lost: tuple[tuple[Step, Value], ...] = ()


def shown(calls: Iterable[tuple[Step, Value]], subject: Subject, title: str) -> str:
    """Calls with their answers, as they are written in the language of the submission."""
    language = subject.language
    return "\n".join([title, *(f"{language.show_step(step)} gave {language.show(value)}" for step, value in calls)])


class Broken(Exception):
    """A game came to no end; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding


class Player:
    """One submission at the table."""

    def __init__(self, rules: Rules, subject: Subject, seed: int) -> None:
        self._rules = rules
        self._subject = subject
        self._random = random.Random(seed)  # noqa: S311 - not for secrets
        self._state = State.NEW
        self._untold: tuple[Step, ...] = ()
        self._calls: list[tuple[Step, Value]] = []
        self._games = 0
        self._cpu_s: float | None = None
        self._wall_s = 0.0
        self._peak_bytes = 0

    def begin(self) -> None:
        """Go on with a copy that has played no game yet."""
        self._tell()
        self._state = State.NEW

    def series(self, starts: Sequence[Value], games: int, *, opposite: bool = False) -> Score:
        """So many games, each start as often as the others, in an order of its own each time.

        With `opposite` the program is told that it has won when it has lost, and the other way round.
        """
        won = 0
        lost: tuple[tuple[Step, Value], ...] = ()
        for _round in range(games // len(starts)):
            for start in self._random.sample(starts, len(starts)):
                if self._won(start, opposite):
                    won += 1
                elif not lost:
                    lost = tuple(self._calls)
        self._tell()
        return Score(won, games // len(starts) * len(starts), lost)

    def costed(self, finding: Finding) -> Finding:
        """With what all games together have used."""
        return replace(finding, cpu_s=self._cpu_s, wall_s=self._wall_s, peak_bytes=self._peak_bytes or None)

    # --- one game ------------------------------------------------------------------------------------------

    def _won(self, start: Value, opposite: bool) -> bool:
        """Play a game; whether the program has won it."""
        game = self._rules.game(start, self._random)
        self._calls = []
        self._games += 1
        moves: list[Value] | None = None
        while len(self._calls) < MOST_MOVES:
            try:
                arguments = next(game) if moves is None else game.send(moves)
            except StopIteration as end:
                won = self._result(end.value)
                self._untold = (Step(self._rules.over, (won is not opposite,)),)
                return won
            moves = self._moved(arguments)
        raise _fault(f"`{self._name}` has not come to an end after {MOST_MOVES} moves")

    def _moved(self, asked: object) -> list[Value]:
        """The moves of the program, which is first told how the game before has ended."""
        if not isinstance(asked, list) or not asked or not all(isinstance(one, list | tuple) for one in asked):
            raise _fault(f"`{self._name}` yields a list with a list of arguments for each move, and not {asked!r}")
        steps = [Step(self._rules.move, tuple(arguments)) for arguments in asked]
        moves = self._asked((*self._untold, *steps))[len(self._untold) :]
        self._untold = ()
        self._calls += zip(steps, moves, strict=True)
        return moves

    def _result(self, said: object) -> bool:
        if isinstance(said, str) and said and self._calls:
            raise Broken(Finding(Verdict.WA, 0.0, Message("objection", {"why": said}), input=self._shown()))
        if not isinstance(said, bool) or not self._calls:
            raise _fault(f"`{self._name}` returned {said!r}; it asks for a move, and returns True, False or a sentence")
        return said

    def _shown(self) -> str:
        """The game, call by call."""
        return shown(self._calls, self._subject, f"game {self._games:,}:")

    def _tell(self) -> None:
        """Tell how the last game has ended, if that is not known yet."""
        if self._untold:
            self._asked(self._untold)
            self._untold = ()

    def _asked(self, steps: Sequence[Step]) -> list[Value]:
        """The answers to these steps."""
        answers = self._subject.ask(steps, self._state)
        self._state = State.SAME
        self._wall_s += answers.wall_s or 0.0
        if answers.cpu_s is not None:
            self._cpu_s = (self._cpu_s or 0.0) + answers.cpu_s
        self._peak_bytes = max(self._peak_bytes, answers.peak_bytes or 0)
        values: list[Value] = []
        for step, reply in zip(steps, answers.replies, strict=True):
            if not isinstance(reply, Returned):
                place = f"{self._subject.language.show_step(step)} (game {self._games:,})"
                raise Broken(replace(trouble(reply, self._subject), input=place))
            values.append(reply.value)
        self._mind_time()
        return values

    def _mind_time(self) -> None:
        cpu_s = self._subject.limits.total_s
        wall_s = WALL_PER_CPU * cpu_s
        if (self._cpu_s or 0.0) > cpu_s or self._wall_s > wall_s:
            values = {"games": f"{self._games:,}", "seconds": f"{cpu_s if self._wall_s <= wall_s else wall_s:g}"}
            raise Broken(Finding(Verdict.TLE, 0.0, Message("slow-games", values)))

    @property
    def _name(self) -> str:
        return self._rules.game.__name__


def _fault(message: str) -> PackageError:
    return PackageError([Fault("oracle.py", None, None, message)])
