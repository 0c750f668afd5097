"""Level `restricted`, and that it is what is left where namespaces are refused."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.model import Outcome
from grader.plugins import Sandbox
from grader.sandbox.seccomp import student_filter

Run = Callable[..., Outcome]
ROOT = Path(__file__).resolve().parents[2]

# Takes namespaces away from a tree of processes as a container does: clone with a flag for a new one and unshare fail
# with EPERM, clone3 is not there. The numbers are those of x86-64.
WITHOUT_NAMESPACES = """
import ctypes, os, struct, sys

def op(code, yes, no, value):
    return struct.pack("=HBBI", code, yes, no, value)

fail, allow, gone = 0x00050001, 0x7FFF0000, 0x00050026
program = b"".join([
    op(0x20, 0, 0, 0),
    op(0x15, 0, 1, 272), op(0x06, 0, 0, fail),
    op(0x15, 0, 1, 435), op(0x06, 0, 0, gone),
    op(0x15, 0, 3, 56), op(0x20, 0, 0, 16), op(0x45, 0, 1, 0x7E020000), op(0x06, 0, 0, fail),
    op(0x06, 0, 0, allow),
])
system = ctypes.CDLL(None, use_errno=True)
body = ctypes.create_string_buffer(program, len(program))
assert system.prctl(38, 1, 0, 0, 0) == 0
assert system.prctl(22, 2, struct.pack("@HP", len(program) // 8, ctypes.addressof(body)), 0, 0) == 0
os.execv(sys.argv[1], sys.argv[1:])
"""


def without_namespaces(*command: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """The command in a tree of processes that gets no namespaces."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_NAMESPACES, sys.executable, *command],
        capture_output=True,
        cwd=folder,
        timeout=120,
        check=False,
    )


def test_where_namespaces_are_refused_a_check_runs_restricted(restricted_sandbox: Sandbox, tmp_path: Path) -> None:
    solution = ROOT / "reference" / "valid-board" / "python" / "solution.py"
    done = without_namespaces(
        "-m", "grader", "check", "valid-board", str(solution), "--format", "json", folder=tmp_path
    )
    assert done.returncode == 0, done.stderr.decode()
    result = json.loads(done.stdout)
    assert (result["verdict"], result["isolation"]["level"]) == ("AC", "restricted")
    assert result["isolation"]["missing"]


def test_where_namespaces_are_refused_full_is_refused_with_the_reason(
    restricted_sandbox: Sandbox, tmp_path: Path
) -> None:
    done = without_namespaces(
        "-m", "grader", "check", "valid-board", str(tmp_path), "--isolation", "full", folder=tmp_path
    )
    assert done.returncode == 3
    assert b"`full` does not work here" in done.stderr


@pytest.mark.parametrize(
    "deed",
    [
        "open('/etc/passwd').read()",
        "open('/etc/hostname').read()",
        "__import__('os').listdir('/root')",
        "__import__('os').listdir('/home')",
        "__import__('os').listdir('/tmp')",
        "open('/tmp/left-behind', 'w')",
        "open('/dev/shm/left-behind', 'w')",
        "__import__('socket').socket()",
        "__import__('socket').socket(__import__('socket').AF_UNIX)",
        "__import__('os').kill(__import__('os').getppid(), 0) or open('/proc/1/environ').read()",
        "open(f'/proc/{__import__(\"os\").getppid()}/mem', 'rb').read(1)",
        "__import__('os').unshare(0x10000000) if hasattr(__import__('os'), 'unshare') else 1 / 0",
    ],
)
def test_nothing_outside_of_the_box_can_be_had(restricted_sandbox: Sandbox, run_python: Run, deed: str) -> None:
    outcome = run_python(
        restricted_sandbox,
        f"try:\n    {deed}\nexcept Exception as e:\n    print('refused')\nelse:\n    print('done')\n",
    )
    assert outcome.stdout == b"refused\n"


def test_the_box_can_be_written_up_to_its_limit(restricted_sandbox: Sandbox, run_python: Run) -> None:
    outcome = run_python(restricted_sandbox, "open('a', 'w').write('x'); print(open('a').read())")
    assert outcome.stdout == b"x\n"


def test_where_landlock_does_not_know_truncate_the_filter_denies_it() -> None:
    with_it, without = student_filter("x86_64"), student_filter("x86_64", truncate=False)
    assert with_it is not None
    assert without is not None
    assert len(without) == len(with_it) + 2 * 8
    assert (76).to_bytes(4, "little") in without[-3 * 8 : -2 * 8]
