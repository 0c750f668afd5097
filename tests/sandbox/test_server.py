"""Launchers that stay: starts share nothing through them, and one that is gone is replaced."""

from __future__ import annotations

import os
import platform
import secrets
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.errors import SandboxError
from grader.model import Command, Ending, Isolation, Limits, Outcome
from grader.plugins import Sandbox
from grader.reach import find_python
from grader.sandbox.full import FullSandbox
from grader.sandbox.process import Process
from grader.sandbox.restricted import RestrictedSandbox
from grader.sandbox.server import Served, Server, Shelf
from grader.sandbox.usage import descendants
from tests.conftest import closed

Run = Callable[..., Outcome]
MakeCommand = Callable[..., Command]


@pytest.fixture(params=["full", "restricted"])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    """Each level that keeps launchers."""
    return closed(Isolation(request.param))


def server_of(process: Process) -> Server:
    launcher = process._launcher
    assert isinstance(launcher, Served)
    return launcher._server


def idle(sandbox: Sandbox) -> list[Server]:
    assert isinstance(sandbox, FullSandbox | RestrictedSandbox)
    return sandbox._shelf.idle()


def all_serve(sandbox: Sandbox, run_python: Run) -> None:
    """Start programs until each launcher that is there has served."""
    for turn in range(len(idle(sandbox)) + 3):
        assert run_python(sandbox, f"print({turn})").stdout == b"%d\n" % turn


def waiting(sandbox: Sandbox, python: MakeCommand) -> Process:
    """A program that waits for a line."""
    process: Process = sandbox.start(python("print(input())", stdin=None, channel=True), Limits())
    return process


def test_few_starts_are_done_by_one_launcher_and_many_by_two_in_turn(sandbox: Sandbox, python: MakeCommand) -> None:
    fresh, servers = type(sandbox)(), []
    for _round in range(8):
        with waiting(fresh, python) as process:
            servers.append(server_of(process))
    one, other = servers[1:3]
    assert servers == [one, one, other, one, other, one, other, one]
    assert one is not other


def test_starts_side_by_side_have_launchers_of_their_own(sandbox: Sandbox, python: MakeCommand) -> None:
    with waiting(sandbox, python) as one, waiting(sandbox, python) as other:
        assert server_of(one) is not server_of(other)


LEAVE = """
import os, tempfile, time
for folder in (".", "..", tempfile.gettempdir(), "/dev/shm", "/tmp", "/var/tmp"):
    try: open(os.path.join(folder, "left-over"), "w").write("x")
    except OSError: pass
child = os.fork()
if child == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(60)
    os._exit(0)
os.waitpid(child, 0)
print("left")
"""
LOOK = """
import os, tempfile
found = [folder for folder in (".", "..", tempfile.gettempdir(), "/dev/shm", "/tmp", "/var/tmp")
         if os.path.exists(os.path.join(folder, "left-over"))]
sleeping = 0
for number in filter(str.isdigit, os.listdir("/proc")):
    try: sleeping += b"left-over" in open(f"/proc/{number}/cmdline", "rb").read() and int(number) != os.getpid()
    except OSError: pass
print(found, sleeping)
"""


def test_nothing_of_one_start_is_there_for_the_next(sandbox: Sandbox, run_python: Run) -> None:
    name = f"left-over-{secrets.token_hex(8)}"  # at level restricted programs of other tests are seen as well
    assert run_python(sandbox, LEAVE.replace("left-over", name)).stdout == b"left\n"
    for _turn in [*idle(sandbox), None]:
        assert run_python(sandbox, LOOK.replace("left-over", name)).stdout == b"[] 0\n"


NAMED = """
import ctypes, errno
system = ctypes.CDLL(None, use_errno=True)
makers = {
    "shm": lambda: system.shmget(4711, 4096, 0o1600),
    "sem": lambda: system.semget(4711, 1, 0o1600),
    "msg": lambda: system.msgget(4711, 0o1600),
    "mq": lambda: system.syscall(NUMBER, b"left-over", 0o102, 0o600, None),
}
for name, make in makers.items():
    print(name, make() >= 0, errno.errorcode[ctypes.get_errno()])
"""


def test_objects_that_outlive_a_program_can_not_be_made(sandbox: Sandbox) -> None:
    number = {"x86_64": 240, "aarch64": 180}[platform.machine()]
    command = Command((str(find_python()[0]), "-c", NAMED.replace("NUMBER", str(number))), {})
    with sandbox.start(command, Limits()) as process:
        said = process.run_to_end().stdout.splitlines()
    assert said == [b"shm False EPERM", b"sem False EPERM", b"msg False EPERM", b"mq False EPERM"]


