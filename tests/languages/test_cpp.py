"""C++ as students write it: what they take and give, throw and forget."""

from __future__ import annotations

import itertools
import signal
from collections.abc import Mapping

import pytest

from grader.languages._writing import camel
from grader.model import (
    Ended,
    Ending,
    Frame,
    Limits,
    Raised,
    Returned,
    State,
    Step,
    Unfit,
)
from grader.plugins import Sandbox
from grader.subject import BuiltSubject
from grader.values import OtherValue, Value
from tests.languages.native import SOLUTION, START, Maker, ask, close_after, interface

pytestmark = pytest.mark.long  # one case of each test in each language otherwise


@pytest.fixture(scope="module")
def maker(any_sandbox: Sandbox, request: pytest.FixtureRequest) -> Maker:
    return close_after(Maker("cpp", any_sandbox), request)


# --- parameters --------------------------------------------------------------------------------------------

FORMS = {
    "vector": "vector<string> board",
    "reference": "vector<string> &board",
    "constant": "const std::vector<std::string> &board",
    "moved": "vector<string> &&board",
    "pointers": "const char *board[]",
    "constant_pointers": "const char *const board[3]",
    "changeable_pointers": "char **board",
    "rows": "char board[3][4]",
    "rows_without_end": "char board[3][3]",
    "array_of_rows": "char (&board)[3][3]",
    "strings": "string board[]",
    "counted": "const string *board, int count",
    "count_first": "int count, const string board[]",
    "array": "const array<string, 3> &board",
    "arrays": "array<array<char, 3>, 3> board",
    "nested": "vector<vector<char>> board",
    "views": "vector<string_view> board",
}


@pytest.fixture(scope="module")
def forms(maker: Maker) -> BuiltSubject:
    functions = [
        f"int take_{name}({form}) {{ return 1000 * board[0][0] + board[2][2]; }}" for name, form in FORMS.items()
    ]
    return maker.open(START + "\n".join(functions), FORMS_ASKED)


FORMS_ASKED = interface(*(f"take_{name}(board: list[str]) -> int" for name in FORMS))


@pytest.mark.parametrize("name", FORMS)
def test_a_board_is_taken_in_the_form_in_which_the_student_wrote_it(forms: BuiltSubject, name: str) -> None:
    replies = ask(forms, FORMS_ASKED, f'take_{name}(["O.X", ".O.", "..X"])')
    assert replies == (Returned(1000 * ord("O") + ord("X")),)


TAKEN: Mapping[str, tuple[str, str, Value]] = {
    "most_of_int": ("int", str(2**31 - 1), 2**31 - 1),
    "more_than_int": ("int", str(2**31), None),
    "less_than_int": ("int", str(-(2**31) - 1), None),
    "short_too_small": ("short", "-32769", None),
    "byte": ("unsigned char", "255", 255),
    "byte_too_large": ("unsigned char", "256", None),
    "signed_byte": ("signed char", "-128", -128),
    "negative_unsigned": ("unsigned", "-1", None),
    "most_of_64": ("unsigned long long", str(2**64 - 1), 2**64 - 1),
    "more_than_64": ("unsigned long long", str(2**64), None),
    "wide": ("__int128", str(-(2**127)), -(2**127)),
    "more_than_wide": ("__int128", str(2**127), None),
    "decimal_for_int": ("int", "1.0", None),
    "int_for_decimal": ("double", "3", 3.0),
    "inexact_decimal": ("double", str(2**60 + 1), None),
    "narrow_decimal": ("float", "0.1", 0.1),
    "truth_for_int": ("int", "True", 1),
    "int_for_truth": ("bool", "1", True),
    "two_for_truth": ("bool", "2", None),
    "letter": ("char", '"x"', "x"),
    "letters": ("char", '"xy"', None),
    "letter_of_two_bytes": ("char", '"\u017c"', None),
    "wide_letter": ("wchar_t", '"\u017c"', "\u017c"),
    "text_for_int": ("int", '"5"', None),
    "int_for_text": ("string", "5", None),
    "nothing_for_int": ("int", "None", None),
}
TAKEN_ASKED = interface(*(f"take_{name}(value)" for name in TAKEN))


