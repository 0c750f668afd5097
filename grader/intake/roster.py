"""The list of a class -> who its members are, whose each hand-in is, and who has handed in nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.errors import InputError
from grader.intake import tables
from grader.intake.hand_ins import HandIn
from grader.intake.names import folded, some
from grader.model import Person

IDS = (
    "id", "student id", "studentid", "user id", "userid", "identifier", "participant", "participant id",
    "participant number", "username", "user name", "user", "login", "login id", "sis user id", "sis login id",
    "id number", "number", "matriculation number", "matrikelnummer", "학번", "아이디",
)  # fmt: skip
NAMES = ("name", "full name", "fullname", "student", "student name", "display name", "이름", "성명")
FIRST_NAMES = ("first name", "firstname", "given name", "given names")
LAST_NAMES = ("last name", "lastname", "surname", "family name")
SHOWN = 20
_PARTICIPANT = re.compile(r"[^\W\d]+ (\d+)")


@dataclass(frozen=True, slots=True)
class Roster:
    """The persons of a class, by id without its capitals."""

    persons: Mapping[str, Person]
    notes: tuple[str, ...] = ()

    def of(self, identity: str) -> Person | None:
        """The person with the id."""
        return self.persons.get(folded(identity))


def read(path: Path, hand_ins: Sequence[HandIn]) -> Roster:
    """The list in the file; raises InputError with the lines where it is wrong.

    An LMS gives several ids to a person: the column is taken in which most of the hand-ins are found.
    """
    table = tables.read(path)
    columns = table.needed(IDS, "id, student id, username")
    column = max(columns, key=lambda one: len(_matches([row.cells.get(one, "") for row in table.rows], hand_ins)))
    lines: dict[str, int] = {}
    persons: dict[str, Person] = {}
    without = []
    faults = []
    for row in table.rows:
        identity = plain_id(row.cells.get(column, ""))
        key = folded(identity)
        if not identity:
            without.append(str(row.line))
        elif key in persons:
            faults.append(f"{table.name}, line {row.line}: the id {identity} is already in line {lines[key]}")
        else:
            lines[key] = row.line
            persons[key] = Person(identity, _name(row))
    if faults:
        raise InputError("\n".join(faults))
    if not persons:
        raise InputError(f"{table.name} names nobody: the column `{column}` is empty")
    notes = (f"{table.name}: no id in line {', '.join(without)}, which was left out.",) if without else ()
    return Roster(persons, notes)


def plain_id(cell: str) -> str:
    """The id in a cell: grading worksheets of Moodle say `Participant 12345`, in any language."""
    match = _PARTICIPANT.fullmatch(cell)
    return match[1] if match else cell


def _name(row: tables.Row) -> str | None:
    full = row.first(NAMES)
    parts = [row.first(FIRST_NAMES), row.first(LAST_NAMES)]
    return full or " ".join(part for part in parts if part) or None


def applied(roster: Roster, hand_ins: Sequence[HandIn]) -> tuple[list[HandIn], list[str]]:
    """The hand-ins with the ids and names of the list, and what is to be told of it.

    Where a hand-in is not called by an id alone, as in `Ann Lee_1001`, the one id of the list in it counts. What
    could be one person's twice keeps its own name.
    """
    found = _matches([person.id for person in roster.persons.values()], hand_ins)
    owners: dict[str, list[HandIn]] = {}
    for hand_in in hand_ins:
        if identity := found.get(hand_in.id):
            owners.setdefault(identity, []).append(hand_in)
    told = [
        f"The id {identity} of the list fits {some([one.id for one in several])}: they keep their own names."
        for identity, several in owners.items()
        if len(several) > 1
    ]
    named = []
    for hand_in in hand_ins:
        person = roster.of(found.get(hand_in.id, ""))
        if person is None or len(owners[found[hand_in.id]]) > 1:
            named.append(hand_in)
        else:
            named.append(replace(hand_in, id=person.id, student=person.name or hand_in.student))
    strangers = [hand_in.id for hand_in in hand_ins if hand_in.id not in found]
    if strangers:
        told.append(f"Not in the list of the class: {some(strangers, SHOWN)}")
    return named, told


def missing(roster: Roster, hand_ins: Sequence[HandIn]) -> list[Person]:
    """Who has handed in nothing, alone or in a group, in the order of the list."""
    there = {folded(identity) for identity in _matches([one.id for one in roster.persons.values()], hand_ins).values()}
    there |= {folded(member.id) for hand_in in hand_ins for member in hand_in.members}
    return [person for key, person in roster.persons.items() if key not in there]


def _matches(identities: Iterable[str], hand_ins: Sequence[HandIn]) -> dict[str, str]:
    """For the ids of hand-ins the ids of the list that they mean."""
    known = {folded(plain_id(identity)): plain_id(identity) for identity in identities if identity}
    found = {}
    for hand_in in hand_ins:
        key = folded(hand_in.id)
        inside = {folded(word) for word in re.split(r"[\W_]+", hand_in.id)} & known.keys()
        if key in known:
            found[hand_in.id] = known[key]
        elif len(inside) == 1:
            found[hand_in.id] = known[inside.pop()]
    return found
