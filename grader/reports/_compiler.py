"""What a compiler wrote -> its messages about lines of the student's files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

# `a.c:3:5: error: ..`, `A.java:3: warning: ..`, `a.ts(3,5): error ..`, `./a.go:3:5: ..`
_SAID = re.compile(r"(?m)^(?:\./)?([^\s:()][^:()\n]*)(?::(\d{1,6})(?::\d{1,6})?|\((\d{1,6}),\d{1,6}\)):[ \t]+(.+)$")
_CONTINUED = re.compile(r"(?i)(?:note|in file included|in function)\b")


@dataclass(frozen=True, slots=True)
class Remark:
    """A message about a line."""

    file: str
    line: int
    text: str

    @property
    def warns(self) -> bool:
        """Whether the program is built in spite of it."""
        return self.text.casefold().startswith("warning")


def remarks(log: str, files: Mapping[str, object]) -> list[Remark]:
    """The messages that name a line of one of these files."""
    by_name: dict[str, list[str]] = {}
    for path in files:
        by_name.setdefault(PurePosixPath(path).name, []).append(path)
    found = []
    for match in _SAID.finditer(log):
        named, text = match[1], match[4].strip()
        alike = by_name.get(PurePosixPath(named).name, [])
        file = named if named in files else alike[0] if len(alike) == 1 else None
        if file is not None and not _CONTINUED.match(text):
            found.append(Remark(file, int(match[2] or match[3]), text))
    return found
