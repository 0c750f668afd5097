"""grader.gradebook.matching: who is who, and when in doubt nobody."""

from __future__ import annotations

import pytest

from grader.gradebook.matching import HandIn, Row, folded_name, match

ANN = Row(1, "Ann Miller", "101", ("Ann Miller", "ann@example.org", "s-1"), ("Ann Miller",))
BEN = Row(2, "Ben Okafor", "102", ("Ben Okafor", "ben@example.org", "s-2"), ("Ben Okafor",))
TWIN = Row(3, "Ann Miller", "103", ("Ann Miller", "ann2@example.org", "s-3"), ("Ann Miller",))


@pytest.mark.parametrize(
    ("hand_in", "row", "by_name"),
    [
        (HandIn("x", "101"), 1, False),
        (HandIn("101"), 1, False),
        (HandIn("S-1 "), 1, False),
        (HandIn("ann@example.org"), 1, False),
        (HandIn("Ann Miller"), 1, False),
        (HandIn("miller_ann", names=("miller_ann",)), 1, True),
        (HandIn("h7", name="Miller, Ann"), 1, True),
        (HandIn("ben", names=("ben",)), 2, True),
    ],
)
def test_a_hand_in_finds_its_row(hand_in: HandIn, row: int, by_name: bool) -> None:
    found = match([hand_in], [ANN, BEN])
    assert (found.rows, found.by_name, found.unmatched) == ({0: row}, [0] if by_name else [], {})
    assert found.without == [one for one in (ANN, BEN) if one.index != row]


@pytest.mark.parametrize(
    ("hand_in", "why"),
    [
        (HandIn("h", name="Ann Miller"), "it fits several rows"),
        (HandIn("Ann Miller", names=("Ann Miller",)), "it fits several rows"),
        (HandIn("zoe", names=("zoe",)), "no row fits it"),
        (HandIn("Ben Okafor", "999", "Ben Okafor"), "no row fits it"),
        (HandIn("", names=("",)), "no row fits it"),
        (HandIn("...", names=("...",)), "no row fits it"),
    ],
)
def test_a_hand_in_that_is_nobodys_for_sure_is_left_to_a_person(hand_in: HandIn, why: str) -> None:
    found = match([hand_in], [ANN, BEN, TWIN])
    assert (found.rows, found.unmatched, found.without) == ({}, {0: why}, [ANN, BEN, TWIN])


def test_a_row_that_two_hand_ins_fit_is_left_to_a_person() -> None:
    found = match([HandIn("a", "101"), HandIn("b", "101"), HandIn("Ann Miller", names=("Ann Miller",))], [ANN, BEN])
    why = "another hand-in fits the same row"
    assert (found.rows, found.unmatched) == ({}, {0: why, 1: why, 2: "no row fits it"})


def test_the_number_of_the_platform_goes_before_every_name() -> None:
    found = match([HandIn("Ben Okafor", "101", names=("Ben Okafor",)), HandIn("s-2")], [ANN, BEN])
    assert found.rows == {0: 1, 1: 2}


@pytest.mark.parametrize("hand_in", [HandIn("x", "101", "Ben Okafor"), HandIn("101", None, "okaforben")])
def test_an_id_of_one_and_the_name_of_another_is_left_to_a_person(hand_in: HandIn) -> None:
    found = match([hand_in], [ANN, BEN])
    assert (found.rows, found.unmatched) == ({}, {0: f"its id is that of Ann Miller, but its name is {hand_in.name}"})


@pytest.mark.parametrize("name", ["millerann", "A. Miller", "Ann-Marie Smith", "ANN"])
def test_an_id_and_a_name_that_goes_with_it_are_one(name: str) -> None:
    assert match([HandIn("101", None, name)], [ANN, BEN]).rows == {0: 1}


@pytest.mark.parametrize("name", ["Jörg Müller", "Müller, Jörg", "jo\u0308rg_mu\u0308ller", " MÜLLER  JÖRG "])
def test_a_name_is_its_words_in_any_order(name: str) -> None:
    assert folded_name(name) == "jörg müller"
