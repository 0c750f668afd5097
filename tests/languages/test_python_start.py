"""How the driver for Python comes into the box: compiled, where the student's Python can read that."""

from __future__ import annotations

import platform
from dataclasses import replace

import pytest

from grader.languages.python import PLUGIN
from grader.model import Built, FunctionAsked, Interface, Limits, Parameter, Returned, State, Step, Submission
from grader.plugins import Sandbox
from grader.subject import BuiltSubject

INTERFACE = Interface((FunctionAsked("answer", (Parameter("n"),)),))
MINOR = ".".join(platform.python_version_tuple()[:2])


@pytest.mark.parametrize(
    ("version", "name"),
    [
        (f"Python {MINOR}.0", "python_driver.pyc"),
        (f"Python {MINOR}.99", "python_driver.pyc"),
        (f"Python {MINOR}.0rc1", "python_driver.py"),
        (f"Python {MINOR}1.0", "python_driver.py"),
        ("Python 3.2.1", "python_driver.py"),
        (f"PyPy {MINOR}.0", "python_driver.py"),
        ("unknown version", "python_driver.py"),
    ],
)
def test_a_compiled_driver_is_for_an_interpreter_that_can_read_it(sandbox: Sandbox, version: str, name: str) -> None:
    toolchain = replace(PLUGIN.find(), version=version)
    files = {"main.py": b"def answer(n):\n    return n + 1\n"}
    built = PLUGIN.build(Submission("x", files, "python", "main.py", ""), INTERFACE, toolchain, None)  # type: ignore[arg-type]
    assert isinstance(built, Built)
    command = PLUGIN.driver(built, toolchain, Limits())
    assert [path for path in command.files if path.startswith("driver/")] == [f"driver/{name}"]
    assert command.argv[-3] == f"../driver/{name}"
    subject = BuiltSubject(built, PLUGIN, toolchain, sandbox, Limits())
    try:
        assert subject.load(INTERFACE) is None
        assert subject.ask([Step("answer", (1,))], State.EACH).replies == (Returned(2),)
    finally:
        subject.close()
