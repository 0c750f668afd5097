"""A result -> what failed, and what compilers and linters remark, each with its place in the student's files.

That is what CI systems show beside lines of code.

A place counts only if the submission has that file: a trace can be forged, and a name in it is no address of ours.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from grader.plugins import Result
from grader.reports._columns import one_line
from grader.reports._compiler import remarks
from grader.reports._words import cut
from grader.speaking import speak
from grader.words import ENGLISH, Words

WARNING = "compiler-warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that failed, or a remark. All text is clean; the name of the file is as the student gave it."""

    rule: str
    """The verdict; of a remark, the rule of the linter, or that the compiler warned."""
    warns: bool
    """Whether it is a remark, and no failure."""
    title: str
    message: str
    file: str | None
    line: int | None
    column: int | None
    source: str
    fingerprint: str
    """The same for the same finding in a later run, and never the same for two of one submission."""


def findings(result: Result, words: Words = ENGLISH) -> list[Finding]:
    """What kept the submission from being built, or each different failure of its counted tests; and remarks.

    Its fingerprint is made of the English words, so that the language in which it is told does not make it another one.
    """
    found: dict[str, Finding] = {}
    told = speak(result, words)
    for failures, warns in ((_failures, False), (_remarks, True)):
        spoken = failures(told, words)
        for (rule, title, message, place), (_rule, told_title, told_message, _place) in zip(
            failures(result, ENGLISH), spoken, strict=True
        ):
            file, line, column, source = place_of(place, result)
            said = cut(message or f"{ENGLISH.verdict(rule)}.", ENGLISH)
            key = _fingerprint(result, rule, file or "", str(line), source, title, said)
            shown = cut(told_message or f"{words.verdict(rule)}.", words)
            found.setdefault(key, Finding(rule, warns, told_title, shown, file, line, column, source, key))
    return list(found.values())


def located(result: Result, words: Words = ENGLISH) -> list[Finding]:
    """The findings that have a line."""
    return [finding for finding in findings(result, words) if finding.file is not None and finding.line is not None]


_Told = Iterator[tuple[str, str, str | None, Mapping[str, Any] | None]]
"""Rule, title, message, place."""


def _failures(result: Result, words: Words) -> _Told:
    build = result["build"]
    if build["ok"] is False:
        first = build.get("location") or _top(result)
        yield "CE", words.verdict("CE"), build.get("message"), first
        for said in remarks(build["log"], result["submission"].get("sources") or {}):
            if not said.warns and first is not None and (said.file, said.line) != (first["file"], first["line"]):
                yield "CE", words.verdict("CE"), said.text, _place(said.file, said.line)
        return
    for part in result["parts"]:
        for test in part["tests"] if part["counted"] else ():
            if test["verdict"] not in ("AC", "SK", "PD"):
                place = test["location"] or (_top(result) if test["verdict"] == "CE" else None)
                yield test["verdict"], one_line(f"{part['title']}: {test['title']}"), test["message"], place


def _remarks(result: Result, words: Words) -> _Told:
    build = result["build"]
    log = "" if build["ok"] is None else build["log"]
    for said in remarks(log, result["submission"].get("sources") or {}):
        if said.warns:
            yield WARNING, words("text.compiler-warns"), said.text, _place(said.file, said.line)
    for part in result["parts"]:
        for test in part["tests"]:
            for remark in test.get("remarks") or ():
                rule = one_line(remark["rule"])
                yield rule, one_line(f"{part['title']}: {rule}"), remark["text"], remark["location"]


def _place(file: str, line: int) -> Mapping[str, Any]:
    return {"file": file, "line": line, "column": None, "source": None}


def _top(result: Result) -> Mapping[str, Any] | None:
    """The beginning of the main file: what is missing has no line of its own."""
    main = result["submission"]["main"]
    return None if main is None else {"file": main, "line": 1, "column": None, "source": None}


def place_of(place: Mapping[str, Any] | None, result: Result) -> tuple[str | None, int | None, int | None, str]:
    """File, line, column and source, as far as the place is one in the student's files."""
    if place is None or place["file"] not in result["submission"]["files"]:
        return None, None, None, ""
    line = place["line"] if (place["line"] or 0) >= 1 else None
    column = place["column"] if line and (place["column"] or 0) >= 1 else None
    return place["file"], line, column, one_line(place["source"]).strip()


def _fingerprint(result: Result, *words: str) -> str:
    whole = "\0".join([result["problem"]["id"], result["submission"]["id"], *words])
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def path_of(result: Result, finding: Finding, folder: str, *, many: bool) -> str:
    """Where the file lies: below the folder of the hand-in, or below the id of the submission in a class."""
    above = [result["submission"]["id"]] if many else [folder] if folder else []
    return "/".join([*above, finding.file or ""])


def address(path: str) -> str:
    """The path as a relative address (RFC 3986): no part of it can be a scheme, a host, a query or a step upwards."""
    return "/".join(quote(_bytes(step), safe="") for step in path.split("/") if step not in ("", ".", ".."))


def _bytes(step: str) -> bytes:
    """The bytes of a file name. Lone surrogates stand for bytes that were no UTF-8."""
    try:
        return step.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return step.encode("utf-8", "replace")
