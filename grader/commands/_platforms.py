"""The environment of a job -> the CI system that it runs on, and results -> the files that this system reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import click

from grader import plugins
from grader.commands._writing import write_report
from grader.errors import InputError
from grader.reports import github, gitlab, gradescope
from grader.words import NATIVE, Words


class Platform(Enum):
    """Where a job runs; the value is its name for people."""

    GITHUB = "GitHub Actions"
    GITLAB = "GitLab CI"
    GRADESCOPE = "Gradescope"
    OTHER = "no CI system that is known"


FORMATS: Mapping[Platform, tuple[str, ...]] = {
    Platform.GITHUB: ("html", "json", "junit", "sarif"),
    Platform.GITLAB: ("html", "json", "junit"),
    Platform.GRADESCOPE: (),
    Platform.OTHER: ("html", "json", "junit"),
}
"""The files in the output folder, one for each task."""


@dataclass(frozen=True, slots=True)
class Graded:
    """A result as its student may see it, and the way from the root of the repository to the files that were graded."""

    result: Mapping[str, Any]
    folder: str
    lang: str | None = None
    """Of the messages; None for English."""


def find(environment: Mapping[str, str], autograder: Path) -> Platform:
    """The CI system of this job."""
    if environment.get("GITHUB_ACTIONS") == "true":
        return Platform.GITHUB
    if environment.get("GITLAB_CI") == "true":
        return Platform.GITLAB
    return Platform.GRADESCOPE if (autograder / "submission").is_dir() else Platform.OTHER


def say(platform: Platform, graded: Sequence[Graded]) -> None:
    """The report in the log of the job."""
    for one in graded:
        if platform is Platform.GITHUB:
            options = {"folder": one.folder, "lang": one.lang, "most": max(1, github.MOST_ERRORS // len(graded))}
            click.echo(plugins.reports()["github"].one(one.result, options), nl=False)
        else:
            click.echo(plugins.reports()["terminal"].one(one.result, {"lang": one.lang}), err=True)


def write(
    platform: Platform, graded: Sequence[Graded], output: Path, autograder: Path, environment: Mapping[str, str]
) -> None:
    """Everything that the platform reads, and the reports for people."""
    words = Words(graded[0].lang or NATIVE)
    results = [one.result for one in graded]
    for one in graded:
        for name in FORMATS[platform]:
            report = plugins.reports()[name]
            path = output / f"{one.result['problem']['id']}{report.suffix}"
            write_report(path, report.one(one.result, {"folder": one.folder, "lang": one.lang}))
    if platform is Platform.GITHUB:
        _write_for_github(results, environment, words)
    elif platform is Platform.GITLAB:
        told = gitlab.of_tasks([(one.result, one.folder) for one in graded], words)
        write_report(output / "code-quality.json", told)
    elif platform is Platform.GRADESCOPE:
        write_report(autograder / "results" / "results.json", gradescope.of_tasks(results, words))


def _write_for_github(results: Sequence[Mapping[str, Any]], environment: Mapping[str, str], words: Words) -> None:
    """The summary and the output of the step, added to what is in their files already."""
    if summary := environment.get("GITHUB_STEP_SUMMARY"):
        room = github.SUMMARY_BYTES - _size(Path(summary))
        _add(Path(summary), github.step_summary(*results, most_bytes=room, words=words))
    if outputs := environment.get("GITHUB_OUTPUT"):
        _add(Path(outputs), f"result={github.classroom_result(*results)}\n")


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def _add(path: Path, text: str) -> None:
    try:
        with path.open("a", encoding="utf-8", newline="") as file:
            file.write(text)
    except OSError as error:
        raise InputError(f"{path} can't be written: {error.strerror or error}") from error
