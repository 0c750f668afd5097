"""Two hand-ins that are alike -> their files as lines, with the regions that are alike marked and linked.

Whole files, unless they are long: then the regions with a few lines around them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from grader.reports._listing import plain
from grader.reports._visible import escaped
from grader.similarity.pairs import Pair, Place

WHOLE_LINES = 300
AROUND = 3  # lines before and after a region of a long file
LONGEST_REGION = 60  # lines of it, in a long file
LONGEST_LINE = 400


@dataclass(frozen=True, slots=True)
class Shown:
    """A file of one side: its name, its lines as markup, and how many of them are not shown."""

    name: str
    code: Markup
    left_out: int


def sides(pair: Pair, anchor: str) -> tuple[list[Shown], list[Shown]]:
    """The files of both sides in which something is alike; the anchors are `<anchor>-a-1`, `<anchor>-b-1` and so on."""
    first = {number: region.first for number, region in enumerate(pair.regions, 1)}
    second = {number: region.second for number, region in enumerate(pair.regions, 1)}
    return (
        _files(pair.first.files, first, f"{anchor}-a", f"{anchor}-b"),
        _files(pair.second.files, second, f"{anchor}-b", f"{anchor}-a"),
    )


def _files(files: Mapping[str, str], places: Mapping[int, Place], own: str, other: str) -> list[Shown]:
    found = []
    for name in sorted({name for name, _first, _last in places.values()}):
        lines = [line[0][1] for line in plain(files[name])]
        here = {number: (first, last) for number, (file, first, last) in places.items() if file == name}
        wanted = _wanted(len(lines), here)
        found.append(Shown(name, _code(lines, wanted, here, (own, other)), len(lines) - len(wanted)))
    return found


def _wanted(count: int, places: Mapping[int, tuple[int, int]]) -> Sequence[int]:
    """The numbers of the lines to show; the first line of each region is one of them."""
    if count <= WHOLE_LINES:
        return range(1, count + 1)
    ends = [(first - AROUND, min(last, first + LONGEST_REGION) + AROUND) for first, last in places.values()]
    near = {line for first, last in ends for line in range(first, last + 1)}
    return sorted(line for line in near if 1 <= line <= count)


def _code(
    lines: Sequence[str], wanted: Sequence[int], places: Mapping[int, tuple[int, int]], anchors: tuple[str, str]
) -> Markup:
    return Markup(f'<pre class="code">\n{"".join(_lines(lines, wanted, places, anchors))}</pre>')  # noqa: S704 - every text is escaped


def _lines(
    lines: Sequence[str], wanted: Sequence[int], places: Mapping[int, tuple[int, int]], anchors: tuple[str, str]
) -> Iterator[str]:
    own, other = anchors
    before = 0
    for line in wanted:
        if line != before + 1:
            yield '<span class="note">…\n</span>'
        before = line
        for number in [number for number, (first, _last) in places.items() if first == line]:
            link = f'<a href="#{other}-{number}">alike {number}: the other side</a>'
            yield f'<span class="note alike" id="{own}-{number}">{link}\n</span>'
        number = next((number for number, (first, last) in places.items() if first <= line <= last), 0)
        tag, look = ("mark", f" alike{number % 2}") if number else ("span", "")
        text = lines[line - 1]
        cut = f"{text[:LONGEST_LINE]} … and {len(text) - LONGEST_LINE:,} more characters"
        shown = text if len(text) <= LONGEST_LINE else cut
        yield f'<{tag} class="line{look}" data-n="{line}">{escaped(shown)}\n</{tag}>'
