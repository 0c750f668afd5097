"""C as students write it: lists with their lengths, objects as pointers, names of the system, and what goes wrong."""

from __future__ import annotations

import itertools
import signal
from collections.abc import Mapping

import pytest

from grader.expression import read_function
from grader.model import (
    Built,
    ClassAsked,
    Ended,
    Ending,
    Limits,
    Parameter,
    Raised,
    Reference,
    Returned,
    State,
    Step,
    Unfit,
)
from grader.plugins import Sandbox
from grader.subject import BuiltSubject
from grader.values import ObjectValue, OtherValue, Value
from tests.languages.native import BOARD, SOLUTION, Maker, ask, close_after, interface

pytestmark = pytest.mark.long  # one case of each test in each language otherwise


@pytest.fixture(scope="module")
def maker(any_sandbox: Sandbox, request: pytest.FixtureRequest) -> Maker:
    return close_after(Maker("c", any_sandbox), request)


# --- lists -------------------------------------------------------------------------------------------------

FORMS = {
    "pointers": "const char *board[]",
    "sized": "char *board[3]",
    "all_constant": "const char *const board[SIZE]",
    "at_least": "const char *board[static 3]",
    "restricted": "char *restrict board[]",
    "rows": "char board[SIZE][SIZE + 1]",
    "rows_without_end": "const char board[][3]",
    "pointer_to_rows": "char (*board)[4]",
    "pointer_to_pointer": "char **board",
    "alias": "strings board",
    "counted": "const char **board, size_t count",
    "count_first": "int n, char *board[n]",
    "counted_twice": "char **board, int rows, int columns",
    "with_widths": "char **board, int rows, int *widths",
}
FORMS_ASKED = interface(*(f"{name}(board: list[str]) -> int" for name in FORMS))


@pytest.fixture(scope="module")
def forms(maker: Maker) -> BuiltSubject:
    start = "#include <stddef.h>\n#define SIZE 3\ntypedef const char *const *strings;\n"
    functions = [f"int {name}({form}) {{ return 1000 * board[0][0] + board[2][2]; }}" for name, form in FORMS.items()]
    return maker.open(start + "\n".join(functions), FORMS_ASKED)


@pytest.mark.parametrize("name", FORMS)
def test_a_board_is_taken_in_the_form_in_which_the_student_wrote_it(forms: BuiltSubject, name: str) -> None:
    replies = ask(forms, FORMS_ASKED, f'{name}(["O.X", ".O.", "..X"])')
    assert replies == (Returned(1000 * ord("O") + ord("X")),)


GRIDS = {
    "pointers": "int **grid, int rows, int *widths",
    "constants": "const double *const *grid, int rows",
    "fixed": "int grid[2][3]",
    "fixed_and_counted": "long grid[][3], int rows, int columns",
    "pointer": "short (*grid)[3], int rows",
}
GRIDS_ASKED = interface(*(f"{name}(grid: list[list[int]]) -> int" for name in GRIDS))


@pytest.fixture(scope="module")
def grids(maker: Maker) -> BuiltSubject:
    functions = [
        f"int {name}({form}) {{ return (int)(grid[0][0] + 10 * grid[1][2]); }}" for name, form in GRIDS.items()
    ]
    return maker.open("\n".join(functions), GRIDS_ASKED)


@pytest.mark.parametrize("name", GRIDS)
def test_a_grid_is_taken_in_the_form_in_which_the_student_wrote_it(grids: BuiltSubject, name: str) -> None:
    assert ask(grids, GRIDS_ASKED, f"{name}([[1, 2, 3], [4, 5, 6]])") == (Returned(61),)


def test_rows_that_are_as_long_as_another_parameter_says_are_explained(maker: Maker) -> None:
    subject = maker.open("int solution(int n, char board[n][n]) { return board[0][0]; }", SOLUTION)
    (reply,) = ask(subject, SOLUTION, BOARD)
    assert reply == Unfit(
        "asked for is `int solution(const char *board[])`, found is `int solution(int n, char board[n][n])`: "
        "the length of a row is another parameter, and such a list can't be made from outside"
    )


