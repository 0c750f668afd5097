"""Replies -> findings; what the kinds share in judging them."""

from __future__ import annotations

import re
import signal as signals
from collections.abc import Callable, Sequence
from typing import Any

from grader.errors import Fault, PackageError
from grader.kinds._texts import unseen_difference
from grader.model import (
    Absent,
    Answers,
    Ended,
    Ending,
    Finding,
    Frame,
    Invalid,
    Message,
    NotRun,
    Outcome,
    Place,
    Raised,
    Reply,
    Returned,
    Step,
    Unfit,
    Verdict,
)
from grader.plugins import Subject
from grader.values import Comparison, EnumValue, MapValue, Numbers, ObjectValue, OtherValue, SetValue, Value, compare

Expected = Callable[[Reply], "Finding | None"]

_ENDINGS = {
    Ending.CPU_LIMIT: (Verdict.TLE, "cpu-limit"),
    Ending.WALL_LIMIT: (Verdict.TLE, "wall-limit"),
    Ending.TOTAL_LIMIT: (Verdict.TLE, "total-limit"),
    Ending.MEMORY_LIMIT: (Verdict.MLE, "memory-limit"),
    Ending.OUTPUT_LIMIT: (Verdict.OLE, "output-limit"),
    Ending.PROCESS_LIMIT: (Verdict.RTE, "process-limit"),
    Ending.CLOSED: (Verdict.IR, "channel-closed"),
}


def place_of(trace: Sequence[Frame]) -> Place | None:
    """The innermost line of the student's in a trace."""
    return Place(trace[-1].file, trace[-1].line) if trace else None


def trouble(reply: Reply, subject: Subject) -> Finding:
    """What to think of a reply that is no value."""
    if isinstance(reply, Raised):
        return _raised(reply)
    if isinstance(reply, Absent):
        return missing(reply.name, subject)
    if isinstance(reply, Unfit):
        return Finding(Verdict.CE, 0.0, Message("unfit", {"why": reply.why}))
    if isinstance(reply, Ended):
        return ended(reply.outcome, subject)
    if isinstance(reply, Invalid):
        return Finding(Verdict.IR, 0.0, Message("invalid-reply", {"why": reply.why}))
    if isinstance(reply, NotRun):
        return Finding(Verdict.SK, 0.0, Message("not-run"))
    raise TypeError(f"{reply} is no trouble")


def missing(name: str, subject: Subject) -> Finding:
    """The submission lacks what the interface asks for."""
    seen = ", ".join(f"`{subject.language.spell(one)}`" for one in subject.offer.seen)
    key = "missing" if seen else "missing-all"
    return Finding(Verdict.CE, 0.0, Message(key, {"name": subject.language.spell(name), "seen": seen}))


def _raised(reply: Raised) -> Finding:
    if reply.out_of_memory:
        return Finding(Verdict.MLE, 0.0, Message("memory-limit"), place=place_of(reply.trace))
    key = "raised-exit" if reply.type == "SystemExit" else "raised"
    if reply.type == "EOFError":
        key = "asked-for-input"
    what = f"{reply.type}: {reply.message}" if reply.message else reply.type
    return Finding(Verdict.RTE, 0.0, Message(key, {"what": what}), actual=what, place=place_of(reply.trace))


def ended(outcome: Outcome, subject: Subject) -> Finding:
    """The process ended before it answered."""
    bounds = subject.limits
    if outcome.ending in _ENDINGS:
        verdict, key = _ENDINGS[outcome.ending]
        values = {
            "cpu_s": f"{bounds.cpu_s:g}",
            "wall_s": f"{bounds.wall_s:g}",
            "total_s": f"{bounds.total_s:g}",
            "memory": f"{bounds.memory_bytes >> 20} MiB",
            "output": f"{bounds.output_bytes >> 20} MiB",
            "processes": str(bounds.processes),
        }
        message = Message(key, values)
    elif outcome.ending is Ending.SIGNALLED:
        verdict, message = Verdict.RTE, Message("crashed", {"signal": _signal_name(outcome.signal)})
    else:
        verdict, message = Verdict.RTE, Message("ended-early", {"code": str(outcome.exit_code)})
    said = outcome.stderr[-1500:].decode("utf-8", "replace").strip() or None
    return Finding(
        verdict,
        0.0,
        message,
        actual=said,
        cpu_s=outcome.cpu_s,
        wall_s=outcome.wall_s,
        peak_bytes=outcome.peak_bytes,
    )


_PAST_END = re.compile(
    rb"^EOFError\b|\bjava\.util\.NoSuchElementException\b|NumberFormatException: Cannot parse null string", re.MULTILINE
)


def asked_past_end(outcome: Outcome) -> bool:
    """Whether a program stopped because it asked for more input than there was, as far as its last words tell."""
    return _PAST_END.search(outcome.stderr[-4000:]) is not None


def _signal_name(number: int | None) -> str:
    try:
        return signals.Signals(number or 0).name
    except ValueError:
        return f"signal {number}"


def compare_for(subject: Subject, expected: Value, actual: Value, numbers: Numbers) -> Comparison:
    """The comparison as the student's language allows it."""
    return compare(expected, actual, numbers, subject.language.one_number_type)


