"""What only Go has: packages and types, constructors by convention, errors as results, crashes, and what means harm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from grader.languages.go import PLUGIN
from grader.model import (
    BuildFailure,
    Built,
    ClassAsked,
    Ended,
    Ending,
    EnumAsked,
    Frame,
    Interface,
    Outcome,
    Parameter,
    Place,
    Raised,
    Reference,
    Reply,
    Returned,
    State,
    Step,
    Toolchain,
    Unfit,
)
from grader.plugins import Language, Sandbox
from grader.values import EnumValue, MapValue, ObjectValue, OtherValue, SetValue, Value
from tests.languages.asking import LIMITS, answers_of, asked, build, functions, one, opened, refusal

pytestmark = pytest.mark.long  # one case of each test in each language otherwise

SOLUTION = functions(asked("solution", "n: int", returns="int"))
SITES = replace(SOLUTION, prelude="sites")


@pytest.fixture(autouse=True)
def _toolchain(find_toolchain: Callable[[Language], Toolchain]) -> None:
    find_toolchain(PLUGIN)


def reply_of(sandbox: Sandbox, source: str, interface: Interface, *arguments: Value) -> Reply:
    """What the first function of the interface answers."""
    with opened(PLUGIN, sandbox, {"a.go": source}, interface) as subject:
        assert subject.load_failure is None
        return one(subject, interface.functions[0].name, *arguments)


def build_notes(sandbox: Sandbox, files: Mapping[str, str | bytes], interface: Interface) -> list[str]:
    """What a student is told of how the files were built."""
    built = build(PLUGIN, sandbox, files, interface)[1]
    assert isinstance(built, Built)
    return list(built.notes)


# --- files and packages --------------------------------------------------------------------------------------

PLUS = "func solution(n int) int { return n + 1 }\n"
FILES: Mapping[str, tuple[dict[str, str | bytes], list[str]]] = {
    "without a main function": ({"a.go": f"package main\n\n{PLUS}"}, []),
    "with a main function": ({"a.go": f"package main\n\n{PLUS}\nfunc main() {{ panic(1) }}\n"}, []),
    "in another package": ({"a.go": f"package tasks\n\n{PLUS}"}, []),
    "exported": ({"a.go": "package main\n\nfunc Solution(n int) int { return n + 1 }\n"}, []),
    "under another spelling": (
        {"a.go": "package main\n\nfunc solu_tion(n int) int { return n + 1 }\n"},
        ["Used `solu_tion`, as `solution` was asked for."],
    ),
    "in a variable": ({"a.go": "package main\n\nvar solution = func(n int) int { return n + 1 }\n"}, []),
    "as a method": (
        {"a.go": "package main\n\ntype Solution struct{}\n\nfunc (*Solution) Solution(n int) int { return n + 1 }\n"},
        ["Used the method `Solution` of `Solution`."],
    ),
    "as a method of what a function makes": (
        {
            "a.go": "package main\n\ntype Solution struct{ more map[string]int }\n\n"
            'func NewSolution() Solution { return Solution{map[string]int{"x": 1}} }\n\n'
            'func (s Solution) solution(n int) int { s.more["y"] = 0; return n + s.more["x"] }\n'
        },
        ["Used the method `solution` of `Solution`."],
    ),
    "in several files": ({"a.go": f"package main\n\n{PLUS}", "b.go": "package main\n\nvar more = 1\n"}, []),
    "beside a test and a file that is not built": (
        {
            "a.go": f"package main\n\n{PLUS}",
            "a_test.go": "package main\n\nbroken\n",
            "b.go": "//go:build ignore\n\npackage other\n",
        },
        [],
    ),
    "beside another program": (
        {
            "a.go": f"package main\n\n{PLUS}\nfunc main() {{}}\n",
            "b.go": "package main\n\nfunc main() {}\n",
        },
        ["Only `a.go` was used, since it does not compile together with the other files."],
    ),
    "beside a file of another package": (
        {"a.go": f"package one\n\n{PLUS}", "b.go": "package two\n"},
        ["Only `a.go` was used, since it does not compile together with the other files."],
    ),
    "in a file with a name that Go would leave out": ({"_a (1).go": f"package main\n\n{PLUS}"}, []),
    "in a file for another system": ({"a_windows.go": f"package main\n\n{PLUS}"}, []),
    "in a file with an odd ending": ({"\u017c.GO": f"package main\n\n{PLUS}"}, []),
    "in a file that is only built by itself": ({"a.go": f"//go:build ignore\n\npackage main\n\n{PLUS}"}, []),
    "in a package of a module": (
        {
            "tasks/a.go": "package tasks\n\nfunc Solution(n int) int { return n + 1 }\n",
            "go.mod": "module example.com/x\n\ngo 1.18\n",
            "main.go": 'package main\n\nimport "example.com/x/tasks"\n\nfunc main() { tasks.Solution(1) }\n',
        },
        [],
    ),
    "beside a package whose module is unknown": (
        {
            "a.go": 'package main\n\nimport "x/more"\n\nfunc solution(n int) int { return n + more.One }\n',
            "more/more.go": "package more\n\nconst One = 1\n",
        },
        [],
    ),
    "with carriage returns and a byte order mark": (
        {"a.go": b"\xef\xbb\xbf" + f"package main\n\n{PLUS}".replace("\n", "\r\n").encode()},
        [],
    ),
    "beside names that Go has already": (
        {
            "a.go": "package main\n\ntype string struct{}\n\nvar any, nil, grader_inside = 1, 2, 3\n\n"
            "func append() {}\n\nfunc init() {}\n\nfunc init() {}\n\n" + PLUS
        },
        [],
    ),
}


@pytest.mark.parametrize("where", FILES)
def test_a_function_is_found_wherever_it_stands(any_sandbox: Sandbox, where: str) -> None:
    files, notes = FILES[where]
    with opened(PLUGIN, any_sandbox, files, SOLUTION) as subject:
        assert [*build_notes(any_sandbox, files, SOLUTION), *subject.offer.notes] == notes
        assert one(subject, "solution", 4) == Returned(5)


SUPPLIED = {
    "package clause": (
        "func solution(n int) int { return n }\n",
        ["The line `package main` was missing and was added."],
    ),
    "imports": (
        'package main\n\nfunc solution(n int) int { return rand.Intn(1) + strings.Count("aa", "a") + n - 2 }\n',
        ["Imports were missing and were added: `math/rand`, `strings`."],
    ),
    "imports beside others": (
        'package main\n\nimport "fmt"\n\nfunc solution(n int) int { fmt.Print(); sort.Ints([]int{n}); return n }\n',
        ["Imports were missing and were added: `sort`."],
    ),
    "nothing that has the name of a variable": (
        (
            "package main\n\ntype box struct{ n int }\n\nvar sort = box{0}\n\n"
            "func solution(n int) int { strings := box{n}; return strings.n + sort.n }\n"
        ),
        [],
    ),
}


@pytest.mark.parametrize("what", SUPPLIED)
def test_what_sites_supply_is_supplied_where_the_task_says_so(any_sandbox: Sandbox, what: str) -> None:
    source, notes = SUPPLIED[what]
    assert build_notes(any_sandbox, {"a.go": source}, SITES) == notes
    with opened(PLUGIN, any_sandbox, {"a.go": source}, SITES) as subject:
        assert one(subject, "solution", 4) == Returned(4)
    if notes:
        assert isinstance(build(PLUGIN, any_sandbox, {"a.go": source}, SOLUTION)[1], BuildFailure)


# --- what does not compile -----------------------------------------------------------------------------------

WRONG = {
    "an import that is not used": (
        'package main\n\nimport "os"\n',
        None,
        Place("a.go", 3, 8, 'import "os"'),
    ),
    "a variable that is not used": (
        "package main\n\nfunc f() {\n\tx := 1\n}\n",
        None,
        Place("a.go", 4, 2, "\tx := 1"),
    ),
    "a missing return": (
        "package main\n\nfunc f() int {\n}\n",
        "missing return",
        Place("a.go", 4, 1, "}"),
    ),
    "a name that is not there": (
        "package main\n\nfunc f() int { return x }\n",
        "undefined: x",
        Place("a.go", 3, 23, "func f() int { return x }"),
    ),
    "a package from elsewhere": (
        'package main\n\nimport "github.com/x/y"\n\nfunc f() { y.F() }\n',
        "package github.com/x/y is not in the standard library, which is all there is here",
        Place("a.go", 3, None, 'import "github.com/x/y"'),
    ),
    "a package of the runtime's own": (
        'package main\n\nimport "internal/abi"\n\nvar x = abi.FuncPCABI0\n',
        "package internal/abi is not in the standard library, which is all there is here",
        Place("a.go", 3, None, 'import "internal/abi"'),
    ),
    "the driver": (
        'package main\n\nimport "grader/inside"\n\nvar x = inside.Start\n',
        "package grader/inside is not in the standard library, which is all there is here",
        Place("a.go", 3, None, 'import "grader/inside"'),
    ),
    "code in C": (
        'package main\n\n// int x;\nimport "C"\n\nvar x = C.x\n',
        "package C is not in the standard library, which is all there is here",
        Place("a.go", 4, None, 'import "C"'),
    ),
    "no package": (
        "func f() {}\n",
        "syntax error: package statement must be first",
        Place("a.go", 1, 1, "func f() {}"),
    ),
    "a fault on the line of another package": (
        "package tasks; var x int = true\n",
        None,
        Place("a.go", 1, 28, "package tasks; var x int = true"),
    ),
    "nothing": ("package main\n\nfunc f() {\n", None, Place("a.go", 4, 1, "")),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_does_not_compile_is_told_as_go_says_it(any_sandbox: Sandbox, what: str) -> None:
    source, message, place = WRONG[what]
    failure = refusal(PLUGIN, any_sandbox, {"a.go": source}, SOLUTION)
    if message is not None:
        assert failure.message == message
    assert failure.place == place
    assert "glue" not in failure.log
    assert "/" not in failure.log.replace("github.com/x/y", "").replace("internal/abi", "").replace("grader/inside", "")


def test_two_files_that_both_have_what_is_asked_for_are_refused(any_sandbox: Sandbox) -> None:
    files = {"a.go": f"package main\n\n{PLUS}", "b.go": f"package main\n\n{PLUS}"}
    failure = refusal(PLUGIN, any_sandbox, files, SOLUTION)
    assert failure.message == "solution redeclared in this block"


HUGE = {
    "brackets": "var x = " + "(" * 200_000 + "1" + ")" * 200_000,
    "a number": "const x = 1 << 100000000",
    "an array": "var x [1 << 60]int",
    "data": "var x = [...]byte{1 << 27: 1}",
    "a name": "var " + "x" * 1_000_000 + " int",
    "types in a ring": "type a struct{ b b }\n\ntype b struct{ a a }",
    "nothing but brackets": "{" * 500_000,
}


@pytest.mark.parametrize("what", HUGE)
def test_what_the_compiler_can_not_take_is_no_fault_of_ours(any_sandbox: Sandbox, what: str) -> None:
    source = f"package main\n\n{HUGE[what]}\n\n{PLUS}"
    _workshop, built = build(PLUGIN, any_sandbox, {"a.go": source}, SOLUTION)
    assert isinstance(built, Built) or built.message


def test_packages_that_import_each_other_are_refused(any_sandbox: Sandbox) -> None:
    files = {
        "a.go": 'package main\n\nimport "x/one"\n\nfunc solution(n int) int { return one.One }\n',
        "go.mod": "module x\n",
        "one/one.go": 'package one\n\nimport "x/two"\n\nvar One = two.Two\n',
        "two/two.go": 'package two\n\nimport "x/one"\n\nvar Two = one.One\n',
    }
    failure = refusal(PLUGIN, any_sandbox, files, SOLUTION)
    assert failure.message == "import cycle not allowed: x/one imports this package in turn"
    assert failure.place == Place("two/two.go", 3, None, 'import "x/one"')


# --- types ---------------------------------------------------------------------------------------------------

ECHOES: Mapping[str, tuple[str, str, Value, Value]] = {
    "a letter as a byte": ("value byte) byte", "str", "x", "x"),
    "a number as a byte": ("value byte) byte", "int", 255, 255),
    "a number as a rune": ("value rune) rune", "int", 70000, 70000),
    "a text as bytes": ("value []byte) []byte", "str", "\u017c", "\u017c"),
    "a text as runes": ("value []rune) []rune", "str", "\u017cx", "\u017cx"),
    "bytes": ("value []byte) []byte", "bytes", b"\0\xff", b"\0\xff"),
    "bytes of which nothing is said": ("value []byte) []byte", "", b"\0\xff", b"\0\xff"),
    "rows of runes": ("value [][]rune) [][]rune", "list[str]", ["O.X", "\u017c"], ["O.X", "\u017c"]),
    "rows of letters": ("value [][]rune) [][]rune", "list[list[str]]", [["O", "X"]], [["O", "X"]]),
    "an array": ("value [3]string) [3]string", "list[str]", ["a", "b", "c"], ["a", "b", "c"]),
    "an array of arrays": ("value [2][2]rune) [2][2]rune", "list[str]", ["ab", "cd"], ["ab", "cd"]),
    "a set": ("value map[string]struct{}) map[string]struct{}", "set[str]", SetValue(("a",)), SetValue(("a",))),
    "a map of lists": (
        "value map[int][]string) map[int][]string",
        "dict[int, list[str]]",
        MapValue(((1, ["a"]),)),
        MapValue(((1, ["a"]),)),
    ),
    "anything": ("value any) any", "", [1, "a", None, 2.5, True], [1, "a", None, 2.5, True]),
    "a map of anything": ("value any) any", "", MapValue((("a", [1]),)), MapValue((("a", [1]),))),
    "a large number without a sign": ("value uint64) uint64", "int", 2**64 - 1, 2**64 - 1),
    "a whole decimal number": ("value int) int", "int", 2.0, 2),
    "a number as a decimal one": ("value float64) float64", "float", 2, 2.0),
    "a small decimal number": ("value float32) float32", "float", 0.1, 0.1),
    "a large number by value": ("value big.Int) big.Int", "int", 2**80, 2**80),
    "a name for a list": ("value rows) rows", "list[str]", ["a"], ["a"]),
    "no list": ("value []int) []int", "list[int]", [], []),
    "nothing as a list that may be absent": ("value []int) []int", "list[int] | None", None, None),
    "several values": ("value int) (int, string)", "", 1, (1, "a")),
    "a value and whether there is one": ("value int) (int, bool)", "int | None", 1, 1),
    "no value, and it is said": ("value int) (int, bool)", "int | None", 0, None),
    "a value and no error": ("value int) (int, error)", "int", 1, 1),
    "nothing but no error": ("value int) error", "", 1, None),
    "nothing": ("value int)", "", 1, None),
    "a function": ("value int) func()", "", 1, OtherValue("func", "something that is no value")),
    "an object": ("value int) thing", "", 1, ObjectValue("thing", "")),
    "an object behind a pointer": ("value int) *thing", "", 1, ObjectValue("thing", "")),
    "an object with a text": ("value int) spoken", "", 1, ObjectValue("spoken", "spoken 1")),
    "an object whose text fails": ("value int) *mute", "", 1, ObjectValue("mute", "")),
    "itself": ("value int) any", "", 1, [OtherValue("cycle", "a value that contains itself")]),
    "text that is broken": ("value int) string", "str", 1, OtherValue("string", "a text that is not valid UTF-8")),
}
GIVES = {
    "several values": 'return value, "a"',
    "a value and whether there is one": "return value, value > 0",
    "no value, and it is said": "return value, value > 0",
    "a value and no error": "return value, nil",
    "nothing but no error": "return nil",
    "nothing": "",
    "a function": "return func() {}",
    "an object": "return thing{value}",
    "an object behind a pointer": "return &thing{value}",
    "an object with a text": "return spoken{value}",
    "an object whose text fails": "return &mute{value}",
    "itself": "ring := make([]any, 1); ring[0] = ring; return ring",
    "text that is broken": 'return "\\xff"',
}
TYPES = """
type rows []string

