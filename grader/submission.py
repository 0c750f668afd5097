"""Files, folders and archives -> Submissions, with the file that counts found by what the task asks for.

A hand-in that can't be read becomes a Submission with `refused`, one that needs a person's decision one with
`undecided`: neither stops a batch.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from grader import plugins
from grader.encoding import as_text, note
from grader.errors import InputError, Undecided, UnreadableHandIn
from grader.intake import plain
from grader.intake.course import folder_items
from grader.intake.gathering import DOUBLED, Intake, gather
from grader.intake.hand_ins import HandIn
from grader.intake.names import readable, some, stem
from grader.model import Submission

DECLARATIONS = (".d.ts", ".d.mts", ".d.cts")  # they only say what other files hold
MADE_FROM = {".js": ".ts", ".mjs": ".mts", ".cjs": ".cts"}  # what students' own compilers make, and of what


def collect(
    source: Path | HandIn, language: str | None = None, main: str | None = None, identity: str | None = None
) -> Submission:
    """The submission at the path, or of a class.

    `language` and `main` are what a person said of it. Raises InputError when there is nothing at the path.
    """
    if isinstance(source, HandIn):
        return source.told_of(_collected(source.id, source.gather, language, main))
    if not os.path.lexists(source):
        raise InputError(f"{source} does not exist")
    name = identity if identity is not None else identity_of(source)
    return _collected(name, lambda: gather(source), language, main)


def _collected(name: str, gather_files: Callable[[], Intake], language: str | None, main: str | None) -> Submission:
    try:
        intake = gather_files()
    except UnreadableHandIn as error:
        return unreadable(name, str(error))
    except Undecided as error:
        return undecided(name, str(error))
    submission = _identified(name, intake.files, language, main)
    return replace(submission, notes=(*intake.notes, *submission.notes))


def identity_of(path: Path) -> str:
    """The id of the hand-in at the path: its name without its ending."""
    if path.is_dir() and not path.is_symlink():
        return path.resolve().name
    return stem(path.name)


def unreadable(identity: str, why: str, files: Mapping[str, bytes] | None = None) -> Submission:
    """A hand-in that can't be used, and why."""
    return Submission(readable(identity), files or {}, None, None, digest(files or {}), refused=why)


def undecided(identity: str, why: str) -> Submission:
    """A hand-in about which a person has to do something first, and what; it costs nobody points."""
    return Submission(readable(identity), {}, None, None, digest({}), undecided=why)


def digest(files: Mapping[str, bytes]) -> str:
    """A fingerprint of names and contents."""
    total = hashlib.sha256()
    for path in sorted(files):
        total.update(os.fsencode(path) + b"\0" + hashlib.sha256(files[path]).digest())
    return total.hexdigest()[:16]


# --- which file counts -------------------------------------------------------------------------------------


def _identified(name: str, files: Mapping[str, bytes], language: str | None, main: str | None) -> Submission:
    endings = {ending: one.name for one in plugins.languages().values() for ending in one.extensions}
    files, notes = _without_second_endings(files, endings)
    written = (path for path in files if not path.lower().endswith(DECLARATIONS))
    sources = {path: endings[_ending(path)] for path in written if _ending(path) in endings}
    if not any(content.strip(_BLANK) for content in files.values()):
        return unreadable(name, "it is empty", files)
    if language is not None:
        sources = {path: one for path, one in sources.items() if one == language}
    if main is not None:
        sources = {path: one for path, one in sources.items() if path == main}
    sources = {path: one for path, one in sources.items() if files[path].strip(_BLANK)}
    if not sources:
        what = f"no {language} file" if language else "no source file in a known language"
        what += f", only {some(files)}" if files else ""
        return unreadable(name, f"it holds {what} (known endings: {', '.join(sorted(endings))})")
    submission = Submission(readable(name), files, None, None, digest(files), notes)
    return replace(submission, candidates=tuple(sorted(sources.items())))


def _without_second_endings(
    files: Mapping[str, bytes], endings: Collection[str]
) -> tuple[Mapping[str, bytes], tuple[str, ...]]:
    """Where there is no source file, the files without a `.txt` that some system put behind the real ending."""
    if any(_ending(path) in endings for path in files):
        return files, ()
    renamed = {
        path: path[: -len(DOUBLED)] for path in files if _ending(path) == DOUBLED and _ending(path[:-4]) in endings
    }
    if not renamed or set(renamed.values()) & set(files):
        return files, ()
    notes = tuple(f"`{path}` was taken as `{wanted}`." for path, wanted in renamed.items())
    return {renamed.get(path, path): content for path, content in files.items()}, notes


_BLANK = b" \t\r\n\xef\xbb\xbf"


