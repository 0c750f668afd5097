"""Memory by cgroup: how the ground is found, what a group holds, and that a start is judged by it.

Most of it runs over plain files that behave as the kernel's do. The last part needs a real piece of the cgroup v2
tree. No package can provide that, so those tests are skipped with the reason where there is none, with CI=true too;
CONTRIBUTING.md says how to run them.
"""

from __future__ import annotations

import errno
import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from grader.errors import SandboxError
from grader.model import MEBIBYTE, Ending, Isolation, Limits, Outcome
from grader.plugins import Sandbox
from grader.sandbox import cgroup
from grader.sandbox.cgroup import BY_CGROUP, BY_POLLING, Calls, Ground, Group, Spent, find
from grader.sandbox.full import FullSandbox
from grader.sandbox.none import NoSandbox
from grader.sandbox.restricted import RestrictedSandbox
from grader.sandbox.usage import descendants
from tests.conftest import closed, python_command

ME = str(os.getpid())
OTHER = "1000001"
NOTHING_HAPPENED = "oom 0\noom_kill 0\n"


# --- a tree of plain files ---------------------------------------------------------------------------------


def fault(number: int) -> OSError:
    return OSError(number, os.strerror(number))


@dataclass
class FakeKernel:
    """Plain files below `top` that follow the rules of cgroup v2; the group `ours` is where the grader is.

    `absent` are files that this kernel does not know; `refused` maps what is done to a file of a name to an error.
    """

    top: Path
    offered: str = "cpu memory pids"
    absent: tuple[str, ...] = ()
    refused: dict[str, int] = field(default_factory=dict)
    events: str = NOTHING_HAPPENED

    def __post_init__(self) -> None:
        self.top.mkdir()
        self.ours = self.top / "ours"
        for folder in (self.top, self.ours):
            folder.mkdir(exist_ok=True)
            self._fill(folder, self.offered)
        (self.ours / "cgroup.procs").write_text(f"{ME}\n")

    @property
    def calls(self) -> Calls:
        return Calls(self.make, self.write, self.remove)

    def _fill(self, folder: Path, controllers: str) -> None:
        (folder / "cgroup.controllers").write_text(controllers)
        for name in ("cgroup.procs", "cgroup.subtree_control", "cgroup.kill"):
            (folder / name).write_text("")
        known = {
            "memory.max": "max",
            "memory.swap.max": "max",
            "memory.oom.group": "0",
            "memory.events": self.events,
            "memory.peak": "0",
            "memory.stat": "",
            "pids.max": "max",
        }
        for name, text in known.items():
            if name.partition(".")[0] in controllers.split() and name not in self.absent:
                (folder / name).write_text(text)

    def make(self, folder: Path) -> None:
        self._refuse("mkdir")
        folder.mkdir()
        self._fill(folder, (folder.parent / "cgroup.subtree_control").read_text())

    def write(self, path: Path, text: str) -> None:
        self._refuse(path.name)
        if not path.exists():
            raise fault(errno.ENOENT)
        if path.name == "cgroup.procs":
            self._move(path, text)
        elif path.name == "cgroup.subtree_control":
            self._hand_down(path, text)
        elif path.name == "cgroup.kill":
            (path.parent / "cgroup.procs").write_text("")
        else:
            path.write_text(text)

    def _move(self, procs: Path, pid: str) -> None:
        if (procs.parent / "cgroup.subtree_control").read_text() and procs.parent != self.top:
            raise fault(errno.EBUSY)
        for other in self.top.rglob("cgroup.procs"):
            other.write_text("".join(f"{one}\n" for one in other.read_text().split() if one != pid))
        procs.write_text(f"{procs.read_text()}{pid}\n")

    def _hand_down(self, switch: Path, text: str) -> None:
        name = text.removeprefix("+")
        if name not in (switch.parent / "cgroup.controllers").read_text().split():
            raise fault(errno.ENOENT)
        if (switch.parent / "cgroup.procs").read_text() and switch.parent != self.top:
            raise fault(errno.EBUSY)
        switch.write_text(" ".join(sorted({*switch.read_text().split(), name})))
        for child in switch.parent.iterdir():
            if child.is_dir():
                (child / "cgroup.controllers").write_text(switch.read_text())

    def remove(self, folder: Path) -> None:
        self._refuse("rmdir")
        if (folder / "cgroup.procs").read_text() or any(child.is_dir() for child in folder.iterdir()):
            raise fault(errno.EBUSY)
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()

    def _refuse(self, what: str) -> None:
        if what in self.refused:
            raise fault(self.refused[what])

    def holds(self) -> dict[str, list[str]]:
        """The processes of each group, those without any left out."""
        found = {path.parent.name: path.read_text().split() for path in self.top.rglob("cgroup.procs")}
        return {name: processes for name, processes in found.items() if processes}

    def groups(self) -> list[str]:
        """The groups below ours."""
        return sorted(path.name for path in self.ours.iterdir() if path.is_dir())