type thing struct{ n int }

type spoken struct{ n int }

func (one spoken) String() string { return fmt.Sprint("spoken ", one.n) }

type mute struct{ n int }

func (one *mute) String() string { panic("no") }

var _ big.Int
"""


@pytest.mark.parametrize("what", ECHOES)
def test_a_value_takes_whatever_type_a_student_chooses(any_sandbox: Sandbox, what: str) -> None:
    header, kind, given, expected = ECHOES[what]
    body = GIVES.get(what, "return value")
    source = f'package main\n\nimport (\n"fmt"\n"math/big"\n)\n{TYPES}\nfunc f({header} {{ {body} }}\n'
    interface = functions(asked("f", f"value: {kind}", returns=kind or None))
    assert reply_of(any_sandbox, source, interface, given) == Returned(expected)


LARGE = {
    "deep": "var nest any; for i := 0; i < 100; i++ { nest = []any{nest} }; return nest",
    "many": "return make([]int, 300000)",
    "long": 'return strings.Repeat("x", 3000000)',
    "a large map": "m := map[int]int{}; for i := 0; i < 200000; i++ { m[i] = i }; return m",
    "pointers in a ring": "type node struct{ next *node }; var p any; p = &p; return p",
}


@pytest.mark.parametrize("what", LARGE)
def test_what_is_too_large_is_described(any_sandbox: Sandbox, what: str) -> None:
    source = f'package main\n\nimport "strings"\n\nvar _ = strings.Repeat\n\nfunc f() any {{ {LARGE[what]} }}\n'
    reply = reply_of(any_sandbox, source, functions(asked("f")))
    assert isinstance(reply, Returned)
    assert "OtherValue" in repr(reply.value)


MISFITS: Mapping[str, tuple[str, str, list[Value], str]] = {
    "too many": ("", "", [1], "`f` takes 0 arguments, and 1 is given"),
    "too few": ("a, b int", "", [1], "`f` takes 2 arguments, and 1 is given"),
    "too few of many": ("a, b int, c ...int", "", [1], "`f` takes at least 2 arguments, and 1 is given"),
    "a text for a number": ("a int", "", ["x"], "argument 1 of `f` is `int`, which a text can't be"),
    "too large": ("a int8", "", [300], "argument 1 of `f` is `int8`, which the whole number 300 can't be"),
    "much too large": ("a int", "", [2**70], "argument 1 of `f` is `int`, which so large a whole number can't be"),
    "below zero": ("a uint", "", [-1], "argument 1 of `f` is `uint`, which the whole number -1 can't be"),
    "a half": ("a int", "", [0.5], "argument 1 of `f` is `int`, which a decimal number can't be"),
    "a list of another length": (
        "a [3]int",
        "",
        [[1]],
        "argument 1 of `f` is `[3]int`, which a list of 1 item can't be",
    ),
    "inside of a list": ("a [][]int", "", [["x"]], "argument 1 of `f` is `[]int`, which a text can't be"),
    "nothing": ("a int", "", [None], "argument 1 of `f` is `int`, which nothing (nil) can't be"),
    "two letters": ("a rune", "", ["ab"], "argument 1 of `f` is `int32`, which a text can't be"),
}


@pytest.mark.parametrize("what", MISFITS)
def test_arguments_that_do_not_fit_say_why(any_sandbox: Sandbox, what: str) -> None:
    header, _kind, given, why = MISFITS[what]
    source = f"package main\n\nfunc f({header}) {{}}\n"
    assert reply_of(any_sandbox, source, functions(asked("f")), *given) == Unfit(why)


@pytest.mark.parametrize(("given", "expected"), [([[1, 2, 3]], 3), ([1, 2], 2), ([], 0)], ids=repr)
def test_a_function_of_many_arguments_takes_them_singly_or_as_a_list(
    any_sandbox: Sandbox, given: list[Value], expected: int
) -> None:
    source = "package main\n\nfunc f(all ...int) int { return len(all) }\n"
    assert reply_of(any_sandbox, source, functions(asked("f")), *given) == Returned(expected)


def test_a_function_with_type_parameters_is_explained(any_sandbox: Sandbox) -> None:
    source = "package main\n\nfunc solution[T any](n T) T { return n }\n"
    with opened(PLUGIN, any_sandbox, {"a.go": source}, SOLUTION) as subject:
        assert subject.offer.functions == {"solution": None}
        assert subject.offer.notes == ("`solution` has type parameters. Write it for the types that the task names.",)


# --- classes -------------------------------------------------------------------------------------------------

BOARD = Interface(
    functions=(asked("size_of", "board: Board", returns="int"),),
    classes=(
        ClassAsked(
            "Board",
            ((Parameter("n", "int"),), ()),
            (asked("get_size", returns="int"), asked("grow", "by: int", returns="int")),
        ),
    ),
)
METHODS = """
func (board *Board) getSize() int { return board.n }

