"""A program that waits for input is seen to, at every level, without a guess from silence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grader.model import Command, Ending, Limits
from grader.plugins import Sandbox
from grader.reach import find_python
from grader.sandbox.process import Heard

MakeCommand = Callable[..., Command]


def program(source: str) -> Command:
    """Python as a person runs it, but for its buffer."""
    return Command((str(find_python()[0]), "-u", "-c", source), {}, stdin=None)


def test_each_question_is_heard_and_each_answer_is_read(sandbox: Sandbox) -> None:
    source = "print('name?'); a = input(); b = input(f'{a}, age? '); print(a, b)"
    with sandbox.start(program(source), Limits()) as process:
        heard = [process.hear(2, 10)]
        process.type(b"Ada\n")
        heard.append(process.hear(2, 10))
        process.type(b"36\n")
        heard.append(process.hear(2, 10))
        outcome = process.end()
    assert heard == [
        Heard(b"name?\n", b"", waits=True),
        Heard(b"Ada, age? ", b"", waits=True),
        Heard(b"Ada 36\n", b"", ended=True),
    ]
    assert (outcome.ending, outcome.exit_code) == (Ending.EXITED, 0)


WAITING = {
    "readline": "import sys; sys.stdin.readline()",
    "read": "import os; os.read(0, 100)",
    "a large read": "import sys; sys.stdin.buffer.raw.read(100_000)",
    "readv": "import os; os.readv(0, [bytearray(10)])",
    "poll": "import select; p = select.poll(); p.register(0, select.POLLIN); p.poll()",
    "select": "import select; select.select([0], [], [])",
    "epoll": "import select; p = select.epoll(); p.register(0, select.EPOLLIN); p.poll()",
    "selectors": "import selectors; s = selectors.DefaultSelector(); s.register(0, 1); s.select()",
    "a child": "import os, sys\nif os.fork() == 0: os.read(0, 100)\nelse: os.wait()",
    "a thread": "import os, threading; threading.Thread(target=os.read, args=(0, 100)).start()",
}


@pytest.mark.parametrize("source", WAITING.values(), ids=WAITING)
def test_every_way_to_wait_is_seen(sandbox: Sandbox, source: str) -> None:
    with sandbox.start(program(source), Limits()) as process:
        assert process.hear(2, 10).waits
        process.type(b"1\n")
        assert process.hear(2, 10).ended


QUIET = {
    "sleeps": "import time; time.sleep(30)",
    "computes": "while True: pass",
    "waits for a child": "import os, time\nif os.fork() == 0: time.sleep(30)\nelse: os.wait()",
    "reads elsewhere": "import os; r, w = os.pipe(); os.read(r, 1)",
    "waits for nobody": "import select; select.epoll().poll()",
    "waits a while": "import select; p = select.epoll(); p.register(0, select.EPOLLIN); p.poll(30)",
    "waits for a lock": "import threading; lock = threading.Lock(); lock.acquire(); lock.acquire()",
}


@pytest.mark.parametrize("source", QUIET.values(), ids=QUIET)
def test_a_program_that_is_silent_for_another_reason_does_not_wait_for_input(sandbox: Sandbox, source: str) -> None:
    with sandbox.start(program(source), Limits(cpu_s=5)) as process:
        heard = process.hear(5, 1.5)
    assert heard.ending in (Ending.WALL_LIMIT, Ending.CPU_LIMIT)
    assert heard == Heard(b"", b"", ending=heard.ending)


def test_the_cpu_time_of_a_turn_is_limited(sandbox: Sandbox) -> None:
    with sandbox.start(program("input()\nwhile True: pass"), Limits(cpu_s=5)) as process:
        assert process.hear(0.3, 10).waits
        process.type(b"1\n")
        assert process.hear(0.3, 10).ending is Ending.CPU_LIMIT


def test_input_that_ends_is_an_end_for_the_program(sandbox: Sandbox) -> None:
    with sandbox.start(program("print(repr(input.__call__()))"), Limits()) as process:
        assert process.hear(2, 10).waits
        process.close_input()
        heard = process.hear(2, 10)
        outcome = process.end()
    assert (heard.waits, heard.ended, outcome.exit_code) == (False, True, 1)
    assert b"EOFError" in heard.stderr


def test_what_is_typed_ahead_is_read_before_the_program_is_said_to_wait(sandbox: Sandbox) -> None:
    with sandbox.start(program("a = input(); b = input(); print(a + b); input()"), Limits()) as process:
        process.type(b"1\n")
        process.type(b"2\n")
        assert process.hear(2, 10) == Heard(b"12\n", b"", waits=True)


def test_much_output_before_a_question_comes_whole(sandbox: Sandbox) -> None:
    with sandbox.start(program("print('x' * 300_000); input()"), Limits()) as process:
        heard = process.hear(2, 10)
    assert (len(heard.stdout), heard.waits) == (300_001, True)


def test_a_limit_that_is_crossed_is_told(sandbox: Sandbox) -> None:
    with sandbox.start(program("while True: print('x' * 1000)"), Limits(output_bytes=1_000_000)) as process:
        assert process.hear(2, 10).ending is Ending.OUTPUT_LIMIT
