"""What every language has to do, whatever it is: the conversation of `languages/PROTOCOL.md`, held with each.

The sources of a language are in `sources/<name>/`, as text, and do the same in each. What a language cannot hold
or says in another way stands in the tables below.
"""

from __future__ import annotations

import math
import signal
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from grader.errors import SandboxError, ToolMissing
from grader.model import (
    MEBIBYTE,
    Absent,
    BuildFailure,
    Built,
    ClassAsked,
    Command,
    Ended,
    Ending,
    EnumAsked,
    Interface,
    Isolation,
    Limits,
    NotRun,
    Outcome,
    Raised,
    Reference,
    Returned,
    State,
    Step,
    Toolchain,
    Unfit,
)
from grader.plugins import Language, Sandbox
from grader.reach import version_of
from grader.subject import MOST_TIMEOUTS, BuiltSubject
from grader.values import EnumValue, MapValue, ObjectValue, OtherValue, SetValue, Value
from tests.contracts.benches import (
    INTERFACE,
    KNOWN,
    LACKING,
    LANGUAGES,
    LIMITS,
    NO_ERRORS,
    SOURCES,
    STATIC,
    TYPED,
    Bench,
    asked,
    call,
    not_for,
    one,
    plain,
    source_of,
    submission_of,
)

pytestmark = pytest.mark.long  # one case of each test in each language otherwise


def line_of(language: Language, mark: str) -> int:
    lines = source_of(language, "everything").splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.endswith(f"LINE {mark}"))


# --- the plug-in -------------------------------------------------------------------------------------------


def test_every_language_of_this_project_has_sources_here() -> None:
    ours = {name for name, one in LANGUAGES.items() if type(one).__module__.startswith("grader.languages.")}
    assert ours <= set(KNOWN)


def test_no_two_languages_share_an_ending() -> None:
    endings = [ending for language in LANGUAGES.values() for ending in language.extensions]
    assert len(set(endings)) == len(endings)
    assert all(ending.startswith(".") and ending == ending.lower() for ending in endings)


def test_the_toolchain_names_programs_that_are_there(bench: Bench) -> None:
    assert bench.toolchain.version
    assert [name for name, path in bench.toolchain.programs.items() if not path.is_file()] == []


TOO_OLD = {
    "javascript": ("node", "v12.1.0"),
    "java": ("javac", "javac 1.8.0_1"),
    "go": ("go", "go version go1.17.13 linux/amd64"),
    "ruby": ("ruby", "ruby 2.7.4p191 (2021-07-07 revision a21a3b7d23) [x86_64-linux-gnu]"),
    "cpp": ("g++", "g++ (GCC) 9.1.0"),
    "c": ("gcc", "gcc (GCC) 9.1.0"),
}


