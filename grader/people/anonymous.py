"""The results of a class -> the same results in which pseudonyms stand for people.

Ids and names leave every text: that of files, commands, messages and programs too, wherever they stand as they are
known here. What a student's program or its comments say in other words is the student's own and stays. Out as well: who
decided and why, the moment of the hand-in, its fingerprint (who has the file would know it again), and the order.
"""

from __future__ import annotations

import csv
import io
import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any

from grader.people.counting import authors, for_students

Result = Mapping[str, Any]
SHORT = 4  # a shorter id stands by chance in any text, and is replaced only as the name of a file
UNKNOWN = "-"
_WORD = re.compile(r"[^\W_]+")
_BETWEEN = re.compile(r"[\s_.,-]*")
OURS = frozenset(
    [
        "format",
        "problem",
        "status",
        "verdict",
        "isolation",
        "language",
        "audience",
        "grader_version",
        "toolchain",
        "started",
        "kind",
        "id",
        "by",
        "renderer",
        "key",
    ]
)
"""Keys whose values are words of ours, or of the author of the task, that some id could look like."""


def people(batch: Result) -> dict[str, list[str]]:
    """Every id in the results, with the names that go with it."""
    found: dict[str, list[str]] = {}
    for result in batch["results"]:
        found.setdefault(result["submission"]["id"], [])
        for identity, name in authors(result):
            found.setdefault(identity, []).extend([name] if name else [])
    for one in batch.get("missing", ()):
        found.setdefault(one["id"], []).extend([one["name"]] if one["name"] else [])
    return found


def pseudonyms(identities: Iterable[str], known: Mapping[str, str]) -> dict[str, str]:
    """A pseudonym for each id, by chance, so that nobody can reckon it from the id; known ones stay."""
    made = dict(known)
    for identity in identities:
        while identity not in made:
            candidate = f"student-{secrets.token_hex(3)}"
            if candidate not in made.values():
                made[identity] = candidate
    return made


def anonymous(batch: Result, given: Mapping[str, str]) -> dict[str, Any]:
    """The batch with pseudonyms, ordered by them."""
    replace = _replacer(people(batch), given)
    results = [_anonymous(result, given, replace) for result in batch["results"]]
    made = {**batch, "results": sorted(results, key=lambda one: str(one["submission"]["id"]))}
    if "missing" in batch:
        made["missing"] = sorted(
            ({"id": given[one["id"]], "name": None} for one in batch["missing"]), key=lambda one: str(one["id"])
        )
    return made


def _anonymous(result: Result, given: Mapping[str, str], replace: Callable[[str], str]) -> dict[str, Any]:
    submission = result["submission"]
    identity = submission["id"]

    def cleaned(text: str) -> str:
        return replace(_without_short(text, identity, given[identity]))

    made: dict[str, Any] = _everywhere(for_students(result), cleaned)
    about = made["submission"]
    about["id"] = given[identity]
    about["digest"] = UNKNOWN
    for key in ("name", "submitted"):
        if key in about:
            about[key] = None
    if "members" in about:
        about["members"] = [{"id": given[one["id"]], "name": None} for one in submission["members"]]
    return made


def _without_short(text: str, identity: str, pseudonym: str) -> str:
    """A file that is called as its student is, also where the id is so short that it could be any word."""
    if len(identity) >= SHORT:
        return text
    return " ".join(
        f"{pseudonym}{PurePosixPath(word).suffix}" if "." in word and PurePosixPath(word).stem == identity else word
        for word in text.split(" ")
    )


def _everywhere(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_everywhere(one, change) for one in value]
    if isinstance(value, dict):
        changed = {key: one if key in OURS else _everywhere(one, change) for key, one in value.items()}
        if "sources" in value:
            changed["sources"] = {change(file): change(text) for file, text in value["sources"].items()}
        return changed
    return value


def _replacer(known: Mapping[str, list[str]], given: Mapping[str, str]) -> Callable[[str], str]:
    """A function that puts pseudonyms in place of the ids and names that stand in a text.

    It goes from word to word, since a class has too many names to look for each of them everywhere.
    """
    forms = {identity: given[identity] for identity in known if len(identity) >= SHORT}
    forms |= {form: given[identity] for identity, names in known.items() for name in names for form in _forms(name)}
    starts: dict[str, dict[tuple[str, ...], str]] = {}
    for form, pseudonym in forms.items():
        words = tuple(word.casefold() for word in _words(form))
        for written in {words, ("".join(words),)} if words else ():
            starts.setdefault(written[0], {})[written] = pseudonym
    return lambda text: _replaced(text, starts)


def _replaced(text: str, starts: Mapping[str, Mapping[tuple[str, ...], str]]) -> str:
    if starts.keys().isdisjoint(_words(text.casefold())):
        return text  # as nearly all are; the rest is ten times as slow
    found = list(_WORD.finditer(text))
    pieces = []
    done = at = 0
    while at < len(found):
        candidates = starts.get(found[at][0].casefold(), {})
        words = max((one for one in candidates if _stand_at(text, found, at, one)), key=len, default=None)
        if words is None:
            at += 1
            continue
        pieces += [text[done : found[at].start()], candidates[words]]
        done = found[at + len(words) - 1].end()
        at += len(words)
    return "".join([*pieces, text[done:]])


def _stand_at(text: str, found: Sequence[re.Match[str]], at: int, words: tuple[str, ...]) -> bool:
    """Whether these words stand there, with nothing but signs of names between them."""
    here = found[at : at + len(words)]
    return [one[0].casefold() for one in here] == list(words) and all(
        _BETWEEN.fullmatch(text[before.end() : after.start()]) for before, after in pairwise(here)
    )


def _forms(name: str) -> list[str]:
    """A name in both orders: `Ann Lee`, `Lee Ann`. One word alone could be any word."""
    words = _words(name)
    return [" ".join(words), " ".join([words[-1], *words[:-1]])] if len(words) > 1 else []


def _words(text: str) -> list[str]:
    return _WORD.findall(text)


# --- the list of who is who --------------------------------------------------------------------------------


def written(given: Mapping[str, str]) -> str:
    """Who is who, as a table."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["id", "pseudonym"])
    writer.writerows(sorted(given.items()))
    return text.getvalue()


def read(text: str) -> dict[str, str]:
    """Who is who, from such a table."""
    rows = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    return {row[0]: row[1] for row in list(rows)[1:] if len(row) == 2}
