"""Type to the program -> whether a player of the package has nothing against what it prints.

The player (`grader/playing.py` says how one is written) reacts to each turn of the program; this module starts, types,
hears, keeps the transcript as a terminal would show it, and judges how the program ends.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Any

from grader import errors
from grader.kinds._judging import ended
from grader.model import Ending, Finding, Message, Outcome, Said, Turn, Verdict
from grader.playing import ACCEPT, FAULTS, START, Fault, Heard, Sign
from grader.plugins import Reader, Subject, Talk

MOST_TURNS = 2000
SHOWN = 4000


@dataclass(frozen=True, slots=True)
class DialogueCheck:
    """One or more runs of the program, each talked to by the same player."""

    player: Callable[[], Any]
    draws: bool = False
    """Whether another seed gives another player."""

    def judge(self, subject: Subject) -> Finding:
        """The first fault, else AC."""
        player = self.player()
        if not isinstance(player, Generator):
            raise _package_fault("a player is a generator function: it yields what is typed")
        with ExitStack() as stack:
            stack.callback(player.close)
            conversation = _Conversation(subject)
            stack.callback(conversation.leave)
            finding = conversation.hold(player)
        return conversation.costed(finding)


@dataclass(slots=True)
class _Conversation:
    """The run at hand and what was said in it."""

    subject: Subject
    stack: ExitStack = field(default_factory=ExitStack)
    talk: Talk | None = None
    heard: Heard | None = None
    run: int = 0
    said: list[Said] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)

    def hold(self, player: Generator[str | Sign, Heard | None, object]) -> Finding:
        """Do what the player asks until it has an opinion or the program fails."""
        for _turn in range(MOST_TURNS):
            try:
                asked = player.send(self.heard)
            except StopIteration as end:
                return self._opinion(end.value)
            failed = self._do(asked)
            if failed is not None:
                return failed
        raise _package_fault(f"the player has not come to an end after {MOST_TURNS} turns")

    def leave(self) -> None:
        """End the program, if there is one."""
        self.stack.close()
        self.talk = None

    def costed(self, finding: Finding) -> Finding:
        """With what all runs together have used, as far as that is known."""
        known = [outcome.cpu_s for outcome in self.outcomes if outcome.cpu_s is not None]
        peaks = [outcome.peak_bytes for outcome in self.outcomes if outcome.peak_bytes is not None]
        return replace(
            finding,
            cpu_s=sum(known) if known else None,
            wall_s=sum(outcome.wall_s for outcome in self.outcomes) if self.outcomes else None,
            peak_bytes=max(peaks, default=None),
        )

    # --- turns ---------------------------------------------------------------------------------------------

    def _do(self, asked: object) -> Finding | None:
        if asked is START:
            return self._end_of_run() or self._start()
        if not isinstance(asked, str) or self.heard is None or self.talk is None:
            raise _package_fault(f"the player yields START first, then lines of text, and not {asked!r}")
        if self.heard.ended:
            return self._wrong(Fault("ends-early" if self.heard.number else "asks-nothing"))
        self.said.append(Said(True, asked + "\n"))
        self.talk.type(asked + "\n")
        return self._hear(asked, self.heard.number + 1)

    def _start(self) -> Finding | None:
        self.leave()
        self.run += 1
        self.said = []
        self.talk = self.stack.enter_context(self.subject.talk())
        return self._hear(None, 0)

    def _hear(self, answer: str | None, number: int) -> Finding | None:
        turn = self._listen()
        self.heard = Heard("", turn.outcome is not None, answer, number, self.run)
        if turn.outcome is not None and not _ended_well(turn.outcome):
            return self._ended_badly(turn.outcome)
        try:
            self.heard = replace(self.heard, text=turn.stdout.decode("utf-8"))
        except UnicodeDecodeError:
            return self._shown(Finding(Verdict.WA, 0.0, Message("not-utf8")))
        return None

    def _listen(self) -> Turn:
        assert self.talk is not None  # noqa: S101 - it was started
        turn = self.talk.hear()
        self.said.append(Said(False, (turn.stdout + turn.stderr).decode("utf-8", "replace")))
        if turn.outcome is None:
            return turn
        outcome = replace(turn.outcome, stderr=turn.outcome.stderr or turn.stderr)
        natural = outcome.ending in (Ending.EXITED, Ending.SIGNALLED)
        if natural and self.subject.language.ran_out_of_memory(outcome):
            outcome = replace(outcome, ending=Ending.MEMORY_LIMIT)
        self.outcomes.append(outcome)
        return replace(turn, outcome=outcome)

    def _end_of_run(self) -> Finding | None:
        """The player has finished with this run: the program ends by itself, if need be once its input is closed."""
        if self.talk is None or self.heard is None or self.heard.ended:
            return None
        self.talk.close_input()
        turn = self._listen()
        if turn.outcome is not None and _ended_well(turn.outcome):
            return None
        if turn.outcome is None or turn.outcome.ending in (Ending.CPU_LIMIT, Ending.WALL_LIMIT):
            return replace(self._wrong(Fault("never-ends")), verdict=Verdict.TLE)
        if turn.outcome.ending is Ending.EXITED:
            said = turn.outcome.stderr[-1500:].decode("utf-8", "replace").strip() or None
            return replace(self._wrong(Fault("reads-past-end")), verdict=Verdict.RTE, actual=said)
        return self._ended_badly(turn.outcome)

    # --- opinions ------------------------------------------------------------------------------------------

    def _opinion(self, said: object) -> Finding:
        if self.run == 0:
            raise _package_fault("the player never started the program")
        if isinstance(said, str) and said:
            return self._shown(Finding(Verdict.WA, 0.0, Message("objection-at", {"where": self._where(), "why": said})))
        if isinstance(said, Fault):
            return self._wrong(said)
        if said is ACCEPT:
            return Finding(Verdict.AC, 1.0)
        if said is not None:
            raise _package_fault(f"the player returned {said!r}, not None, a Fault or a sentence")
        return self._end_of_run() or Finding(Verdict.AC, 1.0)

    def _wrong(self, fault: Fault) -> Finding:
        if fault.key not in FAULTS:
            raise _package_fault(f"no fault of a dialogue is called `{fault.key}`")
        message = Message(fault.key, {"where": self._where(fault.at), "why": ""})
        heard = fault.at or self.heard
        actual = heard.text[:SHOWN] if heard is not None else None
        return self._shown(Finding(Verdict.WA, 0.0, message, expected=fault.expected, actual=actual or None))

    def _ended_badly(self, outcome: Outcome) -> Finding:
        if outcome.ending is Ending.EXITED:
            said = outcome.stderr[-1500:].decode("utf-8", "replace").strip() or None
            values = {"code": str(outcome.exit_code), "expected": "0"}
            return self._shown(Finding(Verdict.RTE, 0.0, Message("exit-code", values), actual=said))
        return self._shown(ended(outcome, self.subject))

    def _shown(self, finding: Finding) -> Finding:
        return replace(finding, transcript="".join(said.text for said in self.said), turns=tuple(self.said))

    def _where(self, at: Heard | None = None) -> str:
        """At which turn, as a student can find it in the transcript."""
        heard = at or self.heard
        if heard is None or heard.answer is None:
            place = "At the start"
        else:
            typed = f"`{heard.answer}`" if heard.answer.strip() else "an empty line"
            place = f"After answer {heard.number} ({typed})"
        return place if self.run == 1 or heard is None else f"{place} of game {heard.run}"


def _ended_well(outcome: Outcome) -> bool:
    return outcome.ending is Ending.EXITED and outcome.exit_code == 0


def _package_fault(what: str) -> errors.PackageError:
    return errors.PackageError([errors.Fault("oracle.py", None, None, what)])


class Dialogue:
    """The kind `dialogue`."""

    name = "dialogue"
    mark = "dialogue"
    schema: Mapping[str, Any] = {"dialogue": {"$ref": "#/$defs/oracle"}}

    def read(self, body: Mapping[str, Any], reader: Reader) -> DialogueCheck:
        """A test such as `{dialogue: oracle.player}`; a player with a parameter `rng` draws by the seed."""
        player = reader.oracle(body["dialogue"], "dialogue")
        written = getattr(player, "__wrapped__", None)
        if written is None:
            return DialogueCheck(player)
        if not inspect.isgeneratorfunction(written):
            reader.fault("a player is a generator function: it yields what is typed", "dialogue")
        if "rng" not in inspect.signature(written).parameters:
            return DialogueCheck(player)
        seed = reader.seed
        return DialogueCheck(lambda: player(random.Random(seed)), draws=True)  # noqa: S311 - not for secrets


PLUGIN = Dialogue()
