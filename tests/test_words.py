"""grader.words: every message has a phrase, and every phrase gets what it speaks of."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

import grader
from grader.model import Message, Verdict
from grader.words import PHRASES, VERDICTS, say

SOURCES = sorted(Path(grader.__file__).parent.rglob("*.py"))
FAULT_FINDING = ("you ", "your", "you're", "failed", "illegal", "fatal", "invalid", "exception", "stack")


def fields_of(phrase: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(phrase) if name}


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
        if path.name != "words.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_message_of_the_code_has_a_phrase() -> None:
    said = keys_said()
    assert said, "the code says something"
    assert said - set(PHRASES) == set()


def test_every_phrase_is_said_by_some_code() -> None:
    assert set(PHRASES) - texts_of_the_code() == set()


@pytest.mark.parametrize("key", sorted(PHRASES))
def test_a_phrase_holds_what_it_is_given(key: str) -> None:
    fields = fields_of(PHRASES[key])
    said = say(Message(key, {name: f"<{name}> {{0}}" for name in fields}))
    assert said is not None
    assert all(f"<{name}> {{0}}" in said for name in fields)


@pytest.mark.parametrize("key", sorted(PHRASES))
def test_a_phrase_blames_nobody(key: str) -> None:
    phrase = f" {PHRASES[key].lower()} "
    assert [word for word in FAULT_FINDING if word in phrase] == []


def test_no_message_is_no_sentence() -> None:
    assert say(None) is None


def test_a_message_is_put_into_words() -> None:
    assert say(Message("cpu-limit", {"cpu_s": "2"})) == (
        "It was still computing after 2 s. Is there a loop that never ends?"
    )


def test_a_message_without_a_phrase_is_an_error_of_ours() -> None:
    with pytest.raises(KeyError):
        say(Message("no-such-key"))


def test_every_verdict_has_words() -> None:
    assert set(VERDICTS) == set(Verdict)
    assert len(set(VERDICTS.values())) == len(Verdict)
