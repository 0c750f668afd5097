"""A fresh state in Java is as at the start, by a new class loader or by setting statics back; `java_states.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from grader.model import FunctionAsked, Interface, Parameter, Reply, Returned, State, Step
from grader.plugins import Sandbox
from grader.values import Value
from tests.languages.test_java_messy import opened

INTERFACE = Interface((FunctionAsked("answer", (Parameter("n", "int"),), "int"),))
LOADER = "java.lang.System.identityHashCode(A.class.getClassLoader())"

STATES: Mapping[str, Mapping[str, str]] = yaml.safe_load(
    Path(__file__).with_name("java_states.yaml").read_text("utf-8")
)
SET_BACK, LOADED_AFRESH = STATES["set_back"], STATES["loaded_afresh"]


def replies(sandbox: Sandbox, source: str, state: State) -> tuple[Reply, ...]:
    with opened(sandbox, {"A.java": source}, INTERFACE) as one:
        return one.subject.ask([Step("answer", (7,))] * 5, state, 5.0).replies


@pytest.mark.parametrize("what", [*SET_BACK, *LOADED_AFRESH])
def test_each_call_finds_everything_as_at_the_start(any_sandbox: Sandbox, what: str) -> None:
    body = SET_BACK.get(what) or LOADED_AFRESH[what]
    source = f"class A {{ {body} }}"
    assert replies(any_sandbox, source, State.EACH) == (Returned(7),) * 5


def loaders(sandbox: Sandbox, body: str) -> int:
    """How many class loaders five fresh states have had."""
    told = f"class B {{ static int answer(int n) throws Exception {{ A.answer(n); return {LOADER}; }} }}"
    asked = Interface((FunctionAsked("B.answer", (Parameter("n", "int"),), "int"),))
    with opened(sandbox, {"A.java": f"class A {{ {body} }}", "B.java": told}, asked) as one:
        answers = one.subject.ask([Step("B.answer", (7,))] * 5, State.EACH, 5.0).replies
    values: set[Value] = {reply.value for reply in answers if isinstance(reply, Returned)}
    assert all(isinstance(reply, Returned) for reply in answers)
    return len(values)


@pytest.mark.parametrize("what", [name for name in SET_BACK if name != "an object of its own"])
def test_what_holds_only_numbers_and_texts_is_loaded_once(any_sandbox: Sandbox, what: str) -> None:
    assert loaders(any_sandbox, SET_BACK[what]) == 1


@pytest.mark.parametrize("what", LOADED_AFRESH)
def test_what_holds_or_does_anything_else_is_loaded_for_each(any_sandbox: Sandbox, what: str) -> None:
    assert loaders(any_sandbox, LOADED_AFRESH[what]) == 5
