"""The game of sticks: whoever takes the last one wins. Legal moves, best ones, games to learn from, dialogues judged.

What the program prints is free, so the judge carries along every state of the table that can explain it.
"""

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from random import Random
from typing import NamedTuple

from grader.explaining import (
    Explanation,
    Labels,
    Next,
    Questions,
    Shown,
    end_alike,
    in_order,
    last_line,
    named_winner,
    numbers,
)
from grader.playing import ACCEPT, START, Fault, Heard, Sign

STICKS = 10
MOST = 3
FEWEST_STICKS, MOST_STICKS, LEAST_MOST = 8, 39, 2


# --- the function ------------------------------------------------------------------------------------------


def is_legal(arguments: list, move: object) -> bool | str:
    """Whether the move takes 1 to 3 of the sticks."""
    (sticks,) = arguments
    if not isinstance(move, int) or isinstance(move, bool):
        return "A move is a whole number."
    if 1 <= move <= min(MOST, sticks):
        return True
    return f"With {sticks} sticks left a move takes 1 to {min(MOST, sticks)} of them."


def best(sticks: int) -> int | None:
    """The winning move, None where there is none."""
    return sticks % (MOST + 1) or None


def optimal_tests() -> Iterator[dict]:
    """From a position that can be won, the winning move; from the others any legal one. Then the same in games."""
    for sticks in range(1, 21):
        best = sticks % (MOST + 1)
        expectation = {"returns": best} if best else {"check": "oracle.is_legal"}
        yield {"call": f"get_computer_move({sticks})", "times": 5, **expectation}
    yield {"title": {"en": "whole games", "ru": "целые партии"}, "dialogue": "oracle.best_play"}


def against_the_best(sticks: int, rng: Random) -> Generator[list[list], list, bool | str]:
    """One game to learn from. The program moves first; its opponent makes the winning move where there is one.

    Where the program can't win, each round takes four sticks, whatever it does: so its moves are asked for at once.
    """
    while best(sticks):
        (move,) = yield [[sticks]]
        allowed = is_legal([sticks], move)
        if allowed is not True:
            return allowed
        sticks -= move
        if sticks == 0:
            return True
        sticks -= best(sticks) or rng.randint(1, MOST)
    lost = [[left] for left in range(sticks, 0, -MOST - 1)]
    moves = (yield lost) if lost else []
    said = map(is_legal, lost, moves)
    return next((objection for objection in said if objection is not True), False)


# --- the rules, as one turn of the dialogue shows them -----------------------------------------------------


class Table(NamedTuple):
    """What the program is about to hear: the sticks on the table, the most of a turn, and whose the game is."""

    phase: str
    sticks: int = STICKS
    most: int = MOST


FIXED = Table("person")
ASKS_STICKS = Table("how many sticks")
ASKS_MOST = "how many at most"
PERSON_WON, PROGRAM_WON = "person", "program"
Steps = Iterator[Next[Table]]