func (board *Board) grow(by int) int { board.n += by; return board.n }

func sizeOf(board *Board) int { return board.n }
"""
STRUCT = "type Board struct {\n\tname string\n\tn    int\n}\n"
MADE = "There is no function `NewBoard`, so `Board{...}` was used."

CONSTRUCTORS = {
    "a pointer": (f"{STRUCT}\nfunc NewBoard(n int) *Board {{ return &Board{{n: n}} }}\n{METHODS}", []),
    "a value": (f"{STRUCT}\nfunc NewBoard(n int) Board {{ return Board{{n: n}} }}\n{METHODS}", []),
    "as LeetCode writes it": (f"{STRUCT}\nfunc Constructor(n int) Board {{ return Board{{n: n}} }}\n{METHODS}", []),
    "not exported": (f"{STRUCT}\nfunc newBoard(n int) *Board {{ return &Board{{n: n}} }}\n{METHODS}", []),
    "under another name": (
        f"{STRUCT}\nfunc emptyBoard(n int) *Board {{ return &Board{{n: n}} }}\n{METHODS}",
        ["Used `emptyBoard` to make a `Board`."],
    ),
    "with an error": (
        f"{STRUCT}\nfunc NewBoard(n int) (*Board, error) {{ return &Board{{n: n}}, nil }}\n{METHODS}",
        [],
    ),
    "by the name of a field": (STRUCT + METHODS, [MADE]),
    "by the only field": ("type Board struct{ size int }\n" + METHODS.replace("board.n", "board.size"), [MADE]),
    "of another struct, embedded": (
        (
            "type base struct{ n int }\n\n"
            "func (board *base) getSize() int { return board.n }\n\n"
            "func (board *base) Grow(by int) int { board.n += by; return board.n }\n\n"
            "type Board struct{ base }\n\nfunc NewBoard(n int) *Board { return &Board{base{n}} }\n\n"
            "func sizeOf(board *Board) int { return board.n }\n"
        ),
        [],
    ),
    "of an interface": (
        "type Board interface {\n\tgetSize() int\n\tgrow(by int) int\n}\n\ntype square struct{ n int }\n\n"
        "func NewBoard(n int) Board { return &square{n} }\n\n"
        "func sizeOf(board Board) int { return board.getSize() }\n"
        + METHODS.split("func sizeOf", maxsplit=1)[0].replace("Board", "square"),
        [],
    ),
    "of another name": (
        f"{STRUCT}\nfunc NewBoard(n int) *Board {{ return &Board{{n: n}} }}\n{METHODS}".replace("Board", "Game"),
        ["Used `Game`, as `Board` was asked for."],
    ),
    "with other spellings": (
        f"{STRUCT}\nfunc NewBoard(n int) *Board {{ return &Board{{n: n}} }}\n{METHODS}".replace("getSize", "Get_Size"),
        ["Used `Get_Size`, as `getSize` was asked for."],
    ),
}


@pytest.mark.parametrize("how", CONSTRUCTORS)
def test_an_object_is_made_as_go_makes_it(any_sandbox: Sandbox, how: str) -> None:
    source, notes = CONSTRUCTORS[how]
    steps = [
        Step("Board", (3,), new=True, bind="b"),
        Step("grow", (1,), on="b"),
        Step("get_size", on="b"),
        Step("Board", (7,), new=True, bind="c"),
        Step("get_size", on="b"),
    ]
    with opened(PLUGIN, any_sandbox, {"a.go": f"package main\n\n{source}"}, BOARD) as subject:
        assert list(subject.offer.notes) == notes
        replies = subject.ask(steps, State.NEW).replies
        assert replies[1:3] == (Returned(4), Returned(4))
        assert replies[4] == Returned(4)
        size = subject.ask([Step("size_of", (Reference("c"),))], State.SAME).replies[0]
    assert size == Returned(7)


SEVERAL = {
    "two functions": (
        "func NewBoard() *Board { return &Board{n: 9} }\n\nfunc NewBoardOfSize(n int) *Board { return &Board{n: n} }\n"
    ),
    "one of many arguments": (
        "func NewBoard(n ...int) *Board {\n\tif len(n) == 0 {\n\t\tn = []int{9}\n\t}\n\treturn &Board{n: n[0]}\n}\n"
    ),
}


@pytest.mark.parametrize("how", SEVERAL)
def test_the_constructor_that_takes_the_arguments_is_used(any_sandbox: Sandbox, how: str) -> None:
    source = f"package main\n\n{STRUCT}\n{SEVERAL[how]}{METHODS}"
    steps = [
        Step("Board", (), new=True, bind="a"),
        Step("get_size", on="a"),
        Step("Board", (3,), new=True, bind="b"),
        Step("get_size", on="b"),
    ]
    with opened(PLUGIN, any_sandbox, {"a.go": source}, BOARD) as subject:
        replies = subject.ask(steps, State.NEW).replies
    assert (replies[1], replies[3]) == (Returned(9), Returned(3))


def test_a_literal_that_can_not_be_guessed_is_explained(any_sandbox: Sandbox) -> None:
    source = "package main\n\ntype Board struct{ a, b string }\n\nfunc (Board) getSize() int { return 1 }\n"
    with opened(PLUGIN, any_sandbox, {"a.go": source}, BOARD) as subject:
        reply = subject.ask([Step("Board", (3,), new=True)], State.NEW).replies[0]
    assert reply == Unfit("there is no function `NewBoard` that makes one from 1 value")


def test_the_object_of_a_method_that_stands_for_a_function_is_one_per_state(any_sandbox: Sandbox) -> None:
    source = (
        "package main\n\ntype Solution struct{ n int }\n\n"
        "func (s *Solution) solution(n int) int { s.n += n; return s.n }\n"
    )
    with opened(PLUGIN, any_sandbox, {"a.go": source}, SOLUTION) as subject:
        steps = [Step("solution", (1,)), Step("solution", (1,))]
        assert subject.ask(steps, State.NEW).replies == (Returned(1), Returned(2))
        assert subject.ask(steps, State.EACH).replies == (Returned(1), Returned(1))


ENUMS = {
    "numbers": "type Colour int\n\nconst (\n\tRED Colour = iota\n\tBLUE\n)\n",
    "texts": 'type Colour string\n\nconst (\n\tRED  Colour = "r"\n\tBLUE Colour = "b"\n)\n',
    "with the name of the type": "type Colour int\n\nconst (\n\tColourRed Colour = iota + 5\n\tColourBlue\n)\n",
    "an alias": "type Colour = int\n\nconst (\n\tRed  Colour = 7\n\tBlue Colour = 8\n)\n",
    "variables": 'type Colour struct{ name string }\n\nvar (\n\tRed  = Colour{"r"}\n\tBlue = Colour{"b"}\n)\n',
}


@pytest.mark.parametrize("how", ENUMS)
def test_members_of_an_enumeration_go_in_and_out(any_sandbox: Sandbox, how: str) -> None:
    source = f"package main\n\n{ENUMS[how]}\nfunc f(one Colour) []Colour {{ return []Colour{{one}} }}\n"
    interface = Interface(
        (asked("f", "one: Colour", returns="list[Colour]"),), enums=(EnumAsked("Colour", ("RED", "BLUE")),)
    )
    member = EnumValue("Colour", "BLUE")
    assert reply_of(any_sandbox, source, interface, member) == Returned([member])


# --- errors and crashes --------------------------------------------------------------------------------------

PANICS: Mapping[str, tuple[str, str | None, str | None]] = {
    "an index": ("var x []int; return x[n]", "runtime error", "index out of range [1] with length 0"),
    "a map that is not made": (
        'var m map[string]int; m["a"] = n; return n',
        "runtime error",
        "assignment to entry in nil map",
    ),
    "nothing": (
        "var p *int; return *p",
        "runtime error",
        "invalid memory address or nil pointer dereference",
    ),
    "zero": ("zero := n - n; return n / zero", "runtime error", "integer divide by zero"),
    "a text": ('panic("no: " + "way")', "panic", "no: way"),
    "a number": ("panic(42)", "panic", "42"),
    "an error": ('panic(errors.New("bad"))', "error", "bad"),
    "an error of its own": ("panic(&Bad{n})", "Bad", "bad 1"),
    "an error whose text fails": ("panic(Mute{})", "Mute", ""),
    "no value": ("panic(nil)", None, None),  # a runtime error since Go 1.21
    "a value of its own": ("panic(Thing{n})", "Thing", "{1}"),
    "a wrong type": ("var x any = n; return len(x.(string))", "runtime error", None),
    "a goroutine": (
        "done := make(chan int); go func() { panic(n) }(); return <-done",
        "panic",
        "1",
    ),
    "nobody who answers": (
        "return <-make(chan int)",
        "fatal error",
        "all goroutines are asleep - deadlock!",
    ),
    "its own depth": ("return solution(n) + 1", "fatal error", "stack overflow"),
    "a lock": ("var one sync.Mutex; one.Unlock(); return n", "fatal error", "sync: unlock of unlocked mutex"),
}
THROWN = """package main

