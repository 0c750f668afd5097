"""grader.problem: a package is read whole, or all that is wrong with it is told at once, each at its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from grader import problem
from grader.errors import InputError, PackageError
from grader.expression import read_function
from grader.kinds.call import CallCheck
from grader.model import MEBIBYTE, ClassAsked, Interface, Keeping, Limits, Parameter, Step, Verdict
from grader.package import Form, Part, Problem
from grader.package import Test as AskedTest
from grader.values import EnumValue, MapValue, Numbers, SetValue, Value
from tests.kinds.fake_subject import FakeSubject, returning

PACKAGE = """\
format: grader-problem/1
id: doubling
title: Doubling
languages: [python, java]
interface:
  functions: ["double(n: int) -> int"]
parts:
  - id: examples
    points: 2
    tests:
      - call: double(2)
        returns: 4
  - id: more
    points: 3
    requires: [examples]
    tests:
      - call: double(-1)
        returns: -2
"""
GENERATED = PACKAGE.replace("    tests:\n      - call: double(-1)\n        returns: -2\n", "    tests: oracle.made\n")
DOMAIN = PACKAGE.replace(
    "      - call: double(-1)\n        returns: -2\n",
    "      - domain: oracle.numbers\n        call: double\n        expect: oracle.twice\n",
)
ORACLE = "def numbers():\n    yield from range(3)\n\ndef twice(n):\n    return n + n\n"
EITHER = "1:1: a package has either `interface` and `parts`, or `forms`"

Write = Callable[..., Path]


def unknown(place: str, key: str, known: str) -> str:
    return f"{place}: unknown key `{key}`; known here: {known}"


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a package and gives its folder."""

    def written(text: str, oracle: str | None = None) -> Path:
        (tmp_path / "problem.yaml").write_text(text, "utf-8")
        if oracle is not None:
            (tmp_path / "oracle.py").write_text(oracle, "utf-8")
        return tmp_path

    return written


def changed(*changes: tuple[str, str], text: str = PACKAGE) -> str:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def faults_of(folder: Path) -> list[str]:
    """The faults as `line:column: message`, with the name of the file where it is not problem.yaml."""
    with pytest.raises(PackageError) as raised:
        problem.load(folder)
    told = [str(fault).removeprefix(f"{folder}/") for fault in raised.value.faults]
    return [re.sub(r"^problem\.yaml:(?=\d)", "", fault) for fault in told]


def check_of(loaded: Problem, part: int = -1, test: int = 0) -> CallCheck:
    check = loaded.forms[0].parts[part].tests[test].check
    assert isinstance(check, CallCheck)
    return check


def call(argument: Value, expected: Value) -> CallCheck:
    return CallCheck(Step("double", (argument,)), Numbers.LOOSE, 1, (expected,), None, None, None)


# --- what is right -----------------------------------------------------------------------------------------


def test_a_short_package_is_read_whole(write: Write) -> None:
    folder = write(PACKAGE)
    assert problem.load(folder) == Problem(
        id="doubling",
        folder=folder,
        title={"en": "Doubling"},
        native=None,
        languages=("python", "java"),
        keeping=Keeping.FRESH,
        prelude="sites",
        limits=Limits(),
        forms=(
            Form(
                None,
                None,
                ("python", "java"),
                Interface((read_function("double(n: int) -> int"),)),
                (
                    Part(
                        "examples",
                        "Examples",
                        2,
                        (AskedTest("examples-1", "", "call", call(2, 4)),),
                        by_share=False,
                        hidden=False,
                        optional=False,
                        requires=(),
                    ),
                    Part(
                        "more",
                        "More",
                        3,
                        (AskedTest("more-1", "", "call", call(-1, -2)),),
                        by_share=False,
                        hidden=False,
                        optional=False,
                        requires=("examples",),
                    ),
                ),
            ),
        ),
        digest=problem.digest(folder),
    )


