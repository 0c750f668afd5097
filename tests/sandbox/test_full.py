"""What a program can see and touch at level `full`."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import grader
from grader.model import Command, Ending, Limits, Outcome
from grader.plugins import Sandbox

Run = Callable[..., Outcome]
PROJECT = Path(grader.__file__).resolve().parent.parent


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """A server of our own on this machine that nobody may reach."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        server.settimeout(0.2)
        yield server


def test_our_own_listener_can_not_be_reached(run_hostile: Run, listener: socket.socket) -> None:
    port = listener.getsockname()[1]
    source = f"""
import socket
try:
    socket.create_connection(("127.0.0.1", {port}), 2).sendall(b"x"); print("through")
except OSError as error:
    print("refused")
"""
    assert run_hostile(source).stdout == b"refused\n"
    with pytest.raises(TimeoutError):
        listener.accept()


def test_an_abstract_socket_of_ours_can_not_be_reached(run_hostile: Run) -> None:
    name = "grader-" + secrets.token_hex(8)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("\0" + name)
        server.listen()
        source = f"""
import socket
try:
    socket.socket(socket.AF_UNIX).connect(b"\\0{name}"); print("through")
except OSError:
    print("refused")
"""
        assert run_hostile(source).stdout == b"refused\n"


def test_there_is_no_network_but_a_loopback_of_its_own(run_hostile: Run) -> None:
    outcome = run_hostile("import socket; print([name for _, name in socket.if_nameindex()])")
    assert outcome.stdout == b"['lo']\n"


def test_no_home_folder_is_visible(run_hostile: Run) -> None:
    home = str(Path.home())
    source = f"""
import os
for place in ("/home", "/root", {home!r}):
    try: print(place, os.listdir(place))
    except OSError: pass
"""
    assert run_hostile(source).stdout == b""