import (
	"errors"
	"fmt"
	"sync"
)

var _ = errors.New
var _ sync.Mutex

type Bad struct{ n int }

func (bad *Bad) Error() string { return fmt.Sprint("bad ", bad.n) }

type Mute struct{}

func (Mute) Error() string { panic("again") }

type Thing struct{ n int }

func solution(n int) int {
	BODY
}
"""
AT = THROWN.split("\n").index("\tBODY") + 1


@pytest.mark.parametrize("what", PANICS)
def test_a_panic_is_told_by_type_message_and_line(any_sandbox: Sandbox, what: str) -> None:
    body, kind, message = PANICS[what]
    source = THROWN.replace("BODY", body)
    with opened(PLUGIN, any_sandbox, {"a.go": source}, SOLUTION) as subject:
        reply, after = subject.ask([Step("solution", (1,))] * 2, State.EACH).replies
        again = one(subject, "solution", 1)
    assert isinstance(reply, Raised), after
    assert (kind or reply.type, message or reply.message) == (reply.type, reply.message)
    assert reply.trace
    assert {(frame.file, frame.line) for frame in reply.trace} <= {("a.go", AT - 1), ("a.go", AT)}
    assert reply.trace[0].function.startswith("solution")
    assert again == reply


RETURNED = {
    "of the library": ('errors.New("bad")', "error", "bad"),
    "of its own": ("&Bad{1}", "Bad", "bad 1"),
}


@pytest.mark.parametrize("what", RETURNED)
def test_an_error_that_is_returned_is_raised(any_sandbox: Sandbox, what: str) -> None:
    expression, kind, message = RETURNED[what]
    source = THROWN.replace("(n int) int {\n\tBODY", f"(n int) (int, error) {{\n\treturn 0, {expression}")
    assert reply_of(any_sandbox, source, SOLUTION, 1) == Raised(kind, message)


def test_a_panic_that_the_student_catches_is_none(any_sandbox: Sandbox) -> None:
    source = THROWN.replace(
        "(n int) int {\n\tBODY", "(n int) (got int) {\n\tdefer func() { got = recover().(int) }()\n\tpanic(5)"
    )
    assert reply_of(any_sandbox, source, SOLUTION, 1) == Returned(5)


SPEAKING = """package main