def test_every_setting_of_a_package_arrives(write: Write) -> None:
    folder = write(
        changed(
            ("title: Doubling", "title: {en: Doubling, ko: 두 배}\nnative: java\nstate: shared"),
            ("interface:", "numbers: strict\nprelude: none\nlimits: {cpu_s: 4, memory_mib: 64}\ninterface:"),
            ("points: 3", "points: 2.5\n    title: {en: Others}\n    scoring: share\n    visible: false"),
            ("requires:", "optional: true\n    requires:"),
            ("returns: -2", "returns: -2\n        id: minus\n        title: below zero\n        hint: Look."),
        )
    )
    loaded = problem.load(folder)
    part = loaded.forms[0].parts[1]
    assert (loaded.title, loaded.native, loaded.keeping is Keeping.SHARED, loaded.prelude, loaded.limits) == (
        {"en": "Doubling", "ko": "두 배"},
        "java",
        True,
        "none",
        Limits(cpu_s=4, wall_s=20, memory_bytes=64 * MEBIBYTE),
    )
    assert (part.title, part.points, part.by_share, part.hidden, part.optional) == (
        "Others",
        2.5,
        True,
        True,
        True,
    )
    assert [(test.id, test.title, test.hint) for test in part.tests] == [("minus", "below zero", "Look.")]
    assert check_of(loaded).numbers is Numbers.STRICT


@pytest.mark.parametrize(
    ("old", "new", "limits"),
    [
        ("points: 3", "points: 3\n    limits: {cpu_s: 9}", Limits(cpu_s=9, wall_s=45)),
        ("returns: -2", "returns: -2\n        limits: {memory_mib: 32}", Limits(memory_bytes=32 * MEBIBYTE)),
    ],
    ids=["part", "test"],
)
def test_limits_of_a_part_or_a_test_arrive_at_the_test(write: Write, old: str, new: str, limits: Limits) -> None:
    loaded = problem.load(write(changed((old, new))))
    assert [part.tests[0].limits for part in loaded.forms[0].parts] == [None, limits]


@pytest.mark.parametrize("text", ["no", "on", "010", "1_000", "2020-01-02", "12:30"])
def test_what_yaml_may_take_for_something_else_stays_a_text(write: Write, text: str) -> None:
    loaded = problem.load(write(changed(("returns: -2", f"returns: {text}"), ("Doubling", text))))
    assert (check_of(loaded).expected, loaded.title) == ((text,), {"en": text})


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("returns: {a: [1, {b: null}]}", MapValue((("a", [1, MapValue((("b", None),))]),))),
        ("returns: null", None),
        ("returns: 1.0", 1.0),
        ("returns: '1'", "1"),
    ],
)
def test_a_value_in_yaml_is_a_value(write: Write, written: str, expected: Value) -> None:
    loaded = problem.load(write(changed(("returns: -2", written))))
    assert repr(check_of(loaded).expected) == repr((expected,))


@pytest.mark.parametrize(
    ("written", "expected"),
    [("{1, 2}", SetValue((1, 2))), ("Sign.X", EnumValue("Sign", "X")), ("(1, 2)", (1, 2)), ("None", None)],
)
def test_a_value_behind_a_call_is_a_value(write: Write, written: str, expected: Value) -> None:
    text = changed(
        ("parts:", "  enums: [{enum: Sign, members: [X]}]\nparts:"),
        ("- call: double(-1)\n        returns: -2", f'- call: "double(-1) == {written}"'),
    )
    assert repr(check_of(problem.load(write(text))).expected) == repr((expected,))


def test_titles_and_hints_come_in_english_and_in_the_languages_of_the_package(write: Write) -> None:
    hint = "        hint: {en: Twice., pl: Dwa razy.}\n        title: plain\n"
    folder = write(
        changed(
            ("points: 2", "points: 2\n    title: {en: First, ko: 처음}"),
            ("        returns: 4\n", f"        returns: 4\n{hint}"),
        )
    )
    part = problem.load(folder).forms[0].parts[0]
    assert (part.title, part.titles) == ("First", {"en": "First", "ko": "처음"})
    [test] = [test for test in part.tests if test.hint]
    assert (test.title, test.titles) == ("plain", {})
    assert (test.hint, test.hints) == ("Twice.", {"en": "Twice.", "pl": "Dwa razy."})


def test_forms_have_parts_and_interfaces_of_their_own(write: Write) -> None:
    text = """\
format: grader-problem/1
id: doubling
title: Doubling
languages: [python, java]
forms:
  - id: function
    title: As a function
    languages: [python]
    interface: {functions: [double(n)]}
    parts: [{id: all, points: 2, tests: [{call: double(1) == 2}]}]
  - id: program
    title: As a program
    interface: {program: true}
    parts: [{id: all, points: 3, tests: [{run: [], stdin: "1", stdout: "2"}]}]
"""
    loaded = problem.load(write(text))
    assert [(form.id, form.title, form.languages, form.points) for form in loaded.forms] == [
        ("function", "As a function", ("python",), 2),
        ("program", "As a program", ("python", "java"), 3),
    ]
    assert loaded.points == 3
    assert loaded.interface == Interface((read_function("double(n)"),), program=True, prelude="sites")


