"""The results of a class -> the same results, in which equal tests are one object.

A class passes the same tests over and over, and what is told of a test that was passed is the same for all, so it is
held once. Nobody changes a result in place.
"""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Mapping
from typing import Any

BEFORE_REFERENCES = 2  # a version of the format in which equal values are written alike


class Shared:
    """The tests of one class that were passed."""

    def __init__(self) -> None:
        self._tests: dict[bytes, Mapping[str, Any]] = {}

    def of(self, result: Mapping[str, Any]) -> Mapping[str, Any]:
        """The result, with the tests of others where they are equal to its own."""
        parts = [{**part, "tests": [self._one(test) for test in part["tests"]]} for part in result["parts"]]
        return {**result, "parts": parts}

    def _one(self, test: Mapping[str, Any]) -> Mapping[str, Any]:
        if test["verdict"] != "AC":
            return test
        try:
            key = hashlib.sha256(marshal.dumps(dict(test), BEFORE_REFERENCES)).digest()
        except ValueError:  # a value that only looks like a plain one
            return test
        return self._tests.setdefault(key, test)
