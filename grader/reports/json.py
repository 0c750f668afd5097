"""A result -> the JSON that it is (`grader-result/1`, `grader-batch/1`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.plugins import Result
from grader.reports._machine import dump


class Json:
    """The format `json`."""

    name = "json"
    suffix = ".json"

    def one(self, result: Result, options: Mapping[str, Any]) -> str:
        """The result, indented, in the order of the schema."""
        del options
        return dump(result)

    def many(self, batch: Result, options: Mapping[str, Any]) -> str:
        """The batch."""
        del options
        return dump(batch)


PLUGIN = Json()