def test_the_number_of_files_is_limited(full_sandbox: Sandbox, run_python: Run) -> None:
    source = """
import os
for number in range(100_000):
    try: os.close(os.open(str(number), os.O_CREAT | os.O_WRONLY))
    except OSError as error: why = error.errno; break
print(number > 1000, number < 70_000, why)
"""
    assert run_python(full_sandbox, source, Limits(cpu_s=20, wall_s=60)).stdout == b"True True 28\n"


def test_a_launcher_that_was_killed_is_replaced(sandbox: Sandbox, python: MakeCommand, run_python: Run) -> None:
    with waiting(sandbox, python) as process:
        gone = server_of(process)
    gone._process.kill()
    gone._process.wait()
    all_serve(sandbox, run_python)
    assert gone not in idle(sandbox)


def test_a_program_can_end_none_of_the_launchers(sandbox: Sandbox, run_python: Run, python: MakeCommand) -> None:
    source = """
import os, signal
above = os.getppid()
while True:
    try: os.kill(above, signal.SIGKILL)  # no error in a namespace, whose PID 1 it does not harm
    except OSError: pass
    if above <= 1: break
    try: above = int(open(f"/proc/{above}/stat").read().rpartition(")")[2].split()[1])
    except OSError: break
print("done")
"""
    with waiting(sandbox, python) as process:
        server_of(process)
    servers = idle(sandbox)
    for _turn in servers:
        assert run_python(sandbox, source).stdout == b"done\n"
    assert [server for server in servers if server.died] == []


def test_a_launcher_whose_grader_is_gone_ends_with_the_fork_that_it_made_ahead(
    sandbox: Sandbox, python: MakeCommand
) -> None:
    with waiting(sandbox, python) as process:
        server = server_of(process)
    server._here.close()
    assert server._process.wait(timeout=10) == 0


def test_the_folder_for_boxes_goes_with_its_launcher(restricted_sandbox: Sandbox, python: MakeCommand) -> None:
    with waiting(restricted_sandbox, python) as process:
        server = server_of(process)
    assert server.boxes is not None
    assert server.boxes.path.exists()
    server.close()
    assert not server.boxes.path.exists()


def test_a_program_finds_no_box_but_its_own(restricted_sandbox: Sandbox, run_python: Run) -> None:
    keep = "import os; open('kept', 'w').write('a secret'); print(os.environ['TMPDIR'])"
    boxes: list[str] = []
    for _round in range(6):
        above = {str(Path(box).parent) for box in boxes}
        source = f"""
import os
mine = os.path.dirname(os.environ["TMPDIR"])
for box in {boxes!r}:
    for look, path in ((os.listdir, box), (os.listdir, box + "/submission"), (open, box + "/submission/kept")):
        try: print("found", look(path))
        except OSError: pass
for home in {sorted(above)!r}:
    try: print("listed", [name for name in os.listdir(home) if not mine.endswith(name)])
    except PermissionError: print("listed", [])
"""
        assert set(run_python(restricted_sandbox, source).stdout.splitlines()) <= {b"listed []"}
        boxes.append(str(Path(run_python(restricted_sandbox, keep).stdout.decode().strip()).parent))


def test_a_launcher_whose_folder_somebody_has_removed_is_replaced(
    restricted_sandbox: Sandbox, python: MakeCommand, run_python: Run
) -> None:
    with waiting(restricted_sandbox, python) as process:
        server = server_of(process)
    assert server.boxes is not None
    server.boxes.close()
    all_serve(restricted_sandbox, run_python)
    assert server not in idle(restricted_sandbox)


def test_a_box_that_somebody_has_removed_is_replaced(
    restricted_sandbox: Sandbox, python: MakeCommand, run_python: Run
) -> None:
    for _round in range(3):
        with waiting(restricted_sandbox, python) as process:
            server = server_of(process)
    for one in idle(restricted_sandbox):
        assert one.boxes is not None
        for box in one.boxes.path.iterdir():
            box.joinpath(".inside").unlink(missing_ok=True)
    all_serve(restricted_sandbox, run_python)
    assert server in idle(restricted_sandbox)


