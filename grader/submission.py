"""Files, folders and archives -> Submissions. Hostile input: nothing here follows a link or trusts a header.

A hand-in that can't be read becomes a Submission with `refused`, one that needs a person's decision one with
`undecided`: neither stops a batch.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import tarfile
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path, PurePosixPath

from grader import plugins
from grader.errors import InputError, UnreadableHandIn
from grader.model import MEBIBYTE, Submission

MOST_FILES = 500
MOST_BYTES = 16 * MEBIBYTE
DEEPEST = 12
JUNK = {
    "__macosx", ".ds_store", "thumbs.db", "desktop.ini", ".git", ".svn", ".hg", ".idea", ".vscode", ".vs", ".settings",
    "node_modules", "__pycache__", ".venv", "venv", ".mypy_cache", ".pytest_cache", ".gradle", ".classpath", ".project",
}  # fmt: skip
JUNK_ENDINGS = (".class", ".pyc", ".pyo", ".o", ".exe", ".bak", "~", ".swp")
PAPERWORK = (".yaml", ".yml", ".md", ".csv", ".txt")
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")

Files = dict[str, bytes]


@dataclass(slots=True)
class _Intake:
    """Files gathered so far, with the caps that hold for all of them together."""

    files: Files
    notes: list[str]
    total: int = 0

    def add(self, path: str, content: bytes) -> None:
        if is_junk(path):
            return
        if not path or path.startswith("/") or ".." in PurePosixPath(path).parts or "\0" in path:
            raise UnreadableHandIn(f"it holds a file that would lie outside of it: {path!r}")
        if len(PurePosixPath(path).parts) > DEEPEST:
            raise UnreadableHandIn(f"its folders are nested more than {DEEPEST} deep")
        same = _folded(path)
        if any(_folded(other) == same for other in self.files):
            raise UnreadableHandIn(f"two of its files have the same name: {path!r}")
        self.total += len(content)
        if self.total > MOST_BYTES:
            raise UnreadableHandIn(f"it is larger than {MOST_BYTES // MEBIBYTE} MiB")
        if len(self.files) >= MOST_FILES:
            raise UnreadableHandIn(f"it holds more than {MOST_FILES} files")
        self.files[path] = content


def is_junk(path: str) -> bool:
    """Files that editors, systems and compilers leave behind."""
    parts = [part.lower() for part in PurePosixPath(path).parts]
    return (
        any(part in JUNK or part.startswith("._") for part in parts)
        or parts[-1:] == [".gitignore"]
        or path.lower().endswith(JUNK_ENDINGS)
    )


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()


# --- one ---------------------------------------------------------------------------------------------------


def collect(
    path: Path, language: str | None = None, main: str | None = None, identity: str | None = None
) -> Submission:
    """The submission at the path: a file, a folder or an archive.

    `language` and `main` are what a person said of it. Raises InputError when there is nothing at the path.
    """
    if not path.exists():
        raise InputError(f"{path} does not exist")
    intake = _Intake({}, [])
    name = identity if identity is not None else _identity(path)
    try:
        if path.is_dir():
            _read_folder(path, intake)
        elif path.name.lower().endswith(ARCHIVES):
            _read_archive(path, intake)
        else:
            intake.files[_safe_name(path.name)] = _read_file(path)
    except UnreadableHandIn as error:
        return _submission(name, {}, refused=str(error))
    except OSError as error:
        return _submission(name, {}, refused=f"it can't be read: {error.strerror or error}")
    return _identified(name, _without_single_folder(intake.files), language, main)


def _identity(path: Path) -> str:
    lower = path.name.lower()
    ending = next((ending for ending in sorted(ARCHIVES, key=len, reverse=True) if lower.endswith(ending)), None)
    if path.is_dir():
        return path.resolve().name
    return path.name[: -len(ending)] if ending else path.stem or path.name


def _submission(name: str, files: Files, *, refused: str | None = None) -> Submission:
    return Submission(_readable(name), files, None, None, digest(files), refused=refused)


def _readable(name: str) -> str:
    """A name that can be printed; bytes that are no UTF-8 become escapes."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def digest(files: Mapping[str, bytes]) -> str:
    """A fingerprint of names and contents."""
    total = hashlib.sha256()
    for path in sorted(files):
        total.update(os.fsencode(path) + b"\0" + hashlib.sha256(files[path]).digest())
    return total.hexdigest()[:16]


