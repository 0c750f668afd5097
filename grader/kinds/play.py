"""Games against an opponent of the package's -> whether a program learns from them how to win.

It is measured by play, never by reading the code. The same starts are played before training, each round by a copy
that has just been loaded, and after it. What has not changed wins more after training by luck alone less than once
in a million times (`chance_of_gap` has the sum), and is then still refused if that is not nearly every game.
A second copy is trained in the same way, but told the opposite after each game. Who learns from what it is told
learns to lose. Who plays better all the same has it from elsewhere: a formula used after some number of games, say.
That is held against a copy whose play is no better than before less than once in a million times.

Learners are no draws from a known law: how often a right one is refused is measured (`tests/kinds/learners.py`).
Known to pass: a program that sees by itself who has won, and keeps the formula for copies that are told the truth.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from grader.kinds._chance import ERROR, chance_of_gap
from grader.kinds._matches import Broken, Player, Rules, Score, shown
from grader.kinds.call import trouble_of_missing
from grader.model import Finding, Message, Step, Verdict
from grader.plugins import Reader, Subject
from grader.values import Value

LIKELY = Fraction(1, 1000)
LOST = "a game that it lost after training:"


@dataclass(frozen=True, slots=True)
class PlayCheck:
    """Games before and after training, and those of a copy that is told the opposite.

    `games` of training begin at `starts`; `rounds` times a game from each of `measured` are counted.
    """

    rules: Rules
    starts: tuple[Value, ...]
    games: int
    measured: tuple[Value, ...]
    rounds: int
    least: Fraction
    seed: int
    draws: bool = True

    def judge(self, subject: Subject) -> Finding:
        """Whether it wins nearly always after training, did not before, and goes by what it is told."""
        if subject.offer.functions.get(self.rules.move, "") is None:
            return trouble_of_missing(Step(self.rules.move), subject)
        over = subject.language.spell(self.rules.over)
        if subject.offer.functions.get(self.rules.over, "") is None:
            return Finding(Verdict.SK, 0.0, Message("not-tried", {"name": over}))
        player = Player(self.rules, subject, self.seed)
        try:
            return player.costed(self._judge(player, subject))
        except Broken as broken:
            return player.costed(broken.finding)

    def _judge(self, player: Player, subject: Subject) -> Finding:
        before = self._untrained(player)
        # Then even a win of every game could be luck.
        if chance_of_gap(before.games, before.won, before.games) > ERROR:
            return self._refused("knows-already", before, before, subject)
        after = self._trained(player, opposite=False)
        key = self._fault(before, after)
        if key is not None:
            return self._refused(key, before, after, subject)
        other = self._trained(player, opposite=True)
        if chance_of_gap(other.won, before.won, before.games) <= ERROR:
            return self._refused("learns-regardless", before, other, subject)
        told = f"{_told(before, after, self.games)}; told the opposite after each game {other.won:,}"
        return Finding(Verdict.AC, 1.0, actual=told)

    def _untrained(self, player: Player) -> Score:
        """Each round is that of a new copy: in one round there is next to nothing to be learned."""
        won = 0
        for _round in range(self.rounds):
            player.begin()
            won += player.series(self.measured, len(self.measured)).won
        return Score(won, self.rounds * len(self.measured))

    def _trained(self, player: Player, *, opposite: bool) -> Score:
        player.begin()
        player.series(self.starts, self.games, opposite=opposite)
        return player.series(self.measured, self.rounds * len(self.measured), opposite=opposite)

    def _fault(self, before: Score, after: Score) -> str | None:
        """What there is to say of a copy that was told the truth."""
        if chance_of_gap(before.won, after.won, after.games) <= ERROR:
            return "gets-worse"
        luck = chance_of_gap(after.won, before.won, after.games)
        if after.won < self._enough(after.games):
            return "learns-nothing" if luck > LIKELY else "learns-too-little"
        return "knows-already" if luck > ERROR else None

    def _enough(self, games: int) -> int:
        return math.ceil(self.least * games)

    def _refused(self, key: str, before: Score, after: Score, subject: Subject) -> Finding:
        values = {
            "before": f"{before.won:,}",
            "after": f"{after.won:,}",
            "games": f"{after.games:,}",
            "training": f"{self.games:,}",
            "least": f"{self._enough(after.games):,}",
            "over": subject.language.spell(self.rules.over),
        }
        few = f"few of {values['games']} games won before training"
        finding = Finding(
            Verdict.WA,
            0.0,
            Message(key, values),
            expected=f"{few}, and at least {values['least']} after it",
            actual=_told(before, after, self.games) if after is not before else f"{_won(before)} before training",
        )
        if key == "learns-regardless":
            return replace(finding, expected=f"{few}, and no more after it if it was told the opposite after each game")
        return replace(finding, input=shown(after.lost, subject, LOST)) if after.lost else finding


def _told(before: Score, after: Score, training: int) -> str:
    return f"{_won(before)} before training, {after.won:,} after {training:,} games of it"


def _won(score: Score) -> str:
    return f"{score.won:,} of {score.games:,} games won"


class Play:
    """The kind `play`."""

    name = "play"
    mark = "play"
    schema: Mapping[str, Any] = {
        "play": {"$ref": "#/$defs/oracle"},
        "move": {"type": "string"},
        "over": {"type": "string"},
        "starts": {"type": "array", "minItems": 1},
        "games": {"type": "integer", "minimum": 1, "maximum": 100000},
        "measured": {"type": "array", "minItems": 1},
        "rounds": {"type": "integer", "minimum": 1, "maximum": 1000},
        "least": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
    }

    def read(self, body: Mapping[str, Any], reader: Reader) -> PlayCheck:
        """A test such as `{play: oracle.game, move: get_move, over: game_over, starts: [5, 6, 7], games: 3000}`."""
        for key in ("move", "over", "starts", "games"):
            if key not in body:
                reader.fault(f"games say what is played: the key `{key}` is missing", "play")
        declared = {asked.name: len(asked.parameters) for asked in reader.interface.functions}
        for key in ("move", "over"):
            if key in body and body[key] not in declared:
                reader.fault(f"`{body[key]}` is no function of the interface", key)
        if declared.get(str(body.get("over")), 1) != 1:
            reader.fault(f"`{body['over']}` is told whether the program has won, and nothing else", "over")
        game = reader.oracle(body["play"], "play")
        written: Callable[..., Any] | None = getattr(game, "__wrapped__", None)
        if written is not None and not inspect.isgeneratorfunction(written):
            reader.fault("a game is a generator function: it yields the arguments of moves", "play")
        starts = _values(body.get("starts", []), "starts", reader)
        measured = _values(body["measured"], "measured", reader) if "measured" in body else starts
        rounds = body.get("rounds", 20)
        if starts and body.get("games", 0) % len(starts):
            reader.fault(
                f"each of the {len(starts)} starts is played as often: a multiple of that belongs here", "games"
            )
        if measured and chance_of_gap(len(measured) * rounds, 0, len(measured) * rounds) > ERROR:
            reader.fault("so few games can't tell learning from luck: at least 12 are counted", "rounds")
        return PlayCheck(
            rules=Rules(game, str(body.get("move")), str(body.get("over"))),
            starts=starts,
            games=body.get("games", 1),
            measured=measured,
            rounds=rounds,
            least=Fraction(str(body.get("least", 0.9))),
            seed=reader.seed,
        )


def _values(written: object, key: str, reader: Reader) -> tuple[Value, ...]:
    value = reader.value(written, key)
    return tuple(value) if isinstance(value, list | tuple) else ()


PLUGIN = Play()
