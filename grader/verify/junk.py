"""Submissions that answer nothing but junk -> whether every test refuses them, and none of them gets a point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from grader import plugins
from grader.errors import Fault, PackageError, ToolMissing
from grader.kinds.call import CallCheck
from grader.kinds.object import ObjectCheck
from grader.model import Isolation, Verdict
from grader.package import Form
from grader.plugins import ForPeople
from grader.verify._grading import said_of_ungraded
from grader.verify._junk_programs import JUNK, WRITERS, Junk, junk_program
from grader.verify._junk_subject import junk_subject
from grader.verify.desk import Asking, Result
from grader.verify.findings import Check, Findings
from grader.verify.package import Package, Placed
from grader.verify.variants import without_conditions


def prove(package: Package) -> Findings:
    """Every part is asked of every junk, also those that would wait for another one; once in each form."""
    languages, untried = junk_languages(package)
    faults: list[Fault] = []
    tested: set[tuple[object, ...]] = set()
    asked, alone = 0, []
    problem = without_conditions(package.problem)
    for number, form in enumerate(problem.forms):
        names = [name for name in languages if name in form.languages]
        placed = {(one.part.id, one.test.id): one for one in package.tests() if one.form.id == form.id}
        if not names:
            alone.append(form.id or package.problem.id)
            faults += _answered(package, form, placed)
            tested |= {(number, *key) for key in placed}
        asking = Asking(replace(problem, forms=(form,)), f"every part for itself, form {number}")
        junk = [(one, junk_program(name, one, form.interface)) for name in names for one in JUNK]
        results = package.desk.grade(asking, [(submission, None) for _one, submission in junk])
        asked += len(junk)
        for (one, submission), result in zip(junk, results, strict=True):
            if result["status"] != "graded":
                faults.append(package.fault(f"{submission.id} could not be graded: {said_of_ungraded(result)}"))
                continue
            tested |= {(number, part["id"], test["id"]) for part in result["parts"] for test in part["tests"]}
            faults += _accepted(one, submission.id, result, placed, package)
    said = f"{asked} junk submissions in {' and '.join(languages) or 'no language'}, {len(tested)} tests"
    told = f"junk programs are in {' and '.join(WRITERS)}; without one, junk was answered in {', '.join(alone)}"
    return Findings(said, tuple(faults), tuple(untried), (told,) if alone else ())


def _answered(package: Package, form: Form, placed: Mapping[tuple[str, str], Placed]) -> Iterator[Fault]:
    """Each test of the form that accepts junk as a reply; no program is run."""
    language = plugins.languages()[form.languages[0]]
    for junk in JUNK:
        for found in placed.values():
            limits = found.test.limits or package.problem.limits
            try:
                finding = found.test.check.judge(junk_subject(junk.name, language, form.interface, limits))
            except PackageError as error:
                yield package.fault(f"{found.name} fails at junk ({junk.name}): {error}", *found.path)
                continue
            if finding.verdict is Verdict.AC and not _expects_it(junk, found):
                yield package.fault(f"{found.name} accepts junk ({junk.name})", *found.path)


def junk_languages(package: Package) -> tuple[list[str], list[str]]:
    """The languages in which junk is written for this package, and what is lacking."""
    if package.desk.sandbox.level is Isolation.NONE:
        return [], ["nothing isolates here, and programs that fill memory or print without end do not run bare"]
    languages, untried = [], []
    for name in (name for name in package.languages if name in WRITERS):
        try:
            plugins.languages()[name].find()
            languages.append(name)
        except ToolMissing as error:
            untried.append(f"{name}: {error}")
    return languages, untried


def _accepted(
    junk: Junk, name: str, result: Result, placed: Mapping[tuple[str, str], Placed], package: Package
) -> Iterator[Fault]:
    """Each test and each part that lets it pass."""
    for part in result["parts"]:
        for test in part["tests"]:
            found = placed[part["id"], test["id"]]
            if test["verdict"] == "AC" and not _expects_it(junk, found):
                yield package.fault(f"{found.name} accepts junk ({name})", *found.path)
        if (part["points"] or 0) > 0:
            found = placed[part["id"], part["tests"][0]["id"]]
            yield package.fault(
                f"the part `{part['id']}` gives {part['points']:g} points for junk ({name})", *found.part_path
            )


def _expects_it(junk: Junk, placed: Placed) -> bool:
    """Whether the test can't refuse it: no answer is right there, or no points are to be had."""
    check = placed.test.check
    if isinstance(check, ForPeople) or (not placed.part.most_points and placed.test.kind == "style"):
        return True
    if junk.name != "nothing":
        return False
    if isinstance(check, CallCheck):
        return check.expected == (None,)
    return isinstance(check, ObjectCheck) and all(stage.expected in (None, (None,)) for stage in check.stages)


CHECK = Check("junk", "does every test refuse submissions that answer junk?", prove)
