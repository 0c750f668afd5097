"""The files as handed in -> the rules of style that they break, and the points that are taken off for them.

Style is judged by the real linter of the language (`_linters.py`) with the rules that stand in the package. Points are
only ever taken off: for each rule that is broken, however often, up to a bound. Where the linter is not on this
machine, or fails, nothing is taken off, and it is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from grader.errors import ToolMissing
from grader.kinds._linters import LIMITS, LINTERS, Linter, Offence, Unreadable
from grader.model import Finding, Message, Place, Remark, Verdict
from grader.plugins import Reader, Subject

SHOWN = 20
MOST_REMARKS = 200


@dataclass(frozen=True)
class StyleCheck:
    """The rules by language, and what is taken off: `each` for a rule, `most` in all."""

    rules: Mapping[str, bytes]
    each: float
    most: float
    linters: Mapping[str, Linter]

    def judge(self, subject: Subject) -> Finding:
        """WA with points off if rules are broken; SK where that can't be told."""
        rules, linter = self.rules.get(subject.language.name), self.linters.get(subject.language.name)
        if rules is None or linter is None:
            return Finding(Verdict.AC, 1.0)
        files = {path: content for path, content in subject.sources.items() if path.lower().endswith(linter.endings)}
        try:
            offences = linter.read(subject.examine(linter.command(rules, files), LIMITS))
        except ToolMissing as missing:
            return _not_judged(str(missing))
        except Unreadable:
            return _not_judged(f"{linter.title} could not read the code, or the rules.")
        return self._opinion(sorted(offences, key=lambda one: (one.file, one.line)), linter.title)

    def tool(self, language: str) -> str | None:
        """The linter: its program, or that it is missing. What it says changes with it."""
        linter = self.linters.get(language) if language in self.rules else None
        if linter is None:
            return None
        try:
            program = Path(linter.command(self.rules[language], {}).argv[0])
        except ToolMissing:
            return f"{linter.title} is missing"
        known = program.stat()
        return f"{linter.title} {program} {known.st_size} {known.st_mtime_ns}"

    def _opinion(self, offences: Sequence[Offence], title: str) -> Finding:
        broken = list(dict.fromkeys(one.rule for one in offences))
        if not broken:
            return Finding(Verdict.AC, 1.0)
        off = min(self.most, self.each * len(broken))
        values = {"linter": title, "count": f"{len(broken)}", "rules": ", ".join(broken[:SHOWN]), "off": f"{off:g}"}
        lines = [f"{one.file}:{one.line}: {one.rule}: {one.what}" for one in offences[:SHOWN]]
        if len(offences) > SHOWN:
            lines.append(f"... and {len(offences) - SHOWN} more")
        key = "breaks-rules" if len(broken) > 1 else "breaks-rule"
        remarks = tuple(Remark(Place(one.file, one.line), one.rule, one.what) for one in offences[:MOST_REMARKS])
        finding = Finding(Verdict.WA, 0.0, Message(key, values), transcript="\n".join(lines), off=off)
        return replace(finding, place=remarks[0].place, remarks=remarks)


def _not_judged(why: str) -> Finding:
    return Finding(Verdict.SK, 0.0, Message("style-not-judged", {"why": why}))


class Style:
    """The kind `style`."""

    name = "style"
    mark = "style"
    schema: Mapping[str, Any] = {
        "style": {
            "type": "object",
            "description": "the file of rules beside problem.yaml, by language",
            "minProperties": 1,
            "additionalProperties": {"type": "string", "pattern": r"^[A-Za-z0-9][A-Za-z0-9._-]*\.(xml|toml)$"},
        },
        "off_each": {"type": "number", "exclusiveMinimum": 0},
        "off_most": {"type": "number", "exclusiveMinimum": 0},
    }

    def read(self, body: Mapping[str, Any], reader: Reader) -> StyleCheck:
        """A test such as `{style: {java: checkstyle.xml}, off_each: 0.5, off_most: 1}`."""
        for key in ("off_each", "off_most"):
            if key not in body:
                reader.fault(f"the key `{key}` is missing")
        rules = {}
        for language, name in body["style"].items():
            if language not in LINTERS:
                reader.fault(f"no linter is known for `{language}`; there are {', '.join(LINTERS)}", "style", language)
            else:
                rules[language] = reader.file(name, "style", language)
        return StyleCheck(rules, body.get("off_each", 0.0), body.get("off_most", 0.0), LINTERS)


PLUGIN = Style()
