"""The download of all submissions of an assignment in Canvas -> whose each file is.

`leeann_LATE_1234_5678_game.py`: the name as it sorts, without blanks and in small letters, the mark of those who were
late, the number of the user, that of the file, and what the student called it. What was typed into the page ends in
`_text.html`, an address in `_link.html`. Where names are hidden, `anon_x9pQr` stands in place of name and number.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from grader.intake.entries import Item
from grader.intake.hand_ins import Label

NAME = "canvas"
TITLE = "Canvas download"
_FORM = re.compile(
    r"(?:(?!LATE_|anon_)(?P<student>.+?)_)?(?P<late>LATE_)?(?P<id>[1-9]\d*|anon_[0-9A-Za-z]+)_"
    r"(?:(?P<number>[1-9]\d*)_(?P<file>.+)|(?P<page>text|link)\.html)",
    re.DOTALL,
)
_AGAIN = re.compile(r"(?P<stem>.+)-\d{1,2}(?P<ending>(?:\.\w+)+)")


def labels(items: Sequence[Item]) -> list[Label | None]:
    """For each item whose it is, as far as its name says it.

    Nobody's where the numbers can't be those of Canvas: each file has a number of its own, each user one name.
    """
    matches = [None if item.is_folder else _FORM.fullmatch(item.name) for item in items]
    numbers = Counter(match["number"] for match in matches if match and match["number"])
    names = defaultdict(set)
    for match in matches:
        if match:
            names[match["id"]].add(match["student"] or "")
    sound = all(count == 1 for count in numbers.values()) and all(len(known) == 1 for known in names.values())
    if not sound or (len(names) == 1 and len(numbers) > 1):
        return [None] * len(items)
    files = defaultdict(set)
    for match in matches:
        if match and match["file"]:
            files[match["id"]].add(match["file"])
    return [_label(match, files[match["id"]]) if match else None for match in matches]


def _label(match: re.Match[str], files: set[str]) -> Label:
    return Label(
        match["id"],
        match["file"] or f"{match['page']}.html",
        match["student"],
        late=match["late"] is not None,
        first=_first_name(match["file"], files) if match["file"] else None,
    )


def _first_name(file: str, files: set[str]) -> str | None:
    """The name without the number that Canvas puts behind it when a file of that name is handed in again.

    None where files that differ only in their numbers lie side by side, which are the student's own.
    """
    match = _AGAIN.fullmatch(file)
    if match is None:
        return None
    first = match["stem"] + match["ending"]
    alike = [one for one in files if (other := _AGAIN.fullmatch(one)) and other["stem"] + other["ending"] == first]
    return None if first in files or len(alike) > 1 else first
