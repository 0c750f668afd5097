"""What a program prints -> what is typed next: the few words that a package's player and the kind `dialogue` share.

A player is a generator function in `oracle.py`:

    def player():
        heard = yield START         # the program starts; the same again starts it anew, for the next game
        heard = yield "3"           # types a line; `heard` is what was printed until the program waits or ends
        if "7" not in heard.text:
            return Fault("wrong-rest", "7")   # or a sentence
        return None                 # all is right; ACCEPT if it does not matter how the program would go on

When the program ends with an error or at a limit the player is not asked: that is judged without it. To type to a
program that has ended is the program's fault (`ends-early`). A run that the player leaves, by START or by the end
of all, must be over: if the program still waits, its input is closed, and then it has to end without an error.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

FAULTS = (
    "accepts-illegal",
    "asks-nothing",
    "does-not-ask-first",
    "ends-alike",
    "ends-early",
    "keeps-output",
    "misses-best",
    "misses-win",
    "names-other-winner",
    "never-ends",
    "reads-past-end",
    "refuses-legal",
    "takes-illegal",
    "wrong-rest",
)
"""The faults that have a phrase."""


class Sign(Enum):
    """What a player can ask for besides a line."""

    START = "start the program"
    ACCEPT = "nothing is held against it"


START = Sign.START
ACCEPT = Sign.ACCEPT


@dataclass(frozen=True, slots=True)
class Heard:
    """What a program printed on its standard output after `answer`, the `number`-th of its run (None, 0 at its start).

    `ended` when it came to its end by itself and without an error; else it waits for input.
    """

    text: str
    ended: bool = False
    answer: str | None = None
    number: int = 0
    run: int = 1


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong: a key of the phrase book, what would have been right, and after which answer if not the last."""

    key: str
    expected: str | None = None
    at: Heard | None = None


Player: TypeAlias = Callable[[], Generator[str | Sign, Heard, Fault | str | Sign | None]]
