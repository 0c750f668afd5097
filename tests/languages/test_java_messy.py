"""What Java files of real students do besides answering: each stays a right or a wrong answer, never a fault."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest

from grader.build import COMPILER_LIMITS
from grader.errors import ToolMissing
from grader.languages.java import PLUGIN
from grader.model import (
    Built,
    Command,
    FunctionAsked,
    Interface,
    Limits,
    Outcome,
    Parameter,
    Returned,
    State,
    Step,
    Submission,
)
from grader.plugins import Sandbox
from grader.subject import BuiltSubject
from grader.values import ObjectValue
from tests.conftest import lacking

INTERFACE = Interface((FunctionAsked("answer", (Parameter("n", "int"),)),))


@contextmanager
def opened(sandbox: Sandbox, files: Mapping[str, str | bytes]) -> Iterator[BuiltSubject]:
    try:
        toolchain = PLUGIN.find()
    except ToolMissing as error:
        lacking(str(error))

    def run(command: Command, limits: Limits = COMPILER_LIMITS) -> Outcome:
        with sandbox.start(command, limits) as process:
            outcome: Outcome = process.run_to_end()
        return outcome

    sources = {name: text if isinstance(text, bytes) else text.encode() for name, text in files.items()}
    built = PLUGIN.build(Submission("x", sources, "java", next(iter(sources)), ""), INTERFACE, toolchain, run)
    assert isinstance(built, Built), built
    subject = BuiltSubject(built, PLUGIN, toolchain, sandbox, Limits())
    try:
        assert subject.load(INTERFACE) is None
        yield subject
    finally:
        subject.close()


SLEEPING = "new Thread(() -> { while (true) try { Thread.sleep(1000); } catch (InterruptedException e) { } }).start();"
POOL = "java.util.concurrent.Executors.newFixedThreadPool(4)"
LEFT = {
    "a thread of the class": f"class A {{ static {{ {SLEEPING} }} static int answer(int n) {{ return n; }} }}",
    "a thread of each call": f"class A {{ static int answer(int n) {{ {SLEEPING} return n; }} }}",
    "a timer": "class A { java.util.Timer t = new java.util.Timer(); int answer(int n) { return n; } }",
    "a pool": f"class A {{ int answer(int n) throws Exception {{ return {POOL}.submit(() -> n).get(); }} }}",
}


@pytest.mark.parametrize("what", LEFT)
def test_what_a_state_leaves_running_costs_no_answer_of_the_next(any_sandbox: Sandbox, what: str) -> None:
    with opened(any_sandbox, {"A.java": LEFT[what]}) as subject:
        single = [subject.ask([Step("answer", (7,))], State.NEW).replies[0] for _ in range(60)]
        each = subject.ask([Step("answer", (number,)) for number in range(150)], State.EACH, 2.0).replies
    assert single == [Returned(7)] * 60
    assert each == tuple(Returned(number) for number in range(150))


SLOW = "class R { public String toString() { try { Thread.sleep(3600000); } catch (Exception e) { } return null; } }"


@pytest.mark.parametrize("state", [State.NEW, State.EACH])
def test_a_text_form_that_never_comes_is_left_out(any_sandbox: Sandbox, state: State) -> None:
    source = SLOW + "class A { static Object answer(int n) { return new R(); } }"
    with opened(any_sandbox, {"A.java": source}) as subject:
        replies = subject.ask([Step("answer", (1,))] * 30, state, 5.0).replies
    assert replies == (Returned(ObjectValue("R", "")),) * 30
