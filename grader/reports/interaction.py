"""A result -> what was said in its dialogues, in the marks of Kattis's `.interaction` files, which other tools read.

A line that begins with `<` was typed to the program, one with `>` was printed by it; `---` stands between dialogues,
and alone where there are none. A result keeps the words of those in which something went wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grader.plugins import Result
from grader.reports._columns import clean
from grader.reports._words import words_of
from grader.speaking import speak

BETWEEN = "---\n"
MARKS = {"person": "<", "program": ">"}


class Interaction:
    """The format `interaction`."""

    name = "interaction"
    suffix = ".interaction"

    def one(self, result: Result, options: Mapping[str, Any]) -> str:
        """The dialogues of a result."""
        return BETWEEN.join(_dialogues(speak(result, words_of(options)))) or BETWEEN

    def many(self, batch: Result, options: Mapping[str, Any]) -> str:
        """The dialogues of all results, one after the other."""
        del options
        return BETWEEN.join(said for result in batch["results"] for said in _dialogues(result)) or BETWEEN


def _dialogues(result: Result) -> Iterator[str]:
    for part in result["parts"]:
        for test in part["tests"]:
            if test["turns"]:
                yield "".join(_lines(turn) for turn in test["turns"])


def _lines(turn: Mapping[str, Any]) -> str:
    """The lines of a turn, each with its mark, so that none can pass for one of the other side."""
    text = clean(turn["text"]).removesuffix("\n")
    if not text and turn["by"] == "program":
        return ""
    return "".join(f"{MARKS[turn['by']]}{line}\n" for line in text.split("\n"))


PLUGIN = Interaction()
