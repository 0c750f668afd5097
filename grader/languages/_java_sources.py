"""The Java files of a hand-in -> what the compiler gets: each named after its class, without what only disturbs.

Students hand in whole project folders. A copy of a file, a description of a module or package, and a test for a library
that is not here are left out and told; no line of any file moves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from grader.encoding import as_text

ENDING = ".java"
_DESCRIPTIONS = ("module-info.java", "package-info.java")
_PRELUDE = "import java.util.*; import java.util.function.*; import java.util.stream.*; import java.io.*; "
_NOISE = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\Z)|"(?:\\.|[^"\\\n])*(?:"|(?=\n)|\\?\Z)|\'(?:\\.|[^\'\\\n])*(?:\'|(?=\n)|\\?\Z)|//[^\n]*|/\*.*?(?:\*/|\Z)',
    re.DOTALL,
)
_BRACE_OR_PUBLIC = re.compile(
    r"[{}]|\bpublic\s+(?:(?:abstract|final|strictfp|sealed|non-sealed)\s+)*"
    r"(?:class|interface|enum|record|@interface)\s+(\w+)"
)
_PACKAGE = re.compile(r"^[ \t]*package[ \t]+([\w.]+)\s*;", re.MULTILINE)
_TYPE = re.compile(r"\b(?:class|interface|enum|record)\s+(\w+)")
_ERROR = re.compile(r"^\./(?P<file>[^\n:]+\.java):\d+: error: (?P<text>[^\n]*)", re.MULTILINE)
_NO_PACKAGE = re.compile(r"package ([\w.]+) does not exist")


@dataclass(frozen=True, slots=True)
class Sources:
    """The texts by the name that each file must have, the names that the student gave them, and what to tell."""

    texts: Mapping[str, str]
    given: Mapping[str, str]
    notes: tuple[str, ...] = ()
    copies: Mapping[str, str] = field(default_factory=dict)

    def wanted(self, given: str) -> str:
        """The name that a file of the student's must have, or that of the file that stands for its copies."""
        name = self.copies.get(given, given)
        return next((wanted for wanted, other in self.given.items() if other == name), "")

    def with_prelude(self) -> Sources:
        """The same with the imports that programming sites supply."""
        return replace(self, texts={path: _with_prelude(text) for path, text in self.texts.items()})


@dataclass(frozen=True, slots=True)
class _File:
    path: str
    text: str
    package: str
    type: str | None

    @property
    def closeness(self) -> tuple[bool, int, str]:
        """Smaller for the file that the compiler itself would look for."""
        path = PurePosixPath(self.path)
        return path.stem != self.type, len(path.parts), self.path


def sources_of(files: Mapping[str, bytes], main: str) -> Sources:
    """The Java files to compile; of copies, that which is the main file stays."""
    read: list[_File] = []
    for path, content in sorted(files.items()):
        if path.lower().endswith(ENDING) and PurePosixPath(path).name not in _DESCRIPTIONS:
            text = as_text(content)
            bare = _bare(text)
            package = _PACKAGE.search(bare)
            read.append(_File(path, text, package[1] if package else "", _public_type(bare) or _first_type(bare)))
    kept, copies = _without_copies(read, main)
    notes = tuple(f"`{path}` was left out, as `{other}` has the same class." for path, other in copies.items())
    texts: dict[str, str] = {}
    given: dict[str, str] = {}
    for file in kept:
        folder = PurePosixPath(file.path).parent
        name = file.type or f"File{len(texts) + 1}"
        wanted = (folder / f"{name}{ENDING}").as_posix()
        if wanted in texts:
            wanted = (folder / f"again{len(texts)}" / f"{name}{ENDING}").as_posix()
        texts[wanted] = file.text
        given[wanted] = file.path
    return Sources(texts, given, notes, copies)


def _without_copies(files: list[_File], main: str) -> tuple[list[_File], dict[str, str]]:
    """The files whose class no other has, or that are plainly those that are meant, and what each copy stands for."""
    groups: dict[tuple[str, str], list[_File]] = {}
    for file in files:
        groups.setdefault((file.package, file.type or file.path), []).append(file)
    copies: dict[str, str] = {}
    for group in groups.values():
        first, *others = sorted(group, key=lambda file: (file.path != main, file.closeness))
        for other in others:
            if other.text == first.text or other.closeness[:2] != first.closeness[:2]:
                copies[other.path] = first.path
    return [file for file in files if file.path not in copies], copies


def without_unneeded(sources: Sources, main: str, log: str) -> Sources | None:
    """Without the files that failed for want of a library; None if others failed too, or the main one did."""
    failed: dict[str, str] = {}
    lacking: dict[str, str] = {}
    for match in _ERROR.finditer(log):
        failed.setdefault(match["file"], match["text"])
        if package := _NO_PACKAGE.match(match["text"]):
            lacking.setdefault(match["file"], package[1])
    if not failed or set(failed) != set(lacking) or main in failed:
        return None
    notes = tuple(
        f"`{sources.given[path]}` was left out, as it needs `{package}`, which is not here."
        for path, package in lacking.items()
    )
    texts = {path: text for path, text in sources.texts.items() if path not in failed}
    return replace(sources, texts=texts, notes=(*sources.notes, *notes)) if texts else None


# --- looking into sources ----------------------------------------------------------------------------------


def _bare(text: str) -> str:
    """The text without comments and literals, line ends kept."""
    return _NOISE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def _public_type(bare: str) -> str | None:
    """The name of the public type at the top level."""
    depth = 0
    for match in _BRACE_OR_PUBLIC.finditer(bare):
        if match.group() == "{":
            depth += 1
        elif match.group() == "}":
            depth -= 1
        elif depth == 0:
            return match.group(1)
    return None


def _first_type(bare: str) -> str | None:
    match = _TYPE.search(bare)
    return match.group(1) if match else None


def _with_prelude(text: str) -> str:
    """The text with the usual imports, on the line of its package declaration or its first line."""
    match = _PACKAGE.search(_bare(text))
    at = match.end() if match else 0
    return f"{text[:at]} {_PRELUDE}{text[at:]}"
