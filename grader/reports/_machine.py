r"""Text for machines and their logs -> the same text, in which no line is a command to a CI runner.

Reports are printed into logs, and students' text stands in them. GitHub's runner obeys a line that begins with `::`
after blanks, or that holds `##[` anywhere; Azure obeys `##vso[`, TeamCity `##teamcity[`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_FIRST = re.compile(r"^(\s*?)([ \t]?)(?=::)", re.MULTILINE)
_ANYWHERE = re.compile(r"##(?=\w*\[)")
LAID_OUT = 6  # levels: a line for each test, of a batch too
_XML_FIRST = re.compile(r"^(\s*):(?=:)", re.MULTILINE)


def defused(text: str) -> str:
    """Plain text with a backslash before what would be a command, in place of a blank if there is one."""
    return _ANYWHERE.sub(r"#\\", _FIRST.sub(r"\1\\", text))


def defused_xml(text: str) -> str:
    """XML that means the same."""
    return re.sub("#(?=#)", "&#35;", _XML_FIRST.sub(r"\1&#58;", text))


def dump(value: Any) -> str:
    """JSON in ASCII: whatever bytes a student printed, every reader of JSON can read it."""
    return "".join(pieces(value))


def pieces(value: Any) -> Iterator[str]:
    """The same piece by piece: of a large class it is much to hold at once."""
    for piece in _laid_out(value, 0):
        yield piece.replace("##", "#\\u0023")
    yield "\n"


def _laid_out(value: Any, depth: int) -> Iterator[str]:
    """The outer levels with a line for each item, as people read them; the inner ones as they are written fast."""
    if depth == LAID_OUT or not value or not isinstance(value, dict | list):
        yield _written(value)
        return
    opens, closes = "{}" if isinstance(value, dict) else "[]"
    start = "\n" + " " * (depth + 1)
    before = opens + start
    for item in value:
        if isinstance(value, dict):
            yield f"{before}{_written(item)}: "
            yield from _laid_out(value[item], depth + 1)
        else:
            yield before
            yield from _laid_out(item, depth + 1)
        before = f",{start}"
    yield start[:-1] + closes


_written = json.JSONEncoder(ensure_ascii=True, allow_nan=False).encode
