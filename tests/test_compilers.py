"""Compilers that stay: they say what fresh ones say, share nothing between submissions, and can always be replaced."""

from __future__ import annotations

import base64
import json
import re
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from grader import compilers
from grader.build import Workshop
from grader.compilers import Compilers, worth
from grader.languages.java import PLUGIN
from grader.model import (
    BuildFailure,
    Built,
    Command,
    Ending,
    Interface,
    Limits,
    Outcome,
    Staying,
    Submission,
    Toolchain,
)
from grader.plugins import Language, Sandbox
from grader.sandbox.process import Process

ROOT = Path(__file__).resolve().parents[1]
SITES, PLAIN = Interface(prelude="sites"), Interface()


@dataclass
class Shop:
    """Java with compilers that stay, and beside it one with fresh compilers only, each of whose outcomes is noted."""

    compilers: Compilers
    warm: Workshop
    fresh: Workshop

    def build(self, files: Mapping[str, str | bytes], interface: Interface = PLAIN) -> Built | BuildFailure:
        return self._build(self.warm, files, interface)

    def build_afresh(self, files: Mapping[str, str | bytes], interface: Interface = PLAIN) -> Built | BuildFailure:
        return self._build(self.fresh, files, interface)

    @staticmethod
    def _build(shop: Workshop, files: Mapping[str, str | bytes], interface: Interface) -> Built | BuildFailure:
        contents = {path: text if isinstance(text, bytes) else text.encode() for path, text in files.items()}
        submission = Submission("student", contents, "java", next(iter(contents)), "")
        return PLUGIN.build(submission, interface, shop.toolchain, shop.run)

    @property
    def processes(self) -> list[Process]:
        """The compilers that stay and do nothing now."""
        return [compiler.process for group in self.compilers._groups.values() for compiler in group.idle]


@pytest.fixture
def shop(any_sandbox: Sandbox, find_toolchain: Callable[[Language], Toolchain]) -> Iterator[Shop]:
    toolchain = find_toolchain(PLUGIN)
    with Compilers(any_sandbox, 1) as several:
        fresh = Workshop(PLUGIN, toolchain, any_sandbox)
        made = Shop(several, Workshop(PLUGIN, toolchain, any_sandbox, several), fresh)
        while PLUGIN._builds < 3:  # then archives are made, and compilers of another kind are started
            made.build_afresh({"Answer.java": answer(1)})
        yield made


def running(process: Process) -> bool:
    return Path(f"/proc/{process._launcher.pid}").exists()


def answer(value: int) -> str:
    return f"public class Answer {{ static int answer() {{ return {value}; }} }}"


# --- the same as a fresh one -------------------------------------------------------------------------------

