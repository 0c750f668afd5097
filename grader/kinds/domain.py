"""Call a function with every member of a finite domain -> on how many it is wrong, and on which first.

The domain and the right answers come from functions of the oracle. Tests of one package that ask the same
function about the same domain (`where` picks some of its members) share one run. Students keep state in
globals: with `state: retry` all members are first asked in one state, which is fast, and those that failed again
in a fresh one; if any of them passes there, the whole domain is asked afresh, and the student is told.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from grader.errors import Fault, PackageError
from grader.kinds._causes import BY_RULE, NO_RULES, WHEN_HIDDEN, KnownRules, read_rules
from grader.kinds._judging import compare_for, trouble, wrong_value
from grader.kinds._pictures import SCHEMA, picture_of
from grader.kinds.call import trouble_of_missing
from grader.model import Answers, Diagnosis, Finding, Keeping, Message, NotRun, Reply, Returned, State, Step, Verdict
from grader.plugins import Reader, Subject
from grader.values import Numbers, Value, of_python

TRIED_AGAIN = 50
MOST_TROUBLES = 10
JUDGED_SINGLY = 2000
LARGEST = 1_000_000


Member = tuple[Value, ...]


class Table:
    """Every member of a domain with the right answer to it, found when first needed: the same for all students."""

    def __init__(self, domain: Callable[[], Any], expect: Callable[..., Any]) -> None:
        self._domain = domain
        self._expect = expect

    @cached_property
    def raw(self) -> Sequence[tuple[Any, ...]]:
        """The members as the oracle gives them."""
        members = list(itertools.islice(self._domain(), LARGEST + 1))
        if len(members) > LARGEST:
            raise _fault(f"`{self._domain.__name__}` gives more than {LARGEST:,} members")
        return [member if isinstance(member, tuple) else (member,) for member in members]

    @cached_property
    def members(self) -> Sequence[Member]:
        """The members as arguments."""
        return [tuple(map(of_python, member)) for member in self.raw]

    @cached_property
    def expected(self) -> Sequence[Value]:
        """The right answer to each member."""
        return [of_python(self._expect(*member)) for member in self.raw]


@lru_cache(maxsize=16)
def table_of(domain: Callable[[], Any], expect: Callable[..., Any]) -> Table:
    """One table for all tests about the same domain."""
    return Table(domain, expect)


def _fault(message: str) -> PackageError:
    return PackageError([Fault("oracle.py", None, None, message)])


@dataclass(frozen=True, slots=True)
class Ran:
    """What a submission answered to the whole domain."""

    replies: tuple[Reply, ...]
    verdicts: tuple[bool, ...]
    overlooked: str | None
    saved_by_fresh_state: bool
    answers: Answers


@dataclass(frozen=True)
class DomainCheck:
    """A function against an oracle over a finite domain, or the members of it for which `where` holds."""

    function: str
    table: Table
    where: Callable[..., Any] | None
    numbers: Numbers
    show: str | None = None
    causes: KnownRules = NO_RULES

    @cached_property
    def chosen(self) -> Sequence[int]:
        """The members that this test is about."""
        where = self.where
        chosen = [index for index, member in enumerate(self.table.raw) if where is None or where(*member)]
        if not chosen:
            raise _fault(f"the domain of a test of `{self.function}` has no members")
        return chosen

    def judge(self, subject: Subject) -> Finding:
        """AC if every member is right; else how many are wrong, with the first of them."""
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
        """The first of the worst failures, and how many there are. What was not run counts as wrong."""
        asked = [index for index in wrong if not isinstance(ran.replies[index], NotRun)]
        if not asked:
            return replace(self._single(ran, wrong[0], subject), verdict=self._cause(ran, subject))
        singles = [self._single(ran, index, subject) for index in asked[:JUDGED_SINGLY]]
        shown = min(singles, key=lambda finding: finding.verdict.rank)
        values = {"wrong": f"{len(asked):,}", "total": f"{total:,}", "unasked": f"{len(wrong) - len(asked):,}"}
        count = Message("wrong-and-unasked" if len(wrong) > len(asked) else "wrong-on", values)
        told = replace(shown, share=(total - len(wrong)) / total)
        return replace(told, message=count) if shown.message == Message("wrong-value") else told.noting(count)

    def _diagnosis(self, ran: Ran, subject: Subject) -> Diagnosis | None:
        """What is wrong in the known rule that gives exactly these answers to the whole domain; None if none does."""
        values = [reply.value for reply in ran.replies if isinstance(reply, Returned)]
        if len(values) < len(ran.replies):
            return None
        # Rules differ mostly where the submission is wrong: these first, and the whole is seldom gone through.
        order = sorted(range(len(values)), key=lambda index: ran.verdicts[index])
        for rule, cause in self.causes.known:
            if all(self._answers(rule, index, values[index], subject) for index in order):
                return Diagnosis(cause, self.causes.when_hidden)
        return None

    def _answers(self, rule: Callable[..., Any], index: int, value: Value, subject: Subject) -> bool:
        """Whether the rule gives this value too. One that fails gives none: a diagnosis must not cost a grade."""
        try:
            wanted = of_python(rule(*self.table.raw[index]))
        except (PackageError, TypeError):
            return False
        return compare_for(subject, wanted, value, self.numbers).same

    def _cause(self, ran: Ran, subject: Subject) -> Verdict:
        """What stopped the run before it came to any of these members."""
        troubles = [reply for reply in ran.replies if not isinstance(reply, Returned | NotRun)]
        return min((trouble(one, subject).verdict for one in troubles[-MOST_TROUBLES:]), key=_rank, default=Verdict.TLE)

    def _single(self, ran: Ran, index: int, subject: Subject) -> Finding:
        reply = ran.replies[index]
        step = Step(self.function, self.table.members[index])
        picture = picture_of(self.show, step.arguments)
        if isinstance(reply, Returned):
            finding = wrong_value(subject, step, self.table.expected[index], reply.value, ran.answers)
            return replace(finding, picture=picture)
        shown = subject.language
        return replace(
            trouble(reply, subject),
            input=shown.show_step(step),
            expected=shown.show(self.table.expected[index]),
            picture=picture,
        )

    # --- running -------------------------------------------------------------------------------------------

    def _run(self, subject: Subject) -> Ran:
        members, expected = self.table.members, self.table.expected
        each = subject.keeping is Keeping.FRESH
        replies, answers = _ask_all(subject, self.function, members, State.EACH if each else State.NEW)
        verdicts, overlooked = self._compare(expected, replies, subject)
        saved = False
        wrong = [index for index, right in enumerate(verdicts) if not right]
        if wrong and subject.keeping is Keeping.RETRY:
            again = wrong[:TRIED_AGAIN]
            retried, _answers = _ask_all(subject, self.function, [members[index] for index in again], State.EACH)
            right, _overlooked = self._compare([expected[index] for index in again], retried, subject)
            if any(right):
                replies, answers = _ask_all(subject, self.function, members, State.EACH)
                verdicts, overlooked = self._compare(expected, replies, subject)
                saved = True
        return Ran(replies, verdicts, overlooked, saved, answers)

    def _compare(
        self, expected: Sequence[Value], replies: Sequence[Reply], subject: Subject
    ) -> tuple[tuple[bool, ...], str | None]:
        verdicts, overlooked = [], None
        for wanted, reply in zip(expected, replies, strict=True):
            if not isinstance(reply, Returned):
                verdicts.append(False)
                continue
            compared = compare_for(subject, wanted, reply.value, self.numbers)
            verdicts.append(compared.same)
            overlooked = overlooked or (compared.overlooked if compared.same else None)
        return tuple(verdicts), overlooked


def _rank(verdict: Verdict) -> int:
    return verdict.rank


def _ask_all(
    subject: Subject, function: str, members: Sequence[Member], state: State
) -> tuple[tuple[Reply, ...], Answers]:
    """A reply for every member; after a process that died, the rest is asked in a new one."""
    replies: list[Reply] = []
    first: Answers | None = None
    while len(replies) < len(members):
        steps = [Step(function, member) for member in members[len(replies) :]]
        answers = subject.ask(steps, state, each_cpu_s=subject.limits.cpu_s)
        first = first or answers
        came = list(_answered(answers.replies))
        if not came:
            replies += [NotRun()] * (len(members) - len(replies))
            break
        replies += came
    return tuple(replies), first or Answers(())


def _answered(replies: Sequence[Reply]) -> Iterator[Reply]:
    return itertools.takewhile(lambda reply: not isinstance(reply, NotRun), replies)


class Domain:
    """The kind `domain`."""

    name = "domain"
    mark = "domain"
    schema: Mapping[str, Any] = {
        "domain": {"$ref": "#/$defs/oracle"},
        "call": {"type": "string"},
        "expect": {"$ref": "#/$defs/oracle"},
        "where": {"$ref": "#/$defs/oracle"},
        **BY_RULE,
        **WHEN_HIDDEN,
        **SCHEMA,
    }

    def read(self, body: Mapping[str, Any], reader: Reader) -> DomainCheck:
        """A test such as `{domain: oracle.boards, call: solution, expect: oracle.is_reachable}`."""
        functions = [asked.name for asked in reader.interface.functions]
        function = body.get("call") or (functions[0] if len(functions) == 1 else "")
        if function not in functions:
            reader.fault(f"`call` names a function of the interface: {', '.join(functions)}", "call")
        for key in ("expect",):
            if key not in body:
                reader.fault(f"the key `{key}` is missing")
        return DomainCheck(
            function=function,
            table=table_of(
                reader.oracle(body["domain"], "domain"),
                reader.oracle(body["expect"], "expect") if "expect" in body else _unknown,
            ),
            where=reader.oracle(body["where"], "where") if "where" in body else None,
            numbers=reader.numbers,
            show=body.get("show"),
            causes=read_rules(body, reader),
        )


def _unknown(*_member: Any) -> None:
    """Stands for an oracle that the package lacks, which is a fault that was told."""


PLUGIN = Domain()
