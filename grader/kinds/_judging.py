"""Replies -> findings; what the kinds share in judging them."""

from __future__ import annotations

import signal as signals
from collections.abc import Callable, Sequence
from typing import Any

from grader.errors import Fault, PackageError
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
from grader.values import Comparison, Numbers, ObjectValue, OtherValue, Value, compare

Expected = Callable[[Reply], "Finding | None"]

_ENDINGS = {
    Ending.CPU_LIMIT: (Verdict.TLE, "cpu-limit"),
    Ending.WALL_LIMIT: (Verdict.TLE, "wall-limit"),
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
        message = Message("wrong-value")
    return Finding(
        Verdict.WA,
        0.0,
        message,
        input=subject.language.show_step(step),
        expected=subject.language.show(expected),
        actual=subject.language.show(actual),
    )


_TYPE_NAMES: list[tuple[type | tuple[type, ...], str]] = [
    (bool, "true or false"),
    (int, "a whole number"),
    (float, "a decimal number"),
    (str, "a text"),
    (bytes, "bytes"),
    ((list, tuple), "a list"),
    (type(None), "nothing"),
]


def type_name(value: Value) -> str:
    """What kind of value it is, in words for a beginner."""
    for types, name in _TYPE_NAMES:
        if isinstance(value, types):
            return name
    if isinstance(value, ObjectValue):
        return f"an object of class {value.type}"
    if isinstance(value, OtherValue):
        return value.what
    return type(value).__name__.removesuffix("Value").lower()


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
