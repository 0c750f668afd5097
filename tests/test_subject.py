"""A conversation with a driver that breaks every rule: each breach is a fact about the subject, never our fault."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from grader import plugins
from grader.model import (
    Absent,
    Answers,
    BuildFailure,
    Built,
    Command,
    Ended,
    Ending,
    Frame,
    FunctionAsked,
    Interface,
    Invalid,
    Isolation,
    Limits,
    NotRun,
    Outcome,
    Parameter,
    Place,
    Raised,
    Reference,
    Reply,
    Returned,
    State,
    Step,
    Submission,
    Toolchain,
    Unfit,
    Usage,
)
from grader.plugins import Language, Sandbox
from grader.sandbox.process import ChannelClosed, Silence
from grader.subject import MOST_DEATHS, MOST_DEATHS_ASIDE, MOST_RENEWALS, MOST_TIMEOUTS, BuiltSubject, _left
from grader.values import OtherValue

Request = Mapping[str, Any]
Say = Callable[[Request], "Sequence[object]"]

INTERFACE = Interface(functions=(FunctionAsked("f", (Parameter("x"),)),))
LOADED = {"functions": {"f": "f"}, "classes": {}, "enums": {}, "offers": ["f"], "notes": []}
CALL = Step("f", (1,))
SILENT, GONE, CLOSED = object(), object(), object()


# --- a sandbox that plays a part ---------------------------------------------------------------------------


def outcome(ending: Ending, code: int | None = None, signal: int | None = None) -> Outcome:
    return Outcome(ending, code, signal, 0.1, 0.1, 1000, b"out", b"err")


@dataclass
class FakeProcess:
    """A process whose driver says what `say` gives for each request: lines, or one of the marks above."""

    say: Say
    lines: list[object] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    ended: bool = False
    seconds: float = 0.0

    def send(self, line: bytes) -> None:
        self.requests.append(json.loads(line))
        self.lines = list(self.say(self.requests[-1]))

    def next_line(self, _wait_s: float, *, many: bool) -> bytes:
        del many
        said = self.lines.pop(0) if self.lines else SILENT
        if said is SILENT:
            self.seconds += 100
            raise Silence
        if said is GONE or said is CLOSED:
            self.lines = [said]
            raise ChannelClosed
        return said if isinstance(said, bytes) else json.dumps(said).encode()

    def take_printed(self) -> tuple[bytes, bytes]:
        return b"printed", b""

    def usage(self) -> Usage:
        return Usage(self.seconds, 1000, 1)

    def usage_at_rest(self) -> Usage:
        return Usage(self.seconds + len(self.requests), 1000, 1)

    def recent_usage(self, _oldest_s: float) -> Usage:
        return self.usage()

    def crossed(self, _usage: Usage) -> Ending | None:
        return None

    def ended_by_itself(self) -> Outcome | None:
        return outcome(Ending.EXITED, 5) if self.lines == [GONE] else None

    def end(self, ending: Ending = Ending.CLOSED) -> Outcome:
        self.ended = True
        return outcome(ending, None, 9)


@dataclass
class FakeSandbox:
    """Starts fake processes and remembers them."""

    say: Say
    started: list[FakeProcess] = field(default_factory=list)
    level: Isolation = Isolation.NONE
    layers: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    def start(self, _command: Command, _limits: Limits) -> FakeProcess:
        self.started.append(FakeProcess(self.say))
        return self.started[-1]


LANGUAGE = plugins.languages()["python"]


def subject_of(sandbox: Sandbox) -> BuiltSubject:
    built = Built({}, "main.py", {"inside.py": "given name.py"})
    toolchain = Toolchain("fake", {"python": Path("/none")})
    return BuiltSubject(built, LANGUAGE, toolchain, sandbox, Limits())


def answering(say: Say) -> Say:
    """Loads as it should, and then says what `say` gives."""

    def both(request: Request) -> Sequence[object]:
        if request["do"] == "load":
            return [{"id": request["id"], "loaded": LOADED}]
        return say(request)

    return both


def talk(say: Say, steps: Sequence[Step] = (CALL,)) -> tuple[tuple[Reply, ...], FakeSandbox]:
    sandbox = FakeSandbox(answering(say))
    subject = subject_of(sandbox)
    assert subject.load(INTERFACE) is None
    return subject.ask(steps, State.NEW).replies, sandbox


# --- loading -----------------------------------------------------------------------------------------------

BROKEN_LOADS: Mapping[str, object] = {
    "no JSON": b"hello",
    "empty line": b"",
    "bytes that are no text": b"\xff\xfe",
    "a list": b"[]",
    "a number": b"1",
    "null": b"null",
    "endless nesting": b"[" * 100_000,
    "a number too long": b"9" * 10_000,
    "nan": b'{"id": NaN}',
    "another id": {"id": "0", "loaded": LOADED},
    "no id": {"loaded": LOADED},
}


@pytest.mark.parametrize("line", BROKEN_LOADS.values(), ids=BROKEN_LOADS)
def test_a_broken_answer_to_loading_is_an_invalid_reply(line: object) -> None:
    sandbox = FakeSandbox(lambda _request: [line])
    subject = subject_of(sandbox)
    assert subject.load(INTERFACE) is None
    assert isinstance(subject.load_failure, Invalid)
    assert isinstance(subject.ask([CALL], State.NEW).replies[0], Invalid)
    assert all(process.ended for process in sandbox.started)


BROKEN_BODIES: Mapping[str, Mapping[str, object]] = {
    "nothing": {},
    "loaded is a number": {"loaded": 1},
    "loaded is null": {"loaded": None},
    "loaded is empty": {"loaded": {}},
    "functions are a list": {"loaded": {**LOADED, "functions": [1]}},
    "classes are texts": {"loaded": {**LOADED, "classes": {"C": "C"}}},
    "offers are a number": {"loaded": {**LOADED, "offers": 1}},
    "notes are null": {"loaded": {**LOADED, "notes": None}},
    "raised is null": {"raised": None, "loaded": LOADED},
    "raised is empty": {"raised": {}, "loaded": LOADED},
    "the trace is a text": {"raised": {"type": "E", "message": "m", "trace": "abc"}, "loaded": LOADED},
    "refused is a number": {"refused": 1},
    "refused is null": {"refused": None},
}


@pytest.mark.parametrize("body", BROKEN_BODIES.values(), ids=BROKEN_BODIES)
def test_a_malformed_body_of_loading_is_an_invalid_reply(body: Mapping[str, object]) -> None:
    subject = subject_of(FakeSandbox(lambda request: [{"id": request["id"], **body}]))
    assert subject.load(INTERFACE) is None
    assert isinstance(subject.load_failure, Invalid)


def test_a_refusal_is_a_build_failure_with_its_place() -> None:
    refused = {"message": "no", "file": "main.py", "line": 3, "column": 5, "source": "x ="}
    subject = subject_of(FakeSandbox(lambda request: [{"id": request["id"], "refused": refused}]))
    assert subject.load(INTERFACE) == BuildFailure("no", Place("main.py", 3, 5, "x ="))


def test_a_refusal_names_the_file_as_the_student_does() -> None:
    refused = {"message": "no", "file": "inside.py", "line": 3}
    subject = subject_of(FakeSandbox(lambda request: [{"id": request["id"], "refused": refused}]))
    failure = subject.load(INTERFACE)
    assert failure is not None
    assert failure.place is not None
    assert failure.place.file == "given name.py"


def test_dying_while_loading_is_an_end() -> None:
    subject = subject_of(FakeSandbox(lambda _request: [GONE]))
    subject.load(INTERFACE)
    assert isinstance(subject.load_failure, Ended)
    assert subject.load_failure.outcome.exit_code == 5


def test_loading_for_ever_is_a_limit() -> None:
    subject = subject_of(FakeSandbox(lambda _request: []))
    subject.load(INTERFACE)
    assert isinstance(subject.load_failure, Ended)
    assert subject.load_failure.outcome.ending is Ending.CPU_LIMIT


def test_a_submission_that_fails_to_load_is_not_started_again_for_each_test() -> None:
    sandbox = FakeSandbox(lambda _request: [GONE])
    subject = subject_of(sandbox)
    subject.load(INTERFACE)
    for _ in range(5):
        assert isinstance(subject.ask([CALL], State.NEW).replies[0], Ended)
    assert len(sandbox.started) == 1


# --- replies -----------------------------------------------------------------------------------------------


def test_each_request_has_another_id_that_can_not_be_guessed() -> None:
    replies, sandbox = talk(lambda request: [{"id": request["id"], "n": 0, "value": 1}])
    identities = [request["id"] for request in sandbox.started[0].requests]
    assert replies == (Returned(1),)
    assert len(set(identities)) == len(identities)
    assert all(len(identity) >= 16 for identity in identities)


def test_no_request_tells_what_is_expected() -> None:
    _replies, sandbox = talk(lambda request: [{"id": request["id"], "n": 0, "value": 1}])
    assert set(sandbox.started[0].requests[-1]) == {"id", "do", "state", "steps"}


BROKEN_REPLIES: Mapping[str, Callable[[Request], object]] = {
    "no JSON": lambda _request: b"printed by the student",
    "empty line": lambda _request: b"",
    "no object": lambda _request: b"[1]",
    "two values in a line": lambda request: json.dumps({"id": request["id"], "n": 0, "value": 1}).encode() * 2,
    "no id": lambda _request: {"n": 0, "value": 1},
    "another id": lambda _request: {"id": "0123456789abcdef", "n": 0, "value": 1},
    "an id that is a list": lambda request: {"id": [request["id"]], "n": 0, "value": 1},
    "a later number": lambda request: {"id": request["id"], "n": 1, "value": 1},
    "no number": lambda request: {"id": request["id"], "value": 1},
    "a number that is a text": lambda request: {"id": request["id"], "n": "0", "value": 1},
    "nothing said": lambda request: {"id": request["id"], "n": 0},
    "an unknown tag": lambda request: {"id": request["id"], "n": 0, "value": {"no tag": 1}},
    "an int that is none": lambda request: {"id": request["id"], "n": 0, "value": {"int": "1_000"}},
    "an int too long": lambda request: {"id": request["id"], "n": 0, "value": {"int": "9" * 5000}},
    "an int in other digits": lambda request: {"id": request["id"], "n": 0, "value": {"int": "\u0661"}},
    "a float that is none": lambda request: {"id": request["id"], "n": 0, "value": {"float": "1.0"}},
    "a float that is a list": lambda request: {"id": request["id"], "n": 0, "value": {"float": []}},
    "bytes that are none": lambda request: {"id": request["id"], "n": 0, "value": {"bytes": "*"}},
    "a map of no pairs": lambda request: {"id": request["id"], "n": 0, "value": {"map": [[1]]}},
    "a tuple that is a number": lambda request: {"id": request["id"], "n": 0, "value": {"tuple": 1}},
    "a member without a name": lambda request: {"id": request["id"], "n": 0, "value": {"enum": ["A"]}},
    "an object that is a number": lambda request: {"id": request["id"], "n": 0, "value": {"object": 1}},
    "nan": lambda request: f'{{"id": "{request["id"]}", "n": 0, "value": NaN}}'.encode(),
    "nested too deep": lambda request: (
        f'{{"id": "{request["id"]}", "n": 0, "value": {"[" * 500}{"]" * 500}}}'.encode()
    ),
    "nested without end": lambda request: (
        f'{{"id": "{request["id"]}", "n": 0, "value": {"[" * 200_000}'.encode()
    ),
    "a bare integer too long": lambda request: (
        f'{{"id": "{request["id"]}", "n": 0, "value": {"9" * 6000}}}'.encode()
    ),
    "raised without a trace": lambda request: {"id": request["id"], "n": 0, "raised": {"type": "E"}},
    "raised a text": lambda request: {"id": request["id"], "n": 0, "raised": "E"},
    "a trace of numbers": lambda request: {
        "id": request["id"], "n": 0, "raised": {"type": "E", "message": "", "trace": [1]},
    },
}  # fmt: skip


@pytest.mark.parametrize("line", BROKEN_REPLIES.values(), ids=BROKEN_REPLIES)
def test_a_broken_reply_is_invalid_and_ends_the_process(line: Callable[[Request], object]) -> None:
    replies, sandbox = talk(lambda request: [line(request)], [CALL, CALL, CALL])
    assert isinstance(replies[0], Invalid)
    assert replies[1:] == (NotRun(), NotRun())
    assert sandbox.started[0].ended


def test_a_child_that_ended_of_an_error_has_raised_it_and_answers_no_more() -> None:
    raised = {"type": "fatal error", "message": "stack overflow", "trace": [], "memory": False}
    said = {"n": 0, "ended": {"exit": 2}, "raised": raised}
    replies, _sandbox = talk(lambda request: [{"id": request["id"], **said}], [CALL, CALL])
    assert replies == (Raised("fatal error", "stack overflow"), NotRun())


@pytest.mark.parametrize("raised", [None, 1, {}, {"type": "x", "message": "y", "trace": [{}]}])
def test_an_error_of_a_child_that_can_not_be_read_is_invalid(raised: object) -> None:
    said = {"n": 0, "ended": {"exit": 2}, "raised": raised}
    replies, _sandbox = talk(lambda request: [{"id": request["id"], **said}], [CALL, CALL])
    assert replies == (Invalid("a reply that says nothing known"), NotRun())


def test_children_that_end_of_errors_over_and_over_are_asked_no_more() -> None:
    raised = {"type": "panic", "message": "", "trace": [], "memory": False}
    subject, _sandbox = opened(lambda request: [{"id": request["id"], "n": 0, "ended": {"exit": 2}, "raised": raised}])
    for _ in range(MOST_DEATHS):
        assert subject.ask([CALL], State.NEW).replies == (Raised("panic", ""),)
    assert subject.ask([CALL], State.NEW).replies == (NotRun(),)


@pytest.mark.parametrize("ended", [None, 1, [], "x", {}, {"exit": "0"}, {"signal": "x"}, {"exit": 1, "signal": 2}])
def test_any_word_of_a_child_that_ended_is_an_end_or_invalid(ended: object) -> None:
    replies, _sandbox = talk(lambda request: [{"id": request["id"], "n": 0, "ended": ended}], [CALL, CALL])
    assert isinstance(replies[0], Ended | Invalid)
    assert replies[1] == NotRun()


def test_the_replies_before_a_broken_one_stay() -> None:
    replies, _sandbox = talk(
        lambda request: [{"id": request["id"], "n": 0, "value": 1}, b"rubbish"], [CALL, CALL, CALL]
    )
    assert replies[0] == Returned(1)
    assert isinstance(replies[1], Invalid)
    assert replies[2] == NotRun()


def test_a_surplus_reply_does_not_answer_the_next_request() -> None:
    kept: list[object] = []

    def say(request: Request) -> Sequence[object]:
        before = list(kept)
        kept[:] = [{"id": request["id"], "n": 0, "value": "surplus"}]
        return [*before, {"id": request["id"], "n": 0, "value": "right"}]

    sandbox = FakeSandbox(answering(say))
    subject = subject_of(sandbox)
    subject.load(INTERFACE)
    assert subject.ask([CALL], State.NEW).replies == (Returned("right"),)
    assert isinstance(subject.ask([CALL], State.NEW).replies[0], Invalid)


BODIES: Mapping[str, tuple[Mapping[str, object], Reply]] = {
    "missing": ({"missing": "f"}, Absent("f")),
    "unfit": ({"unfit": "why"}, Unfit("why")),
    "raised": (
        {"raised": {"type": "E", "message": "m", "trace": [{"file": "inside.py", "line": 3, "function": "g"}]}},
        Raised("E", "m", (Frame("given name.py", 3, "g"),)),
    ),
    "a line that is no line": (
        {"raised": {"type": "E", "message": "m", "trace": [{"file": "a", "line": -1, "function": "g"}]}},
        Raised("E", "m", (Frame("a", None, "g"),)),
    ),
    "memory": ({"raised": {"type": "E", "message": "", "trace": [], "memory": True}}, Raised("E", "", (), True)),
    "memory that is no boolean": (
        {"raised": {"type": "E", "message": "", "trace": [], "memory": 1}},
        Raised("E", "", (), False),
    ),
    "other": ({"value": {"other": "cycle", "text": "..."}}, Returned(OtherValue("cycle", "..."))),
}


@pytest.mark.parametrize(("body", "reply"), BODIES.values(), ids=BODIES)
def test_a_reply_becomes_a_fact(body: Mapping[str, object], reply: Reply) -> None:
    replies, _sandbox = talk(lambda request: [{"id": request["id"], "n": 0, **body}])
    assert replies == (reply,)


def test_texts_of_any_length_are_cut() -> None:
    long = "x" * 100_000
    frames = [{"file": "a", "line": 1, "function": long}] * 100
    replies, _sandbox = talk(
        lambda request: [{"id": request["id"], "n": 0, "raised": {"type": long, "message": long, "trace": frames}}]
    )
    raised = replies[0]
    assert isinstance(raised, Raised)
    assert (len(raised.type), len(raised.message), len(raised.trace)) == (200, 2000, 20)
    assert len(raised.trace[0].function) == 200


def test_steps_go_over_the_wire_as_the_protocol_says() -> None:
    steps = [
        Step("f", (1, Reference("a")), bind="b"),
        Step("C", (2**60,), new=True, bind="a"),
        Step("m", ((1,),), on="a"),
    ]
    _replies, sandbox = talk(lambda _request: [b"rubbish"], steps)
    request = sandbox.started[0].requests[-1]
    assert (request["do"], request["state"]) == ("run", "new")
    assert request["steps"] == [
        ["call", "f", [1, {"ref": "a"}], "b"],
        ["new", "C", [{"int": str(2**60)}], "a"],
        ["method", "a", "m", [{"tuple": [1]}], None],
    ]


# --- trouble is bounded ------------------------------------------------------------------------------------


def opened(say: Say) -> tuple[BuiltSubject, FakeSandbox]:
    sandbox = FakeSandbox(answering(say))
    subject = subject_of(sandbox)
    subject.load(INTERFACE)
    return subject, sandbox


def endings(subject: BuiltSubject, count: int) -> list[type]:
    return [type(subject.ask([CALL], State.NEW).replies[0]) for _ in range(count)]


def test_after_three_time_outs_the_rest_of_a_part_is_not_run() -> None:
    subject, sandbox = opened(lambda _request: [])
    assert endings(subject, MOST_TIMEOUTS + 2) == [Ended] * MOST_TIMEOUTS + [NotRun] * 2
    assert len(sandbox.started) == MOST_TIMEOUTS
    subject.begin_part()
    assert endings(subject, 1) == [Ended]


def test_after_ten_deaths_the_rest_of_a_part_is_not_run() -> None:
    subject, _sandbox = opened(lambda _request: [GONE])
    assert endings(subject, MOST_DEATHS + 2) == [Ended] * MOST_DEATHS + [NotRun] * 2


def test_what_goes_wrong_aside_has_bounds_of_its_own_and_is_not_held_against_the_part() -> None:
    subject, _sandbox = opened(lambda _request: [GONE])
    assert endings(subject, MOST_DEATHS - 1) == [Ended] * (MOST_DEATHS - 1)
    with subject.aside():
        assert endings(subject, MOST_DEATHS_ASIDE + 1) == [Ended] * MOST_DEATHS_ASIDE + [NotRun]
    assert endings(subject, 2) == [Ended, NotRun]


def test_after_ten_broken_conversations_the_rest_of_a_part_is_not_run() -> None:
    subject, _sandbox = opened(lambda _request: [b"rubbish"])
    assert endings(subject, MOST_DEATHS + 2) == [Invalid] * MOST_DEATHS + [NotRun] * 2


def test_a_process_that_lives_on_with_a_closed_channel_is_invalid_and_ended() -> None:
    subject, sandbox = opened(lambda _request: [CLOSED])
    assert endings(subject, 1) == [Invalid]
    assert sandbox.started[0].ended


def test_after_an_end_the_next_question_goes_to_a_fresh_process() -> None:
    said: Iterator[object] = iter([GONE])
    subject, sandbox = opened(lambda request: [next(said, {"id": request["id"], "n": 0, "value": 7})])
    assert endings(subject, 1) == [Ended]
    assert subject.ask([CALL], State.NEW).replies == (Returned(7),)
    assert len(sandbox.started) == 2


def echoing(request: Request) -> Sequence[object]:
    return [{"id": request["id"], "n": number, "value": 3} for number, _step in enumerate(request["steps"])]


def test_what_is_measured_is_asked_in_the_state_as_it_is_and_costs_what_is_seen_at_rest() -> None:
    sandbox = FakeSandbox(answering(echoing))
    subject = subject_of(sandbox)
    subject.load(INTERFACE)
    answers = subject.measure([CALL, CALL])
    assert (answers.replies, answers.cpu_s) == ((Returned(3), Returned(3)), 1.0)
    assert sandbox.started[-1].requests[-1]["state"] == "same"


def test_what_ends_the_process_has_no_known_cost() -> None:
    subject = subject_of(FakeSandbox(answering(lambda _request: [GONE])))
    subject.load(INTERFACE)
    assert subject.measure([CALL]).cpu_s is None


@pytest.mark.parametrize(
    ("changed", "state", "processes"),
    [
        ({"memory_bytes": 1 << 30}, State.NEW, 2),
        ({"processes": 3}, State.EACH, 2),
        ({"memory_bytes": 1 << 30}, State.SAME, 1),  # what was made before would be lost
        ({"cpu_s": 9.0, "wall_s": 90.0, "total_s": 99.0}, State.NEW, 1),  # these count for each request
        ({}, State.NEW, 1),
    ],
)
def test_a_process_that_was_started_with_other_limits_is_started_again(
    changed: Mapping[str, Any], state: State, processes: int
) -> None:
    sandbox = FakeSandbox(answering(echoing))
    subject = subject_of(sandbox)
    subject.load(INTERFACE)
    subject.limits = replace(subject.limits, **changed)
    for _ in range(2):
        assert subject.ask([CALL], state).replies == (Returned(3),)
    assert len(sandbox.started) == processes


def test_closing_ends_the_process_and_closing_again_does_no_harm() -> None:
    subject, sandbox = opened(lambda _request: [])
    subject.close()
    subject.close()
    assert [process.ended for process in sandbox.started] == [True]


def test_what_was_printed_comes_with_the_answers_also_when_only_a_child_ended() -> None:
    subject, _sandbox = opened(lambda request: [{"id": request["id"], "n": 0, "ended": {"exit": 3}}])
    assert subject.ask([CALL], State.NEW).stdout == b"printed"


def test_a_value_is_made_once_for_each_key() -> None:
    subject, _sandbox = opened(lambda _request: [])
    numbers = iter(range(10))
    assert [subject.remember(key, lambda: next(numbers)) for key in ("a", "a", "b", "a")] == [0, 0, 1, 0]


# --- student code that plays with its driver ---------------------------------------------------------------

PLAY = """
import os, signal, time

