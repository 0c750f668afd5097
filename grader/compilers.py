"""Commands of compilers -> what a compiler that stays makes of them, or nothing: then a fresh one has to do it.

A compiler in a warm runtime does in a tenth of the time what a fresh one does, which pays in a batch. It runs in the
sandbox at the level in force, in a box of its own, and no student's code runs in it. No verdict depends on it: only
what went as it should, a program made or a plain error, counts. All else (a crash, a limit, memory that ran out, an
answer that can't be read) ends it, and the same is done again by a fresh compiler, whose limits are those that count.
`languages/PROTOCOL.md` says how it is asked.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import json
import re
import secrets
import threading
import time
from dataclasses import dataclass, field, replace
from typing import Any

from grader.errors import SandboxError
from grader.model import Command, Ending, Limits, Outcome, Staying
from grader.plugins import Sandbox
from grader.sandbox.process import TICK_S, ChannelClosed, Process, Silence
from grader.values import MalformedValue, parse_json

SUBMISSIONS_EACH = 20
MOST_COMPILES = 200
MOST_FAILURES = 5
PATIENCE_CPU_S = 5.0
PATIENCE_WALL_S = 15.0
WAIT_S = 3.0
LARGEST_SOURCES = 2 << 20
LARGEST_OUTPUT = 1 << 19


def worth(submissions: int, jobs: int) -> int:
    """How many compilers that stay earn back what their start costs in a batch of this size."""
    if submissions < SUBMISSIONS_EACH // 4:
        return 0
    return max(1, min((jobs + 1) // 2, submissions // SUBMISSIONS_EACH))


class Compilers:
    """Compilers that stay, as many as `most` of each kind. Use it in a `with`: leaving ends them."""

    def __init__(self, sandbox: Sandbox, most: int) -> None:
        self._sandbox = sandbox
        self._most = most
        self._groups: dict[tuple[str, ...], _Group] = {}
        self._change = threading.Condition()
        self._closed = False

    def __enter__(self) -> Compilers:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def close(self) -> None:
        """End those that do nothing now, and each of the others when it is done."""
        with self._change:
            idle = [compiler for group in self._groups.values() for compiler in group.idle]
            for group in self._groups.values():
                group.idle.clear()
            self._closed = True
        for compiler in idle:
            compiler.end()

    def run(self, command: Command, limits: Limits) -> Outcome | None:
        """What came of the command, as if it had been run afresh; None where that has to be done."""
        if command.staying is None or self._most == 0:
            return None
        if sum(map(len, command.files.values())) > LARGEST_SOURCES:
            return None
        group = self._group(command.staying)
        compiler = self._take(group, command.staying, limits)
        if compiler is None:
            return None
        outcome = None
        try:
            outcome = compiler.run(command, command.staying, limits)
        finally:
            self._give_back(group, compiler, outcome is not None)
        return outcome

    def _group(self, staying: Staying) -> _Group:
        key = (*staying.command.argv, *map(str, staying.command.roots))
        with self._change:
            return self._groups.setdefault(key, _Group(self._most))

    def _take(self, group: _Group, staying: Staying, limits: Limits) -> _Compiler | None:
        """One that does nothing now, or a new one; None where there is none in time, or they never do any good."""
        with self._change:
            self._change.wait_for(lambda: group.idle or group.room or group.failures >= MOST_FAILURES, WAIT_S)
            if group.failures >= MOST_FAILURES:
                return None
            if group.idle:
                return group.idle.pop()
            if not group.room:
                return None
            group.room -= 1
        try:
            return _Compiler(self._sandbox.start(staying.command, limits))
        except SandboxError:
            self._give_back(group, None, well=False)
            return None

    def _give_back(self, group: _Group, compiler: _Compiler | None, well: bool) -> None:
        stays = compiler is not None and well and compiler.done < MOST_COMPILES
        with self._change:
            group.failures = 0 if well else group.failures + 1
            if compiler is not None and stays and not self._closed:
                group.idle.append(compiler)
                compiler = None
            else:
                group.room += 1
            self._change.notify_all()
        if compiler is not None:
            compiler.end()


@dataclass(slots=True)
class _Group:
    """The compilers of one kind: how many more may be started, those that do nothing now, failures in a row."""

    room: int
    idle: list[_Compiler] = field(default_factory=list)
    failures: int = 0


@dataclass(slots=True)
class _Compiler:
    """One compiler that stays, and how often it has done something."""

    process: Process
    done: int = 0

    def run(self, command: Command, staying: Staying, limits: Limits) -> Outcome | None:
        """What came of it; None if it did not go as it should, and then this compiler is of no more use."""
        self.done += 1
        identity = secrets.token_hex(8)
        started, before = time.monotonic(), self.process.usage()
        self.process.send(_request(identity, command, staying))
        line = self._line(started + min(limits.wall_s, PATIENCE_WALL_S), (before.cpu_s or 0.0) + PATIENCE_CPU_S)
        printed = self.process.take_printed()
        after = self.process.usage()
        if line is None or any(printed):
            return None
        try:
            made = _outcome(parse_json(line), identity, staying.objection)
        except (MalformedValue, KeyError, TypeError, AttributeError, ValueError, binascii.Error):
            return None
        cpu_s = None if after.cpu_s is None or before.cpu_s is None else max(0.0, after.cpu_s - before.cpu_s)
        return made and replace(made, wall_s=time.monotonic() - started, cpu_s=cpu_s, peak_bytes=after.resident_bytes)

    def _line(self, until: float, most_cpu_s: float) -> bytes | None:
        """The answer, if it comes within the limits."""
        while time.monotonic() < until:
            try:
                return self.process.next_line(TICK_S)
            except ChannelClosed:
                return None
            except Silence:
                usage = self.process.usage()
                if self.process.crossed(usage) or (usage.cpu_s or 0.0) > most_cpu_s:
                    return None
        return None

    def end(self) -> None:
        """End it; how it ended is of no interest."""
        with contextlib.suppress(SandboxError):
            self.process.end()


def _request(identity: str, command: Command, staying: Staying) -> bytes:
    request = {
        "id": identity,
        "do": "compile",
        "arguments": staying.arguments,
        "files": {path: base64.b64encode(content).decode() for path, content in command.files.items()},
        "collect": command.collect,
    }
    return json.dumps(request).encode() + b"\n"


def _outcome(reply: Any, identity: str, objection: re.Pattern[bytes]) -> Outcome | None:
    """The outcome of a fresh compiler that says the same; None where one might say something else."""
    if reply["id"] != identity or reply["exit"] not in (0, 1) or reply.get("cut"):
        return None
    stdout, stderr = _bytes(reply["stdout"]), _bytes(reply["stderr"])
    plain = reply["exit"] == 0 or objection.fullmatch(stderr)
    if not plain or max(len(stdout), len(stderr)) > LARGEST_OUTPUT:
        return None
    files = {path: _bytes(content) for path, content in reply["files"].items()}
    return Outcome(Ending.EXITED, reply["exit"], None, 0.0, None, None, stdout, stderr, files=files)


def _bytes(text: str) -> bytes:
    return base64.b64decode(text, validate=True)
