"""A table of inputs and right answers -> on how many a submission is wrong, and the smallest of them.

The kinds `domain` and `strategy` share it. Tests of one package that ask the same function about the same table
(`where` picks some of its members) share one run. Students keep state in globals: with `state: retry` all members
are first asked in one state, which is fast, and those that failed again in a fresh one; if any of them passes
there, the whole table is asked afresh, and the student is told.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from grader.errors import Fault, PackageError
from grader.kinds._causes import NO_RULES, KnownRules
from grader.kinds._judging import compare_for, trouble, wrong_value
from grader.kinds._pictures import picture_of
from grader.kinds.call import trouble_of_missing
from grader.model import Answers, Diagnosis, Finding, Keeping, Message, NotRun, Reply, Returned, State, Step, Verdict
from grader.plugins import Subject
from grader.values import Numbers, Value, of_python

TRIED_AGAIN = 50
MOST_TROUBLES = 10
JUDGED_SINGLY = 2000
LARGEST = 1_000_000
PLAIN = (bool, int, str)  # of which equal ones are the same


Member = tuple[Value, ...]
Raw = tuple[Any, ...]


class Table:
    """Members with the right answer to each, found when first needed: the same for all students."""

    def __init__(self, members: Callable[[], Any], expect: Callable[..., Any]) -> None:
        self._members = members
        self._expect = expect
        self._change: Callable[[Value], Value] | None = None
        self._steps: dict[str, tuple[Step, ...]] = {}

    @cached_property
    def raw(self) -> Sequence[Raw]:
        """The members as the oracle gives them."""
        members = list(itertools.islice(self._members(), LARGEST + 1))
        if len(members) > LARGEST:
            raise package_fault(f"`{self._members.__name__}` gives more than {LARGEST:,} members")
        return [raw_of(member) for member in members]

    @cached_property
    def members(self) -> Sequence[Member]:
        """The members as arguments."""
        return [member_of(member) for member in self.raw]

    @cached_property
    def expected(self) -> Sequence[Value]:
        """The right answer to each member."""
        return [self.answer(member) for member in self.raw]

    def steps(self, function: str) -> tuple[Step, ...]:
        """The calls of the function with each member, the same objects each time."""
        if function not in self._steps:
            self._steps[function] = tuple(Step(function, member) for member in self.members)
        return self._steps[function]

    def answer(self, raw: Raw) -> Value:
        """The right answer to a member, or to another input of its kind."""
        answer = of_python(self._expect(*raw))
        return answer if self._change is None else self._change(answer)

    def expecting(self, change: Callable[[Value], Value]) -> Self:
        """The same members, with what this makes of each right answer."""
        other = copy.copy(self)
        other.__dict__.pop("expected", None)
        other._change, other._steps = change, {}  # noqa: SLF001 - of a copy of this one
        return other


def raw_of(given: Any) -> Raw:
    """The arguments that the oracle has given: a tuple is several, all else is one."""
    return given if isinstance(given, tuple) else (given,)


def member_of(raw: Raw) -> Member:
    """The same as values of any language."""
    try:
        return tuple(map(of_python, raw))
    except TypeError as error:
        raise package_fault(f"an input can't be handed over: {error}") from error


def package_fault(message: str) -> PackageError:
    """Something is wrong with the oracle."""
    return PackageError([Fault("oracle.py", None, None, message)])


@dataclass(frozen=True, slots=True)
class Ran:
    """What a submission answered to the whole table."""

    replies: tuple[Reply, ...]
    verdicts: tuple[bool, ...]
    overlooked: str | None
    saved_by_fresh_state: bool
    answers: Answers


@dataclass(frozen=True)
class MembersCheck:
    """A function against an oracle over a table, or the members of it for which `where` holds.

    The smallest member is the first, or the one for which `order` gives the least.
    """

    function: str
    table: Table
    numbers: Numbers
    where: Callable[..., Any] | None = None
    order: Callable[..., Any] | None = None
    show: str | None = None
    causes: KnownRules = NO_RULES

    @cached_property
    def chosen(self) -> Sequence[int]:
        """The members that this test is about."""
        where = self.where
        chosen = [index for index, member in enumerate(self.table.raw) if where is None or where(*member)]
        if not chosen:
            raise package_fault(f"the domain of a test of `{self.function}` has no members")
        return chosen

    def judge(self, subject: Subject) -> Finding:
        """AC if every member is right; else how many are wrong, with the smallest of them."""
        chosen = self.chosen
        if subject.offer.functions.get(self.function, "") is None:
            return trouble_of_missing(Step(self.function), subject)
        ran: Ran = subject.remember((self.function, self.table, subject.limits), lambda: self._run(subject))
        return self._opinion(ran, chosen, subject)

    def _opinion(self, ran: Ran, chosen: Sequence[int], subject: Subject) -> Finding:
        cost = ran.answers
        notes = [Message("fresh-state")] if ran.saved_by_fresh_state else []
        notes += [Message("overlooked", {"what": ran.overlooked})] if ran.overlooked else []
        wrong = [index for index in chosen if not ran.verdicts[index]]
        finding = Finding(Verdict.AC, 1.0)
        if wrong:
            key = ("diagnosis", self.function, self.table, self.causes, subject.limits)
            diagnosis = subject.remember(key, lambda: self._diagnosis(ran, subject))
            finding = replace(self._failure(ran, wrong, len(chosen), subject), diagnosis=diagnosis)
        return replace(finding.noting(*notes), cpu_s=cost.cpu_s, wall_s=cost.wall_s, peak_bytes=cost.peak_bytes)

    def _failure(self, ran: Ran, wrong: Sequence[int], total: int, subject: Subject) -> Finding:
        """The smallest of the worst failures, and how many there are. What was not run counts as wrong."""
        asked = [index for index in wrong if not isinstance(ran.replies[index], NotRun)]
        if not asked:
            return replace(self._single(ran, wrong[0], subject), verdict=self._cause(ran, subject))
        shown = self.smallest(ran, self._in_order(asked), subject)
        values = {"wrong": f"{len(asked):,}", "total": f"{total:,}", "unasked": f"{len(wrong) - len(asked):,}"}
        count = Message(self._counted(unasked=len(wrong) > len(asked)), values)
        told = replace(shown, share=(total - len(wrong)) / total)
        return replace(told, message=count) if shown.message == Message("wrong-value") else told.noting(count)

    def _diagnosis(self, ran: Ran, subject: Subject) -> Diagnosis | None:
        """What is wrong in the known rule that gives exactly these answers to the whole table; None if none does."""
        values = [reply.value for reply in ran.replies if isinstance(reply, Returned)]
        if len(values) < len(ran.replies):
            return None
        # Rules differ mostly where the submission is wrong: these first, and the whole is seldom gone through.
        order = sorted(range(len(values)), key=lambda index: ran.verdicts[index])
        for rule, diagnosis in self.causes.known:
            if all(self._answers(rule, index, values[index], subject) for index in order):
                return diagnosis
        return None

    def _answers(self, rule: Callable[..., Any], index: int, value: Value, subject: Subject) -> bool:
        """Whether the rule gives this value too. One that fails gives none: a diagnosis must not cost a grade."""
        try:
            wanted = of_python(rule(*self.table.raw[index]))
        except (PackageError, TypeError):
            return False
        return compare_for(subject, wanted, value, self.numbers).same

    def smallest(self, ran: Ran, wrong: Sequence[int], subject: Subject) -> Finding:
        """The first of the worst of these failures, which are in order."""
        worst = min(wrong[:JUDGED_SINGLY], key=lambda index: verdict_on(ran.replies[index], subject).rank)
        return self._single(ran, worst, subject)

    def size(self, raw: Raw) -> Any:
        """By what members are put in order; equal ones stay as they are."""
        return 0 if self.order is None else self.order(*raw)

    def _in_order(self, wrong: Sequence[int]) -> Sequence[int]:
        sizes = [self.size(self.table.raw[index]) for index in wrong]
        try:
            return [index for _size, index in sorted(zip(sizes, wrong, strict=True))]
        except TypeError as error:
            raise package_fault(f"the `order` of a test of `{self.function}` can't be compared: {error}") from error

    def _counted(self, *, unasked: bool) -> str:
        if self.order is None:
            return "wrong-and-unasked" if unasked else "wrong-on"
        return "smallest-and-unasked" if unasked else "smallest-of"

    def _cause(self, ran: Ran, subject: Subject) -> Verdict:
        """What stopped the run before it came to any of these members."""
        troubles = [reply for reply in ran.replies if not isinstance(reply, Returned | NotRun)]
        return min((trouble(one, subject).verdict for one in troubles[-MOST_TROUBLES:]), key=_rank, default=Verdict.TLE)

    def _single(self, ran: Ran, index: int, subject: Subject) -> Finding:
        return self.told(
            self.table.members[index], self.table.expected[index], ran.replies[index], ran.answers, subject
        )

    def told(self, member: Member, expected: Value, reply: Reply, answers: Answers, subject: Subject) -> Finding:
        """What to think of a reply that is wrong."""
        step = Step(self.function, member)
        picture = picture_of(self.show, step.arguments)
        if isinstance(reply, Returned):
            return replace(wrong_value(subject, step, expected, reply.value, answers), picture=picture)
        shown = subject.language
        return replace(
            trouble(reply, subject),
            input=shown.show_step(step),
            expected=shown.show(expected),
            picture=picture,
        )

    # --- running -------------------------------------------------------------------------------------------

    def _run(self, subject: Subject) -> Ran:
        steps, expected = self.table.steps(self.function), self.table.expected
        each = subject.keeping is Keeping.FRESH
        replies, answers = _ask_all(subject, steps, State.EACH if each else State.NEW)
        verdicts, overlooked = self._compare(expected, replies, subject)
        saved = False
        wrong = [index for index, right in enumerate(verdicts) if not right]
        if wrong and subject.keeping is Keeping.RETRY:
            again = wrong[:TRIED_AGAIN]
            retried, _answers = _ask_all(subject, [steps[index] for index in again], State.EACH)
            right, _overlooked = self._compare([expected[index] for index in again], retried, subject)
            if any(right):
                replies, answers = _ask_all(subject, steps, State.EACH)
                verdicts, overlooked = self._compare(expected, replies, subject)
                saved = True
        return Ran(replies, verdicts, overlooked, saved, answers)

    def _compare(
        self, expected: Sequence[Value], replies: Sequence[Reply], subject: Subject
    ) -> tuple[tuple[bool, ...], str | None]:
        verdicts, overlooked = [], None
        for wanted, reply in zip(expected, replies, strict=True):
            right, harmless = self.is_right(wanted, reply, subject)
            verdicts.append(right)
            overlooked = overlooked or harmless
        return tuple(verdicts), overlooked

    def is_right(self, wanted: Value, reply: Reply, subject: Subject) -> tuple[bool, str | None]:
        """Whether a reply is right, and what was overlooked then."""
        if not isinstance(reply, Returned):
            return False, None
        if isinstance(wanted, PLAIN) and type(reply.value) is type(wanted) and reply.value == wanted:
            return True, None  # as most answers to a table are
        compared = compare_for(subject, wanted, reply.value, self.numbers)
        return compared.same, compared.overlooked if compared.same else None


def _rank(verdict: Verdict) -> int:
    return verdict.rank


def verdict_on(reply: Reply, subject: Subject) -> Verdict:
    """The verdict on a reply that is not right."""
    return Verdict.WA if isinstance(reply, Returned) else trouble(reply, subject).verdict


def _ask_all(subject: Subject, steps: Sequence[Step], state: State) -> tuple[tuple[Reply, ...], Answers]:
    """A reply to every step; after a process that died, the rest is asked in a new one."""
    replies: list[Reply] = []
    first: Answers | None = None
    while len(replies) < len(steps):
        asked = (
            list(steps[len(replies) :]) if replies else steps
        )  # only a whole table is worth keeping as it is written
        answers = subject.ask(asked, state, each_cpu_s=subject.limits.cpu_s)
        first = first or answers
        came = list(_answered(answers.replies))
        if not came:
            replies += [NotRun()] * (len(steps) - len(replies))
            break
        replies += came
    return tuple(replies), first or Answers(())


def _answered(replies: Sequence[Reply]) -> Iterator[Reply]:
    return itertools.takewhile(lambda reply: not isinstance(reply, NotRun), replies)
