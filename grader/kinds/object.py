"""Construct objects and call their methods, step by step -> whether every answer on the way is the expected one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grader.kinds._causes import BY_VALUE, NO_ANSWERS, WHEN_HIDDEN, KnownAnswers, read_answers, refuse_right
from grader.kinds._judging import compare_for, raised_as_expected, trouble, wrong_value
from grader.kinds._pictures import SCHEMA, picture_of_game
from grader.model import Answers, Finding, Message, Raised, Reference, Reply, Returned, State, Step, Verdict
from grader.plugins import Language, Reader, Subject
from grader.values import Numbers, Value

SHOWN_STEPS = 12


@dataclass(frozen=True, slots=True)
class Stage:
    """A step and what is expected of it: a value, an error, or only that it works."""

    step: Step
    expected: tuple[Value] | None = None
    raises: str | None = None
    causes: KnownAnswers = NO_ANSWERS


@dataclass(frozen=True, slots=True)
class ObjectCheck:
    """A sequence of steps in one fresh state; several objects may be alive at once."""

    stages: tuple[Stage, ...]
    numbers: Numbers
    show: str | None = None

    def judge(self, subject: Subject) -> Finding:
        """The first step whose answer is wrong, with the steps before it, else AC."""
        answers = subject.ask([stage.step for stage in self.stages], State.NEW)
        notes: dict[str, Message] = {}
        for number, (stage, reply) in enumerate(zip(self.stages, answers.replies, strict=True)):
            finding = self._judge_reply(stage, reply, answers, subject)
            if finding is not None and finding.verdict is not Verdict.AC:
                asked = self.stages[: number + 1]
                told = _transcript(asked, answers.replies, subject.language)
                return replace(
                    finding,
                    input=subject.language.show_step(stage.step),
                    transcript=told,
                    picture=picture_of_game(self.show, [one.step for one in asked]),
                    cpu_s=answers.cpu_s,
                    wall_s=answers.wall_s,
                    peak_bytes=finding.peak_bytes or answers.peak_bytes,
                )
            if finding is not None:
                notes.update((note.values["what"], note) for note in finding.notes)
        return Finding(
            Verdict.AC,
            1.0,
            cpu_s=answers.cpu_s,
            wall_s=answers.wall_s,
            peak_bytes=answers.peak_bytes,
            notes=tuple(notes.values()),
        )

    def _judge_reply(self, stage: Stage, reply: Reply, answers: Answers, subject: Subject) -> Finding | None:
        if stage.raises is not None:
            if raised_as_expected(reply, stage.raises):
                return None
            if isinstance(reply, Returned) or (isinstance(reply, Raised) and not reply.out_of_memory):
                actual = reply.type if isinstance(reply, Raised) else subject.language.show(reply.value)
                return Finding(
                    Verdict.WA,
                    0.0,
                    Message("not-raised"),
                    expected=f"{stage.raises} is raised",
                    actual=actual,
                )
        if not isinstance(reply, Returned):
            finding = trouble(reply, subject)
            if stage.expected is not None:
                finding = replace(finding, expected=subject.language.show(stage.expected[0]))
            return finding
        if stage.expected is None:
            return None
        compared = compare_for(subject, stage.expected[0], reply.value, self.numbers)
        if not compared.same:
            finding = wrong_value(subject, stage.step, stage.expected[0], reply.value, answers)
            return replace(finding, diagnosis=stage.causes.of(reply.value, subject, self.numbers))
        if compared.overlooked:
            return Finding(Verdict.AC, 1.0).noting(Message("overlooked", {"what": compared.overlooked}))
        return None


def _transcript(stages: Sequence[Stage], replies: Sequence[Reply], language: Language) -> str:
    """The steps so far with what came back, the last of them at most."""
    lines = []
    for stage, reply in zip(stages, replies, strict=False):
        line = language.show_step(stage.step)
        if isinstance(reply, Returned) and stage.step.bind is None:
            line += f"  →  {language.show(reply.value)}"
        elif isinstance(reply, Raised):
            line += f"  →  {reply.type}"
        lines.append(line)
    left_out = len(lines) - SHOWN_STEPS
    if left_out > 0:
        lines = [lines[0], f"... {left_out} steps ...", *lines[left_out + 1 :]]
    return "\n".join(lines)


class Object:
    """The kind `object`."""

    name = "object"
    mark = "steps"
    schema: Mapping[str, Any] = {
        "steps": {
            "type": "array",
            "minItems": 1,
            "items": {
                "anyOf": [
                    {"type": "string"},
                    {
                        "type": "object",
                        "additionalProperties": False,
                        "required": ["do"],
                        "properties": {
                            "do": {"type": "string"},
                            "returns": {},
                            "raises": {"type": "string"},
                            **BY_VALUE,
                        },
                    },
                ]
            },
        },
        **WHEN_HIDDEN,
        **SCHEMA,
    }

    def read(self, body: Mapping[str, Any], reader: Reader) -> ObjectCheck:
        """A test such as `steps: ["board = TicTacToe(3)", "board.move(0, 0, 1) == 0"]`."""
        stages: list[Stage] = []
        names: set[str] = set()
        for index, written in enumerate(body["steps"]):
            text = written if isinstance(written, str) else written["do"]
            read = reader.calls(text, "steps", index)
            if read is None:
                continue
            step, compared = read
            used = [argument.name for argument in step.arguments if isinstance(argument, Reference)]
            for name in [step.on, *used] if step.on is not None else used:
                if name not in names:
                    reader.fault(f"`{name}` was not made by a step before", "steps", index)
            if step.bind is not None:
                names.add(step.bind)
            extra = {} if isinstance(written, str) else written
            expected = (reader.value(extra["returns"]),) if "returns" in extra else compared
            hidden = body.get("causes_when_hidden", False)
            causes = read_answers(extra, reader, "steps", index, when_hidden=hidden)
            if expected is not None:
                refuse_right(causes, expected[0], reader, "steps", index)
            stages.append(Stage(step, expected, extra.get("raises"), causes))
        if stages and all(stage.expected is None and stage.raises is None for stage in stages):
            reader.fault("no step says what is right, such as `board.move(0, 0, 1) == 0`", "steps")
        return ObjectCheck(tuple(stages), reader.numbers, body.get("show"))


PLUGIN = Object()
