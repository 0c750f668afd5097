"""A package with a hole, and what its mutants tell of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, TypeAlias

import pytest

from grader import problem, submission
from grader.cache import Cache
from grader.compilers import Compilers
from grader.errors import PackageError
from grader.model import Command, Limits
from grader.mutation import proving
from grader.mutation.known import read_known
from grader.mutation.mutant import Mutant
from grader.mutation.proving import Count, Proof, Prover, Standing, Survivor
from grader.mutation.sampling import Mutated, Reference
from grader.mutation.trying import Bench, Fate, Trial
from grader.plugins import Sandbox

Prove: TypeAlias = Callable[..., tuple[Proof, list[Trial]]]
PACKAGE = """\
format: grader-problem/1
id: adult
title: Of age
languages: [python]
limits: {cpu_s: 1, wall_s: 5}
interface:
  functions:
    - "is_adult(age: int) -> bool"
parts:
  - id: ages
    points: 1
    tests:
TESTS
"""
ORACLE = """\
def ages():
    yield from range(40)


def is_adult(age):
    return age >= 18


def ADDED(RNG):
    for number in COUNT:
        yield [f"is_adult({number % 40})"]
"""
SOME = """\
      - {call: is_adult(10), returns: false}
      - {call: is_adult(20), returns: true}
      - {call: is_adult(17), returns: false}
"""
ALL = "      - {domain: oracle.ages, call: is_adult, expect: oracle.is_adult}\n"
SOLUTION = "def is_adult(age):\n    age = age + 0 * 1\n    return age >= 18\n"
# What is left of the changes of SOLUTION by SOME, which never asks about 18 and 19.
HOLE = "3:16 `>=` became `>`"
SAME = "2:15 `+` became `-`"


class Shut:
    """A sandbox like another one, in which nothing more is started."""

    def __init__(self, like: Sandbox) -> None:
        self.level = like.level
        self.layers = like.layers
        self.missing = like.missing

    def start(self, command: Command, _limits: Limits) -> NoReturn:
        raise AssertionError(f"started once more: {command.argv}")


@pytest.fixture
def prove(any_sandbox: Sandbox, tmp_path: Path) -> Prove:
    """`prove(tests, oracle)` is the proof of such a package (or of a whole one), and what it tried anew or found."""

    def one(
        tests: str, oracle: str, solution: str = SOLUTION, known: str | None = None, sandbox: Sandbox = any_sandbox
    ) -> tuple[Proof, list[Trial]]:
        task = tmp_path / "adult"
        reference = tmp_path / "reference" / "python"
        kept = tmp_path / "kept"
        for folder in (task, reference, kept):
            folder.mkdir(parents=True, exist_ok=True)
        (task / "problem.yaml").write_text(tests if "format:" in tests else PACKAGE.replace("TESTS\n", tests), "utf-8")
        (task / "oracle.py").write_text(oracle, "utf-8")
        (reference / "is_adult.py").write_text(solution, "utf-8")
        if known is not None:
            (reference.parent / "equivalent.yaml").write_text(known, "utf-8")
        trials: list[Trial] = []
        with Compilers(sandbox, 0) as compilers:
            bench = Bench(problem.load(task), sandbox, compilers, Cache(kept), 2)
            references = [Reference(reference, "python", submission.collect(reference))]
            return Prover(bench, references, 100, trials.append).prove(), trials

    return one


def oracle(added: str = "none", rng: str = "", count: str = "range(0)") -> str:
    return ORACLE.replace("ADDED", added).replace("RNG", rng).replace("COUNT", count)


def said(proof: Proof) -> dict[str, tuple[Standing, str]]:
    return {
        f"{one.mutated.mutant.line}:{one.mutated.mutant.column} {one.mutated.mutant.change}": (one.standing, one.why)
        for one in proof.survivors
    }


def test_a_hole_in_the_tests_is_found_with_an_input_that_shows_it(
    prove: Prove,
) -> None:
    proof, _trials = prove(SOME, oracle("further_inputs", "rng", "range(10_000)"))
    told = said(proof)
    assert told[HOLE] == (Standing.TELLS_APART, "is_adult(18): the reference answers True, the mutant False")
    assert told["3:19 `18` became `19`"] == told[HOLE]
    assert {standing for standing, _why in told.values()} == {Standing.TELLS_APART, Standing.UNEXPLAINED}
    assert told[SAME] == (Standing.UNEXPLAINED, "equal on 10,000 more inputs, and no reason is listed")
    assert any("is_adult(18)" in fault.message for fault in proof.faults)


def test_over_a_whole_domain_acceptance_is_the_proof(prove: Prove) -> None:
    proof, _trials = prove(ALL, oracle())
    assert HOLE not in said(proof)
    assert said(proof)[SAME] == (Standing.PROVEN, "equal on all 40 inputs of the tests")
    assert {standing for standing, _why in said(proof).values()} == {Standing.PROVEN}
    assert proof.faults == ()


def test_equal_on_every_input_of_the_oracle_is_a_proof_too(prove: Prove) -> None:
    proof, _trials = prove(SOME, oracle("every_input", "form", "range(40)"))
    assert said(proof)[SAME] == (Standing.PROVEN, "equal on all 40 inputs that there are")
    assert said(proof)[HOLE][0] is Standing.TELLS_APART


def test_a_listed_mutant_needs_a_reason_and_an_entry_a_mutant(prove: Prove, tmp_path: Path) -> None:
    entry = '- {{reference: python, place: "age = age + 0 * 1", change: "{change}", reason: it adds nothing}}\n'
    elsewhere = "- {reference: java, place: a, change: b, reason: c}\n"
    known = entry.format(change="`+` became `-`") + entry.format(change="`*` became `/`") + elsewhere
    (tmp_path / "reference" / "java").mkdir(parents=True)
    proof, _trials = prove(SOME, oracle("further_inputs", "rng", "range(20_000)"), known=known)
    assert said(proof)[SAME] == (Standing.LISTED, "equal on 10,000 more inputs; it adds nothing")
    (stale,) = proof.stale
    assert stale.message == "no mutant of python at `age = age + 0 * 1` is: `*` became `/`"


def test_a_mutant_that_nothing_compares_is_not_explained(prove: Prove) -> None:
    proof, _trials = prove(SOME, oracle())
    why = "the package makes no further inputs to compare it on"
    assert said(proof)[HOLE] == (Standing.UNEXPLAINED, why)


GUESSING = """\
format: grader-problem/1
id: adult
title: Twice
languages: [python]
limits: {cpu_s: 1, wall_s: 5}
interface: {program: true}
parts:
  - id: doubles
    points: 1
    tests:
      - {dialogue: oracle.player}
