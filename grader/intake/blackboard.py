"""A gradebook zip of Blackboard -> whose each file is, and of which attempt.

`HW 1_alee_attempt_2026-11-30-09-05-00_game.py` with a receipt `HW 1_alee_attempt_2026-11-30-09-05-00.txt`, which says
the name. Assignments and users can have underscores too: the receipts settle where one ends and the other begins,
and without them what is common to all names is the assignment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from grader.errors import UnreadableHandIn
from grader.intake.entries import Item, Kind
from grader.intake.hand_ins import Label

NAME = "blackboard"
TITLE = "Blackboard gradebook"
# The first match counts: what follows is what the student has called the file.
_FORM = re.compile(
    r"(?P<head>.+?)_attempt_(?P<attempt>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|(?P<receipt>\.txt))", re.DOTALL
)
_NAME = re.compile(r"^Name:[ \t]*(?P<student>.*?)[ \t]*\((?P<id>[^()\r\n]+)\)[ \t]*$", re.MULTILINE)
_STUDENTS_WORDS = re.compile(r"^(?:Submission Field|Comments|Files):", re.MULTILINE)
_RECEIPT_BYTES = 64 * 1024


def labels(items: Sequence[Item]) -> list[Label | None]:
    """For each item whose it is, as far as its name says it."""
    matches = [None if item.is_folder else _FORM.fullmatch(item.name) for item in items]
    heads = sorted({match["head"] for match in matches if match})
    said: dict[str, tuple[str, str]] = {}
    for item, match in zip(items, matches, strict=True):
        if match and match["receipt"]:
            said.setdefault(match["head"], _said(item))
    users = _users(heads, said)
    return [_label(match, users, said) if match else None for match in matches]


def _label(match: re.Match[str], users: Mapping[str, str], said: Mapping[str, tuple[str, str]]) -> Label:
    student, identity = said.get(match["head"], ("", ""))
    user = users[match["head"]]
    return Label(
        user,
        match["file"] or "",
        student if student and identity == user else None,
        attempt=match["attempt"],
        receipt=match["receipt"] is not None,
    )


def _users(heads: Sequence[str], said: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """The user in each `<assignment>_<user>`; never one for two."""
    above = {head.removesuffix(said[head][1]) for head in said if head.endswith(f"_{said[head][1]}") and said[head][1]}
    if len(above) != 1 or not all(head.startswith(tuple(above)) for head in heads):
        above = {heads[0][: heads[0].rfind("_") + 1]} if len(heads) == 1 else {_common(heads)}
    start = len(above.pop())
    return {head: head[start:] or head for head in heads}


def _common(heads: Sequence[str]) -> str:
    """What all heads begin with, up to an underscore."""
    ends = [match.end() for match in re.finditer("_", heads[0])] if heads else []
    beginnings = [heads[0][:end] for end in ends if all(head.startswith(heads[0][:end]) for head in heads)]
    return beginnings[-1] if beginnings else ""


def _said(item: Item) -> tuple[str, str]:
    """Name and user in a receipt: only from above what the student has written."""
    try:
        content = next(entry.read(_RECEIPT_BYTES) for entry in item.entries() if entry.kind is Kind.FILE)
    except (UnreadableHandIn, OSError, StopIteration):
        return "", ""
    text = _STUDENTS_WORDS.split(content.decode("utf-8-sig", "replace"), maxsplit=1)[0]
    match = _NAME.search(text)
    return (match["student"].strip(), match["id"].strip()) if match else ("", "")
