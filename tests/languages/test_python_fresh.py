"""Fresh states of the Python driver, by fork for a few calls and by loading anew for thousands."""

from __future__ import annotations

import pytest

from grader.languages.python import PLUGIN
from grader.model import Built, FunctionAsked, Interface, Limits, Parameter, Reply, Returned, State, Step, Submission
from grader.plugins import Sandbox
from grader.subject import BuiltSubject

MAIN = b"""
import helper

calls = 0

def count(n, seen=[]):
    global calls
    calls += 1
    seen.append(n)
    helper.calls.append(n)
    return [calls, len(seen), len(helper.calls)]
"""
INTERFACE = Interface((FunctionAsked("count", (Parameter("n"),)),))


def asked(sandbox: Sandbox, main: bytes, count: int) -> tuple[Reply, ...]:
    """The replies to so many calls, each in a fresh state."""
    files = {"main.py": main, "helper.py": b"calls = []\n"}
    toolchain = PLUGIN.find()
    built = PLUGIN.build(Submission("x", files, "python", "main.py", ""), INTERFACE, toolchain, None)  # type: ignore[arg-type]
    assert isinstance(built, Built)
    subject = BuiltSubject(built, PLUGIN, toolchain, sandbox, Limits())
    try:
        assert subject.load(INTERFACE) is None
        answers = subject.ask([Step("count", (number,)) for number in range(count)], State.EACH, 2.0)
    finally:
        subject.close()
    return answers.replies


@pytest.mark.parametrize("count", [3, 1500], ids=["few", "many"])
@pytest.mark.parametrize("slow", [b"", b"\nfor _ in range(200_000): pass\n"], ids=["quick to load", "slow to load"])
def test_no_call_sees_what_another_one_left(any_sandbox: Sandbox, count: int, slow: bytes) -> None:
    assert set(map(repr, asked(any_sandbox, MAIN + slow, count))) == {repr(Returned([1, 1, 1]))}


LEFT = {
    "a file": (300, b"import os\ndef count(n):\n    return os.open('/dev/null', os.O_RDONLY) >= 0 and n\n"),
    "four files": (
        200, b"import os\ndef count(n):\n    return min(os.open('/dev/null', 0) for _ in range(4)) >= 0 and n\n"
    ),
    "a large text": (24, b"kept = bytearray()\ndef count(n):\n    kept.extend(bytes(20_000_000))\n    return n\n"),
    "many lists": (
        24,
        b"kept = bytearray()\ndef count(n):\n    kept.extend(bytes(20_000_000)); [[] for _ in 'x' * 9]\n    return n\n",
    ),
    "many answers": (
        24, b"seen = {}\ndef count(n):\n    for at in range(200_000):\n        seen[at] = (at, n)\n    return n\n"
    ),
    "a circle": (
        24, b"kept = []\nkept.append(kept)\ndef count(n):\n    kept.append(bytes(20_000_000))\n    return n\n"
    ),
    "a helper's": (
        24, b"import helper\ndef count(n):\n    helper.calls.append(bytes(20_000_000))\n    return n\n"
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", LEFT)
def test_what_earlier_calls_have_left_costs_no_later_one(any_sandbox: Sandbox, what: str) -> None:
    count, source = LEFT[what]
    assert asked(any_sandbox, source, count) == tuple(Returned(number) for number in range(count))