# --- what is wrong -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        (
            "points: 3",
            "pionts: 3",
            ["13:5: the key `points` is missing", "14:5: unknown key `pionts`; did you mean `points`?"],
        ),
        (
            "id: doubling",
            "id: doubling\nid: tripling",
            ["3:1: the key `id` stands here a second time; the first is in line 2"],
        ),
        ("title: Doubling", "title: Doubling\ntitel: x", ["4:1: unknown key `titel`; did you mean `title`?"]),
        (
            "points: 3",
            "points: 3\n    zzz: 1",
            [
                unknown(
                    "15:5", "zzz", "id, title, points, points_with, scoring, visible, optional, requires, limits, tests"
                )
            ],
        ),
        ("points: 3", "points: many", ['14:13: `"many"` stands where a number belongs']),
        ("requires: [examples]", "requires: examples", ['15:15: `"examples"` stands where a list belongs']),
        ("id: more", "id: More", ['13:9: `"More"` is not of the form: lower-case letters, digits and hyphens']),
        ("points: 3", "points: -3", ["14:13: -3 is less than the minimum of 0"]),
        ("points: 3", "points: null", ["14:13: `null` stands where a number belongs"]),
        ("points: 3", "points: .nan", ["14:13: points are a number such as 2 or 0.5"]),
        (
            "points: 3",
            "points: 3\n    scoring: shares",
            ["15:14: `shares` is none of all, share; did you mean `share`?"],
        ),
        ("title: Doubling\n", "", ["1:1: the key `title` is missing"]),
        ("title: Doubling", "title: {ko: 두 배}", ["3:8: the key `en` is missing"]),
        ("problem/1", "problem/2", ['1:9: `"grader-problem/2"` must be `grader-problem/1`']),
        ("[python, java]", "[python, jav]", ["4:21: no language is called `jav`; did you mean `java`?"]),
        (
            "requires: [examples]",
            "requires: [exampels]",
            ["15:16: no part before this one is called `exampels`; did you mean `examples`?"],
        ),
        (
            "requires: [examples]",
            "requires: [more]",
            ["15:16: no part before this one is called `more`; known here: examples"],
        ),
        (
            "requires: [examples]",
            "points_with: {exampels: 3}",
            ["15:29: no part before this one is called `exampels`; did you mean `examples`?"],
        ),
        (
            "title: Doubling",
            "title: Doubling\none_of: [[examples, mroe]]",
            ["4:21: no part is called `mroe`; did you mean `more`?"],
        ),
        (
            "title: Doubling",
            "title: Doubling\none_of: [[examples, more], [more, examples]]",
            [
                "4:29: `more` stands in `one_of` a second time",
                "4:35: `examples` stands in `one_of` a second time",
            ],
        ),
        (
            "title: Doubling",
            "title: Doubling\none_of: [[more]]",
            ["4:10: a group has at least two parts, of which the better counts"],
        ),
        ("id: more", "id: examples", ["13:9: a second part is called `examples`"]),
        (
            "call: double(-1)",
            "call: duoble(-1)",
            ["17:15: `duoble` is not in the interface; did you mean `double`?"],
        ),
        (
            "call: double(-1)",
            "call: double(-1, 2)",
            ["17:15: `double` is declared with 1 arguments, 2 given"],
        ),
        (
            "call: double(-1)",
            'call: "double(-1"',
            ["17:15: `double(-1` is not written as in Python: '(' was never closed"],
        ),
        (
            "        returns: -2\n",
            "",
            [
                "17:15: a call says what is right: `returns`, `raises`, `prints`, `check`, or `== value`",
            ],
        ),
        (
            "returns: -2",
            "retruns: -2",
            ["18:9: unknown key `retruns`; did you mean `returns`?"],
        ),
        (
            "call: double(-1)",
            "cal: double(-1)",
            [
                (
                    "17:9: a test has one of the keys `call`, `dialogue`, `domain`, `growth`, `manual`, `play`, `run`, "
                    "`sample`, `steps`, `strategy`, `style`; did you mean `call`?"
                ),
            ],
        ),
        ("returns: -2", "returns: -2\n        times: 0", ["19:16: 0 is less than the minimum of 1"]),
        (
            "functions: [",
            'functions: ["twice(n", ',
            [
                "6:15: a declaration looks like `solution(board: list[str]) -> int` or just `solution(board)`",
            ],
        ),
    ],
)
def test_a_fault_is_told_at_its_place(write: Write, old: str, new: str, faults: list[str]) -> None:
    assert sorted(faults_of(write(changed((old, new))))) == sorted(faults)


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        (
            [("title: Doubling", "titel: Doubling"), ("points: 2", "points: two"), ("id: more", "id: M")],
            [
                "1:1: the key `title` is missing",
                "3:1: unknown key `titel`; did you mean `title`?",
                '9:13: `"two"` stands where a number belongs',
                '13:9: `"M"` is not of the form: lower-case letters, digits and hyphens',
            ],
        ),
        (
            [
                ("[python, java]", "[pyhton]"),
                ("double(2)", "duoble(2)"),
                ("[examples]", "[x]"),
                ("-2", "-2\n        x: 1"),
            ],
            [
                "4:13: no language is called `pyhton`; did you mean `python`?",
                "11:15: `duoble` is not in the interface; did you mean `double`?",
                "15:16: no part before this one is called `x`; known here: examples",
                unknown(
                    "19:9",
                    "x",
                    "id, title, hint, limits, call, returns, raises, prints, check, times, causes, "
                    "causes_when_hidden, show",
                ),
            ],
        ),
        (
            [("title: Doubling\n", ""), ("languages: [python, java]\n", "")],
            ["1:1: the key `title` is missing", "1:1: the key `languages` is missing"],
        ),
    ],
    ids=["of the schema", "of the sense", "two missing keys"],
)
def test_all_faults_are_told_at_once_and_each_of_them_once(
    write: Write, changes: list[tuple[str, str]], faults: list[str]
) -> None:
    assert sorted(faults_of(write(changed(*changes)))) == sorted(faults)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "1:1: a package is a mapping that begins with `format: grader-problem/1`"),
        ("- 1\n", "1:1: a package is a mapping that begins with `format: grader-problem/1`"),
        ("id: [1\nx: 2\n", "2:2: this is no YAML: while parsing a flow sequence, did not find expected ',' or ']'"),
    ],
)
def test_a_file_that_is_no_package_is_told_so(write: Write, text: str, fault: str) -> None:
    assert faults_of(write(text)) == [fault]


