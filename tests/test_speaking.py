"""grader.speaking: a result in another language, of which the English one keeps every word."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from grader import model, plugins, result
from grader.model import BuildFailure, Finding, Grade, Message, PartGrade, Said, Verdict
from grader.redact import for_student
from grader.speaking import LONGEST, recognised, speak
from grader.words import ENGLISH, Words, languages
from tests.sample_results import CIRCUMSTANCES, PROBLEM, SUBMISSION, graded, with_finding

RUSSIAN, KOREAN = Words("ru"), Words("ko")


def spoken(finding: Finding, words: Words = RUSSIAN, **more: Any) -> Mapping[str, Any]:
    test: Mapping[str, Any] = speak(graded(with_finding(finding, **more)), words)["parts"][0]["tests"][0]
    return test


def message(key: str, values: Mapping[str, str], words: Words = RUSSIAN) -> str:
    said: str = spoken(Finding(Verdict.WA, 0.0, Message(key, values)), words)["message"]
    return said


# --- what is said in another language ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "values", "said"),
    [
        ("wrong-on", {"wrong": "1,200", "total": "19,683"},
         "입력 19,683개 중 1,200개가 틀렸습니다. 첫 번째를 보여 줍니다."),
        ("wrong-type", {"actual": "a text", "expected": "a whole number"}, "나온 답: 글자(문자열). 기대한 답: 정수."),
        ("ends-early", {"where": "After answer 2 (`5`) of game 3", "why": ""},
         "게임 3, 답 2 (`5`) 다음: 게임이 아직 끝나지 않았는데 프로그램이 끝났습니다."),
        ("unfit", {"why": "asked for is `f`, found is `g`: f can't be made from outside"},
         "과제에 적힌 대로 호출할 수 없습니다: 요구된 것은 `f`, 찾은 것은 `g`: f: 밖에서 만들 수 없습니다."),
        ("wrong-items", {"missing": " Missing: 1, 2 and 3 more.", "extra": ""},
         "답에 들어 있는 항목이 다릅니다. 빠진 것: 1, 2 외 3개."),
        ("raised", {"what": "ValueError: it is empty"}, "오류로 멈추었습니다: ValueError: it is empty"),
    ],
)  # fmt: skip
def test_a_message_is_said_with_what_goes_into_it(key: str, values: Mapping[str, str], said: str) -> None:
    assert message(key, values, KOREAN) == said


def test_what_cannot_be_said_stays_within_its_sentence() -> None:
    assert message("invalid-reply", {"why": "something odd"}) == "Не удалось понять ответ: something odd."


def test_a_class_of_the_student_is_named_as_it_is() -> None:
    values = {"actual": "an object of class nothing", "expected": "nothing"}
    assert message("wrong-type", values) == "Ответ — объект класса nothing, а ожидалось ничего."


def test_titles_and_hints_come_in_the_language_if_the_package_has_them() -> None:
    whole = graded(with_finding(Finding(Verdict.WA, 0.0), title="dos", hint="Think of zero.", ko="0을 생각해 보세요."))
    test = speak(whole, KOREAN)["parts"][0]["tests"][0]
    assert (speak(whole, KOREAN)["problem"]["title"], test["title"], test["hint"]) == (
        "두 배",
        "dos",
        "0을 생각해 보세요.",
    )
    assert speak(whole, RUSSIAN)["problem"]["title"] == "Doubling"


def test_what_stays_english_is_marked_as_such() -> None:
    finding = Finding(Verdict.WA, 0.0, Message("objection", {"why": "It is odd."}))
    facts = result.Facts(built=True, notes=("The latest news.", "it is empty"))
    whole = speak(graded(with_finding(finding, hint="Think."), facts=facts), RUSSIAN)
    assert whole["notes"] == ["The latest news.", "она пустая"]
    assert whole["foreign"] == dict.fromkeys(
        ("Doubling", "Part A", "a test", "It is odd.", "Think.", "The latest news."), "en"
    )


def test_a_part_is_named_by_its_title_in_the_language() -> None:
    part = PartGrade(
        "b", "Rules", 0.0, 1.0, True, Verdict.SK,
        (with_finding(Finding(Verdict.SK, 0.0, Message("required", {"part": "Rules"}))),),
        rules=(Message("points-required", {"part": "Rules"}), Message("points-share", {"tests": "5"})),
        titles={"en": "Rules", "ru": "Правила"},
    )  # fmt: skip
    whole = result.graded(PROBLEM, SUBMISSION, Grade(Verdict.SK, 0.0, 1.0, (part,)), result.Facts(), CIRCUMSTANCES)
    said = speak(whole, RUSSIAN)["parts"][0]
    assert said["rules"] == [
        "Она засчитывается, когда верна эта часть: Правила.",
        "Баллы делятся поровну между тестами (всего 5).",
    ]
    assert said["tests"][0]["message"] == "Не засчитано: сначала должна быть верна другая часть: Правила."


def test_why_a_hand_in_has_no_points_is_said() -> None:
    why = "several files could be the one that counts (a.py, b.py); hand in one of them"
    ungraded = result.ungraded(PROBLEM, SUBMISSION, why, result.Facts(), CIRCUMSTANCES)
    assert speak(ungraded, RUSSIAN)["reason"] == "главным может быть не один файл (a.py, b.py); сдай только один из них"


def test_why_code_cannot_be_built_is_said() -> None:
    facts = result.Facts(built=False, build_failure=BuildFailure("The compiler gave up on this code."))
    whole = graded(with_finding(Finding(Verdict.CE, 0.0)), facts=facts)
    assert speak(whole, KOREAN)["build"]["message"] == "컴파일러가 이 코드를 처리하다가 멈추었습니다."


def test_a_hidden_test_is_told_in_the_language() -> None:
    whole = graded(with_finding(Finding(Verdict.WA, 0.0), hidden=True, title="secret"))
    test = speak(for_student(whole), RUSSIAN)["parts"][0]["tests"][0]
    assert (test["title"], test["message"]) == ("Скрытый тест", "Неверный ответ (скрытый тест).")


def test_what_was_left_out_is_said() -> None:
    turns = tuple(Said(False, f"{number}\n") for number in range(100))
    test = spoken(Finding(Verdict.WA, 0.0, input="x" * 10_021, turns=turns))
    assert test["input"] == "x" * 10_000 + "\n... (ещё 21 символ)"
    assert test["turns"][6]["text"] == "... (здесь пропущено 40 шагов)"


# --- what is never touched ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["nothing", "it is empty", "The program printed nothing.", "a text", "x\n... (5 more characters)", "f(1), 5 calls",
     "... (12 steps are left out here)", "ValueError is raised"],
)  # fmt: skip
def test_what_a_program_wrote_stays_as_it_is(text: str) -> None:
    finding = Finding(Verdict.WA, 0.0, Message("wrong-output"), input=text, expected="1", actual=text, transcript=text)
    whole = graded(model.TestGrade("t-1", "a test", "program", False, finding))
    test = speak(whole, RUSSIAN)["parts"][0]["tests"][0]
    assert [test[name] for name in ("input", "actual", "transcript")] == [text] * 3


def test_what_a_kind_of_test_wrote_itself_is_said() -> None:
    finding = Finding(
        Verdict.WA, 0.0, input="f(2) (3. of 20 calls)", expected="ValueError is raised", actual="f(2) gave 1"
    )
    test = spoken(finding)
    assert [test[name] for name in ("input", "expected", "actual")] == [
        "f(2) (вызов 3 из 20)",
        "возникает ValueError",
        "f(2) gave 1",
    ]


def test_english_is_the_result_itself() -> None:
    whole = graded(with_finding(Finding(Verdict.WA, 0.0)))
    assert speak(whole, ENGLISH) is whole


@pytest.mark.parametrize("code", languages())
def test_a_result_is_not_changed_by_being_told(code: str) -> None:
    whole = graded(with_finding(Finding(Verdict.WA, 0.0, Message("wrong-on", {"wrong": "1", "total": "2"}))))
    before = json.dumps(whole)
    for report in plugins.reports().values():
        report.one(whole, {"lang": code})
    assert json.dumps(whole) == before


@pytest.mark.parametrize("code", languages())
def test_results_that_were_stored_before_there_were_languages_can_be_told(code: str) -> None:
    whole = json.loads(json.dumps(graded(with_finding(Finding(Verdict.WA, 0.0, Message("wrong-value"))))))
    for one in (whole, whole["problem"], whole["parts"][0], whole["parts"][0]["tests"][0]):
        for key in ("titles", "hints", "said", "rules_said", "form_titles"):
            one.pop(key, None)
    for report in plugins.reports().values():
        assert report.one(whole, {"lang": code})


def test_messages_of_another_version_stay_in_english() -> None:
    finding = Finding(Verdict.WA, 0.0, Message("wrong-on", {"wrong": "1", "total": "2"}))
    whole = json.loads(json.dumps(graded(with_finding(finding))))
    test = whole["parts"][0]["tests"][0]
    for said in ([{"key": "from-tomorrow", "values": {}}], [{"key": "wrong-on", "values": {"wrong": "1"}}]):
        test["said"], test["message"] = said, "Something new."
        assert speak(whole, RUSSIAN)["parts"][0]["tests"][0]["message"] == "Something new."


@pytest.mark.parametrize(
    "text",
    [
        "a for " * 500,
        "`x` takes 1 arguments, 2 " * 400,
        "x" * LONGEST,
        " for ".join(["a boolean"] * 90),
        "asked for is " * 70,
    ],
)
def test_a_hostile_sentence_takes_no_time_to_look_for(text: str) -> None:
    facts = result.Facts(built=True, notes=(text,))
    assert speak(graded(with_finding(Finding(Verdict.AC, 1.0)), facts=facts), RUSSIAN)["notes"][0]


def test_of_two_messages_the_one_with_more_words_comes_first() -> None:
    found = recognised("Used the method `a` of `B`, as `c` was asked for.")
    assert next(found) == ("told.used-method-as", {"method": "`a`", "owner": "`B`", "asked": "`c`"})
