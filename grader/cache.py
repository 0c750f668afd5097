"""A name -> a folder of the user's in which what was made once is found again, or none.

A file's name ends in the digest of its content, which is checked whenever it is looked for: half a file, or one that
was changed, is not found. Nothing is taken from a folder that anybody else could write. The sandbox shows these files
to programs where they lie, so the folder must be one that they can be shown.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.reach import enterable, is_covered

OF_THE_SYSTEM = Path("/var/cache")
LONG_AGO = 1_000_000_000  # the time of all files: Java takes an archive only for a file of the same time


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder for what was made from the same things by the same tools."""

    folder: Path

    def find(self, name: str) -> Path | None:
        """The file that was kept under this name, whole and unchanged."""
        for path in sorted(self.folder.glob(f"{Path(name).stem}-*{Path(name).suffix}")):
            with contextlib.suppress(OSError):
                if _ours(path) and path.name == _named(name, path.read_bytes()):
                    return path
        return None

    def keep(self, name: str, content: bytes) -> Path | None:
        """The file, kept; None where that is not possible."""
        path = self.folder / _named(name, content)
        try:
            with tempfile.NamedTemporaryFile(dir=self.folder, prefix=".", delete=False) as draft:
                try:
                    draft.write(content)
                    draft.flush()
                    os.fchmod(draft.fileno(), 0o644)
                    os.utime(draft.fileno(), (LONG_AGO, LONG_AGO))
                    Path(draft.name).replace(path)
                except BaseException:
                    Path(draft.name).unlink()
                    raise
        except OSError:
            return None
        return path


def name_for(use: str, tool: Path, told: str, files: Mapping[str, bytes]) -> str:
    """A name of a cache by all that what it keeps depends on; another build of the same version of a tool counts."""
    digest = hashlib.sha256()
    status = tool.stat() if tool.exists() else None
    digest.update(json.dumps([told, str(tool), status and (status.st_size, status.st_mtime_ns)]).encode())
    for path, content in sorted(files.items()):
        digest.update(b"%d %d %b %b" % (len(path), len(content), path.encode(), content))
    return f"{use}-{digest.hexdigest()[:32]}"


def open_cache(name: str) -> Cache | None:
    """The folder of this name, made if need be; None where there can't be one."""
    if not hasattr(os, "geteuid"):
        return None
    for base in _bases():
        folder = base / "grader" / name
        with contextlib.suppress(OSError):
            if not is_covered(folder) and _made(folder) and enterable(folder):
                return Cache(folder)
    return None


def _made(folder: Path) -> bool:
    """Make the folder, open to be read by all, if it is not there; whether only we and the system can write there."""
    folder.parent.parent.mkdir(parents=True, exist_ok=True)
    for step in (folder.parent, folder):
        if not step.exists():
            step.mkdir()
            step.chmod(0o755)
    return folder.is_dir() and all(_ours(step) for step in (folder, *folder.parents))


def _bases() -> list[Path]:
    """Where caches lie; that of the system too for root, whose own folders student code can't enter."""
    told = os.environ.get("XDG_CACHE_HOME", "")
    bases = [Path(told)] if Path(told).is_absolute() else []
    with contextlib.suppress(RuntimeError):
        bases += [] if bases else [Path.home() / ".cache"]
    return [base.resolve() for base in bases] + ([OF_THE_SYSTEM] if os.geteuid() == 0 else [])


def _ours(path: Path) -> bool:
    """Whether only we and the system can change what is there."""
    status = path.lstat()
    open_to_all = status.st_mode & 0o022 and not status.st_mode & stat.S_ISVTX
    return status.st_uid in (0, os.geteuid()) and not open_to_all and not stat.S_ISLNK(status.st_mode)


def _named(name: str, content: bytes) -> str:
    return f"{Path(name).stem}-{hashlib.sha256(content).hexdigest()}{Path(name).suffix}"