"""
PLAYER = """\
from grader.playing import START


def player(rng):
    heard = yield START
    for _line in range(LINES):
        number = rng.randint(0, LARGEST)
        heard = yield str(number)
        if str(2 * number) not in heard.text.split():
            return "twice the number is not there"
    heard = yield "end"
    return None
"""
DOUBLING = """\
limit = 900
while (line := input("n? ")) != "end":
    number = int(line)
    if number <= limit:
        print(2 * number)
    else:
        print(number + number)
"""


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few further inputs are enough."""
    monkeypatch.setattr(proving, "FURTHER", 200)


@pytest.mark.usefixtures("few")
def test_where_right_answers_are_many_the_tests_are_drawn_anew(prove: Prove) -> None:
    player = PLAYER.replace("LINES", "50").replace("LARGEST", "1000")
    known = '- {reference: python, place: limit = 900, change: "`900` became `901`", reason: both ways are right}\n'
    told = said(prove(GUESSING, player, DOUBLING, known)[0])
    assert told["1:9 `900` became `901`"] == (Standing.LISTED, "right on 204 more inputs; both ways are right")
    assert told["4:15 `<=` became `>`"] == (
        Standing.UNEXPLAINED,
        "right on 204 more inputs, and no reason is listed",
    )


@pytest.mark.usefixtures("few")
def test_what_only_another_seed_shows_is_a_missing_test(prove: Prove) -> None:
    rare = PLAYER.replace("LINES", "2").replace("LARGEST", "1000")
    told = said(prove(GUESSING, rare, DOUBLING)[0])
    standing, why = told["7:22 `+` became `-`"]
    assert standing is Standing.TELLS_APART
    assert re.fullmatch(r"with the seed \d+ it is refused by doubles-1: objection-at", why)