@dataclass(frozen=True)
class Turn:
    """One turn: what was typed and what was printed then. `best`: the program has to make the best move."""

    heard: Heard
    questions: Questions
    best: bool = False
    labels: Labels = field(default_factory=Labels)

    @property
    def number(self) -> int | None:
        """The number that was typed."""
        return typed_number(self.heard)

    @property
    def may_be_over(self) -> bool:
        """Whether nothing more is asked."""
        return self.heard.ended or not self.questions.asks(self.heard.text)

    def fault(self, key: str, expected: str | None = None) -> Fault:
        """A fault of this turn."""
        return Fault(key, expected, self.heard)

    def after(self, table: Table) -> Steps:
        """The tables that may follow."""
        if table.phase in (PERSON_WON + " won", PROGRAM_WON + " won"):
            return
        if table.phase == FIXED.phase:
            yield from self._after_move(table)
        else:
            yield from self._after_setting(table)

    def _after_setting(self, table: Table) -> Steps:
        if self.heard.ended:
            yield Next(table, self.fault("ends-early"), shown=True)
            return
        taken = _set(table, self.number or 0)
        if is_allowed(table, self.number):
            yield Next(taken)
            yield Next(table, self.fault("refuses-legal"), shown=self.questions.refuses(self.heard.text))
        else:
            yield Next(table)
            if self.number is not None:
                shown = not self.questions.asks(self.heard.text)
                yield Next(taken, self.fault("accepts-illegal", "the same question again"), shown)

    def _after_move(self, table: Table) -> Steps:
        if is_allowed(table, self.number):
            refused = not self.heard.ended and self.questions.refuses(self.heard.text)
            if refused:
                rest = table.sticks - (self.number or 0)
                yield Next(table, self.fault("refuses-legal", f"{self.number} taken, {rest} left"), shown=True)
            yield from self._after_taking(table, self.number or 0)
            return
        if not self.heard.ended:
            yield Next(table)
        fault = self.fault("accepts-illegal", f"the question again, with {table.sticks} sticks left")
        for following in self._after_taking(table, self.number or 0):
            if following.fault is None:
                yield replace(following, fault=fault)
        if self.heard.ended:
            yield Next(table, self.fault("ends-early", fault.expected))

    def _after_taking(self, table: Table, taken: int) -> Steps:
        """The person has taken so many."""
        rest = table.sticks - taken
        text = self.heard.text
        last = self.heard.ended or (rest <= table.most and self.may_be_over)
        told = numbers(text) if last else self.questions.told(text)
        if rest <= 0:
            won = Table(PERSON_WON + " won")
            fault = None if self.may_be_over else self.fault("never-ends", "the winner, and the end of the program")
            if fault is None and self.labels.left(text)[:1] not in ([], [rest]):
                fault = self.fault("wrong-rest", "nothing left")
            shown = fault is not None or in_order(told, rest) or named_winner(text) is not None
            yield Next(won, fault, shown)
            return
        fewest = max(0, rest - table.most)
        expected = f"{rest} left, then after the program's move {fewest} to {rest - 1} left"
        yield Next(table._replace(sticks=rest), self.fault("wrong-rest", expected))
        if in_order(told, rest):
            yield from self._after_program(table, rest, told)

    def _after_program(self, table: Table, rest: int, told: Sequence[Shown]) -> Steps:
        """The person has left so many, and that was printed; then the program moved."""
        illegal = dict(sorted(_illegal(told, rest, table.most, self.heard.ended), key=itemgetter(1)))
        expected = f"the program takes 1 to {min(rest, table.most)} of {rest}"
        won = Table(PROGRAM_WON + " won")
        stopped = self.heard.ended and _left_some(told, rest)
        if rest <= table.most and self.may_be_over and not stopped and not any(left < 0 for left in illegal):
            yield Next(won, shown=True)
        elif self.heard.ended:
            yield Next(won, self.fault("ends-early", f"the game goes on: {rest} sticks are left"), shown=True)
        for move in range(1, min(table.most, rest - 1) + 1):
            if in_order(told, rest, rest - move) and not self.heard.ended:
                fault = self._missed(table, rest, move)
                yield Next(table._replace(sticks=rest - move), fault, _declared(told, rest, rest - move))
        if rest <= table.most and not self.may_be_over:
            yield Next(won, self.fault("never-ends"), shown=_declared(told, rest, 0))
        for left, sure in illegal.items():
            yield Next(table._replace(sticks=left), self.fault("takes-illegal", expected), shown=sure)

    def _missed(self, table: Table, rest: int, move: int) -> Fault | None:
        if rest <= table.most:
            return self.fault("misses-win", f"the program takes all {rest}")
        best = rest % (table.most + 1)
        if self.best and best not in (0, move):
            return self.fault("misses-best", f"the program takes {best} of {rest}")
        return None


def _declared(told: Sequence[Shown], rest: int, left: int) -> bool:
    """Whether the text goes from what was left to what is left now, with at most the move between."""
    wanted = ((rest,), (rest - left,), (left,))
    return any(
        all(not one.values.isdisjoint(values) for one, values in zip(told[at:], sequence, strict=False))
        for sequence in (wanted, (wanted[0], wanted[2]))
        for at in range(len(told) - len(sequence) + 1)
    )


