"""grader.words: every message has a phrase in every language, and every phrase gets what it speaks of."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import grader
from grader.model import Message, Verdict
from grader.reports._columns import columns
from grader.words import (
    ENGLISH,
    FIELD,
    FOLDER,
    FORMS,
    MARKS,
    NATIVE,
    Words,
    catalogue,
    category,
    languages,
    marks,
    say,
    together,
)

HERE = Path(grader.__file__).parent
SOURCES = sorted(HERE.rglob("*.py"))
OTHERS = [code for code in languages() if code != NATIVE]
PHRASES = [key for key in catalogue(NATIVE) if "." not in key]
FAULT_FINDING = ("you ", "your", "you're", "failed", "illegal", "fatal", "invalid", "exception", "stack")


def fields_of(phrase: str) -> set[str]:
    return {name for name, _mark, _forms in FIELD.findall(phrase)}


def keys_said() -> set[str]:
    """The literal keys of every `Message(...)` in the code."""
    found: set[str] = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message":
                found |= {
                    inner.value
                    for inner in ast.walk(node.args[0])
                    if isinstance(inner, ast.Constant) and isinstance(inner.value, str)
                }
    return found


def texts_of_the_code() -> set[str]:
    return {
        node.value
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


# --- what is said is there, what is there is said ----------------------------------------------------------


def test_every_message_of_the_code_has_a_phrase() -> None:
    said = keys_said()
    assert said, "the code says something"
    assert said - set(PHRASES) == set()


def test_every_phrase_is_said_by_some_code() -> None:
    assert set(PHRASES) - texts_of_the_code() == set()


def test_every_label_of_the_catalogue_is_used_and_every_one_that_is_used_is_there() -> None:
    templates = [path.read_text("utf-8") for path in sorted(HERE.rglob("*.html"))]
    asked = {
        key
        for page in templates
        for key in re.findall(r'"((?:page|decided|verdict|meaning|isolation)[\w-]*\.[\w.-]+)"', page)
    }
    asked |= {
        text
        for text in texts_of_the_code()
        if re.fullmatch(r"(?:page|text|decided|word|hidden|verdict)\.[\w-]*\w", text)
    }
    made = {f"{group}.{verdict.value}" for group in ("verdict", "meaning") for verdict in Verdict}
    made |= {
        f"label.{name}" for name in ("input", "expected", "actual", "transcript", "cause", "hint", "where", "repeat")
    }
    made |= {f"decided.late-{how}{more}" for how in ("by", "free") for more in ("", "-extended")} | {"verdict.none"}
    there = {key for key in catalogue(NATIVE) if "." in key and key.partition(".")[0] not in ("told", "shown")}
    assert asked | made == there


def test_every_sentence_that_comes_as_text_is_written_in_some_source() -> None:
    """Where the pieces of the sentence stand, in a driver or in code: nobody says what stands nowhere."""
    sources = [path for path in HERE.rglob("*") if path.is_file() and path.suffix not in (".txt", ".json", ".pyc")]
    written = " ".join(path.read_text("utf-8", "replace") for path in sources)
    written = re.sub(r'"\s*(?:\+\s*)?f?"', "", written)
    unsaid = []
    for key, template in catalogue(NATIVE).items():
        if key.startswith(("told.", "shown.")):
            words = [
                word for piece in FIELD.sub("\0", template).split("\0") for word in re.findall(r"[A-Za-z']{4,}", piece)
            ]
            unsaid += [(key, word) for word in words if not re.search(rf"\b{word}", written)]
    assert unsaid == []


# --- every language ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", languages())
def test_a_language_has_each_message_once_and_no_other(code: str) -> None:
    lines = (FOLDER / f"{code}.txt").read_text("utf-8").splitlines()
    keys = Counter(line.partition(": ")[0] for line in lines if line and not line.startswith("#"))
    assert keys == Counter(dict.fromkeys(catalogue(NATIVE), 1))


@pytest.mark.parametrize("code", languages())
def test_a_language_says_how_it_writes_numbers(code: str) -> None:
    assert code in FORMS
    assert code in MARKS


@pytest.mark.parametrize("code", OTHERS)
def test_a_sentence_speaks_of_all_that_it_is_given_and_of_nothing_else(code: str) -> None:
    fields = {key: fields_of(phrase) for key, phrase in catalogue(code).items()}
    assert fields == {key: fields_of(phrase) for key, phrase in catalogue(NATIVE).items()}


@pytest.mark.parametrize("code", languages())
def test_a_sentence_has_a_form_for_each_category_of_its_language(code: str) -> None:
    found = {
        (key, len(forms.split("|")))
        for key, phrase in catalogue(code).items()
        for _n, _m, forms in FIELD.findall(phrase)
        if forms
    }
    assert {(key, count) for key, count in found if count != len(FORMS[code])} == set()


@pytest.mark.parametrize("code", languages())
def test_braces_are_for_names_only(code: str) -> None:
    assert [key for key, phrase in catalogue(code).items() if re.search(r"[{}]", FIELD.sub("", phrase))] == []


@pytest.mark.parametrize("code", OTHERS)
def test_marks_stand_in_english_only(code: str) -> None:
    assert [key for key, phrase in catalogue(code).items() for _n, mark, _f in FIELD.findall(phrase) if mark] == []


@pytest.mark.parametrize("code", OTHERS)
def test_no_sentence_is_left_in_english(code: str) -> None:
    alike = {key for key, phrase in catalogue(code).items() if phrase == catalogue(NATIVE)[key]}
    with_words = {key for key in alike if re.search(r"[A-Za-z]{2,}", FIELD.sub("", catalogue(NATIVE)[key]))}
    assert with_words == set()


@pytest.mark.parametrize("code", OTHERS)
def test_code_in_a_sentence_stays_as_it_is(code: str) -> None:
    def code_in(phrase: str) -> list[str]:
        return sorted(re.findall(r"`[^`]*`", phrase))

    changed = {key for key, phrase in catalogue(code).items() if code_in(phrase) != code_in(catalogue(NATIVE)[key])}
    assert changed == set()


@pytest.mark.parametrize("code", languages())
def test_labels_and_verdicts_fit_into_a_terminal(code: str) -> None:
    wide = {key: 10 for key in catalogue(code) if key.startswith("label.")}
    wide |= {key: 25 for key in catalogue(code) if key.startswith(("verdict.", "text.not-counted"))}
    assert {
        key: columns(catalogue(code)[key]) for key, most in wide.items() if columns(catalogue(code)[key]) > most
    } == {}


@pytest.mark.parametrize("code", languages())
def test_no_two_verdicts_have_the_same_words(code: str) -> None:
    names = [phrase for key, phrase in catalogue(code).items() if key.startswith("verdict.")]
    assert len(set(names)) == len(names) == len(Verdict) + 3


# --- words -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(PHRASES))
def test_a_phrase_holds_what_it_is_given(key: str) -> None:
    fields = {name for name, _mark, forms in FIELD.findall(catalogue(NATIVE)[key]) if not forms}
    said = say(Message(key, {name: f"<{name}> {{0}}" for name in fields}))
    assert said is not None
    assert all(f"<{name}> {{0}}" in said for name in fields)


@pytest.mark.parametrize("key", sorted(PHRASES))
def test_a_phrase_blames_nobody(key: str) -> None:
    phrase = f" {catalogue(NATIVE)[key].lower()} "
    assert [word for word in FAULT_FINDING if word in phrase] == []


def test_no_message_is_no_sentence() -> None:
    assert say(None) is None


def test_a_message_is_put_into_words() -> None:
    message = Message("cpu-limit", {"cpu_s": "2.5"})
    assert {code: Words(code).say(message) for code in ("en", "ru", "ko")} == {
        "en": "It was still computing after 2.5 s. Is there a loop that never ends?",
        "ru": "Через 2,5 с программа всё ещё вычисляла. Нет ли в ней бесконечного цикла?",
        "ko": "2.5초가 지나도 계산이 끝나지 않았습니다. 끝나지 않는 반복문이 있나요?",
    }


def test_a_message_without_a_phrase_is_an_error_of_ours() -> None:
    with pytest.raises(KeyError):
        say(Message("no-such-key"))


def test_a_mark_is_known_by_its_name() -> None:
    assert marks("wrong-on") == {"wrong": "#", "total": "#"}
    assert marks("objection-at") == {"where": "!", "why": "!"}


# Examples of CLDR's plurals.xml.
CATEGORIES = {
    "en": {"one": "1", "other": "0 2 11 21 1,000 0.5 1.5"},
    "et": {"one": "1", "other": "0 2 11 21 1,000 0.5 1.5"},
    "ko": {"other": "0 1 2 1.5"},
    "zh": {"other": "0 1 2 1.5"},
    "ru": {
        "one": "1 21 31 101 1,001",
        "few": "2 3 4 22 34 102 1,002",
        "many": "0 5 11 12 14 19 20 25 100 111 1,000 1,000,000",
        "other": "0.5 1.5 10.1",
    },
    "pl": {
        "one": "1",
        "few": "2 3 4 22 34 102 1,002",
        "many": "0 5 11 12 14 19 21 31 101 1,000 1,001 1,000,000",
        "other": "0.5 1.5 10.1",
    },
}


@pytest.mark.parametrize("code", languages())
def test_numbers_belong_to_the_categories_of_cldr(code: str) -> None:
    found: dict[str, list[str]] = {}
    for number in " ".join(CATEGORIES[code].values()).split():
        found.setdefault(category(number, code), []).append(number)
    assert {name: " ".join(numbers) for name, numbers in found.items()} == CATEGORIES[code]


@pytest.mark.parametrize(
    ("code", "numbers"),
    [
        ("en", "0.5 1,234 12,345.5 -1,000"),
        ("ko", "0.5 1,234 12,345.5 -1,000"),
        ("zh", "0.5 1,234 12,345.5 -1,000"),
        ("ru", "0,5 1_234 12_345,5 -1_000"),
        ("pl", "0,5 1234 12_345,5 -1000"),
        ("et", "0,5 1234 12_345,5 -1000"),
    ],
)
def test_numbers_are_written_as_the_language_writes_them(code: str, numbers: str) -> None:
    words = Words(code)
    written = [words.number(0.5), words.number(1234), words.number("12,345.5"), words.number(-1000)]
    assert " ".join(written).replace("\N{NO-BREAK SPACE}", "_") == numbers
    assert words.number("20%") == "20%"


@pytest.mark.parametrize(
    ("count", "said"),
    [(1, "1 строка"), (2, "2 строки"), (5, "5 строк"), (21, "21 строка"), (0.5, "0,5 строки")],
)
def test_a_noun_has_the_form_that_goes_with_its_number(count: float, said: str) -> None:
    assert Words("ru")("page.lines", count=count) == said
    assert Words("ru")("page.first-steps", count=3) == "Первые 3 шага"


def test_every_verdict_has_words() -> None:
    assert len({ENGLISH.verdict(verdict.value) for verdict in Verdict}) == len(Verdict)


@pytest.mark.parametrize(
    ("sentences", "language", "told"),
    [
        ([], "en", ""),
        (["It stopped: KeyError: 5"], "en", "It stopped: KeyError: 5"),
        (
            ["It stopped: KeyError: 5", "Not right on 2 inputs."],
            "en",
            "It stopped: KeyError: 5. Not right on 2 inputs.",
        ),
        (["Wrong.", "", "Why?", "So!", "Yes"], "en", "Wrong. Why? So! Yes"),
        (["\u9519\u8bef: x", "\u5176\u4ed6\u3002"], "zh", "\u9519\u8bef: x\u3002 \u5176\u4ed6\u3002"),
    ],
)
def test_sentences_stand_together_with_a_stop_between(sentences: list[str], language: str, told: str) -> None:
    assert together(sentences, language) == told