def test_a_folder_without_a_package_is_told_so(tmp_path: Path) -> None:
    [fault] = faults_of(tmp_path)
    assert fault.startswith("problem.yaml: can't be read: ")


def test_a_package_in_another_encoding_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "problem.yaml").write_bytes("title: Für".encode("latin-1"))
    [fault] = faults_of(tmp_path)
    assert fault.startswith("problem.yaml: can't be read: ")


def test_a_byte_order_mark_is_no_fault(write: Write) -> None:
    assert problem.load(write("\ufeff" + PACKAGE)).id == "doubling"


def test_neither_parts_nor_forms_is_a_fault(write: Write) -> None:
    assert faults_of(write(PACKAGE[: PACKAGE.index("interface:")])) == [EITHER]


def test_both_parts_and_forms_are_a_fault(write: Write) -> None:
    forms = "forms: [{id: x, title: X, interface: {}, parts: [{id: y, points: 1, tests: [{run: [], stdout: x}]}]}]\n"
    assert faults_of(write(PACKAGE + forms)) == [EITHER]


def test_an_unknown_language_of_a_form_is_a_fault(write: Write) -> None:
    text = PACKAGE[: PACKAGE.index("interface:")] + (
        "forms:\n  - id: x\n    title: X\n    languages: [pyhton]\n    interface: {program: true}\n"
        "    parts: [{id: y, points: 1, tests: [{run: [], stdout: x}]}]\n"
    )
    assert faults_of(write(text)) == ["8:17: no language is called `pyhton`; did you mean `python`?"]


@pytest.mark.parametrize("argument", ["true", "null", "n", "Sgin.X", "Sign.Y"])
def test_an_argument_that_names_nothing_of_the_package_is_a_fault(write: Write, argument: str) -> None:
    text = changed(("parts:", "  enums: [{enum: Sign, members: [X]}]\nparts:"), ("double(-1)", f"double({argument})"))
    [fault] = faults_of(write(text))
    assert fault.startswith("18:15: ")


