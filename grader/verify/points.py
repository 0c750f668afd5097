"""The table of points in each statement -> whether it adds up, and says what the parts give."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.errors import Fault
from grader.package import Form
from grader.verify._markdown import Row, Statement, plain, read_statement
from grader.verify.findings import Check, Findings
from grader.verify.package import Package


def prove(package: Package) -> Findings:
    """A table of points ends with a row in bold, its total."""
    faults: list[Fault] = []
    told, without = 0, []
    for file in package.statements():
        statement = read_statement(file)
        tables = [table for table in statement.tables() if _is_total(table[-1])]
        told += bool(tables)
        without += [] if tables else [file.name]
        for table in tables:
            faults += _table_faults(table, statement, package)
    faults += _idle_raises(package)
    notes = [f"without a table of points that ends with its total in bold: {', '.join(without)}"] if without else []
    most = f"{package.problem.points:g}"
    return Findings(f"at most {most} points; {told} statements have a table of them", tuple(faults), notes=tuple(notes))


def _is_total(row: Row) -> bool:
    """Whether all that stands in the row is bold, a number among it."""
    said = [cell for cell in row.cells if cell]
    return bool(said) and all(re.fullmatch(r"\*\*.+\*\*", cell) for cell in said) and any(map(_number, row.cells))


def _number(cell: str) -> float | None:
    text = plain(cell).replace(",", ".")
    return float(text) if re.fullmatch(r"-?\d+(\.\d+)?", text) else None


def _table_faults(table: Sequence[Row], statement: Statement, package: Package) -> list[Fault]:
    faults: list[Fault] = []
    total = table[-1]
    forms = package.problem.forms
    totals = [_number(cell) for cell in total.cells]
    if package.problem.points not in totals:
        said = ", ".join(f"{one:g}" for one in totals if one is not None)
        message = f"the total is {said}, but the parts give {package.problem.points:g} points at most"
        return [statement.fault(message, total.line)]
    for column, told in enumerate(totals):
        cells = [row.cells[column] for row in table[1:-1] if column < len(row.cells) and row.cells[column]]
        numbers = [number for number in map(_number, cells) if number is not None]
        if told is None or len(numbers) < len(cells):
            continue  # words, such as `1, or 2 when ...`, can't be added
        if abs(sum(numbers) - told) > 1e-9:
            message = f"{_sum(numbers)}, but the total is {told:g}"
            faults.append(statement.fault(message, total.line))
        elif not any(sorted(numbers) == _points(form) for form in forms):
            given = " or ".join(_list(_points(form)) for form in forms if form.points == told) or "no such total"
            message = f"the rows give {_list(sorted(numbers))} points, the parts of problem.yaml {given}"
            faults.append(statement.fault(message, table[1].line))
    return faults


def _points(form: Form) -> list[float]:
    return sorted(part.points for part in form.parts if part.points)


def _list(numbers: Sequence[float]) -> str:
    return ", ".join(f"{number:g}" for number in numbers)


def _sum(numbers: Sequence[float]) -> str:
    return f"{' + '.join(f'{number:g}' for number in numbers)} is {sum(numbers):g}"


def _idle_raises(package: Package) -> list[Fault]:
    """What `points_with` raises must be more than the part is worth anyway."""
    faults = {}
    for placed in package.tests():
        for name, points in placed.part.points_with.items():
            if points <= placed.part.points:
                message = f"{points:g} is no more than the {placed.part.points:g} points that the part is worth anyway"
                path = (*placed.part_path, "points_with", name)
                faults[path] = package.fault(message, *path)
    return list(faults.values())


CHECK = Check("points", "do the points add up, and does the statement say the same?", prove)