@pytest.fixture
def kernel(tmp_path: Path) -> FakeKernel:
    return FakeKernel(tmp_path / "cgroup")


def proc(kernel: FakeKernel, own: str = "/ours", root: str = "/", mounted: str | None = None) -> Path:
    """A folder like /proc, for a process in this group of a tree that is mounted there."""
    folder = kernel.top.parent / "proc"
    (folder / "self").mkdir(parents=True, exist_ok=True)
    (folder / "self" / "cgroup").write_text(f"4:memory:/elsewhere\n0::{own}\n" if own else "4:memory:/elsewhere\n")
    where = mounted or str(kernel.top).replace(" ", "\\040")
    (folder / "self" / "mountinfo").write_text(
        "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/disk rw\n"
        f"30 22 0:26 {root} {where} rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
    )
    return folder


class Launcher:
    """A launcher that was started, as far as a group needs to know."""

    def __init__(self, pid: int = 4711, failure: Exception | None = None) -> None:
        self._pid, self._failure = pid, failure

    @property
    def pid(self) -> int:
        if self._failure is not None:
            raise self._failure
        return self._pid

    def ended(self) -> bool:
        raise AssertionError("not asked")

    def signal(self, number: signal.Signals) -> None:  # noqa: ARG002 - as the protocol has it
        raise AssertionError("not asked")

    def wait(self, seconds: float) -> None:  # noqa: ARG002 - as the protocol has it
        raise AssertionError("not asked")

    def leave(self) -> None:
        raise AssertionError("not asked")


# --- finding it --------------------------------------------------------------------------------------------


def test_in_a_group_that_is_ours_alone_we_move_into_a_leaf_and_hand_memory_down(kernel: FakeKernel) -> None:
    found = find(proc(kernel), kernel.calls)
    assert (found.lacking, found.layer) == ("", BY_CGROUP)
    (leaf,) = kernel.groups()
    assert leaf.startswith("grader-self-")
    assert kernel.holds() == {leaf: [ME]}
    assert (kernel.ours / "cgroup.subtree_control").read_text() == "memory pids"


def test_without_the_controller_for_processes_memory_is_limited_all_the_same(tmp_path: Path) -> None:
    kernel = FakeKernel(tmp_path / "cgroup", offered="memory")
    assert find(proc(kernel), kernel.calls).lacking == ""
    assert (kernel.ours / "cgroup.subtree_control").read_text() == "memory"


def test_at_the_top_of_the_tree_nobody_moves(kernel: FakeKernel) -> None:
    kernel.write(kernel.top / "cgroup.procs", ME)
    assert find(proc(kernel, own="/"), kernel.calls).lacking == ""
    assert kernel.holds() == {"cgroup": [ME]}
    assert (kernel.top / "cgroup.subtree_control").read_text() == "memory pids"