def test_counts_go_to_the_lists_and_what_is_left_to_the_task(maker: Maker) -> None:
    asked = interface(
        "merge(left: list[int], right: list[int], limit: int) -> list[int]", "rows(count: int) -> list[list[int]]"
    )
    source = """
#include <stdlib.h>
int *merge(const int *left, int leftSize, const int *right, int rightSize, int limit, int *returnSize) {
    int *all = malloc(sizeof(int) * (leftSize + rightSize + 1));
    *returnSize = 0;
    for (int i = 0; i < leftSize; i++) all[(*returnSize)++] = left[i];
    for (int i = 0; i < rightSize; i++) all[(*returnSize)++] = right[i] + limit;
    return all;
}
int **rows(int count, int *returnSize, int **returnColumnSizes) {
    int **made = calloc(count, sizeof *made);
    *returnColumnSizes = calloc(count, sizeof(int));
    for (int i = 0; i < count; i++) {
        made[i] = calloc(i + 1, sizeof(int));
        (*returnColumnSizes)[i] = i;
    }
    *returnSize = count;
    return made;
}
"""
    subject = maker.open(source, asked)
    assert ask(subject, asked, "merge([1, 2], [3], 10)", "merge([], [], 1)", "rows(3)") == (
        Returned([1, 2, 13]),
        Returned([]),
        Returned([[], [0], [0, 0]]),
    )


# --- single values -----------------------------------------------------------------------------------------

GIVEN: Mapping[str, tuple[str, str, str, Value]] = {
    "large": ("long long", "1LL << 62", "int", 2**62),
    "unsigned_large": ("unsigned long", "~0UL", "int", 2**64 - 1),
    "narrow": ("float", "0.1f", "float", 0.1),
    "text": ("const char *", '"hi"', "str", "hi"),
    "null": ("char *", "0", "str", None),
    "letter": ("char", "'x'", "str", "x"),
    "half_letter": ("char", "(char)200", "str", OtherValue("a text that is not UTF-8", "\ufffd")),
    "byte": ("unsigned char", "200", "int", 200),
    "nothing": ("void", "", "None", None),
    "int_for_truth": ("int", "7", "bool", True),
    "int_for_false": ("int", "0", "bool", False),
    "truth": ("_Bool", "7", "bool", True),
    "constant": ("enum side", "RIGHT", "int", 1),
    "structure": ("struct point", "(struct point){1}", "Point", ObjectValue("point", "")),
}
GIVEN_ASKED = interface(*(f"{name}() -> {declared}" for name, (_kind, _value, declared, _back) in GIVEN.items()))


@pytest.fixture(scope="module")
def given(maker: Maker) -> BuiltSubject:
    functions = [f"{kind} {name}(void) {{ return {value}; }}" for name, (kind, value, *_rest) in GIVEN.items()]
    start = "enum side { LEFT, RIGHT };\nstruct point { int x; };\n"
    return maker.open(start + "\n".join(functions), GIVEN_ASKED)


@pytest.mark.parametrize("name", GIVEN)
def test_a_value_comes_back_as_what_the_task_says_it_is(given: BuiltSubject, name: str) -> None:
    (reply,) = ask(given, GIVEN_ASKED, f"{name}()")
    assert (reply, type(reply.value) if isinstance(reply, Returned) else None) == (
        Returned(GIVEN[name][3]),
        type(GIVEN[name][3]),
    )


# --- objects -----------------------------------------------------------------------------------------------

