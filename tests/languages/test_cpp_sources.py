"""How students write and spread C++: styles, files, mistakes, and members that are not quite those asked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.expression import read_function
from grader.model import (
    Built,
    ClassAsked,
    EnumAsked,
    Parameter,
    Returned,
    Unfit,
)
from grader.plugins import Sandbox
from grader.values import EnumValue, ObjectValue, OtherValue
from tests.languages.native import BOARD, SIZE, SOLUTION, START, Maker, ask, close_after, interface


@pytest.fixture(scope="module")
def maker(any_sandbox: Sandbox, request: pytest.FixtureRequest) -> Maker:
    return close_after(Maker("cpp", any_sandbox), request)


# --- how it is written -------------------------------------------------------------------------------------

SUPPLIED = "Lines such as `#include <vector>` or `using namespace std;` were missing and were supplied."
PRIVATE = "Something that is asked for is private; it was used all the same."
IN_CLASS = "Used the method `solution` of the class `Solution`."
OTHER_NUMBER = (
    "`int solution(std::vector<std::string> board)` was asked for; "
    "`unsigned short solution(vector<string> board)` is used as it is."
)
SYSTEM_NAMES = """#include <string>
#include <vector>
int read[3], write = 1, index = 2;
extern "C" int fork(int x) { return x; }
int solution(std::vector<std::string> board) { return read[0] + write + index + fork(0); }
"""
STYLES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "as on LeetCode": (
        "class Solution {\npublic:\n    int solution(vector<string>& board) { return board.size(); }\n};",
        (SUPPLIED, IN_CLASS),
    ),
    "without using": ("#include <string>\n#include <vector>\n" + SIZE, (SUPPLIED,)),
    "std without an include": (
        "int count = 0;\nint solution(std::vector<std::string> board) { count += 3; return count; }",
        (SUPPLIED,),
    ),
    "private": (START + "class Solution { " + SIZE + "};", (PRIVATE, IN_CLASS)),
    "static in a struct": (START + "struct Solution { static " + SIZE + "};", (IN_CLASS,)),
    "one of several": (
        START + "int solution(int) { return 1; }\n" + SIZE + "int solution(string) { return 2; }",
        (),
    ),
    "a template": (START + "template <class T> int solution(const vector<T> &board) { return board.size(); }", ()),
    "in namespaces": (START + "namespace one { namespace { " + SIZE + "} }", ()),
    "with int as a macro": (
        START + "#define int long long\n#define all(x) x.begin(), x.end()\n" + SIZE + "signed main() { return 0; }",
        (),
    ),
    "with names of the system": (
        SYSTEM_NAMES,
        (),
    ),
    "with a default": (START + "int solution(vector<string> board, int more = 3) { return more; }", ()),
    "deduced": (START + "auto solution(const vector<string> &board) { return board.size(); }", ()),
    "as a try block": (START + "int solution(vector<string> board) try { throw 3; } catch (int x) { return x; }", ()),
    "as a name of the library": (
        START + "#include <algorithm>\nint solution(vector<string> board) { return 3; }\n"
        "namespace std { template <class T> int solution(T) { return 4; } }",
        (),
    ),
    "with names like ours": (
        START + "typedef vector<string> NUMBER;\n#define member 3\n#define Type int\n"
        "int solution(NUMBER WORDS) { return WORDS.size(); }",
        (),
    ),
    "in other numbers": (
        START + "unsigned short solution(vector<string> board) { return board.size(); }",
        (OTHER_NUMBER,),
    ),
    "under another spelling": (
        START + "int Solution_(vector<string> board) { return 3; }",
        ("Used `Solution_`, as `solution` was asked for.",),
    ),
}  # fmt: skip


@pytest.mark.parametrize("style", STYLES)
def test_a_way_of_writing_is_understood_and_told(maker: Maker, style: str) -> None:
    source, notes = STYLES[style]
    built = maker.build(source, SOLUTION)
    subject = maker.open(source, SOLUTION)
    assert ask(subject, SOLUTION, BOARD) == (Returned(3),)
    assert isinstance(built, Built)
    assert (*built.notes, *subject.offer.notes) == notes


FILES: Mapping[str, Mapping[str, str | bytes]] = {
    "several": {
        "main.cpp": '#include "board.h"\nint main() { return Board().size(); }\n',
        "src/board.cpp": '#include "board.h"\nint Board::size() { return help(); }\n'
        "int solution(std::vector<std::string> board) { return Board().size(); }\n",
        "include/board.h": '#pragma once\n#include <string>\n#include <vector>\n#include "help.hpp"\n'
        "struct Board { int size(); };\n",
        "include/help.hpp": "inline int help() { return 3; }\n",
    },
    "one includes the other": {"main.cpp": '#include "part.cpp"\nint main() {}\n', "part.cpp": START + SIZE},
    "all in a header": {"main.cpp": '#include "all.h"\nint main() {}\n', "all.h": START + SIZE},
    "a file of data": {
        "x.cpp": START + "#include <fstream>\n"
        'int solution(vector<string> board) { ifstream file("data.txt"); int x; file >> x; return x; }\n',
        "data.txt": "3",
    },
    "an odd name": {"a'b $(id) \ub0b4.cpp": START + SIZE},
    "an option": {"-o.cc": START + SIZE},
    "upper case": {"BOARD.CPP": START + SIZE},
    "UTF-16": {"x.cxx": (START + SIZE).encode("utf-16")},
    "Windows": {"x.cpp": b"\xef\xbb\xbf" + (START + SIZE).replace("\n", "\r\n").encode()},
    "Latin": {"x.cpp": (START + "// \xe4\n" + SIZE).encode("latin-1")},
    "no last line end": {"x.cpp": (START + SIZE).strip() + " // \\"},
}


@pytest.mark.long
@pytest.mark.parametrize("files", FILES)
def test_files_are_built_together_whatever_they_are_called(maker: Maker, files: str) -> None:
    subject = maker.open(FILES[files], SOLUTION)
    assert ask(subject, SOLUTION, BOARD) == (Returned(3),)


# --- what can't be built -----------------------------------------------------------------------------------

FAILURES: Mapping[str, tuple[str, str, int | None]] = {
    "a semicolon": (START + "int solution(vector<string> board) {\n    int x = 3\n    return x;\n}", "expected", 13),
    "a brace": (
        START + "int solution(vector<string> board) {\n    if (true) {\n    return 3;\n}\n",
        "expected \u2018}\u2019",
        14,
    ),
    "a comment": (START + SIZE + "/* never closed", "unterminated comment", 12),
    "a condition": (START + SIZE + "#if 1\n", "unterminated #if", 12),
    "a name": (START + "int solution(vector<string> board) {\n    return bord.size();\n}", "\u2018bord\u2019", 12),
    "a name, and all includes": (
        "int solution(vector<string> board) {\n    return bord.size();\n}",
        "\u2018bord\u2019",
        2,
    ),
    "a header": ('#include "nothere.h"\n' + START + SIZE, "nothere.h: No such file", 1),
    "a definition": (
        START + "bool won(const string &);\nint solution(vector<string> board) {\n    return won(board[0]);\n}",
        "`won(std::string const&)` is used, but nowhere defined",
        13,
    ),
    "in the library": (
        START + "#include <algorithm>\nstruct Cell { int x; };\n"
        "int solution(vector<string> board) {\n    vector<Cell> cells(3);\n"
        "    sort(cells.begin(), cells.end());\n    return 3;\n}",
        "no match for \u2018operator<\u2019",
        15,
    ),
    "in assembler": (START + 'int solution(vector<string> board) { __asm__("bogus"); return 3; }', "bogus", 11),
}  # fmt: skip


@pytest.mark.parametrize("name", FAILURES)
def test_what_the_compiler_misses_is_told_where_the_student_wrote_it(maker: Maker, name: str) -> None:
    source, message, line = FAILURES[name]
    failure = maker.fail(source, SOLUTION)
    assert message in failure.message
    assert (failure.place.line if failure.place else None) == line
    if failure.place is not None:
        assert (failure.place.file, failure.place.source) == ("solution.cpp", source.splitlines()[(line or 0) - 1])
    for path in ("/usr/", "/box", "grader-inside", "../"):
        assert path not in failure.message + failure.log


def test_two_files_that_define_the_same_are_told_apart(maker: Maker) -> None:
    failure = maker.fail({"a.cpp": START + SIZE, "b.cpp": START + SIZE}, SOLUTION)
    assert failure.message.startswith("`solution(std::vector<std::string")
    assert "is defined more than once" in failure.message
    assert failure.place is not None
    assert (failure.place.file, failure.place.line) == ("b.cpp", 11)


def test_no_file_of_the_machine_can_be_read_while_compiling(maker: Maker) -> None:
    failure = maker.fail('#include "/etc/passwd"\n' + START + SIZE, SOLUTION)
    assert "root:" not in failure.message + failure.log


def test_without_supplied_lines_a_missing_include_stays_an_error(maker: Maker) -> None:
    failure = maker.fail(SIZE, interface("solution(board: list[str]) -> int", prelude="none"))
    assert failure.place is not None
    assert failure.place.line == 1


def test_a_name_that_clashes_with_what_is_supplied_does_not_hide_the_error(maker: Maker) -> None:
    failure = maker.fail("int count = 0;\nint solution(std::vector<std::string> board) { return cuont; }", SOLUTION)
    assert "cuont" in failure.message


# --- functions that can't be called ------------------------------------------------------------------------


def test_a_function_of_other_parameters_is_explained(maker: Maker) -> None:
    subject = maker.open("int solution(int size) { return size; }", SOLUTION)
    assert ask(subject, SOLUTION, BOARD) == (
        Unfit(
            "asked for is `int solution(std::vector<std::string> board)`, found is `int solution(int size)`: "
            "a list does not fit where an integer of 32 bits is taken"
        ),
    )
    assert subject.offer.notes == ()


def test_a_header_that_nobody_includes_is_named(maker: Maker) -> None:
    subject = maker.open({"main.cpp": "int main() {}", "board.h": START + SIZE}, SOLUTION)
    assert ask(subject, SOLUTION, BOARD) == (
        Unfit("`int solution(vector<string> board)` stands in board.h, which is included nowhere"),
    )


def test_one_member_that_can_not_be_called_leaves_the_others_alone(maker: Maker) -> None:
    asked = interface("odd(value: Strange) -> int", "even(value: int) -> int")
    source = "template <class T> int odd(T value) { return value.size(); }\nint even(int value) { return value; }"
    subject = maker.open(source, asked)
    replies = ask(subject, asked, "odd(1)", "even(2)")
    assert isinstance(replies[0], Unfit)
    assert replies[0].why.startswith("asked for is `int odd(Strange value)`, found is `int odd(T value)`")
    assert replies[1] == Returned(2)


# --- objects -----------------------------------------------------------------------------------------------

OBJECTS = sorted(Path(__file__).with_name("cpp_objects").iterdir())
COUNTER = ClassAsked(
    "Counter",
    ((Parameter("start", "int"),),),
    (read_function("add(step: int) -> int"), read_function("copy() -> Counter")),
)


@pytest.mark.long
@pytest.mark.parametrize("source", OBJECTS, ids=lambda source: source.stem)
def test_objects_are_made_handed_on_and_told_however_they_are_passed(maker: Maker, source: Path) -> None:
    asked = interface("peek(counter: Counter) -> int", classes=[COUNTER])
    subject = maker.open(START + source.read_text("utf-8"), asked)
    calls = [
        "one = Counter(5)",
        "one.add(1)",
        "two = one.copy()",
        "two.add(10)",
        "peek(two)",
        "one.add(0)",
        "peek(one)",
    ]
    assert ask(subject, asked, *calls) == (
        Returned(ObjectValue("Counter", "5")),
        Returned(6),
        Returned(ObjectValue("Counter", "6")),
        Returned(16),
        Returned(16),
        Returned(6),
        Returned(6),
    )


def test_a_class_of_another_name_that_has_all_methods_is_used_and_told(maker: Maker) -> None:
    asked = interface(classes=[COUNTER])
    methods = "int Add(int x) { return v += x; } Z copy() { return *this; }"
    source = f"struct Z {{ int v; Z(int s) : v(s) {{}} {methods} }};\nstruct Y {{}};"
    subject = maker.open(source, asked)
    assert ask(subject, asked, "one = Counter(5)", "one.add(1)") == (Returned(ObjectValue("Z", "")), Returned(6))
    assert subject.offer.notes == (
        "Used `Z`, as `Counter` was asked for.",
        "Used `Add`, as `add` was asked for.",
    )


def test_an_enumeration_is_known_by_its_members_scoped_or_not(maker: Maker) -> None:
    asked = interface(
        "next(colour: Colour) -> Colour",
        "name(colour: Colour) -> str",
        enums=[EnumAsked("Colour", ("RED", "BLUE"))],
    )
    source = START + (
        "namespace paint { enum Farbe { Red = 5, Blue }; }\nusing namespace paint;\n"
        "Farbe next(Farbe f) { return f == Red ? Blue : Farbe(9); }\nstring name(const string &name) { return name; }"
    )
    subject = maker.open(source, asked)
    assert ask(subject, asked, "next(Colour.RED)", "next(Colour.BLUE)", "name(Colour.RED)") == (
        Returned(EnumValue("Colour", "BLUE")),
        Returned(OtherValue("enumeration", "a member with the number 9")),
        Returned("RED"),
    )
    assert subject.offer.notes == ("Used `Farbe`, as `Colour` was asked for.",)
