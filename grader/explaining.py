"""What a program printed in words of its own -> which states of a game can explain it.

Players of packages (`grader/playing.py`) use it. Nothing here depends on the human language of the text but the
stated words for the winner: numbers are read from numerals and from drawn marks, and what stands in every question
(as in "take 1-3") is found by comparing the questions with one another.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import dropwhile, groupby
from typing import Generic, TypeVar

from grader.playing import Fault, Heard

LONGEST_TEXT = 100_000
_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_NUMERAL = re.compile(r"(?:(?<!\w)[-\N{MINUS SIGN}])?(?<!\d)\d{1,9}(?!\d)")
_LETTERS_AS_MARKS = frozenset("Il1ioOXx")
_NO_MARKS = frozenset(".,:;?!'\"()[]{}<>_")


# --- numbers -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shown:
    """A place of a text that shows a number; a numeral after a dash may mean two."""

    values: frozenset[int]
    numeral: bool = True


def plain(text: str) -> str:
    """The text as it looks on a terminal without colours."""
    text = _ANSI.sub("", text[:LONGEST_TEXT]).replace("\r\n", "\n").replace("\r", "\n")
    return "".join(character for character in text if character in "\n\t" or unicodedata.category(character) != "Cf")


def numbers(text: str) -> tuple[Shown, ...]:
    """Every number that the text shows, in reading order: numerals, and runs of marks such as `| | |` or `***`."""
    found: list[tuple[float, Shown]] = []
    start, block = 0, _Block()
    for line in plain(text).split("\n"):
        found += [(start + match.start(), Shown(_values(match[0]))) for match in _NUMERAL.finditer(line)]
        drawn = list(_drawn(line))
        found += [(start + place, Shown(frozenset({count}), numeral=False)) for place, count, _mark in drawn]
        total = block.total(line, drawn)
        if total is not None:
            found.append((start + 0.5, Shown(frozenset({total}), numeral=False)))
        start += len(line) + 1
    return tuple(shown for _place, shown in sorted(found, key=lambda item: item[0]))


def _values(numeral: str) -> frozenset[int]:
    value = int(numeral.lstrip("-\N{MINUS SIGN}"))
    return frozenset({value}) if numeral[0].isdigit() else frozenset({value, -value})


@dataclass(slots=True)
class _Block:
    """Marks that are drawn over several lines: what they come to so far."""

    mark: str = ""
    count: int = 0
    lines: int = 0

    def total(self, line: str, drawn: Sequence[tuple[int, int, str]]) -> int | None:
        """What this line and those above it come to, None unless there are several."""
        whole = len(drawn) == 1 and not line.replace(drawn[0][2], "").strip()
        if not whole:
            if line.strip():
                self.mark, self.count, self.lines = "", 0, 0
            return None
        if drawn[0][2] != self.mark:
            self.mark, self.count, self.lines = drawn[0][2], 0, 0
        self.count += drawn[0][1]
        self.lines += 1
        return self.count if self.lines > 1 else None


def _drawn(line: str) -> Iterator[tuple[int, int, str]]:
    """Runs of equal marks in a line: where, how many, of which mark. Words and marks that stand alone are none."""
    tokens = [(match.start(), match[0]) for match in re.finditer(r"\S+", line)]
    for mark, run in groupby(tokens, key=lambda token: _mark(token[1])):
        if mark is None:
            continue
        members = list(run)
        count = sum(len(token) // len(mark) for _place, token in members)
        last = members[-1] is tokens[-1]
        if count > 1 or (last and mark not in _LETTERS_AS_MARKS - {"I", "l"} and mark != "-"):
            yield members[0][0], count, mark


def _mark(token: str) -> str | None:
    """The mark that a word consists of: one character again and again, or a short figure such as `[|]`."""
    if token[0] in _NO_MARKS and len(set(token)) == 1:
        return None
    if len(set(token)) == 1:
        if token[0] in _LETTERS_AS_MARKS:
            return token[0] if token[0] != "1" or len(token) > 3 else None
        return token[0] if not token[0].isalnum() else None
    return token if len(token) <= 4 and not any(character.isalnum() for character in token) else None


def in_order(found: Sequence[Shown], *wanted: int) -> bool:
    """Whether these numbers are shown one after the other, whatever stands between them."""
    left = list(wanted)
    for shown in found:
        if left and left[0] in shown.values:
            left.pop(0)
    return not left


# --- questions ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Questions:
    """What a program asks, learned from its turns: which numbers are part of the question, and how it refuses."""

    _games: list[list[list[Shown]]] = field(default_factory=list)
    _asked: set[str] = field(default_factory=set)
    _refused: set[str] = field(default_factory=set)
    _moves: set[tuple[str, ...]] = field(default_factory=set)

    def begin(self) -> None:
        """Another game begins."""
        self._games.append([])

    def asked(self, text: str) -> None:
        """A turn that ended in the question."""
        self._asked.add(_tail(text))

    def went_on(self, text: str) -> None:
        """A turn in which something happened, so that what it has in common with others is the question."""
        self._games[-1].append([shown for shown in numbers(text) if shown.numeral])
        self._moves.add(_words(text))
        self.asked(text)

    def refused(self, text: str) -> None:
        """A turn after an answer that is not allowed."""
        self._refused.add(_masked(text))
        self.asked(text)

    def asks(self, text: str) -> bool:
        """Whether the turn ends in a question that is known."""
        return _tail(text) in self._asked

    def refuses(self, text: str) -> bool:
        """Whether the turn looks like one after an answer that is not allowed."""
        return _masked(text) in self._refused

    def tells_of_a_move(self, text: str) -> bool:
        """Whether it is, word for word but for its numbers, a turn in which something happened."""
        return _words(text) in self._moves and len(numbers(text)) > 1

    def told(self, text: str) -> tuple[Shown, ...]:
        """The numbers of a turn without those of the question.

        A number is part of it when the same one stands at the same place, counted from the end, of every turn known.
        What is left changes with every turn of a game, so two turns of one game are needed to tell.
        """
        found = list(numbers(text))
        places = [place for place, shown in enumerate(found) if shown.numeral][::-1]
        games = [*self._games[:-1], [*self._games[-1], [found[place] for place in reversed(places)]]]
        samples = [sample[::-1] for game in games for sample in game]
        if any(len(game) > 1 for game in games):
            for index, place in enumerate(places):
                same = {sample[index].values if index < len(sample) else None for sample in samples}
                if len(same) == 1:
                    found[place] = Shown(frozenset())
        return tuple(shown for shown in found if shown.values)


LEARNED_TURNS = 4


@dataclass(slots=True)
class Labels:
    """What stands before the numbers of a program, learned from turns of which the numbers are known.

    A label such as `left:` is sure when it has shown nothing but what was left, in several turns. It speaks only
    against a story: a program may leave it out as it likes.
    """

    _turns: dict[str, int] = field(default_factory=dict)
    _unsure: set[str] = field(default_factory=set)

    def learn(self, text: str, *left: int) -> None:
        """A turn in which so many were left, one after the other."""
        found = labelled(text)
        for label in {label for label, _value in found}:
            self._turns[label] = self._turns.get(label, 0) + 1
        self._unsure |= {label for label, value in found if value not in left}

    def left(self, text: str) -> list[int]:
        """What the sure labels of a turn show, in reading order."""
        return [value for label, value in labelled(text) if self._is_sure(label)]

    def _is_sure(self, label: str) -> bool:
        return label not in self._unsure and self._turns.get(label, 0) >= LEARNED_TURNS


def labelled(text: str) -> list[tuple[str, int]]:
    """The numerals of a text, each with the word before it, or where that is none with the word after it."""
    found: list[tuple[str, int]] = []
    for line in plain(text).casefold().split("\n"):
        for match in _NUMERAL.finditer(line):
            beside = line[: match.start()].split()[-1:] + line[match.end() :].split()[:1]
            words = [word for word in beside if word[0].isalpha() and not _NUMERAL.search(word)]
            if words:
                found.append((words[0], int(match[0].lstrip("-\N{MINUS SIGN}"))))
    return found


def last_line(text: str) -> str:
    """The last line that is not blank: the question, where a program asks one."""
    lines = [line for line in plain(text).split("\n") if line.strip()]
    return lines[-1] if lines else ""


def _tail(text: str) -> str:
    """The last words of the question; those before may change with a number, as in "1 stick, 2 sticks"."""
    return " ".join(_masked(last_line(text)).split()[-3:])


def _masked(text: str) -> str:
    """The text with its numbers and marks made equal, so that two turns of one kind look the same."""
    return " ".join(word for word, _again in groupby(_words(text)))


def _words(text: str) -> tuple[str, ...]:
    words = plain(text).casefold().split()
    return tuple("#" if _mark(word) is not None else _NUMERAL.sub("#", word) for word in words)


# --- stories -----------------------------------------------------------------------------------------------

State = TypeVar("State", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Next(Generic[State]):
    """A state that may follow; `fault` when the program left the rules for it, `shown` when the text bears it out."""

    state: State
    fault: Fault | None = None
    shown: bool = False


@dataclass(frozen=True, slots=True)
class _Story(Generic[State]):
    """A way the game may have gone: its state now, the one departure from the rules, how much speaks for it."""

    state: State
    fault: Fault | None = None
    turn: int = 0
    shown: int = 0


@dataclass(slots=True)
class Explanation(Generic[State]):
    """The states that can explain all that was printed so far.

    Stories with one departure from the rules are carried along unseen. When no story without one is left, the fault is
    that of the story for which most speaks, the earliest of several.
    """

    _stories: list[_Story[State]]
    _turn: int = 0
    fault: Fault | None = None

    @classmethod
    def of(cls, *states: State) -> Explanation[State]:
        """The states in which the program may begin."""
        return cls([_Story(state) for state in states])

    @property
    def states(self) -> list[State]:
        """Those that need no departure from the rules."""
        return [story.state for story in self._stories if story.fault is None]

    def follow(self, step: Callable[[State], Iterable[Next[State]]]) -> Fault | None:
        """Carry every story on by what `step` says may follow its state; the fault when none without one is left."""
        if self.fault is not None:
            return self.fault
        self._turn += 1
        found: dict[tuple[State, Fault | None], _Story[State]] = {}
        for story in self._stories:
            for following in step(story.state):
                carried = self._carried(story, following)
                if carried is not None:
                    known = found.get((carried.state, carried.fault))
                    if known is None or carried.shown > known.shown:
                        found[carried.state, carried.fault] = carried
        self._stories = list(found.values())
        if not self.states:
            blamed = [story for story in self._stories if story.fault is not None]
            best = min(blamed, key=lambda story: (-story.shown, story.turn), default=None)
            if best is None:
                raise ValueError("a step gives no state at all, not even one with a fault")
            self.fault = best.fault
        return self.fault

    def _carried(self, story: _Story[State], following: Next[State]) -> _Story[State] | None:
        if story.fault is None and following.fault is not None:
            return _Story(following.state, following.fault, self._turn, int(following.shown))
        if story.fault is not None and following.fault is not None:
            again = following.fault.key == story.fault.key and following.shown
            return replace(story, state=following.state) if again else None
        more = int(following.shown) if story.fault is not None else 0
        return replace(story, state=following.state, shown=story.shown + more)


# --- winners -----------------------------------------------------------------------------------------------

WINNER_WORDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "en": (
        ("you win", "you won", "you have won", "you are the winner", "human wins", "human won"),
        ("computer wins", "computer won", "computer has won", "i win", "i won", "you lose", "you lost"),
    ),
    "ru": (
        ("вы победили", "ты победил", "вы выиграли", "ты выиграл", "победил человек", "человек победил"),
        ("компьютер победил", "победил компьютер", "компьютер выиграл", "выиграл компьютер", "вы проиграли"),
    ),
    "et": (
        ("sa võitsid", "sina võitsid", "te võitsite", "teie võitsite", "inimene võitis"),
        ("arvuti võitis", "arvuti võidab", "sa kaotasid", "sina kaotasid", "te kaotasite"),
    ),
    "ko": (
        ("당신이 이겼", "당신의 승리", "사람이 이겼"),
        ("컴퓨터가 이겼", "컴퓨터의 승리", "컴퓨터 승리", "당신이 졌", "당신의 패배"),
    ),
    "zh": (
        ("你赢了", "您赢了", "你获胜"),
        ("电脑赢", "电脑获胜", "计算机赢", "计算机获胜", "你输了", "您输了"),
    ),
    "uk": (
        ("ви перемогли", "ти переміг", "ти перемогла", "ви виграли", "переміг гравець", "перемогла людина"),
        ("комп ютер переміг", "переміг комп ютер", "комп ютер виграв", "виграв комп ютер", "ви програли"),
    ),
    "de": (
        ("du hast gewonnen", "sie haben gewonnen", "du gewinnst", "mensch gewinnt", "mensch hat gewonnen"),
        ("computer gewinnt", "computer hat gewonnen", "du hast verloren", "sie haben verloren"),
    ),
    "fr": (
        ("vous avez gagné", "tu as gagné", "vous gagnez", "tu gagnes"),
        ("l ordinateur a gagné", "l ordinateur gagne", "vous avez perdu", "tu as perdu"),
    ),
    "es": (
        ("ganaste", "has ganado", "usted ganó", "gana el jugador", "gana la persona"),
        (
            "gana la computadora",
            "la computadora gana",
            "gana el ordenador",
            "el ordenador gana",
            "perdiste",
            "has perdido",
        ),
    ),
    "fi": (("voitit",), ("kone voitti", "tietokone voitti", "hävisit")),
    "ja": (("あなたの勝ち",), ("コンピュータの勝ち", "コンピューターの勝ち", "あなたの負け")),
    "pl": (
        ("wygrałeś", "wygrałaś", "wygrywasz", "człowiek wygrał"),
        ("komputer wygrał", "wygrał komputer", "komputer wygrywa", "przegrałeś", "przegrałaś", "przegrywasz"),
    ),
}
"""By language, what says that the person has won, and that the program has."""


def named_winner(text: str) -> str | None:
    """`person` or `program` if the text says just one of them in words of the list, else None: not judged."""
    words = " ".join(re.findall(r"\w+", plain(text).casefold()))
    said = [
        any(re.search(rf"(?<!\w){re.escape(phrase)}", words) for pair in WINNER_WORDS.values() for phrase in pair[side])
        for side in (0, 1)
    ]
    return {(True, False): "person", (False, True): "program"}.get((said[0], said[1]))


def sentences(text: str) -> list[str]:
    """The sentences of a text, one for each line and each full stop, without blanks and capitals."""
    pieces = re.split(r"[\n.!?;。！？]+", plain(text).casefold())
    return [" ".join(piece.split()) for piece in pieces if piece.strip()]


def end_alike(one: str, other: str, before: Sequence[Heard]) -> bool:
    """Whether two last turns name no winner or the same one: what is new in one of them is in the other too.

    Sentences of kinds that turns `before` have are not new, but those that follow a new one are compared as well.
    """
    usual = {_masked(sentence) for heard in before for sentence in sentences(heard.text)}
    texts = [sentences(one), sentences(other)]
    news = [{sentence for sentence in text if _masked(sentence) not in usual} for text in texts]
    if not (news[0] <= news[1] or news[1] <= news[0]):
        return False
    common = news[0] & news[1]
    ends = [list(dropwhile(lambda sentence: sentence not in common, text)) for text in texts]
    return ends[0] == ends[1]
