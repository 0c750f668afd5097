"""How programs end, at every level: limits told apart, pipes that can't block us, nothing left over."""

from __future__ import annotations

import gc
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.errors import SandboxError
from grader.model import MEBIBYTE, Command, Ending, Isolation, Limits, Outcome, Usage
from grader.plugins import Sandbox
from grader.sandbox.pressure import starved_s
from grader.sandbox.process import KEPT_BYTES, LONGEST_LINE, ChannelClosed, Silence, too_long
from grader.sandbox.server import Server

Run = Callable[..., Outcome]
MakeCommand = Callable[..., Command]


def living(marker: str) -> list[int]:
    """The processes that have the marker in their command line."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if marker.encode() in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
            except OSError:
                continue
    return found


def gone_within(marker: str, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while living(marker):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


@pytest.fixture(scope="module", autouse=True)
def shelf() -> Iterator[Path]:
    """A folder for temporary files that no other test uses, and that any user can enter."""
    before = tempfile.tempdir
    with tempfile.TemporaryDirectory(prefix="grader-test-") as folder:
        Path(folder).chmod(0o755)
        tempfile.tempdir = folder
        yield Path(folder)
        tempfile.tempdir = before


def descriptors() -> int:
    """How many this process has open, but for the two of each server that stays for the next start."""
    servers = sum(isinstance(one, Server) and one.close.alive for one in gc.get_objects())
    return len(os.listdir("/proc/self/fd")) - 2 * servers  # noqa: PTH208


@pytest.fixture(autouse=True)
def nothing_is_left_over(shelf: Path) -> Iterator[None]:
    """No test of this file may leave a box or a descriptor behind."""
    before = descriptors()
    yield
    assert list(shelf.glob("grader-box-*")) == []
    assert descriptors() <= before


# --- how it ended ------------------------------------------------------------------------------------------


def test_output_error_and_exit_code_come_back(sandbox: Sandbox, run_python: Run) -> None:
    outcome = run_python(sandbox, "import sys; print('out'); print('err', file=sys.stderr); sys.exit(7)")
    assert (outcome.ending, outcome.exit_code, outcome.signal) == (Ending.EXITED, 7, None)
    assert (outcome.stdout, outcome.stderr) == (b"out\n", b"err\n")
    assert (outcome.stdout_cut, outcome.stderr_cut) == (False, False)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM])
def test_a_signal_is_not_an_exit_code(sandbox: Sandbox, run_python: Run, number: signal.Signals) -> None:
    outcome = run_python(sandbox, f"import os; os.kill(os.getpid(), {int(number)})")
    assert (outcome.ending, outcome.exit_code, outcome.signal) == (Ending.SIGNALLED, None, int(number))


@pytest.mark.parametrize("code", [0, 1, 137, 255])
def test_an_exit_code_is_not_a_signal(full_sandbox: Sandbox, run_python: Run, code: int) -> None:
    outcome = run_python(full_sandbox, f"import os; os._exit({code})")
    assert (outcome.ending, outcome.exit_code, outcome.signal) == (Ending.EXITED, code, None)


def test_a_program_that_is_not_there_exits_with_127(sandbox: Sandbox) -> None:
    with sandbox.start(Command(("/usr/bin/no-such-program",), {}), Limits()) as process:
        outcome: Outcome = process.run_to_end()
    assert (outcome.ending, outcome.exit_code) == (Ending.EXITED, 127)
    assert outcome.stderr.startswith(b"cannot start: ")


def test_closing_before_the_end_says_so(sandbox: Sandbox, python: MakeCommand) -> None:
    with sandbox.start(python("import time; time.sleep(30)"), Limits()) as process:
        pass
    outcome: Outcome = process.end()
    assert outcome.ending is Ending.CLOSED
    assert outcome.wall_s < 5


def test_ending_twice_gives_the_same_outcome(sandbox: Sandbox, python: MakeCommand) -> None:
    process = sandbox.start(python("print(1)"), Limits())
    first = process.run_to_end()
    assert process.end() is first


# --- limits, told apart ------------------------------------------------------------------------------------


def test_a_busy_loop_hits_the_cpu_limit(sandbox: Sandbox, run_python: Run) -> None:
    outcome = run_python(sandbox, "while True: pass", Limits(cpu_s=1, wall_s=30))
    assert outcome.ending is Ending.CPU_LIMIT
    assert outcome.cpu_s is not None
    assert 1 <= outcome.cpu_s < 1.5


def test_a_busy_child_counts_towards_the_cpu_limit(full_sandbox: Sandbox, run_python: Run) -> None:
    source = """