@pytest.fixture(scope="module")
def taken(maker: Maker) -> BuiltSubject:
    functions = [
        f"{kind} {camel('take_' + name)}({kind} value) {{ return value; }}"
        for name, (kind, _given, _back) in TAKEN.items()
    ]
    return maker.open(START + "\n".join(functions), TAKEN_ASKED)


@pytest.mark.parametrize("name", TAKEN)
def test_a_value_is_taken_whole_or_refused_in_a_sentence(taken: BuiltSubject, name: str) -> None:
    kind, given, back = TAKEN[name]
    (reply,) = ask(taken, TAKEN_ASKED, f"take_{name}({given})")
    if back is None:
        assert isinstance(reply, Unfit)
        function = camel("take_" + name)
        assert reply.why.startswith(f"asked for is `{function}(value)`, found is `{kind} {function}({kind} value)`: ")
        assert "does not fit" in reply.why
    else:
        assert (reply, type(back)) == (Returned(back), type(reply.value) if isinstance(reply, Returned) else None)


GIVEN: Mapping[str, tuple[str, str, Value]] = {
    "large": ("long long", "1LL << 62", 2**62),
    "unsigned_large": ("unsigned long", "~0UL", 2**64 - 1),
    "narrow": ("float", "0.1f", 0.1),
    "long_decimal": ("long double", "0.25L", 0.25),
    "literal": ("const char *", '"hi"', "hi"),
    "null": ("const char *", "nullptr", None),
    "view": ("string_view", '"hi"', "hi"),
    "truths": ("vector<bool>", "{true, false}", [True, False]),
    "nothing": ("void", "void()", None),
    "pair": ("pair<int, string>", '{1, "x"}', (1, "x")),
    "rows": ("vector<vector<string>>", '{{"a"}, {}}', [["a"], []]),
    "fixed": ("array<int, 3>", "{1, 2, 3}", [1, 2, 3]),
    "reference": ("const string &", "kept", "kept"),
    "no_text": ("string", '"\\xff"', OtherValue("a text that is not UTF-8", "\ufffd")),
    "half_letter": ("char", "char(200)", OtherValue("a text that is not UTF-8", "\ufffd")),
    "pointer": ("void *", "nullptr", OtherValue("a value that can't be shown", "")),
}
GIVEN_ASKED = interface(*(f"give_{name}()" for name in GIVEN), "uncounted()", "many() -> list[int]")


@pytest.fixture(scope="module")
def given(maker: Maker) -> BuiltSubject:
    functions = [f"{kind} give_{name}() {{ return {value}; }}" for name, (kind, value, _back) in GIVEN.items()]
    functions += ["int *uncounted() { return nullptr; }", "vector<int> many() { return vector<int>(300000); }"]
    return maker.open(START + 'string kept = "kept";\n' + "\n".join(functions), GIVEN_ASKED)


@pytest.mark.parametrize("name", GIVEN)
def test_a_value_comes_back_as_what_it_is(given: BuiltSubject, name: str) -> None:
    assert ask(given, GIVEN_ASKED, f"give_{name}()") == (Returned(GIVEN[name][2]),)


def test_a_pointer_without_a_length_is_not_followed(given: BuiltSubject) -> None:
    (reply,) = ask(given, GIVEN_ASKED, "uncounted()")
    assert isinstance(reply, Unfit)
    assert "`int *returnSize`" in reply.why


def test_too_many_elements_are_cut(given: BuiltSubject) -> None:
    (reply,) = ask(given, GIVEN_ASKED, "many()")
    assert isinstance(reply, Returned)
    assert isinstance(reply.value, list)
    assert len(reply.value) == 100_001
    assert reply.value[-1] == OtherValue("too large", "...")


# --- what is thrown ----------------------------------------------------------------------------------------

THROWN: list[tuple[str, str, str]] = [
    ("throw app::Oops();", "Oops", "app oops"),
    ("throw 42;", "int", "42"),
    ('throw "literal";', "const char *", "literal"),
    ('throw string("text");', "std::string", "text"),
    ("throw nullptr;", "const char *", "a null pointer"),
    (
        "return vector<int>(3).at(7);",
        "out_of_range",
        "vector::_M_range_check: __n (which is 7) >= this->size() (which is 3)",
    ),
    ('return stoi("x");', "invalid_argument", "stoi"),
    ('try { throw 1; } catch (int) { throw logic_error("then"); }', "logic_error", "then"),
    ('try { throw runtime_error("same"); } catch (...) { throw; }', "runtime_error", "same"),
    ("vector<int> numbers(-1);", "length_error", "cannot create std::vector larger than max_size()"),
    ('auto inside = []() -> int { throw runtime_error("lambda"); }; return inside();', "runtime_error", "lambda"),
]
OOPS = (
    'namespace app { struct Oops : exception { const char *what() const noexcept override { return "app oops"; } }; }'
)
THROWN_ASKED = interface("hurl(number: int) -> int", "deep(number: int) -> int")


