"""What the small reader of C and C++ finds in a text, and how long it may take over the worst of texts."""

from __future__ import annotations

import time

import pytest

from grader.languages._native_declarations import declarations
from grader.languages._native_nouns import Declarations
from grader.languages._native_text import code_of

FUNCTIONS = {
    "int f(int a, char b) { return a; }": ["int f(int a, char b)"],
    "static inline const string &f(void) { return x; }": ["const string &f()"],
    "unsigned long long int f() noexcept { return 0; }": ["unsigned long long int f()"],
    "[[nodiscard]] constexpr int f(int x = 3) { return x; }": ["int f(int x)"],
    "__attribute__((noinline)) int f(int x) { return x; }": ["int f(int x)"],
    "map<string, vector<int>> f(map<int, int> m, int (&a)[3]) { return {}; }": [
        "map<string, vector<int>> f(map<int, int> m, int (&a)[3])"
    ],
    "auto f(int x) -> vector<int> { return {}; }": ["vector<int> f(int x)"],
    "int f(int x) try { return x; } catch (...) { return 0; }": ["int f(int x)"],
    "template <class T, class U = A<B<int>>> T f(T t) { return t; }": ["T f(T t)"],
    'extern "C" { int f(int x) { return x; } }': ["int f(int x)"],
    "namespace a { namespace { int f() { return 1; } } }": ["int f()"],
    "int a[] = {1, 2}; vector<int> v{1, 2}; int f() { return 1; }": ["int f()"],
    "auto g = [](int x) { return x; }; int f() { return 1; }": ["int f()"],
    "struct P { int x; } p = {1}; int f() { return 1; }": ["int f()"],
    "// int no() {}\n/* int no() {} */ const char *s = \"int no() {\"; char c = '{'; int f() { return 1; }": [
        "int f()"
    ],
    'auto s = R"x(int no() { " )x"; int n = 1\'000; int f() { return 1; }': ["int f()"],
    "#define NO int no() { \\\n return 1; }\nint f() { return 1; }": ["int f()"],
    "#if 0\nint no() {\n#else\nint f() {\n#endif\nreturn 1; }": ["int f()"],
    "#ifdef __cplusplus\nint f() { return 1; }\n#else\nint no() { return 1; }\n#endif": ["int f()"],
    "int no(int x); int f() { int no(int); return 1; }": ["int f()"],
    "int f() { if (x) { } } } int g() { return 1; }": ["int f()", "int g()"],
}


def read(text: str) -> Declarations:
    return declarations("x.cpp", code_of(text, plus_plus=True))


@pytest.mark.parametrize("text", FUNCTIONS, ids=lambda text: text[:40])
def test_functions_are_found_with_their_types(text: str) -> None:
    assert [function.written for function in read(text).functions] == FUNCTIONS[text]


CLASS = """
namespace game {
class Board final : public Base<int>, private virtual Other {
public:
    explicit Board(int n = 3, vector<int> v = {1, 2}) : n{n}, v(v) { loop(); }
    Board(const Board &other) = delete;
    ~Board() {}
    int move(int row, int col);
    static int count(const vector<string>& b) { return 1; }
    virtual void pure() const = 0;
    bool operator==(const Board &o) const { return true; }
    auto trailing(int x) const -> vector<int> { return {}; }
    struct Inner { void run() {} } inner;
    friend int peek(Board &b) { return b.n; }
    int n; vector<int> v{1,2};
private:
    void helper();
};
int Board::move(int row, int col) {
    return 0;
}
}
"""


def test_a_class_is_found_with_what_is_declared_in_it() -> None:
    found = read(CLASS)
    inner, board = found.classes
    assert (inner.path, [method.written for method in inner.methods]) == ("::game::Board::Inner", ["void run()"])
    assert (board.path, "Base" in board.bases, "Other" in board.bases) == ("::game::Board", True, True)
    assert [one.written for one in board.constructors] == ["Board(int n, vector<int> v)"]
    assert [(one.name, one.static, one.abstract) for one in board.methods if one.name not in ("~", "operator")] == [
        ("move", False, False),
        ("count", True, False),
        ("pure", False, True),
        ("trailing", False, False),
        ("helper", False, False),
    ]


def test_lines_of_bodies_lead_to_their_functions() -> None:
    bodies = {function.name: function.lines for function in read(CLASS).bodies}
    assert (bodies["count"], bodies["move"]) == ((9, 9), (19, 21))


ENUMERATIONS = {
    "enum Old { A, B = (1 << 2), C };": ("Old", ("A", "B", "C"), False, True),
    "enum class Colour : int { RED = 1, BLUE };": ("Colour", ("RED", "BLUE"), True, True),
    "typedef enum { UP, DOWN } Way;": ("Way", ("UP", "DOWN"), False, False),
    "typedef enum way { UP, DOWN } Way;": ("Way", ("UP", "DOWN"), False, False),
}


@pytest.mark.parametrize("text", ENUMERATIONS)
def test_enumerations_are_found_with_their_members(text: str) -> None:
    (found,) = read(text).enumerations
    assert (found.name, found.members, found.scoped, found.tagged) == ENUMERATIONS[text]


def test_other_names_of_types_are_known() -> None:
    text = "typedef struct board Board; typedef struct grid { int n; } Grid; struct grid;"
    assert read(text).aliases == {"board": "Board", "grid": "Grid"}


PIECES = [
    "/*",
    '"',
    "'",
    "\\",
    "{",
    "}",
    "(",
    "<",
    "template <",
    "f(){}",
    "f(a){",
    "x{1},",
    "= {} ",
    "enum {",
    "operator",
]
PIECES += [
    "#if 0\n",
    "#define x\n",
    'R"(',
    "A::",
    ";",
    ":",
    "struct X {",
    "int f(int a);\n",
    "// \\\n",
    "(){}",
    "class ",
]


def _seconds(text: str) -> float:
    started = time.process_time()
    read(text)
    return time.process_time() - started


@pytest.mark.parametrize("piece", PIECES)
def test_no_text_takes_longer_than_its_length_allows(piece: str) -> None:
    """Steps of a regular expression can't be counted, so it is timed: a busy machine stalls us, but not each time."""
    short, long = (piece * (length // len(piece)) for length in (20_000, 80_000))
    assert any(_seconds(long) < 8 * max(_seconds(short), 0.05) for _attempt in range(6))
