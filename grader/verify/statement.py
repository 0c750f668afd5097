"""Each statement -> whether what it says of the task is what the tests say: its title, its examples, their number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from grader.errors import Fault, PackageError
from grader.expression import NotUnderstood, read_step, read_value
from grader.kinds.call import CallCheck
from grader.kinds.domain import DomainCheck
from grader.kinds.object import ObjectCheck
from grader.model import Interface, Step
from grader.values import Numbers, Value, compare
from grader.verify._markdown import Row, Statement, plain, read_statement
from grader.verify.findings import Check, Findings
from grader.verify.package import Package

WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_CODE = re.compile(r"`([^`]+)`")
_COUNTED = re.compile(rf"\b(\d+|{'|'.join(WORDS)})\s+examples?\b", re.IGNORECASE)


def prove(package: Package) -> Findings:
    """The heading is the title, examples in tables are answered as the tests answer them, and counted rightly."""
    faults = list(_missing(package))
    answers = _Answers(package)
    compared = 0
    for file in package.statements():
        statement = read_statement(file)
        faults += _heading(statement, package)
        for table in statement.tables():
            examples = _examples(table, package.problem.interface)
            compared += sum(answers.known(examples[: number + 1]) is not None for number in range(len(examples)))
            faults += answers.wrong(examples, statement)
        faults += _count(statement)
    notes = [] if compared else ["no table of a statement holds calls with their answers, so no example was compared"]
    said = f"{len(package.statements())} statements, {compared} of their examples compared with the tests"
    return Findings(said, tuple(faults), notes=tuple(notes))


def _missing(package: Package) -> Iterator[Fault]:
    there = {read_statement(file).language for file in package.statements()}
    for language in sorted({"en", *package.problem.title} - there):
        where = package.document.fault("", "title")
        yield Fault(where.file, where.line, where.column, f"there is no statement.{language}.md beside it")


def _heading(statement: Statement, package: Package) -> list[Fault]:
    title = package.problem.title.get(statement.language)
    headings = statement.headings()
    if title is None:
        return [statement.fault(f"`title` in problem.yaml says nothing in the language `{statement.language}`")]
    if not headings:
        return [statement.fault(f"there is no heading; `# {title}` is expected", 1)]
    said, wanted = plain(headings[0].text).casefold(), title.casefold()
    if said in wanted or wanted in said:
        return []
    return [statement.fault(f"the heading is not the title in problem.yaml, `{title}`", headings[0].line)]


# --- examples ----------------------------------------------------------------------------------------------


def _examples(table: Sequence[Row], interface: Interface) -> list[tuple[Row, Step, Value]]:
    """The rows that hold a call (or the arguments of the only function) and its answer."""
    found = []
    for row in table[1:]:
        code = [_CODE.fullmatch(cell) for cell in row.cells[:1]]
        if len(row.cells) < 2 or code[0] is None:
            continue
        step = _step(code[0][1], interface)
        try:
            answer = read_value(plain(row.cells[1]))
        except NotUnderstood:
            continue
        if step is not None:
            found.append((row, step, answer))
    return found


def _step(text: str, interface: Interface) -> Step | None:
    methods = {method.name for asked in interface.classes for method in asked.methods}
    only = interface.functions[0].name if len(interface.functions) == 1 else None
    tries = [text, *([f"{only}({text})"] if only else ())]
    tries += [f"it.{text}" for name in methods if text.startswith(f"{name}(")]
    for written in tries:
        try:
            return read_step(written, interface).step
        except NotUnderstood:
            continue
    return None


class _Answers:
    """What the tests say is right, by what is asked."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._calls: dict[str, tuple[Any, str]] = {}
        self._games: list[tuple[ObjectCheck, str]] = []
        self._domains: list[tuple[DomainCheck, str]] = []
        for placed in package.tests():
            check = placed.test.check
            if isinstance(check, CallCheck) and check.expected:
                self._calls[repr(check.step)] = (check.expected[0], placed.name)
            elif isinstance(check, ObjectCheck):
                self._games.append((check, placed.name))
            elif isinstance(check, DomainCheck):
                self._domains.append((check, placed.name))

    def wrong(self, examples: Sequence[tuple[Row, Step, Value]], statement: Statement) -> list[Fault]:
        """The examples of one table that some test answers in another way."""
        faults = []
        for number, (row, _step, said) in enumerate(examples):
            known = self.known(examples[: number + 1])
            if known is not None and not compare(known[0], said, Numbers.LOOSE, one_number_type=True).same:
                message = f"the answer here is {said!r}, but {known[1]} says {known[0]!r}"
                faults.append(statement.fault(message, row.line))
        return faults

    def known(self, examples: Sequence[tuple[Row, Step, Value]]) -> tuple[Value, str] | None:
        """What a test answers to the last of these, and which one."""
        _row, step, _said = examples[-1]
        return self._of_call(step) if step.on is None else self._of_game(examples)

    def _of_call(self, step: Step) -> tuple[Value, str] | None:
        if repr(step) in self._calls:
            return self._calls[repr(step)]
        for check, name in self._domains:
            if check.function != step.name:
                continue
            try:
                table = check.table
                found = next((index for index, member in enumerate(table.members) if member == step.arguments), None)
                if found is not None:
                    return table.expected[found], name
            except PackageError:
                continue  # told by the check of inputs
        return None

    def _of_game(self, examples: Sequence[tuple[Row, Step, Value]]) -> tuple[Value, str] | None:
        """The answer to the last of these calls in a test that makes the same calls up to there."""
        wanted = [(step.name, step.arguments) for _row, step, _said in examples]
        for check, name in self._games:
            stages = [stage for stage in check.stages if stage.step.on is not None]
            asked = [(stage.step.name, stage.step.arguments) for stage in stages[: len(wanted)]]
            expected = stages[len(wanted) - 1].expected if len(stages) >= len(wanted) else None
            if asked == wanted and expected is not None:
                return expected[0], name
        return None


def _count(statement: Statement) -> list[Fault]:
    """Where the English statement counts its examples, there are as many of them."""
    faults = []
    tables = [table for table in statement.tables() if _heads_examples(table, statement)]
    if len(tables) != 1 or statement.language != "en":
        return []
    there = len(tables[0]) - 1
    for number, line in enumerate(statement.text.splitlines(), 1):
        for counted in _COUNTED.finditer(line):
            said = counted[1].lower()
            told = int(said) if said.isdigit() else WORDS.index(said) + 1
            if told != there:
                faults.append(statement.fault(f"{counted[0]!r}, but the table of examples has {there}", number))
    return faults


def _heads_examples(table: Sequence[Row], statement: Statement) -> bool:
    above = [heading for heading in statement.headings() if heading.line < table[0].line]
    return bool(above) and above[-1].text.casefold() == "examples"


CHECK = Check("statement", "does the text say what the tests say?", prove)
