"""A result -> what is wrong with its reports: each must be read by its own parser, whatever the student's code did."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from importlib import resources
from typing import Any

import jsonschema

from grader import redact
from grader.plugins import reports
from tests.messy.running import SECRET
from tests.reports.of_their_form import problems_of_formats

RESULT = json.loads(resources.files("grader").joinpath("schema/result.schema.json").read_text("utf-8"))
OURS = re.compile(r"python_driver|driver\.js|grader\.inside|\.\./driver|/site-packages/")
RAW = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
LARGEST_PAGE = 2_000_000


def told(result: dict[str, Any]) -> str:
    """All that a person reads of a result, but the values that were asked for."""
    tests = [test for part in result["parts"] for test in part["tests"]]
    texts = [*result["notes"], *result["flagged"], result["build"]["message"], result["build"]["log"]]
    texts += [test[key] for test in tests for key in ("message", "actual", "expected", "input")]
    return "\n".join(text for text in texts if text)


def problems_of_reports(result: dict[str, Any], said: str) -> list[str]:
    """What is wrong with the reports of this result, whatever the student's code has printed."""
    problems = [error.message for error in jsonschema.Draft202012Validator(RESULT).iter_errors(result)]
    problems += problems_of_formats(result)
    if SECRET in json.dumps(result) + said:
        problems.append("the secret of the environment is shown")
    if OURS.search(told(result)):
        problems.append(f"a path of ours is shown: {told(result)}")
    if any(not (char.isprintable() or char == "\n") for char in said):
        problems.append("a control character reached the terminal")
    if re.search(r"^\s*(::|##)", said, re.MULTILINE):
        problems.append("a line on the terminal is a command to a CI runner")
    for seen in (result, redact.for_student(result)):
        page = reports()["html"].one(seen, {})
        if len(page) > LARGEST_PAGE:
            problems.append(f"the page has {len(page)} characters")
        if RAW.search(page):
            problems.append("a control character stands in the page")
        if open_elements(page):
            problems.append(f"elements of the page stay open: {open_elements(page)}")
        rows = list(csv.reader(io.StringIO(reports()["csv"].one(seen, {}))))
        if [len(row) for row in rows] != [len(rows[0])] * 2:
            problems.append(f"the table has other than two rows of the same length: {rows}")
    return problems


def open_elements(page: str) -> list[str]:
    """The elements that nothing closes, or that are closed without having been opened."""
    parser = _Elements()
    parser.feed(page)
    parser.close()
    return parser.wrong + parser.open


class _Elements(HTMLParser):
    VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open[-1:] == [tag]:
            self.open.pop()
        elif tag not in self.VOID:
            self.wrong.append(tag)
