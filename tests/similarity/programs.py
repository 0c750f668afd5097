"""Small programs for the tests of similarity: one, the same in disguise, and others that nobody copied."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

from grader.similarity.pairs import HandIn

ROOT = Path(__file__).resolve().parents[2]

PLAIN = '''\
"""Counts words."""


def read(path, limit):
    words = []
    with open(path) as lines:
        for line in lines:
            for word in line.split():
                if len(word) > 3 and len(words) < limit:
                    words.append(word.lower())
    return words


def most(words):
    counts = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    best = max(counts.values())
    return sorted([word for word in counts if counts[word] == best], key=len)


def show(path):
    found = most(read(path, 1000))
    print("most often:", ", ".join(found), f"({len(found)})")
    while found and len(found[-1]) < 5:
        found.pop()
    return found[0] if found else None
'''
RENAMED = PLAIN
for _old, _new in {"words": "liste", "word": "w", "counts": "c", "lines": "handle", "best": "m", "found": "r"}.items():
    RENAMED = RENAMED.replace(_old, _new)
_HEAD, _READ, _MOST, _SHOW = PLAIN.split("\n\n\n")
REORDERED = "\n\n\n".join([_HEAD, _SHOW, _READ, _MOST])
REFORMATTED = (
    PLAIN.replace("    ", "\t")
    .replace("(", "( ")
    .replace('"""Counts words."""', "# by me\n'''Another text,\nof two lines.'''")
    .replace("\n\n\n", "\n")
    .replace("best], key=len)", "best],\n\t\tkey=len,\n\t)")
    .replace("words.append", "words . append")
    .replace("    return", "    # so\n    return")
)
DISGUISES = {"renamed": RENAMED, "reordered": REORDERED, "reformatted": REFORMATTED}

_SIGNS = ("+", "-", "*", "/", "//", "%", "<", ">", "and", "or", "==")


def invented(seed: int, lines: int = 12) -> str:
    """A program without sense that is like no other one of another seed."""
    drawn = random.Random(seed)  # noqa: S311 - the same each time is what is wanted

    def value(depth: int) -> str:
        if depth == 0:
            return drawn.choice(("a", "b[a]", "7", "'x'", "f(a, b)", "not b", "[a, 1]", "{}", "a.b", "-c"))
        return f"{value(depth - 1)} {drawn.choice(_SIGNS)} {value(depth - drawn.choice((1, 1, depth)))}"

    heads = (
        "x = {}",
        "if {}:\n    y = {}",
        "while {}:\n    break",
        "return {}",
        "print({}, {})",
        "x[{}] = {}",
        "del {}",
    )
    texts = (drawn.choice(heads) for _line in range(lines))
    return "".join(text.format(value(2), value(1)) + "\n" for text in texts)


def hand_in(identity: str, files: str | Mapping[str, str], *others: str, name: str | None = None) -> HandIn:
    """What `identity` (for `others` too) has handed in."""
    whole = {"a.py": files} if isinstance(files, str) else files
    return HandIn(identity, name, frozenset([identity, *others]), whole)


def a_class(count: int = 12) -> list[HandIn]:
    """A class in which nobody has copied."""
    return [hand_in(f"s{number:02}", invented(number)) for number in range(count)]
