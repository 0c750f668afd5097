"""The headers that a file begins with -> the same, precompiled, where many submissions of a batch begin alike.

They are exactly those that the file names before its first other line, read before it once more, so that they do
nothing when the file comes to them: no name is there that would not be there without, and lines keep their numbers.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import shlex
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from grader.cache import Cache
from grader.errors import SandboxError
from grader.languages._native_driver import COMPILER
from grader.model import MEBIBYTE, Command, Ending, Toolchain
from grader.plugins import Run

BEGIN_ALIKE = 4
MOST_KEPT = 6  # of about 35 MB each; `bits/stdc++.h`, with all headers, would be 140
_BEGINNING = re.compile(
    r"(?:\s+|//[^\n\\]*(?=\n|\Z)|/\*.*?\*/|^\#[ \t]*include[ \t]*<[a-z_]+(?:\.h)?>[ \t\r]*(?=//|/\*|\n|\Z))*",
    re.DOTALL | re.MULTILINE,
)
_INCLUDED = re.compile(r"^#[ \t]*include[ \t]*<([a-z_.]+)>", re.MULTILINE)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def headers_of(source: str) -> str:
    """The lines for those that stand before all else in the text, each once, in one order."""
    beginning = _BEGINNING.match(source)
    names = _INCLUDED.findall(_COMMENT.sub("", beginning[0])) if beginning is not None else []
    return "".join(f"#include <{name}>\n" for name in sorted(set(names)))


class Precompiled:
    """What was precompiled for one compiler, in this run or an earlier one."""

    def __init__(self, compiler: str) -> None:
        self._compiler = compiler
        self._seen: Counter[str] = Counter()
        self._found: dict[str, Path | None] = {}
        self._lock = threading.Lock()

    def find(self, headers: str, flags: Sequence[str], cache: Cache, toolchain: Toolchain, run: Run) -> Path | None:
        """These headers precompiled, made when they were asked for often; None where they are not.

        To be asked once for each submission: that is what counts.
        """
        if not headers:
            return None
        name = f"{hashlib.sha256(repr((headers, flags)).encode()).hexdigest()[:16]}.gch"
        with self._lock:
            if headers not in self._found:
                self._found[headers] = cache.find(name)
            self._seen[headers] += 1
            found, due = self._found[headers], self._seen[headers] == BEGIN_ALIKE
        if found is None and due and len([*cache.folder.glob("*.gch")]) < MOST_KEPT:
            content = self._make(headers, flags, toolchain, run)
            found = self._found[headers] = cache.keep(name, content) if content else None
        return found

    def _make(self, headers: str, flags: Sequence[str], toolchain: Toolchain, run: Run) -> bytes | None:
        words = (str(toolchain.programs[self._compiler]), *flags, "-x", "c++-header", "begin.h")
        script = f"mkdir ../build && {shlex.join([*words, '-o', '../build/made'])}"
        files = {"submission/begin.h": headers.encode()}
        command = Command(("/bin/sh", "-c", script), files, roots=toolchain.roots, collect="build")
        with contextlib.suppress(SandboxError):  # it is only for speed
            outcome = run(command, replace(COMPILER, disk_bytes=80 * MEBIBYTE))
            if outcome.ending is Ending.EXITED and outcome.exit_code == 0:
                return outcome.files.get("made")
        return None