import os
if os.fork() == 0:
    while True: pass
os.wait()
"""
    outcome = run_python(full_sandbox, source, Limits(cpu_s=0.5, wall_s=6))
    assert outcome.ending is Ending.CPU_LIMIT


ORPHANS = """
import os, time
for _ in range(ROUNDS):
    reader, writer = os.pipe()
    if os.fork() == 0:
        if os.fork() == 0:
            while time.process_time() < 0.05: pass
            os._exit(0)
        os._exit(0)
    os.close(writer)
    os.wait()
    os.read(reader, 1)  # until the orphan has ended
    os.close(reader)
"""


def test_orphans_that_ended_count_towards_the_cpu_limit(run_hostile: Run) -> None:
    outcome = run_hostile(ORPHANS.replace("ROUNDS", "200"), Limits(cpu_s=1, wall_s=30))
    assert outcome.ending is Ending.CPU_LIMIT


def test_the_time_of_orphans_is_told(run_hostile: Run) -> None:
    outcome = run_hostile(ORPHANS.replace("ROUNDS", "10"), Limits(cpu_s=5, wall_s=30))
    assert outcome.ending is Ending.EXITED
    assert outcome.cpu_s is not None
    assert outcome.cpu_s > 0.4


def test_a_sleeping_program_hits_the_wall_limit(sandbox: Sandbox, run_python: Run) -> None:
    outcome = run_python(sandbox, "import time; time.sleep(30)", Limits(cpu_s=5, wall_s=0.5))
    assert outcome.ending is Ending.WALL_LIMIT
    assert outcome.wall_s < 3


@pytest.mark.parametrize(
    ("waited_s", "rested_s", "starved_s", "too_much"),
    [
        (1.9, 1.9, 0, False),
        (2.1, 2.1, 0, True),
        (4.9, 1.9, 0, False),
        (5.1, 0, 0, True),
        (39.9, 1.9, 35, False),
        (39.9, 1.9, 34, True),
        (40.1, 0, 40, True),
        (1.9, None, 0, False),
        (2.1, None, 2, True),
    ],
)
def test_time_on_the_wall_counts_as_far_as_the_program_rested(
    waited_s: float, rested_s: float | None, starved_s: float, too_much: bool
) -> None:
    assert too_long(2, waited_s, Usage(0.5, 1000, 1, rested_s, starved_s)) is too_much


def test_a_machine_whose_cores_are_all_wanted_is_told(tmp_path: Path) -> None:
    if not Path("/proc/pressure/cpu").exists():
        pytest.skip("this kernel does not tell of pressure")
    spin = "import time\nuntil = time.monotonic() + 1.5\nwhile time.monotonic() < until: pass"
    before, began = starved_s(), time.monotonic()
    spinners = [subprocess.Popen([sys.executable, "-c", spin]) for _each in range(2 * (os.cpu_count() or 1))]
    for spinner in spinners:
        spinner.wait()
    starved, waited = starved_s() - before, time.monotonic() - began
    assert 0.5 < starved < waited + 0.1


RESTING = {
    "sleeps": ("import time; time.sleep(30)", True),
    "sleeps in pieces": ("import time\nwhile True: time.sleep(0.01)", True),
    "a sleeping child": ("import os, time\nif os.fork() == 0: time.sleep(30)\nelse: os.wait()", True),
    "computes": ("while True: pass", False),
    "a computing child": ("import os\nif os.fork() == 0:\n    while True: pass\nelse: os.wait()", False),
    "a computing thread": (
        "import threading, time; threading.Thread(target=sum, args=(iter(int, 1),)).start(); time.sleep(30)",
        False,
    ),
}


@pytest.mark.parametrize(("source", "rests"), RESTING.values(), ids=RESTING)
def test_rest_is_told_from_computing_and_from_waiting_for_a_core(
    sandbox: Sandbox, python: MakeCommand, source: str, rests: bool
) -> None:
    with sandbox.start(python(source), Limits(cpu_s=20, wall_s=20)) as process:
        time.sleep(1)  # the start itself
        before, began = process.usage().rested_s, time.monotonic()
        for _look in range(40):
            time.sleep(0.025)
            after = process.usage().rested_s
        waited_s = time.monotonic() - began
    assert before is not None
    assert after is not None
    share = (after - before) / waited_s
    assert share > 0.7 if rests else share < 0.3


def test_waiting_for_input_that_never_comes_to_an_answer_is_no_wait_for_us(sandbox: Sandbox, run_python: Run) -> None:
    outcome = run_python(sandbox, "import sys; print(repr(sys.stdin.read()))")
    assert (outcome.ending, outcome.stdout) == (Ending.EXITED, b"''\n")


@pytest.mark.parametrize("stream", [1, 2])
def test_a_flood_of_output_hits_the_output_limit(sandbox: Sandbox, run_python: Run, stream: int) -> None:
    source = f"import os\nwhile True: os.write({stream}, b'x' * 60000)"
    outcome = run_python(sandbox, source, Limits(cpu_s=10, wall_s=20, output_bytes=4 * MEBIBYTE))
    assert outcome.ending is Ending.OUTPUT_LIMIT
    kept, cut = (outcome.stdout, outcome.stdout_cut) if stream == 1 else (outcome.stderr, outcome.stderr_cut)
    assert kept == b"x" * KEPT_BYTES
    assert cut


def memory_of_ours(name: str) -> int:
    """A figure of our own memory, in bytes."""
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith(name))


@pytest.mark.parametrize("descriptor", [1, 2, 4])
def test_300_megabytes_of_output_cost_us_no_more_than_what_is_kept(
    full_sandbox: Sandbox, python: MakeCommand, descriptor: int
) -> None:
    source = f"import os\nfor _ in range(5000): os.write({descriptor}, b'x' * 60000)"
    Path("/proc/self/clear_refs").write_text("5")  # from now on VmHWM counts anew
    before = memory_of_ours("VmRSS")
    limits = Limits(cpu_s=20, wall_s=60, output_bytes=1000 * MEBIBYTE)
    with full_sandbox.start(python(source, channel=True), limits) as process:
        outcome = process.run_to_end()
    assert outcome.ending is (Ending.OUTPUT_LIMIT if descriptor == 4 else Ending.EXITED)
    assert memory_of_ours("VmHWM") - before < 2 * LONGEST_LINE + 8 * MEBIBYTE


def test_output_beyond_what_is_kept_is_cut_and_told(sandbox: Sandbox, run_python: Run) -> None:
    outcome = run_python(sandbox, f"print('x' * {2 * KEPT_BYTES})")
    assert (outcome.ending, outcome.stdout_cut, outcome.stderr_cut) == (Ending.EXITED, True, False)
    assert outcome.stdout == b"x" * KEPT_BYTES


def test_output_over_the_limit_of_a_program_that_ends_at_once_is_told(sandbox: Sandbox, run_python: Run) -> None:
    outcome = run_python(sandbox, "print('x' * 200_000)", Limits(output_bytes=100_000))
    assert outcome.ending is Ending.OUTPUT_LIMIT


def test_private_memory_over_the_limit_is_told(run_hostile: Run) -> None:
    source = """