SOURCES = sorted(
    {
        path.parent
        for folder in ("reference/*/java", "problems/*/wrong/*", "examples/class/*", "tests/contracts/sources/java")
        for path in ROOT.glob(f"{folder}/**/*.java")
    }
)
"""Folders with Java files."""
BAD: Mapping[str, Mapping[str, str | bytes]] = {
    "a missing bracket": {"A.java": "class A { int f( { return 1; } }"},
    "a missing import": {"A.java": "class A { List<Integer> list; }"},
    "a missing library": {"A.java": "class A { }", "T.java": "import org.junit.Test; class T { @Test void t() { } }"},
    "another file's name": {"B.java": "public class A { } class C { D d; }"},
    "a package in no folder": {"A.java": "package a.b; class A { a.b.C c; }", "C.java": "package a.c; class C { }"},
    "a class in the wrong folder": {"A.java": "class A { old.B b; }", "old/B.java": "package other; class B { }"},
    "the same class twice": {"x/A.java": "class A { }", "y/B.java": "class B { } class A { int n; }"},
    "thirty errors": {"A.java": "class A {" + "\n int f = g;" * 30 + "}"},
    "warnings only": {"A.java": "class A { void f(java.util.List l) { l.add(1); new Thread().stop(); } }"},
    "a warning and an error": {"A.java": "class A { void f() { new Thread().stop(); } int n = \"\"; }"},
    "Korean names": {"틱택토.java": "public class 틱택토 { int 수 = 없음; }"},
    "a lone surrogate": {"A.java": "class A { int n = \"\ud800\"; }".encode("utf-16", "surrogatepass")},
    "an odd character": {"A.java": "class A { int n = 1 \u200b; }"},
    "a zero byte": {"A.java": b"class A { int n\x00; }"},
    "no end": {"A.java": "class A { /* "},
    "no class": {"A.java": "int f() { return 1; }"},
    "nothing": {"A.java": ""},
    "a tab before the error": {"A.java": "class A {\n\tint n =\t\"text\";\n}"},
    "a long line": {"A.java": "class A { int n = " + "1 + " * 20_000 + "x; }"},
    "a long name": {"A.java": f"class A {{ class {'B' * 250} {{ }} }}"},
    "a name that differs in case": {"A.java": "class A { } class a { int n = A.m; }"},
    "a symbol in another file": {"A.java": "class A { int n = B.m; }", "B.java": "class B { static int n; }"},
    "unreachable": {"A.java": "class A { int f() { while (true) { } return 1; } }"},
    "unchecked exceptions": {"A.java": "class A { void f() { throw new Exception(); } }"},
    "a sealed class": {"A.java": "sealed interface A permits B { } record B() implements A {} class C implements A {}"},
}  # fmt: skip


def told(made: Built | BuildFailure) -> object:
    return made if isinstance(made, BuildFailure) else (made.files, made.notes, made.log, made.given_names, made.main)


@pytest.mark.long
@pytest.mark.parametrize("interface", [PLAIN, SITES], ids=["none", "sites"])
def test_sources_of_students_come_to_the_same_warm_and_fresh(shop: Shop, interface: Interface) -> None:
    folders: dict[str, Mapping[str, str | bytes]] = {
        str(folder.relative_to(ROOT)): {
            path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix == ".java"
        }
        for folder in SOURCES
    }
    assert len(folders) > 20
    assert_the_same(shop, {**folders, **BAD}, interface)


def assert_the_same(shop: Shop, submissions: Mapping[str, Mapping[str, str | bytes]], interface: Interface) -> None:
    """Byte for byte: classes, messages, notes and logs."""
    warm = {name: told(shop.build(files, interface)) for name, files in submissions.items()}
    fresh = {name: told(shop.build_afresh(files, interface)) for name, files in submissions.items()}
    assert [name for name in fresh if warm[name] != fresh[name]] == []


# --- nothing of another submission -------------------------------------------------------------------------


def test_classes_of_one_submission_are_not_seen_by_the_next(shop: Shop) -> None:
    first = shop.build({"Answer.java": answer(1), "Helper.java": "class Helper { static int n; }"})
    second = shop.build({"Answer.java": answer(2)})
    third = shop.build({"Answer.java": "class Answer { int n = Helper.n; }"})
    assert isinstance(first, Built)
    assert isinstance(second, Built)
    assert sorted(first.files) == [*second.files, "classes/Helper.class"]
    assert told(second) == told(shop.build_afresh({"Answer.java": answer(2)}))
    assert isinstance(third, BuildFailure)
    assert third.message == "cannot find symbol: variable Helper"
    assert [compiler.done for group in shop.compilers._groups.values() for compiler in group.idle] == [3]


