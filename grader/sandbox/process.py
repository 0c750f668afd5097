"""A started launcher and its pipes -> lines, captured output, usage, and in the end an Outcome.

The trusted end of a sandboxed process, the same for every level. Everything that comes out of the box is bytes
with a cap; nothing here waits without a bound.
"""

from __future__ import annotations

import contextlib
import math
import os
import selectors
import signal
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.errors import SandboxError
from grader.model import Command, Ending, Limits, Outcome, Usage
from grader.sandbox.cgroup import Group, Spent
from grader.sandbox.pressure import starved_s
from grader.sandbox.server import Launched
from grader.sandbox.usage import all_sleep, descendants, folder_bytes, tree_rests, tree_shared_fairly, tree_usage
from grader.sandbox.waiting import waits_for_input

TICK_S = 0.025
SHORTEST_PAUSE_S = 0.001
LONGEST_UNREST_S = 0.1
GATHER_S = 0.0003
A_LINE_BYTES = 56  # that each takes beside what is in it
WEIGH_S = 0.25
STRETCH, LONGEST_STRETCH = 2.5, 20
KEPT_BYTES = 1 << 20
LONGEST_LINE = 8 << 20
LONGEST_REPORT = 64 << 20


def too_long(limit_s: float, waited_s: float, used: Usage) -> bool:
    """Whether a program had its time on the wall.

    A busy machine stretches that, so what counts is how long the program itself rested, where that is known. For
    programs that neither rest nor compute there is a bound on the time in which no program waited for a core.
    """
    if used.rested_s is None:
        return waited_s > limit_s
    if used.rested_s > limit_s or waited_s > LONGEST_STRETCH * limit_s:
        return True
    return waited_s - used.starved_s > STRETCH * limit_s


class Silence(Exception):
    """No line came in the time given."""


class ChannelClosed(Exception):
    """The process closed its end of the channel, or ended."""


@dataclass(slots=True)
class _Capture:
    """What a stream printed: the first bytes of it, and how many there were."""

    kept: bytearray = field(default_factory=bytearray)
    total: int = 0

    def add(self, chunk: bytes) -> None:
        self.total += len(chunk)
        room = KEPT_BYTES - len(self.kept)
        if room > 0:
            self.kept += chunk[:room]


@dataclass(frozen=True, slots=True)
class Heard:
    """What a program printed since it was last heard, and why it says no more: it waits for input, or has ended."""

    stdout: bytes
    stderr: bytes
    waits: bool = False
    ended: bool = False
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class Pipes:
    """The trusted ends of the pipes to a launcher."""

    control: int
    report: int
    stdin: int
    stdout: int
    stderr: int
    requests: int | None
    replies: int | None


@dataclass(frozen=True, slots=True)
class Start:
    """A launcher that was just started.

    `box` is the box's folder as seen from inside, `folder` where it lies on the machine if its size must be watched;
    `tidy` removes what the level keeps on the machine for it; `group` is where the kernel counts it, if it does.
    """

    launcher: Launched
    pipes: Pipes
    box: str
    folder: Path | None
    tidy: Callable[[], object]
    secret: bytes
    group: Group | None = None