import (
	"fmt"
	"log"
	"os"
)

var _ = fmt.Print
var _ = log.Print
var _ = os.Exit

func solution(n int) int {
	BODY
	return n
}
"""
ENDS = {
    "os.Exit": ("os.Exit(4)", 4),
    "log.Fatal": ('log.Fatal("no")', 1),
    "what looks like a crash": ('println("panic: x"); os.Exit(3)', 3),
}


@pytest.mark.parametrize("what", ENDS)
@pytest.mark.parametrize("state", [State.NEW, State.EACH])
def test_leaving_is_an_end_with_its_code(any_sandbox: Sandbox, what: str, state: State) -> None:
    body, code = ENDS[what]
    source = SPEAKING.replace("BODY", body)
    with opened(PLUGIN, any_sandbox, {"a.go": source}, SOLUTION) as subject:
        reply = subject.ask([Step("solution", (1,))], state).replies[0]
    assert isinstance(reply, Ended)
    assert (reply.outcome.ending, reply.outcome.exit_code) == (Ending.EXITED, code)


PRINTS = {
    "fmt": ('fmt.Fprint(os.Stderr, "x\\n")', b"x\n"),
    "println": ('println("x")', b"x\n"),
    "log": ('log.SetFlags(0); log.Print("x")', b"x\n"),
}


@pytest.mark.parametrize("how", PRINTS)
def test_what_is_printed_to_standard_error_is_told_with_its_call(any_sandbox: Sandbox, how: str) -> None:
    code, printed = PRINTS[how]
    source = SPEAKING.replace("BODY", code)
    with opened(PLUGIN, any_sandbox, {"a.go": source}, SOLUTION) as subject:
        for state in (State.NEW, State.SAME, State.EACH):
            answers = subject.ask([Step("solution", (1,))], state)
            assert (answers.replies, answers.stderr) == ((Returned(1),), printed)


def test_what_is_printed_before_a_crash_is_told_without_the_crash(any_sandbox: Sandbox) -> None:
    source = 'package main\n\nfunc solution(n int) int { println("x"); return solution(n) + 1 }\n'.replace(
        "return solution(n) + 1", "return deep(n)"
    )
    source += "\nfunc deep(n int) int { return deep(n) + 1 }\n"
    with opened(PLUGIN, any_sandbox, {"a.go": source}, SOLUTION) as subject:
        answers = subject.ask([Step("solution", (1,))], State.NEW)
    assert isinstance(answers.replies[0], Raised)
    assert answers.stderr == b"x\n"


LOADING = {
    "a panic in a variable": (
        "var x = f()\n\nfunc f() int { panic(5) }\n",
        Raised("panic", "5", (Frame("a.go", 3, "init"), Frame("a.go", 5, "f"))),
    ),
    "a panic in init": ('func init() { panic("x") }\n', Raised("panic", "x", (Frame("a.go", 3, "init.0"),))),
}


@pytest.mark.parametrize("what", LOADING)
def test_a_panic_while_loading_is_told(any_sandbox: Sandbox, what: str) -> None:
    source, raised = LOADING[what]
    with opened(PLUGIN, any_sandbox, {"a.go": f"package main\n\n{source}\n{PLUS}"}, SOLUTION) as subject:
        assert subject.load_failure == raised
        assert subject.offer.functions == {"solution": "solution"}


def test_leaving_while_loading_is_told(any_sandbox: Sandbox) -> None:
    source = f'package main\n\nimport "os"\n\nfunc init() {{ os.Exit(4) }}\n\n{PLUS}'
    with opened(PLUGIN, any_sandbox, {"a.go": source}, SOLUTION) as subject:
        failure = subject.load_failure
    assert isinstance(failure, Ended)
    assert failure.outcome.exit_code == 4


# --- programs ------------------------------------------------------------------------------------------------


def run(sandbox: Sandbox, source: str) -> Outcome:
    interface = Interface(program=True)
    workshop, built = build(PLUGIN, sandbox, {"a.go": source}, interface)
    assert isinstance(built, Built)
    return workshop.run(PLUGIN.program(built, workshop.toolchain, LIMITS, (), b""), LIMITS)


def test_a_program_without_a_main_function_says_so(any_sandbox: Sandbox) -> None:
    outcome = run(any_sandbox, "package main\n")
    assert (outcome.exit_code, outcome.stderr) == (1, b"function main is undeclared in the main package\n")


def test_a_program_is_one_of_its_own(any_sandbox: Sandbox) -> None:
    source = """package main

