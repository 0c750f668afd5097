"""The inputs of all tests -> whether any stands there twice, or is expected to give two different things."""

from __future__ import annotations

from collections import Counter

from grader import marked
from grader.errors import Fault, PackageError
from grader.kinds._members import Table
from grader.kinds.domain import DomainCheck
from grader.verify._inputs import expected_of, input_of
from grader.verify.findings import Check, Findings
from grader.verify.package import Package, Placed


def prove(package: Package) -> Findings:
    """Twice in one part is once too often; in two parts the answers must be the same."""
    faults: list[Fault] = []
    seen: dict[object, Placed] = {}
    compared = 0
    for placed in package.tests():
        key = input_of(placed.test.check)
        if key is None:
            continue
        compared += 1
        key_in_form = (placed.form.id, *key)
        first = seen.setdefault(key_in_form, placed)
        if first is placed:
            continue
        said = expected_of(first.test.check), expected_of(placed.test.check)
        if None not in said and said[0] != said[1]:
            faults.append(
                package.fault(f"{placed.name} asks the same as {first.name}, and expects something else", *placed.path)
            )
        elif first.part is placed.part:
            faults.append(
                package.fault(f"{placed.name} asks the same as {first.name}: one of them can go", *placed.path)
            )
    members, found = _domains(package)
    said_members = f", {members:,} members of domains" if members else ""
    return Findings(f"{compared} inputs of tests compared{said_members}", (*faults, *found))


def _domains(package: Package) -> tuple[int, list[Fault]]:
    """How many members all domains have, and what is wrong with them."""
    faults: list[Fault] = []
    tables: dict[marked.Path, Table] = {}
    for placed in package.tests():
        check = placed.test.check
        if not isinstance(check, DomainCheck):
            continue
        try:
            if check.chosen and check.table not in tables.values():
                tables[placed.path] = check.table
                faults += _repeated(check.table, placed, package)
        except PackageError as error:
            faults += [package.fault(fault.message, *placed.path) for fault in error.faults]
    return sum(len(table.raw) for table in tables.values()), faults


def _repeated(table: Table, placed: Placed, package: Package) -> list[Fault]:
    counts = Counter(map(repr, table.raw))
    twice = [member for member, count in counts.items() if count > 1]
    if not twice:
        return []
    told = f"{len(twice):,} members of the domain come more than once, such as {twice[0][:60]}"
    return [package.fault(told, *placed.path, "domain")]


CHECK = Check("inputs", "is any input there twice, or with two answers?", prove)
