"""What `objdump` says of the lines of a program -> the table by which the driver finds the student's lines."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from grader.languages._native_sources import Sources

_ROW = re.compile(r"^(?P<file>\S.*?)\s+(?P<line>\d+|-)\s+0x(?P<address>[0-9a-f]+)", re.MULTILINE)


def line_table(decoded: str, sources: Sources) -> str:
    """Rows of `address line file TAB function` in the order of addresses; line 0 where the student's code ends."""
    paths = {PurePosixPath(path).name: path for path in sources.texts}
    places: dict[int, tuple[str, int]] = {}
    for row in _ROW.finditer(decoded):
        path = paths.get(row["file"])
        places[int(row["address"], 16)] = (path, int(row["line"])) if path and row["line"] != "-" else ("", 0)
    written: list[str] = []
    last = ("", 0)
    for address, place in sorted(places.items()):
        if place != last:
            path, line = last = place
            function = sources.function_at(path, line) if line else None
            written.append(f"{address:x} {line} {path}\t{function.name if function else ''}\n")
    return "".join(written)
