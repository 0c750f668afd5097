"""How large, how many, how deep -> the bounds of what is read.

A zip needs no bound of its ratio: of what it holds no more is unpacked than a hand-in may hold. A packed tar can
only be read through from its start, so there the ratio is bounded too.
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.model import MEBIBYTE

MOST_FILES = 500
"""Files of a hand-in; junk does not count."""
MOST_BYTES = 16 * MEBIBYTE
"""All files of a hand-in together; junk does not count."""
DEEPEST = 12
LONGEST_NAME = 255
DEEPEST_ARCHIVE = 2
"""An archive, and one inside of it."""
HIGHEST_RATIO = 250
"""Of a tar; text seldom comes to 20."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Of one archive: its bytes where it has to be copied or unpacked as a whole, its list of files, its entries.

    `files` is what is said where there are too many entries.
    """

    packed_bytes: int
    plain_bytes: int
    list_bytes: int
    entries: int
    files: int


HAND_IN = Bounds(64 * MEBIBYTE, 64 * MEBIBYTE, 6 * MEBIBYTE, 50_000, MOST_FILES)
COURSE = Bounds(64 * 1024 * MEBIBYTE, 1024 * MEBIBYTE, 16 * MEBIBYTE, 100_000, 100_000)