@pytest.fixture(scope="module")
def thrown(maker: Maker) -> BuiltSubject:
    lines = [f"    if (number == {at}) {{ {code} }}" for at, (code, _type, _message) in enumerate(THROWN)]
    deep = "int deep(int number) {\n    if (number == 0) throw 1;\n    return 1 + deep(number - 1);\n}"
    return maker.open(
        "\n".join([START + OOPS, "int hurl(int number) {", *lines, "    return 0;", "}", deep]), THROWN_ASKED
    )


@pytest.mark.parametrize("number", range(len(THROWN)), ids=lambda number: THROWN[number][0][:20])
def test_what_is_thrown_is_told_with_its_line(thrown: BuiltSubject, number: int) -> None:
    (reply,) = ask(thrown, THROWN_ASKED, f"hurl({number})")
    line = len((START + OOPS).splitlines()) + 2 + number
    assert isinstance(reply, Raised)
    assert (reply.type, reply.message, reply.out_of_memory) == (*THROWN[number][1:], False)
    assert set(reply.trace) == {Frame("solution.cpp", line, "hurl")}


def test_a_long_trace_is_cut_in_the_middle(thrown: BuiltSubject) -> None:
    (reply,) = ask(thrown, THROWN_ASKED, "deep(40)")
    assert isinstance(reply, Raised)
    assert len(reply.trace) == 20
    assert {frame.function for frame in reply.trace} == {"deep"}
    assert reply.trace[-1].line == (reply.trace[0].line or 0) - 1


def test_an_allocation_that_is_refused_is_told_as_that(maker: Maker) -> None:
    asked = interface("hold(bytes: int) -> int")
    subject = maker.open(START + "long hold(long bytes) { return string(bytes, 'x').size(); }", asked)
    (reply,) = ask(subject, asked, f"hold({1 << 33})")
    assert isinstance(reply, Raised)
    assert (reply.type, reply.out_of_memory) == ("bad_alloc", True)
    assert ask(subject, asked, "hold(5)") == (Returned(5),)


ENDS = {
    "abort();": (Ending.SIGNALLED, None, signal.SIGABRT),
    "volatile int *nowhere = nullptr; *nowhere = 1;": (Ending.SIGNALLED, None, signal.SIGSEGV),
    "terminate();": (Ending.SIGNALLED, None, signal.SIGABRT),
    "[]() noexcept { throw 1; }();": (Ending.SIGNALLED, None, signal.SIGABRT),
    "exit(0);": (Ending.EXITED, 0, None),
    "_Exit(7);": (Ending.EXITED, 7, None),
}
ENDS_ASKED = interface("stop(number: int) -> int", "go(number: int) -> int")


@pytest.fixture(scope="module")
def ends(maker: Maker) -> BuiltSubject:
    lines = "".join(f"    if (number == {at}) {{ {code} }}\n" for at, code in enumerate(ENDS))
    source = f"{START}int stop(int number) {{\n{lines}    return 0;\n}}\nint go(int number) {{ return number; }}"
    return maker.open(source, ENDS_ASKED)


@pytest.mark.parametrize("state", [State.NEW, State.EACH])
@pytest.mark.parametrize("code", ENDS)
def test_a_process_that_ends_is_told_and_the_rest_goes_on(ends: BuiltSubject, code: str, state: State) -> None:
    (reply,) = ask(ends, ENDS_ASKED, f"stop({list(ENDS).index(code)})", state=state)
    assert isinstance(reply, Ended)
    assert (reply.outcome.ending, reply.outcome.exit_code, reply.outcome.signal) == ENDS[code]
    assert ask(ends, ENDS_ASKED, "go(5)", state=state) == (Returned(5),)


