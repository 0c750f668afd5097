"""grader.similarity.fingerprints: what winnowing promises."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.similarity.fingerprints import GRAM, WINDOW, chosen, grams

CALM = settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
NUMBERS = st.lists(st.integers(0, 9), max_size=60)


@CALM
@given(NUMBERS)
def test_every_window_has_one_that_is_kept_and_it_is_the_least(numbers: list[int]) -> None:
    kept = chosen(numbers)
    assert kept == sorted(set(kept))
    for start in range(len(numbers) - WINDOW + 1):
        window = range(start, start + WINDOW)
        assert any(at in window and numbers[at] == min(numbers[start : start + WINDOW]) for at in kept)
    assert bool(kept) == bool(numbers)


@CALM
@given(st.lists(st.integers(0, 3), min_size=GRAM + WINDOW - 1, max_size=60), NUMBERS, NUMBERS)
def test_what_is_as_long_as_promised_is_always_found(both: list[int], before: list[int], after: list[int]) -> None:
    prints = []
    for codes in (before + both, both + after):
        numbers = grams(codes)
        prints.append({numbers[at] for at in chosen(numbers)})
    assert prints[0] & prints[1]


def test_less_than_a_gram_has_no_fingerprint() -> None:
    assert grams([1] * (GRAM - 1)) == []
    assert len(grams([1] * GRAM)) == 1


def test_one_token_again_and_again_leaves_few_places() -> None:
    assert len(chosen(grams([1] * 10_000))) <= 10_000 / WINDOW + 1
