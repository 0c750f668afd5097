"""What Java files of real students do besides answering: each stays a right or a wrong answer, never a fault."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

import pytest

from grader.build import COMPILER_LIMITS
from grader.errors import ToolMissing
from grader.languages.java import PLUGIN
from grader.model import (
    BuildFailure,
    Built,
    Command,
    Ending,
    FunctionAsked,
    Interface,
    Limits,
    Outcome,
    Parameter,
    Place,
    Reply,
    Returned,
    State,
    Step,
    Submission,
)
from grader.plugins import Sandbox
from grader.subject import BuiltSubject
from grader.values import ObjectValue
from tests.conftest import lacking

pytestmark = pytest.mark.long  # one case of each test in each language otherwise

INTERFACE = Interface((FunctionAsked("answer", (Parameter("n", "int"),)),), prelude="sites")
Files = Mapping[str, str | bytes]


@dataclass
class Opened:
    subject: BuiltSubject
    built: Built


class NotBuilt(Exception):
    def __init__(self, failure: BuildFailure) -> None:
        self.failure = failure


@contextmanager
def opened(sandbox: Sandbox, files: Files, interface: Interface = INTERFACE) -> Iterator[Opened]:
    try:
        toolchain = PLUGIN.find()
    except ToolMissing as error:
        lacking(str(error))

    def run(command: Command, limits: Limits = COMPILER_LIMITS) -> Outcome:
        with sandbox.start(command, limits) as process:
            outcome: Outcome = process.run_to_end()
        return outcome

    sources = {name: text if isinstance(text, bytes) else text.encode() for name, text in files.items()}
    handed_in = Submission("x", sources, "java", next(iter(sources)), "")
    built = PLUGIN.build(handed_in, interface, toolchain, run)
    if isinstance(built, BuildFailure):
        raise NotBuilt(built)
    subject = BuiltSubject(built, PLUGIN, toolchain, sandbox, Limits())
    try:
        assert subject.load(interface) is None
        yield Opened(subject, built)
    finally:
        subject.close()


def ask(sandbox: Sandbox, files: Files) -> tuple[Reply, tuple[str, ...]]:
    """The answer to 7, and what was told of the files and of what stands in them."""
    with opened(sandbox, files) as one:
        return one.subject.ask([Step("answer", (7,))], State.NEW).replies[0], one.built.notes + one.subject.offer.notes


def refused(sandbox: Sandbox, files: Files, interface: Interface = INTERFACE) -> BuildFailure:
    with pytest.raises(NotBuilt) as raised, opened(sandbox, files, interface):
        pass
    return raised.value.failure


# --- what calls leave running ------------------------------------------------------------------------------


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
    with opened(any_sandbox, {"A.java": LEFT[what]}) as one:
        single = [one.subject.ask([Step("answer", (7,))], State.NEW).replies[0] for _ in range(60)]
        each = one.subject.ask([Step("answer", (number,)) for number in range(150)], State.EACH, 2.0).replies
    assert single == [Returned(7)] * 60
    assert each == tuple(Returned(number) for number in range(150))


SLOW = "class R { public String toString() { try { Thread.sleep(3600000); } catch (Exception e) { } return null; } }"


@pytest.mark.parametrize("state", [State.NEW, State.EACH])
def test_a_text_form_that_never_comes_is_left_out(any_sandbox: Sandbox, state: State) -> None:
    source = SLOW + "class A { static Object answer(int n) { return new R(); } }"
    with opened(any_sandbox, {"A.java": source}) as one:
        replies = one.subject.ask([Step("answer", (1,))] * 30, state, 5.0).replies
    assert replies == (Returned(ObjectValue("R", "")),) * 30


def test_the_start_of_the_machine_does_not_count_for_a_program(any_sandbox: Sandbox) -> None:
    source = 'class A { public static void main(String[] words) { System.out.println("done"); } }'
    spinning = "class A { public static void main(String[] words) { while (true) { } } }"
    limits = Limits(cpu_s=0.05, wall_s=20)
    with opened(any_sandbox, {"A.java": source}) as one, opened(any_sandbox, {"A.java": spinning}) as other:
        assert one.subject.run((), b"", limits).stdout == b"done\n"
        assert other.subject.run((), b"", limits).ending is Ending.CPU_LIMIT


# --- files -------------------------------------------------------------------------------------------------

A = "public class A { static int answer(int n) { return n; } }"
OLD = "public class A { static int answer(int n) { return 0; } }"
TEST = (
    "import static org.junit.Assert.*;\n"
    "public class ATest { @org.junit.Test public void t() { assertTrue(A.answer(1) > 0); } }"
)
WINDOW = "import javafx.application.Application;\npublic class Window extends Application { }"
HELPER = "import javax.swing.*; class Window extends JFrame { }"
ADDED = "Imports such as `import java.util.*;` were missing and were added."


def copy_of(left_out: str, kept: str = "A.java") -> str:
    return f"`{left_out}` was left out, as `{kept}` has the same class."


def needs(path: str, package: str) -> str:
    return f"`{path}` was left out, as it needs `{package}`, which is not here."


HANDED_IN: Mapping[str, tuple[Files, tuple[str, ...]]] = {
    "a package": ({"A.java": "package edu.school;\n" + A}, ()),
    "a package in its folder": ({"src/edu/school/A.java": "package edu.school;\n" + A}, ()),
    "packages in comments": ({"A.java": "/* package x; */ // package y;\n  package  edu.school ;\n" + A}, ()),
    "a mark": ({"A.java": "\ufeff" + A}, ()),
    "a mark, a package and CRLF": ({"A.java": ("\ufeffpackage a;\n" + A).replace("\n", "\r\n")}, ()),
    "UTF-16": ({"A.java": A.encode("utf-16")}, ()),
    "a Korean name": ({"틱택토.java": A.replace("class A", "class 틱택토")}, ()),
    "a Korean name in CP949": ({"틱택토.java": A.replace("class A", "class 틱택토").encode("cp949")}, ()),
    "a Korean package": ({"A.java": "package 과제;\n" + A}, ()),
    "a name with blanks": ({"my game (final).java": A}, ()),
    "a name in capitals": ({"A.JAVA": A}, ()),
    "an end of DOS": ({"A.java": A + "\n\x1a"}, ()),
    "a description of the module": (
        {"a/A.java": "package a;\n" + A, "module-info.java": "module x { requires javafx.base; }"},
        (),
    ),
    "a description of the package": (
        {"a/A.java": "package a;\n" + A, "a/package-info.java": "@Deprecated package a;"},
        (),
    ),
    "a copy": ({"A.java": A, "A (1).java": OLD}, (copy_of("A (1).java"),)),
    "a copy in a folder": ({"A.java": A, "old/A.java": OLD}, (copy_of("old/A.java"),)),
    "the same file twice": ({"y/A.java": A, "x/A.java": A}, (copy_of("x/A.java", "y/A.java"),)),
    "the copy is the one": ({"A (1).java": A, "A.java": "public class A { }"}, (copy_of("A.java", "A (1).java"),)),
    "the same name in two packages": ({"A.java": A, "b/A.java": "package b; public class A { }"}, ()),
    "a test": ({"A.java": A, "ATest.java": TEST}, (needs("ATest.java", "org.junit"),)),
    "a test and missing imports": (
        {"A.java": "class A { List<Integer> l; static int answer(int n) { return n; } }", "ATest.java": TEST},
        (needs("ATest.java", "org.junit"), ADDED),
    ),
    "a window of another library": (
        {"A.java": A, "Window.java": WINDOW},
        (needs("Window.java", "javafx.application"),),
    ),
    "a window": ({"A.java": A, "Window.java": HELPER}, ()),
    "an inner class of the same name": (
        {"A.java": A, "Zebra.java": "class Zebra { static class A { static int answer(int n) { return 0; } } }"},
        (),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", HANDED_IN)
def test_a_hand_in_that_works_in_an_ide_works_here(any_sandbox: Sandbox, what: str) -> None:
    files, told = HANDED_IN[what]
    assert ask(any_sandbox, files) == (Returned(7), told)


BY_NAME = "class A { Scanner in; static int answer(int n) { return Arrays.asList(n).size(); } }"
REFUSED: Mapping[str, tuple[Files, str, Place]] = {
    "a test that the main file needs": (
        {"A.java": "public class A { static int answer(int n) { return ATest.x; } }", "ATest.java": TEST},
        "package org.junit does not exist",
        Place("ATest.java", 1, 24, "import static org.junit.Assert.*;"),
    ),
    "a broken helper": (
        {"A.java": A, "B.java": "class B { int x = ; }"},
        "illegal start of expression",
        Place("B.java", 1, 19, "class B { int x = ; }"),
    ),
    "a main file that needs a library": (
        {"A.java": "import org.junit.*;\n" + A},
        "package org.junit does not exist",
        Place("A.java", 1, 1, "import org.junit.*;"),
    ),
    "a class that nobody knows": (
        {"A.java": "class A { static int answer(int n) { return new Foo().bar(n); } }"},
        "cannot find symbol: class Foo",
        Place("A.java", 1, 49, "class A { static int answer(int n) { return new Foo().bar(n); } }"),
    ),
    "two that are equally near": (
        {"x/A.java": A, "y/A.java": OLD},
        "duplicate class: A",
        Place("y/A.java", 1, 8, OLD),
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_can_not_be_compiled_is_told_with_its_place(any_sandbox: Sandbox, what: str) -> None:
    files, message, place = REFUSED[what]
    failure = refused(any_sandbox, files)
    assert (failure.message, failure.place) == (message, place)


def test_a_missing_import_is_named(any_sandbox: Sandbox) -> None:
    failure = refused(any_sandbox, {"A.java": BY_NAME}, replace(INTERFACE, prelude="none"))
    assert failure.message == "cannot find symbol: class Scanner (is `import java.util.Scanner;` missing?)"
