"""Results -> a code quality report for GitLab: what failed at a line of the student's files, for merge requests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.plugins import Result
from grader.reports._columns import one_line
from grader.reports._findings import Finding, located, path_of
from grader.reports._machine import dump
from grader.reports._words import words_of
from grader.words import ENGLISH, Words

SEVERITIES = {"CE": "blocker", "WA": "major"}
OTHERS, REMARK = "critical", "minor"


class Gitlab:
    """The format `gitlab`; the option `folder` is the way from the root of the repository to the hand-in."""

    name = "gitlab"
    suffix = ".gitlab.json"

    def one(self, result: Result, options: Mapping[str, Any]) -> str:
        """A list of findings."""
        return of_tasks([(result, options.get("folder", ""))], words_of(options))

    def many(self, batch: Result, options: Mapping[str, Any]) -> str:
        """A list of findings; each file stands below the id of its submission."""
        del options
        return dump(
            [
                _entry(path_of(result, finding, "", many=True), finding)
                for result in batch["results"]
                for finding in located(result)
            ]
        )


def of_tasks(graded: Sequence[tuple[Result, str]], words: Words = ENGLISH) -> str:
    """One list for several tasks of one hand-in, each with its folder: GitLab reads one file of a job."""
    return dump(
        [
            _entry(path_of(result, finding, folder, many=False), finding)
            for result, folder in graded
            for finding in located(result, words)
        ]
    )


def _entry(path: str, finding: Finding) -> dict[str, Any]:
    steps = [step for step in one_line(path).split("/") if step not in ("", ".", "..")]
    return {
        "description": one_line(f"{finding.title}: {finding.message}"),
        "check_name": one_line(f"grader-{finding.rule}"),
        "fingerprint": finding.fingerprint,
        "severity": REMARK if finding.warns else SEVERITIES.get(finding.rule, OTHERS),
        "location": {"path": "/".join(steps), "lines": {"begin": finding.line}},
    }


PLUGIN = Gitlab()
