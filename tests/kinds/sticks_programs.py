"""Programs of the game of sticks as generators, right and wrong, to be talked to without any process.

`Wording` is how a program says things; `Habits` is what it does, the rules being the default of each.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace

Program = Generator[str, "str | None", str]


def plainly(rest: int) -> str:
    return f"Sticks left: {rest}\n"


@dataclass(frozen=True)
class Wording:
    """What a program prints, in any language and layout."""

    intro: Callable[[int], str] = lambda rest: f"There are {rest} sticks.\n"
    ask: Callable[[int, int], str] = lambda _rest, most: f"How many do you take (1-{most})? "
    refuse: Callable[[str], str] = lambda _answer: "You cannot take that.\n"
    person: Callable[[int, int], str] = lambda _take, rest: plainly(rest)
    program: Callable[[int, int], str] = lambda take, rest: f"The computer takes {take}.\n{plainly(rest)}"
    person_won: str = "You win!\n"
    program_won: str = "The computer wins!\n"


@dataclass(frozen=True)
class Habits:
    """What a program does. Rests and answers come in as they are, and go out as the program has them."""

    read: Callable[[str], int | None] = lambda line: int(line) if line.strip().lstrip("-").isdigit() else None
    allows: Callable[[int, int, int], bool] = lambda take, rest, most: 1 <= take <= min(most, rest)
    move: Callable[[int, int, random.Random], int] = lambda rest, most, rng: (
        rest if rest <= most else rng.randint(1, most)
    )
    over: Callable[[int], bool] = lambda rest: rest <= 0
    asks_first: bool = False
    allows_sticks: Callable[[int], bool] = lambda sticks: 8 <= sticks < 40
    allows_most: Callable[[int, int], bool] = lambda most, sticks: most >= 2 and 2 * most < sticks


def play(wording: Wording, habits: Habits = Habits(), seed: int = 1) -> Program:
    """The program as a generator, as `FakeTalk` takes it."""
    rng, rest, most, out = random.Random(seed), 10, 3, ""  # noqa: S311 - a game
    if habits.asks_first:
        rest, out = yield from setting(out, "How many sticks (8-39)? ", habits.allows_sticks)
        sticks = rest
        most, out = yield from setting(out, "How many at most? ", lambda most: habits.allows_most(most, sticks))
    out += wording.intro(rest)
    while True:
        while True:
            line = yield out + wording.ask(rest, most)
            if line is None:
                raise EOFError
            take = habits.read(line.removesuffix("\n"))
            if take is not None and habits.allows(take, rest, most):
                break
            out = wording.refuse(line.removesuffix("\n"))
        rest -= take
        out = wording.person(take, rest)
        if habits.over(rest):
            return out + wording.person_won
        take = habits.move(rest, most, rng)
        rest -= take
        out += wording.program(take, rest)
        if habits.over(rest):
            return out + wording.program_won


def setting(out: str, question: str, allows: Callable[[int], bool]) -> Generator[str, str | None, tuple[int, str]]:
    """A question that comes before the game."""
    while True:
        line = yield out + question
        if line is None:
            raise EOFError
        text = line.strip()
        if text.isdigit() and allows(int(text)):
            return int(text), ""
        out = "No.\n"


def russian_sticks(rest: int) -> str:
    ending = "палочка" if rest == 1 else "палочки" if rest in (2, 3, 4) else "палочек"
    return f"Осталось: {rest} {ending}\n"


def drawn(mark: str, between: str = "") -> Wording:
    return replace(
        ENGLISH,
        intro=lambda rest: between.join([mark] * rest) + "\n",
        person=lambda _take, rest: between.join([mark] * rest) + "\n",
        program=lambda _take, rest: "My turn.\n" + between.join([mark] * rest) + "\n",
    )


ENGLISH = Wording()
RUSSIAN = Wording(
    intro=lambda rest: f"На столе {rest} палочек.\n",
    ask=lambda rest, most: f"Ваш ход. Можно взять от 1 до {min(rest, most)}: ",
    refuse=lambda answer: f"«{answer}» взять нельзя!\n",
    person=lambda take, rest: f"Вы взяли {take}. {russian_sticks(rest)}",
    program=lambda take, rest: f"Компьютер взял {take}. {russian_sticks(rest)}",
    person_won="Вы победили!\n",
    program_won="Победил компьютер!\n",
)
ESTONIAN = Wording(
    intro=lambda rest: f"Laual on {rest} pulka.\n",
    ask=lambda rest, _most: f"Laual on {rest} pulka. Mitu sa võtad? ",
    refuse=lambda _answer: "Nii ei saa.\n",
    person=lambda _take, rest: f"Alles jäi {rest}.\n",
    program=lambda take, rest: f"Arvuti võttis {take}, alles jäi {rest}.\n",
    person_won="Sa võitsid!\n",
    program_won="Arvuti võitis!\n",
)
KOREAN = Wording(
    intro=lambda rest: f"성냥개비가 {rest}개 있습니다.\n",
    ask=lambda _rest, _most: "몇 개를 가져가시겠습니까? ",
    refuse=lambda _answer: "1, 2, 3 중에서 고르세요.\n",
    person=lambda _take, rest: f"남은 개수: {rest}개\n",
    program=lambda take, rest: f"컴퓨터가 {take}개를 가져갔습니다.\n남은 개수: {rest}개\n",
    person_won="당신이 이겼습니다!\n",
    program_won="컴퓨터가 이겼습니다!\n",
)
CHINESE = Wording(
    intro=lambda rest: f"桌上有{rest}根火柴。\n",
    ask=lambda _rest, most: f"请拿1到{most}根：",
    refuse=lambda _answer: "不行。\n",
    person=lambda _take, rest: f"还剩{rest}根。\n",
    program=lambda take, rest: f"电脑拿了{take}根，还剩{rest}根。\n",
    person_won="你赢了！\n",
    program_won="电脑赢了！\n",
)
POLISH = Wording(
    intro=lambda rest: f"Na stole leży {rest} zapałek.\n",
    ask=lambda _rest, _most: "Ile bierzesz (1, 2 lub 3)?\n> ",
    refuse=lambda _answer: "Nie można.\n",
    person=lambda _take, rest: f"Zostało {rest}.\n",
    program=lambda take, rest: f"Komputer bierze {take}. Zostało {rest}.\n",
    person_won="Wygrałeś!\n",
    program_won="Przegrałeś!\n",
)
SINGULAR = replace(
    ENGLISH,
    person=lambda _take, rest: f"{rest} stick{'' if rest == 1 else 's'} left.\n" if rest else "No sticks left.\n",
    program=lambda take, rest: (
        f"I take {take} stick{'' if take == 1 else 's'}; "
        + (f"{rest} stick{'' if rest == 1 else 's'} left.\n" if rest else "no stick left.\n")
    ),
)
MOVE_NOT_PRINTED = replace(ENGLISH, program=lambda _take, rest: plainly(rest))
NUMBERS_EVERYWHERE = Wording(
    intro=lambda rest: f"Welcome to 10-3 sticks v1.0! {rest} sticks, 2 players, take 1, 2 or 3.\n",
    ask=lambda rest, _most: f"[Player 1] {rest} on the table, take 1, 2 or 3 (0 is not allowed): ",
    refuse=lambda answer: f"Error 7: {answer} is not one of 1, 2, 3\n",
    person=lambda take, rest: f"Player 1 took {take} of {rest + take}: {rest} remaining\n",
    program=lambda take, rest: f"Player 2 took {take} of {rest + take}: {rest} remaining\n",
    person_won="Player 1 wins\n",
    program_won="Player 2 wins\n",
)
BLANK_LINES = Wording(
    intro=lambda rest: f"\n\n*** STICKS ***\n\n\n{rest}\n\n",
    ask=lambda _rest, _most: "\nYour turn:\n\n",
    refuse=lambda _answer: "\n\n\nWrong.\n",
    person=lambda _take, rest: f"\n\n{rest}\n\n\n",
    program=lambda take, rest: f"\n{take}\n\n{rest}\n\n",
    person_won="\n\nGame over. Winner: you\n\nBye!\n",
    program_won="\n\nGame over. Winner: me\n\nBye!\n",
)
COLOURS = Wording(
    intro=lambda rest: f"\x1b[2J\x1b[1;32m{rest}\x1b[0m sticks\n",
    ask=lambda _rest, most: f"\x1b[38;5;208mTake 1-{most}:\x1b[0m ",
    refuse=lambda _answer: "\x1b[31mno\x1b[0m\r\n",
    person=lambda _take, rest: f"\x1b[1;32m{rest}\x1b[0m left\r\n",
    program=lambda take, rest: f"\x1b[33mI take {take}\x1b[0m, \x1b[1;32m{rest}\x1b[0m left\r\n",
    person_won="\x1b[1mYou win\x1b[0m\n",
    program_won="\x1b[1mI win\x1b[0m\n",
)
TERSE = Wording(
    intro=lambda rest: f"{rest}\n",
    ask=lambda _rest, _most: "? ",
    refuse=lambda _answer: "",
    person=lambda _take, rest: f"{rest} ",
    program=lambda _take, rest: f"{rest}\n",
    person_won="1:0\n",
    program_won="0:1\n",
)
REST_IN_QUESTION = replace(
    ENGLISH,
    intro=lambda _rest: "Let us play.\n",
    ask=lambda rest, most: f"{rest} left, you can take 1 to {min(most, rest)}: ",
    program=lambda take, _rest: f"I take {take}.\n",
)

WORDINGS = {
    "English": ENGLISH,
    "Russian": RUSSIAN,
    "Estonian": ESTONIAN,
    "Korean": KOREAN,
    "Chinese": CHINESE,
    "Polish": POLISH,
    "bars": drawn("|"),
    "bars with blanks": drawn("|", " "),
    "the letter I": drawn("I", " "),
    "stars": drawn("*"),
    "slashes": drawn("/", " "),
    "figures": drawn("[|]", " "),
    "one below the other": drawn("|", "\n"),
    "singular": SINGULAR,
    "the move is not printed": MOVE_NOT_PRINTED,
    "numbers everywhere": NUMBERS_EVERYWHERE,
    "blank lines": BLANK_LINES,
    "colours": COLOURS,
    "terse": TERSE,
    "the rest stands in the question": REST_IN_QUESTION,
}
