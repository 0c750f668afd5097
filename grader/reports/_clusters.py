"""The results of a class -> groups of students who fail the same tests in the same way: one talk helps all of a group.

A failure is a test, its verdict and what came: the same wrong answer, the same error. Addresses, file names and, where
the code could not be built, line numbers are taken out, since they differ where the fault is the same. Failures that
exactly the same students have make one group.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

Result = Mapping[str, Any]
Key = tuple[str, str]

BUILD: Key = ("", "")  # stands for the tests of a program that could not be built
FEWEST_STUDENTS = 2
MOST_CLUSTERS = 12

_ADDRESS = re.compile(r"0x[0-9a-fA-F]+|@[0-9a-f]{5,16}\b")
_LINE = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Cluster:
    """Students, by their place in the list of results, and what all of them fail in the same way."""

    students: tuple[int, ...]
    tests: tuple[Key, ...]
    verdicts: tuple[str, ...]
    """Of the tests, in their order."""
    representative: int
    """The student with the shortest program: the fault is easiest to see there."""
    test: Mapping[str, Any] | None
    """The failing test of the representative with the smallest input; None if the program could not be built."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A test that failed, and the way in which it did."""

    key: Key
    verdict: str
    way: str


def clusters(results: Sequence[Result]) -> list[Cluster]:
    """The groups, those that explain most failures first."""
    holders: dict[Failure, list[int]] = {}
    for index, result in enumerate(results):
        for failure in failures(result):
            holders.setdefault(failure, []).append(index)
    groups: dict[tuple[int, ...], list[Failure]] = {}
    for failure, students in holders.items():
        if len(students) >= FEWEST_STUDENTS:
            groups.setdefault(tuple(students), []).append(failure)
    found = [_cluster(students, alike, results) for students, alike in groups.items()]
    return sorted(found, key=lambda one: (-len(one.students) * len(one.tests), -len(one.students), one.students))


def failures(result: Result) -> Iterator[Failure]:
    """What failed in a result. A program that could not be built fails once, not in every test."""
    names = sorted(_names(result), key=len, reverse=True)
    if result["status"] != "graded":
        return
    if result["build"]["ok"] is False:
        why = _plain(result["build"].get("message") or result["build"]["log"], names)
        yield Failure(BUILD, "CE", _LINE.sub("", why))
        return
    for part in result["parts"]:
        for test in part["tests"]:
            if test["verdict"] not in ("AC", "SK", None):
                yield Failure((part["id"], test["id"]), test["verdict"], way_of(test, names))


def way_of(test: Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """How a test failed, without what differs from one machine, file or language to the next (`True` and `true`)."""
    if test["verdict"] in ("TLE", "MLE", "OLE"):
        return ""
    said = "\0".join(_plain(test[key] or "", names) for key in ("message", "actual"))
    return said.casefold().replace("'", '"')


def _names(result: Result) -> Iterator[str]:
    for file in result["submission"]["files"]:
        path = PurePosixPath(file)
        yield from (name for name in (file, path.name) if len(name) > 2)


def _plain(text: str, names: Sequence[str]) -> str:
    for name in names:
        text = text.replace(name, "…")
    return " ".join(_ADDRESS.sub("…", text).split())


def _cluster(students: tuple[int, ...], alike: Sequence[Failure], results: Sequence[Result]) -> Cluster:
    representative = min(students, key=lambda index: (_length(results[index]), index))
    keys = {failure.key for failure in alike}
    tests = [
        test
        for part in results[representative]["parts"]
        for test in part["tests"]
        if (part["id"], test["id"]) in keys and BUILD not in keys
    ]
    return Cluster(
        students=students,
        tests=tuple(failure.key for failure in alike),
        verdicts=tuple(failure.verdict for failure in alike),
        representative=representative,
        test=min(tests, key=_size, default=None),
    )


def _length(result: Result) -> int:
    sources: Mapping[str, str] = result["submission"].get("sources") or {}
    return sum(map(len, sources.values())) or 1_000_000_000


def _size(test: Mapping[str, Any]) -> tuple[int, int]:
    """The smallest input that is known first."""
    shown = test["input"] if test["input"] is not None else test["transcript"]
    return (0, len(shown)) if shown is not None else (1, 0)