def test_nothing_of_the_project_is_visible(run_hostile: Run, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("hidden")
    places = [str(PROJECT), grader.__file__, __file__, str(secret), str(Path.cwd())]
    source = f"import os; print([one for one in {places!r} if os.path.exists(one)])"
    assert run_hostile(source).stdout == b"[]\n"


def test_the_top_folder_holds_only_what_was_put_there(run_hostile: Run) -> None:
    outcome = run_hostile("import os; print(sorted(os.listdir('/')))")
    seen = set(eval(outcome.stdout))  # noqa: S307 - a list that our own snippet printed
    system = {"bin", "sbin", "lib", "lib32", "lib64", "libx32", "usr"}
    assert seen - system == {"box", "dev", "etc", "proc", "tmp"}


PLACES = ["/", "/dev", "/etc", "/usr", "/usr/bin", "/usr/local", "/usr/lib", "/proc", "/proc/sys/kernel", "/sys"]


def test_the_system_can_not_be_written(run_hostile: Run) -> None:
    source = f"""
for place in {PLACES!r}:
    try: open(place + "/written-by-a-test", "w").close(); print(place)
    except OSError: pass
"""
    assert run_hostile(source).stdout == b""
    assert not [place for place in PLACES if (Path(place) / "written-by-a-test").exists()]


def test_no_device_of_the_machine_is_there(run_hostile: Run) -> None:
    outcome = run_hostile("import os; print(sorted(os.listdir('/dev')))")
    seen = set(eval(outcome.stdout))  # noqa: S307 - a list that our own snippet printed
    harmless = {"console", "core", "fd", "full", "null", "ptmx", "pts", "random", "shm", "stderr", "stdin"}
    assert seen <= harmless | {"stdout", "tty", "urandom", "zero"}


def test_no_process_of_ours_is_visible(run_hostile: Run) -> None:
    outcome = run_hostile("import os; print(*sorted(map(int, filter(str.isdigit, os.listdir('/proc')))))")
    assert [int(pid) for pid in outcome.stdout.split()] == [1, 2]


def test_no_process_of_ours_can_be_signalled(run_hostile: Run) -> None:
    source = f"""
import os
try:
    os.kill({os.getpid()}, 0); print("through")
except OSError:
    print("refused")
"""
    assert run_hostile(source).stdout == b"refused\n"


def test_there_are_no_capabilities_and_none_can_be_had(run_hostile: Run) -> None:
    source = """
for line in open("/proc/self/status"):
    if line.startswith(("CapEff", "CapPrm", "CapBnd", "NoNewPrivs")): print(*line.split())
"""
    none = b"0000000000000000"
    assert run_hostile(source).stdout.splitlines() == [
        b"CapPrm: " + none,
        b"CapEff: " + none,
        b"CapBnd: " + none,
        b"NoNewPrivs: 1",
    ]


def test_what_one_program_writes_the_next_does_not_see(run_hostile: Run) -> None:
    source = """
import os
for place in (".", "..", "/tmp", "/dev/shm"):
    path = place + "/left-by-a-test"
    print(os.path.exists(path))
    open(path, "w").close()
"""
    assert run_hostile(source).stdout == b"False\n" * 4
    assert run_hostile(source).stdout == b"False\n" * 4


def test_the_work_folder_can_be_written_and_run_from(run_hostile: Run) -> None:
    outcome = run_hostile("import os; open('file', 'w').write('x'); print(os.getcwd(), open('file').read())")
    assert outcome.stdout == b"/box/submission x\n"


# --- the launcher can't be used against us ------------------------------------------------------------------

FORGE = """
import os
for name in os.listdir("/proc/1/fd") if os.access("/proc/1/fd", os.R_OK) else range(3, 40):
    try:
        descriptor = os.open(f"/proc/1/fd/{name}", os.O_WRONLY | os.O_NONBLOCK)
        os.write(descriptor, FORGED)
    except OSError:
        pass
os._exit(7)
"""


@pytest.mark.parametrize(
    "forged",
    [b"4:exit,1:0,8:0.000000,1:0,", b"rubbish", b"4:exit,1:x,1:y,1:z,", b"4:exit,", b"9" * 100],
    ids=["plausible", "rubbish", "no numbers", "too short", "digits"],
)
def test_the_report_of_how_it_ended_can_not_be_forged(run_hostile: Run, forged: bytes) -> None:
    outcome = run_hostile(FORGE.replace("FORGED", repr(forged)))
    assert (outcome.ending, outcome.exit_code) == (Ending.EXITED, 7)


@pytest.mark.parametrize("number", [1, 2, 9, 10, 15, 19, 11], ids=str)
def test_a_program_that_signals_the_launcher_gets_an_outcome(run_hostile: Run, number: int) -> None:
    source = f"import os, time; os.kill(1, {number}); time.sleep(0.3); os._exit(7)"
    outcome = run_hostile(source)
    assert outcome.ending in (Ending.EXITED, Ending.SIGNALLED)


def test_a_program_that_signals_everybody_gets_an_outcome(run_hostile: Run) -> None:
    outcome = run_hostile("import os; os.kill(-1, 2); os.kill(-1, 15); os._exit(7)")
    assert outcome.ending in (Ending.EXITED, Ending.SIGNALLED)


def test_a_program_that_leaves_its_group_is_ended_all_the_same(run_hostile: Run) -> None:
    source = """
import os, time
child = os.fork()
if child == 0:
    os.setpgid(0, 0)
    time.sleep(20)
    os._exit(0)
time.sleep(0.1)
os.setpgid(0, child)
time.sleep(20)
"""
    outcome = run_hostile(source, Limits(wall_s=1))
    assert outcome.ending is Ending.WALL_LIMIT
    assert outcome.wall_s < 5


def test_a_program_ended_at_a_limit_still_tells_its_cpu_time(full_sandbox: Sandbox, run_python: Run) -> None:
    outcome = run_python(full_sandbox, "while True: pass", Limits(cpu_s=0.5, wall_s=10))
    assert outcome.cpu_s is not None
    assert 0.4 < outcome.cpu_s < 2


def test_folders_named_as_roots_are_seen_but_not_written(
    run_hostile: Run, full_sandbox: Sandbox, python: Callable[..., Command]
) -> None:
    source = """
import os
print(os.path.exists("/var/lib"))
try: open("/var/written-by-a-test", "w"); print("written")
except OSError: print("refused")
"""
    assert run_hostile(source).stdout == b"False\nrefused\n"
    with full_sandbox.start(python(source, roots=(Path("/var"),)), Limits()) as process:
        outcome: Outcome = process.run_to_end()
    assert outcome.stdout == b"True\nrefused\n"