def wrong_value(subject: Subject, step: Step, expected: Value, actual: Value, answers: Answers) -> Finding:
    """The call gave back another value than expected."""
    nothing = actual is None or (isinstance(actual, OtherValue) and actual.what == "undefined")
    if nothing and expected is not None:
        printed = answers.stdout.strip()
        message = Message("printed-not-returned" if printed else "nothing-returned")
    elif type_name(expected) != type_name(actual):
        message = Message("wrong-type", {"expected": type_name(expected), "actual": type_name(actual)})
    else:
        message = _members_differ(subject, expected, actual) or Message("wrong-value")
    unseen = None
    if isinstance(expected, str):
        unseen = unseen_difference(expected, actual.text if isinstance(actual, ObjectValue) else str(actual))
    return Finding(
        Verdict.WA,
        0.0,
        message,
        notes=() if unseen is None else (unseen,),
        input=subject.language.show_step(step),
        expected=subject.language.show(expected),
        actual=subject.language.show(actual),
    )


def _members_differ(subject: Subject, expected: Value, actual: Value) -> Message | None:
    """How many or which members a container has that it should not have, or lacks."""
    if isinstance(expected, list | tuple) and isinstance(actual, list | tuple) and len(expected) != len(actual):
        return Message("wrong-length", {"expected": f"{len(expected):,}", "actual": f"{len(actual):,}"})
    if isinstance(expected, MapValue) and isinstance(actual, MapValue):
        sides = [key for key, _item in expected.pairs], [key for key, _item in actual.pairs]
        return _difference("wrong-keys", *sides, subject)
    if isinstance(expected, SetValue) and isinstance(actual, SetValue):
        return _difference("wrong-items", expected.items, actual.items, subject)
    return None


def _difference(key: str, expected: Sequence[Value], actual: Sequence[Value], subject: Subject) -> Message | None:
    """What is missing in one and what is too much in the other, the first few of each; None if that is nothing."""
    missing: list[Value] = []
    extra = list(actual[:COMPARED_MEMBERS])
    for wanted in expected[:COMPARED_MEMBERS]:
        same = (index for index, one in enumerate(extra) if compare_for(subject, wanted, one, Numbers.LOOSE).same)
        found = next(same, None)
        if found is None:
            missing.append(wanted)
        else:
            del extra[found]
    if not missing and not extra:
        return None
    said = {"missing": _listed("Missing", missing, subject), "extra": _listed("Not asked for", extra, subject)}
    return Message(key, said)


def _listed(head: str, values: Sequence[Value], subject: Subject) -> str:
    shown = ", ".join(subject.language.show(value)[:80] for value in values[:SHOWN_MEMBERS])
    more = f" and {len(values) - SHOWN_MEMBERS} more" if len(values) > SHOWN_MEMBERS else ""
    return f" {head}: {shown}{more}." if values else ""


COMPARED_MEMBERS, SHOWN_MEMBERS = 200, 5
_TYPE_NAMES: list[tuple[type | tuple[type, ...], str]] = [
    (bool, "true or false"),
    (int, "a whole number"),
    (float, "a decimal number"),
    (str, "a text"),
    (bytes, "bytes"),
    ((list, tuple), "a list"),
    (MapValue, "a map"),
    (SetValue, "a set"),
    (type(None), "nothing"),
]


def type_name(value: Value) -> str:
    """What kind of value it is, in words for a beginner."""
    for types, name in _TYPE_NAMES:
        if isinstance(value, types):
            return name
    if isinstance(value, ObjectValue):
        return f"an object of class {value.type}"
    if isinstance(value, EnumValue):
        return f"a member of {value.type}"
    if isinstance(value, OtherValue) and value.what not in _OTHERS:
        return f"{'an' if value.what[:1].lower() in 'aeiou' else 'a'} {value.what}"
    return _OTHERS[value.what] if isinstance(value, OtherValue) else "something else"


_OTHERS = {
    "cycle": "a value that contains itself",
    "nested too deep": "a value that is nested too deep",
    "too deep": "a value that is nested too deep",
    "too large": "a value that is too large",
    "undefined": "nothing",
}


def checked(check: Callable[..., Any], *arguments: Any) -> str | None:
    """What a checker of the package objects to, None when it accepts.

    It returns True to accept, False or a sentence to refuse. Anything else is the author's fault, so that a
    checker that forgets to answer accepts nothing.
    """
    said = check(*arguments)
    if said is True:
        return None
    if said is False:
        return ""
    if isinstance(said, str) and said:
        return said
    raise PackageError(
        [
            Fault(
                "oracle.py",
                None,
                None,
                f"the checker `{check.__name__}` returned {said!r}, not True, False or a sentence",
            )
        ]
    )


def raised_as_expected(reply: Reply, wanted: str) -> bool:
    """Whether the reply is an error of the type wanted; `any` takes every one that the student's code raised."""
    return isinstance(reply, Raised) and not reply.out_of_memory and wanted in ("any", reply.type)


def value_of(reply: Reply) -> Returned | None:
    """The reply if it is a value."""
    return reply if isinstance(reply, Returned) else None