USED = "class B { int y = Helper.x; }"
AFTER: Mapping[str, tuple[Mapping[str, str], Mapping[str, str]]] = {
    "a class": ({"A.java": "class A { } class Helper { static int x; }"}, {"B.java": USED}),
    "a class that is declared anew": (
        {"A.java": "class Helper { static int x; int old; }"}, {"B.java": USED + "class Helper { static int x; }"}
    ),
    "a class inside of another": (
        {"A.java": "class A { static class In { static int x; } }"}, {"B.java": "class B { int y = A.In.x; }"}
    ),
    "an enumeration": ({"A.java": "enum E { P, Q }"}, {"B.java": "class B { Object e = E.P; }"}),
    "a record": ({"A.java": "record R(int a) { }"}, {"B.java": "class B { Object e = new R(1); }"}),
    "an interface": ({"A.java": "interface I { int f(); }"}, {"B.java": "class B { I i = () -> 1; }"}),
    "a package, all of it": ({"A.java": "package foo; public class A { }"}, {"B.java": "import foo.*; class B { }"}),
    "a class of a package": ({"A.java": "package foo; public class A { }"}, {"B.java": "import foo.A; class B { }"}),
    "a package within": ({"A.java": "package foo.bar; class A { }"}, {"B.java": "import foo.*; class B { }"}),
    "a file beside it": ({"A.java": "class A { }", "C.java": "class C { }"}, {"B.java": "class B { C c; }"}),
    "a name of the library": (
        {"A.java": "class A { } class List { } class String { }"},
        {"B.java": "import java.util.*; class B { List<String> l = new ArrayList<>(); String s = \"x\"; }"},
    ),
    "a class of java.lang": (
        {"Math.java": "package java.lang; public class Math { }"}, {"B.java": "class B { int s = Math.max(1, 2); }"}
    ),
    "what was missing": ({"A.java": USED}, {"B.java": USED + "class Helper { static int x; }"}),
    "a circle": (
        {"A.java": "class C extends D { } class D extends C { }"}, {"B.java": "class C { } class D extends C { }"}
    ),
    "another parent": (
        {"A.java": "class P { int x; } class B extends P { }"}, {"B.java": "class B { int f() { return x; } }"}
    ),
    "a class inside, not static before": (
        {"Game.java": "public class Game { class Cell { int value; } Cell first = new Cell(); }"},
        {"Game.java": "public class Game { static class Cell { int value; } Cell first = new Cell(); }"},
    ),
    "a class inside, static before": (
        {"Game.java": "public class Game { static class Cell { int value; } Cell first = new Cell(); }"},
        {"Game.java": "public class Game { class Cell { int value; } Cell first = new Cell(); }"},
    ),
    "a record inside, a class before": (
        {"Game.java": "public class Game { class Cell { int value; } Cell first = new Cell(); }"},
        {"Game.java": "public class Game { record Cell(int value) { } Cell first = new Cell(1); }"},
    ),
    "an enumeration inside, a class before": (
        {"Game.java": "public class Game { class Mark { } Mark first = new Mark(); }"},
        {"Game.java": "public class Game { enum Mark { X, O } Mark first = Mark.X; }"},
    ),
    "a sealed interface inside": (
        {"A.java": "class A { sealed interface Shape permits Dot { } record Dot() implements Shape { } }"},
        {"A.java": "class A { interface Shape { } record Dot() implements Shape { } class Line implements Shape { } }"},
    ),
    "type parameters inside": (
        {"A.java": "class A { static class Box<T> { T in; } Box<String> b = new Box<>(); }"},
        {"A.java": "class A { static class Box { Object in; } Box b = new Box(); }"},
    ),
    "classes without a name": (
        {"A.java": "class A { Runnable r = new Runnable() { public void run() { } }; Object o = new Object() { }; }"},
        {"A.java": "class A { Object o = new Object() { long y; }; Runnable r = () -> { }; }"},
    ),
    "a package in a comment": (
        {"A.java": "package model; public class A { }"}, {"B.java": "// package model;\nimport model.*;\nclass B { }"}
    ),
    "a note": ({"A.java": "class A { java.util.List l; void f() { l.add(1); } }"}, {"B.java": "class B { }"}),
    "an import of constants": (
        {"A.java": "package foo; public class A { public static int x; }"},
        {"B.java": "import static foo.A.x; class B { }"},
    ),
    "names in another script": ({"가.java": "class 가 { static int x; }"}, {"B.java": "class B { int y = 가.x; }"}),
}  # fmt: skip