INSTANCE = """
#include <vector>
class Counter {
    long total = 0, more[20] = {};
    std::vector<int> seen;
public:
    int add(int number) { total += number; more[number % 20]++; seen.push_back(number); return (int)seen.size(); }
    long sum() { long all = 0; for (int one : seen) all += one; return all == total ? all : -1; }
};
"""


def test_the_object_behind_functions_stays_whole_from_request_to_request(maker: Maker) -> None:
    wanted = interface("add(number: int) -> int", "sum() -> int")
    subject = maker.open(INSTANCE, wanted)
    assert ask(subject, wanted, "add(1)") == (Returned(1),)
    for number in range(2, 50):
        assert ask(subject, wanted, f"add({number})", state=State.SAME) == (Returned(number),)
    assert ask(subject, wanted, "sum()", state=State.SAME) == (Returned(sum(range(50))),)


def test_a_function_that_forgets_to_return_is_never_right_by_luck(maker: Maker) -> None:
    asked = interface("sign(number: int) -> int", "twice(number: int) -> int")
    source = (
        START
        + "int helper(int number) {\n    if (number > 1) return 5;\n}\n"
        + "int sign(int number) {\n    int found = number > 0;\n    if (found) return 1;\n}\n"
        + "int twice(int number) {\n    return 2 * helper(number);\n}\n"
    )
    subject = maker.open(source, asked)
    replies = ask(subject, asked, "sign(3)", "sign(-3)", "twice(3)", "twice(0)")
    assert replies[::2] == (Returned(1), Returned(10))
    assert [(type(reply), reply.type if isinstance(reply, Raised) else "") for reply in replies[1::2]] == [
        (Raised, "no return"),
        (Raised, "no return"),
    ]
    built = maker.build(source, asked)
    assert built.notes == (  # type: ignore[union-attr]
        "`helper` (solution.cpp, line 13) does not come to a `return` on every way through it.",
        "`sign` (solution.cpp, line 17) does not come to a `return` on every way through it.",
    )
    assert "control reaches end of non-void function" in built.log


# --- programs ----------------------------------------------------------------------------------------------


def test_what_is_printed_comes_through_without_a_flush_of_the_students(maker: Maker) -> None:
    asked = interface("talk(times: int) -> int")
    source = (
        START + 'int talk(int times) { ios::sync_with_stdio(false); cin.tie(nullptr); cout << "no end"; return times; }'
    )
    subject = maker.open(source, asked)
    answers = subject.ask([Step("talk", (1,)), Step("talk", (2,))], State.NEW)
    assert (answers.replies, answers.stdout) == ((Returned(1), Returned(2)), b"no endno end")


def test_a_line_is_out_before_the_program_dies(maker: Maker) -> None:
    subject = maker.open('#include <cstdio>\n#include <cstdlib>\nint main() { puts("a line"); abort(); }', interface())
    outcome = subject.run([], b"")
    assert (outcome.stdout, outcome.signal) == (b"a line\n", signal.SIGABRT)


def test_a_submission_without_main_says_so_when_it_is_run(maker: Maker) -> None:
    outcome = maker.open("int f() { return 1; }", interface()).run([], b"")
    assert (outcome.exit_code, outcome.stderr) == (
        1,
        b"There is no function `main`, so this can't be run as a program.\n",
    )


# --- cost --------------------------------------------------------------------------------------------------

BOARDS = ["".join(cells) for cells in itertools.product(".OX", repeat=9)]
ALL = [Step("solution", ([cells[:3], cells[3:6], cells[6:]],)) for cells in BOARDS]


@pytest.mark.parametrize(("state", "most_s"), [(State.NEW, 0.6), (State.EACH, 30.0)])
def test_all_boards_are_answered_quickly_in_one_state_and_each_afresh(
    maker: Maker, state: State, most_s: float
) -> None:
    source = START + "int calls = 0;\nint solution(vector<string> board) { return 10 * board[2][2] + ++calls % 10; }"
    long = Limits(cpu_s=60, wall_s=300)
    answers = maker.open(source, SOLUTION, long).ask(ALL, state, limits=long)
    digits = itertools.cycle([*range(1, 10), 0]) if state is State.NEW else itertools.repeat(1)
    assert answers.replies == tuple(
        Returned(10 * ord(cells[8]) + digit) for cells, digit in zip(BOARDS, digits, strict=False)
    )
    assert answers.cpu_s is not None
    assert answers.cpu_s < most_s
