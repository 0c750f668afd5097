"""A folder of a launcher -> one box after another, where no namespace offers them.

Making a box and removing the last one cost more than all else that the grader does for a start. So both are done
while a program of another launcher runs; what is left behind until then, programs of that one can't even read.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from pathlib import Path

from grader.errors import SandboxError

Folder = tempfile.TemporaryDirectory[str]


def make_nonce() -> bytes:
    """What proves to a launcher that it is inside its box."""
    return secrets.token_hex(16).encode()


def make_box(nonce: bytes, user: int | None, parent: Path | None = None) -> Folder:
    """A folder of this machine as the box of one start, with one for temporary files; remove it by its `cleanup`.

    Raises SandboxError when there is no room for it, say.
    """
    try:
        folder = tempfile.TemporaryDirectory(prefix="grader-box-", dir=parent, ignore_cleanup_errors=True)
        box = Path(folder.name)
        inside = box / ".inside"
        inside.write_bytes(nonce)
        (box / "tmp").mkdir()
        if user is not None:
            for path in (box, inside, box / "tmp"):
                os.chown(path, user, user)
    except OSError as error:
        raise SandboxError(f"no folder for a box could be made: {error}") from error
    return folder


class Boxes:
    """The boxes of a launcher that runs as this user, all in one folder, which goes when `close` is called."""

    def __init__(self, user: int | None) -> None:
        self.nonce, self._user = make_nonce(), user
        self._home = tempfile.TemporaryDirectory(prefix="grader-boxes-", ignore_cleanup_errors=True)
        self.path = Path(self._home.name)
        self.path.chmod(0o711)  # for a launcher that is another user
        self.close = self._home.cleanup
        self._ready: Folder | None = None
        self._left: Folder | None = None

    def take(self) -> Folder:
        """The box of the next start; nothing of the last one is there any more. Raises SandboxError."""
        self._remove_what_is_left()
        box, self._ready = self._ready, None
        if box is None or not Path(box.name, ".inside").exists():  # tidy machines remove what nobody used for long
            box = make_box(self.nonce, self._user, self.path)
        return box

    def leave(self, box: Folder) -> None:
        """Give a box back when nothing of its program lives any more."""
        self._left = box

    def prepare(self) -> None:
        """Remove the box that was left, and make the next one, if that can be done."""
        self._remove_what_is_left()
        if self._ready is None:
            with contextlib.suppress(SandboxError):
                self._ready = make_box(self.nonce, self._user, self.path)

    def _remove_what_is_left(self) -> None:
        if self._left is not None:
            self._left.cleanup()
            self._left = None
