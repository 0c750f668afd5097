"""Folders of this machine as boxes, where no namespace offers them: made, and removed whatever lies in them.

A program may leave ten thousand folders in each other, or one that nobody may open. So a box is emptied step by step
through descriptors, without recursion, links not followed; the folder itself goes when nothing is in it any more.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from collections.abc import Iterator
from pathlib import Path

from grader.errors import SandboxError

SMALL = 50  # files and folders
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)


def make_nonce() -> bytes:
    """What proves to a launcher that it is inside its box."""
    return secrets.token_hex(16).encode()


class Box:
    """A folder for one start, with one for temporary files in it. Raises SandboxError when there is no room, say."""

    def __init__(self, nonce: bytes, user: int | None, parent: Path | None = None) -> None:
        self._gone = False
        with _making():
            self._folder = tempfile.TemporaryDirectory(prefix="grader-box-", dir=parent, ignore_cleanup_errors=True)
            self.path = Path(self._folder.name)
            proof, temporary = self.path / ".inside", self.path / "tmp"
            proof.write_bytes(nonce)
            temporary.mkdir()
            if user is not None:
                for path in (self.path, proof, temporary):
                    os.chown(path, user, user)

    @property
    def whole(self) -> bool:
        """Whether nobody has removed it: tidy machines do that to what was not used for long."""
        with contextlib.suppress(OSError):
            return (self.path / ".inside").exists()
        return False

    @property
    def is_small(self) -> bool:
        """Whether there is little in it."""
        waiting, seen = [str(self.path)], 0
        with contextlib.suppress(OSError):
            while waiting:
                with os.scandir(waiting.pop()) as entries:
                    for entry in entries:
                        seen += 1
                        if seen > SMALL:
                            return False
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append(entry.path)
            return True
        return False

    def remove(self) -> bool:
        """Remove it with all that is in it, once nothing of its program lives; whether it is gone."""
        self._gone = self._gone or _remove(self._folder)
        return self._gone


class Boxes:
    """The boxes of a launcher that runs as this user, one after another in a folder that goes by `close`.

    Making and removing them would be a tenth of a start, so that is done while a program of another launcher begins;
    that one can't read what lies here. It is not watched meanwhile, so a box with much in it is removed at once.
    """

    def __init__(self, user: int | None) -> None:
        self.nonce, self._user = make_nonce(), user
        with _making():
            self._home = tempfile.TemporaryDirectory(prefix="grader-boxes-", ignore_cleanup_errors=True)
            self.path = Path(self._home.name)
            self.path.chmod(0o711)  # for a launcher that is another user
        self._ready: Box | None = None
        self._left: Box | None = None

    def prepare(self) -> None:
        """Remove what was left, and make the next box."""
        self._clear()
        if self._ready is None:
            with contextlib.suppress(SandboxError):
                self._ready = Box(self.nonce, self._user, self.path)

    def clean(self) -> bool:
        """Remove what was left; whether nothing is, so that the next program can't read it, and there is a folder."""
        return self._clear() and os.path.isdir(self.path)  # noqa: PTH112 - one that says no where it can't be seen

    def take(self) -> Box:
        """The next box. Raises SandboxError."""
        box, self._ready = self._ready, None
        return box if box is not None and box.whole else Box(self.nonce, self._user, self.path)

    def leave(self, box: Box) -> None:
        """Give a box back when nothing of its program lives."""
        if not box.is_small:
            box.remove()
        self._left = box

    def close(self) -> None:
        """Remove the folder."""
        _remove(self._home)

    def _clear(self) -> bool:
        if self._left is not None and self._left.remove():
            self._left = None
        return self._left is None


def empty(descriptor: int) -> None:
    """Remove all that lies in this folder, and close the descriptor. Raises OSError when something can't be removed."""
    above: list[tuple[str, tuple[int, int]]] = []
    try:
        while True:
            name = _remove_files(descriptor)
            if name is not None:
                above.append((name, _identity(descriptor)))
                descriptor = _moved(descriptor, _open(name, descriptor))
            elif above:
                name, identity = above.pop()
                descriptor = _moved(descriptor, os.open("..", _FOLDER, dir_fd=descriptor))
                if _identity(descriptor) != identity:
                    raise OSError(f"{name} was moved while it was emptied")
                os.rmdir(name, dir_fd=descriptor)
            else:
                return
    finally:
        os.close(descriptor)


def _remove_files(descriptor: int) -> str | None:
    """Remove files and empty folders, until one is met that holds something: its name."""
    with os.scandir(descriptor) as entries:
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False):
                os.unlink(entry.name, dir_fd=descriptor)
                continue
            try:
                os.rmdir(entry.name, dir_fd=descriptor)
            except OSError:
                return entry.name
    return None


def _open(name: str, above: int | None = None) -> int:
    """A folder, in that one or by its whole path, also if a program has shut it.

    That is opened by a handle: what lives on at level `none` could put a link in the place of the name.
    """
    try:
        return os.open(name, _FOLDER, dir_fd=above)
    except PermissionError:
        if not hasattr(os, "O_PATH"):
            raise
    handle = os.open(name, _FOLDER | os.O_PATH, dir_fd=above)
    try:
        opened = f"/proc/self/fd/{handle}"
        os.chmod(opened, 0o700)  # noqa: PTH101 - the folder itself, whatever its name leads to by now
        return os.open(opened, os.O_RDONLY)
    finally:
        os.close(handle)


def _moved(before: int, after: int) -> int:
    os.close(before)
    return after


def _identity(descriptor: int) -> tuple[int, int]:
    found = os.fstat(descriptor)
    return found.st_dev, found.st_ino


def _remove(folder: tempfile.TemporaryDirectory[str]) -> bool:
    """Remove the folder as far as that can be done, without following a link; whether it is gone."""
    with contextlib.suppress(OSError):
        if os.name == "posix":
            empty(_open(folder.name))
            Path(folder.name).rmdir()
    with contextlib.suppress(OSError, RecursionError):
        folder.cleanup()
    return not os.path.lexists(folder.name)


@contextlib.contextmanager
def _making() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SandboxError(f"no folder for a box could be made: {error}") from error
