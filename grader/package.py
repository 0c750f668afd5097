"""What a problem package says, as data: Problem > Form > Part > Test. `problem.py` makes these from its files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.model import Interface, Keeping, Limits
from grader.plugins import Check

Text = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Test:
    """One test: its check does the judging, the rest is for people, in English and in `titles`, `hints` by language."""

    id: str
    title: str
    kind: str
    check: Check
    hint: str | None = None
    limits: Limits | None = None
    titles: Text = field(default_factory=dict)
    hints: Text = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Part:
    """Tests that earn points together. `by_share`: points by the share of tests that pass, else all or nothing."""

    id: str
    title: str
    points: float
    tests: tuple[Test, ...]
    by_share: bool
    hidden: bool
    optional: bool
    requires: tuple[str, ...]
    points_with: Mapping[str, float] = field(default_factory=dict)
    """What the part is worth instead when one of these other parts, all before it, is accepted."""
    titles: Text = field(default_factory=dict)

    @property
    def most_points(self) -> float:
        """The most that can be had in this part."""
        return max(self.points, *self.points_with.values()) if self.points_with else self.points


@dataclass(frozen=True, slots=True)
class Form:
    """One shape in which the task may be solved; a problem without forms has a single one, without an id."""

    id: str | None
    title: str | None
    languages: tuple[str, ...]
    interface: Interface
    parts: tuple[Part, ...]
    one_of: tuple[tuple[str, ...], ...] = ()
    """Groups of parts that exclude each other: of each group only the part with the most points counts."""
    titles: Text = field(default_factory=dict)

    @property
    def points(self) -> float:
        """The most that can be had in this form."""
        exclusive = {name for group in self.one_of for name in group}
        groups = [[part.most_points for part in self.parts if part.id in group] for group in self.one_of]
        alone = sum(part.most_points for part in self.parts if part.id not in exclusive)
        return alone + sum(max(group, default=0.0) for group in groups)


@dataclass(frozen=True, slots=True)
class Problem:
    """A task, ready to grade against."""

    id: str
    folder: Path
    title: Text
    native: str | None
    languages: tuple[str, ...]
    keeping: Keeping
    prelude: str
    limits: Limits
    forms: tuple[Form, ...]
    digest: str

    @property
    def points(self) -> float:
        """The most that can be had in the best form."""
        return max(form.points for form in self.forms)

    @property
    def interface(self) -> Interface:
        """The members of all forms together."""
        return Interface(
            tuple({asked.name: asked for form in self.forms for asked in form.interface.functions}.values()),
            tuple({asked.name: asked for form in self.forms for asked in form.interface.classes}.values()),
            tuple({asked.name: asked for form in self.forms for asked in form.interface.enums}.values()),
            any(form.interface.program for form in self.forms),
            self.prelude,
        )


def english(text: str | Text | None) -> str:
    """A text of the package in English, in which it always is; nothing if there is none."""
    return "" if text is None else text if isinstance(text, str) else text["en"]


def by_language(text: str | Text | None) -> Text:
    """A text of the package by language; empty if it has it in one alone."""
    return {} if text is None or isinstance(text, str) else dict(text)