@pytest.mark.parametrize("name", TOO_OLD)
def test_a_toolchain_that_is_too_old_is_passed_over(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program, says = TOO_OLD[name]
    with tempfile.TemporaryDirectory(prefix="grader-test-") as folder:
        Path(folder).chmod(0o755)
        for each in (program, "java"):
            path = Path(folder) / each
            path.write_text(f"#!/bin/sh\necho '{says}'\n")
            path.chmod(0o755)
        monkeypatch.setenv("PATH", folder)
        version_of.cache_clear()
        try:
            with pytest.raises(ToolMissing):
                LANGUAGES[name].find()
        finally:
            version_of.cache_clear()


def no_compiler(command: Command, limits: Limits) -> Outcome:
    """Makes drivers, and refuses all else."""
    refused = command.collect != "driver"
    return Outcome(Ending.EXITED, int(refused), None, 0, 0, 0, b"", b"./Everything.java:1: error: cannot find symbol\n")


PIECES = ["/* ", "/*/", "\n", " ", '"', '\\"', "'", "\\'", '"""', "\\", "{", "#", "class ", "public ", "public class "]
PIECES += ["package ", "package a ", "package a\n"]


@pytest.mark.parametrize("piece", PIECES, ids=repr)
@pytest.mark.parametrize("name", KNOWN)
def test_no_source_makes_our_own_part_of_building_slow(name: str, piece: str) -> None:
    language = LANGUAGES[name]
    submission = submission_of(language, piece * (12_000 // len(piece)))
    roles = (
        "java",
        "javac",
        "python",
        "node",
        "tsc",
        "ruby",
        "go",
        "gcc",
        "g++",
        "ld",
        "objcopy",
        "objdump",
        "addr2line",
    )
    toolchain = Toolchain("none", {role: Path("/none") for role in roles})
    started = time.monotonic()
    with suppress(SandboxError):  # of a compiler that compiles nothing
        language.build(submission, Interface(prelude="sites"), toolchain, no_compiler)
    assert time.monotonic() - started < 0.4


class Stopping:
    """Runs compilers, but those of the student's code end at a limit."""

    def __init__(self, bench: Bench, ending: Ending) -> None:
        self.bench, self.ending, self.times = bench, ending, 0

    def __call__(self, command: Command, limits: Limits) -> Outcome:
        if not any(b"by a student" in content for content in command.files.values()):
            return self.bench.run(command, limits)
        self.times += 1
        return Outcome(self.ending, None, None, 1.0, 1.0, 1, b"", b"")

    def build(self) -> Built | BuildFailure:
        language = self.bench.language
        comment = "#" if language.name in ("python", "ruby") else "//"
        submission = submission_of(language, f"{language.hello}\n{comment} by a student\n")
        return language.build(submission, Interface(program=True), self.bench.toolchain, self)


def test_a_compiler_for_which_the_machine_is_too_busy_is_no_fault_of_the_code(bench: Bench) -> None:
    stopping = Stopping(bench, Ending.WALL_LIMIT)
    try:
        built: object = stopping.build()
    except SandboxError as error:
        built = str(error)
    what = "the compiler got too little of this machine's time" if stopping.times else None
    assert built == what or (not stopping.times and isinstance(built, Built))


def test_code_on_which_the_compiler_computes_for_too_long_is_refused(bench: Bench) -> None:
    stopping = Stopping(bench, Ending.CPU_LIMIT)
    built = stopping.build()
    if stopping.times:
        assert isinstance(built, BuildFailure)
        assert built.message == "The compiler did not come to an end with this code."
    else:
        assert isinstance(built, Built)


# --- loading -----------------------------------------------------------------------------------------------


def test_every_member_asked_for_is_found_under_its_spelling(subject: BuiltSubject) -> None:
    spell = subject.language.spell
    offer = subject.offer
    lacking = LACKING.get(subject.language.name, frozenset())
    assert {asked: found and found.rpartition(".")[2] for asked, found in offer.functions.items()} == {
        function.name: None if function.name in lacking else spell(function.name) for function in INTERFACE.functions
    }
    assert offer.classes == {"Counter": "Counter"}
    assert offer.methods == {("Counter", "add"): "add", ("Counter", "fresh_copy"): spell("fresh_copy")}
    assert offer.enums == {"Colour": "Colour"}
    assert subject.load_failure is None


def test_exact_names_need_no_note_but_for_a_method_in_a_class(subject: BuiltSubject) -> None:
    assert [note for note in subject.offer.notes if not note.startswith("Used the method")] == []


WANTED = Interface(
    functions=(asked("echo", "value"), asked("no_such_function", "x")),
    classes=(ClassAsked("NoSuchClass", ((),), (asked("no_such_method"),)),),
    enums=(EnumAsked("NoSuchEnum", ("A",)),),
)


def test_members_that_are_missing_are_told_and_the_others_work(bench: Bench) -> None:
    subject = bench.open(source_of(bench.language, "everything"), WANTED)
    assert isinstance(subject, BuiltSubject)
    try:
        assert subject.offer.functions["no_such_function"] is None
        assert subject.offer.classes == {"NoSuchClass": None}
        assert subject.offer.enums == {"NoSuchEnum": None}
        steps = [call("no_such_function", 1), Step("NoSuchClass", new=True), call("echo", 5)]
        replies = subject.ask(steps, State.NEW).replies
    finally:
        subject.close()
    assert replies == (Absent("no_such_function"), Absent("NoSuchClass"), Returned(5))


NAMES = Interface(
    functions=(asked("count_games"),),
    classes=(ClassAsked("Left", ((),), (asked("get_value"),)), ClassAsked("Right", ((),), (asked("get_value"),))),
)


def test_names_that_differ_a_little_are_used_and_told_each_in_its_class(bench: Bench) -> None:
    subject = bench.open(source_of(bench.language, "names"), NAMES)
    assert isinstance(subject, BuiltSubject)
    try:
        notes = " ".join(subject.offer.notes)
        steps = [
            call("count_games"),
            Step("Left", new=True, bind="left"),
            Step("get_value", on="left"),
            Step("Right", new=True, bind="right"),
            Step("get_value", on="right"),
        ]
        replies = subject.ask(steps, State.NEW).replies
    finally:
        subject.close()
    assert "countgames" in notes
    assert (replies[0], replies[2], replies[4]) == (Returned(5), Returned("left"), Returned("right"))


def test_code_that_is_no_program_fails_to_build_with_its_place(bench: Bench) -> None:
    failure = bench.open(source_of(bench.language, "broken"), Interface(functions=(asked("echo", "value"),)))
    assert isinstance(failure, BuildFailure)
    assert failure.message
    assert failure.place is not None
    assert (failure.place.file, failure.place.line) == (f"Everything{bench.language.extensions[0]}", 5)
    assert failure.place.source is not None
    assert "wrong" in failure.place.source


def test_code_that_raises_while_it_loads_says_where(bench: Bench) -> None:
    if not (SOURCES / bench.language.name / "raises.txt").exists():
        pytest.skip(f"nothing of {bench.language.title} runs while it loads")
    subject = bench.open(source_of(bench.language, "raises"), Interface(functions=(asked("echo", "value"),)))
    assert isinstance(subject, BuiltSubject)
    try:
        failure = subject.load_failure
        reply = one(subject, call("echo", 1))
    finally:
        subject.close()
    assert isinstance(failure, Raised)
    assert failure.message == "not today"
    assert [(frame.file, frame.line) for frame in failure.trace][-1:] == [
        (f"Everything{bench.language.extensions[0]}", 5)
    ]
    assert reply == failure


# --- values ------------------------------------------------------------------------------------------------


def nest(depth: int) -> Value:
    value: Value = [1]
    for _ in range(depth):
        value = [value]
    return value


VALUES: Mapping[str, Value] = {
    "null": None,
    "true": True,
    "false": False,
    "zero": 0,
    "minus one": -1,
    "int of 32 bits": 2**31 - 1,
    "more than 32 bits": 2**31,
    "least of 32 bits": -(2**31),
    "last exact": 2**53,
    "first inexact": 2**53 + 1,
    "least of 64 bits": -(2**63),
    "more than 64 bits": 2**64,
    "4000 digits": 10**3999,
    "half": 0.5,
    "tenth": 0.1,
    "negative decimal": -1.25,
    "whole decimal": 2.0,
    "minus zero": -0.0,
    "nan": math.nan,
    "inf": math.inf,
    "minus inf": -math.inf,
    "huge": 1.7976931348623157e308,
    "tiny": 5e-324,
    "empty text": "",
    "text": "O.X",
    "controls": "\0\x01\t\r\n\x7f",
    "quotes": "'\"\\/",
    "letters": "\u017c\u00f3\u0142w \u05d0 \u4e2d",
    "beyond 16 bits": "\U0001f600",
    "lone surrogate": "\ud800x",
    "line separators": "\u2028\u2029\u0085",
    "looks like a value": '{"int": "5"}',
    "no bytes": b"",
    "bytes": bytes(range(256)),
    "empty list": [],
    "list": [1, "a", None, [True, [0.5]]],
    "list of texts": ["O.X", ".O.", "..X"],
    "nested": nest(40),
    "tuple": (1, ("a", 2)),
    "set": SetValue((1, 2)),
    "empty set": SetValue(()),
    "map": MapValue((("a", 1), ("b", [2]))),
    "empty map": MapValue(()),
    "map of numbers": MapValue(((1, "a"), (-2, "b"))),
    "map with strange keys": MapValue((("__proto__", 1), ("constructor", 2), ("", 3))),
    "member": EnumValue("Colour", "BLUE"),
    "list of members": [EnumValue("Colour", "RED"), EnumValue("Colour", "BLUE")],
}
"""Integers that are floats, and sequences, are the only ones that come back otherwise."""
OTHERWISE: Mapping[tuple[str, str], Value] = {
    ("javascript", "whole decimal"): 2,
    ("javascript", "huge"): int(1.7976931348623157e308),
    ("javascript", "tuple"): [1, ["a", 2]],
    ("java", "tuple"): [1, ["a", 2]],
    ("typescript", "whole decimal"): 2,
    ("typescript", "huge"): int(1.7976931348623157e308),
    ("typescript", "tuple"): [1, ["a", 2]],
    ("javascript", "echo_pair"): [1, "a"],
    ("java", "echo_pair"): [1, "a"],
    ("typescript", "echo_pair"): [1, "a"],
    ("ruby", "tuple"): [1, ["a", 2]],
    ("ruby", "echo_pair"): [1, "a"],
}


@pytest.mark.parametrize("name", VALUES)
def test_a_value_comes_back_as_it_was_given(subject: BuiltSubject, name: str) -> None:
    not_for(STATIC, subject.language)
    value = VALUES[name]
    reply = one(subject, call("echo", value))
    assert isinstance(reply, Returned)
    assert plain(reply.value) == plain(OTHERWISE.get((subject.language.name, name), value))


@pytest.mark.parametrize("what", ["function", "cycle", "deep", "many", "long", "digits"])
def test_what_is_no_value_is_described(subject: BuiltSubject, what: str) -> None:
    not_for(STATIC, subject.language)
    reply = one(subject, call("strange", what))
    assert isinstance(reply, Returned)
    assert '"other"' in plain(reply.value) or isinstance(reply.value, ObjectValue | OtherValue)
    assert one(subject, call("echo", 1)) == Returned(1)


@pytest.mark.parametrize("name", TYPED)
def test_a_value_of_a_declared_type_comes_back(typed: BuiltSubject, name: str) -> None:
    typed.begin_part()
    if name in LACKING.get(typed.language.name, ()):
        assert typed.offer.functions[name] is None
        return
    values = TYPED[name][1]
    replies = typed.ask([call(name, value) for value in values], State.NEW).replies
    assert [plain(reply.value) if isinstance(reply, Returned) else reply for reply in replies] == [
        plain(OTHERWISE.get((typed.language.name, name), value)) for value in values
    ]


# --- calls -------------------------------------------------------------------------------------------------


def test_what_is_raised_is_told_with_the_lines_of_the_student(subject: BuiltSubject) -> None:
    not_for(NO_ERRORS, subject.language)
    reply = one(subject, call("fail", "too \u017c\u00f3\u0142ty"))
    assert isinstance(reply, Raised)
    assert reply.type in {"ValueError", "TypeError", "IllegalStateException", "runtime_error"}
    assert (reply.message, reply.out_of_memory) == ("too \u017c\u00f3\u0142ty", False)
    file = f"Everything{subject.language.extensions[0]}"
    assert [(frame.file, frame.line, frame.function.rpartition(".")[2]) for frame in reply.trace] == [
        (file, line_of(subject.language, "fail"), "fail"),
        (file, line_of(subject.language, "inner"), "inner"),
    ]


def test_going_on_after_a_raised_error_is_possible(subject: BuiltSubject) -> None:
    not_for(NO_ERRORS, subject.language)
    replies = subject.ask([call("fail", "x"), call("echo", 5)], State.NEW).replies
    assert isinstance(replies[0], Raised)
    assert replies[1] == Returned(5)


def test_endless_recursion_is_raised_or_ends_the_process_but_not_the_part(subject: BuiltSubject) -> None:
    assert isinstance(one(subject, call("dive", 0)), Raised | Ended)
    assert one(subject, call("echo", 5)) == Returned(5)


def test_the_wrong_number_of_arguments_is_unfit(subject: BuiltSubject) -> None:
    not_for(("javascript", "typescript"), subject.language)  # they take any number of arguments
    replies = subject.ask([call("echo"), call("echo", 1, 2), call("echo", 3)], State.NEW).replies
    assert isinstance(replies[0], Unfit)
    assert isinstance(replies[1], Unfit)
    assert replies[2] == Returned(3)


def test_leaving_in_a_call_is_an_end_with_its_exit_code(subject: BuiltSubject) -> None:
    replies = subject.ask([call("echo", 1), call("leave", 3), call("echo", 2)], State.NEW).replies
    assert (replies[0], replies[2]) == (Returned(1), NotRun())
    assert isinstance(replies[1], Ended)
    assert (replies[1].outcome.ending, replies[1].outcome.exit_code) == (Ending.EXITED, 3)
    assert one(subject, call("echo", 5)) == Returned(5)


@pytest.mark.parametrize("state", State)
def test_what_was_printed_before_the_end_is_told(subject: BuiltSubject, state: State) -> None:
    assert subject.ask([call("leave", 0)], state).stdout == b"before leaving\n"


@pytest.mark.parametrize("code", [0, 1, 113, 255])
@pytest.mark.parametrize("state", [State.NEW, State.EACH])
def test_leaving_with_any_code_is_seen_at_once(subject: BuiltSubject, code: int, state: State) -> None:
    answers = subject.ask([call("leave", code)], state, limits=Limits(cpu_s=2, wall_s=2))
    reply = answers.replies[0]
    assert isinstance(reply, Ended)
    assert (reply.outcome.ending, reply.outcome.exit_code) == (Ending.EXITED, code)


@pytest.mark.parametrize("state", [State.NEW, State.EACH])
def test_an_endless_loop_hits_the_cpu_limit(subject: BuiltSubject, state: State) -> None:
    steps = [call("echo", 1), call("spin"), call("echo", 2)]
    answers = subject.ask(steps, state, limits=Limits(cpu_s=0.5, wall_s=10))
    assert answers.replies[::2] == (Returned(1), NotRun())
    assert isinstance(answers.replies[1], Ended)
    assert answers.replies[1].outcome.ending is Ending.CPU_LIMIT
    assert one(subject, call("echo", 5)) == Returned(5)


def test_a_call_that_sleeps_hits_the_wall_limit(subject: BuiltSubject) -> None:
    reply = one(subject, call("rest"), Limits(cpu_s=5, wall_s=0.5))
    assert isinstance(reply, Ended)
    assert reply.outcome.ending is Ending.WALL_LIMIT
    assert one(subject, call("echo", 5)) == Returned(5)


def test_after_three_time_outs_nothing_more_is_asked_until_the_next_part(bench: Bench, subject: BuiltSubject) -> None:
    if bench.language.name != KNOWN[-1]:
        pytest.skip("the same code for every language")
    for _ in range(MOST_TIMEOUTS):
        assert isinstance(one(subject, call("rest"), Limits(cpu_s=5, wall_s=0.3)), Ended)
    assert one(subject, call("echo", 5)) == NotRun()
    subject.begin_part()
    assert one(subject, call("echo", 5)) == Returned(5)


@pytest.mark.parametrize(
    "text", ["hello", '{"id": "x", "n": 0, "value": 1}', "\u017c\u00f3\u0142w", "a\nb", ""], ids=repr
)
def test_printing_in_a_call_is_told_and_disturbs_nothing(subject: BuiltSubject, text: str) -> None:
    answers = subject.ask([call("shout", text), call("echo", 5)], State.NEW)
    assert answers.replies == (Returned(len(text)), Returned(5))
    assert (answers.stdout, answers.stderr) == (text.encode() + b"\n", text.encode() + b"\n")


def test_what_one_request_printed_is_not_told_with_the_next(subject: BuiltSubject) -> None:
    subject.ask([call("shout", "first")], State.NEW)
    assert subject.ask([call("shout", "second")], State.SAME).stdout == b"second\n"
    assert subject.ask([call("echo", 1)], State.SAME).stdout == b""


def test_much_output_is_cut_and_the_value_still_comes(subject: BuiltSubject) -> None:
    answers = subject.ask([call("flood", 3)], State.NEW)
    assert answers.replies == (Returned(3),)
    assert answers.stdout == b"x" * MEBIBYTE


def test_a_flood_of_output_hits_the_output_limit(bench: Bench) -> None:
    limits = Limits(cpu_s=5, wall_s=20, output_bytes=8 * MEBIBYTE)
    subject = bench.open(source_of(bench.language, "everything"), INTERFACE, limits)
    assert isinstance(subject, BuiltSubject)
    try:
        reply = one(subject, call("flood", 1000))
    finally:
        subject.close()
    assert isinstance(reply, Ended)
    assert reply.outcome.ending is Ending.OUTPUT_LIMIT
    assert len(reply.outcome.stdout) <= MEBIBYTE


def test_too_much_memory_is_told_as_that(bench: Bench) -> None:
    if bench.sandbox.level is not Isolation.FULL:
        pytest.skip("memory is only filled in full isolation")
    limits = Limits(cpu_s=10, wall_s=20, memory_bytes=64 * MEBIBYTE)
    subject = bench.open(source_of(bench.language, "everything"), INTERFACE, limits)
    assert isinstance(subject, BuiltSubject)
    try:
        reply = one(subject, call("hoard", 800))
        after = one(subject, call("echo", 5))
    finally:
        subject.close()
    if isinstance(reply, Raised):
        assert reply.out_of_memory
    else:
        assert isinstance(reply, Ended)
        assert reply.outcome.ending is Ending.MEMORY_LIMIT
    assert after == Returned(5)


def test_there_is_no_input_to_read_in_a_call(subject: BuiltSubject) -> None:
    assert one(subject, call("read_line"), Limits(cpu_s=2, wall_s=3)) == Returned("")


def test_an_argument_that_is_changed_by_the_call_does_not_change_the_next(subject: BuiltSubject) -> None:
    values: list[Value] = [1, 5]
    steps = [call("bump", values), call("bump", values), call("bump", [1, 5])]
    assert subject.ask(steps, State.NEW).replies == (Returned(2),) * 3
    assert subject.ask(steps, State.SAME).replies == (Returned(2),) * 3
    assert values == [1, 5]


def test_many_steps_are_answered_in_order(subject: BuiltSubject) -> None:
    steps = [call("echo", number) for number in range(2000)]
    assert subject.ask(steps, State.NEW).replies == tuple(Returned(number) for number in range(2000))


# --- state -------------------------------------------------------------------------------------------------


def test_a_new_state_starts_afresh_and_the_same_goes_on(subject: BuiltSubject) -> None:
    twice = [call("count_up"), call("count_up")]
    assert subject.ask(twice, State.NEW).replies == (Returned(1), Returned(2))
    assert subject.ask(twice, State.SAME).replies == (Returned(3), Returned(4))
    assert subject.ask(twice, State.NEW).replies == (Returned(1), Returned(2))


def test_thousands_of_requests_in_one_state_use_no_more_memory_than_a_few(bench: Bench) -> None:
    limits = Limits(cpu_s=10, wall_s=20, memory_bytes=64 * MEBIBYTE)
    subject = bench.open(source_of(bench.language, "everything"), INTERFACE, limits)
    assert isinstance(subject, BuiltSubject)
    try:
        assert one(subject, call("count_up")) == Returned(1)
        for number in range(2, 2001):
            assert subject.ask([call("count_up")], State.SAME).replies == (Returned(number),)
    finally:
        subject.close()


def test_each_step_has_a_state_of_its_own(subject: BuiltSubject) -> None:
    steps = [call("count_up")] * 3
    assert subject.ask(steps, State.EACH).replies == (Returned(1),) * 3
    assert subject.ask(steps, State.NEW).replies == (Returned(1), Returned(2), Returned(3))


def test_a_state_of_each_step_leaves_nothing_for_the_next_request(subject: BuiltSubject) -> None:
    subject.ask([call("count_up")], State.EACH)
    assert subject.ask([call("count_up")], State.NEW).replies == (Returned(1),)


# --- objects -----------------------------------------------------------------------------------------------

TWO = [Step("Counter", (5,), new=True, bind="a"), Step("Counter", (7,), new=True, bind="b")]


def test_objects_keep_their_own_state(subject: BuiltSubject) -> None:
    steps = [*TWO, Step("add", (1,), on="a"), Step("add", (1,), on="b"), Step("add", (10,), on="a")]
    replies = subject.ask(steps, State.NEW).replies
    assert replies[2:] == (Returned(6), Returned(8), Returned(16))
    again = subject.ask([Step("add", (0,), on="b")], State.SAME).replies
    assert again == (Returned(8),)


def test_an_object_is_told_by_its_type_and_its_text(subject: BuiltSubject) -> None:
    replies = subject.ask(TWO, State.NEW).replies
    assert replies == (
        Returned(ObjectValue("Counter", "Counter at 5")),
        Returned(ObjectValue("Counter", "Counter at 7")),
    )


def test_an_object_can_be_given_as_an_argument(subject: BuiltSubject) -> None:
    steps = [*TWO, call("total_of", Reference("b")), call("echo", [Reference("a")])]
    assert subject.ask(steps[:3], State.NEW).replies[2] == Returned(7)


def test_what_a_method_gave_can_be_used_under_its_name(subject: BuiltSubject) -> None:
    steps = [
        TWO[0],
        Step("fresh_copy", on="a", bind="copy"),
        Step("add", (1,), on="copy"),
        Step("add", (0,), on="a"),
        call("total_of", Reference("copy")),
    ]
    assert subject.ask(steps, State.NEW).replies[2:] == (Returned(6), Returned(5), Returned(6))


def test_a_name_that_was_never_bound_is_absent(subject: BuiltSubject) -> None:
    steps = [Step("add", (1,), on="nobody"), call("total_of", Reference("nobody"))]
    assert subject.ask(steps, State.NEW).replies == (Absent("nobody"), Absent("nobody"))


def test_a_new_state_forgets_the_objects(subject: BuiltSubject) -> None:
    subject.ask(TWO, State.NEW)
    assert subject.ask([Step("add", (1,), on="a")], State.NEW).replies == (Absent("a"),)


def test_a_method_that_raises_leaves_the_object_usable(subject: BuiltSubject) -> None:
    not_for(NO_ERRORS, subject.language)
    steps = [TWO[0], Step("add", (-1,), on="a"), Step("add", (2,), on="a")]
    replies = subject.ask(steps, State.NEW).replies
    assert isinstance(replies[1], Raised)
    assert (replies[1].message, replies[2]) == ("no way back", Returned(7))


# --- programs ----------------------------------------------------------------------------------------------


def test_the_hello_of_the_language_prints_hello_at_every_level(bench: Bench, sandbox: Sandbox) -> None:
    here = Bench(bench.language, bench.toolchain, sandbox)
    built = here.build(bench.language.hello, Interface(program=True))
    assert isinstance(built, Built)
    outcome = here.run(bench.language.program(built, bench.toolchain, LIMITS, (), b""), LIMITS)
    assert (outcome.ending, outcome.exit_code) == (Ending.EXITED, 0), outcome.stderr.decode()
    assert outcome.stdout.replace(b"\r\n", b"\n") == b"hello\n"


def program(bench: Bench, name: str) -> BuiltSubject:
    built = bench.build(source_of(bench.language, name), Interface(program=True))
    assert isinstance(built, Built)
    return BuiltSubject(built, bench.language, bench.toolchain, bench.sandbox, LIMITS)


def test_a_program_gets_its_arguments_and_its_input(bench: Bench) -> None:
    outcome = program(bench, "program").run(["one", "--two", "\u017c b", ""], "x\n\u017c\u00f3\u0142w\nlast".encode())
    expected = (
        "argument one\nargument --two\nargument \u017c b\nargument \nline x\nline \u017c\u00f3\u0142w\nline last\n"
    )
    assert outcome.stdout.decode() == expected
    assert (outcome.stderr, outcome.ending, outcome.exit_code) == (b"finished\n", Ending.EXITED, 3)


def test_a_program_without_input_is_at_the_end_of_it(bench: Bench) -> None:
    outcome = program(bench, "program").run([], b"")
    assert (outcome.stdout, outcome.exit_code) == (b"", 3)


UNCAUGHT: Mapping[str, tuple[Ending, int | None, int | None]] = {
    "go": (Ending.EXITED, 2, None),
    "cpp": (Ending.SIGNALLED, None, signal.SIGABRT),
}


def test_an_error_that_nobody_catches_is_an_exit_code_and_a_trace(bench: Bench) -> None:
    outcome = program(bench, "crash").run([], b"")
    assert (outcome.ending, outcome.exit_code, outcome.signal) == UNCAUGHT.get(
        bench.language.name, (Ending.EXITED, 1, None)
    )
    assert outcome.stdout == b"so far\n"
    assert b"it broke" in outcome.stderr


def test_a_person_can_talk_with_a_program(bench: Bench) -> None:
    subject = program(bench, "dialogue")
    with subject.talk() as talk:
        turns = [talk.hear()]
        talk.type("Ada\n")
        turns.append(talk.hear())
        talk.type("36\n")
        turns.append(talk.hear())
        while turns[-1].outcome is None:  # one that waits although it has said all it had to say
            talk.close_input()
            turns.append(talk.hear())
    printed = [turn.stdout.decode().replace("\r\n", "\n") for turn in turns]
    assert (printed[:2], "".join(printed[2:])) == (["Name? ", "Hello, Ada.\nAge? "], "37 soon\n")
    assert turns[-1].outcome is not None
    assert (turns[-1].outcome.ending, turns[-1].outcome.exit_code) == (Ending.EXITED, 0)
