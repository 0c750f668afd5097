"""`--lang` and the locale: in which language a report is written, and that nothing but its words depends on that."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader import words
from grader.commands._languages import lang_for, lang_of_locale
from grader.redact import for_student
from grader.reports._columns import columns, wrap
from grader.reports.html import render_submission
from grader.reports.terminal import PLUGIN
from grader.words import Words
from tests.deciders import leave, run, three
from tests.reports import sample
from tests.reports.pages import Parsed

NAMES = ("LC_ALL", "LC_MESSAGES", "LANG")
LANGS = tuple(words.languages())


@pytest.mark.parametrize(
    ("locale", "code"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "et"}, "et"),
        ({"LANG": "ko_KR@x"}, "ko"),
        ({"LANG": "zh_CN.GB18030"}, "zh"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "pl_PL"}, "pl"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "pl_PL", "LC_ALL": "C"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": ""}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "POSIX"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "../en"}, "en"),
    ],
)
def test_the_locale_says_the_language(monkeypatch: pytest.MonkeyPatch, locale: dict[str, str], code: str) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    for name, value in locale.items():
        monkeypatch.setenv(name, value)
    assert lang_of_locale() == code


def test_only_what_a_person_at_this_machine_reads_follows_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ko_KR.UTF-8")
    formats = ("terminal", "html", "markdown", "github", "junit", "gradescope", "json", "csv")
    assert [lang_for(name, None) for name in formats] == ["ko", "ko", *["en"] * 6]
    assert {lang_for(name, "et") for name in formats} == {"et"}


@pytest.mark.parametrize(
    "command", ["check boards here", "batch boards here -o out", "report out", "feedback out -o f.zip", "demo"]
)
def test_a_language_without_messages_is_refused_with_those_that_there_are(command: str) -> None:
    said = run(*command.split(), "--lang", "xx")
    assert said.code == 2
    assert "there are no messages in 'xx'; there are en, et, ko, pl, ru, zh" in said.err


def test_a_stored_result_is_told_in_any_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    file = tmp_path / "result.json"
    file.write_text(json.dumps(for_student(sample.every_verdict())), "utf-8")
    assert "Punkty" in run("report", file).err
    assert "得分" in run("report", file, "--lang", "zh").err
    assert run("report", file, "--format", "markdown", "-o", tmp_path / "r.md").code == 0
    assert "| part | points | |" in (tmp_path / "r.md").read_text("utf-8")


# --- a class -----------------------------------------------------------------------------------------------


def languages_of(folder: Path, which: str) -> set[str]:
    return {Parsed(page.read_text("utf-8")).all("lang")[0] for page in (folder / which).glob("*.html")}


def test_pages_of_a_class_are_english_whatever_the_locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    out = leave(tmp_path / "out", three())
    assert languages_of(out, "feedback") == languages_of(out, "submissions") == {"en"}


def test_feedback_of_a_class_comes_in_the_language_that_was_asked_for_and_stays_so(tmp_path: Path) -> None:
    out = leave(tmp_path / "out", three(), lang="ko")
    results = (out / "results.json").read_bytes()
    assert languages_of(out, "feedback") == {"ko"}
    assert languages_of(out, "submissions") == {"en"}
    decided = tmp_path / "o.yaml"
    decided.write_text("format: grader-overrides/1\nby: B\npeople: [{id: ann, comment: Good.}]\n", "utf-8")
    assert run("report", out, "--overrides", decided).code == 0
    assert languages_of(out, "feedback") == {"ko"}
    assert run("report", out, "--overrides", decided, "--lang", "en").code == 0
    assert languages_of(out, "feedback") == {"en"}
    other = leave(tmp_path / "other", three(), lang="et")
    assert (other / "results.json").read_bytes() == results


# --- pages -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGS)
def test_a_page_says_its_language_and_that_of_parts_in_another(code: str) -> None:
    parsed = Parsed(render_submission(sample.every_verdict(), words=Words(code)))
    page, *parts = parsed.all("lang")
    assert page == {"zh": "zh-Hans"}.get(code, code)
    assert set(parts) == (set() if code == "en" else {"en"})
    assert dict(parsed.attributes)["data-copied"] == Words(code)("page.copied")


@pytest.mark.parametrize("code", [code for code in LANGS if code != "en"])
def test_no_word_of_ours_stays_english_on_the_page_of_a_student(code: str) -> None:
    """Of the sample every text is made up and English, so what is not marked as English and is, is a word of ours."""
    english = {phrase for key, phrase in words.catalogue("en").items() if key.startswith("page.") and "{" not in phrase}
    text = Parsed(render_submission(for_student(sample.every_verdict()), words=Words(code))).text
    shown = {line.strip() for line in text.splitlines()}
    assert shown & {phrase for phrase in english if len(phrase) > 3} == set()
    assert Words(code)("page.parts") in text


@pytest.mark.parametrize("code", LANGS)
def test_a_line_of_the_terminal_fits_into_80_columns_in_every_language(code: str) -> None:
    for one in (sample.every_verdict(), sample.accepted(), sample.ungraded(), sample.unbuilt()):
        told = PLUGIN.one(for_student(one), {"lang": code})
        assert [line for line in told.splitlines() if columns(line) > 80] == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("程序要求的输入，比这个测试提供的多。", ["程序要求的", "输入，比这", "个测试提供", "的多。"]),
        ("得到（空），不是 `f(1, 2)`。", ["得到", "（空），不", "是 `f(1,", "2)`。"]),
        ("답을 이해할 수 없었습니다", ["답을 이해할", "수", "없었습니다"]),
        ("one two three", ["one two", "three"]),
    ],
)
def test_a_line_of_chinese_ends_where_it_may(text: str, lines: list[str]) -> None:
    assert wrap(text, 11) == lines