import mmap
room = mmap.mmap(-1, 200 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
print("allowed")
"""
    limits = Limits(cpu_s=5, memory_bytes=100 * MEBIBYTE)
    outcome = run_hostile(source, limits)
    assert b"allowed" not in outcome.stdout


@pytest.mark.parametrize("how", ["stays", "ends at once"])
def test_memory_that_is_shared_counts_towards_the_memory_limit(run_hostile: Run, how: str) -> None:
    source = f"""
import mmap, time
room = mmap.mmap(-1, 200 << 20)
for at in range(0, 200 << 20, 4096): room[at] = 1
if {how == "stays"}: time.sleep(3)
"""
    outcome = run_hostile(source, Limits(cpu_s=5, wall_s=8, memory_bytes=100 * MEBIBYTE))
    assert outcome.ending is Ending.MEMORY_LIMIT


def test_memory_of_all_children_counts_together(run_hostile: Run) -> None:
    source = """
import os, time
for _ in range(4):
    if os.fork() == 0:
        room = bytearray(50 << 20)
        for at in range(0, len(room), 4096): room[at] = 1
        time.sleep(5)
        os._exit(0)
for _ in range(4): os.wait()
"""
    outcome = run_hostile(source, Limits(cpu_s=5, wall_s=8, memory_bytes=100 * MEBIBYTE))
    assert outcome.ending is Ending.MEMORY_LIMIT


def test_peak_memory_is_told(sandbox: Sandbox, run_python: Run) -> None:
    outcome = run_python(sandbox, "room = b'x' * (60 << 20)")
    assert outcome.ending is Ending.EXITED
    assert outcome.peak_bytes is not None
    assert 60 * MEBIBYTE < outcome.peak_bytes < 150 * MEBIBYTE


def test_too_many_processes_are_told(run_hostile: Run) -> None:
    source = """
import os, time
for _ in range(60):
    try:
        if os.fork() == 0:
            time.sleep(8)
            os._exit(0)
    except OSError:
        break
time.sleep(8)
"""
    outcome = run_hostile(source, Limits(cpu_s=5, wall_s=6, processes=12))
    assert outcome.ending is Ending.PROCESS_LIMIT


def test_no_more_processes_than_allowed_ever_live(run_hostile: Run) -> None:
    source = """
import os, time
made = 0
for _ in range(60):
    try:
        if os.fork() == 0:
            time.sleep(0.2)
            os._exit(0)
        made += 1
    except OSError:
        break
print(made)
"""
    outcome = run_hostile(source, Limits(cpu_s=5, wall_s=6, processes=12))
    assert int(outcome.stdout or 12) <= 12


def test_threads_below_the_limit_are_allowed(sandbox: Sandbox, run_python: Run) -> None:
    source = """
import threading, time
threads = [threading.Thread(target=time.sleep, args=(0.2,)) for _ in range(20)]
[thread.start() for thread in threads]; [thread.join() for thread in threads]
print("done")
"""
    assert run_python(sandbox, source, Limits(processes=32)).stdout == b"done\n"


@pytest.mark.parametrize("place", [".", "/tmp", "/dev/shm"])
def test_a_file_over_the_disk_limit_can_not_be_written(run_hostile: Run, place: str) -> None:
    source = f"""
written = 0
try:
    with open("{place}/large", "wb", buffering=0) as file:
        while written < 40 << 20: written += file.write(b"x" * 65536)
except OSError as error:
    print(written, error.errno)
"""
    outcome = run_hostile(source, Limits(cpu_s=5, disk_bytes=2 * MEBIBYTE))
    assert int(outcome.stdout.split()[0]) <= 2 * MEBIBYTE


@pytest.mark.parametrize("place", [".", "/tmp", "/dev/shm"])
def test_many_files_together_stay_below_twice_the_disk_limit(run_hostile: Run, place: str) -> None:
    source = f"""
written = 0
try:
    for number in range(100):
        with open(f"{place}/{{number}}", "wb") as file: written += file.write(b"x" * 500_000)
except OSError as error:
    pass
print(written)
"""
    outcome = run_hostile(source, Limits(cpu_s=5, disk_bytes=2 * MEBIBYTE))
    assert int(outcome.stdout) <= 4 * MEBIBYTE + 500_000


def test_a_program_ended_for_a_file_too_large_is_told_apart_from_a_crash(run_hostile: Run) -> None:
    source = """
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
with open("large", "wb", buffering=0) as file:
    for _ in range(640): file.write(b"x" * 65536)
"""
    outcome = run_hostile(source, Limits(cpu_s=5, disk_bytes=2 * MEBIBYTE))
    assert outcome.ending is Ending.OUTPUT_LIMIT


# --- what it starts with -----------------------------------------------------------------------------------


def test_the_environment_holds_nothing_of_ours(
    sandbox: Sandbox, run_python: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    canary = secrets.token_hex(8)
    monkeypatch.setenv("HST_CANARY_SECRET", canary)
    outcome = run_python(sandbox, "import os; print(dict(os.environ))")
    assert canary.encode() not in outcome.stdout
    assert set(eval(outcome.stdout)) == {"PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "TZ"}  # noqa: S307 - our own snippet's


def test_no_process_in_sight_shows_our_environment(run_hostile: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    canary = secrets.token_hex(8)
    monkeypatch.setenv("HST_CANARY_SECRET", canary)
    source = """
import os
for pid in filter(str.isdigit, os.listdir("/proc")):
    try: print(pid, open(f"/proc/{pid}/environ", "rb").read())
    except OSError: pass
"""
    outcome = run_hostile(source)
    assert b"PATH" in outcome.stdout
    assert canary.encode() not in outcome.stdout


def test_the_program_has_no_descriptors_but_its_three_streams(sandbox: Sandbox, run_python: Run) -> None:
    source = "import os; print([one for one in range(1024) if os.path.exists(f'/proc/self/fd/{one}')])"
    assert run_python(sandbox, source).stdout == b"[0, 1, 2]\n"


def test_descriptors_do_not_leak_when_we_hold_many(sandbox: Sandbox, run_python: Run) -> None:
    source = "import os; print([one for one in range(1024) if os.path.exists(f'/proc/self/fd/{one}')])"
    many = [os.open("/dev/null", os.O_RDONLY) for _ in range(300)]
    try:
        outcome = run_python(sandbox, source)
    finally:
        for descriptor in many:
            os.close(descriptor)
    assert outcome.stdout == b"[0, 1, 2]\n"


def test_the_user_is_never_root(sandbox: Sandbox, run_python: Run) -> None:
    outcome = run_python(sandbox, "import os; print(*os.getresuid(), *os.getresgid(), *os.getgroups())")
    assert 0 not in [int(number) for number in outcome.stdout.split()]


def test_files_and_folder_are_as_asked(sandbox: Sandbox, run_python: Run) -> None:
    files = {"submission/a b/\u017c.txt": b"\x00\xff", "other/x": b"x"}
    source = "print(open('a b/\u017c.txt', 'rb').read(), open('../other/x').read())"
    assert run_python(sandbox, source, files=files).stdout == b"b'\\x00\\xff' x\n"


NAMES = ["new\nline", "quo'te\"", "\u202ertl", "-rf", "x" * 255, "\udcff\udcfe", "$(id)", "*", "a\\b", " "]


def test_any_name_of_a_file_can_be_used(sandbox: Sandbox, run_python: Run) -> None:
    files = {f"submission/{name}": b"content" for name in NAMES}
    outcome = run_python(sandbox, "import os; print(sorted(os.listdir(b'.')))", files=files)
    assert outcome.stdout == f"{sorted(map(os.fsencode, NAMES))}\n".encode()


@pytest.mark.parametrize("path", ["../out", "submission/../../out", "/tmp/out", "a/..", ".."])
def test_a_path_that_leads_out_of_the_box_is_refused(sandbox: Sandbox, run_python: Run, path: str) -> None:
    with pytest.raises(SandboxError, match="no path inside a box"):
        run_python(sandbox, "print(1)", files={path: b"x"})


def test_a_refused_path_leaves_no_process_behind(sandbox: Sandbox, run_python: Run) -> None:
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    before = set(children.read_text().split())
    with pytest.raises(SandboxError):
        run_python(sandbox, "print(1)", files={"../out": b"x"})
    assert set(children.read_text().split()) <= before


def test_files_come_back_only_after_success_and_only_regular_ones(sandbox: Sandbox, run_python: Run) -> None:
    source = """
import os, sys
os.makedirs("../made/deep")
open("../made/deep/file", "wb").write(b"content")
os.symlink("/etc/hostname", "../made/link")
os.mkfifo("../made/pipe")
sys.exit(CODE)
"""
    good = run_python(sandbox, source.replace("CODE", "0"), collect="made")
    assert good.files == {"deep/file": b"content"}
    bad = run_python(sandbox, source.replace("CODE", "1"), collect="made")
    assert (bad.exit_code, bad.files) == (1, {})


def test_files_that_come_back_are_capped(full_sandbox: Sandbox, run_python: Run) -> None:
    source = """
import os
os.makedirs("../made")
for number in range(3): open(f"../made/{number}", "wb").write(b"x" * 900_000)
"""
    outcome = run_python(full_sandbox, source, Limits(disk_bytes=2 * MEBIBYTE), collect="made")
    assert (outcome.ending, outcome.files) == (Ending.OUTPUT_LIMIT, {})


# --- pipes that could block --------------------------------------------------------------------------------


def test_a_large_input_comes_through_whole(sandbox: Sandbox, run_python: Run) -> None:
    source = "import sys, hashlib; print(len(sys.stdin.buffer.read()))"
    assert run_python(sandbox, source, stdin=b"x" * (8 * MEBIBYTE)).stdout == b"8388608\n"


def test_a_program_that_never_reads_its_large_input_blocks_nobody(sandbox: Sandbox, run_python: Run) -> None:
    outcome = run_python(sandbox, "print('done')", stdin=b"x" * (8 * MEBIBYTE))
    assert (outcome.ending, outcome.exit_code, outcome.stdout) == (Ending.EXITED, 0, b"done\n")


def test_a_program_that_closes_its_input_at_once_blocks_nobody(sandbox: Sandbox, run_python: Run) -> None:
    source = "import os, time; os.close(0); time.sleep(0.3); print('done')"
    assert run_python(sandbox, source, stdin=b"x" * MEBIBYTE).stdout == b"done\n"


def test_reading_and_writing_much_at_once_does_not_deadlock(sandbox: Sandbox, run_python: Run) -> None:
    source = """
import sys
while chunk := sys.stdin.buffer.read(4096):
    sys.stdout.buffer.write(chunk); sys.stderr.buffer.write(chunk)
"""
    outcome = run_python(sandbox, source, stdin=b"y" * (4 * MEBIBYTE))
    assert (outcome.ending, outcome.exit_code) == (Ending.EXITED, 0)
    assert outcome.stdout == outcome.stderr == b"y" * KEPT_BYTES


def test_output_before_closing_a_stream_is_kept(sandbox: Sandbox, run_python: Run) -> None:
    source = "import os, time; os.write(1, b'early'); os.close(1); os.close(2); time.sleep(0.2)"
    outcome = run_python(sandbox, source)
    assert (outcome.ending, outcome.exit_code, outcome.stdout) == (Ending.EXITED, 0, b"early")


def test_a_grandchild_that_keeps_the_output_open_does_not_make_us_wait(run_hostile: Run) -> None:
    source = """
import os, time
if os.fork() == 0:
    time.sleep(25)
    os._exit(0)
print("done", flush=True)
os._exit(0)
"""
    outcome = run_hostile(source, Limits(wall_s=20))
    assert (outcome.ending, outcome.stdout) == (Ending.EXITED, b"done\n")
    assert outcome.wall_s < 4


DAEMON = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        until = time.monotonic() + 30
        print("away", flush=True)
        while time.monotonic() < until: time.sleep(0.05)
    os._exit(0)
os.wait()
time.sleep(WAIT)
# MARKER
"""


@pytest.mark.parametrize(("wait_s", "ending"), [(0.2, Ending.EXITED), (20, Ending.WALL_LIMIT)], ids=["exited", "ended"])
def test_a_grandchild_that_went_away_is_gone_after_the_end(run_hostile: Run, wait_s: float, ending: Ending) -> None:
    marker = secrets.token_hex(12)
    outcome = run_hostile(DAEMON.replace("MARKER", marker).replace("WAIT", str(wait_s)), Limits(wall_s=1.5))
    assert (outcome.ending, outcome.stdout) == (ending, b"away\n")
    assert gone_within(marker, 2)


@pytest.mark.parametrize("pause_s", [0, 0.003, 0.01, 0.03, 0.1])
def test_a_program_that_is_closed_soon_after_its_start_is_gone(
    sandbox: Sandbox, python: MakeCommand, pause_s: float
) -> None:
    marker = secrets.token_hex(12)
    for _ in range(4):
        started = time.monotonic()
        with sandbox.start(python(f"import time; time.sleep(20) # {marker}"), Limits()) as process:
            process.usage()
            time.sleep(pause_s)
        assert time.monotonic() - started < 3
    assert gone_within(marker, 2)


def test_a_look_at_the_usage_that_is_young_enough_is_not_taken_again(any_sandbox: Sandbox, python: MakeCommand) -> None:
    with any_sandbox.start(python("import time; time.sleep(20)"), Limits()) as process:
        first = process.usage()
        assert process.recent_usage(600) is first
        assert process.recent_usage(0) is not first


# --- the channel -------------------------------------------------------------------------------------------

ECHO = """
import os
while line := os.read(3, 1 << 16): os.write(4, line)
"""


def test_a_line_that_is_sent_comes_back(sandbox: Sandbox, python: MakeCommand) -> None:
    with sandbox.start(python(ECHO, channel=True), Limits()) as process:
        process.send(b"one\n")
        assert process.next_line(5) == b"one"
        process.send(b"two\nthree\n")
        assert [process.next_line(5), process.next_line(5)] == [b"two", b"three"]


BUSY = """
import os, time
while line := os.read(3, 1 << 16):
    before, until = time.process_time(), time.process_time() + float(line)
    while time.process_time() < until: pass
    os.write(4, b"%r\\n" % (time.process_time() - before))
"""


@pytest.mark.parametrize("busy_s", [0.0005, 0.002, 0.02])
def test_cpu_time_at_rest_is_exact_far_below_the_tick_of_the_kernel(
    sandbox: Sandbox, python: MakeCommand, busy_s: float
) -> None:
    with sandbox.start(python(BUSY, channel=True), Limits()) as process:
        process.send(b"0\n")
        process.next_line(5)  # from now on it does nothing but what it is sent
        for _ in range(10):
            before = process.usage_at_rest().cpu_s
            process.send(b"%f\n" % busy_s)
            known_s = float(process.next_line(5))
            after = process.usage_at_rest().cpu_s
            assert before is not None
            assert after is not None
            assert known_s <= after - before < known_s + 0.004


def test_what_is_done_after_the_answer_counts_too(sandbox: Sandbox, python: MakeCommand) -> None:
    source = """
import os, time
while line := os.read(3, 1 << 16):
    os.write(4, line)
    until = time.process_time() + 0.003
    while time.process_time() < until: pass
"""
    with sandbox.start(python(source, channel=True), Limits()) as process:
        process.send(b"\n")
        process.next_line(5)  # it has started
        before = process.usage_at_rest().cpu_s
        process.send(b"\n")
        process.next_line(5)
        after = process.usage_at_rest().cpu_s
    assert before is not None
    assert after is not None
    assert after - before >= 0.003


def test_what_never_rests_is_told_all_the_same(sandbox: Sandbox, python: MakeCommand) -> None:
    with sandbox.start(python("while True: pass"), Limits()) as process:
        started = time.monotonic()
        assert process.usage_at_rest().cpu_s is not None
        assert time.monotonic() - started < 2


def test_a_line_longer_than_a_pipe_comes_back_whole(sandbox: Sandbox, python: MakeCommand) -> None:
    with sandbox.start(python(ECHO, channel=True), Limits()) as process:
        process.send(b"x" * MEBIBYTE + b"\n")
        assert process.next_line(5) == b"x" * MEBIBYTE


def test_silence_is_told_after_the_time_given(sandbox: Sandbox, python: MakeCommand) -> None:
    with sandbox.start(python(ECHO, channel=True), Limits()) as process:
        started = time.monotonic()
        with pytest.raises(Silence):
            process.next_line(0.2)
        assert 0.15 < time.monotonic() - started < 2


def test_a_channel_that_ends_is_told_with_how_the_program_ended(sandbox: Sandbox, python: MakeCommand) -> None:
    with sandbox.start(python("import sys; sys.exit(9)", channel=True), Limits()) as process:
        with pytest.raises(ChannelClosed):
            process.next_line(5)
        outcome = process.ended_by_itself()
    assert (outcome.ending, outcome.exit_code) == (Ending.EXITED, 9)


def test_a_closed_channel_of_a_living_program_is_no_end(sandbox: Sandbox, python: MakeCommand) -> None:
    source = "import os, time; os.close(4); time.sleep(20)"
    with sandbox.start(python(source, channel=True), Limits()) as process:
        with pytest.raises(ChannelClosed):
            process.next_line(5)
        assert process.ended_by_itself(0.2) is None


def test_a_flood_in_the_channel_hits_the_output_limit(full_sandbox: Sandbox, python: MakeCommand) -> None:
    source = "import os\nwhile True: os.write(4, b'x' * 60000)"
    with full_sandbox.start(python(source, channel=True), Limits()) as process:
        until = time.monotonic() + 8
        ending = None
        while ending is None and time.monotonic() < until:
            with pytest.raises(Silence):
                process.next_line(0.05)
            ending = process.crossed(process.usage())
    assert ending is Ending.OUTPUT_LIMIT


def test_what_was_printed_is_taken_once(sandbox: Sandbox, python: MakeCommand) -> None:
    source = """
import os
for word in (b"first", b"second"):
    os.write(1, word); os.write(2, word.upper())
    os.read(3, 100); os.write(4, b"reply\\n")
"""
    with sandbox.start(python(source, channel=True), Limits()) as process:
        process.send(b"go\n")
        process.next_line(5)
        first = process.take_printed()
        process.send(b"go\n")
        process.next_line(5)
        second = process.take_printed()
    assert first[0].startswith(b"first")
    assert first[0] + second[0] == b"firstsecond"
    assert first[1] + second[1] == b"FIRSTSECOND"


# --- the level is told -------------------------------------------------------------------------------------


def test_a_level_says_what_it_is_and_what_it_lacks(sandbox: Sandbox) -> None:
    assert sandbox.level in Isolation
    assert sandbox.layers
    assert sandbox.level is Isolation.FULL or sandbox.missing


ENDLESS = """
import sys
from grader.model import Command, Limits
from grader.sandbox.levels import open_sandbox
from grader.reach import find_python
sandbox = open_sandbox(sys.argv[1])
program = (str(find_python()[0]), "-S", "-c", "while True: pass  # " + sys.argv[2])
with sandbox.start(Command(program, {}), Limits(cpu_s=60, wall_s=60)) as process:
    print("started", flush=True)
    process.run_to_end()
"""


def test_a_program_does_not_outlive_a_grader_that_is_killed(sandbox: Sandbox) -> None:
    marker = f"marker-{os.getpid()}-{time.monotonic_ns()}"
    grader = subprocess.Popen([sys.executable, "-c", ENDLESS, sandbox.level.value, marker], stdout=subprocess.PIPE)
    assert grader.stdout is not None
    assert grader.stdout.readline() == b"started\n"
    time.sleep(0.3)
    grader.kill()
    grader.wait()
    grader.stdout.close()
    until = time.monotonic() + 3
    while (left := _with_marker(marker)) and time.monotonic() < until:
        time.sleep(0.05)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert left == []


def _with_marker(marker: str) -> list[int]:
    """The processes, this one left out, whose arguments hold the marker."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if marker.encode() in (path / "cmdline").read_bytes() and int(path.name) != os.getpid():
                found.append(int(path.name))
        except OSError:
            continue
    return found
