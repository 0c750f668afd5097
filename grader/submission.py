"""Files, folders and archives -> Submissions, with the file that counts found by what the task asks for.

A hand-in that can't be read becomes a Submission with `refused`, one that needs a person's decision one with
`undecided`: neither stops a batch.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from grader import plugins
from grader.errors import InputError, UnreadableHandIn
from grader.intake import archive_ending, gather, is_junk, readable
from grader.model import Submission

PAPERWORK = (".yaml", ".yml", ".md", ".csv", ".txt")


def collect(
    path: Path, language: str | None = None, main: str | None = None, identity: str | None = None
) -> Submission:
    """The submission at the path: a file, a folder or an archive.

    `language` and `main` are what a person said of it. Raises InputError when there is nothing at the path.
    """
    if not os.path.lexists(path):
        raise InputError(f"{path} does not exist")
    name = identity if identity is not None else identity_of(path)
    try:
        intake = gather(path)
    except UnreadableHandIn as error:
        return unreadable(name, str(error))
    submission = _identified(name, intake.files, language, main)
    return replace(submission, notes=tuple(intake.notes))


def identity_of(path: Path) -> str:
    """The id of the hand-in at the path: its name without its ending."""
    if path.is_dir() and not path.is_symlink():
        return path.resolve().name
    ending = archive_ending(path.name)
    return path.name[: -len(ending)] if ending else path.stem or path.name


def unreadable(identity: str, why: str, files: Mapping[str, bytes] | None = None) -> Submission:
    """A hand-in that can't be used, and why."""
    return Submission(readable(identity), files or {}, None, None, digest(files or {}), refused=why)


def digest(files: Mapping[str, bytes]) -> str:
    """A fingerprint of names and contents."""
    total = hashlib.sha256()
    for path in sorted(files):
        total.update(os.fsencode(path) + b"\0" + hashlib.sha256(files[path]).digest())
    return total.hexdigest()[:16]


# --- which file counts -------------------------------------------------------------------------------------


def _identified(name: str, files: Mapping[str, bytes], language: str | None, main: str | None) -> Submission:
    endings = {ending: one.name for one in plugins.languages().values() for ending in one.extensions}
    sources = {path: endings[_ending(path)] for path in files if _ending(path) in endings}
    if not any(content.strip(_BLANK) for content in files.values()):
        return unreadable(name, "it is empty", files)
    if language is not None:
        sources = {path: one for path, one in sources.items() if one == language}
    if main is not None:
        sources = {path: one for path, one in sources.items() if path == main}
    sources = {path: one for path, one in sources.items() if files[path].strip(_BLANK)}
    if not sources:
        what = f"no {language} file" if language else "no source file in a known language"
        return unreadable(name, f"it holds {what} (known endings: {', '.join(sorted(endings))})")
    submission = Submission(readable(name), files, None, None, digest(files))
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
    r"\b(?:def|class|struct|function\b\s*\*?|enum)\s*\bNAME\b"  # Python, JavaScript, types of Java, C and C++
    r"|\bNAME\s*(?::[^=\n]{0,80})?=(?!=)"  # a variable that holds a function
    r"|\bNAME\s*\([^;(){}]{0,500}\)\s*(?:throws [\w, .]+|(?:const|noexcept)\s*)?\{"  # methods, and functions of C
)


def _ending(path: str) -> str:
    return PurePosixPath(path).suffix.lower()


# --- many --------------------------------------------------------------------------------------------------


def collect_all(source: Path) -> Iterator[tuple[str, Path]]:
    """The hand-ins below a folder, one per file, folder or archive in it, as pairs of id and path.

    Ids that would be the same on some file system keep their endings, or get a number, so that they stay apart.
    """
    if not source.is_dir():
        raise InputError(f"{source} is no folder of submissions")
    paths = [
        path
        for path in sorted(source.iterdir())
        if not is_junk(path.name) and not path.name.startswith(".") and path.suffix.lower() not in PAPERWORK
    ]
    counts = Counter(identity_of(path).casefold() for path in paths)
    taken: set[str] = set()
    for path in paths:
        identity = identity_of(path)
        name = readable(path.name if counts[identity.casefold()] > 1 else identity)
        unique = next(
            one
            for one in itertools.chain([name], (f"{name} ({number})" for number in itertools.count(2)))
            if one.casefold() not in taken
        )
        taken.add(unique.casefold())
        yield unique, path
