"""Tokens -> fingerprints: numbers for runs of tokens, few enough to be compared across a class.

Winnowing (Schleimer, Wilkerson and Aiken, 2003): of each WINDOW runs that follow each other the one with the least
number is kept. So a stretch of GRAM + WINDOW - 1 tokens that two programs have in common is always found, and one of
less than GRAM never is.
"""

from __future__ import annotations

from collections.abc import Sequence

GRAM = 16
WINDOW = 6


def grams(codes: Sequence[int]) -> list[int]:
    """A number for each run of GRAM tokens, at the place where it begins."""
    return [hash(tuple(codes[at : at + GRAM])) for at in range(len(codes) - GRAM + 1)]


def chosen(numbers: Sequence[int]) -> list[int]:
    """The places of those that winnowing keeps."""
    kept: list[int] = []
    for start in range(max(1, len(numbers) - WINDOW + 1) if numbers else 0):
        if kept and kept[-1] >= start and numbers[kept[-1]] <= numbers[min(start + WINDOW, len(numbers)) - 1]:
            continue  # the one before is still in the window, and what has come in is no less
        window = numbers[start : start + WINDOW]
        kept.append(start + len(window) - 1 - window[::-1].index(min(window)))
    return kept