def _left_some(told: Sequence[Shown], rest: int) -> bool:
    """Whether the last turn tells a move of the program after which there are still sticks."""
    if any(0 in shown.values for shown in told):
        return False
    return any(
        rest in before.values and move in taken.values and rest - move in left.values
        for before, taken, left in zip(told, told[1:], told[2:], strict=False)
        for move in range(1, rest)
    )


def _illegal(told: Sequence[Shown], rest: int, most: int, ended: bool) -> Iterator[tuple[int, bool]]:
    """What the program may have left by a move that is not allowed, and whether the text is sure of it."""
    first = next(index for index, shown in enumerate(told) if rest in shown.values)
    after = told[first + 1 :]
    if ended:
        if after and not any(0 in shown.values for shown in after):
            yield from ((value, True) for value in after[-1].values if value < 0 and value != -rest)
        return
    for index, shown in enumerate(after):
        for left in shown.values:
            if 1 <= rest - left <= most:
                continue
            declared = index == 1 and rest - left in after[0].values
            if declared or not shown.numeral or not 0 <= left <= most:
                yield left, declared or not shown.numeral or len(after) == 1


def typed_number(heard: Heard) -> int | None:
    """The number that was typed before this was printed."""
    typed = (heard.answer or "").strip()
    return int(typed) if re.fullmatch(r"-?\d+", typed) else None


def is_allowed(table: Table, number: int | None) -> bool:
    """Whether the program has to take this number."""
    if number is None:
        return False
    if table.phase == ASKS_STICKS.phase:
        return FEWEST_STICKS <= number <= MOST_STICKS
    if table.phase == ASKS_MOST:
        return number >= LEAST_MOST and 2 * number < table.sticks
    return 1 <= number <= min(table.most, table.sticks)


def _set(table: Table, number: int) -> Table:
    if table.phase == ASKS_STICKS.phase:
        return Table(ASKS_MOST, number)
    return Table(FIXED.phase, table.sticks, number)


# --- how the person plays ----------------------------------------------------------------------------------


Policy = Callable[[Table], int]


def to_win(table: Table) -> int:
    """The winning move, else one stick."""
    return table.sticks % (table.most + 1) or 1


def to_lose(table: Table) -> int:
    """Leaves the program what it can take at once, as soon as that is possible."""
    return next((take for take in range(1, table.most + 1) if 1 <= table.sticks - take <= table.most), 1)


def leaving_one(table: Table) -> int:
    """Leaves one stick as soon as that is possible."""
    return table.sticks - 1 if 1 < table.sticks <= table.most + 1 else 1


def greedily(table: Table) -> int:
    """As many as are allowed."""
    return min(table.sticks, table.most)


def drawn(rng: Random) -> Policy:
    """Any legal move."""
    return lambda table: rng.randint(1, min(table.most, table.sticks))


def drawn_wrong(rng: Random, most: int) -> Sequence[Sequence[str]]:
    """None to two wrong answers before each of the first moves."""
    wrong = ["", "0", "-1", "-7", str(most + 1), str(10 * most), "abc", "two", "x1", "?"]
    return [rng.sample(wrong, rng.randint(0, 2)) for _move in range(4)]


@dataclass
class Game:
    """What came out of one game."""

    fault: Fault | None = None
    winner: str | None = None
    begun: Table | None = None


