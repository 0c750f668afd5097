"""A result -> what is wrong with it in any format for machines: each must have its form, and none commands a runner."""

from __future__ import annotations

import base64
import json
from typing import Any

import jsonschema

from grader import redact
from grader.plugins import reports
from grader.reports.github import SUMMARY_BYTES, classroom_result, step_summary
from tests.reports import test_gradescope, test_sarif
from tests.reports.runner import obeyed
from tests.reports.test_json import SCHEMA
from tests.reports.test_junit import check_form
from tests.reports.test_markdown import check_harmless

OURS = ({"error", "warning", "notice"}, {"file", "line", "col", "title"})


def problems_of_formats(result: dict[str, Any]) -> list[str]:
    """Of the result as the instructor sees it, and as its student does."""
    return [problem for seen in (result, redact.for_student(result)) for problem in _problems(seen)]


def _problems(result: dict[str, Any]) -> list[str]:
    made = {name: report.one(result, {}) for name, report in reports().items() if name not in ("html", "csv")}
    made["summary"] = step_summary(result)
    problems = []
    try:
        jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(made["json"]))
        check_form(made["junit"])
        check_harmless(made["markdown"])
        test_sarif.run_of(made["sarif"])
        test_sarif.entries(made["gitlab"])
        test_gradescope.document(result)
        json.loads(base64.b64decode(classroom_result(result), validate=True))
    except (AssertionError, SyntaxError, ValueError, jsonschema.ValidationError) as error:
        problems.append(f"a report is not of its form: {error!r}"[:300])
    if len(made["summary"].encode("utf-8")) > SUMMARY_BYTES:
        problems.append("the summary of the step is too long")
    return problems + [
        f"{name} commands {command}"[:300]
        for name, text in made.items()
        for command in obeyed(text)
        if name != "github" or command.name not in OURS[0] or not set(command.properties) <= OURS[1]
    ]
