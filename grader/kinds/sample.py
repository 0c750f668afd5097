"""Call a function many times -> whether every answer is allowed, and all that should occur do.

What is random can't be compared, but it can be refused with a stated probability of error: `_chance.py` has the
sums. A right program is refused with a probability of at most one in a million over all arguments, values and
looks of a test, if its calls draw independently (each value at least once in 20 calls), and as well if all calls
of one second give one value, each of them as likely as the others. For the sake of these nothing is refused as
missing before three looks in different seconds, and what stays the same only after about 17. The first few calls
show how fast it is: one that waits or computes in each call is asked less often, which is enough if all came.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from grader.errors import Fault, PackageError
from grader.kinds._sampling import MOST_S, WAIT_S, Rules, Sampling, Wish
from grader.kinds.call import trouble_of_missing
from grader.model import Finding, Reference, Step
from grader.plugins import Reader, Subject
from grader.values import Value, of_python

MOST_LOOKS = 60
FIRST = 20
AGAIN = 60


@dataclass(frozen=True)
class SampleCheck:
    """Many calls of a function, with one or several lists of arguments.

    `occur` gives the values that must all come for some arguments; `always`, if there is such a thing, the one
    value that may come every time instead, or None.
    """

    steps: tuple[Step, ...]
    rules: Rules
    occur: Callable[..., Any]
    always: Callable[..., Any] | None
    wait: Callable[[float], None] = time.sleep
    draws: bool = True

    def judge(self, subject: Subject) -> Finding:
        """The worst that came and must not, or else the first that should come and never did."""
        if subject.offer.functions.get(self.steps[0].name, "") is None:
            return trouble_of_missing(self.steps[0], subject)
        sampling = Sampling([self._wish(step) for step in self.steps], self.rules, subject)
        every = range(len(self.steps))
        calls = sampling.calls
        sampling.look(every, FIRST)
        if not sampling.wrong():
            sampling.look(every, sampling.affordable(calls - FIRST, len(every)), later=False)
        for _look in range(1, MOST_LOOKS):
            doubtful = sampling.doubtful()
            if sampling.wrong() or all(map(sampling.sure, doubtful)) or sampling.asked_s > MOST_S:
                break
            self.wait(WAIT_S)
            sampling.look(doubtful, sampling.affordable(calls if self.rules.shares else AGAIN, len(doubtful)))
        return sampling.finding()

    def _wish(self, step: Step) -> Wish:
        occur = self.occur(*step.arguments)
        if not isinstance(occur, list | tuple):
            raise _fault(f"`{self.occur.__name__}` returned {occur!r}, not a list of values")
        if not occur and self.rules.allowed is None:
            raise _fault(f"`{self.occur.__name__}` gives no value for {step.name}{step.arguments}")
        always = self.always(*step.arguments) if self.always is not None else None
        return Wish(step, tuple(map(of_python, occur)), None if always is None else (of_python(always),))


def _fault(message: str) -> PackageError:
    return PackageError([Fault("oracle.py", None, None, message)])


class Sample:
    """The kind `sample`."""

    name = "sample"
    mark = "sample"
    schema: Mapping[str, Any] = {
        "sample": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]},
        "allowed": {"anyOf": [{"$ref": "#/$defs/oracle"}, {"type": "array", "minItems": 1}]},
        "occur": {"anyOf": [{"$ref": "#/$defs/oracle"}, {"type": "array", "minItems": 1, "maxItems": 50}]},
        "or_always": {},
        "shares": {
            "type": "array",
            "items": {"type": "number", "minimum": 0, "maximum": 1},
            "minItems": 2,
            "maxItems": 2,
        },
        "calls": {"type": "integer", "minimum": 1, "maximum": 10000},
    }

    def read(self, body: Mapping[str, Any], reader: Reader) -> SampleCheck:
        """A test such as `{sample: roll(6), occur: [1, 2, 3, 4, 5, 6]}`."""
        written = body["sample"]
        if isinstance(written, str):
            steps = [self._step(written, reader, "sample")]
        else:
            steps = [self._step(text, reader, "sample", index) for index, text in enumerate(written)]
        if len({step.name for step in steps}) > 1:
            reader.fault("the calls of one test are calls of one function", "sample")
        if "allowed" not in body and "occur" not in body:
            reader.fault("a sample says which answers are right: `allowed`, `occur`, or both")
        for key in ("or_always", "shares"):
            if key in body and "occur" not in body:
                reader.fault(f"`{key}` goes with `occur`, the values that should come", key)
        least, most = body.get("shares", (0, 1))
        if least >= most:
            reader.fault("`shares` are the least and the most, such as [0.2, 0.5]", "shares")
        allowed = body.get("allowed")
        return SampleCheck(
            steps=tuple(steps),
            rules=Rules(
                numbers=reader.numbers,
                allowed=reader.oracle(allowed, "allowed") if isinstance(allowed, str) else _values(allowed, reader),
                shares=(_exact(least), _exact(most)) if "shares" in body else None,
                least_calls=body.get("calls", 1),
            ),
            occur=self._given("occur", body.get("occur", []), reader),
            always=self._given("or_always", body["or_always"], reader) if "or_always" in body else None,
        )

    def _step(self, text: str, reader: Reader, *path: str | int) -> Step:
        read = reader.calls(text, *path)
        if read is None:
            return Step("?")
        step, compared = read
        if compared is not None:
            reader.fault("what is right stands in `allowed` and `occur`, not after `==`", *path)
        if step.new or step.on is not None or any(isinstance(one, Reference) for one in step.arguments):
            reader.fault("a sample calls a function, and knows no objects", *path)
        return step

    def _given(self, key: str, written: object, reader: Reader) -> Callable[..., Any]:
        """The function of the oracle, or one that gives what is written for all arguments."""
        if isinstance(written, str) and written.startswith("oracle."):
            return reader.oracle(written, key)
        value = reader.value(written, key)
        return lambda *_arguments: value


def _values(written: object, reader: Reader) -> tuple[Value, ...] | None:
    value = reader.value(written, "allowed") if written is not None else None
    return tuple(value) if isinstance(value, list) else None


def _exact(share: float) -> Fraction:
    """The share as it is written."""
    return Fraction(str(share))


PLUGIN = Sample()