@dataclass
class Judge:
    """What was learned from the games so far."""

    questions: Questions = field(default_factory=Questions)
    turns: list[Heard] = field(default_factory=list)
    ends: dict[str, Heard] = field(default_factory=dict)
    best: bool = False
    labels: Labels = field(default_factory=Labels)
    declined: list[Heard] = field(default_factory=list)

    def play(
        self, roots: Sequence[Table], opening: Sequence[str], policy: Policy, wrong: Iterable[Sequence[str]] = ()
    ) -> Generator[str | Sign, Heard, Game]:
        """One game. It begins with one of the roots; the wrong answers go before its moves."""
        heard = yield START
        self.questions.begin()
        explanations = {root: Explanation.of(root) for root in roots}
        pending, mistakes, said = list(opening), iter(wrong), [heard]
        while True:
            if not heard.text.strip() and not heard.ended:
                return Game((yield from _silent(heard)), begun=roots[0])
            self.turns.append(heard)
            self.questions.asked(heard.text)
            if not pending:
                pending = _answers(self._likeliest(_alive(explanations), heard), policy, mistakes)
            heard = yield pending.pop(0)
            said.append(heard)
            self._follow(explanations, heard)
            alive = _alive(explanations)
            if not alive:
                begun = _begun(explanations, said)
                return Game(explanations[begun].fault, begun=begun)
            winners = {table.phase.removesuffix(" won") for table in alive if table.phase.endswith(" won")}
            refused = explanations[FIXED].fault if FIXED in explanations else None
            if winners and refused is not None and refused.key == "refuses-legal":
                return Game(refused, begun=FIXED)
            if winners:
                begun = [root for root, explanation in explanations.items() if explanation.states]
                return self._over(winners, heard, begun)

    def _likeliest(self, tables: Sequence[Table], heard: Heard) -> Table:
        """Of several tables, the one before which the move is printed too, else the one that is printed last.

        It only decides what is typed.
        """
        told = self.questions.told(heard.text)

        labelled = self.labels.left(heard.text)[-1:]

        def likelihood(table: Table) -> tuple[bool, bool, int]:
            declared = any(
                table.sticks in left.values and any(move + table.sticks in rest.values for move in taken.values)
                for rest, taken, left in zip(told, told[1:], told[2:], strict=False)
            )
            return (
                labelled == [table.sticks],
                declared,
                max((at for at, shown in enumerate(told) if table.sticks in shown.values), default=-1),
            )

        return max(tables, key=likelihood)

    def _follow(self, explanations: dict[Table, Explanation], heard: Heard) -> None:
        turn = Turn(heard, self.questions, self.best, self.labels)
        before = set(_alive(explanations))
        allowed = {is_allowed(table, turn.number) for table in _alive(explanations)}
        playing = all(table.phase == FIXED.phase for table in _alive(explanations))
        for explanation in explanations.values():
            explanation.follow(turn.after)
        over = any(table.phase.endswith(" won") for table in _alive(explanations))
        if allowed == {False}:
            self.questions.refused(heard.text)
            if numbers(heard.text) != numbers(self.turns[-1].text):  # else it may draw its screen again
                self.declined.append(heard)
        elif playing and allowed == {True} and not over:
            self.questions.went_on(heard.text)
            self._learn(before, set(_alive(explanations)), turn)

    def _learn(self, before: set[Table], after: set[Table], turn: Turn) -> None:
        """What was left, where there is just one way in which it may have gone."""
        if len(before) == len(after) == 1:
            self.labels.learn(turn.heard.text, min(before).sticks - (turn.number or 0), min(after).sticks)

    def _over(self, winners: set[str], heard: Heard, begun: list[Table]) -> Game:
        if len(winners) > 1:
            return Game(begun=begun[0])
        (winner,) = winners
        other = PROGRAM_WON if winner == PERSON_WON else PERSON_WON
        fault = None
        expected = f"the {winner} has won"
        if named_winner(heard.text) == other:
            fault = Fault("names-other-winner", expected)
        elif other in self.ends and end_alike(heard.text, self.ends[other].text, self.turns):
            fault = Fault("ends-alike", expected)
        taken = [one for one in self.declined if self.questions.tells_of_a_move(one.text)]
        if fault is None and taken:
            fault = Fault("accepts-illegal", "the question again, and no move", taken[-1])
        self.ends.setdefault(winner, heard)
        return Game(fault, winner, begun[0] if len(begun) == 1 else None)


def _alive(explanations: dict[Table, Explanation]) -> list[Table]:
    return [table for explanation in explanations.values() if explanation.fault is None for table in explanation.states]


def _answers(table: Table, policy: Policy, mistakes: Iterator[Sequence[str]]) -> list[str]:
    """The next answers: wrong ones, as long as there are any, then a move."""
    wrong = [*next(mistakes, ())]
    if wrong and table.sticks < table.most:
        wrong.append(str(table.sticks + 1))
    return [*wrong, str(policy(table))]