import (
	"fmt"
	"os"
	"strings"
)

func main() {
	fmt.Println(len(os.Args), strings.Contains(strings.Join(os.Environ(), " "), "GRADER"))
	panic("end")
}
"""
    outcome = run(any_sandbox, source)
    assert (outcome.stdout, outcome.exit_code) == (b"1 false\n", 2)
    assert outcome.stderr.startswith(b"panic: end\n\ngoroutine 1 [running]:\nmain.main()\n\t./a.go:11")


# --- code that means harm ------------------------------------------------------------------------------------

HARM = """package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
	"unsafe"
)

var _ = []any{fmt.Sprint, os.Exit, exec.Command, runtime.GC, syscall.Kill, time.Sleep, unsafe.Pointer(nil)}

const short = time.Second / 5

var line = []byte("{\\"id\\": \\"0123456789abcdef\\", \\"n\\": 0, \\"value\\": 7}\\n")

BODY

func solution(n int) int {
	CALL
	return 1
}
"""
HONEST = frozenset(("1",))
DEAD = frozenset(("Ended", "Raised", "Invalid"))
# What stands beside the function, what stands in it, and what may be answered.
HOSTILE: Mapping[str, tuple[str, str, frozenset[str]]] = {
    "forges a reply": ("", "syscall.Write(4, line)", frozenset(("Invalid",))),
    "forges a reply on each descriptor": (
        "",
        "for d := 3; d < 64; d++ { syscall.Write(d, line) }",
        frozenset(("Invalid",)),
    ),
    "forges a reply after its own": (
        "",
        "go func() { time.Sleep(short); syscall.Write(4, line) }()",
        frozenset(("1", "Invalid")),
    ),
    "forges a reply from another process": (
        "func init() { if len(os.Args) > 1 { time.Sleep(short); syscall.Write(4, line); os.Exit(0) } }",
        'exec.Command(os.Args[0], "x").Start()',
        HONEST,
    ),
    "says that it is done before it is": (
        "",
        'syscall.Write(5, []byte("ddd")); time.Sleep(short)',
        frozenset(("1", "Ended")),
    ),
    "closes what it can": ("", "for d := 2; d < 64; d++ { syscall.Close(d) }", DEAD),
    "says that it has crashed": ("", 'syscall.Write(2, []byte("panic: all is well\\n")); os.Exit(2)', DEAD),
    "ends its parent": ("", "syscall.Kill(os.Getppid(), syscall.SIGKILL); time.Sleep(5 * short)", DEAD),
    "ends all that it may": ("", "syscall.Kill(-1, syscall.SIGKILL); time.Sleep(5 * short)", DEAD | HONEST),
    "stops itself": ("", "syscall.Kill(os.Getpid(), syscall.SIGSTOP)", DEAD | HONEST),
    "ends the goroutine that asks": ("", "runtime.Goexit()", DEAD),
    "writes where it must not": ("", "*(*int)(unsafe.Pointer(uintptr(n))) = 7", DEAD),
    "is never done with its text": (
        "type odd struct{}\n\nfunc (odd) String() string { for {} }",
        "panic(odd{})",
        frozenset(("Ended",)),
    ),
    "is started again as the driver starts it": (
        "",
        'again := exec.Command(os.Args[0]); again.Env = []string{"GRADER_INSIDE=1"}; again.Start()',
        HONEST,
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("state", [State.NEW, State.EACH])
@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_code_gets_no_other_answer_than_its_own(isolating: Sandbox, what: str, state: State) -> None:
    beside, inside, allowed = HOSTILE[what]
    source = HARM.replace("BODY", beside).replace("CALL", inside)
    assert answers_of(PLUGIN, isolating, {"a.go": source}, state) - allowed == set()