def test_a_step_with_an_object_that_no_step_made_is_a_fault(write: Write) -> None:
    text = changed(
        ("parts:", "  classes: [{class: Box(), methods: [add(other)]}]\nparts:"),
        ("- call: double(-1)\n        returns: -2", "- steps: [a = Box(), a.add(b) == 1]"),
    )
    [fault] = faults_of(write(text))
    assert fault.startswith("18:28: ")


@pytest.mark.parametrize("points", [".inf", ".nan", "1e999"])
def test_points_that_are_no_number_of_points_are_a_fault(write: Write, points: str) -> None:
    [fault] = faults_of(write(changed(("points: 3", f"points: {points}"))))
    assert fault.startswith("14:13: ")


def test_two_expectations_that_contradict_one_another_are_a_fault(write: Write) -> None:
    [fault] = faults_of(write(changed(("double(-1)", "double(-1) == -3"))))
    assert fault.startswith(("17:15: ", "18:18: "))


def test_constructors_of_one_class_are_divided_by_a_bar(write: Write) -> None:
    text = changed(
        ("parts:", '  classes: [{class: "Box(n: int) | Box()", aliases: [Case], methods: [add(x)]}]\nparts:')
    )
    assert problem.load(write(text)).interface.classes == (
        ClassAsked("Box", ((Parameter("n", "int"),), ()), (read_function("add(x)"),), ("Case",)),
    )


def test_constructors_of_two_names_are_a_fault(write: Write) -> None:
    text = changed(("parts:", '  classes: [{class: "Box(n) | Bix()", methods: []}]\nparts:'))
    assert faults_of(write(text)) == ["7:21: the constructors of one class have one name"]


def test_a_type_with_a_bar_does_not_divide_constructors(write: Write) -> None:
    text = changed(("parts:", '  classes: [{class: "Box(n: int | None)", methods: []}]\nparts:'))
    assert problem.load(write(text)).interface.classes == (ClassAsked("Box", ((Parameter("n", "int | None"),),), ()),)


def test_a_package_that_gives_no_points_is_a_fault(write: Write) -> None:
    text = PACKAGE.replace("points: 2", "points: 0").replace("points: 3", "points: 0")
    assert faults_of(write(text)) == ["8:3: no part gives a point, so nothing could be earned"]


def test_a_part_without_points_is_no_fault(write: Write) -> None:
    assert problem.load(write(PACKAGE.replace("points: 3", "points: 0"))).points == 2


@pytest.mark.parametrize("tests", ["tests: []", "tests: {}", "tests:"])
def test_a_part_without_tests_is_a_fault(write: Write, tests: str) -> None:
    assert len(faults_of(write(PACKAGE.replace(PACKAGE[PACKAGE.rindex("    tests:") :], f"    {tests}\n")))) == 1


# --- oracle ------------------------------------------------------------------------------------------------


def test_an_oracle_that_is_missing_is_one_fault(write: Write) -> None:
    assert faults_of(write(GENERATED)) == ["16:12: there is no oracle.py beside problem.yaml"]


def test_an_oracle_function_that_is_missing_is_a_fault(write: Write) -> None:
    assert faults_of(write(GENERATED, "def mode(): return []\n")) == [
        "16:12: oracle.py has no function `made`; did you mean `mode`?"
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("oracle.numbers", "oracle.nubmers", "17:17: oracle.py has no function `nubmers`; did you mean `numbers`?"),
        ("oracle.twice", "oracle.twise", "19:17: oracle.py has no function `twise`; did you mean `twice`?"),
        ("oracle.twice", "twice", '19:17: `"twice"` is not of the form: `oracle.name`'),
        ("call: double\n", "call: duoble\n", "18:15: `call` names a function of the interface: double"),
        ("        expect: oracle.twice\n", "", "17:9: the key `expect` is missing"),
    ],
)
def test_a_fault_of_a_domain_is_told_at_its_place(write: Write, old: str, new: str, fault: str) -> None:
    assert faults_of(write(changed((old, new), text=DOMAIN), ORACLE)) == [fault]