GAME = ClassAsked(
    "TicTacToe",
    ((Parameter("n", "int"),),),
    (read_function("move(row: int, col: int, player: int) -> int"),),
    ("Board", "Game"),
)
STRUCT = "#include <stdlib.h>\ntypedef struct TicTacToe { int n; } TicTacToe;\n"
BODY = "{ return t->n + 100 * row + 10 * col + player; }\n"
MADE = "{ TicTacToe *t = malloc(sizeof *t); t->n = n; return t; }\n"
OBJECTS = {
    "camelCase": (
        STRUCT + f"TicTacToe *ticTacToeCreate(int n) {MADE}"
        f"int ticTacToeMove(TicTacToe *t, int row, int col, int player) {BODY}",
        (),
    ),
    "snake_case": (
        STRUCT + f"struct TicTacToe *tic_tac_toe_new(int n) {MADE}"
        f"int tic_tac_toe_move(struct TicTacToe *t, int row, int col, int player) {BODY}",
        (),
    ),
    "set up in place": (
        STRUCT + f"void TicTacToe_init(TicTacToe *t, int n) {{ t->n = n; }}\n"
        f"int TicTacToe_move(TicTacToe *t, int row, int col, int player) {BODY}",
        ("TicTacToe_init", "TicTacToe_move"),
    ),
    "by value": (
        STRUCT + "TicTacToe ticTacToeCreate(int n) { TicTacToe t = {n}; return t; }\n"
        "int ticTacToeMove(TicTacToe t, int row, int col, int player) { return t.n + 100 * row + 10 * col + player; }",
        (),
    ),
    "a pointer by name": (
        ("#include <stdlib.h>\ntypedef struct { int n; } *Game;\n"
        "Game game_new(size_t n) { Game t = malloc(sizeof *t); t->n = n; return t; }\n"
        f"long game_move(Game t, long row, short col, unsigned char player) {BODY}"),
        ("game_new", "game_move"),
    ),
    "another name": (
        ("#include <stdlib.h>\nstruct grid { int n; };\n"
        "struct grid *grid_create(int n) { struct grid *t = malloc(sizeof *t); t->n = n; return t; }\n"
        f"int grid_move(struct grid *t, int row, int col, int player) {BODY}int number_create(int n) {{ return n; }}"),
        ("grid_create", "grid_move"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", OBJECTS)
def test_a_class_is_a_family_of_functions(maker: Maker, kind: str) -> None:
    source, other_names = OBJECTS[kind]
    asked = interface(classes=[GAME])
    subject = maker.open(source, asked)
    calls = ["one = TicTacToe(5)", "one.move(1, 2, 3)", "two = TicTacToe(9)", "two.move(0, 0, 1)", "one.move(0, 0, 0)"]
    assert ask(subject, asked, *calls)[1::2] == (Returned(128), Returned(10))
    assert ask(subject, asked, *calls)[4] == Returned(5)
    assert tuple(note.split("`")[1] for note in subject.offer.notes) == other_names


def test_what_makes_no_object_is_no_class(maker: Maker) -> None:
    asked = interface(classes=[GAME])
    subject = maker.open(
        "int size;\nvoid init(int n) { size = n; }\nint move(int r, int c, int p) { return p; }", asked
    )
    assert subject.offer.classes == {"TicTacToe": None}
    assert subject.offer.seen == ("init", "move")


def test_an_object_that_is_null_can_not_be_asked(maker: Maker) -> None:
    asked = interface(classes=[GAME])
    source = STRUCT + "TicTacToe *ticTacToeCreate(int n) { return NULL; }\n"
    subject = maker.open(source + f"int ticTacToeMove(TicTacToe *t, int row, int col, int player) {BODY}", asked)
    steps = [Step("TicTacToe", (3,), new=True, bind="one"), Step("move", (0, 0, 1), on="one")]
    assert [type(reply).__name__ for reply in subject.ask(steps, State.NEW).replies] == ["Returned", "Absent"]
    assert subject.ask([*steps[:1], Step("move", (Reference("one"), 0, 1), on="one")], State.NEW).replies[
        0
    ] == Returned(None)


# --- how it is written -------------------------------------------------------------------------------------

SUPPLIED = "Lines such as `#include <string.h>` were missing and were supplied."
STYLES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "static": ("#include <string.h>\nstatic int solution(const char *board[]) { return strlen(board[0]); }", ()),
    "without includes": (
        "int solution(const char *board[]) { bool found = true; return found ? (int)strlen(board[0]) : 0; }",
        (SUPPLIED,),
    ),
    "with names of the system": (
        (
            "int read = 1; int write(int x) { return x; } int index(int a) { return a; } double y1 = 2; int strlen2;\n"
            "int fork(void) { return 0; } int memcpy_ = 0; int close(int a) { return a; }\n"
            "int solution(const char *board[]) { return read + write(1) + index(1) + fork() + close(0); }"
        ),
        (),
    ),
    "with a main": ("int solution(const char *board[]) { return 3; }\nint main(void) { return solution(0); }", ()),
    "in another spelling": (
        "int Solution(const char *board[]) { return 3; }",
        ("Used `Solution`, as `solution` was asked for.",),
    ),
    "for C and C++": (
        (
            '#ifdef __cplusplus\nextern "C" {\n#endif\nint solution(const char *board[]) { return 3; }\n'
            "#ifdef __cplusplus\n}\n#endif\n"
        ),
        (),
    ),
}


@pytest.mark.parametrize("style", STYLES)
def test_a_way_of_writing_is_understood_and_told(maker: Maker, style: str) -> None:
    source, notes = STYLES[style]
    built = maker.build(source, SOLUTION)
    subject = maker.open(source, SOLUTION)
    assert ask(subject, SOLUTION, BOARD) == (Returned(3),)
    assert isinstance(built, Built)
    assert (*built.notes, *subject.offer.notes) == notes


def test_several_files_are_built_together(maker: Maker) -> None:
    files = {
        "main.c": '#include "board.h"\nint main(void) { return size(); }\n',
        "board.c": '#include "board.h"\nstatic int help(void) { return 3; }\nint size(void) { return help(); }\n'
        "int solution(const char **board) { return size(); }\n",
        "board.h": "#ifndef BOARD_H\n#define BOARD_H\nint size(void);\n#endif\n",
    }
    subject = maker.open(files, SOLUTION)
    assert ask(subject, SOLUTION, BOARD) == (Returned(3),)
    assert subject.run([], b"").exit_code == 3


def test_a_second_main_is_a_fault_that_is_told(maker: Maker) -> None:
    failure = maker.fail({"a.c": "int main(void) { return 1; }", "b.c": "int main(void) { return 2; }"}, SOLUTION)
    assert failure.message == "`main` is defined more than once"


def test_what_the_compiler_misses_is_told_where_the_student_wrote_it(maker: Maker) -> None:
    failure = maker.fail("int solution(const char *board[]) {\n    return bord;\n}\n", SOLUTION)
    assert failure.message.startswith("\u2018bord\u2019 undeclared")
    assert failure.place is not None
    assert (failure.place.line, failure.place.column, failure.place.source) == (2, 12, "    return bord;")


# --- what goes wrong ---------------------------------------------------------------------------------------


def test_a_function_that_forgets_to_return_is_never_right_by_luck(maker: Maker) -> None:
    source = """int shown(int x) {
    x++;
}
int solution(const char *board[]) {
    int found = board[0][0] == 'O';
    shown(found);
    if (found) return 3;
}
"""
    subject = maker.open(source, SOLUTION)
    replies = ask(subject, SOLUTION, BOARD, 'solution(["X"])')
    assert replies[0] == Returned(3)
    assert isinstance(replies[1], Raised)
    assert (replies[1].type, [frame.line for frame in replies[1].trace]) == ("no return", [8])
    built = maker.build(source, SOLUTION)
    assert isinstance(built, Built)
    assert built.notes == (
        "`shown` (solution.c, line 3) does not come to a `return` on every way through it.",
        "`solution` (solution.c, line 8) does not come to a `return` on every way through it.",
    )


@pytest.mark.parametrize("state", [State.NEW, State.EACH])
@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("*(volatile int *)0 = 1;", signal.SIGSEGV),
        ("abort();", signal.SIGABRT),
        ("volatile int zero = 0; return 7 % zero;", signal.SIGFPE),
        ("free((void *)board);", signal.SIGABRT),
    ],
)
def test_a_crash_is_told_by_its_signal(maker: Maker, code: str, number: int, state: State) -> None:
    source = f"#include <stdlib.h>\nint solution(const char *board[]) {{ {code} return 1; }}"
    (reply,) = ask(maker.open(source, SOLUTION), SOLUTION, BOARD, state=state)
    assert isinstance(reply, Ended)
    assert (reply.outcome.ending, reply.outcome.signal) == (Ending.SIGNALLED, number)


def test_all_boards_are_answered_quickly_in_one_state_and_each_afresh(maker: Maker) -> None:
    boards = ["".join(cells) for cells in itertools.product(".OX", repeat=9)]
    steps = [Step("solution", ([cells[:3], cells[3:6], cells[6:]],)) for cells in boards]
    source = "static int calls;\nint solution(const char *board[]) { return 10 * board[2][2] + ++calls % 10; }"
    long = Limits(cpu_s=60, wall_s=300)
    subject = maker.open(source, SOLUTION, long)
    together = subject.ask(steps, State.NEW, limits=long)
    apart = subject.ask(steps, State.EACH, limits=long)
    digits = itertools.cycle([*range(1, 10), 0])
    assert together.replies == tuple(
        Returned(10 * ord(cells[8]) + digit) for cells, digit in zip(boards, digits, strict=False)
    )
    assert apart.replies == tuple(Returned(10 * ord(cells[8]) + 1) for cells in boards)
    assert together.cpu_s is not None
    assert apart.cpu_s is not None
    assert (together.cpu_s < 0.6, apart.cpu_s < 30) == (True, True)
