"""The forms and parts of a package -> whether each of them can be reached by some submission."""

from __future__ import annotations

from grader.errors import Fault
from grader.package import Form, Part
from grader.verify.findings import Check, Findings
from grader.verify.package import Package


def prove(package: Package) -> Findings:
    """A form is chosen by what a submission offers; a part can count if nothing always stands before it."""
    forms = package.problem.forms
    faults: list[Fault] = [
        package.fault(f"no form of the task is set in {name}, which `languages` names", "languages")
        for name in package.problem.languages
        if not any(name in form.languages for form in forms)
    ]
    parts = 0
    for index, form in enumerate(forms):
        path: tuple[str | int, ...] = () if form.id is None else ("forms", index)
        strange = [name for name in form.languages if name not in package.problem.languages]
        faults += [
            package.fault(f"{name} is none of the languages of the package", *path, "languages") for name in strange
        ]
        earlier = _always_before(form, forms[:index])
        if earlier is not None:
            said = (
                f"the form `{earlier.id}` before it asks for nothing more, so this one is never chosen: exchange them"
            )
            faults.append(package.fault(said, *path, "id"))
        for number, part in enumerate(form.parts):
            parts += 1
            better = _shadow(part, form)
            if better is not None:
                said = (
                    f"it requires `{better.id}`, which excludes it by `one_of` and is worth as much: it can never count"
                )
                faults.append(package.fault(said, *path, "parts", number, "requires"))
    return Findings(
        f"{parts} parts in {len(forms)} {'forms' if len(forms) > 1 else 'form'} can be reached", tuple(faults)
    )


def _always_before(form: Form, earlier: tuple[Form, ...]) -> Form | None:
    """A form before this one that every submission offers which offers this one, in all of its languages."""
    for other in earlier:
        if set(form.languages) <= set(other.languages) and _members(other) <= _members(form):
            return other
    return None


def _members(form: Form) -> set[tuple[str, ...]]:
    """What a submission must offer for the form (a program can always be run)."""
    interface = form.interface
    members: set[tuple[str, ...]] = {("function", asked.name) for asked in interface.functions}
    members |= {("class", asked.name) for asked in interface.classes}
    members |= {("method", asked.name, method.name) for asked in interface.classes for method in asked.methods}
    return members | {("enum", asked.name) for asked in interface.enums}


def _shadow(part: Part, form: Form) -> Part | None:
    """The part that must be accepted first and then always counts in place of this one."""
    for group in form.one_of:
        for other in form.parts:
            exclusive = part.id in group and other.id in group and other.id in part.requires
            if exclusive and other.points >= part.most_points:
                return other
    return None


CHECK = Check("parts", "can every form and part be reached?", prove)
