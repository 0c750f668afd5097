"""The files of a submission in C or C++ -> their texts, what each declares, and which are compiled by themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from grader.languages._native_declarations import declarations
from grader.languages._native_nouns import Declarations, Function
from grader.languages._native_text import Code, code_of
from grader.languages._sources import as_text

HEADERS = (".h", ".hh", ".hpp", ".hxx", ".inl", ".ipp", ".tpp")
MOST_CHARACTERS = 400_000  # no one writes more by hand, and reading is ours to pay for


@dataclass(frozen=True, slots=True)
class Sources:
    """The student's files as text, with what the small reader found in them; `units` are compiled by themselves."""

    texts: Mapping[str, str]
    codes: Mapping[str, Code]
    declared: Mapping[str, Declarations]
    units: tuple[str, ...]

    def unit_of(self, file: str) -> str | None:
        """The unit in which the file is read: itself, or the first that includes it."""
        if file in self.units:
            return file
        return next((unit for unit in self.units if file in self.included_by(unit)), None)

    def included_by(self, unit: str) -> list[str]:
        """The student's files that a unit includes, at whatever distance."""
        seen: dict[str, None] = {}
        waiting = [unit]
        while waiting:
            path = waiting.pop()
            for name in self.codes[path].included:
                other = _included(path, name, self.codes)
                if other is not None and other not in seen:
                    seen[other] = None
                    waiting.append(other)
        return list(seen)

    def macros(self, unit: str) -> list[str]:
        """The names that the unit defines for the preprocessor."""
        files = [unit, *self.included_by(unit)]
        return list(dict.fromkeys(name for file in files for name in self.codes[file].macros))

    def function_at(self, file: str, line: int) -> Function | None:
        """The innermost function of the file around the line."""
        around = [one for one in self.declared[file].bodies if one.lines[0] <= line <= one.lines[1]]
        return max(around, key=lambda one: one.lines[0], default=None)


def read_sources(files: Mapping[str, bytes], extensions: Sequence[str], *, plus_plus: bool) -> Sources:
    """The files with these endings, and headers; a file that another one includes is no unit."""
    texts = {
        path: as_text(content)
        for path, content in sorted(files.items())
        if path.lower().endswith((*extensions, *HEADERS))
    }
    codes = {path: code_of(text[:MOST_CHARACTERS], plus_plus=plus_plus) for path, text in texts.items()}
    declared = {path: declarations(path, code) for path, code in codes.items()}
    sources = [path for path in texts if path.lower().endswith(tuple(extensions))]
    inner = {_included(path, name, codes) for path in texts for name in codes[path].included}
    return Sources(texts, codes, declared, tuple(path for path in sources if path not in inner) or tuple(sources))


def _included(path: str, name: str, codes: Mapping[str, Code]) -> str | None:
    """The student's file that `#include "name"` means in the file at `path`; never that file itself."""
    parts: list[str] = []
    for part in (PurePosixPath(path).parent / name).as_posix().split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in (".", ".."):
            parts.append(part)
    direct = "/".join(parts)
    last = PurePosixPath(name).name
    candidates = [direct, *(other for other in codes if PurePosixPath(other).name == last)]
    return next((other for other in candidates if other in codes and other != path), None)
