"""grader.kinds._causes: a known wrong answer is told with its cause, and nothing else changes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from grader.errors import Fault, PackageError
from grader.kinds.call import PLUGIN as CALL
from grader.kinds.domain import PLUGIN as DOMAIN
from grader.kinds.object import PLUGIN as OBJECT
from grader.kinds.program import PLUGIN as PROGRAM
from grader.model import Diagnosis, Ending, Finding, Raised, Reply, Returned, Step, Verdict
from grader.plugins import Kind
from grader.redact import for_student
from grader.reports.gradescope import PLUGIN as GRADESCOPE
from grader.reports.html import PLUGIN as HTML
from grader.reports.markdown import PLUGIN as MARKDOWN
from grader.reports.terminal import PLUGIN as TERMINAL
from grader.speaking import speak
from grader.values import Value
from grader.words import Words
from tests.kinds.fake_subject import FakeReader, FakeSubject, Student, ended, replying, returning
from tests.sample_results import graded, with_finding

ADDS = Diagnosis("It adds where it should double.")
CAUSES = [{"value": 5, "cause": "It adds where it should double."}, {"value": 9, "cause": "It squares."}]
CALLED = {"call": "double(3)", "returns": 6}
STEPPED = {"steps": [{"do": "double(3)", "returns": 6}]}
PRINTED = {"run": [], "stdout": "6"}


def read(kind: Kind, body: Mapping[str, Any], **functions: Callable[..., Any]) -> Any:
    reader = FakeReader(functions=functions)
    check = kind.read(body, reader)
    assert reader.faults == []
    return check


def giving(value: Value) -> FakeSubject:
    return FakeSubject(replying(Returned(value)))


def printing(text: str) -> FakeSubject:
    subject = FakeSubject(returning(lambda: 0))
    subject.outcome = ended(Ending.EXITED, 0, stdout=text.encode())
    return subject


def without(finding: Finding) -> Finding:
    return replace(finding, diagnosis=None)


# --- by value ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "diagnosis"), [(5, ADDS), (9, Diagnosis("It squares.")), (7, None), ("5", None)])
def test_the_cause_of_a_known_answer_is_told_and_only_of_that(answer: Value, diagnosis: Diagnosis | None) -> None:
    plain = read(CALL, CALLED).judge(giving(answer))
    told = read(CALL, {**CALLED, "causes": CAUSES}).judge(giving(answer))
    assert (told.diagnosis, without(told)) == (diagnosis, plain)
    assert told.verdict is Verdict.WA


def test_a_right_answer_and_one_that_is_none_have_no_cause() -> None:
    check = read(CALL, {**CALLED, "causes": CAUSES})
    assert check.judge(giving(6)).diagnosis is None
    assert check.judge(FakeSubject(replying(Raised("ValueError", "5")))).diagnosis is None


def test_each_step_knows_causes_of_its_own() -> None:
    body = {"steps": ["double(1) == 2", {"do": "double(3)", "returns": 6, "causes": CAUSES}]}
    plain = read(OBJECT, {"steps": ["double(1) == 2", "double(3) == 6"]})
    told = read(OBJECT, body).judge(FakeSubject(replying(Returned(2), Returned(5))))
    assert told.diagnosis == ADDS
    assert without(told) == plain.judge(FakeSubject(replying(Returned(2), Returned(5))))
    assert read(OBJECT, body).judge(FakeSubject(replying(Returned(5)))).diagnosis is None


@pytest.mark.parametrize(
    ("printed", "diagnosis"),
    [
        ("5", ADDS),
        ("The answer is 5.\n", ADDS),
        ("15", None),
        ("0.5", None),
        ("-5", None),
        ("5.5", None),
        ("5 and 9", None),
        ("seven", None),
    ],
)
def test_a_program_prints_a_known_number_somewhere(printed: str, diagnosis: Diagnosis | None) -> None:
    plain = read(PROGRAM, PRINTED).judge(printing(printed))
    told = read(PROGRAM, {**PRINTED, "causes": CAUSES}).judge(printing(printed))
    assert (told.diagnosis, without(told)) == (diagnosis, plain)


@pytest.mark.parametrize("printed", ["362880", "362,880", "362 880", "362.880", "362'880", "games: 362\u00a0880!"])
def test_a_number_may_have_signs_between_its_thousands(printed: str) -> None:
    causes = [{"value": 362880, "cause": "no stop"}]
    assert read(PROGRAM, {**PRINTED, "causes": causes}).judge(printing(printed)).diagnosis == Diagnosis("no stop")


def test_a_program_that_ends_with_an_error_has_no_known_cause() -> None:
    subject = printing("5")
    subject.outcome = ended(Ending.EXITED, 1, stdout=b"5")
    assert read(PROGRAM, {**PRINTED, "causes": CAUSES}).judge(subject).diagnosis is None


def test_causes_may_come_from_the_oracle() -> None:
    check = read(CALL, {**CALLED, "causes": "oracle.known"}, known=lambda: CAUSES)
    assert check.judge(giving(5)).diagnosis == ADDS


@pytest.mark.parametrize(
    ("kind", "body", "path"),
    [
        (CALL, {**CALLED, "causes": [{"value": 6, "cause": "none"}]}, ("causes",)),
        (
            OBJECT,
            {"steps": [{"do": "double(3) == 6", "causes": [{"value": 6, "cause": "none"}]}]},
            ("steps", 0, "causes"),
        ),
        (PROGRAM, {**PRINTED, "causes": [{"value": 6, "cause": "none"}]}, ("causes",)),
    ],
)
def test_a_cause_of_the_right_answer_is_a_fault_of_the_package(
    kind: Kind, body: Mapping[str, Any], path: tuple[str | int, ...]
) -> None:
    reader = FakeReader()
    kind.read(body, reader)
    assert reader.faults == [("a cause is named for the right answer", path)]


@pytest.mark.parametrize(
    "made",
    [
        [3], [{"value": 3}], [{"value": 3, "cause": ""}], [{"rule": 3, "cause": "a"}],
        [{"value": 3, "cause": {"ko": "더합니다."}}], [{"value": 3, "cause": {"en": ""}}],
        [{"value": 3, "cause": {"en": "It adds.", "ko": 1}}],
    ],
)  # fmt: skip
def test_an_oracle_that_gives_no_causes_is_a_fault_of_the_package(made: list[Any]) -> None:
    reader = FakeReader(functions={"known": lambda: made})
    CALL.read({**CALLED, "causes": "oracle.known"}, reader)
    assert reader.faults == [
        ("`oracle.known` gives a list of entries such as {'value': ..., 'cause': '...'}", ("causes",))
    ]


IN_TWO = {"en": ADDS.cause, "ko": "두 배로 하지 않고 더합니다."}
IN_KOREAN = Diagnosis(ADDS.cause, causes=IN_TWO)


@pytest.mark.parametrize("causes", [[{"value": 5, "cause": IN_TWO}], "oracle.known"])
def test_a_cause_may_be_a_text_for_each_language(causes: object) -> None:
    check = read(CALL, {**CALLED, "causes": causes}, known=lambda: [{"value": 5, "cause": IN_TWO}])
    assert check.judge(giving(5)).diagnosis == IN_KOREAN


def test_the_cause_by_a_rule_may_be_a_text_for_each_language_too() -> None:
    check = domain(causes=[{"rule": "oracle.adds", "cause": IN_TWO}])
    assert check.judge(FakeSubject(adding())).diagnosis == IN_KOREAN


# --- by rule -----------------------------------------------------------------------------------------------

NUMBERS = list(range(40))


def breaks(_n: int) -> int:
    raise PackageError([Fault("oracle.py", 1, None, "broken")])


def domain(*rules: str, **more: Any) -> Any:
    functions: dict[str, Callable[..., Any]] = {
        "numbers": lambda: iter(NUMBERS),
        "twice": lambda n: 2 * n,
        "adds": lambda n: n + 2,
        "squares": lambda n: n * n,
        "adds_up_to_30": lambda n: n + 2 if n < 30 else 2 * n,
        "breaks": breaks,
        "late": lambda n: n >= 30,
    }
    body = {"domain": "oracle.numbers", "call": "double", "expect": "oracle.twice", **more}
    causes = [{"rule": f"oracle.{rule}", "cause": rule} for rule in rules]
    return read(DOMAIN, {**body, "causes": causes} if rules else body, **functions)


def adding(but: Mapping[int, Reply] | None = None) -> Callable[[], Student]:
    def student(step: Step) -> Reply:
        [n] = step.arguments
        assert isinstance(n, int)
        return (but or {}).get(n, Returned(n + 2))

    return lambda: student


def test_the_cause_is_that_of_the_rule_that_gives_the_same_answers_everywhere() -> None:
    plain = domain().judge(FakeSubject(adding()))
    told = domain("squares", "adds_up_to_30", "breaks", "adds").judge(FakeSubject(adding()))
    assert (told.diagnosis, without(told)) == (Diagnosis("adds"), plain)
    assert told.verdict is Verdict.WA


@pytest.mark.parametrize("but", [{39: Returned(78)}, {0: Returned(3)}, {20: Raised("ValueError", "")}])
def test_one_other_answer_and_the_rule_is_not_named(but: Mapping[int, Reply]) -> None:
    assert domain("adds").judge(FakeSubject(adding(but))).diagnosis is None


def test_the_rule_is_compared_over_the_whole_domain_also_where_a_test_is_about_a_part_of_it() -> None:
    check = domain("adds", where="oracle.late")
    assert check.judge(FakeSubject(adding())).diagnosis == Diagnosis("adds")
    assert check.judge(FakeSubject(adding({3: Returned(6)}))).diagnosis is None


def test_a_right_function_has_no_cause() -> None:
    assert domain("twice").judge(FakeSubject(returning(lambda n: 2 * n))) == domain().judge(
        FakeSubject(returning(lambda n: 2 * n))
    )


# --- who is told -------------------------------------------------------------------------------------------

WRONG = Finding(Verdict.WA, 0.0, input="f(3)", expected="6", actual="5", diagnosis=ADDS)


def test_terminal_page_and_json_tell_the_cause() -> None:
    result = graded(with_finding(WRONG))
    assert result["parts"][0]["tests"][0]["cause"] == ADDS.cause
    assert "  cause      It adds where it should double.\n" in TERMINAL.one(result, {})
    assert "<strong>Likely cause:</strong> It adds where it should double." in HTML.one(result, {})


def test_a_cause_and_its_label_are_told_in_the_language() -> None:
    result, options = graded(with_finding(replace(WRONG, diagnosis=IN_KOREAN))), {"lang": "ko"}
    assert result["parts"][0]["tests"][0]["causes"] == IN_TWO
    assert "  원인       두 배로 하지 않고 더합니다.\n" in TERMINAL.one(result, options)
    assert "<strong>예상 원인:</strong> 두 배로 하지 않고 더합니다." in HTML.one(result, options)
    assert "예상 원인: `두 배로 하지 않고 더합니다.`" in MARKDOWN.one(result, options)
    assert (
        "\n예상 원인: 두 배로 하지 않고 더합니다." in json.loads(GRADESCOPE.one(result, options))["tests"][0]["output"]
    )


@pytest.mark.parametrize(("when_hidden", "cause"), [(False, None), (True, IN_TWO["ko"])])
def test_a_hidden_cause_is_told_in_no_language_unless_the_package_says_so(when_hidden: bool, cause: str | None) -> None:
    finding = replace(WRONG, diagnosis=replace(IN_KOREAN, when_hidden=when_hidden))
    seen = for_student(graded(with_finding(finding, hidden=True)))
    assert speak(seen, Words("ko"))["parts"][0]["tests"][0]["cause"] == cause
    assert (IN_TWO["ko"] in json.dumps(seen, ensure_ascii=False)) == when_hidden
    whole = json.loads(GRADESCOPE.one(seen, {"lang": "ko"}))
    assert (IN_TWO["ko"] in whole["tests"][0]["output"]) == when_hidden


@pytest.mark.parametrize(("when_hidden", "cause"), [(False, None), (True, ADDS.cause)])
def test_a_hidden_test_tells_its_cause_only_where_the_package_says_so(when_hidden: bool, cause: str | None) -> None:
    finding = replace(WRONG, diagnosis=Diagnosis(ADDS.cause, when_hidden))
    whole = graded(with_finding(finding, hidden=True))
    seen = for_student(whole)
    assert whole["parts"][0]["tests"][0]["cause"] == ADDS.cause
    assert seen["parts"][0]["tests"][0]["cause"] == cause
    for text in (TERMINAL.one(seen, {}), HTML.one(seen, {}), GRADESCOPE.one(seen, {})):
        assert (ADDS.cause in text) == when_hidden
    for_all = GRADESCOPE.one(whole, {})
    assert for_all.count(ADDS.cause) == (2 if when_hidden else 1)  # once for the staff


@pytest.mark.parametrize(
    ("kind", "body", "subject"),
    [
        (CALL, {**CALLED, "causes": CAUSES}, giving(5)),
        (OBJECT, {"steps": [{**STEPPED["steps"][0], "causes": CAUSES}]}, giving(5)),
        (PROGRAM, {**PRINTED, "causes": CAUSES}, printing("5")),
    ],
)
def test_every_kind_lets_the_package_say_it_of_hidden_tests(
    kind: Kind, body: Mapping[str, Any], subject: FakeSubject
) -> None:
    assert read(kind, body).judge(subject).diagnosis == ADDS
    told = read(kind, {**body, "causes_when_hidden": True}).judge(subject)
    assert told.diagnosis == Diagnosis(ADDS.cause, when_hidden=True)


def test_domains_let_the_package_say_it_of_hidden_tests_too() -> None:
    check = domain("adds", causes_when_hidden=True)
    assert check.judge(FakeSubject(adding())).diagnosis == Diagnosis("adds", when_hidden=True)
