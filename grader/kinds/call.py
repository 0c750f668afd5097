"""Call a function -> whether it gives the value, the error or the printed text that the package expects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from grader.kinds._causes import BY_VALUE, NO_ANSWERS, WHEN_HIDDEN, KnownAnswers, read_answers, refuse_right
from grader.kinds._judging import checked, compare_for, raised_as_expected, trouble, wrong_value
from grader.kinds._pictures import SCHEMA, picture_of
from grader.kinds._texts import lines, unseen_difference
from grader.model import Answers, Diagnosis, Finding, Keeping, Message, Reference, Reply, Returned, State, Step, Verdict
from grader.plugins import Reader, Subject
from grader.values import Numbers, Value


@dataclass(frozen=True, slots=True)
class CallCheck:
    """One call, asked `times` times in one state; each answer must be right."""

    step: Step
    numbers: Numbers
    times: int
    expected: tuple[Value] | None
    raises: str | None
    prints: str | None
    check: Callable[..., Any] | None
    show: str | None = None
    causes: KnownAnswers = NO_ANSWERS

    @property
    def single(self) -> Step | None:
        """The call, if it can be asked together with those of other tests."""
        return self.step if self.times == 1 and self.prints is None else None

    def accept(self, reply: Reply, answers: Answers, subject: Subject) -> Finding | None:
        """AC for a reply that came together with those to other tests, None if it has to be asked alone."""
        finding = self._judge_reply(reply, answers, subject)
        if finding.verdict is not Verdict.AC:
            return None
        shown = subject.language.show_step(self.step)
        return Finding(Verdict.AC, 1.0, notes=finding.notes, input=shown)

    def judge(self, subject: Subject) -> Finding:
        """The first answer that is wrong, else AC."""
        if subject.offer.functions.get(self.step.name, "") is None:
            return trouble_of_missing(self.step, subject)
        answers = subject.ask([self.step] * self.times, State.SAME if subject.keeping is Keeping.SHARED else State.NEW)
        notes: tuple[Message, ...] = ()
        for number, reply in enumerate(answers.replies):
            finding = self._judge_reply(reply, answers, subject)
            if finding.verdict is not Verdict.AC:
                where = f" ({number + 1}. of {self.times} calls)" if self.times > 1 else ""
                told = replace(
                    finding,
                    input=subject.language.show_step(self.step) + where,
                    picture=picture_of(self.show, self.step.arguments),
                    diagnosis=self._diagnosis(finding, reply, subject),
                )
                return _costed(told, answers)
            notes = finding.notes
        return _costed(Finding(Verdict.AC, 1.0, input=subject.language.show_step(self.step), notes=notes), answers)

    def _judge_reply(self, reply: Reply, answers: Answers, subject: Subject) -> Finding:
        if self.raises is not None and not isinstance(reply, Returned):
            if raised_as_expected(reply, self.raises):
                return Finding(Verdict.AC, 1.0)
            return replace(trouble(reply, subject), expected=f"{self.raises} is raised")
        if not isinstance(reply, Returned):
            expected = subject.language.show(self.expected[0]) if self.expected else None
            return replace(trouble(reply, subject), expected=expected)
        if self.raises is not None:
            return self._wrong("not-raised", f"{self.raises} is raised", subject.language.show(reply.value))
        if self.check is not None:
            arguments = [argument for argument in self.step.arguments if not isinstance(argument, Reference)]
            objection = checked(self.check, arguments, reply.value)
            if objection is not None:
                return self._wrong(
                    "objection" if objection else "wrong-value", None, subject.language.show(reply.value), objection
                )
        if self.prints is not None:
            printed = answers.stdout.decode("utf-8", "backslashreplace")
            if lines(printed) != lines(self.prints):
                finding = self._wrong("wrong-output", self.prints, printed)
                unseen = unseen_difference("\n".join(lines(self.prints)), "\n".join(lines(printed)))
                return finding if unseen is None else finding.noting(unseen)
        if self.expected is not None:
            compared = compare_for(subject, self.expected[0], reply.value, self.numbers)
            if not compared.same:
                return wrong_value(subject, self.step, self.expected[0], reply.value, answers)
            if compared.overlooked:
                return Finding(Verdict.AC, 1.0).noting(Message("overlooked", {"what": compared.overlooked}))
        return Finding(Verdict.AC, 1.0)

    def _diagnosis(self, finding: Finding, reply: Reply, subject: Subject) -> Diagnosis | None:
        if finding.verdict is not Verdict.WA or not isinstance(reply, Returned):
            return None
        return self.causes.of(reply.value, subject, self.numbers)

    def _wrong(self, key: str, expected: str | None, actual: str, why: str = "") -> Finding:
        return Finding(Verdict.WA, 0.0, Message(key, {"why": why}), expected=expected, actual=actual)


def trouble_of_missing(step: Step, subject: Subject) -> Finding:
    """The function was not found, or loading failed before it was defined: what to say of it."""
    reply = subject.ask([step], State.NEW).replies[0]
    return trouble(reply, subject) if not isinstance(reply, Returned) else Finding(Verdict.IR, 0.0)


def _costed(finding: Finding, answers: Answers) -> Finding:
    return replace(
        finding,
        cpu_s=finding.cpu_s if finding.cpu_s is not None else answers.cpu_s,
        wall_s=answers.wall_s,
        peak_bytes=finding.peak_bytes or answers.peak_bytes,
    )


class Call:
    """The kind `call`."""

    name = "call"
    mark = "call"
    schema: Mapping[str, Any] = {
        "call": {"type": "string"},
        "returns": {},
        "raises": {"type": "string"},
        "prints": {"type": "string"},
        "check": {"$ref": "#/$defs/oracle"},
        "times": {"type": "integer", "minimum": 1, "maximum": 10000},
        **BY_VALUE,
        **WHEN_HIDDEN,
        **SCHEMA,
    }

    def read(self, body: Mapping[str, Any], reader: Reader) -> CallCheck:
        """A test such as `{call: solution(3), returns: 7}` or `{call: solution(3) == 7}`."""
        read = reader.calls(body["call"], "call")
        step, compared = read if read is not None else (Step("?"), None)
        expected = compared
        if "returns" in body:
            expected = (reader.value(body["returns"], "returns"),)
        says = [key for key in ("returns", "raises", "prints", "check") if key in body]
        if not says and compared is None and read is not None:
            reader.fault("a call says what is right: `returns`, `raises`, `prints`, `check`, or `== value`", "call")
        if step.on is not None or any(isinstance(argument, Reference) for argument in step.arguments):
            reader.fault("a single call knows no objects: its arguments are values (`True`, not `true`)", "call")
        if compared is not None and "returns" in says:
            reader.fault("`==` has already said what is returned", "returns")
        if "prints" in says and body.get("times", 1) > 1:
            reader.fault("what several calls print can't be told apart: `prints` goes with one call", "prints")
        if "raises" in says and (len(says) > 1 or compared is not None):
            reader.fault("a call that raises can't have another expectation", "raises")
        causes = read_answers(body, reader, when_hidden=body.get("causes_when_hidden", False))
        if expected is not None:
            refuse_right(causes, expected[0], reader)
        return CallCheck(
            step=step,
            numbers=reader.numbers,
            times=body.get("times", 1),
            expected=expected,
            raises=body.get("raises"),
            prints=body.get("prints"),
            check=reader.oracle(body["check"], "check") if "check" in body else None,
            show=body.get("show"),
            causes=causes,
        )


PLUGIN = Call()
