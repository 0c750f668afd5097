"""What is hidden in the tests -> whether it stands in a text that students read.

Students read the statements, and of a hidden test its hint, its part's title, and all of the visible tests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from grader.errors import Fault
from grader.kinds.call import CallCheck
from grader.kinds.object import ObjectCheck
from grader.kinds.program import ProgramCheck
from grader.model import Step
from grader.plugins import languages
from grader.verify._inputs import input_of
from grader.verify._markdown import Statement, read_statement
from grader.verify.findings import Check, Findings
from grader.verify.package import Package, Placed

SHORTEST = 6  # what is shorter stands in texts by chance


def prove(package: Package) -> Findings:
    """The calls of hidden tests, what is typed in them and what must be printed are looked for."""
    faults: list[Fault] = []
    hidden = [placed for placed in package.tests() if placed.part.hidden]
    visible = {input_of(placed.test.check): placed for placed in package.tests() if not placed.part.hidden}
    statements = [(statement, _dense(statement.text)) for statement in map(read_statement, package.statements())]
    for placed in hidden:
        secrets = [secret for secret in _secrets(placed) if len(secret) >= SHORTEST]
        for secret in secrets:
            faults += [_in_statement(statement, secret, placed) for statement, text in statements if secret in text]
            if any(secret in _dense(text) for text in _told(placed)):
                said = (
                    f"{placed.name} is hidden, but its hint or the title of its part holds its input: students see both"
                )
                faults.append(package.fault(said, *placed.path))
        twin = visible.get(input_of(placed.test.check)) if input_of(placed.test.check) else None
        if twin is not None:
            said = f"{placed.name} is hidden, but {twin.name}, which students see, asks the same"
            faults.append(package.fault(said, *placed.path))
    if not hidden:
        return Findings("no part is hidden (`visible: false`)")
    return Findings(
        f"{len(hidden)} hidden tests looked for in {len(statements)} statements and all hints", tuple(faults)
    )


def _told(placed: Placed) -> list[str]:
    """What students read of a hidden test, in every language that it is written in."""
    test, part = placed.test, placed.part
    return [test.hint or "", part.title, *test.hints.values(), *part.titles.values()]


def _dense(text: str) -> str:
    return re.sub(r"\s+", "", text).replace("'", '"')


def _secrets(placed: Placed) -> Iterator[str]:
    """What of a hidden test nobody should read, without blanks."""
    check = placed.test.check
    if isinstance(check, CallCheck):
        yield from _arguments(check.step)
    elif isinstance(check, ObjectCheck):
        yield _dense("".join(languages()["python"].show_step(stage.step) for stage in check.stages[1:]))
    elif isinstance(check, ProgramCheck):
        yield _dense(check.stdin.decode("utf-8", "replace"))
        yield _dense(check.expected or "")


def _arguments(step: Step) -> Iterator[str]:
    """The call as it is written in any language: what stands between its parentheses."""
    written = {language.show_step(step) for language in languages().values()}
    for text in sorted(written):
        inside = _dense(text).partition("(")[2].removesuffix(")")
        # A short argument, such as `21`, stands in many places; with the name of the function it is the call.
        yield inside if len(inside) >= SHORTEST else _dense(text)


def _in_statement(statement: Statement, secret: str, placed: Placed) -> Fault:
    for number, line in enumerate(statement.text.splitlines(), 1):
        if secret in _dense(line):
            return statement.fault(f"this is in {placed.name}, which is hidden", number)
    return statement.fault(f"`{secret[:60]}` is in {placed.name}, which is hidden")


CHECK = Check("hidden", "is anything hidden told in the statement or in a hint?", prove)