def test_nothing_can_be_written_beside_the_box_even_if_files_would_allow_it(
    restricted_sandbox: Sandbox, python: MakeCommand, run_python: Run
) -> None:
    with waiting(restricted_sandbox, python) as process:
        server = server_of(process)
    assert server.boxes is not None
    server.boxes.path.chmod(0o777)  # as it is for a grader that is no other user than its programs
    source = """
import os
try: open(os.path.join(os.environ["TMPDIR"], "../../left-over"), "w")
except OSError as error: print(error.errno)
open(os.path.join(os.environ["TMPDIR"], "mine"), "w")
"""
    for _turn in idle(restricted_sandbox):
        outcome = run_python(restricted_sandbox, source)
        assert (outcome.stdout, outcome.exit_code) == (b"13\n", 0)
    assert not (server.boxes.path / "left-over").exists()


def test_a_launcher_made_ahead_that_is_killed_before_it_is_asked_costs_no_start(
    sandbox: Sandbox, python: MakeCommand, run_python: Run
) -> None:
    with waiting(sandbox, python) as process:
        server, launcher = server_of(process), process._launcher.pid
        above = int(Path(f"/proc/{launcher}/stat").read_text("ascii").rpartition(")")[2].split()[1])
    deadline = time.monotonic() + 10
    while launcher in (ahead := descendants(above)) or not ahead:
        assert time.monotonic() < deadline
        time.sleep(0.001)
    for pid in ahead:
        os.kill(pid, signal.SIGKILL)
    all_serve(sandbox, run_python)
    assert server in idle(sandbox)


def test_a_start_that_fails_gives_its_launcher_back_once(sandbox: Sandbox, python: MakeCommand) -> None:
    with (
        pytest.raises(SandboxError),
        sandbox.start(python("print(5)", files={"submission": b"no folder"}), Limits()) as process,
    ):
        process.run_to_end()
    with waiting(sandbox, python) as one, waiting(sandbox, python) as other:
        assert server_of(one) is not server_of(other)


def test_a_launcher_that_dies_during_a_run_is_our_failure(sandbox: Sandbox, python: MakeCommand) -> None:
    process = waiting(sandbox, python)
    server_of(process)._process.kill()
    with pytest.raises(SandboxError):
        process.run_to_end()


def test_the_end_of_a_thread_harms_no_other(sandbox: Sandbox, run_python: Run) -> None:
    said: list[bytes] = []
    for _thread in range(3):
        thread = threading.Thread(target=lambda: said.append(run_python(sandbox, "print(5)").stdout))
        thread.start()
        thread.join()
    said.append(run_python(sandbox, "print(6)").stdout)
    assert said == [b"5\n", b"5\n", b"5\n", b"6\n"]


def test_a_launcher_that_can_not_be_started_says_why() -> None:
    shelf = Shelf(
        lambda _key: Server(Path("/bin/sh"), None, lambda _launcher, _proof: ["/bin/sh", "-c", "echo no >&2"])
    )
    server, give_back = shelf.take(None)
    served = Served(server, [], give_back)
    with pytest.raises(SandboxError, match="could not be started: no"):
        _pid = served.pid
    with pytest.raises(SandboxError, match="could not be started: no"):
        served.wait(1)


def test_a_program_is_ended_even_when_it_stops_its_launcher(full_sandbox: Sandbox, python: MakeCommand) -> None:
    with full_sandbox.start(python("while True: pass"), Limits(cpu_s=30, wall_s=60)) as process:
        process._launcher.signal(signal.SIGSTOP)
        outcome = process.end(Ending.WALL_LIMIT)
    assert outcome.ending is Ending.WALL_LIMIT


SAY = """
import ctypes, errno, os, resource
system = ctypes.CDLL(None, use_errno=True)
other = os.getppid()
limit = (ctypes.c_ulong * 2)(1 << 20, 1 << 20)
mask = ctypes.c_ulong(1)
deeds = {
    "prlimit": lambda who: system.prlimit(who, 3, limit, None),
    "affinity": lambda who: system.sched_setaffinity(who, ctypes.sizeof(mask), ctypes.byref(mask)),
    "policy": lambda who: system.sched_setscheduler(who, 3, ctypes.byref(ctypes.c_int(0))),
    "priority": lambda who: system.setpriority(0, who, 19),
}
for name, deed in deeds.items():
    print(name, deed(other), errno.errorcode[ctypes.get_errno()], deed(0))
"""


def test_a_program_has_a_say_over_itself_alone(sandbox: Sandbox, run_python: Run) -> None:
    said = run_python(sandbox, SAY).stdout.decode().splitlines()
    assert said == [f"{name} -1 EPERM 0" for name in ("prlimit", "affinity", "policy", "priority")]
