"""The list of the groups of a class -> for whom each hand-in counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.errors import InputError
from grader.intake import tables
from grader.intake.hand_ins import HandIn
from grader.intake.names import folded, some
from grader.intake.roster import IDS, SHOWN, Roster, plain_id
from grader.model import Person

GROUPS = (
    "group",
    "group id",
    "group name",
    "team",
    "team id",
    "team name",
    "hand in",
    "submission",
    "조",
    "그룹",
    "팀",
)


@dataclass(frozen=True, slots=True)
class Group:
    """A group: what it is called, and the ids of its members."""

    name: str
    members: tuple[str, ...]


def read(path: Path) -> list[Group]:
    """The groups in the file, a member in each row; raises InputError with the lines where it is wrong."""
    table = tables.read(path)
    group_column = table.needed(GROUPS, "group, team")[0]
    id_column = table.needed([name for name in IDS if name != group_column], "id, student id, username")[0]
    groups: dict[str, tuple[str, list[str]]] = {}
    lines: dict[str, int] = {}
    faults = []
    for row in table.rows:
        group, member = row.cells.get(group_column, ""), plain_id(row.cells.get(id_column, ""))
        place = f"{table.name}, line {row.line}"
        if not group or not member:
            faults.append(f"{place}: a group and an id are needed")
        elif folded(member) in lines:
            faults.append(f"{place}: the id {member} is already in line {lines[folded(member)]}")
        else:
            lines[folded(member)] = row.line
            groups.setdefault(folded(group), (group, []))[1].append(member)
    if faults:
        raise InputError("\n".join(faults))
    return [Group(name, tuple(members)) for name, members in groups.values()]


def applied(
    groups: Sequence[Group], hand_ins: Sequence[HandIn], roster: Roster | None
) -> tuple[list[HandIn], list[str]]:
    """The hand-ins with those for whom they count, and what is to be told of it.

    A group hands in under its own name or that of one of its members. Where several could be that of a group, a
    person decides which counts.
    """
    given = {one.id: one for one in hand_ins}
    told = []
    for group in groups:
        mine = [one for one in given.values() if _is_of(group, one)]
        if not mine:
            told.append(f"The group {group.name} has handed in nothing")
        persons = tuple(_person(member, roster, hand_ins) for member in group.members)
        names = some([one.id for one in mine], SHOWN)
        several = f"the group {group.name} has several hand-ins ({names}); leave the one that counts"
        for one in mine:
            why = several if len(mine) > 1 else f"it could be that of several groups, one of them {group.name}"
            asked = len(mine) > 1 or bool(one.members)
            given[one.id] = replace(one, members=persons, undecided=why if asked else one.undecided)
    return list(given.values()), told


def _is_of(group: Group, hand_in: HandIn) -> bool:
    """Whether it is called after the group or after one of its members."""
    names = {folded(hand_in.id), folded(hand_in.name)}
    known = {folded(group.name), *(folded(member) for member in group.members)}
    return bool(names & known) or (hand_in.student is not None and folded(hand_in.student) == folded(group.name))


def _person(member: str, roster: Roster | None, hand_ins: Sequence[HandIn]) -> Person:
    listed = roster.of(member) if roster is not None else None
    if listed is not None:
        return listed
    own = next((one for one in hand_ins if folded(one.id) == folded(member)), None)
    return Person(member, own.student if own else None)
