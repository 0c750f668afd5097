"""Free text is read as a person reads it: numbers in numerals and in marks, questions, refusals, winners."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from grader.explaining import (
    Explanation,
    Labels,
    Next,
    Questions,
    end_alike,
    in_order,
    labelled,
    last_line,
    named_winner,
    numbers,
    plain,
)
from grader.playing import Fault, Heard

NUMBERS = {
    "7 sticks are left": [{7}],
    "Take 1, 2 or 3!": [{1}, {2}, {3}],
    "Осталось палочек: 10": [{10}],
    "남은 막대기 6개": [{6}],
    "1-3": [{1}, {3}],  # a range, and no number below zero
    "left: -2": [{2, -2}],
    "it is 3.": [{3}],
    "\x1b[31m5\x1b[0m left": [{5}],
    "| | | |": [{4}],
    "||||||": [{6}],
    "***": [{3}],
    "[|] [|]": [{2}],
    "I I I": [{3}],
    "|": [{1}],
    "I take one": [],  # a word of one letter is no stick
    "x": [],
    "Well ... then?!": [],
    "| | |\n| |": [{3}, {2}, {5}],  # several lines may be meant together
    "left: | | (2)": [{2}, {2}],
    "12345678901": [],  # no number of sticks
    "": [],
}


@pytest.mark.parametrize(("text", "shown"), NUMBERS.items())
def test_numbers_are_read_in_numerals_and_in_marks(text: str, shown: list[set[int]]) -> None:
    assert [set(one.values) for one in numbers(text)] == shown


@pytest.mark.parametrize(
    ("text", "wanted", "found"),
    [
        ("you took 2, I take 3, 5 left", (2, 5), True),
        ("you took 2, I take 3, 5 left", (5, 2), False),
        ("5", (5, 5), False),
        ("5 and 5", (5, 5), True),
        ("nothing", (), True),
    ],
)
def test_numbers_are_found_in_their_order(text: str, wanted: tuple[int, ...], found: bool) -> None:
    assert in_order(numbers(text), *wanted) is found


def test_what_a_terminal_would_not_show_is_not_read() -> None:
    assert plain("\x1b]0;title\x07a\r\nb\u200b\x1b[2Kc\rd") == "a\nbc\nd"


def test_the_last_line_that_is_not_blank_is_the_question() -> None:
    assert last_line("10 left\nYour move? \n\n") == "Your move? "
    assert last_line(" \n") == ""


def test_what_stands_in_every_question_is_none_of_what_is_told() -> None:
    questions = Questions()
    questions.begin()
    questions.went_on("10 left. Take 1-3: ")
    assert [set(one.values) for one in questions.told("7 left. Take 1-3: ")] == [{7}]
    questions.went_on("7 left. Take 1-3: ")
    assert [set(one.values) for one in questions.told("3 left. Take 1-3: ")] == [{3}]


def test_a_number_of_the_first_turn_alone_may_be_what_is_told() -> None:
    questions = Questions()
    questions.begin()
    assert [set(one.values) for one in questions.told("Take 1-3, 10 left")] == [{1}, {3}, {10}]


def test_a_question_is_known_again_whatever_number_is_in_it() -> None:
    questions = Questions()
    questions.begin()
    questions.asked("There are 10 sticks.\nHow many do you take?")
    assert questions.asks("There is 1 stick.\nHow many do you take?")
    assert not questions.asks("There is 1 stick.\nThe computer thinks.")


def test_a_refusal_is_known_again() -> None:
    questions = Questions()
    questions.begin()
    questions.refused("4 is too much. How many?")
    assert questions.refuses("17 is too much.  How many?")
    assert not questions.refuses("6 are left. How many?")


WRONG, LATE = Fault("wrong-rest", "at turn 1"), Fault("misses-win", "at turn 2")


def test_states_that_explain_the_text_are_carried_on() -> None:
    explanation = Explanation.of(10)
    assert explanation.follow(lambda rest: [Next(rest - taken) for taken in (1, 2, 3)]) is None
    assert sorted(explanation.states) == [7, 8, 9]
    assert explanation.follow(lambda rest: [Next(rest)] if rest == 8 else []) is None
    assert explanation.states == [8]


def test_the_fault_is_that_of_the_story_for_which_most_speaks() -> None:
    explanation = Explanation.of(10)

    def first(rest: int) -> Iterable[Next[int]]:
        return [Next(rest - 1), Next(rest - 2, WRONG, shown=True), Next(rest - 3, LATE)]

    def second(rest: int) -> Iterable[Next[int]]:
        return [Next(rest, LATE, shown=False)] if rest == 9 else [Next(rest, shown=True)]

    assert explanation.follow(first) is None
    assert explanation.follow(second) == WRONG
    assert explanation.follow(first) == WRONG  # what is wrong once stays so


def test_a_step_that_leaves_nothing_is_a_fault_of_the_package() -> None:
    with pytest.raises(ValueError, match="no state at all"):
        Explanation.of(10).follow(lambda _rest: [])


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("You win!", "person"),
        ("Sorry, the COMPUTER  WINS.", "program"),
        ("Компьютер победил!", "program"),
        ("Вы победили!", "person"),
        ("컴퓨터가 이겼습니다", "program"),
        ("Sa võitsid", "person"),
        ("Wygrał komputer.", "program"),
        ("You lose, I win", "program"),
        ("You win, the computer wins", None),
        ("The game is over.", None),
    ],
)
def test_a_winner_is_read_by_stated_words_alone(text: str, winner: str | None) -> None:
    assert named_winner(text) == winner


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("0 left. Game over.", "0 left. Game over.", True),
        ("0 left. Anna wins.", "0 left. The machine wins.", False),
        ("0 left. The end!", "0 left.\nThe end", True),
        ("0 left. Bravo! The end.", "0 left. The end.", True),  # nothing in the second one says who has won
    ],
)
def test_two_games_that_end_in_the_same_words_name_no_winner(one: str, other: str, alike: bool) -> None:
    assert end_alike(one, other, [Heard("7 left."), Heard("3 left.")]) is alike


# --- labels ------------------------------------------------------------------------------------------------


def test_a_number_has_the_word_before_it_or_else_the_one_after_it_as_its_label() -> None:
    text = "Player 1 took 2 of 5: 3 remaining\n4 sticks\n(7) 8\n"
    assert labelled(text) == [("player", 1), ("took", 2), ("of", 5), ("remaining", 3), ("sticks", 4)]


def test_a_label_is_sure_after_several_turns_in_which_it_showed_nothing_but_what_was_left() -> None:
    labels = Labels()
    for before in (10, 8, 6):
        labels.learn(f"You took 1, left: {before - 1}. I took 1, left: {before - 2}.", before - 1, before - 2)
    assert labels.left("left: 5") == []
    labels.learn("You took 1, left: 3. I took 2, left: 1.", 3, 1)
    assert labels.left("You took 2, left: 5. I took 9, left: 4.") == [5, 4]
    labels.learn("You took 1, left: 9", 3, 1)
    assert labels.left("left: 5") == []


def test_a_turn_tells_of_a_move_if_it_is_one_word_for_word_but_for_its_numbers() -> None:
    questions = Questions()
    questions.begin()
    questions.went_on("You took 1, 9 left. I took 2, 7 left. Your move?")
    assert questions.tells_of_a_move("You took -1, 11 left. I took 3, 8 left. Your move?")
    assert not questions.tells_of_a_move("-1 is not allowed, 10 left. Your move?")
