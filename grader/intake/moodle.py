"""The download of all submissions of an assignment in Moodle -> whose each folder or file is.

`Ann Lee_12345_assignsubmission_file_` is a folder of files, `Ann Lee_12345_assignsubmission_file_game.py` a file where
the download has no folders, `..._assignsubmission_onlinetext` what was typed into the page. The number is that of the
participant in this assignment; it is also in the grading worksheet. A team's name and number stand in their place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.intake.entries import Item
from grader.intake.hand_ins import Label

NAME = "moodle"
TITLE = "Moodle download"
# The first match counts: what follows is what the student has called the file.
_FORM = re.compile(
    r"(?P<student>.*?)_(?P<id>\d+)_assign(?P<what>submission|feedback)_(?P<plugin>[a-z]+)(?:_(?P<file>.*))?", re.DOTALL
)
BLIND = "Participant"


def labels(items: Sequence[Item]) -> list[Label | None]:
    """For each item whose it is, as far as its name says it."""
    return [_label(item) for item in items]


def _label(item: Item) -> Label | None:
    match = _FORM.fullmatch(item.name)
    if match is None:
        return None
    student = match["student"].strip()
    return Label(
        match["id"],
        match["file"] or "",
        None if student in ("", BLIND) else student,
        receipt=match["what"] == "feedback",
        above="" if match["plugin"] == "file" else f"{match['plugin']}/",
    )