@pytest.mark.parametrize("first", [{"Z.java": "class Z { }"}, {}], ids=["second and third", "first and second"])
@pytest.mark.parametrize("what", AFTER)
def test_what_was_declared_before_changes_nothing(shop: Shop, what: str, first: Mapping[str, str]) -> None:
    """Byte for byte, though one compiler has read all of them."""
    one, other = AFTER[what]
    everything = [first, one, other, one, other] if first else [one, other]
    warm = [told(shop.build(files)) for files in everything]
    assert warm == [told(shop.build_afresh(files)) for files in everything]


def test_a_submission_does_not_see_the_classes_of_the_grader(shop: Shop) -> None:
    for made in (shop.build({"A.java": SPY}), shop.build_afresh({"A.java": SPY})):
        assert isinstance(made, BuildFailure)
        assert made.message == "package grader.inside does not exist"


SPY = "class A { grader.inside.Compiler compiler; }"


# --- compilers that come to an end -------------------------------------------------------------------------

DOUBLED = "".join(f"static final String S{n + 1} = S{n} + S{n};" for n in range(28))
BOMBS: Mapping[str, str] = {
    "the stack": f"class A {{ int n = {'(' * 300_000}1{')' * 300_000}; }}",
    "memory": f'class A {{ static final String S0 = "0123456789"; {DOUBLED} }}',
}


@pytest.mark.parametrize("what", BOMBS)
def test_a_bomb_costs_only_its_own_submission(shop: Shop, what: str) -> None:
    before = shop.build({"Answer.java": answer(1)})
    (first,) = shop.processes
    bomb = shop.build({"A.java": BOMBS[what]})
    assert (running(first), shop.processes) == (False, [])
    assert told(shop.build({"Answer.java": answer(1)})) == told(before)
    (second,) = shop.processes
    assert second is not first
    fresh = shop.build_afresh({"A.java": BOMBS[what]})
    assert isinstance(bomb, BuildFailure)
    assert isinstance(fresh, BuildFailure)
    assert (bomb.message, bomb.place) == (fresh.message, fresh.place) == ("The compiler gave up on this code.", None)