def f(what):
    exec(what, globals())
    return 1
"""

TRICKS: Mapping[str, str] = {
    "writes rubbish": "os.write(4, b'rubbish\\n')",
    "writes a reply": 'os.write(4, b\'{"id": "x", "n": 0, "value": 1}\\n\')',
    "writes half a line": "os.write(4, b'{\"id\"')",
    "closes the channel": "os.closerange(3, 50)",
    "makes the channel impatient": "os.set_blocking(3, False)",
    "forks": "os.fork()",
    "kills its parent": "os.kill(os.getppid(), 9)",
    "stops its parent": "os.kill(os.getppid(), signal.SIGSTOP); time.sleep(20)",
    "stops itself": "os.kill(os.getpid(), signal.SIGSTOP)",
    "kills itself": "os.kill(os.getpid(), 9)",
    "kills its group": "os.killpg(0, 9)",
    "signals everybody": "os.kill(-1, 9)",
    "closes its output": "os.close(1); os.close(2)",
    "breaks json and print": "import builtins; builtins.print = builtins.len = builtins.str = builtins.type = None",
    "breaks os": "os.write = os.fork = os.waitpid = os.read = None",
    "leaves the folder": "os.chdir('/')",
    "an exit that is no exit": "os._exit(113)",
    "raises when it is shown": "class E(Exception):\n    def __str__(self): raise self\nraise E",
    "lowers the recursion limit": "import sys; sys.setrecursionlimit(20)",
    "raises an exit": "raise SystemExit(0)",
    "raises an interrupt": "raise KeyboardInterrupt",
}


@pytest.fixture(scope="module")
def player(full_sandbox: Sandbox, find_toolchain: Callable[[Language], Toolchain]) -> Iterator[BuiltSubject]:
    toolchain = find_toolchain(LANGUAGE)
    submission = Submission("s", {"main.py": PLAY.encode()}, "python", "main.py", "")
    built = LANGUAGE.build(submission, INTERFACE, toolchain, lambda _command, _limits: outcome(Ending.EXITED, 0))
    assert isinstance(built, Built)
    subject = BuiltSubject(built, LANGUAGE, toolchain, full_sandbox, Limits(cpu_s=1, wall_s=1.5, processes=16))
    assert subject.load(INTERFACE) is None
    yield subject
    subject.close()


@pytest.mark.parametrize("trick", TRICKS.values(), ids=TRICKS)
@pytest.mark.parametrize("state", [State.NEW, State.EACH])
def test_a_trick_spoils_a_few_requests_at_most(player: BuiltSubject, trick: str, state: State) -> None:
    player.close()
    player.begin_part()
    harmless = Step("f", ("pass",))
    replies = player.ask([harmless, Step("f", (trick,)), harmless], state).replies
    assert replies[0] == Returned(1)
    assert isinstance(replies[1], Returned | Raised | Ended | Invalid)
    assert not isinstance(replies[1], Ended) or replies[1].outcome.ending is not Ending.CLOSED
    assert Returned(1) in [player.ask([harmless], state).replies[0] for _ in range(4)]


@pytest.mark.parametrize("work", ["import time; time.sleep(0.1)", "for _ in range(2_000_000): pass"])
def test_many_calls_none_of_which_takes_long_come_to_an_end_together(player: BuiltSubject, work: str) -> None:
    player.close()
    player.begin_part()
    limits = Limits(cpu_s=1, wall_s=1.5, total_s=0.5)
    answers = player.ask([Step("f", (work,))] * 100, State.NEW, each_cpu_s=1, limits=limits)
    answered = answers.replies.index(next(reply for reply in answers.replies if isinstance(reply, Ended)))
    end = answers.replies[answered]
    assert isinstance(end, Ended)
    assert end.outcome.ending is Ending.TOTAL_LIMIT
    assert answers.replies[:answered] == (Returned(1),) * answered
    assert answers.replies[answered + 1 :] == (NotRun(),) * (99 - answered)
    assert 2 < answered < 99
    assert player.ask([Step("f", ("pass",))], State.NEW).replies == (NotRun(),)


# --- a process that is worn out ----------------------------------------------------------------------------


def wearing(most: int) -> Say:
    """A driver that answers so many steps of a request, and then wants another process."""

    def say(request: Request) -> Sequence[object]:
        answered = [{"id": request["id"], "n": n, "value": n} for n in range(min(most, len(request["steps"])))]
        return [*answered, {"id": request["id"], "n": most, "worn": True}][: len(request["steps"])]

    return say


def test_what_a_worn_out_process_did_not_answer_is_asked_in_another_one() -> None:
    replies, sandbox = talk(wearing(2), [CALL] * 5)
    assert replies == tuple(map(Returned, (0, 1, 0, 1, 0)))
    assert [process.ended for process in sandbox.started] == [True, True, False]


def test_a_process_that_is_worn_out_before_it_has_done_anything_is_invalid() -> None:
    replies, sandbox = talk(wearing(0), [CALL] * 3)
    assert replies == (Invalid("it asked for a new process twice"), NotRun(), NotRun())
    assert len(sandbox.started) == 2


def test_processes_that_wear_out_for_ever_are_a_limit() -> None:
    replies, sandbox = talk(wearing(1), [CALL] * (MOST_RENEWALS + 10))
    assert replies[: MOST_RENEWALS + 1] == (Returned(0),) * (MOST_RENEWALS + 1)
    end = replies[MOST_RENEWALS + 1]
    assert isinstance(end, Ended)
    assert end.outcome.ending is Ending.PROCESS_LIMIT
    assert replies[MOST_RENEWALS + 2 :] == (NotRun(),) * 8
    assert len(sandbox.started) == MOST_RENEWALS + 1


def test_after_processes_that_wore_out_for_ever_nothing_more_is_asked_in_the_part() -> None:
    sandbox = FakeSandbox(answering(wearing(1)))
    player = subject_of(sandbox)
    assert player.load(INTERFACE) is None
    for _request in range(3):  # each may need as many: a right program can leave threads in each of many tests
        assert player.ask([CALL] * MOST_RENEWALS, State.EACH).replies == (Returned(0),) * MOST_RENEWALS
    assert isinstance(player.ask([CALL] * (MOST_RENEWALS + 5), State.EACH).replies[MOST_RENEWALS + 1], Ended)
    started = len(sandbox.started)
    assert player.ask([CALL], State.EACH).replies == (NotRun(),)
    assert len(sandbox.started) == started
    player.begin_part()
    assert player.ask([CALL], State.EACH).replies == (Returned(0),)


def test_the_time_of_all_steps_goes_on_in_the_next_process() -> None:
    bounds = _left(Limits(cpu_s=2, total_s=20), Answers((), cpu_s=1.5, wall_s=60))
    assert (bounds.cpu_s, bounds.total_s) == (0.5, 18.5)
    assert _left(Limits(cpu_s=2, total_s=20), Answers((), cpu_s=None)) == Limits(cpu_s=2, total_s=20)
