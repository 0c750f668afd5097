"""A result -> the JSON that it is (`grader-result/1`, `grader-batch/1`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from grader.plugins import Result


class Json:
    """The format `json`."""

    name = "json"
    suffix = ".json"

    def one(self, result: Result, options: Mapping[str, Any]) -> str:
        """The result, indented, in the order of the schema."""
        del options
        return _dump(result)

    def many(self, batch: Result, options: Mapping[str, Any]) -> str:
        """The batch."""
        del options
        return _dump(batch)


def _dump(value: Any) -> str:
    """JSON in ASCII: whatever bytes a student printed, every reader of JSON can read it."""
    return json.dumps(value, indent=1, ensure_ascii=True, allow_nan=False) + "\n"


PLUGIN = Json()
