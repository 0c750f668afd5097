"""Results -> SARIF 2.1.0: what could not be built, failed or is remarked at a line of the student's files.

Failures without a line are not in it: SARIF is for code, the other formats are for points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader import __version__
from grader.plugins import Result
from grader.reports._findings import Finding, address, located, path_of
from grader.reports._machine import dump
from grader.reports._words import words_of
from grader.words import ENGLISH

RULES = ("WA", "RTE", "TLE", "MLE", "OLE", "CE", "IR", "PD")
MOST_RESULTS = 5_000  # more are not shown by GitHub


class Sarif:
    """The format `sarif`; the option `folder` is the way from the root of the repository to the hand-in."""

    name = "sarif"
    suffix = ".sarif"

    def one(self, result: Result, options: Mapping[str, Any]) -> str:
        """A log of one run."""
        folder, words = options.get("folder", ""), words_of(options)
        found = [(path_of(result, finding, folder, many=False), finding) for finding in located(result, words)]
        return _log(found, [result])

    def many(self, batch: Result, options: Mapping[str, Any]) -> str:
        """A log of one run; each file stands below the id of its submission."""
        del options
        found = [
            (path_of(result, finding, "", many=True), finding)
            for result in batch["results"]
            for finding in located(result)
        ]
        return _log(found, batch["results"])


def _log(found: Sequence[tuple[str, Finding]], results: Sequence[Result]) -> str:
    shown = found[:MOST_RESULTS]
    remarked = dict.fromkeys(finding.rule for _path, finding in shown if finding.warns)
    ids = [*RULES, *remarked]
    rules = [_rule(rule, ENGLISH.verdict(rule), "error") for rule in RULES]
    rules += [_rule(rule, rule, "warning") for rule in remarked]
    ungraded = any(result["status"] == "ungraded" for result in results)
    run = {
        "tool": {"driver": {"name": "grader", "version": __version__, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not ungraded}],
        "results": [_result(path, finding, ids) for path, finding in shown],
    }
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return dump(log)


def _rule(rule: str, text: str, level: str) -> dict[str, Any]:
    return {"id": rule, "shortDescription": {"text": text}, "defaultConfiguration": {"level": level}}


def _result(path: str, finding: Finding, ids: Sequence[str]) -> dict[str, Any]:
    region: dict[str, Any] = {"startLine": finding.line}
    if finding.column is not None:
        region["startColumn"] = finding.column
    if finding.source:
        region["snippet"] = {"text": finding.source}
    return {
        "ruleId": finding.rule,
        "ruleIndex": ids.index(finding.rule),
        "level": "warning" if finding.warns else "error",
        "message": {"text": _literal(f"{finding.title}: {finding.message}")},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": address(path)}, "region": region}}],
        "partialFingerprints": {"graderFinding/v1": finding.fingerprint},
    }


def _literal(text: str) -> str:
    """The text as a SARIF message, where a bracket before a parenthesis makes a link and braces hold a place."""
    return text.replace("](", "]\\(").replace("{", "{{").replace("}", "}}")


PLUGIN = Sarif()
