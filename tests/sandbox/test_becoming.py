"""A launcher that becomes a Python program itself: nothing that a program can see differs from a start of its own."""

from __future__ import annotations

import marshal
import re
import sys
from collections.abc import Mapping
from importlib.util import MAGIC_NUMBER

import pytest

from grader.languages.python import PLUGIN
from grader.model import Command, Ending, Limits, Outcome, Returned, State, Step
from grader.plugins import Sandbox
from grader.reach import PYTHON_VARIABLES, find_python, version_of
from tests.languages.asking import asked, functions, opened

LOOKS = """\
import os, sys  # any driver does
print(sorted(sys.modules))

import gc, resource, signal, threading, time

def depth(n=0):
    try:
        return depth(n + 1)
    except RecursionError:
        return n

print(sys.argv, sys.orig_argv[0] == sys.executable, sys.orig_argv[1:], sys.path, sys.flags, sys.executable)
with os.popen("env | sort") as variables:
    print(sorted(os.environ.items()), variables.read())
print([(number, signal.getsignal(number)) for number in signal.valid_signals() if number < 32])
print(gc.isenabled(), gc.get_threshold(), gc.callbacks, gc.get_debug())
print(sys.getrecursionlimit() in (1000, 1004), depth())
print(sys.getdefaultencoding(), sys.getfilesystemencoding(), sys.dont_write_bytecode)
for stream in (sys.stdin, sys.stdout, sys.stderr):
    print(stream, stream.mode, stream.errors, stream.newlines, stream.line_buffering, stream.write_through)
    print(stream.fileno(), stream.isatty(), stream.seekable(), stream.buffer, stream.buffer.raw)
print(sys.stdin is sys.__stdin__, sys.stdout is sys.__stdout__, sys.stderr is sys.__stderr__)
print(sorted(os.listdir("/proc/self/fd")), os.path.realpath("/proc/self/exe"))
print([(name, resource.getrlimit(getattr(resource, name))) for name in dir(resource) if name.startswith("RLIMIT_")])
print(os.getcwd(), oct(os.umask(0)), os.getuid() == 0, os.getgroups(), os.getpgid(0) == os.getpid(), os.nice(0))
print(time.tzname, hash("text"), threading.current_thread().name, threading.active_count())
print(sorted(set(globals()) - {"__annotations__", "__loader__", "__spec__", "__package__", "__doc__"}))
print(__name__, __file__, __cached__, sys.modules["__main__"].depth is depth)
print(open("/proc/self/status").read().split("NoNewPrivs")[1].split("Cpus")[0])
print(sys.stdin.readline(), sys.stdin.buffer.read())
print("out of order", file=sys.stderr)
"""
ENDS = {
    "at its end": ("print('x', end='')", (Ending.EXITED, 0, None)),
    "by leaving": ("import sys; print('x', end=''); sys.exit(7)", (Ending.EXITED, 7, None)),
    "by an error": ("print('x', end=''); 1 / 0", (Ending.EXITED, 1, None)),
    "at once": ("import os; os.write(1, b'x'); os._exit(3)", (Ending.EXITED, 3, None)),
    "by a signal": ("import os; os.write(1, b'x'); os.kill(os.getpid(), 11)", (Ending.SIGNALLED, None, 11)),
}


def compiled(text: str) -> bytes:
    return MAGIC_NUMBER + bytes(12) + marshal.dumps(compile(text, "looks.py", "exec"))


def run(sandbox: Sandbox, text: str, environment: Mapping[str, str], stdin: bytes | None = None) -> Outcome:
    python, roots = find_python()
    argv = (str(python), "-S", "-s", "-P", "../looks.pyc")
    variables = {**PYTHON_VARIABLES, **environment}
    command = Command(argv, {"looks.pyc": compiled(text)}, environment=variables, roots=roots, stdin=stdin)
    with sandbox.start(command, Limits()) as process:
        outcome: Outcome = process.run_to_end()
    return outcome


def both(sandbox: Sandbox, text: str, stdin: bytes | None = None) -> tuple[Outcome, Outcome]:
    """What comes of the program in a launcher's process, and in one of its own because of a variable."""
    if not version_of(find_python()[0], "--version").startswith(f"Python 3.{sys.version_info.minor}."):
        pytest.skip("another version would not take what ours compiles")
    return run(sandbox, text, {}, stdin), run(sandbox, text, {"OTHER": "1"}, stdin)


def test_one_of_both_is_become(sandbox: Sandbox) -> None:
    """Else all that is compared here would be the same by itself."""
    became, started = both(sandbox, "import sys; print(sys.getrecursionlimit())")
    assert (became.stdout, started.stdout) == (b"1004\n", b"1000\n")


def test_the_driver_for_python_is_become(sandbox: Sandbox) -> None:
    interface = functions(asked("limit"))
    with opened(
        PLUGIN, sandbox, {"main.py": "import sys\ndef limit():\n    return sys.getrecursionlimit()\n"}, interface
    ) as one:
        compiled_for = version_of(find_python()[0], "--version").startswith(f"Python 3.{sys.version_info.minor}.")
        assert one.ask([Step("limit")], State.NEW).replies == (Returned(1004 if compiled_for else 1000),)


@pytest.mark.parametrize("stdin", [b"one\ntwo\n\xff", b""], ids=["with input", "without"])
def test_a_program_sees_the_same(sandbox: Sandbox, stdin: bytes | None) -> None:
    for _ in range(3):  # the third time by a launcher that has others behind it
        became, started = (
            re.sub(
                r"(?:/tmp)?/grader-box(?:es)?-\w+|\('OTHER', '1'\), |OTHER=1\n",
                "",
                outcome.stdout.decode("utf-8", "replace"),
            )
            for outcome in both(sandbox, LOOKS, stdin)
        )
        assert became.splitlines() == started.splitlines()
        assert "one" in became or not stdin


@pytest.mark.parametrize("how", ENDS)
def test_a_program_ends_as_it_would(sandbox: Sandbox, how: str) -> None:
    text, ending = ENDS[how]
    for outcome in both(sandbox, text):
        assert (outcome.ending, outcome.exit_code, outcome.signal) == ending
        assert outcome.stdout == b"x"


SCANS = """\
import re
marker = "0123456789abcdef" * 2
found = set()
with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
    for line in maps:
        words = line.split()
        begin, end = (int(number, 16) for number in words[0].split("-"))
        if words[1].startswith("rw") and "[v" not in line:
            memory.seek(begin)
            found |= set(re.findall(rb"[0-9a-f]{32}", memory.read(end - begin)))
print(found)
"""


def test_a_program_finds_no_secret_of_its_launcher_in_its_memory(sandbox: Sandbox) -> None:
    python, roots = find_python()
    argv = (str(python), "-S", "-s", "-P", "../looks.pyc")
    command = Command(argv, {"looks.pyc": compiled(SCANS)}, environment=PYTHON_VARIABLES, roots=roots, stdin=b"")
    for _ in range(3):
        with sandbox.start(command, Limits()) as process:
            outcome = process.run_to_end()
        assert b"0123456789abcdef0123456789abcdef" in outcome.stdout
        assert process._start.secret not in outcome.stdout
