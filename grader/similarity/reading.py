"""The results of a batch and a package -> the hand-ins by language, and the code that everybody was given.

The texts are those that the results keep: of each file the first 100,000 bytes, and no headers of C and C++.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grader import plugins
from grader.similarity.pairs import HandIn

STARTER = "starter"
STATEMENTS = "statement*.md"
_FENCED = re.compile(r"(?ms)^ {0,3}(```|~~~)[^\n]*\n(.*?)^ {0,3}\1")


def hand_ins(results: Iterable[Mapping[str, Any]]) -> tuple[dict[str, list[HandIn]], list[str]]:
    """The hand-ins by language, in the order of their names, and the ids of those that hold nothing to compare."""
    found: dict[str, list[HandIn]] = {}
    left_out = []
    for result in results:
        about = result["submission"]
        language = about["language"] or _only_language(about.get("sources", {}))
        files = _of_language(about.get("sources", {}), language) if language is not None else {}
        people = frozenset([about["id"], *(one["id"] for one in about.get("members") or ())])
        if language is None or not files:
            left_out.append(about["id"])
        else:
            found.setdefault(language, []).append(HandIn(about["id"], about.get("name"), people, files))
    return dict(sorted(found.items())), left_out


def _only_language(sources: Mapping[str, str]) -> str | None:
    """The language of all files, where nobody could decide which file counts."""
    names = {name for name in plugins.languages() if _of_language(sources, name)}
    return names.pop() if len(names) == 1 else None


def _of_language(sources: Mapping[str, str], language: str) -> dict[str, str]:
    known = plugins.languages()
    endings = known[language].extensions if language in known else ()
    return {path: text for path, text in sources.items() if path.lower().endswith(endings)}


def shown(package: Path) -> list[str]:
    """The code that the statements of a package show."""
    texts = [path.read_text("utf-8", "replace") for path in sorted(package.glob(STATEMENTS))]
    return [match[2] for text in texts for match in _FENCED.finditer(text)]


def starter(place: Path) -> dict[str, str]:
    """The files at the place, by their paths: what everybody was given. Nothing where nothing is."""
    if place.is_file():
        return {place.name: place.read_text("utf-8", "replace")}
    files = sorted(path for path in place.rglob("*") if path.is_file() and not path.is_symlink())
    return {str(path.relative_to(place)): path.read_text("utf-8", "replace") for path in files}


def given(statements: Sequence[str], files: Mapping[str, str], language: str) -> list[str]:
    """What everybody was given in this language."""
    return [*statements, *_of_language(files, language).values()]
