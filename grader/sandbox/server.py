"""A launcher that stays -> one start after another, each in a fork of it: starting an interpreter costs more.

The next fork is made, and the last one taken down, while the grader does something else.

A server serves one start at a time, so starts that run side by side share nothing: each has a server of its own,
and at level `full` namespaces of its own. It goes back on the shelf only when the program and all that this started is
dead; namespaces and the like may still be taken down, which is done before the next start. The kernel
ends it with the thread that started it, so each thread has a shelf of its own.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import weakref
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from typing import Any, Protocol

from grader.errors import SandboxError
from grader.reach import PYTHON_VARIABLES
from grader.sandbox.boxes import Boxes, make_nonce

ANSWER_S = 20.0
STARTS_BY_ONE = 2
_CREDENTIALS = struct.Struct("=iII")


class Launched(Protocol):
    """A launcher that holds one program, as seen from outside: all that the program starts is below its process."""

    @property
    def pid(self) -> int:
        """Its process. Raises SandboxError if it could not be started."""

    def ended(self) -> bool:
        """Whether it has come to its end, and all that was below it."""

    def signal(self, number: signal.Signals) -> None:
        """Signal the launcher."""

    def wait(self, seconds: float) -> None:
        """Wait for its end; make an end of it when that takes longer."""

    def leave(self) -> None:
        """Its program and all that this started has ended, as it has told itself: let it end when it will."""


class Single:
    """A launcher that was started for one program only."""

    def __init__(self, python: Path, descriptors: Sequence[int], user: int | None) -> None:
        with _readable(_launcher_itself()) as itself:
            argv = _launcher(python, (itself, *descriptors))
            self._process = _open(argv, (itself, *descriptors), user, subprocess.DEVNULL)
        self.pid = self._process.pid

    def ended(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    def signal(self, number: signal.Signals) -> None:
        """Signal the launcher."""
        self._process.send_signal(number)

    def wait(self, seconds: float) -> None:
        """Wait for its end; make an end of it when that takes longer."""
        try:
            self._process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def leave(self) -> None:
        """Wait all the same: nobody else would reap it."""
        self.wait(2)


@dataclass(frozen=True, slots=True)
class Rules:
    """What a launcher may do with files, by Landlock: the calls that set it up, what it may read and write."""

    kernel: tuple[int, int, int, int]
    readable: tuple[Path, ...]
    writable: tuple[Path, ...]

    def fields(self) -> bytes:
        """As the launcher takes them."""
        calls = b" ".join(b"%d" % number for number in self.kernel)
        fields = [calls, b"\0".join(map(os.fsencode, self.readable)), *map(os.fsencode, self.writable)]
        return b"".join(b"%d:%b," % (len(field), field) for field in fields)


class Server:
    """A launcher that stays. `nonce` is for its boxes; `user` is the user that it runs as where we are root.

    Where no namespace offers boxes they are from `boxes`, which go when it goes.
    """

    def __init__(
        self,
        python: Path,
        user: int | None,
        wrap: Callable[[Sequence[str], int], Sequence[str]],
        rules: Rules | None = None,
        boxes: Boxes | None = None,
    ) -> None:
        self.nonce = boxes.nonce if boxes is not None else make_nonce()
        self.user, self.boxes = user, boxes
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        here.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        words, mouth = os.pipe()
        try:
            with (
                _readable(self.nonce) as proof,
                _readable(rules.fields() if rules else b"") as told,
                _readable(_launcher_itself()) as itself,
            ):
                argv = wrap(_launcher(python, [itself, there.fileno(), told]), proof)
                process = _open(argv, (itself, there.fileno(), told, proof), user, mouth)
        except BaseException:
            here.close()
            os.close(words)
            raise
        finally:
            there.close()
            os.close(mouth)
        self._here, self._words, self._process = here, words, process
        self.close = weakref.finalize(self, _close, here, words, process, boxes)

    @property
    def died(self) -> bool:
        """Whether it has ended by itself."""
        return self._process.poll() is not None

    @property
    def alive(self) -> bool:
        """Whether it can serve; what is left of an earlier start is removed for that."""
        return not self.died and (self.boxes is None or self.boxes.clean())

    def prepare(self) -> None:
        """Do what the next start needs, and what would take time then."""
        if self.boxes is not None:
            self.boxes.prepare()

    def start(self, descriptors: Sequence[int]) -> None:
        """Hand these over to a launcher; whether that came to be is said by `started`."""
        self._here.settimeout(ANSWER_S)
        with contextlib.suppress(OSError):
            socket.send_fds(self._here, [b"start"], list(descriptors))

    def started(self) -> int:
        """The process of the launcher that got the descriptors.

        Raises SandboxError when there is none, with the last words of the server.
        """
        said, ancillary = b"ended", list[tuple[int, int, bytes]]()
        with contextlib.suppress(OSError):
            while said == b"ended":  # of a start before, for the end of which nobody has waited
                said, ancillary, _flags, _address = self._here.recvmsg(16, socket.CMSG_SPACE(_CREDENTIALS.size))
        if said != b"started":
            last_words = self._last_words()
            self.close()
            raise SandboxError(f"the sandbox could not be started: {last_words}")
        pid: int = _CREDENTIALS.unpack(ancillary[0][2])[0]
        return pid

    def _last_words(self) -> str:
        """What it said on its own behalf, or the program that was to wrap it: little, so the pipe held it."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=1)
        try:
            os.set_blocking(self._words, False)
            return os.read(self._words, 4000).decode("utf-8", "replace").strip()
        except OSError:
            return ""

    def ended(self, seconds: float) -> bool:
        """Whether what was started last comes to its end in this time."""
        self._here.settimeout(seconds)
        try:
            return self._here.recv(16) == b"ended"
        except OSError:
            return False


