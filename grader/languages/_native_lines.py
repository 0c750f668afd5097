"""What `addr2line` says of a program -> the table by which the driver finds the student's lines.

Where a function was put into another one by the compiler, an address belongs to a line of each: both are told.
"""

from __future__ import annotations

import re

from grader.languages._native_sources import Sources

_PLACE = re.compile(r"^(?:\./)*(?P<file>.*):(?P<line>\d+)(?: \(.*\))?$")


def line_table(printed: str, sources: Sources) -> str:
    """Rows of `address line file TAB function` in the order of addresses, the innermost of an address last.

    A row of line 0 stands where no line of the student's does.
    """
    frames: dict[int, list[tuple[str, int]]] = {}
    here: list[tuple[str, int]] = []
    for line in printed.splitlines():
        if line.startswith("0x"):
            here = frames.setdefault(int(line, 16), [])
        elif (place := _PLACE.match(line)) and place["file"] in sources.texts:
            here.insert(0, (place["file"], int(place["line"])))
    written: list[str] = []
    last: list[tuple[str, int]] = []
    for address, places in sorted(frames.items()):
        if places != last:
            written += [_row(address, file, line, sources) for file, line in places] or [f"{address:x} 0 \t\n"]
            last = places
    return "".join(written)


def _row(address: int, file: str, line: int, sources: Sources) -> str:
    function = sources.function_at(file, line)
    return f"{address:x} {line} {file}\t{function.name if function is not None else ''}\n"
