"""overrides.yaml -> what people decided about the hand-ins of one task, or all that is wrong in it at once.

One file for a task: decisions by id and part, each with who and why, and what lateness costs. It never changes what
the tests found; `decide.py` puts it beside that.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from importlib import resources
from pathlib import Path
from typing import Any, TypeGuard
from zoneinfo import ZoneInfo

from grader import marked
from grader.errors import Fault, InputError, PackageError
from grader.people import late
from grader.schema_check import faults, meant

FORMAT = "grader-overrides/1"
DECIDING = ("points", "comment", "excused", "due", "handed_in")
OF_THE_WHOLE = ("excused", "due", "handed_in")


class OverridesError(InputError):
    """A file of decisions is wrong; carries all its faults at once."""

    def __init__(self, found: list[Fault]) -> None:
        self.faults = tuple(found)
        super().__init__("the overrides are wrong:\n" + "\n".join(str(fault) for fault in found))


@dataclass(frozen=True, slots=True)
class Decision:
    """What somebody decided about a submission, or about one part of it."""

    points: float | None = None
    comment: str | None = None
    excused: bool = False
    due: datetime | None = None
    handed_in: datetime | None = None
    by: str | None = None
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Overrides:
    """All decisions, by id and part (None: the whole), and what lateness costs."""

    decisions: Mapping[tuple[str, str | None], Decision]
    policy: late.Policy | None
    handed_in: Mapping[str, datetime]
    data: Mapping[str, Any]
    """What stood in the file."""


@dataclass(frozen=True, slots=True)
class Known:
    """What can be decided about: the most points of each submission, and of each of its parts.

    Parts that a person grades are `manual`. A submission without parts is not graded, and may have any part.
    """

    max_points: Mapping[str, float]
    parts: Mapping[str, Mapping[str, float]]
    manual: frozenset[str] = field(default_factory=frozenset)

    @property
    def all_parts(self) -> Mapping[str, float]:
        """The parts of all submissions, each with the most that it can give."""
        every: dict[str, float] = {}
        for parts in self.parts.values():
            for name, most in parts.items():
                every[name] = max(most, every.get(name, most))
        return every


def read(path: Path, known: Known) -> Overrides:
    """The decisions in the file; raises OverridesError with every fault."""
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} can't be read: {error}") from error
    return read_text(text, str(path), known)


def read_text(text: str, file: str, known: Known) -> Overrides:
    """The decisions in the text, which stands in a file of this name."""
    try:
        document = marked.read(text, file)
    except PackageError as error:
        raise OverridesError(list(error.faults)) from error
    if not isinstance(document.data, dict):
        raise OverridesError([document.fault(f"this is no list of decisions; one begins with `format: {FORMAT}`")])
    schema = json.loads(resources.files("grader").joinpath("schema/overrides.schema.json").read_text("utf-8"))
    reader = _Reader(document, known, faults(document, document.data, schema, ()))
    made = reader.overrides()
    if reader.faults:
        unique = dict.fromkeys(reader.faults)
        raise OverridesError(sorted(unique, key=lambda fault: (fault.line or 0, fault.column or 0)))
    return made


class _Reader:
    """Reads as much as can be read, also of a file that does not follow the schema, to tell all faults at once."""

    def __init__(self, document: marked.Marked, known: Known, found: list[Fault]) -> None:
        self.document = document
        self.data: Mapping[str, Any] = document.data
        self.known = known
        self.faults = found
        self.zone: ZoneInfo | None = None
        self.has_policy = isinstance(self.data.get("late"), dict)
        self.places: dict[tuple[str, str | None], int] = {}

    def fault(self, message: str, *path: str | int, key: bool = False) -> None:
        self.faults.append(self.document.fault(message, *path, key=key))

    def overrides(self) -> Overrides:
        policy, handed_in = self._late()
        decisions: dict[tuple[str, str | None], Decision] = {}
        people = self.data.get("people")
        for index, entry in enumerate(people if isinstance(people, list) else []):
            if isinstance(entry, dict):
                decisions |= self._decision(entry, index)
        return Overrides(decisions, policy, handed_in, self.data)

    # --- lateness ------------------------------------------------------------------------------------------

    def _late(self) -> tuple[late.Policy | None, dict[str, datetime]]:
        written = self.data.get("late")
        if not isinstance(written, dict):
            return None, {}
        if isinstance(written.get("zone"), str):
            try:
                self.zone = late.read_zone(written["zone"])
            except late.NotUnderstood as error:
                self.fault(str(error), "late", "zone")
        due = self._time(written, "late", "due")
        per_day = self._amount(written, "per_day")
        at_most = self._amount(written, "at_most")
        grace = written.get("grace_minutes", 0)
        if isinstance(grace, float) and not math.isfinite(grace):
            self.fault("the grace is a number of minutes, such as 15", "late", "grace_minutes")
        handed_in: dict[str, datetime] = {}
        listed = written.get("handed_in")
        for identity in listed if isinstance(listed, dict) else ():
            self._known_id(identity, "late", "handed_in", identity, key=True)
            time = self._time(listed or {}, "late", "handed_in", identity)
            handed_in |= {} if time is None else {identity: time}
        if due is None or per_day is None or not isinstance(grace, int | float):
            return None, handed_in
        return late.Policy(due, 60 * grace, per_day, at_most), handed_in

    def _time(self, written: Mapping[str, Any], *path: str | int) -> datetime | None:
        text = written.get(str(path[-1]))
        unzoned = self.zone is None and isinstance(self.data.get("late"), dict) and "zone" in self.data["late"]
        if not isinstance(text, str):
            return None
        try:
            # A zone that is wrong has been told; its times are read all the same.
            return late.read_time(text, ZoneInfo("UTC") if unzoned else self.zone)
        except late.NotUnderstood as error:
            self.fault(str(error), *path)
            return None

    def _amount(self, written: Mapping[str, Any], name: str) -> late.Amount | None:
        if not isinstance(written.get(name), int | float | str):
            return None
        try:
            return late.read_amount(written[name])
        except late.NotUnderstood as error:
            self.fault(str(error), "late", name)
            return None

    # --- decisions -----------------------------------------------------------------------------------------

    def _decision(self, entry: Mapping[str, Any], index: int) -> Mapping[tuple[str, str | None], Decision]:
        place = ("people", index)
        identity = entry.get("id")
        if isinstance(identity, bool) or not isinstance(identity, str | int):
            return {}
        identity = str(identity)
        part = entry.get("part") if isinstance(entry.get("part"), str) else None
        known = self._known_id(identity, *place, "id")
        self._check_points(entry, identity if known else None, part, place)
        self._check_sense(entry, part, place)
        self._check_who_and_why(entry, part, place)
        first = self.places.setdefault((identity, part), index)
        if first != index:
            line = self.document.values["people", first][0]
            about = f"the part `{part}` of " if part is not None else ""
            self.fault(f"this is a second decision about {about}`{identity}`; the first is in line {line}", *place)
        points = entry.get("points")
        return {
            (identity, part): Decision(
                points=late.rounded(points) if _is_number(points) and math.isfinite(points) else None,
                comment=entry.get("comment"),
                excused=entry.get("excused") is True,
                due=self._time(entry, *place, "due"),
                handed_in=self._time(entry, *place, "handed_in"),
                by=entry.get("by", self.data.get("by")),
                why=entry.get("why"),
            )
        }

    def _known_id(self, identity: str, *path: str | int, key: bool = False) -> bool:
        known = list(self.known.max_points)
        if identity in known:
            return True
        hint = meant(identity, known, False) or "; ids are those in the report and in grades.csv"
        self.fault(f"no submission has the id `{identity}`{hint}", *path, key=key)
        return False

    def _check_points(
        self, entry: Mapping[str, Any], identity: str | None, part: str | None, place: marked.Path
    ) -> None:
        points = entry.get("points")
        if _is_number(points) and math.isnan(points):
            self.fault("points are a number such as 2 or 0.5", *place, "points")
        parts = self.known.parts.get(identity or "", {}) or self.known.all_parts
        if part is not None and part not in parts:
            if part in self.known.all_parts:
                had = ", ".join(parts)
                self.fault(f"`{identity}` has no part `{part}`, as it took another form; it has {had}", *place, "part")
            else:
                self.fault(f"no part is called `{part}`{meant(part, list(parts))}", *place, "part")
            return
        most = parts[part] if part is not None else self.known.max_points.get(identity or "")
        if most is not None and _is_number(points) and points > most:
            where = f"the part `{part}` has" if part is not None else "there are"
            self.fault(f"{points:g} is more than the {most:g} points that {where}", *place, "points")

    def _check_sense(self, entry: Mapping[str, Any], part: str | None, place: marked.Path) -> None:
        if not any(key in entry for key in DECIDING):
            self.fault("this decides nothing; say `points`, `comment`, `excused: true` or `due`", *place)
        for key in OF_THE_WHOLE if part is not None else ():
            if key in entry:
                self.fault(f"`{key}` is about the whole submission, so it goes without `part`", *place, key, key=True)
        if "excused" in entry and "points" in entry:
            self.fault("who is excused has no points; leave out one of the two", *place, "points", key=True)
        for key in ("due", "handed_in") if not self.has_policy else ():
            if key in entry:
                self.fault(f"`{key}` means nothing without `late`, which says what is due when", *place, key, key=True)

    def _check_who_and_why(self, entry: Mapping[str, Any], part: str | None, place: marked.Path) -> None:
        if "by" not in entry and "by" not in self.data:
            self.fault("say who decided this: `by: NAME`, here or once at the top of the file", *place)
        only_said = not any(key in entry for key in DECIDING if key != "comment")
        if "why" not in entry and not only_said and part not in self.known.manual:
            self.fault("say why this was decided, for the record: `why: ...`", *place)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def written(data: Mapping[str, Any]) -> str:
    """The data as a file that `read_text` reads as the same data: YAML in the shape of JSON."""
    text = json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False)
    # YAML takes some characters for line ends that JSON takes as they are.
    shown = (char if char.isprintable() or char == "\n" else f"\\U{ord(char):08x}" for char in text)
    return "".join(shown) + "\n"


def ids(data: Mapping[str, Any]) -> Iterator[str]:
    """Every id that stands in the data of a file of decisions."""
    yield from (data.get("late") or {}).get("handed_in") or {}
    yield from (str(entry["id"]) for entry in data.get("people") or [])
