"""A folder -> an output folder as a batch leaves it, of made-up results, and a way to run commands on it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from grader.batch import folder as folders
from grader.batch.store import Store
from grader.cli import cli
from grader.errors import ExitCode, GraderError
from tests.reports import sample


@dataclass(frozen=True, slots=True)
class Said:
    """What a command left behind."""

    code: int
    err: str


def run(*arguments: str | Path) -> Said:
    """`run("report", ...)` runs the command inside this process, as `cli.main` would end it."""
    result = CliRunner().invoke(cli, [str(one) for one in arguments], standalone_mode=False)
    if isinstance(result.exception, GraderError):
        return Said(int(result.exception.exit_code), result.stderr + str(result.exception))
    if result.exception is not None:
        raise result.exception
    return Said(int(result.return_value if isinstance(result.return_value, ExitCode) else 0), result.stderr)


def named(result: Mapping[str, Any], identity: str, **about: Any) -> dict[str, Any]:
    """The result under another id."""
    return {**result, "submission": {**result["submission"], "id": identity, **about}}


def batch_of(results: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    listed = list(results)
    problem = listed[0]["problem"] if listed else {"id": "boards", "title": "Boards", "digest": "0"}
    return {"format": "grader-batch/1", "problem": problem, "results": listed}


def three() -> dict[str, Any]:
    """Ann has 6 of 9 points, Ben is not graded, Cem has all 10."""
    return batch_of(
        [
            named(sample.result([["AC"], ["AC", "WA"], ["WA", "WA", "AC"]]), "ann"),
            named(sample.ungraded(), "ben"),
            named(sample.accepted(), "cem"),
        ]
    )


def leave(folder: Path, whole: Mapping[str, Any], lang: str | None = None) -> Path:
    """The folder as a batch leaves it that was asked for with this language."""
    folder.mkdir(parents=True, exist_ok=True)
    with Store(folder / "grader.sqlite") as store:
        for result in whole["results"]:
            store.add(result["submission"]["id"], "", result, counts=True)
        if lang is not None:
            store.remember({"lang": lang})
    folders.write_reports(whole, folder, lang=lang)
    return folder


def results_in(folder: Path) -> Callable[[str], dict[str, Any]]:
    """The stored results of the folder, by id."""
    whole = json.loads((folder / "results.json").read_text("utf-8"))
    by_id = {one["submission"]["id"]: one for one in whole["results"]}
    return lambda identity: by_id[identity]