def test_a_grader_started_by_one_that_has_moved_uses_the_same_ground(kernel: FakeKernel) -> None:
    find(proc(kernel), kernel.calls)
    (leaf,) = kernel.groups()
    kernel.write(kernel.ours / leaf / "cgroup.procs", OTHER)
    found = find(proc(kernel, own=f"/ours/{leaf}"), kernel.calls)
    group = found.open(1, 1)
    assert (found.lacking, group.folder.parent) == ("", kernel.ours)
    assert kernel.holds() == {leaf: [ME, OTHER]}


@pytest.mark.parametrize(
    ("own", "root", "mounted"),
    [("/ours", "/", "cgroup"), ("/outer/ours", "/outer", "cgroup"), ("/", "/", "cgroup/ours")],
    ids=["of the machine", "of a container that sees the whole path", "of a container with a tree of its own"],
)
def test_our_group_is_found_below_its_mount(kernel: FakeKernel, own: str, root: str, mounted: str) -> None:
    found = find(proc(kernel, own, root, str(kernel.top.parent / mounted)), kernel.calls)
    assert found.open(1, 1).folder.parent == kernel.ours


def test_a_mount_with_a_blank_in_its_name_is_found(tmp_path: Path) -> None:
    kernel = FakeKernel(tmp_path / "c group")
    assert find(proc(kernel), kernel.calls).lacking == ""


NOT_SEEN = "this process is in no group of cgroup version 2 that it can see"


@pytest.mark.parametrize(
    ("own", "root", "mounted", "lacking"),
    [
        ("", "/", None, NOT_SEEN),
        ("/../ours", "/", None, NOT_SEEN),
        ("/ours", "/other", None, NOT_SEEN),
        ("/gone", "/", None, "asking which controllers there are failed: No such file or directory (ENOENT)"),
    ],
)
def test_a_group_that_can_not_be_seen_is_none(
    kernel: FakeKernel, own: str, root: str, mounted: str | None, lacking: str
) -> None:
    found = find(proc(kernel, own, root, mounted), kernel.calls)
    assert (found.lacking, found.layer) == (lacking, BY_POLLING)
    assert kernel.holds() == {"ours": [ME]}


def test_where_there_is_no_proc_there_is_no_ground(kernel: FakeKernel, tmp_path: Path) -> None:
    found = find(tmp_path / "nowhere", kernel.calls)
    assert found.lacking == "looking up our own group failed: No such file or directory (ENOENT)"


DENIED: list[tuple[dict[str, int], str]] = [
    ({"mkdir": errno.EROFS}, "making a leaf for the grader itself failed: Read-only file system (EROFS)"),
    ({"mkdir": errno.EACCES}, "making a leaf for the grader itself failed: Permission denied (EACCES)"),
    ({"cgroup.procs": errno.EACCES}, "moving the grader into a leaf failed: Permission denied (EACCES)"),
    ({"cgroup.subtree_control": errno.EACCES}, "handing down `memory` failed: Permission denied (EACCES)"),
    ({"memory.max": errno.EPERM}, "limiting a group failed: Operation not permitted (EPERM)"),
    ({"memory.oom.group": errno.EPERM}, "limiting a group failed: Operation not permitted (EPERM)"),
]


@pytest.mark.parametrize(("refused", "lacking"), DENIED, ids=[", ".join(refused) for refused, _ in DENIED])
def test_a_step_that_fails_is_named_with_its_reason(kernel: FakeKernel, refused: dict[str, int], lacking: str) -> None:
    kernel.refused = refused
    found = find(proc(kernel), kernel.calls)
    assert (found.lacking, found.layer, found.hold(Launcher(), 1, 1)) == (lacking, BY_POLLING, None)
    assert [name for name in kernel.groups() if name.startswith("grader-start")] == []


def test_a_group_that_others_are_in_too_is_left_alone(kernel: FakeKernel) -> None:
    kernel.write(kernel.ours / "cgroup.procs", OTHER)
    kernel.refused = {"mkdir": errno.EPERM, "cgroup.procs": errno.EPERM}
    assert find(proc(kernel), kernel.calls).lacking == "other processes are in our group too"


