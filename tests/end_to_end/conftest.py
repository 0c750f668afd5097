"""What the end-to-end suites share: each problem is read once, the sandbox is opened once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grader import pipeline, plugins, problem, submission
from grader.errors import ToolMissing
from grader.package import Problem
from grader.plugins import Sandbox
from tests.conftest import lacking

Grade = Callable[..., dict[str, Any]]


@cache
def loaded(task: str) -> Problem:
    """The problem that ships under this id."""
    return problem.load(problem.find_package(task))


@pytest.fixture(scope="session")
def grade(any_sandbox: Sandbox) -> Grade:
    """`grade(task, path)` is the instructor's result of a submission, at the best isolation or that of `sandbox`."""

    def one(task: str, path: Path, language: str | None = None, sandbox: Sandbox = any_sandbox) -> dict[str, Any]:
        handed_in = submission.collect(path, identity=path.name)
        for name in {name for _file, name in handed_in.candidates if language in (None, name)}:
            try:
                plugins.languages()[name].find()
            except ToolMissing as error:
                lacking(str(error))
        repeat = f"grader check {task} {path.name}"
        return pipeline.grade_submission(loaded(task), handed_in, sandbox, repeat, pipeline.Options())

    return one


def summary(result: dict[str, Any]) -> dict[str, Any]:
    """What a result says in the words of an `expected.yaml`."""
    return {
        "status": result["status"],
        "reason": result["reason"],
        "language": result["submission"]["language"],
        "verdict": result["verdict"],
        "points": result["points"],
        "parts": {part["id"]: part["points"] for part in result["parts"]},
    }
