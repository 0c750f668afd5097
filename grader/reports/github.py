"""Results -> the log of a step of GitHub Actions: errors beside lines of code, the rest as text that can't command.

The runner takes a line for a command that begins with `::` after blanks, or that holds `##[` anywhere. So the text
stands between `::stop-commands::` and a token that is the digest of the text: no text can hold its own digest.
Beside it, for `grader ci`: the step summary, and the result for GitHub Classroom.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from grader.people.counting import earns, part_points
from grader.plugins import Result
from grader.reports._columns import clean, one_line
from grader.reports._findings import Finding, findings, path_of
from grader.reports._machine import defused
from grader.reports._words import points, ungraded_words, words_of
from grader.reports.markdown import class_sections, joined, sections
from grader.reports.terminal import PLUGIN as TERMINAL
from grader.speaking import speak
from grader.words import ENGLISH, Words

MOST_ERRORS = 10  # of a step are shown
SUMMARY_BYTES = 1_048_576  # of a step; a longer summary is not shown at all
MESSAGE_LENGTH = 2_000


class Github:
    """The format `github`; options: `folder`, from the root of the repository to the hand-in, `most`, of errors."""

    name = "github"
    suffix = ".github.txt"

    def one(self, result: Result, options: Mapping[str, Any]) -> str:
        """Errors, or a notice that all is well, then the text of the terminal."""
        folder, words = options.get("folder", ""), words_of(options)
        found = _placed_first(findings(result, words))
        shown = found[: options.get("most", MOST_ERRORS)]
        lines = [_annotation(path_of(result, one, folder, many=False), one) for one in shown]
        if all(finding.warns for finding in shown):
            lines.append(_verdict(speak(result, words), words))
        return _log(lines, TERMINAL.one(result, {"lang": words.language}))

    def many(self, batch: Result, options: Mapping[str, Any]) -> str:
        """What was not graded as errors, then the text of the terminal: a class has no lines of code."""
        del options
        lines = [_verdict(result, ENGLISH) for result in batch["results"] if result["status"] == "ungraded"]
        return _log(lines[:MOST_ERRORS], TERMINAL.many(batch, {}))


def _log(commands: Sequence[str], text: str) -> str:
    token = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return "".join(f"{line}\n" for line in [*commands, f"::stop-commands::{token}", text.rstrip("\n"), f"::{token}::"])


def _placed_first(found: Sequence[Finding]) -> list[Finding]:
    return sorted(found, key=lambda finding: (finding.warns, finding.line is None))


def _annotation(path: str, finding: Finding) -> str:
    places = {"file": path if finding.file is not None else None, "line": finding.line, "col": finding.column}
    return command("warning" if finding.warns else "error", finding.message, {**places, "title": finding.title})


def _verdict(result: Result, words: Words) -> str:
    title = {"title": f"{result['problem']['title']}: {result['submission']['id']}"}
    if result["status"] == "ungraded":
        return command("error", ungraded_words(result, words), title)
    given = {"verdict": words.verdict(result["verdict"]), "points": points(result, words)}
    said = words("text.verdict-and-points", **given)
    return command("notice" if result["verdict"] in ("AC", "PD") else "error", said, title)


def command(name: str, message: str, properties: Mapping[str, str | int | None]) -> str:
    """One workflow command. Properties that are None are left out."""
    known = ",".join(f"{key}={_property(value)}" for key, value in properties.items() if value is not None)
    return f"::{name} {known}::{_data(defused(clean(message[:MESSAGE_LENGTH])))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str | int) -> str:
    return _data(defused(one_line(str(value)))).replace(":", "%3A").replace(",", "%2C")


def step_summary(*documents: Result, most_bytes: int = SUMMARY_BYTES, words: Words = ENGLISH) -> str:
    """The Markdown for `$GITHUB_STEP_SUMMARY`, of results or of a batch; whole sections only, as many as fit."""
    kept: list[str] = []
    left_out = words("text.rest-left-out")
    left = most_bytes - len(left_out.encode()) - 2
    if left < 0:
        return ""
    for section in (one for document in documents for one in _sections(document, words)):
        left -= len(defused(section).encode("utf-8", "replace")) + 2
        if left < 0:
            kept.append(left_out)
            break
        kept.append(section)
    return joined(kept)


def _sections(document: Result, words: Words) -> list[str]:
    return class_sections(document) if "results" in document else sections(document, words)


def classroom_result(*results: Result) -> str:
    """The step output `result` for the grading reporter of GitHub Classroom, of all tasks of an assignment.

    It holds no text of the student: the reporter prints it as it is. Ungraded is `error`, out of no points, and what
    waits for a person is left out.
    """
    graded = [result for result in results if result["status"] == "graded"]
    status = "pass" if all(result["verdict"] == "AC" for result in results) else "fail"
    pending = [part for result in graded for part in result["parts"] if part_points(part) is None]
    document = {
        "version": 1,
        "status": status if len(graded) == len(results) else "error",
        "max_score": sum(result["max_points"] for result in graded) - sum(part["max_points"] for part in pending),
        "tests": [
            _classroom_test(part, f"{result['problem']['id']}: " if len(results) > 1 else "")
            for result in graded
            for part in result["parts"]
            if part["max_points"] and earns(part) and part not in pending
        ],
    }
    return base64.b64encode(json.dumps(document).encode("ascii")).decode("ascii")


def _classroom_test(part: Mapping[str, Any], above: str) -> dict[str, Any]:
    seconds = sum(test["wall_s"] or 0 for test in part["tests"])
    return {
        "name": above + part["id"],
        "status": "pass" if part["verdict"] == "AC" else "fail",
        "message": ENGLISH.verdict(part["verdict"]),
        "test_code": "",
        "filename": "",
        "line_no": 0,
        "execution_time": f"{seconds:.1f}s",
        "score": part_points(part),
    }


PLUGIN = Github()
