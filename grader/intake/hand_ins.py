"""Items whose names say whose they are -> one hand-in for each student, the latest attempt of each.

Every kind of source reads its names into a `Label`; what follows from them is the same for all and stands here.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from grader.intake.entries import Item
from grader.intake.gathering import Intake, gather_items
from grader.intake.names import folded, readable
from grader.model import Person, Submission

THIS_FOLDER = "."
"""What the hand-in of an LMS is called where it is more than a file: its student has the files, and not our folder."""


@dataclass(frozen=True, slots=True)
class HandIn:
    """What one student, or one group, has handed in; nothing of it is read yet.

    `name` is what it is called where its student has it, `student` the name of the person, as far as the source tells
    it. `late` and `submitted` (local time of the LMS) are what the source says. `members` are those whom it counts for,
    if these are others than `id`. `numbered` are files to which the LMS has given a number, and their names without it.
    """

    id: str
    name: str
    items: tuple[Item, ...]
    student: str | None = None
    late: bool | None = None
    submitted: str | None = None
    notes: tuple[str, ...] = ()
    undecided: str | None = None
    members: tuple[Person, ...] = ()
    numbered: tuple[tuple[str, str], ...] = ()

    def gather(self) -> Intake:
        """Its files; raises UnreadableHandIn.

        A file that the LMS has given a number gets its own name back, unless another file speaks of it with the number.
        """
        intake = gather_items(self.items)
        for name, first in self.numbered:
            spoken = PurePosixPath(name).stem.encode()
            if name in intake.files and not any(spoken in content for content in intake.files.values()):
                intake.files = {first if path == name else path: it for path, it in intake.files.items()}
                intake.notes.append(f"`{name}` was taken as `{first}`.")
        return intake

    def has_files(self) -> bool:
        """Whether anything was handed in that could be a student's work."""
        return any(item.has_files() for item in self.items)

    def told_of(self, submission: Submission) -> Submission:
        """The submission, with what is known of it besides its files."""
        return replace(
            submission,
            name=self.student,
            late=self.late,
            submitted=self.submitted,
            members=self.members,
            notes=(*self.notes, *submission.notes),
            undecided=submission.undecided or self.undecided,
        )


@dataclass(frozen=True, slots=True)
class Label:
    """What the name of an item says: whose it is, and what the student called it.

    `file` is empty where the item is a folder that holds the files. `attempt` is the moment of the hand-in, in a form
    that sorts, where a source keeps several. A `receipt` is a note of the LMS, and no file of the student. `first` is
    the name that the file seems to have had before the LMS put a number to it.
    """

    id: str
    file: str = ""
    student: str | None = None
    late: bool | None = None
    attempt: str | None = None
    receipt: bool = False
    first: str | None = None
    above: str = ""


Labelled = tuple[Item, Label]


def by_student(labelled: Iterable[Labelled]) -> list[HandIn]:
    """A hand-in for each id. Where one id has several names, both stay, told apart by the name."""
    groups: dict[tuple[str, str], list[Labelled]] = {}
    for item, label in labelled:
        groups.setdefault((label.id, label.student or ""), []).append((item, label))
    counts = Counter(identity for identity, _student in groups)
    return [
        _hand_in(identity if counts[identity] == 1 else f"{identity} {student}".strip(), mine)
        for (identity, student), mine in groups.items()
    ]


def _hand_in(identity: str, mine: Sequence[Labelled]) -> HandIn:
    attempts: dict[str, list[Labelled]] = {}
    for item, label in mine:
        attempts.setdefault(label.attempt or "", []).append((item, label))
    order = sorted(attempts, reverse=True)
    taken = next((attempt for attempt in order if _has_files(attempts[attempt])), order[0])
    items = [_as_called(item, label) for item, label in attempts[taken] if not label.receipt]
    _item, first = attempts[taken][0]
    late = [label.late for _item, label in attempts[taken] if label.late is not None]
    return HandIn(
        readable(identity),
        items[0].name if len(items) == 1 and not items[0].is_folder else THIS_FOLDER,
        tuple(items),
        student=readable(first.student) if first.student else None,
        late=any(late) if late else None,
        submitted=moment(taken) if taken else None,
        notes=tuple(_attempt_notes(order, taken)),
        numbered=tuple((label.file, label.first) for _item, label in attempts[taken] if label.first is not None),
    )


def _has_files(labelled: Sequence[Labelled]) -> bool:
    return any(item.has_files() for item, label in labelled if not label.receipt)


def _as_called(item: Item, label: Label) -> Item:
    return replace(item, name=label.file or item.name, above=label.above)


def _attempt_notes(order: Sequence[str], taken: str) -> Iterable[str]:
    earlier = [moment(attempt) for attempt in order if attempt < taken]
    later = [moment(attempt) for attempt in order if attempt > taken]
    if later:
        yield f"The attempt of {moment(taken)} was graded, as the later one ({', '.join(later)}) holds no file."
    elif earlier:
        yield f"The latest attempt, of {moment(taken)}, was graded, and not the earlier one ({', '.join(earlier)})."


def moment(attempt: str) -> str:
    """`2026-11-30-09-05-00` as a moment that people and programs read."""
    found = re.fullmatch(r"(\d+-\d+-\d+)-(\d+)-(\d+)-(\d+)", attempt)
    return f"{found[1]} {found[2]}:{found[3]}:{found[4]}" if found else attempt


def unique(name: str, taken: set[str]) -> str:
    """The name, or the name with a number, so that it is nobody else's on any file system; it is taken then."""
    wanted = itertools.chain([name], (f"{name} ({number})" for number in itertools.count(2)))
    free = next(one for one in wanted if folded(one) not in taken)
    taken.add(folded(free))
    return free