def _begun(explanations: dict[Table, Explanation], said: Sequence[Heard]) -> Table:
    """Where a program that went wrong has begun.

    One that asks the same after a number of sticks as at the start has not taken it.
    """
    faulty = [root for root, explanation in explanations.items() if explanation.fault is not None]
    if len(faulty) == 1:
        return faulty[0]
    after = next((heard for heard in said if is_allowed(ASKS_STICKS, typed_number(heard))), said[0])
    return FIXED if after.ended or last_line(after.text) == last_line(said[0].text) else ASKS_STICKS


def _silent(heard: Heard) -> Generator[str | Sign, Heard, Fault]:
    """The program waits without a word: whether all of it comes when it ends."""
    answers = ["10", "3", *["1"] * 20]
    now = heard
    for answer in answers:
        now = yield answer
        if now.ended or now.text.strip():
            break
    late = now.ended and len(now.text.strip().splitlines()) > 1
    return Fault("keeps-output" if late else "asks-nothing", at=heard)


# --- the players -------------------------------------------------------------------------------------------


def main(rng: Random) -> Generator[str | Sign, Heard, Fault | None]:
    """Ten sticks, at most three: a program that asks for these numbers first gets them typed in."""
    judge = Judge()
    game = yield from judge.play(
        [FIXED, ASKS_STICKS], ["abc", "", "0", "-1", "4", "10", "3"], to_lose, [["99", "4"], ["0"]]
    )
    if game.fault is not None:
        return game.fault
    opening = ["10", "3"] if game.begun == ASKS_STICKS else []
    roots = [game.begun or FIXED]
    for policy, wrong in (
        (to_win, [["99", "one"], ["0", "4"], ["-2"]]),
        (leaving_one, [["-3", ""], ["5", "0"], ["x1"]]),
        (greedily, [["0"], ["4", "11"], ["!"]]),
        (to_win, []),
        (leaving_one, []),
        (drawn(rng), drawn_wrong(rng, MOST)),
        (drawn(rng), drawn_wrong(rng, MOST)),
    ):
        game = yield from judge.play(roots, opening, policy, wrong)
        if game.fault is not None:
            return game.fault
    return None


def dynamic(rng: Random) -> Generator[str | Sign, Heard, Fault | None]:
    """The person chooses N and M; wrong choices are asked again."""
    roots = [ASKS_STICKS, FIXED]
    any_sticks = rng.randint(FEWEST_STICKS, MOST_STICKS)
    largest_most = (any_sticks - 1) // 2
    for sticks, most, wrong_sticks, wrong_most, policy in (
        (12, 3, ["abc", "7"], ["x", "6"], to_win),
        (8, 2, ["", "40"], ["1"], to_lose),
        (39, 19, ["-9", "100"], ["20", ""], to_win),
        (21, 4, ["0"], ["0", "21"], greedily),
        (any_sticks, rng.randint(LEAST_MOST, largest_most), ["-1"], [str(largest_most + 1)], drawn(rng)),
    ):
        judge = Judge()
        opening = [*wrong_sticks, str(sticks), *wrong_most, str(most)]
        game = yield from judge.play(roots, opening, policy, [[str(most + 1), "0"], ["-1"]])
        roots = [ASKS_STICKS]
        if game.begun != ASKS_STICKS:
            asked = next((heard for heard in judge.turns if heard.answer == str(sticks)), None)
            return Fault("does-not-ask-first", "first how many sticks there are, then how many can be taken", asked)
        if game.fault is not None:
            return game.fault
    return None


def best_play(rng: Random) -> Generator[str | Sign, Heard, Fault | Sign | None]:
    """Whether the program makes the winning move whenever there is one; other faults are told by other parts."""
    any_sticks = rng.randint(FEWEST_STICKS, MOST_STICKS)
    any_most = rng.randint(LEAST_MOST, (any_sticks - 1) // 2)
    for sticks, most, policy in (
        (13, 4, to_lose),
        (30, 6, to_lose),
        (11, 2, to_lose),
        (any_sticks, any_most, drawn(rng)),
    ):
        judge = Judge(best=True)
        game = yield from judge.play([FIXED, ASKS_STICKS], [str(sticks), str(most)], policy)
        if game.fault is not None:
            return game.fault if game.fault.key == "misses-best" else ACCEPT
    return None
