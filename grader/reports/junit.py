"""Results -> JUnit XML: a suite per part. What the student's code did is a failure, what we did is an error.

So a CI system can tell a wrong program from a broken grader. XML 1.0 has no way to write most control characters,
lone surrogates and U+FFFE, so they are made visible first: the file is well-formed whatever a program printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from grader.people.counting import part_points
from grader.plugins import Result
from grader.reports._columns import one_line
from grader.reports._findings import place_of
from grader.reports._machine import defused_xml
from grader.reports._words import cut, described, ungraded_words, words_of
from grader.speaking import speak
from grader.words import ENGLISH, Words

COUNTED = {"failure": "failures", "error": "errors", "skipped": "skipped"}


class Junit:
    """The format `junit`."""

    name = "junit"
    suffix = ".junit.xml"

    def one(self, result: Result, options: Mapping[str, Any]) -> str:
        """A suite for each part of the submission."""
        words = words_of(options)
        result = speak(result, words)
        return _written(result["problem"], _suites(result, f"{result['problem']['id']}.", "", words))

    def many(self, batch: Result, options: Mapping[str, Any]) -> str:
        """A suite for each part of each submission, under its id."""
        del options
        suites: list[Element] = []
        for result in batch["results"]:
            identity = result["submission"]["id"]
            suites += _suites(result, f"{batch['problem']['id']}.{identity}.", f"{identity}: ", ENGLISH)
        return _written(batch["problem"], suites)


def _written(problem: Mapping[str, Any], suites: Iterable[Element]) -> str:
    root = Element("testsuites", {"name": one_line(problem["title"])})
    root.extend(suites)
    _count(root, list(root.iter("testcase")))
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + defused_xml(tostring(root, encoding="unicode")) + "\n"


def _suites(result: Result, above: str, prefix: str, words: Words) -> list[Element]:
    """The suites of one submission; there is always one, so that nothing passes by not being there."""
    if result["status"] == "ungraded":
        said = ungraded_words(result, words)
        case = _told(_case(f"{above}submission", "grading"), "error", "ungraded", said, words)
        return [_suite(result, f"{prefix}Submission", [case], {})]
    suites = []
    build = result["build"]
    if build["ok"] is False:
        case = _told(_case(f"{above}build", "build"), "failure", "CE", build.get("message"), words)
        if build["log"]:
            SubElement(case, "system-out").text = cut(build["log"], words)
        suites.append(_suite(result, f"{prefix}Build", [case], {}))
    for part in result["parts"]:
        cases = [_test_case(above + part["id"], part, test, result, words) for test in part["tests"]]
        cases = cases or [_whole(above + part["id"], part, words)]
        worth = part_points(part)
        points = {"points": "pending" if worth is None else f"{worth:g}", "max_points": f"{part['max_points']:g}"}
        suites.append(_suite(result, prefix + part["title"], cases, points))
    if result["verdict"] not in ("AC", "PD") and not any(
        case.find("failure") is not None for one in suites for case in one
    ):
        case = _told(_case(f"{above}submission", "verdict"), "failure", result["verdict"], None, words)
        suites.append(_suite(result, f"{prefix}Submission", [case], {}))
    return suites


def _suite(result: Result, name: str, cases: list[Element], properties: Mapping[str, str]) -> Element:
    suite = Element("testsuite", {"name": one_line(name)})
    if moment := _moment(result["started"]):
        suite.set("timestamp", moment)
    if properties:
        listed = SubElement(suite, "properties")
        for key, value in properties.items():
            SubElement(listed, "property", {"name": key, "value": value})
    suite.extend(cases)
    _count(suite, cases)
    return suite


def _count(suite: Element, cases: list[Element]) -> None:
    suite.set("tests", str(len(cases)))
    for kind, plural in COUNTED.items():
        suite.set(plural, str(sum(case.find(kind) is not None for case in cases)))
    suite.set("time", f"{sum(float(case.get('time', '0')) for case in cases):.3f}")


def _test_case(group: str, part: Mapping[str, Any], test: Mapping[str, Any], result: Result, words: Words) -> Element:
    case = _case(group, test["title"], test["wall_s"] or 0)
    file, line, _column, _source = place_of(test["location"], result)
    if file is not None:
        case.set("file", one_line(file))
    if line is not None:
        case.set("line", str(line))
    _told(case, _outcome(test["verdict"], part["counted"]), test["verdict"], test["message"], words)
    failed = case.find("failure")
    if failed is not None:
        failed.text = described({**test, "transcript": None}, words)
    if test["transcript"] is not None:
        SubElement(case, "system-out").text = cut(test["transcript"], words)
    return case


def _whole(group: str, part: Mapping[str, Any], words: Words) -> Element:
    """A part none of whose tests was run, as one case."""
    case = _case(group, part["title"])
    return _told(case, _outcome(part["verdict"], part["counted"]), part["verdict"], None, words)


def _outcome(verdict: str, counted: bool) -> str | None:
    """The element that tells the outcome; what does not count fails nothing."""
    if verdict == "AC":
        return None
    return "failure" if counted and verdict not in ("SK", "PD") else "skipped"


def _case(group: str, name: str, wall_s: float = 0) -> Element:
    return Element("testcase", {"classname": one_line(group), "name": one_line(name), "time": f"{wall_s:.3f}"})


def _told(case: Element, kind: str | None, verdict: str, message: str | None, words: Words) -> Element:
    """The case with its outcome."""
    if kind is None:
        return case
    said = cut(message or f"{words.verdict(verdict)}.", words)
    if kind == "skipped":
        SubElement(case, kind, {"message": said})
    else:
        SubElement(case, kind, {"type": verdict, "message": said}).text = said
    return case


def _moment(started: str) -> str | None:
    """The time in UTC, in the one form that all readers of JUnit XML take."""
    try:
        return datetime.fromisoformat(started).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S")
    except ValueError:
        return None


PLUGIN = Junit()