def test_a_group_that_hands_nothing_down_after_all_is_left_as_it_was(kernel: FakeKernel) -> None:
    kernel.refused = {"cgroup.subtree_control": errno.EBUSY}
    found = find(proc(kernel), kernel.calls)
    assert found.lacking == "handing down `memory` failed: Device or resource busy (EBUSY)"
    assert (kernel.groups(), kernel.holds()) == ([], {"ours": [ME]})


def test_a_group_without_the_controller_is_none(tmp_path: Path) -> None:
    kernel = FakeKernel(tmp_path / "cgroup", offered="cpu pids")
    found = find(proc(kernel), kernel.calls)
    assert found.lacking == "the controller `memory` is not handed to our group"
    assert (kernel.groups(), kernel.holds()) == ([], {"ours": [ME]})


# --- a group for a start -----------------------------------------------------------------------------------


@pytest.fixture
def ground(kernel: FakeKernel) -> Ground:
    return find(proc(kernel), kernel.calls)


def settings(folder: Path) -> dict[str, str]:
    names = ("cgroup.procs", "memory.max", "memory.swap.max", "memory.oom.group", "pids.max")
    return {name: (folder / name).read_text() for name in names if (folder / name).exists()}


def held(ground: Ground, launcher: Launcher | None = None) -> Group:
    group = ground.hold(launcher or Launcher(), 100 * MEBIBYTE, 65)
    assert group is not None
    return group


def test_a_launcher_is_held_with_its_limits(ground: Ground) -> None:
    assert settings(held(ground).folder) == {
        "cgroup.procs": "4711\n",
        "memory.max": "104857600",
        "memory.swap.max": "0",
        "memory.oom.group": "1",
        "pids.max": "65",
    }


def test_what_a_kernel_does_not_know_is_left_out(tmp_path: Path) -> None:
    kernel = FakeKernel(tmp_path / "cgroup", offered="memory", absent=("memory.swap.max", "memory.oom.group"))
    group = held(find(proc(kernel), kernel.calls))
    assert settings(group.folder) == {"cgroup.procs": "4711\n", "memory.max": "104857600"}


