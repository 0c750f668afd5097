"""A package -> whether its files can be read, with another seed too: with one they were read before any check."""

from __future__ import annotations

from pathlib import Path

from grader import problem
from grader.errors import Fault, PackageError
from grader.verify.findings import Check, Findings
from grader.verify.package import Package

OTHER_SEED = 1


def prove(package: Package) -> Findings:
    """Everything in the package is read once more, with the random inputs of another seed."""
    faults: list[Fault] = []
    try:
        problem.load(package.problem.folder, OTHER_SEED)
    except PackageError as error:
        faults += (_of_seed(fault) for fault in error.faults)
    faults += package.solutions.faults
    faults += _without_text(package.statements())
    tests = list(package.tests())
    parts = sum(len(form.parts) for form in package.problem.forms)
    files = len(package.solutions.references) + len(package.solutions.wrong)
    return Findings(f"{parts} parts with {len(tests)} tests, {files} solutions are read", tuple(faults))


def _of_seed(fault: Fault) -> Fault:
    return Fault(fault.file, fault.line, fault.column, f"with the seed {OTHER_SEED}: {fault.message}")


def _without_text(statements: list[Path]) -> list[Fault]:
    faults = []
    for file in statements:
        try:
            if not file.read_text("utf-8-sig").strip():
                faults.append(Fault(str(file), None, None, "the statement is empty"))
        except (OSError, UnicodeDecodeError) as error:
            faults.append(Fault(str(file), None, None, f"can't be read as UTF-8: {error}"))
    return faults


CHECK = Check("schema", "can all files be read, with another seed too?", prove)
