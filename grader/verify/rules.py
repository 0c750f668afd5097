"""The rules in the statement -> whether each of them is asked by some part.

Which part asks a rule only its author knows, and says it in problem.yaml, by words that stand in the rule:

    rules:
      - {rule: "`O` moves first", parts: [no-line]}
      - {rule: The board is empty at the start, untested: it is what everybody begins with}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.errors import Fault
from grader.schema_check import meant
from grader.verify._markdown import Heading, Statement, plain, read_statement
from grader.verify.findings import Check, Findings
from grader.verify.package import Package

HEADING = "Rules"


def prove(package: Package) -> Findings:
    """Every item under the heading `Rules` of the English statement is named by one entry of `rules`, and no other."""
    file = package.problem.folder / "statement.en.md"
    statement = read_statement(file) if file.is_file() else Statement(file, "")
    rules = statement.items(HEADING)
    entries: list[Mapping[str, Any]] = package.document.data.get("rules", [])
    faults: list[Fault] = []
    named: set[int] = set()
    for number, entry in enumerate(entries):
        matching = [rule.line for rule in rules if _is_in(entry["rule"], rule)]
        if not matching:
            said = f"no rule of statement.en.md holds these words (its rules stand under the heading `{HEADING}`)"
            faults.append(package.fault(said, "rules", number, "rule"))
        if len(matching) > 1:
            lines = " and ".join(map(str, matching))
            faults.append(package.fault(f"rules in lines {lines} hold these words: take more", "rules", number, "rule"))
        named |= set(matching)
        faults += _unknown(entry, number, package)
    faults += [
        statement.fault("no part is said to ask this rule: name it under `rules` in problem.yaml", rule.line)
        for rule in rules
        if rule.line not in named
    ]
    asked = sum("parts" in entry for entry in entries)
    notes = [] if rules else [f"statement.en.md has no list under a heading `{HEADING}`, so no rule was looked at"]
    untested = f", {len(entries) - asked} untested for a reason" if asked < len(entries) else ""
    return Findings(f"{asked} of {len(rules)} rules have a test{untested}", tuple(faults), notes=tuple(notes))


def _is_in(words: str, rule: Heading) -> bool:
    return plain(words).casefold() in plain(rule.text).casefold()


def _unknown(entry: Mapping[str, Any], number: int, package: Package) -> list[Fault]:
    known = sorted({part.id for form in package.problem.forms for part in form.parts})
    return [
        package.fault(f"no part is called `{name}`{meant(name, known)}", "rules", number, "parts", place)
        for place, name in enumerate(entry.get("parts", ()))
        if name not in known
    ]


CHECK = Check("rules", "is there a test for every rule of the statement?", prove)