def decide(submission: Submission, names: Sequence[str]) -> Submission:
    """The submission with its main file: the one candidate that defines what the task asks for.

    Where several do, a person has to decide, and the submission says so, unless the others are called old versions of
    the one that has the name asked for. Languages that compile all files together only need to agree on the language.
    """
    if submission.refused or submission.main or not submission.candidates:
        return submission
    submission = _without_made(submission)
    candidates = submission.candidates
    if len(candidates) > 1:
        defining = [one for one in candidates if _defines(submission.files[one[0]], names)]
        candidates = tuple(defining) or candidates
        candidates = _not_imported(candidates, submission.files) or candidates
    languages = sorted({language for _path, language in candidates})
    if len(languages) > 1:
        said = ", ".join(path for path, _language in candidates)
        return replace(
            submission,
            undecided=f"it could be meant in {' or '.join(languages)} ({said}); say which by --language",
        )
    whole = plugins.languages()[languages[0]].compiles_all_files
    old = () if whole else _old_versions([path for path, _language in candidates], names)
    candidates = tuple(one for one in candidates if one[0] not in old)
    if whole:
        candidates = tuple(sorted(candidates, key=lambda one: _plainness(one[0])))
    elif len(candidates) > 1:
        said = ", ".join(path for path, _language in candidates)
        return replace(
            submission, undecided=f"several files could be the one that counts ({said}); hand in one of them"
        )
    notes = [note(path, submission.files[path]) for path, _language in candidates]
    notes += [f"`{candidates[0][0]}` was graded, as it has the name asked for, and not `{path}`." for path in old]
    told = tuple(one for one in notes if one is not None)
    return replace(submission, language=languages[0], main=candidates[0][0], notes=(*submission.notes, *told))


def _old_versions(paths: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """All paths but the one that has a name asked for, if each of them is called an old version of it."""
    exact = [path for path in paths if path.count("/") == 0 and PurePosixPath(path).stem in names]
    if len(exact) != 1:
        return ()
    name = PurePosixPath(exact[0]).stem.casefold()
    others = [path for path in paths if path != exact[0]]
    is_old = (_OLD.search(path.casefold()) and name in PurePosixPath(path).stem.casefold() for path in others)
    return tuple(others) if all(is_old) else ()


_OLD = re.compile(r"(?<![^\W_\d])(?:old|older|backup|bak|orig|original|previous|prev|obsolete|unused)(?![^\W_\d])")


def _plainness(path: str) -> tuple[bool, int, str]:
    """Smaller for a file that is not called like a copy (`Game (1).java`) and lies further out."""
    return not PurePosixPath(path).stem.isidentifier(), path.count("/"), path


def _without_made(submission: Submission) -> Submission:
    """Without candidates that a compiler made of others, which students hand in beside what they wrote."""
    written = {PurePosixPath(path).name.lower(): path for path, _language in submission.candidates}
    origins = {
        path: written.get(PurePosixPath(path).with_suffix(MADE_FROM[_ending(path)]).name.lower())
        for path, _language in submission.candidates
        if _ending(path) in MADE_FROM
    }
    made = {path: origin for path, origin in origins.items() if origin is not None}
    notes = tuple(f"{path} was not used, as it seems to be made from {origin}." for path, origin in made.items())
    kept = tuple(one for one in submission.candidates if one[0] not in made)
    return replace(submission, candidates=kept, notes=(*submission.notes, *notes))


def _defines(source: bytes, names: Sequence[str]) -> bool:
    """Whether the source seems to define one of the names, in any of the languages."""
    text = as_text(source)
    return any(re.search(_DEFINITION.replace("NAME", re.escape(name)), text) for name in names)


_DEFINITION = (
    # Python, Ruby, JavaScript, types of Java, C and C++
    r"\b(?:def|def\s+self\.|class|struct|function\b\s*\*?|enum)\s*\bNAME\b"
    # a variable that holds a function, and not what another file exports
    r"|\bNAME\s*(?::[^=\n]{0,80})?=(?!=)(?!\s*\(?(?:await\s+)?(?:require|import)\b)"
    # methods of Java, JavaScript and TypeScript, functions of C
    r"|\bNAME\s*\([^;(){}]{0,500}\)\s*(?:throws [\w, .]+|(?:const|noexcept)\s*|:[^;(){}\n]{1,80})?\{"
    r"|\bfunc\s*(?:\([^()\n]{0,200}\)\s*)?NAME\s*\(|\btype\s+NAME\b"  # functions, methods and types of Go
)


def _not_imported(candidates: Sequence[tuple[str, str]], files: Mapping[str, bytes]) -> tuple[tuple[str, str], ...]:
    """The candidates that no other one seems to import, as JavaScript and TypeScript do it."""
    imported = {
        path: {PurePosixPath(name).stem for name in _IMPORTED.findall(files[path].decode("utf-8", "replace"))}
        for path, _language in candidates
    }
    return tuple(
        one
        for one in candidates
        if not any(PurePosixPath(one[0]).stem in names for path, names in imported.items() if path != one[0])
    )


_IMPORTED = re.compile(r"""(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*['"](\.[^'"\n]{1,200})['"]""")


def _ending(path: str) -> str:
    return PurePosixPath(path).suffix.lower()


# --- many --------------------------------------------------------------------------------------------------


def collect_all(source: Path) -> Iterator[tuple[str, HandIn]]:
    """The hand-ins in a plain folder, one per file, folder or archive in it, with their ids."""
    items = plain.visible(folder_items(source))
    for hand_in in plain.hand_ins([item for item in items if not plain.is_paperwork(item)]):
        yield hand_in.id, hand_in
