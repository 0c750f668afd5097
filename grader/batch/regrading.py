"""Results that count and new ones beside them -> who would get what instead, to be applied or dropped by a person.

Nothing that counts is touched before that is decided. A submission that can't be graded now keeps the grade it has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from grader.batch.changes import Change, because, change
from grader.batch.grading import Done, Graded, Plan, asked, report
from grader.batch.store import Kept, Store
from grader.errors import GraderError


@dataclass(frozen=True, slots=True)
class Proposal:
    """What would be new."""

    changes: tuple[Change, ...]
    unchanged: int
    causes: Mapping[str, int]
    """In what the new results have another basis, and how many."""
    not_graded: Mapping[str, str]
    """Why submissions that have a grade can't be graded now, by id."""
    gone: tuple[str, ...]
    """Submissions that have a result and are not among the hand-ins."""


def propose(plan: Plan, store: Store, graded: Graded) -> Proposal:
    """What differs from what counts, in the order of the hand-ins; raises GraderError if results could not be kept."""
    before, after = _counting(store), _new(plan, store, graded)
    worse = _worse(before, after)
    causes: Counter[str] = Counter()
    changes: list[Change] = []
    for identity, kept in after.items():
        was = before.get(identity)
        if identity in worse or was == kept:
            continue
        if was is not None:
            causes.update(because(was.basis, kept.basis))
        if found := change(was.result if was else None, kept.result):
            changes.append(found)
    return Proposal(
        tuple(changes),
        len(after) - len(changes) - len(worse),
        causes,
        worse,
        tuple(sorted(set(before) - set(after))),
    )


def apply(plan: Plan, store: Store, graded: Graded) -> Done:
    """Let the new results count and write the reports again; what counted before stays in the history."""
    new = _new(plan, store, graded)
    worse = _worse(_counting(store), new)
    store.count({identity: kept.number for identity, kept in new.items() if identity not in worse})
    store.remember(asked(plan))
    counting = _counting(store)
    return report(
        plan,
        store,
        Graded({identity: counting[result["submission"]["id"]].result for identity, result in graded.results.items()}),
    )


def _counting(store: Store) -> dict[str, Kept]:
    numbers = store.counting()
    stored = store.read(numbers.values())
    return {identity: stored[number] for identity, number in numbers.items()}


def _new(plan: Plan, store: Store, graded: Graded) -> dict[str, Kept]:
    if len(graded.numbers) < len(plan.hand_ins):
        raise GraderError("the new results could not be stored, so they can't be compared or applied")
    numbers = [graded.numbers[identity] for identity, _path in plan.hand_ins]
    return {kept.result["submission"]["id"]: kept for kept in store.read(numbers).values()}


def _worse(before: Mapping[str, Kept], after: Mapping[str, Kept]) -> dict[str, str]:
    """The submissions that have a grade and can't be graded now, and why."""
    return {
        identity: str(kept.result["reason"])
        for identity, kept in after.items()
        if kept.result["status"] == "ungraded" and identity in before and before[identity].result["status"] == "graded"
    }