class Process:
    """One program in its box, from its start to its end. Use it in a `with`: leaving ends the program."""

    def __init__(self, start: Start, header: bytes, command: Command, limits: Limits) -> None:
        launcher, pipes = start.launcher, start.pipes
        self._start = start
        self._launcher = launcher
        self._limits = limits
        self._memory_bytes = limits.memory_bytes + command.overhead_bytes
        self._started = time.monotonic()
        self._out, self._err = _Capture(), _Capture()
        self._report = bytearray()
        self._ready: deque[bytes] = deque()  # lines that nobody has taken yet
        self._rest = bytearray()  # of the channel, without a line end
        self._held = 0  # bytes of both
        self._typed = False
        self._ending: Ending | None = None
        self._peak_bytes = 0
        self._spent: Spent | None = None
        self._cpu_s: float | None = None
        self._seen = Usage(None, None, None), -math.inf
        self._weighed = self._looked = self._started
        self._rested_s = 0.0
        self._starved_from = starved_s()
        self._outcome: Outcome | None = None
        self._failure: SandboxError | None = None
        self._pipes = pipes
        self._selector = selectors.DefaultSelector()
        self._to_write: dict[int, memoryview] = {}
        self._open: set[int] = set()
        for descriptor in (pipes.report, pipes.stdout, pipes.stderr, pipes.replies):
            if descriptor is not None:
                os.set_blocking(descriptor, False)
                self._selector.register(descriptor, selectors.EVENT_READ)
                self._open.add(descriptor)
        for descriptor in (pipes.control, pipes.stdin, pipes.requests):
            if descriptor is not None:
                os.set_blocking(descriptor, False)
                self._open.add(descriptor)
        self._write(pipes.control, header)
        if command.stdin is not None:
            self._write(pipes.stdin, command.stdin)
        self._pump(0)  # while the launcher is being forked

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.end()

    # --- talking -------------------------------------------------------------------------------------------

    def send(self, line: bytes) -> None:
        """Queue a request; it is written while replies are awaited."""
        if self._pipes.requests in self._open:
            self._write(self._pipes.requests, line)

    def next_line(self, wait_s: float, *, many: bool = False) -> bytes:
        """The next line on the channel, without its end.

        Where `many` are due they are left to gather for a moment: to be woken by each costs more than to read it.
        Raises Silence when none came in time, ChannelClosed when none can come any more.
        """
        until = None
        while not self._ready:
            if self._pipes.replies not in self._open:
                raise ChannelClosed
            until = until or time.monotonic() + wait_s
            left = until - time.monotonic()
            if left <= 0:
                raise Silence
            if many:
                time.sleep(GATHER_S)
            self._pump(left)
        line = self._ready.popleft()
        self._held -= len(line) + 1 + A_LINE_BYTES
        return line

    def take_printed(self) -> tuple[bytes, bytes]:
        """What was printed to standard output and error since the last call; at most 1 MiB of each."""
        self._pump(0)
        printed = bytes(self._out.kept), bytes(self._err.kept)
        self._out.kept.clear()
        self._err.kept.clear()
        return printed

    def _natural_ending(self, how: bytes, cpu_s: bytes | None) -> Ending:
        """How the program ended by itself. One with a channel serves many tests: its CPU time says nothing here."""
        if how == b"disk":
            return Ending.OUTPUT_LIMIT
        if self._pipes.replies is None and cpu_s is not None and float(cpu_s) > self._limits.cpu_s:
            return Ending.CPU_LIMIT
        return Ending.SIGNALLED if how == b"signal" else Ending.EXITED

    def _without_box(self, text: bytes) -> bytes:
        """Traces with the student's own file names: where the box lies is nobody's business."""
        return text.replace(os.fsencode(self._start.box) + b"/submission/", b"")

    # --- typing --------------------------------------------------------------------------------------------

    def type(self, text: bytes) -> None:
        """Type this into the standard input of a program that was started without one."""
        if self._pipes.stdin in self._open:
            self._typed = True
            self._write(self._pipes.stdin, text)

    def close_input(self) -> None:
        """Say that nothing more will be typed."""
        if self._pipes.stdin in self._open:
            self._drop(self._pipes.stdin)

    def hear(self, cpu_s: float, wall_s: float) -> Heard:
        """What the program printed until it waits for input, or comes to its end or to a limit.

        The limits are what it may use between two questions. What it printed before it began to wait is in its pipes
        by then, so nothing of it is missed.
        """
        pause_s, before, began = SHORTEST_PAUSE_S, self.usage(), time.monotonic()
        while self._pipes.report in self._open:
            self._pump(pause_s)
            pause_s = min(pause_s * 1.2, TICK_S)
            if self._all_typed_is_read() and waits_for_input(self._launcher.pid):
                while self._pump(0):
                    pass
                return Heard(*self.take_printed(), waits=True)
            usage = self.usage()
            ending = self.crossed(usage)
            if (usage.since(before).cpu_s or 0.0) > cpu_s + 2 * TICK_S:
                ending = ending or Ending.CPU_LIMIT
            if too_long(wall_s, time.monotonic() - began, usage.since(before)):
                ending = ending or Ending.WALL_LIMIT
            if ending is not None:
                return Heard(*self.take_printed(), ending=ending)
        return Heard(*self.take_printed(), ended=self._pipes.report not in self._open)

    def _all_typed_is_read(self) -> bool:
        stdin = self._pipes.stdin
        if stdin not in self._open:
            return False
        import fcntl  # noqa: PLC0415 - there is none on Windows, nor can anybody be seen to wait there
        import termios  # noqa: PLC0415

        left = fcntl.ioctl(stdin, termios.FIONREAD, bytes(4))
        return stdin not in self._to_write and left == bytes(4)

    # --- watching ------------------------------------------------------------------------------------------

    def usage(self) -> Usage:
        """What the program and all that it started have used so far."""
        usage = tree_usage(self._launcher.pid)
        self._peak_bytes = max(self._peak_bytes, usage.resident_bytes or 0)
        self._cpu_s = usage.cpu_s if usage.cpu_s is not None else self._cpu_s
        now = time.monotonic()
        if self._rests():
            self._rested_s += now - self._looked
        self._looked = now
        rested_s = self._rested_s if usage.cpu_s is not None else None
        usage = replace(usage, rested_s=rested_s, starved_s=starved_s() - self._starved_from)
        self._seen = usage, now
        return usage

    def _rests(self) -> bool:
        """Whether the program sleeps, and not because we have yet to read from it or to write to it."""
        owed = bool(self._to_write or self._ready)
        if owed or self._pump(0) or self._start.secret not in self._report:  # it still waits to be told what to become
            return False
        return all_sleep(self._launcher.pid)

    def usage_at_rest(self) -> Usage:
        """The same once nothing of it runs any more, as far as that comes about soon: exact where a glance is not."""
        until = time.monotonic() + LONGEST_UNREST_S
        while not tree_rests(self._launcher.pid) and time.monotonic() < until:
            self._pump(SHORTEST_PAUSE_S)
        return self.usage()

    def recent_usage(self, oldest_s: float) -> Usage:
        """The same, as it was seen no longer ago than that: in thousands of short requests looking costs the most."""
        usage, seen = self._seen
        return usage if time.monotonic() - seen <= oldest_s else self.usage()

    def crossed(self, usage: Usage) -> Ending | None:
        """Which limit of the whole process is crossed."""
        if self._out.total + self._err.total > self._limits.output_bytes:
            return Ending.OUTPUT_LIMIT
        if self._held > LONGEST_LINE or len(self._report) > LONGEST_REPORT:
            return Ending.OUTPUT_LIMIT
        if self._start.folder is not None and self._box_is_full(self._start.folder):
            return Ending.OUTPUT_LIMIT
        if usage.processes is not None and usage.processes >= self._limits.processes:
            return Ending.PROCESS_LIMIT
        if usage.resident_bytes is not None and usage.resident_bytes > self._memory_bytes:
            fairly = tree_shared_fairly(self._launcher.pid)
            if fairly is None or fairly > self._memory_bytes:
                return Ending.MEMORY_LIMIT
        return None

    def _box_is_full(self, folder: Path) -> bool:
        """Whether the files of the program outgrew their limit; looked at four times a second."""
        if time.monotonic() - self._weighed < WEIGH_S:
            return False
        self._weighed = time.monotonic()
        return folder_bytes(folder) > 2 * self._limits.disk_bytes

    def run_to_end(self) -> Outcome:
        """Wait for the program to end by itself, or end it at the first limit that it crosses."""
        looked = time.monotonic()
        while self._pipes.report in self._open:
            self._pump(TICK_S)
            now = time.monotonic()
            if now - looked < TICK_S:
                continue
            looked = now
            usage = self.usage()
            ending = self.crossed(usage)
            if usage.cpu_s is not None and usage.cpu_s > self._limits.cpu_s + 2 * TICK_S:
                ending = ending or Ending.CPU_LIMIT
            if too_long(self._limits.wall_s, now - self._started, usage):
                ending = ending or Ending.WALL_LIMIT
            if ending is not None:
                return self.end(ending)
        return self.end()

    def end(self, ending: Ending = Ending.CLOSED) -> Outcome:
        """End the program if it still runs, for the reason given, and say how it ended.

        Raises SandboxError, each time that it is asked, when nobody can say.
        """
        if self._failure is not None:
            raise self._failure
        if self._outcome is None:
            try:
                self._shut(ending)
                self._outcome = self._conclude()
            except SandboxError as error:
                self._failure = error
                raise
        return self._outcome

    def _shut(self, ending: Ending) -> None:
        if self._pipes.report in self._open and ending is Ending.CLOSED:
            self._pump(0)
        try:
            if self._pipes.report in self._open:
                self._ending = ending
                self._kill()
            until = time.monotonic() + 5
            while self._open & {self._pipes.report, self._pipes.stdout, self._pipes.stderr}:
                if time.monotonic() > until:
                    break
                self._pump(TICK_S)
            if self._start.group is None and self._exited():
                self._launcher.leave()
            else:
                self._launcher.wait(2)
        finally:
            self._close()
            if self._start.group is not None:
                self._spent = self._start.group.spent()
                self._start.group.remove()
            self._start.tidy()

    def _exited(self) -> bool:
        """Whether the launcher said that the program exited: the last thing it does, when nothing of that lives.

        A program that died of a signal may have died of the end of its launcher, and that must be looked into.
        """
        return self._ending is None and self._start.secret + b"4:exit," in self._report

    def ended_by_itself(self, grace_s: float = 1.0) -> Outcome | None:
        """The outcome if the program has ended or does so within the grace, else None."""
        until = time.monotonic() + grace_s
        while self._pipes.report in self._open and time.monotonic() < until:
            self._pump(TICK_S)
        return None if self._pipes.report in self._open else self.end()

    # --- inside --------------------------------------------------------------------------------------------

    def _write(self, descriptor: int | None, data: bytes) -> None:
        if descriptor is None:
            return
        pending = self._to_write.get(descriptor, memoryview(b""))
        self._to_write[descriptor] = memoryview(bytes(pending) + data)
        if descriptor not in self._selector.get_map():
            self._selector.register(descriptor, selectors.EVENT_WRITE)

    def _pump(self, wait_s: float) -> bool:
        """Move what can be moved now or within this time; False if that was nothing."""
        if not self._selector.get_map():
            time.sleep(min(wait_s, TICK_S))
            return False
        ready = self._selector.select(max(wait_s, 0))
        for key, _events in ready:
            descriptor = key.fd
            if descriptor in self._to_write:
                self._write_some(descriptor)
            else:
                self._read_some(descriptor)
        return bool(ready)

    def _write_some(self, descriptor: int) -> None:
        pending = self._to_write[descriptor]
        try:
            pending = pending[os.write(descriptor, pending[: 1 << 16]) :] if pending else pending
        except BlockingIOError:
            return
        except OSError:
            self._drop(descriptor)
            return
        if pending:
            self._to_write[descriptor] = pending
            return
        if descriptor == self._pipes.requests or (descriptor == self._pipes.stdin and self._typed):
            del self._to_write[descriptor]
            self._selector.unregister(descriptor)
        else:
            self._drop(descriptor)

    def _read_some(self, descriptor: int) -> None:
        try:
            chunk = os.read(descriptor, 1 << 16)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        if not chunk:
            self._drop(descriptor)
        elif descriptor == self._pipes.stdout:
            self._out.add(chunk)
        elif descriptor == self._pipes.stderr:
            self._err.add(chunk)
        elif descriptor == self._pipes.replies:
            self._take(chunk)
        elif len(self._report) <= LONGEST_REPORT:
            self._report += chunk

    def _take(self, chunk: bytes) -> None:
        """Note what came over the channel."""
        if self._held > LONGEST_LINE:
            return
        self._held += len(chunk) + A_LINE_BYTES * chunk.count(b"\n")
        self._rest += chunk
        if b"\n" in chunk:
            *lines, rest = bytes(self._rest).split(b"\n")
            self._ready += lines
            self._rest = bytearray(rest)

    def _drop(self, descriptor: int) -> None:
        self._to_write.pop(descriptor, None)
        with contextlib.suppress(KeyError):
            self._selector.unregister(descriptor)
        self._open.discard(descriptor)
        os.close(descriptor)

    def _kill(self) -> None:
        """Ask the launcher to end its tree, and end it all ourselves if it does not.

        A stopped process can't start another one: so none slips through between looking and killing.
        """
        self._launcher.signal(signal.SIGTERM)
        until = time.monotonic() + 0.5
        while self._pipes.report in self._open and time.monotonic() < until:
            self._pump(TICK_S)
        if self._launcher.ended():
            return
        self._launcher.signal(signal.SIGSTOP)
        _signal(descendants(self._launcher.pid), signal.SIGKILL)
        self._launcher.signal(signal.SIGKILL)

    def _close(self) -> None:
        for descriptor in list(self._open):
            self._drop(descriptor)
        self._selector.close()

    def _conclude(self) -> Outcome:
        _before, _, rest = bytes(self._report).partition(self._start.secret)
        fields = _read_report(rest.rpartition(self._start.secret)[2]) if rest else []
        wall_s = time.monotonic() - self._started
        if self._start.secret not in self._report and self._ending is None:
            said = bytes(self._err.kept[-2000:]).decode("utf-8", "replace").strip()
            raise SandboxError(f"the sandbox failed before it could say how the program ended: {said}")
        if self._spent is not None and self._spent.starved:
            raise SandboxError("the machine ran out of memory while the program ran")
        how, number, cpu_s, peak = fields[:4] if len(fields) >= 4 else (b"signal", b"9", None, b"0")
        signal_number = int(number) if how == b"signal" else None
        exit_code = int(number) if how == b"exit" else None
        ending = self._ending or self._natural_ending(how, cpu_s)
        self._peak_bytes = max(self._peak_bytes, int(peak))
        if ending is Ending.EXITED and self._out.total + self._err.total > self._limits.output_bytes:
            ending = Ending.OUTPUT_LIMIT
        counted = self._spent is not None and self._spent.over_limit
        died = ending is Ending.SIGNALLED and self._peak_bytes > 0.9 * self._memory_bytes
        if counted or died or (ending is Ending.EXITED and self._peak_bytes > self._memory_bytes):
            ending = Ending.MEMORY_LIMIT
        elif ending is Ending.SIGNALLED and signal_number == signal.SIGXFSZ:
            ending = Ending.OUTPUT_LIMIT
        return Outcome(
            ending=ending,
            exit_code=exit_code,
            signal=signal_number,
            wall_s=wall_s,
            cpu_s=float(cpu_s) if cpu_s is not None else self._cpu_s,
            peak_bytes=(self._spent and self._spent.peak_bytes) or self._peak_bytes or None,
            stdout=bytes(self._out.kept),
            stderr=self._without_box(bytes(self._err.kept)),
            stdout_cut=self._out.total > KEPT_BYTES,
            stderr_cut=self._err.total > KEPT_BYTES,
            files={os.fsdecode(path): content for path, content in zip(fields[4::2], fields[5::2], strict=False)},
        )


def _signal(processes: Sequence[int], number: signal.Signals) -> None:
    for pid in processes:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def _read_report(data: bytes) -> list[bytes]:
    """The fields of a report, none if it is not whole: then the program ended its own launcher."""
    try:
        fields = _read_netstrings(data)
        int(fields[1]), float(fields[2]), int(fields[3])
    except (SandboxError, ValueError, IndexError):
        return []
    return fields


def _read_netstrings(data: bytes) -> list[bytes]:
    fields, at = [], 0
    while at < len(data):
        colon = data.find(b":", at, at + 20)
        if colon < 0 or not data[at:colon].isdigit():
            raise SandboxError("the report of the sandbox can't be read")
        end = colon + 1 + int(data[at:colon])
        if end >= len(data):
            break
        fields.append(data[colon + 1 : end])
        at = end + 1
    return fields
