"""An item of a rubric -> a finding that waits for a person, who gives the points in overrides.yaml.

It asks the submission nothing, and until a person has spoken it is neither right nor wrong: it never counts as zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.model import Finding, Message, Verdict
from grader.plugins import Reader, Subject


@dataclass(frozen=True, slots=True)
class ManualCheck:
    """What a person looks at."""

    item: str

    def judge(self, subject: Subject) -> Finding:
        """Nothing yet."""
        del subject
        return self.for_a_person()

    def for_a_person(self) -> Finding:
        """That a person has to look at it."""
        return Finding(Verdict.PD, 0.0, Message("waits", {"what": self.item}))


class Manual:
    """The kind `manual`."""

    name = "manual"
    mark = "manual"
    schema: Mapping[str, Any] = {"manual": {"type": "string", "minLength": 1}}

    def read(self, body: Mapping[str, Any], reader: Reader) -> ManualCheck:
        """A test such as `{manual: Names say what things are}`, alone in its part."""
        del reader
        return ManualCheck(body["manual"])


PLUGIN = Manual()