class Served:
    """A start that a server does; afterwards the server is given back."""

    def __init__(self, server: Server, descriptors: Sequence[int], give_back: Callable[[Server], None]) -> None:
        self._server = server
        self._give_back = give_back
        self._pid: int | None = None
        self._failure: SandboxError | None = None
        self._handle: int | None = None
        self._over = False
        server.start(descriptors)

    @property
    def pid(self) -> int:
        """The process of the launcher; asked for late, since the fork takes a while."""
        if self._failure is not None:
            raise self._failure
        if self._pid is None:
            try:
                self._pid = self._server.started()
            except SandboxError as error:
                self._failure = error
                raise
            with contextlib.suppress(ProcessLookupError):
                self._handle = os.pidfd_open(self._pid)
        return self._pid

    def ended(self) -> bool:
        """Whether the launcher has ended, and all that it started."""
        return self._ended(0)

    def signal(self, number: signal.Signals) -> None:
        """Signal the launcher, by a handle, as its number may have become another's."""
        if self.pid and self._handle is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._handle, number)

    def leave(self) -> None:
        """Give the server back; it takes down what is left while we go on."""
        if self._pid is None:
            self._server.started()
        self._let_go()
        self._give_back(self._server)

    def wait(self, seconds: float) -> None:
        """Wait for its end; make an end of the whole server when that takes longer.

        Raises SandboxError when the server ended by itself: then nobody knows what the program would have done.
        """
        try:
            over = self._ended(seconds)
        finally:
            self._let_go()
        if over:
            self._give_back(self._server)
            return
        died = self._server.died
        self._server.close()
        if died:
            raise SandboxError("the launcher ended before its program did")

    def _let_go(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _ended(self, seconds: float) -> bool:
        self._over = self._over or (self.pid > 0 and self._server.ended(seconds))
        return self._over


class Shelf:
    """The servers of each thread that serve nobody now, by what they were made for.

    From the third start on there is one more than have served at the same time, and they take turns: what has served
    makes itself ready again while another one serves.
    """

    def __init__(self, make: Callable[[Any], Server]) -> None:
        self._make = make
        self._mine = threading.local()

    def take(self, key: Hashable) -> tuple[Server, Callable[[Server], None]]:
        """A server for this, and the way to give it back."""
        row = self._rows().setdefault(key, _Row())
        row.starts += 1
        while len(row.idle) > (row.starts > STARTS_BY_ONE):
            server = row.idle.popleft()
            if server.alive:
                return server, row.idle.append
        return self._make(key), row.idle.append

    def idle(self) -> list[Server]:
        """Those of this thread."""
        return [server for row in self._rows().values() for server in [*row.idle]]  # others may give one back meanwhile

    def _rows(self) -> dict[Hashable, _Row]:
        rows: dict[Hashable, _Row] = self._mine.__dict__.setdefault("rows", {})
        return rows


@dataclass(slots=True)
class _Row:
    """Servers that were made for the same, the one that rests the longest first, and how often one was asked for."""

    idle: deque[Server] = field(default_factory=deque)
    starts: int = 0


# --- starting processes ------------------------------------------------------------------------------------


LOCALE = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "PYTHONSAFEPATH": "1", **LOCALE, **PYTHON_VARIABLES}
# Of the launcher come both the code, which takes 3 ms less to start, and the text, for a Python of another version.
_BOOT = """\
import marshal, posix, sys
sys.path[:] = filter(None, sys.path)
from _frozen_importlib_external import MAGIC_NUMBER
said = posix.read(int(sys.argv.pop(1)), 1 << 20)
text = 8 + int.from_bytes(said[4:8], "little")
exec(marshal.loads(said[8:text]) if said[:4] == MAGIC_NUMBER else said[text:])
"""


@cache
def _launcher_itself() -> bytes:
    """The launcher as `_BOOT` reads it: it is handed over, so no folder of ours must be visible inside."""
    path = Path(__file__).with_name("launcher.py")
    code = marshal.dumps(SourceFileLoader("launcher", str(path)).get_code("launcher"))
    return MAGIC_NUMBER + len(code).to_bytes(4, "little") + code + path.read_bytes()


def _launcher(python: Path, descriptors: Sequence[int]) -> tuple[str, ...]:
    return (str(python), "-S", "-s", "-c", _BOOT, *map(str, descriptors))


def _open(argv: Sequence[str], descriptors: Sequence[int], user: int | None, words: int) -> subprocess.Popen[bytes]:
    identity: dict[str, Any] = {"user": user, "group": user, "extra_groups": []} if user is not None else {}
    try:
        return subprocess.Popen(
            argv,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=words,
            pass_fds=descriptors,
            env=_ENVIRONMENT,
            cwd="/",
            start_new_session=True,
            **identity,
        )
    except OSError as error:
        raise SandboxError(f"the sandbox could not be started: {error}") from error


@contextlib.contextmanager
def _readable(data: bytes) -> Iterator[int]:
    """A descriptor from which the data can be read. A file, as a pipe may hold no more than a page."""
    try:
        with tempfile.TemporaryFile() as file:
            file.write(data)
            file.seek(0)
            yield file.fileno()
    except OSError as error:
        raise SandboxError(f"the sandbox could not be started: {error}") from error


def _close(here: socket.socket, words: int, process: subprocess.Popen[bytes], boxes: Boxes | None) -> None:
    here.close()
    os.close(words)
    process.kill()
    process.wait()
    if boxes is not None:
        boxes.close()