@pytest.mark.usefixtures("few")
def test_the_same_lines_once_more_are_no_further_inputs(prove: Prove) -> None:
    same = PLAYER.replace("LINES", "50").replace("LARGEST", "1000").replace("(rng)", "()")
    same = same.replace("rng.randint(0, 1000)", "_line * 20")
    told = said(prove(GUESSING, same, DOUBLING)[0])
    why = "the package makes no further inputs to compare it on"
    assert told["1:9 `900` became `901`"] == (Standing.UNEXPLAINED, why)


@pytest.mark.usefixtures("few")
def test_what_is_drawn_in_one_part_says_nothing_of_another(prove: Prove) -> None:
    fixed = '  - {id: tens, points: 1, tests: [{run: [], stdin: "10\\nend\\n", stdout: {numbers: "20"}}]}\n'
    player = PLAYER.replace("LINES", "50").replace("LARGEST", "1000")
    told = said(prove(GUESSING + fixed, player, DOUBLING)[0])
    why = "the package makes no further inputs to compare it on"
    assert told["1:9 `900` became `901`"] == (Standing.UNEXPLAINED, why)


def test_too_few_further_inputs_are_a_fault_of_the_package(prove: Prove) -> None:
    with pytest.raises(PackageError, match="`further_inputs` makes only 9,999 inputs"):
        prove(SOME, oracle("further_inputs", "rng", "range(9_999)"))


def test_a_mutant_that_hangs_is_ended_and_what_was_tried_is_not_tried_again(prove: Prove, any_sandbox: Sandbox) -> None:
    hanging = "def is_adult(age):\n    rest = age\n    while rest >= 18:\n        rest -= 40\n    return rest < 0\n"
    tests = "      - {call: is_adult(20), returns: true}\n      - {call: is_adult(17), returns: false}\n"
    proof, trials = prove(tests, oracle(), hanging)
    fates = {f"{one.mutated.mutant.line} {one.mutated.mutant.change}": one.fate for one in trials}
    assert fates["4 `-=` became `+=`"] is Fate.TOO_SLOW
    assert fates["3 the condition `rest >= 18` became `False`"] is Fate.KILLED
    assert fates["4 `40` became `41`"] is Fate.SURVIVED
    again, _trials = prove(tests, oracle(), hanging, sandbox=Shut(any_sandbox))
    assert [count.fates for count in again.counts] == [count.fates for count in proof.counts]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a: b\n", "holds a list of entries"),
        ("- {reference: c, place: a, change: b}\n", "entry 1 has the keys change, place, reason, reference"),
        ('- {reference: c, place: a, change: b, reason: " "}\n', "entry 1 has the keys"),
        ("- {", "can't be read"),
    ],
)
def test_a_list_of_known_mutants_that_is_wrong_is_told(tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "equivalent.yaml").write_text(text, "utf-8")
    with pytest.raises(PackageError, match=fault):
        read_known(tmp_path)


@pytest.mark.parametrize(
    ("tried", "listed", "fault"),
    [
        (168, 5, None),
        (168, 6, "6 of 168 mutants are listed; at most 3 % may be"),
        (21, 2, None),
        (0, 0, "no mutant could be tried"),
    ],
)
def test_at_most_three_percent_of_many_mutants_may_be_listed(tried: int, listed: int, fault: str | None) -> None:
    mutant = Mutant("1", 1, 1, "`<` became `<=`", "", "a < b")
    one = Mutated(Reference(Path("python"), "python", submission.unreadable("python", "")), "a.py", mutant)
    fates = {Fate.KILLED: tried - listed, Fate.SURVIVED: listed, Fate.NOT_BUILT: 9}
    survivors = (Survivor(one, Standing.LISTED, ""),) * listed
    proof = Proof(Path("reference"), (Count("python", fates, 0.0),), survivors, ())
    assert [told.message for told in proof.faults] == ([] if fault is None else [fault])