def _safe_name(name: str) -> str:
    """The file's own name, as long as a file system inside a box can hold it."""
    return os.fsencode(name).decode("utf-8", "replace")


def _read_file(path: Path) -> bytes:
    """The content of a regular file; links, pipes and devices are refused without being opened."""
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        raise UnreadableHandIn("it is a link, not a file")
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableHandIn("it is no regular file")
    if status.st_size > MOST_BYTES:
        raise UnreadableHandIn(f"it is larger than {MOST_BYTES // MEBIBYTE} MiB")
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(descriptor, "rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise UnreadableHandIn(f"it is larger than {MOST_BYTES // MEBIBYTE} MiB")
    return content


def _read_folder(folder: Path, intake: _Intake) -> None:
    if folder.is_symlink():
        raise UnreadableHandIn("it is a link, not a folder")
    for parent, folders, names in os.walk(folder):
        here = Path(parent)
        inside = here.relative_to(folder)
        if len(inside.parts) >= DEEPEST:
            raise UnreadableHandIn(f"its folders are nested more than {DEEPEST} deep")
        folders[:] = sorted(one for one in folders if not is_junk(one) and not (here / one).is_symlink())
        for name in sorted(names):
            path = here / name
            if is_junk(name):
                continue
            if path.is_symlink():
                intake.notes.append(f"the link {name} was left out")
                continue
            intake.add(_safe_name((inside / name).as_posix()), _read_file(path))


# --- archives ----------------------------------------------------------------------------------------------


def _read_archive(path: Path, intake: _Intake) -> None:
    content = _read_file(path)
    try:
        if path.name.lower().endswith(".zip"):
            _read_zip(content, intake)
        else:
            _read_tar(content, intake)
    except UnreadableHandIn:
        raise
    except RuntimeError as error:
        raise UnreadableHandIn("the archive is locked with a password") from error
    except (
        zipfile.BadZipFile,
        tarfile.TarError,
        zlib.error,
        EOFError,
        NotImplementedError,
        ValueError,
        OSError,
    ) as error:
        raise UnreadableHandIn(f"the archive is broken: {error}") from error


def _read_zip(content: bytes, intake: _Intake) -> None:
    with zipfile.ZipFile(BytesIO(content)) as archive:
        entries = archive.infolist()
        if len(entries) > 4 * MOST_FILES:
            raise UnreadableHandIn(f"it holds more than {MOST_FILES} files")
        for entry in entries:
            path = entry.filename.replace("\\", "/")
            kind = stat.S_IFMT(entry.external_attr >> 16)
            if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
                raise UnreadableHandIn(f"it holds a link or a device: {path!r}")
            if entry.is_dir() or path.endswith("/"):
                _check_path(path)
                continue
            _check_path(path)
            if is_junk(path):
                continue
            with archive.open(entry) as file:
                intake.add(path, _capped(file.read(MOST_BYTES - intake.total + 1), intake))


def _read_tar(content: bytes, intake: _Intake) -> None:
    with tarfile.open(fileobj=BytesIO(content)) as archive:
        for count, entry in enumerate(archive):
            if count > 4 * MOST_FILES:
                raise UnreadableHandIn(f"it holds more than {MOST_FILES} files")
            _check_path(entry.name)
            if entry.isdir():
                continue
            if not entry.isreg():
                raise UnreadableHandIn(f"it holds a link or a device: {entry.name!r}")
            path = PurePosixPath(entry.name).as_posix()
            file = archive.extractfile(entry)
            if file is not None and not is_junk(path):
                intake.add(path, _capped(file.read(MOST_BYTES - intake.total + 1), intake))


def _check_path(path: str) -> None:
    parts = PurePosixPath(path).parts
    if path.startswith("/") or ".." in parts or re.match(r"[A-Za-z]:", path):
        raise UnreadableHandIn(f"it holds a file that would lie outside of it: {path!r}")


def _capped(content: bytes, intake: _Intake) -> bytes:
    if len(content) + intake.total > MOST_BYTES:
        raise UnreadableHandIn(f"it is larger than {MOST_BYTES // MEBIBYTE} MiB when unpacked")
    return content


def _without_single_folder(files: Files) -> Files:
    """Without the one folder that holds everything, as archives are often made."""
    heads = {PurePosixPath(path).parts[0] for path in files}
    if len(heads) != 1 or any(len(PurePosixPath(path).parts) == 1 for path in files):
        return files
    head = heads.pop()
    inner = {path[len(head) + 1 :]: content for path, content in files.items()}
    return _without_single_folder(inner)


# --- which file counts -------------------------------------------------------------------------------------


def _identified(name: str, files: Files, language: str | None, main: str | None) -> Submission:
    endings = {ending: one.name for one in plugins.languages().values() for ending in one.extensions}
    sources = {path: endings[_ending(path)] for path in files if _ending(path) in endings}
    if not any(content.strip(_BLANK) for content in files.values()):
        return _submission(name, files, refused="it is empty")
    if language is not None:
        sources = {path: one for path, one in sources.items() if one == language}
    if main is not None:
        sources = {path: one for path, one in sources.items() if path == main}
    sources = {path: one for path, one in sources.items() if files[path].strip(_BLANK)}
    if not sources:
        what = f"no {language} file" if language else "no source file in a known language"
        return _submission(name, files, refused=f"it holds {what} (known endings: {', '.join(sorted(endings))})")
    submission = Submission(_readable(name), files, None, None, digest(files))
    return replace(submission, candidates=tuple(sorted(sources.items())))


_BLANK = b" \t\r\n\xef\xbb\xbf"


def decide(submission: Submission, names: Sequence[str]) -> Submission:
    """The submission with its main file: the one candidate that defines what the task asks for.

    Where several do, a person has to decide, and the submission says so. Languages that compile all files
    together only need to agree on the language.
    """
    if submission.refused or submission.main or not submission.candidates:
        return submission
    candidates = submission.candidates
    if len(candidates) > 1:
        defining = [one for one in candidates if _defines(submission.files[one[0]], names)]
        candidates = tuple(defining) or candidates
    languages = sorted({language for _path, language in candidates})
    if len(languages) > 1:
        said = ", ".join(path for path, _language in candidates)
        return replace(
            submission,
            undecided=f"it could be meant in {' or '.join(languages)} ({said}); say which by --language",
        )
    whole = plugins.languages()[languages[0]].compiles_all_files
    if len(candidates) > 1 and not whole:
        said = ", ".join(path for path, _language in candidates)
        return replace(
            submission, undecided=f"several files could be the one that counts ({said}); hand in one of them"
        )
    return replace(submission, language=languages[0], main=candidates[0][0])


def _defines(source: bytes, names: Sequence[str]) -> bool:
    """Whether the source seems to define one of the names, in any of the languages."""
    text = source.decode("utf-8", "replace")
    return any(re.search(_DEFINITION.replace("NAME", re.escape(name)), text) for name in names)


_DEFINITION = (
    r"\b(?:def|class|function|enum)\s+NAME\b"  # Python, JavaScript, types of Java
    r"|\bNAME\s*=(?!=)"  # a variable that holds a function
    r"|\b[\w\[\]<>]+\s+NAME\s*\([^;)]*\)\s*(?:throws [\w, .]+)?\{"  # methods of Java
)


def _ending(path: str) -> str:
    return PurePosixPath(path).suffix.lower()


# --- many --------------------------------------------------------------------------------------------------


def collect_all(source: Path) -> Iterator[tuple[str, Path]]:
    """The hand-ins below a folder, one per file, folder or archive in it, as pairs of id and path.

    Two whose ids would be the same keep their endings, so that they stay two.
    """
    if not source.is_dir():
        raise InputError(f"{source} is no folder of submissions")
    paths = [path for path in sorted(source.iterdir()) if not is_junk(path.name) and not path.name.startswith(".")]
    counts: dict[str, int] = {}
    for path in paths:
        counts[_folded(_identity(path))] = counts.get(_folded(_identity(path)), 0) + 1
    for path in paths:
        if path.is_file() and not path.is_symlink() and path.suffix.lower() in PAPERWORK:
            continue
        identity = _identity(path)
        yield (path.name if counts[_folded(identity)] > 1 else identity), path


def unreadable(identity: str, why: str) -> Submission:
    """A hand-in of which nothing can be read."""
    return _submission(identity, {}, refused=why)
