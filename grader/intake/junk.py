"""A path in a hand-in -> whether some editor, system, tool or compiler left it there, and under what name to say so."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

FOLDERS_AND_FILES = {
    # systems
    "__macosx", ".ds_store", "thumbs.db", "ehthumbs.db", "desktop.ini", ".trashes", ".spotlight-v100", ".fseventsd",
    "$recycle.bin", "system volume information", ".directory",
    # version control
    ".git", ".svn", ".hg", ".gitignore", ".gitattributes", ".gitmodules", ".gitkeep",
    # editors
    ".idea", ".vscode", ".vs", ".fleet", ".zed", ".settings", ".classpath", ".project", ".metadata", ".history",
    ".ipynb_checkpoints",
    # what tools bring, make or keep
    "node_modules", "bower_components", "__pycache__", ".venv", "venv", ".mypy_cache", ".pytest_cache", ".ruff_cache",
    ".tox", ".nox", ".eggs", "site-packages", ".gradle", ".nyc_output", ".parcel-cache", "cmakefiles",
    "grader-report",
}  # fmt: skip
ENDINGS = (
    ".class", ".pyc", ".pyo", ".o", ".obj", ".exe", ".dll", ".so", ".dylib", ".pdb", ".ilk", ".gch", ".bak", "~",
    ".swp", ".swo", ".iml", ".sublime-workspace",
)  # fmt: skip
ENVIRONMENT = "pyvenv.cfg"
PARTS_OF_ENVIRONMENTS = {"bin", "scripts", "lib", "lib64", "include", "share", "etc", ENVIRONMENT}


def junk_in(path: str) -> str | None:
    """The part of the path by which it is junk."""
    for part in PurePosixPath(path).parts:
        if part.lower() in FOLDERS_AND_FILES or part.startswith("._"):
            return part
    return PurePosixPath(path).name if path.lower().endswith(ENDINGS) else None


def is_junk(path: str) -> bool:
    """Whether the path is none of a student's work."""
    return junk_in(path) is not None


def environments(paths: Iterable[str]) -> set[str]:
    """The folders that are virtual environments of Python, whatever they are called."""
    found = (PurePosixPath(path) for path in paths if path.lower().endswith(ENVIRONMENT))
    return {str(path.parent) for path in found if path.name.lower() == ENVIRONMENT}


def environment_of(path: str, known: set[str]) -> str | None:
    """The environment that the path is a part of; a student's own files beside those of an environment are not."""
    if not known:
        return None
    parts = PurePosixPath(path).parts
    for depth in range(len(parts)):
        folder = "/".join(parts[:depth]) or "."
        if folder in known and parts[depth].lower() in PARTS_OF_ENVIRONMENTS:
            return parts[depth - 1] if depth else parts[depth]
    return None