def test_a_name_that_is_taken_is_not_used_again(
    ground: Ground, kernel: FakeKernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = held(ground)
    taken = int(before.folder.name.rpartition("-")[2])
    monkeypatch.setattr(cgroup, "_numbers", iter([taken, taken + 1]))
    after = held(ground)
    assert before.folder != after.folder
    assert len(kernel.groups()) == 3


def test_a_group_is_removed_with_what_is_left_in_it(ground: Ground, kernel: FakeKernel) -> None:
    before = kernel.groups()
    group = held(ground)
    assert kernel.groups() != before
    group.remove()
    assert kernel.groups() == before


@pytest.mark.parametrize(("busy", "left"), [(1, []), (5, []), (10**9, ["grader-start"])])
def test_a_busy_group_is_asked_again_for_a_while_and_then_left(
    ground: Ground, kernel: FakeKernel, monkeypatch: pytest.MonkeyPatch, busy: int, left: list[str]
) -> None:
    monkeypatch.setattr(cgroup, "REMOVE_S", 0.05)
    asked: list[Path] = []

    def remove(folder: Path) -> None:
        asked.append(folder)
        if len(asked) <= busy:
            raise fault(errno.EBUSY)
        kernel.remove(folder)

    group = held(ground)
    Group(group.folder, Calls(kernel.make, kernel.write, remove)).remove()
    assert [name.rpartition("-")[0].rpartition("-")[0] for name in kernel.groups() if "start" in name] == left
    assert set(asked) == {group.folder}


SPENT: dict[str, tuple[str, str, str, Spent]] = {
    "nothing": (NOTHING_HAPPENED, "7000", "file 0\nshmem 0\n", Spent(7000, over_limit=False, starved=False)),
    "reached its limit and got by": ("oom 1\noom_kill 0\n", "7", "", Spent(7, over_limit=False, starved=False)),
    "over its limit": ("oom 2\noom_kill 3\noom_group_kill 1\n", "9", "", Spent(9, over_limit=True, starved=False)),
    "the machine had no more": ("oom 0\noom_kill 1\n", "9", "", Spent(9, over_limit=False, starved=True)),
    "files were read": (NOTHING_HAPPENED, "7000", "file 5000\nshmem 0\n", Spent(2000, over_limit=False, starved=False)),
    "memory was shared": (
        NOTHING_HAPPENED,
        "7000",
        "anon 1\nfile 5000\nshmem 4000\n",
        Spent(6000, over_limit=False, starved=False),
    ),
    "rubbish": ("?", "?", "?", Spent(None, over_limit=False, starved=False)),
}


@pytest.mark.parametrize(("events", "peak", "stat", "spent"), SPENT.values(), ids=SPENT)
def test_what_was_spent_is_read_from_the_group(ground: Ground, events: str, peak: str, stat: str, spent: Spent) -> None:
    group = held(ground)
    for name, text in (("memory.events", events), ("memory.peak", peak), ("memory.stat", stat)):
        (group.folder / name).write_text(text)
    assert group.spent() == spent


def test_a_kernel_that_keeps_no_peak_tells_none(tmp_path: Path) -> None:
    kernel = FakeKernel(tmp_path / "cgroup", absent=("memory.peak",))
    assert held(find(proc(kernel), kernel.calls)).spent() == Spent(None, over_limit=False, starved=False)


@pytest.mark.parametrize("what", ["mkdir", "memory.max", "cgroup.procs"])
def test_a_ground_that_is_lost_is_given_up_and_says_so(ground: Ground, kernel: FakeKernel, what: str) -> None:
    before = kernel.groups()
    kernel.refused = {what: errno.ENODEV}
    assert ground.hold(Launcher(), 1, 1) is None
    assert (ground.layer, "(ENODEV)" in ground.lacking) == (BY_POLLING, True)
    assert kernel.groups() == before
    kernel.refused = {}
    assert ground.hold(Launcher(), 1, 1) is None


def test_a_launcher_that_is_gone_already_costs_no_ground(ground: Ground, kernel: FakeKernel) -> None:
    before = kernel.groups()
    kernel.refused = {"cgroup.procs": errno.ESRCH}
    assert ground.hold(Launcher(), 1, 1) is None
    assert (ground.layer, kernel.groups()) == (BY_CGROUP, before)


def test_a_launcher_that_could_not_be_started_leaves_no_group(ground: Ground, kernel: FakeKernel) -> None:
    before = kernel.groups()
    with pytest.raises(SandboxError, match="no launcher"):
        ground.hold(Launcher(failure=SandboxError("no launcher")), 1, 1)
    assert (ground.layer, kernel.groups()) == (BY_CGROUP, before)


# --- a start is judged by its group ------------------------------------------------------------------------

LEVELS: dict[str, Callable[[], FullSandbox | RestrictedSandbox | NoSandbox]] = {
    "full": FullSandbox,
    "restricted": RestrictedSandbox,
    "none": NoSandbox,
}


@pytest.fixture(params=LEVELS)
def level(request: pytest.FixtureRequest) -> str:
    """Each level in turn that works here."""
    if request.param != "none":
        closed(Isolation(request.param))
    return str(request.param)


def on(ground: Ground, level: str) -> Sandbox:
    """A sandbox that makes its groups on this ground."""
    sandbox = LEVELS[level]()
    sandbox._ground = ground
    return sandbox


def run(sandbox: Sandbox, source: str, limits: Limits) -> Outcome:
    with sandbox.start(python_command(source), limits) as process:
        outcome: Outcome = process.run_to_end()
    return outcome


def test_a_start_is_in_its_group_with_room_for_files_and_is_gone_afterwards(
    kernel: FakeKernel, ground: Ground, level: str
) -> None:
    sandbox = on(ground, level)
    limits = Limits(memory_bytes=100 * MEBIBYTE, disk_bytes=2 * MEBIBYTE, processes=20)
    leaf = kernel.groups()
    with sandbox.start(python_command("print(input())", stdin=None, overhead_bytes=MEBIBYTE), limits) as process:
        (name,) = set(kernel.groups()) - set(leaf)
        found = settings(kernel.ours / name)
        launcher = process._launcher.pid
        ready = [] if level == "none" else descendants(launcher)  # there before anybody knows what it will be
        assert found["cgroup.procs"].split() == [str(pid) for pid in (launcher, *ready)]
        assert len(ready) == (level != "none")
        process.type(b"5\n")
        assert process.run_to_end().stdout == b"5\n"
    assert kernel.groups() == leaf
    room = int(found["memory.max"]) - 101 * MEBIBYTE
    assert 12 * MEBIBYTE <= room <= 16 * MEBIBYTE
    assert (found["pids.max"], sandbox.layers[-1]) == ("21", BY_CGROUP)


@pytest.mark.parametrize("source", ["print(5)", "import os; os.abort()", "import sys; sys.exit(3)"])
def test_a_start_that_went_over_its_limit_is_told_so_however_it_ended(
    kernel: FakeKernel, ground: Ground, level: str, source: str
) -> None:
    kernel.events = "oom 1\noom_kill 1\n"
    assert run(on(ground, level), source, Limits()).ending is Ending.MEMORY_LIMIT


def test_a_start_that_starved_for_want_of_memory_of_the_machine_is_our_failure(
    kernel: FakeKernel, ground: Ground, level: str
) -> None:
    kernel.events = "oom 0\noom_kill 1\n"
    before = kernel.groups()
    with pytest.raises(SandboxError, match="machine ran out of memory"):
        run(on(ground, level), "print(5)", Limits())
    assert kernel.groups() == before


def test_the_peak_is_that_of_the_group(kernel: FakeKernel, ground: Ground, level: str) -> None:
    with on(ground, level).start(python_command("input()", stdin=b"", channel=True), Limits()) as process:
        (folder,) = kernel.ours.glob("grader-start-*")
        (folder / "memory.peak").write_text("12345678\n")
    assert process.end().peak_bytes == 12345678


def test_without_a_peak_of_the_group_it_is_what_was_seen(tmp_path: Path, level: str) -> None:
    kernel = FakeKernel(tmp_path / "cgroup", absent=("memory.peak",))
    outcome = run(on(find(proc(kernel), kernel.calls), level), "room = b'x' * (60 << 20)", Limits())
    assert outcome.peak_bytes is not None
    assert outcome.peak_bytes > 60 * MEBIBYTE


def test_a_start_on_lost_ground_goes_on_without_a_group(kernel: FakeKernel, ground: Ground, level: str) -> None:
    kernel.refused = {"mkdir": errno.ENOSPC}
    sandbox = on(ground, level)
    assert run(sandbox, "print(5)", Limits()).stdout == b"5\n"
    assert sandbox.layers[-1] == BY_POLLING
    assert "(ENOSPC)" in ground.lacking


def test_a_start_that_fails_leaves_no_group(kernel: FakeKernel, ground: Ground, level: str) -> None:
    before = kernel.groups()
    with (
        pytest.raises(SandboxError),
        on(ground, level).start(python_command("5", files={"submission": b"no folder"}), Limits()) as process,
    ):
        process.run_to_end()
    assert kernel.groups() == before


# --- the real thing ----------------------------------------------------------------------------------------


@pytest.fixture
def real() -> Iterator[Ground]:
    """Real ground, on which no test may leave a group."""
    found = cgroup.ground()
    if found.lacking:
        pytest.skip(f"memory is polled here: {found.lacking}")
    before = sorted(found._folder.glob("grader-start-*"))
    yield found
    assert sorted(found._folder.glob("grader-start-*")) == before


TIGHT = Limits(cpu_s=5, wall_s=20, memory_bytes=100 * MEBIBYTE, disk_bytes=MEBIBYTE)
TREE = """
import os
until_all_are_full, release = os.pipe()
for _ in range(COUNT):
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.close(release)
        room = bytearray(50 << 20)
        for at in range(0, len(room), 4096): room[at] = 1
        os.write(writer, b"full")
        os.read(until_all_are_full, 1)
        os._exit(0)
    os.close(writer)
    os.read(reader, 4)
print("done")
"""


def test_a_tree_over_the_limit_is_ended_without_a_look_at_it(
    real: Ground, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.sandbox.process.Process.crossed", lambda *_asked: None)
    outcome = run(on(real, level), TREE.replace("COUNT", "4"), TIGHT)
    assert (outcome.ending, outcome.stdout) == (Ending.MEMORY_LIMIT, b"")


def test_the_peak_of_a_tree_is_that_of_all_together(real: Ground, level: str) -> None:
    outcome = run(on(real, level), TREE.replace("COUNT", "3"), Limits(cpu_s=5, wall_s=20))
    assert (outcome.ending, outcome.stdout) == (Ending.EXITED, b"done\n")
    assert outcome.peak_bytes is not None
    assert 150 * MEBIBYTE < outcome.peak_bytes < 165 * MEBIBYTE


def test_the_peak_starts_anew_with_each_start(real: Ground, level: str) -> None:
    sandbox = on(real, level)
    run(sandbox, TREE.replace("COUNT", "2"), Limits(cpu_s=5, wall_s=20))
    outcome = run(sandbox, "print(5)", Limits())
    assert outcome.peak_bytes is not None
    assert outcome.peak_bytes < 20 * MEBIBYTE


UP_TO_THE_LIMIT = """
rooms = []
try:
    while True: rooms.append(bytearray(b"x" * (1 << 20)))
except MemoryError:
    count = len(rooms)
    rooms.clear()
    print(count > 60)
"""


def test_a_program_that_minds_its_limit_is_told_by_its_runtime_first(real: Ground, level: str) -> None:
    outcome = run(on(real, level), UP_TO_THE_LIMIT, TIGHT)
    assert (outcome.exit_code, outcome.stdout) == (0, b"True\n")


def test_files_cost_nobody_the_memory_limit(real: Ground, level: str) -> None:
    source = """
room = b"x" * (70 << 20)
for number in range(3):
    with open(f"{number}", "wb") as file: file.write(bytes(15 << 20))
print("done")
"""
    limits = Limits(cpu_s=5, wall_s=20, memory_bytes=100 * MEBIBYTE, disk_bytes=24 * MEBIBYTE)
    outcome = run(on(real, level), source, limits)
    assert (outcome.ending, outcome.stdout) == (Ending.EXITED, b"done\n")


def test_no_more_processes_than_allowed_ever_live(real: Ground, level: str) -> None:
    source = """
import os, time
made = 0
for _ in range(40):
    try:
        if os.fork() == 0:
            time.sleep(30)
            os._exit(0)
        made += 1
    except OSError:
        break
print(made, flush=True)
"""
    with on(real, level).start(python_command(source), Limits(cpu_s=5, wall_s=20, processes=12)) as process:
        until = time.monotonic() + 10
        said = b""
        while not said and time.monotonic() < until:
            said = process.take_printed()[0]
            time.sleep(0.01)
        usage = process.usage()
    assert int(said) == 11
    assert usage.processes == 12


def test_a_start_that_is_ended_for_another_is_our_failure(real: Ground, level: str) -> None:
    outer = real.open(60 * MEBIBYTE, 1000)
    calls = real._calls
    calls.write(outer.folder / "cgroup.subtree_control", "+memory")
    calls.write(outer.folder / "memory.oom.group", "0")
    try:
        with pytest.raises(SandboxError, match="machine ran out of memory"):
            run(on(Ground(outer.folder, calls), level), "room = bytearray(b'x' * (200 << 20))", Limits(cpu_s=5))
    finally:
        outer.remove()
