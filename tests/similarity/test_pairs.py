"""grader.similarity.pairs and regions: who is worth a look, who is not, and which lines are alike."""

from __future__ import annotations

import re
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from grader import plugins
from grader.similarity import pairs
from grader.similarity.pairs import Doubt, HandIn, compare
from grader.similarity.tokens import tokens
from tests.similarity.programs import DISGUISES, PLAIN, REORDERED, ROOT, a_class, hand_in, invented

TASKS = ("valid-board", "tic-tac-toe", "game-count", "matches")


def found(hand_ins: list[HandIn], given: str = "", language: str = "python") -> list[tuple[str, str]]:
    return [(pair.first.id, pair.second.id) for pair in compare(language, hand_ins, [given]).pairs]


def lines_of(text: str, words: str) -> list[int]:
    return [number for number, line in enumerate(text.split("\n"), 1) if re.search(words, line)]


# --- who is found ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("disguise", DISGUISES)
def test_a_program_in_disguise_is_found_and_no_other(disguise: str) -> None:
    assert found([*a_class(), hand_in("ann", PLAIN), hand_in("ben", DISGUISES[disguise])]) == [("ann", "ben")]


def test_a_class_in_which_nobody_copied_has_no_pairs() -> None:
    compared = compare("python", a_class(40), [])
    assert (compared.pairs, compared.doubt) == ((), Doubt.NONE)


def test_a_part_that_was_copied_into_a_longer_program_is_found_by_the_smaller_one() -> None:
    twins = [hand_in("ann", PLAIN), hand_in("ben", invented(99, 40) + PLAIN)]
    for order in (twins, twins[::-1]):
        [pair] = compare("python", [*a_class(), *order], []).pairs
        shares = dict(zip((pair.first.id, pair.second.id), pair.shares, strict=True))
        assert shares["ann"] > 0.8
        assert shares["ben"] < 0.5
        assert pair.likeness == shares["ann"]


def test_what_is_split_into_files_is_found_and_its_places_name_them() -> None:
    head, read, most, show = PLAIN.split("\n\n\n")
    files = {"b.py": f"{head}\n{most}\n{show}", "a.py": read}
    [pair] = compare("python", [*a_class(), hand_in("ann", PLAIN), hand_in("ben", files)], []).pairs
    assert {region.second[0] for region in pair.regions} == {"a.py", "b.py"}


def test_hand_ins_of_the_same_people_are_not_compared() -> None:
    group = [hand_in("team", PLAIN, "ann", "ben"), hand_in("ann", PLAIN), hand_in("ben", PLAIN, "cem")]
    assert found([*a_class(), *group]) == [("ann", "ben")]


def test_the_order_of_pairs_is_from_the_most_alike() -> None:
    most = PLAIN + "\n".join(f"x{number} = [{number}] or y < 3 and z" for number in range(6))
    names = found(
        [*a_class(30), hand_in("ann", PLAIN), hand_in("ben", REORDERED), hand_in("cem", PLAIN), hand_in("dee", most)]
    )
    assert names[0] == ("ann", "cem")
    assert len(names) == 6


# --- lines -------------------------------------------------------------------------------------------------


def test_regions_are_the_lines_that_are_alike_on_both_sides() -> None:
    one = invented(970, 2) + PLAIN + invented(971, 2)
    two = invented(972, 20) + PLAIN + invented(973, 9)
    [pair] = compare("python", [*a_class(), hand_in("ann", one), hand_in("ben", two)], []).pairs
    [region] = [region for region in pair.regions if region.tokens > 100]
    spans = []
    for text, (_file, first, last) in ((one, region.first), (two, region.second)):
        [begin], [end] = lines_of(text, r"^def read"), lines_of(text, r"return found\[0\]")
        assert abs(first - begin) <= 1  # what stands before may begin or end in the same way
        assert abs(last - end) <= 1
        spans.append(last - first)
    assert abs(spans[0] - spans[1]) <= 1


def test_moved_functions_are_regions_of_their_own() -> None:
    [pair] = compare("python", [*a_class(), hand_in("ann", PLAIN), hand_in("ben", REORDERED)], []).pairs
    [moved] = [region for region in pair.regions if region.first[1] >= lines_of(PLAIN, "^def show")[0]]
    assert moved.first[1:] == (lines_of(PLAIN, "^def show")[0], lines_of(PLAIN, "return found")[0])
    assert moved.second[1:] == (lines_of(REORDERED, "^def show")[0], lines_of(REORDERED, "return found")[0])


def test_no_line_ends_a_region_of_another_file() -> None:
    files = {"a.py": f"{PLAIN}print(\n    found\n)\n", "b.py": invented(905, 30)}
    [pair] = compare("python", [*a_class(), hand_in("ann", files), hand_in("ben", files)], []).pairs
    counts = {name: sum(1 for _token in tokens(text, "python")) for name, text in files.items()}
    assert [one.tokens for one in pair.regions] == list(counts.values())
    assert [(one.first, one.first == one.second) for one in pair.regions] == [
        (("a.py", 4, files["a.py"].count("\n")), True),
        (("b.py", 1, files["b.py"].count("\n")), True),
    ]


# --- what everybody has ------------------------------------------------------------------------------------