@pytest.mark.parametrize(
    ("oracle", "fault"),
    [
        ("def made():\n    x = 0\n    return 1 / x\n", "oracle.py:3: ZeroDivisionError: division by zero"),
        ("def made():\n    yield from ()\n    raise KeyError('x')\n", "oracle.py:3: KeyError: 'x'"),
        ("\nraise ValueError('no')\n", "oracle.py:2: ValueError: no"),
        ("def made(:\n", "oracle.py:1: SyntaxError: invalid syntax (oracle.py, line 1)"),
        ("import sys\nsys.exit(0)\n", "oracle.py:2: SystemExit: 0"),
        ("import sys\ndef made():\n    sys.exit()\n", "oracle.py:3: SystemExit: "),
        ("def made():\n    yield 1\n    raise SystemExit\n", "oracle.py:3: SystemExit: "),
    ],
)
def test_an_oracle_that_raises_is_one_fault_at_its_line(write: Write, oracle: str, fault: str) -> None:
    assert faults_of(write(GENERATED, oracle)) == [fault]


def test_an_oracle_that_raises_names_its_line_in_a_relative_folder_too(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(GENERATED, "def made():\n    raise ValueError('no')\n")
    monkeypatch.chdir(folder.parent)
    assert faults_of(Path(folder.name)) == ["oracle.py:2: ValueError: no"]


@pytest.mark.parametrize(("changes"), [[], [("[python, java]", "[pyhton]")]], ids=["alone", "with another"])
def test_an_oracle_that_makes_no_test_is_a_fault(write: Write, changes: list[tuple[str, str]]) -> None:
    found = faults_of(write(changed(*changes, text=GENERATED), "def made():\n    return []\n"))
    assert "16:12: `oracle.made` makes no test" in found
    assert len(found) == 1 + len(changes)


def test_tests_that_an_oracle_makes_are_read(write: Write) -> None:
    oracle = "def made():\n    for n in (1, 2):\n        yield {'call': f'double({n})', 'returns': 2 * n}\n"
    part = problem.load(write(GENERATED, oracle)).forms[0].parts[1]
    assert part.tests == (
        AskedTest("more-1", "", "call", call(1, 2)),
        AskedTest("more-2", "", "call", call(2, 4)),
    )


def test_an_oracle_may_be_a_cached_function(write: Write) -> None:
    oracle = "import functools\n\n@functools.cache\ndef made():\n    return [{'call': 'double(1) == 2'}]\n"
    assert check_of(problem.load(write(GENERATED, oracle))) == call(1, 2)


def test_a_seed_gives_the_same_tests_again(write: Write) -> None:
    oracle = "def made(rng):\n    n = rng.randrange(10**9)\n    return [{'call': f'double({n})', 'returns': 2 * n}]\n"
    folder = write(GENERATED, oracle)
    first, again, other = (check_of(problem.load(folder, seed)) for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize(
    ("body", "start"),
    [
        ("{'call': 'duoble(1)', 'returns': 2}", "`duoble` is not in the interface; did you mean `double`?"),
        ("{'call': 'double(1)', 'retruns': 2}", "unknown key `retruns`; did you mean `returns`?"),
        ("{'call': 'double(1)'}", "a call says what is right: "),
        ("{'returns': 2}", "a test has one of the keys "),
        ("5", "a test is a mapping"),
        ("{'call': 'double(1)', 'returns': 2, 'times': 'two'}", ""),
        ("{'call': 'double(1)', 'returns': 2, 'title': 5}", ""),
        ("{'run': None, 'stdout': 'x'}", ""),
    ],
)
def test_a_fault_in_a_made_test_says_which_one_it_is(write: Write, body: str, start: str) -> None:
    oracle = f"def made():\n    return [{{'call': 'double(1) == 2'}}, {body}]\n"
    [fault] = faults_of(write(GENERATED, oracle))
    assert fault.startswith(f"16:12: oracle.made, test 2: {start}")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("{1, 2}", SetValue((1, 2))),
        ("frozenset()", SetValue(())),
        ("({'a': 1},)", (MapValue((("a", 1),)),)),
        ("{(1, 2): {3}}", MapValue((((1, 2), SetValue((3,))),))),
    ],
)
def test_a_value_of_an_oracle_is_a_value(write: Write, written: str, expected: Value) -> None:
    oracle = f"def made():\n    return [{{'call': 'double(1)', 'returns': {written}}}]\n"
    assert repr(check_of(problem.load(write(GENERATED, oracle))).expected) == repr((expected,))


