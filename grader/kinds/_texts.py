"""Two texts -> whether they say the same to a reader, and in what they differ that no reader can see.

Old line ends, blanks at the ends of lines and the two ways of writing accented letters never decide, unless a package
asks for the exact text. Where texts differ all the same and look alike, a report that shows both explains nothing: then
the first difference is named.
"""

from __future__ import annotations

import unicodedata

from grader.model import Message

# Letters of other scripts that look like Latin ones.
_LATIN = str.maketrans(
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονАВЕЅІЈКМНОРСТХУаеіјорсухѕ∕−‐‑–—“”„‘’‚",
    "ABEZHIKMNOPTYXovABESIJKMHOPCTXYaeijopcyxs/-----\"\"\"'''",
)
SHOWN = 60


def normal(text: str) -> str:
    """The text with plain line ends and composed letters."""
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n"))


def lines(text: str) -> list[str]:
    """The lines as a reader sees them: without blanks at their ends, and without empty lines at the end."""
    plain = normal(text)
    return [line.rstrip() for line in plain.rstrip().split("\n")] if plain.strip() else []


def unseen_difference(expected: str, actual: str) -> Message | None:
    """In what the texts differ, if they differ only in what can't be seen."""
    if expected == actual or _looks(expected) != _looks(actual):
        return None
    if expected.split() == actual.split():
        return _blanks(expected, actual)
    return _letters(expected, actual)


def _looks(text: str) -> str:
    """The same for all texts that look alike."""
    plain = unicodedata.normalize("NFKD", text).translate(_LATIN)
    seen = "".join(char for char in plain if unicodedata.category(char) not in ("Cf", "Cc") or char.isspace())
    return " ".join(seen.split())


def _blanks(expected: str, actual: str) -> Message:
    """The first line that differs, of both, with signs for its blanks and its end."""
    wanted, given = expected.splitlines(keepends=True), actual.splitlines(keepends=True)
    number = next(
        (index for index, (one, other) in enumerate(zip(wanted, given, strict=False)) if one != other),
        min(len(wanted), len(given)),
    )
    one, other = (side[number] if number < len(side) else "" for side in (wanted, given))
    ends = _end_of(one) != _end_of(other)
    return Message(
        "unseen-blanks", {"line": str(number + 1), "expected": _signs(one, ends), "actual": _signs(other, ends)}
    )


def _end_of(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]


def _signs(line: str, ends: bool) -> str:
    """The end of the line with a sign for each blank; `ends` when that of its end is worth telling."""
    told = line if ends else line.rstrip("\r\n")
    shown = "".join(_BLANKS.get(char, f"<U+{ord(char):04X}>" if char.isspace() else char) for char in told)
    missing = " (no line end)" if ends and not _end_of(line) else ""
    return f"`{shown if len(shown) <= SHOWN else '…' + shown[-SHOWN:]}`{missing}"


_BLANKS = {" ": "·", "\t": "⇥", "\n": "⏎", "\r": "␍"}


def _letters(expected: str, actual: str) -> Message:
    """The first letter that differs, as code points."""
    wanted, given = _clusters(expected), _clusters(actual)
    index = next(
        (index for index, (one, other) in enumerate(zip(wanted, given, strict=False)) if one != other),
        min(len(wanted), len(given)),
    )
    before = "".join(given[:index])
    values = {
        "line": str(before.count("\n") + 1),
        "column": str(len(before) - before.rfind("\n")),
        "expected": _named(wanted[index] if index < len(wanted) else ""),
        "actual": _named(given[index] if index < len(given) else ""),
    }
    return Message("unseen-letters", values)


def _clusters(text: str) -> list[str]:
    """The letters, each with the marks that are put upon it."""
    clusters: list[str] = []
    for char in text:
        if clusters and unicodedata.combining(char):
            clusters[-1] += char
        else:
            clusters.append(char)
    return clusters


def _named(cluster: str) -> str:
    """The letter and its code points; one that can't be seen only by these."""
    if not cluster:
        return "nothing"
    codes = " ".join(f"U+{ord(char):04X}" for char in cluster)
    name = unicodedata.name(cluster, "").lower() if len(cluster) == 1 else ""
    told = f"{codes}, {name}" if name else codes
    return f"`{cluster}` ({told})" if cluster.isprintable() and not cluster.isspace() else told
