"""Run the submission as a program -> whether its output and its exit code are what the package expects."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from grader.encoding import decoded
from grader.kinds._causes import BY_VALUE, NO_ANSWERS, WHEN_HIDDEN, KnownAnswers, read_answers
from grader.kinds._judging import asked_past_end, checked, ended
from grader.kinds._texts import lines, normal, unseen_difference
from grader.model import Ending, Finding, Message, Outcome, Verdict
from grader.plugins import Reader, Subject

SHOWN = 4000


@dataclass(frozen=True, slots=True)
class ProgramCheck:
    """One run of the program. `objection` says what is wrong with the printed text, None if it is right."""

    arguments: tuple[str, ...]
    stdin: bytes
    exit_code: int | None
    expected: str | None
    objection: Callable[[str], str | None]
    compares: bool = False
    unseen: Callable[[str], Message | None] = lambda _text: None
    causes: KnownAnswers = NO_ANSWERS

    def judge(self, subject: Subject) -> Finding:
        """How the program ended first, then what it printed."""
        outcome = subject.run(self.arguments, self.stdin)
        shown = outcome.stdout.decode("utf-8", "backslashreplace")
        finding = self._judge_end(outcome, subject, shown) or self._judge_output(outcome, shown)
        typed = self.stdin.decode("utf-8", "replace")
        return replace(
            finding,
            input=_input(self.arguments, typed),
            actual=finding.actual or (shown[:SHOWN] if finding.verdict is not Verdict.AC else None),
            cpu_s=outcome.cpu_s,
            wall_s=outcome.wall_s,
            peak_bytes=outcome.peak_bytes,
        )

    def _judge_end(self, outcome: Outcome, subject: Subject, shown: str) -> Finding | None:
        if outcome.ending is not Ending.EXITED:
            finding = ended(outcome, subject)
            timed_out = outcome.ending in (Ending.CPU_LIMIT, Ending.WALL_LIMIT)
            return finding.noting(Message("right-but-running")) if timed_out and self._is_right(shown) else finding
        if self.exit_code is not None and outcome.exit_code != self.exit_code:
            if asked_past_end(outcome):
                last = next((line.strip() for line in reversed(shown.splitlines()) if line.strip()), "")
                return Finding(Verdict.RTE, 0.0, Message("asked-past-end", {"last": last[-80:]}), actual=shown[:SHOWN])
            said = outcome.stderr[-1500:].decode("utf-8", "replace").strip() or None
            values = {"code": str(outcome.exit_code), "expected": str(self.exit_code)}
            finding = Finding(Verdict.RTE, 0.0, Message("exit-code", values), actual=said)
            return finding.noting(Message("right-until-then")) if self._is_right(shown) else finding
        if outcome.stdout_cut:
            return Finding(Verdict.OLE, 0.0, Message("output-limit", {"output": "1 MiB"}))
        return None

    def _is_right(self, shown: str) -> bool:
        """Whether the text is the one expected, where the package has written it down."""
        return self.compares and self.objection(shown) is None

    def _judge_output(self, outcome: Outcome, shown: str) -> Finding:
        try:
            outcome.stdout.decode("utf-8")
        except UnicodeDecodeError:
            guess = decoded(outcome.stdout).told
            told = {"guess": f" (it looks like {guess})" if guess else ""}
            return Finding(Verdict.WA, 0.0, Message("not-utf8", told), expected=self.expected)
        objection = self.objection(shown)
        if objection is None:
            return Finding(Verdict.AC, 1.0)
        key = "objection" if objection else ("no-output" if not shown.strip() else "wrong-output")
        finding = Finding(Verdict.WA, 0.0, Message(key, {"why": objection}), expected=self.expected)
        finding = replace(finding, diagnosis=self.causes.of_text(shown))
        unseen = self.unseen(shown)
        return finding if unseen is None else finding.noting(unseen)


def _input(arguments: tuple[str, ...], typed: str) -> str | None:
    given = ["arguments: " + " ".join(arguments)] if arguments else []
    return "\n".join([*given, typed]) if given or typed else None


def _numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", text)]


def _close(expected: str, tolerance: float) -> Callable[[str], bool]:
    wanted = _numbers(expected)

    def same(text: str) -> bool:
        given = _numbers(text)
        return len(given) == len(wanted) and all(
            one == other or (math.isfinite(other) and abs(one - other) <= tolerance * max(1.0, abs(other)))
            for one, other in zip(given, wanted, strict=True)
        )

    return same


class Program:
    """The kind `program`."""

    name = "program"
    mark = "run"
    schema: Mapping[str, Any] = {
        "run": {"type": "array", "items": {"type": "string"}},
        "stdin": {"type": "string"},
        "exit_code": {"type": ["integer", "null"]},
        "stdout": {
            "anyOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "additionalProperties": False,
                    "minProperties": 1,
                    "properties": {
                        "exact": {"type": "string"},
                        "lines": {"type": "string"},
                        "tokens": {"type": "string"},
                        "numbers": {"type": "string"},
                        "tolerance": {"type": "number", "minimum": 0},
                        "matches": {"type": "string"},
                        "check": {"$ref": "#/$defs/oracle"},
                        "says": {"type": "string"},
                    },
                },
            ]
        },
        **BY_VALUE,
        **WHEN_HIDDEN,
    }

    def read(self, body: Mapping[str, Any], reader: Reader) -> ProgramCheck:
        """A test such as `{run: [], stdin: "3", stdout: "9"}`; a plain `stdout` is compared by lines."""
        wanted = body.get("stdout")
        wanted = {"lines": wanted} if isinstance(wanted, str) else wanted
        if wanted is None and body.get("exit_code") is None:
            reader.fault("a run says what is right: `stdout` or `exit_code`", "run")
        expected, objection = _expectation(wanted or {}, reader)
        form = _FORMS.get(next(iter(wanted or {}), ""))
        return ProgramCheck(
            arguments=tuple(body["run"]),
            stdin=body.get("stdin", "").encode("utf-8"),
            exit_code=body.get("exit_code", 0),
            expected=expected,
            objection=objection,
            compares=bool(expected) and form is not None,
            unseen=_unseen(form, expected) if form is not None and expected is not None else lambda _text: None,
            causes=_causes(body, objection, reader),
        )


def _causes(body: Mapping[str, Any], objection: Callable[[str], str | None], reader: Reader) -> KnownAnswers:
    """The causes of the test; a fault for a text that the program should print."""
    causes = read_answers(body, reader, when_hidden=body.get("causes_when_hidden", False))
    if body.get("stdout") is not None and any(objection(str(value)) is None for value, _cause in causes.known):
        reader.fault("a cause is named for the right answer", "causes")
    return causes


def _expectation(wanted: Mapping[str, Any], reader: Reader) -> tuple[str | None, Callable[[str], str | None]]:
    """What to show as expected, and the function that objects to an output."""
    ways = [key for key in wanted if key not in ("tolerance", "says")]
    if not ways:
        if wanted:
            reader.fault("the output is compared in no way, such as `lines` or `check`", "stdout")
        return wanted.get("says"), lambda _text: None
    if len(ways) > 1:
        reader.fault(f"the output is compared in one way, not by {' and '.join(ways)}", "stdout")
    way, text = ways[0], wanted[ways[0]]
    shown = wanted.get("says") or (text if way not in ("check", "matches") else None)
    if way == "check":
        check = reader.oracle(text, "stdout", "check")
        return shown, lambda output: checked(check, output)
    if way == "matches":
        try:
            pattern = re.compile(text, re.MULTILINE)
        except re.error as error:
            reader.fault(f"this is no regular expression: {error}", "stdout", "matches")
            pattern = re.compile("")
        return shown, lambda output: None if pattern.search(normal(output)) else ""
    if way == "numbers" and not _numbers(text):
        reader.fault("there is no number in this text", "stdout", "numbers")
    same: Mapping[str, Callable[[str], bool]] = {
        "exact": lambda output: output == text,
        "lines": lambda output: lines(output) == lines(text),
        "tokens": lambda output: normal(output).split() == normal(text).split(),
        "numbers": _close(text, wanted.get("tolerance", 0.0)),
    }
    return shown, lambda output: None if same[way](output) else ""


# In which form texts are compared: what it takes away can't be the difference.
_FORMS: Mapping[str, Callable[[str], str]] = {
    "exact": lambda text: text,
    "lines": lambda text: "\n".join(lines(text)),
    "tokens": lambda text: " ".join(normal(text).split()),
}


def _unseen(form: Callable[[str], str], text: str) -> Callable[[str], Message | None]:
    return lambda output: unseen_difference(form(text), form(output))


PLUGIN = Program()