def test_a_compiler_that_takes_too_long_is_ended_and_a_fresh_one_has_the_last_word(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.build({"Answer.java": answer(1)})
    (first,) = shop.processes
    monkeypatch.setattr(compilers, "PATIENCE_CPU_S", -1.0)
    monkeypatch.setattr(compilers, "TICK_S", 0.001)
    many = "\n".join(f"class C{n} {{ int f(int a) {{ return a + {n}; }} }}" for n in range(2000))
    assert isinstance(shop.build({"A.java": many}), Built)
    assert (running(first), shop.processes) == (False, [])


def test_a_compiler_that_was_killed_is_replaced(shop: Shop) -> None:
    before = shop.build({"Answer.java": answer(1)})
    (first,) = shop.processes
    first._launcher.signal(signal.SIGKILL)
    assert told(shop.build({"Answer.java": answer(1)})) == told(before)
    assert shop.processes == []
    assert told(shop.build({"Answer.java": answer(1)})) == told(before)
    assert [running(process) for process in shop.processes] == [True]


def test_a_compiler_that_has_done_much_is_replaced(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilers, "MOST_COMPILES", 2)
    seen = []
    for number in range(5):
        assert isinstance(shop.build({"Answer.java": answer(number)}), Built)
        seen.append([compiler.done for group in shop.compilers._groups.values() for compiler in group.idle])
    assert seen == [[1], [], [1], [], [1]]


def test_nothing_is_left_running_at_the_end(shop: Shop) -> None:
    shop.build({"Answer.java": answer(1)})
    (process,) = shop.processes
    assert running(process)
    shop.compilers.close()
    assert (running(process), shop.processes) == (False, [])
    assert isinstance(shop.build({"Answer.java": answer(1)}), Built)
    assert shop.processes == []


# --- whatever it answers -----------------------------------------------------------------------------------

ANSWERS: Mapping[str, str] = {
    "nothing": "",
    "no JSON": "hello",
    "another id": '{"id": "x", "exit": 0, "stdout": "", "stderr": "", "files": {}}',
    "another exit code": '{"id": ID, "exit": 3, "stdout": "", "stderr": "", "files": {}}',
    "cut": '{"id": ID, "exit": 0, "stdout": "", "stderr": "", "files": {}, "cut": true}',
    "an error of its own": '{"id": ID, "exit": 1, "stdout": "", "stderr": "ZXJyb3I6IG5vCg==", "files": {}}',
    "no text": '{"id": ID, "exit": 0, "stdout": "", "stderr": "?", "files": {}}',
    "no files": '{"id": ID, "exit": 0, "stdout": "", "stderr": ""}',
    "a list": "[]",
}  # fmt: skip
SAY = """
import json, os, sys
request = json.loads(os.fdopen(3).readline())
os.write(4, sys.argv[1].replace("ID", json.dumps(request["id"])).encode() + b"\\n")
os.read(0, 1) if "wait" in sys.argv else None
"""


def asked(sandbox: Sandbox, python: Callable[..., Command], answer: str) -> Outcome | None:
    serve = python(SAY, channel=True)
    staying = Staying(replace(serve, argv=(*serve.argv, answer)), ("words",), re.compile(b"plain"))
    with Compilers(sandbox, 1) as several:
        return several.run(python("", staying=staying, files={"submission/a": b"x"}), Limits(cpu_s=5, wall_s=20))


@pytest.mark.parametrize("what", ANSWERS)
def test_an_answer_that_is_none_is_left_to_a_fresh_compiler(
    any_sandbox: Sandbox, python: Callable[..., Command], what: str
) -> None:
    assert asked(any_sandbox, python, ANSWERS[what]) is None


@pytest.mark.parametrize(("code", "said"), [(0, b"anything"), (1, b"plain")])
def test_an_answer_is_an_outcome(any_sandbox: Sandbox, python: Callable[..., Command], code: int, said: bytes) -> None:
    files = {"a/b": base64.b64encode(b"\x00\xff").decode()}
    told = {"exit": code, "stdout": "", "stderr": base64.b64encode(said).decode(), "files": files}
    outcome = asked(any_sandbox, python, '{"id": ID, ' + json.dumps(told)[1:])
    assert outcome is not None
    assert (outcome.ending, outcome.exit_code, outcome.stdout, outcome.stderr) == (Ending.EXITED, code, b"", said)
    assert outcome.files == {"a/b": b"\x00\xff"}


def test_compilers_that_never_do_any_good_are_given_up(any_sandbox: Sandbox, python: Callable[..., Command]) -> None:
    serve = python("raise SystemExit(1)", channel=True)
    command = python("", staying=Staying(serve, (), re.compile(b"")))
    with Compilers(any_sandbox, 1) as several:
        for _round in range(compilers.MOST_FAILURES):
            assert several.run(command, Limits()) is None
        (group,) = several._groups.values()
        group.room = 0
        started = time.monotonic()
        assert several.run(command, Limits()) is None
        assert time.monotonic() - started < compilers.WAIT_S / 2


# --- when they are worth it --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("submissions", "jobs", "several"),
    [(1, 2, 0), (4, 2, 0), (5, 2, 1), (50, 1, 1), (50, 2, 1), (50, 16, 2), (300, 16, 8), (300, 4, 2)],
)
def test_there_are_as_many_as_earn_back_their_start(submissions: int, jobs: int, several: int) -> None:
    assert worth(submissions, jobs) == several