def test_starter_code_is_not_compared() -> None:
    hand_ins = [*a_class(), *(hand_in(f"t{number}", PLAIN + invented(number + 500, 4)) for number in range(4))]
    assert len(found(hand_ins)) == 6
    compared = compare("python", hand_ins[-4:], [PLAIN])
    assert (compared.pairs, compared.doubt) == ((), Doubt.NONE)
    assert compared.own < compared.tokens - 150


def test_lines_of_starter_code_are_in_no_region() -> None:
    mine = invented(600, 25)
    hand_ins = [*a_class(), hand_in("ann", PLAIN + mine), hand_in("ben", PLAIN + mine)]
    [pair] = compare("python", hand_ins, [PLAIN]).pairs
    assert [one.first[1] >= PLAIN.count("\n") for one in pair.regions] == [True]


def test_short_pieces_between_starter_code_make_no_pair() -> None:
    filled = "\nq = f(z, 1) + g[0] * 2\n".join(["", *PLAIN.split("\n\n\n")[1:], ""])
    hand_ins = [*a_class(), hand_in("ann", filled), hand_in("ben", filled)]
    assert found(hand_ins) == [("ann", "ben")]
    compared = compare("python", hand_ins, [PLAIN])
    assert (compared.pairs, compared.too_small) == ((), ("ann", "ben"))


def test_the_common_core_of_a_class_is_not_compared() -> None:
    hand_ins = [hand_in(f"s{number:02}", PLAIN + invented(number, 10)) for number in range(20)]
    compared = compare("python", hand_ins, [])
    assert (compared.pairs, compared.doubt) == ((), Doubt.NONE)
    copied = [*hand_ins, hand_in("zoe", PLAIN + invented(3, 10))]
    assert found(copied) == [("s03", "zoe")]


def test_where_everything_is_common_nothing_is_listed_and_it_is_said() -> None:
    compared = compare("python", [hand_in(f"s{number}", PLAIN) for number in range(20)], [])
    assert (compared.pairs, compared.doubt, compared.own) == ((), Doubt.COMMON, 0)


def test_where_programs_are_tiny_nothing_is_listed_and_it_is_said() -> None:
    tiny = "def solution(n):\n    return sum(range(n)) if n > 3 else n\n"
    compared = compare("python", [hand_in(f"s{number}", tiny) for number in range(4)], [])
    assert (compared.pairs, compared.doubt, len(compared.too_small)) == ((), Doubt.SMALL, 4)


def test_where_likeness_is_usual_nothing_is_listed_and_it_is_said() -> None:
    twins = [hand_in(f"s{number:02}", invented(number // 3)) for number in range(12)]
    compared = compare("python", twins, [])
    assert (compared.pairs, compared.doubt) == ((), Doubt.ALIKE)


def test_a_few_programs_have_a_higher_bar() -> None:
    assert compare("python", a_class(9), []).bar == pairs.BAR_OF_FEW
    assert compare("python", a_class(10), []).bar == pairs.LEAST_BAR


def sources_of(folder: Path) -> dict[str, str]:
    files = [folder] if folder.is_file() else sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.name: path.read_bytes().decode("utf-8", "replace") for path in files}


@pytest.mark.parametrize("task", TASKS)
def test_independent_right_solutions_are_no_pairs(task: str) -> None:
    """Of references of one hand in a language the first is taken: `java-bags` was made from `java`."""
    folders = [path for path in (ROOT / "reference" / task).iterdir() if task != "matches" or "-" not in path.name]
    folders += sorted((ROOT / "examples" / "class" / task).glob("*"))
    seen = 0
    for language in plugins.languages().values():
        whole = {path.name: sources_of(path) for path in sorted(folders)}
        own = {
            name: {file: text for file, text in files.items() if file.endswith(language.extensions)}
            for name, files in whole.items()
        }
        hand_ins = [hand_in(name, files) for name, files in own.items() if files]
        seen += len(hand_ins)
        assert found(hand_ins, language=language.name) == []
    assert seen >= (2 if task == "matches" else 20)


# --- hostile sources ---------------------------------------------------------------------------------------

HOSTILE = {
    "one token": "a" * 1_000_000,
    "one token again and again": "a " * 500_000,
    "strange bytes": "".join(map(chr, range(0x3000))) * 80 + "\ud800",
    "a period": invented(901, 100) * 200,
}


@pytest.mark.long
@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_source_costs_bounded_memory_and_hides_nobody_else(case: str) -> None:
    whole = [*a_class(), hand_in("ann", PLAIN), hand_in("ben", PLAIN), hand_in("eve", HOSTILE[case])]
    whole.append(hand_in("mallory", HOSTILE[case]))
    tracemalloc.start()
    names = found(whole)
    _now, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert ("ann", "ben") in names
    assert set(names) <= {("ann", "ben"), ("eve", "mallory")}
    assert peak_bytes < 30_000_000


def test_of_a_long_source_the_beginning_is_compared_and_that_is_said() -> None:
    compared = compare("python", [hand_in("ann", invented(1, 3_000))], [])
    assert compared.cut == ("ann",)
    assert compared.tokens == pairs.MOST_TOKENS


def test_regions_of_a_pair_are_bounded() -> None:
    chunks = [invented(number, 8) for number in range(60)]
    one, two = "".join(chunks), "".join(reversed(chunks))
    regions: Any = compare("python", [hand_in("ann", one), hand_in("ben", two)], []).pairs[0].regions
    assert len(regions) == pairs.MOST_REGIONS
