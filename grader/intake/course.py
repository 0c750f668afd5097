"""What a whole class has handed in -> a hand-in for each student, who is missing, and what to say of it at the start.

The source is a folder or an archive; how things in it are called tells which LMS it comes from, if any. What is not
called so among the others is a hand-in under its own name, so that nobody's work is left out.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

from grader.errors import InputError, Undecided, UnreadableHandIn
from grader.intake import archives, blackboard, canvas, folders, groups, moodle, plain, roster
from grader.intake.bounds import COURSE
from grader.intake.entries import Entry, Item, Kind, items_of
from grader.intake.hand_ins import HandIn, Label, by_student
from grader.intake.names import ARCHIVES, archive_ending, folded, readable, some, stem
from grader.model import Person

LMS: tuple[ModuleType, ...] = (moodle, blackboard, canvas)
KINDS = (plain.NAME, *(kind.NAME for kind in LMS))
MOST_WRAPPERS = 2
_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Lists:
    """What a person gives besides the source: its kind, if it should not be guessed, and the files of lists."""

    kind: str | None = None
    roster: Path | None = None
    groups: Path | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """The hand-ins of a class, who has handed in nothing, and lines for the person who grades."""

    hand_ins: tuple[HandIn, ...]
    missing: tuple[Person, ...] = ()
    told: tuple[str, ...] = ()


@contextlib.contextmanager
def opened(source: Path, lists: Lists) -> Iterator[Course]:
    """The class in the source, whose hand-ins can be read as long as this is open; raises InputError."""
    with contextlib.ExitStack() as files:
        is_archive = not source.is_dir()
        items, astray = _archive_items(source, files) if is_archive else (folder_items(source), list[str]())
        course = _course(source, items, lists, is_archive=is_archive)
        if astray:
            names = some([repr(readable(name)) for name in astray])
            course = _with(course, f"Left out, as the names lead out of the archive: {names}")
        yield course


def folder_items(source: Path) -> list[Item]:
    """What lies in the folder; raises InputError if it is none."""
    try:
        return [folders.item(path) for path in sorted(source.iterdir())]
    except OSError as error:
        raise InputError(f"{source} is no folder of submissions: {error.strerror}") from error


def _archive_items(source: Path, files: contextlib.ExitStack) -> tuple[list[Item], list[str]]:
    if archive_ending(source.name) is None:
        raise InputError(f"{source} is no folder of submissions and no archive ({', '.join(ARCHIVES)})")
    try:
        file = files.enter_context(folders.open_file(source.resolve()))
        entries = files.enter_context(archives.opened(file, source.name, COURSE))
        return items_of(_of_the_class(entry) for entry in entries)
    except OSError as error:
        raise InputError(f"{source} can't be read: {error.strerror or error}") from error
    except UnreadableHandIn as error:
        raise InputError(f"{source} can't be used, since {error}") from error


def _of_the_class(entry: Entry) -> Entry:
    """An entry of the archive of a whole class, which no student has made.

    A fault in it costs nobody points, and a link is what it is in a folder.
    """

    def undecided(error: Exception) -> Undecided:
        why = entry.trouble(error) if entry.trouble is not None else error
        return Undecided(f"the archive of the whole class can't be read at this place ({why}); fetch it again")

    return replace(entry, kind=Kind.LINK if entry.kind is Kind.PACKED_LINK else entry.kind, trouble=undecided)


def _course(source: Path, items: Sequence[Item], lists: Lists, *, is_archive: bool) -> Course:
    layers = list(_layers(items))
    found = _recognised(layers, lists.kind)
    if found is not None:
        course = _from_lms(*found)
    elif lists.kind in (None, plain.NAME):
        course = _plain(source, layers, is_archive=is_archive)
    else:
        title = next(kind.TITLE for kind in LMS if lists.kind == kind.NAME)
        raise InputError(f"nothing in {source} is called as in a {title}")
    return _listed(course, lists)


def _layers(items: Sequence[Item]) -> Iterator[list[Item]]:
    """What is visible, then what is in the one folder that holds everything, if there is one."""
    for _depth in range(MOST_WRAPPERS + 1):
        shown = plain.visible(items)
        yield shown
        work = [item for item in shown if not plain.is_paperwork(item)]
        if len(work) != 1 or not work[0].is_folder:
            return
        try:
            items, _astray = items_of(work[0].entries())
        except OSError:  # it is told when it is read as a hand-in
            return


# --- kinds -------------------------------------------------------------------------------------------------

Found = tuple[ModuleType, list[tuple[Item, Label]], list[Item]]


def _recognised(layers: Sequence[list[Item]], wanted: str | None) -> Found | None:
    """The kind of LMS as which the first layer is recognised, the items that it knows, and the others.

    Most of what could be a hand-in has to be called in its form; if a person has said the kind, one is enough.
    """
    for items in layers:
        for kind in LMS:
            if wanted not in (None, kind.NAME):
                continue
            labels: list[Label | None] = kind.labels(items)
            known = [(item, label) for item, label in zip(items, labels, strict=True) if label is not None]
            others = [item for item, label in zip(items, labels, strict=True) if label is None]
            work = [item for item in others if not plain.is_paperwork(item)]
            if known and (wanted is not None or len(known) > len(work)):
                return kind, known, others
    return None


def _from_lms(kind: ModuleType, known: Sequence[tuple[Item, Label]], others: Sequence[Item]) -> Course:
    hand_ins = by_student(known)
    work = [item for item in others if not plain.is_paperwork(item)]
    added = list(plain.hand_ins(work, [one.id for one in hand_ins]))
    told = [f"{kind.TITLE}: {_counted(hand_ins, 'student')}"]
    if added:
        told.append(f"Not called as the others, and taken as they are: {some([one.id for one in added], _SHOWN)}")
    return Course((*hand_ins, *added), (), (*told, *_paperwork(others)))


def _plain(source: Path, layers: Sequence[list[Item]], *, is_archive: bool) -> Course:
    items = layers[0]
    if is_archive and len(layers) > 1 and _is_wrapper(source, items, layers[1]):
        items = layers[1]
    work = [item for item in items if not plain.is_paperwork(item)]
    hand_ins = list(plain.hand_ins(work))
    told = []
    if plain.are_clones(work):
        told.append(f"Folder of git clones: {_counted(hand_ins, 'submission')}")
    elif is_archive:
        told.append(f"Archive: {_counted(hand_ins, 'submission')}")
    return Course(tuple(hand_ins), (), (*told, *_paperwork(items)))


def _is_wrapper(source: Path, items: Sequence[Item], inside: Sequence[Item]) -> bool:
    """Whether the one folder in an archive holds the class: it is called as the archive, or holds folders only."""
    work = [item for item in inside if not plain.is_paperwork(item)]
    called_so = any(folded(item.name) == folded(stem(source.name)) for item in items if item.is_folder)
    return called_so or (len(work) > 1 and all(item.is_folder or archive_ending(item.name) for item in work))


def _counted(hand_ins: Sequence[HandIn], noun: str) -> str:
    empty = sum(not one.has_files() for one in hand_ins)
    count = f"{len(hand_ins)} {noun}" + ("" if len(hand_ins) == 1 else "s")
    return count + (f", {empty} without files" if empty else "")


def _paperwork(items: Sequence[Item]) -> list[str]:
    names = [readable(item.name) for item in items if plain.is_paperwork(item)]
    return [f"Not taken for submissions: {', '.join(names)}"] if names else []


# --- lists -------------------------------------------------------------------------------------------------


def _listed(course: Course, lists: Lists) -> Course:
    """The class with what the lists say of it."""
    hand_ins, told = list(course.hand_ins), list(course.told)
    persons = None
    if lists.roster is not None:
        persons = roster.read(lists.roster, hand_ins)
        hand_ins, said = roster.applied(persons, hand_ins)
        told += [*persons.notes, *said]
    if lists.groups is not None:
        hand_ins, said = groups.applied(groups.read(lists.groups), hand_ins, persons)
        told += said
    absent = roster.missing(persons, hand_ins) if persons is not None else []
    if absent:
        names = [f"{one.id} {one.name or ''}".strip() for one in absent]
        told.append(f"Nothing handed in by {len(absent)}: {some(names, _SHOWN)}")
    return Course(tuple(hand_ins), tuple(absent), tuple(told))


def _with(course: Course, line: str) -> Course:
    return Course(course.hand_ins, course.missing, (*course.told, line))