@pytest.mark.parametrize(
    ("written", "returned"),
    [("n + n", 2), ("{n}", SetValue((1,))), ("{n: [n]}", MapValue(((1, [1]),))), ("({n},)", [SetValue((1,))])],
)
def test_what_an_oracle_expects_is_accepted_when_it_is_returned(write: Write, written: str, returned: Value) -> None:
    oracle = f"def numbers():\n    return [1]\n\ndef twice(n):\n    return {written}\n"
    check = problem.load(write(DOMAIN, oracle)).forms[0].parts[1].tests[0].check
    assert check.judge(FakeSubject(returning(lambda _n: returned))).verdict is Verdict.AC


@pytest.mark.parametrize(
    "oracle",
    [
        "def numbers():\n    yield 1\n    raise ValueError('no')\n\ndef twice(n):\n    return 2 * n\n",
        "def numbers():\n    yield 1\n\n\ndef twice(n):\n    raise ValueError('no')\n",
    ],
    ids=["domain", "expect"],
)
def test_an_oracle_that_raises_while_grading_is_a_fault_of_the_package(write: Write, oracle: str) -> None:
    folder = write(DOMAIN, oracle)
    check = problem.load(folder).forms[0].parts[1].tests[0].check
    line = oracle.splitlines().index("    raise ValueError('no')") + 1
    with pytest.raises(PackageError) as raised:
        check.judge(FakeSubject(returning(lambda n: 2 * n)))
    assert str(raised.value) == f"{folder}/oracle.py:{line}: ValueError: no"


def test_a_checker_that_forgets_to_answer_accepts_nothing(write: Write) -> None:
    text = changed(("returns: -2", "check: oracle.judge"))
    check = check_of(problem.load(write(text, "def judge(arguments, answer):\n    arguments == [answer]\n")))
    with pytest.raises(PackageError) as raised:
        check.judge(FakeSubject(returning(lambda n: 2 * n)))
    assert str(raised.value) == "oracle.py: the checker `judge` returned None, not True, False or a sentence"


# --- finding packages --------------------------------------------------------------------------------------


def test_a_package_is_found_by_its_folder_or_its_file(write: Write) -> None:
    folder = write(PACKAGE)
    assert [problem.find_package(str(one)) for one in (folder, folder / "problem.yaml")] == [folder, folder]


def test_a_task_that_ships_is_found_by_its_id() -> None:
    assert problem.find_package("valid-board") == problem.shipped_problems() / "valid-board"


def test_a_task_with_a_slip_is_told_what_was_meant() -> None:
    with pytest.raises(InputError) as raised:
        problem.find_package("valid-bord")
    assert str(raised.value) == "no task is called valid-bord; did you mean valid-board?"


def test_a_folder_that_is_no_package_is_no_task(tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        problem.find_package(str(tmp_path))
    assert str(raised.value) == f"{tmp_path} holds no problem.yaml, so it is no problem package"


def test_the_fingerprint_changes_with_what_decides_and_with_nothing_else(write: Write) -> None:
    folder = write(PACKAGE, ORACLE)
    before = problem.digest(folder)
    (folder / "statement.en.md").write_text("# Doubling\n", "utf-8")
    assert problem.digest(folder) == before
    (folder / "oracle.py").write_text(ORACLE + "\n", "utf-8")
    assert problem.digest(folder) != before


def test_a_statement_is_in_the_first_language_that_there_is(tmp_path: Path) -> None:
    for language in ("en", "ko"):
        (tmp_path / f"statement.{language}.md").write_text(language, "utf-8")
    assert [problem.statement(tmp_path, *wanted) for wanted in ((), ("ko",), ("ru", "ko"), ("ru",))] == [
        "en",
        "ko",
        "ko",
        "en",
    ]


def test_a_package_without_an_english_statement_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no statement in English"):
        problem.statement(tmp_path)


def test_the_parts_of_valid_board_are_worth_ten_points() -> None:
    loaded = problem.load(problem.shipped_problems() / "valid-board")
    assert [(part.id, part.points, [test.kind for test in part.tests]) for part in loaded.forms[0].parts] == [
        ("examples", 1, ["call"] * 8),
        ("no-line", 2, ["domain"]),
        ("line-of-o", 2, ["domain"]),
        ("line-of-x", 2, ["domain"]),
        ("every-board", 3, ["domain"]),
    ]
