"""One submission, from its files to its result: READ THIS FIRST.

Each stage is a module; this file only puts them in order and turns what each of them gives into the next one's
question. What student code does comes back as values. An exception means that we, the machine or the package
failed: then the submission is ungraded, with the reason, and never gets zero points for it.
"""

from __future__ import annotations

import traceback
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from grader import copies, grade, result
from grader import submission as submissions
from grader.build import Workshop
from grader.compilers import Compilers
from grader.encoding import as_text
from grader.errors import GraderError, PackageError
from grader.model import (
    BuildFailure,
    ClassAsked,
    Finding,
    Grade,
    Interface,
    Keeping,
    Message,
    Offer,
    State,
    Submission,
    Verdict,
)
from grader.package import Form, Part, Problem
from grader.plugins import Sandbox, is_single, languages
from grader.subject import BuiltSubject
from grader.words import say

LISTED_BYTES = 100_000
NOT_ASKED = Finding(Verdict.SK, 0.0, Message("not-run"))
WORTHWHILE = 4
NOT_JUDGED = "style-not-judged"
# What a student is told; the details may hold hidden values and go to the instructor only.
PACKAGE_WRONG = "the task itself has a fault; the instructor can see which"
WHILE_LOADING = "The code was not loaded to its end: what is told happened before anything was asked of it."
GRADER_WRONG = "the grader itself has a fault; the instructor can see which"


@dataclass(frozen=True, slots=True)
class Options:
    """What a person asked for, and the compilers that the submissions of a batch share.

    `needed` are parts that have to be accepted: the first test of theirs that is not ends the grading.
    """

    seed: int = 0
    parts: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    compilers: Compilers | None = None


def grade_submission(
    problem: Problem, handed_in: Submission, sandbox: Sandbox, repeat: str, options: Options
) -> dict[str, Any]:
    """The result (`grader-result/1`, for the instructor) of one submission; never raises for its sake."""
    circumstances = result.Circumstances(sandbox, options.seed, datetime.now(UTC), repeat)
    submission, facts = handed_in, result.Facts()
    try:
        submission = submissions.decide(handed_in, _names(problem.interface))
        submission = replace(submission, notes=(*submission.notes, *copies.notes(problem, submission)))
        flagged = copies.flags(problem, submission)
        facts = result.Facts(notes=submission.notes, sources=_sources(submission), flagged=flagged)
        if submission.refused is not None:
            return _refused(problem, submission, circumstances)
        if submission.undecided is not None:
            return result.ungraded(problem, submission, submission.undecided, facts, circumstances)
        return _grade(problem, submission, facts, options, circumstances)
    except PackageError as error:
        facts = replace(facts, flagged=(*facts.flagged, f"The problem package is wrong: {error}"))
        return result.ungraded(problem, submission, PACKAGE_WRONG, facts, circumstances)
    except GraderError as error:
        return result.ungraded(problem, submission, str(error), facts, circumstances)
    except Exception as error:  # noqa: BLE001 - a fault of ours must not cost a student points or stop a batch
        where = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__}: {error} ({where.name}, line {where.lineno})"
        facts = replace(facts, flagged=(*facts.flagged, f"A fault of the grader itself: {what}"))
        return result.ungraded(problem, submission, GRADER_WRONG, facts, circumstances)


def language_of(problem: Problem, handed_in: Submission) -> str | None:
    """The language in which it will be graded; None where it won't be run."""
    try:
        language = submissions.decide(handed_in, _names(problem.interface)).language
    except Exception:  # noqa: BLE001 - whatever it is, grading will meet it again and say it
        return None
    return language if language in problem.languages else None


def _grade(
    problem: Problem,
    submission: Submission,
    facts: result.Facts,
    options: Options,
    circumstances: result.Circumstances,
) -> dict[str, Any]:
    sandbox = circumstances.sandbox
    language = languages()[submission.language or ""]
    if language.name not in problem.languages:
        reason = f"the task is not set in {language.title}; it can be solved in {', '.join(problem.languages)}"
        return result.ungraded(problem, submission, reason, facts, circumstances)
    workshop = Workshop(language, language.find(), sandbox, options.compilers)
    facts = replace(facts, toolchain=workshop.toolchain.version)
    built = workshop.build(submission, problem)
    if isinstance(built, BuildFailure):
        return _not_built(problem, submission, built, facts, circumstances)
    facts = replace(facts, built=True, build_log=built.log, notes=(*facts.notes, *built.notes))
    subject = BuiltSubject(built, language, workshop.toolchain, sandbox, problem.limits)
    subject.keeping = problem.keeping
    subject.sources = submission.files
    try:
        failure = subject.load(problem.interface)
        if failure is not None:
            return _not_built(problem, submission, failure, facts, circumstances)
        form = _form(problem, submission, subject)
        chosen = _chosen(form, options)
        loading = (WHILE_LOADING,) if subject.load_failure is not None else ()
        facts = replace(
            facts,
            form=form.title or form.id,
            form_titles=form.titles,
            notes=(*facts.notes, *subject.offer.notes, *loading),
        )
        graded = grade.grade(chosen, _findings(chosen, subject, options.needed))
        if chosen is form:
            graded = replace(graded, max_points=problem.points)
        facts = replace(facts, flagged=(*facts.flagged, *_not_judged(graded)))
    finally:
        subject.close()
    return result.graded(problem, submission, graded, facts, circumstances)


# --- submissions that can't be asked anything --------------------------------------------------------------


def _refused(problem: Problem, submission: Submission, circumstances: result.Circumstances) -> dict[str, Any]:
    """A hand-in that can't be read: CE, no points, and a flag for the instructor."""
    why = f"This hand-in can't be used, since {submission.refused}."
    failure = BuildFailure(why)
    finding = Finding(Verdict.CE, 0.0, Message("objection", {"why": why}))
    facts = result.Facts(built=False, build_failure=failure, flagged=(why,))
    nothing = replace(grade.nothing(problem.forms[-1], finding, readable=False), max_points=problem.points)
    return result.graded(problem, submission, nothing, facts, circumstances)


def _not_built(
    problem: Problem,
    submission: Submission,
    failure: BuildFailure,
    facts: result.Facts,
    circumstances: result.Circumstances,
) -> dict[str, Any]:
    finding = Finding(Verdict.CE, 0.0, Message("objection", {"why": failure.message}), place=failure.place)
    facts = replace(facts, built=False, build_failure=failure, build_log=failure.log)
    forms = [form for form in problem.forms if submission.language in form.languages] or list(problem.forms)
    nothing = replace(grade.nothing(forms[0], finding, readable=True), max_points=problem.points)
    return result.graded(problem, submission, nothing, facts, circumstances)


# --- parts and forms ---------------------------------------------------------------------------------------


def _not_judged(graded: Grade) -> Iterator[str]:
    """What cost nobody a point but should be judged, for the instructor: a linter is missing, say."""
    for part in graded.parts:
        for test in part.tests:
            if test.finding.message is not None and test.finding.message.key == NOT_JUDGED:
                yield f"{part.title}: {say(test.finding.message)}"


def _findings(form: Form, subject: BuiltSubject, needed: Collection[str]) -> Mapping[str, list[Finding]]:
    findings = {part.id: [NOT_ASKED] * len(part.tests) for part in form.parts}
    # What is shown is asked first: code keeps what it was asked, in a file or a variable, and could tell it later.
    for part in sorted(form.parts, key=lambda part: part.hidden):
        found = _findings_of(part, subject, part.id in needed)
        findings[part.id][: len(found)] = found
        if part.id in needed and any(finding.verdict is not Verdict.AC for finding in found):
            break
    return findings


def _findings_of(part: Part, subject: BuiltSubject, needed: bool) -> list[Finding]:
    """A finding for each test of the part; where all of it is needed, none after the first that is not accepted."""
    problem_limits = subject.limits
    quickly = _quickly(part, subject)
    subject.begin_part()
    findings: list[Finding] = []
    for test in part.tests:
        subject.limits = test.limits or problem_limits
        findings.append(quickly.get(test.id) or test.check.judge(subject))
        if needed and findings[-1].verdict is not Verdict.AC:
            break
    subject.limits = problem_limits
    return _settled(findings)


def _quickly(part: Part, subject: BuiltSubject) -> Mapping[str, Finding]:
    """The tests of a part that are right when they are asked together, each in a state of its own."""
    if subject.keeping is Keeping.SHARED:
        return {}
    single = [
        (test.id, test.check, test.check.single)
        for test in part.tests
        if test.limits is None and is_single(test.check) and test.check.single is not None
    ]
    asked = [(name, check, step) for name, check, step in single if step is not None]
    if len(asked) < WORTHWHILE:
        return {}
    steps = [step for _name, _check, step in asked]
    answers = subject.ask(steps, State.EACH, each_cpu_s=subject.limits.cpu_s)
    findings = {
        name: check.accept(reply, answers, subject)
        for (name, check, _step), reply in zip(asked, answers.replies, strict=True)
    }
    return {name: finding for name, finding in findings.items() if finding is not None}


def _settled(findings: list[Finding]) -> list[Finding]:
    """After too many time-outs the rest of a part was not run: lost evidence, told as what caused it."""
    if any(finding.verdict not in (Verdict.AC, Verdict.SK) for finding in findings):
        return findings
    lost = (None, Message("not-run"))
    return [
        replace(finding, verdict=Verdict.TLE) if finding.verdict is Verdict.SK and finding.message in lost else finding
        for finding in findings
    ]


def _form(problem: Problem, submission: Submission, subject: BuiltSubject) -> Form:
    """The first form whose whole interface the submission offers; if none is, the one that is nearest."""
    forms = [form for form in problem.forms if submission.language in form.languages]
    if not forms:
        raise GraderError(f"no form of the task is set in {subject.language.title}")
    for form in forms:
        if all(_offered(form.interface, subject.offer)):
            return form
    offers = [(sum(_offered(form.interface, subject.offer)), form) for form in forms]
    best = max(share for share, _form in offers)
    return next(form for share, form in offers if share == best) if best else forms[-1]


def _offered(interface: Interface, offer: Offer) -> list[bool]:
    found = [offer.functions.get(asked.name) is not None for asked in interface.functions]
    for asked in interface.classes:
        found += _class_offered(asked, offer)
    return found + [offer.enums.get(asked.name) is not None for asked in interface.enums]


def _class_offered(asked: ClassAsked, offer: Offer) -> list[bool]:
    has = offer.classes.get(asked.name) is not None
    return [
        has,
        *(has and offer.methods.get((asked.name, method.name)) is not None for method in asked.methods),
    ]


def _chosen(form: Form, options: Options) -> Form:
    if not options.parts:
        return form
    known = [part.id for part in form.parts]
    wanted = [part for part in form.parts if part.id in options.parts]
    if not wanted:
        raise GraderError(f"this form of the task has no part {' or '.join(options.parts)}; it has {', '.join(known)}")
    without: Iterable[Part] = (
        replace(
            part,
            requires=tuple(name for name in part.requires if name in options.parts),
            points_with={name: points for name, points in part.points_with.items() if name in options.parts},
        )
        for part in wanted
    )
    return replace(form, parts=tuple(without))


def _names(interface: Interface) -> list[str]:
    """Every name under which the interface could be defined, in the conventions of all languages."""
    asked = [
        *(name for one in interface.functions for name in (one.name, *one.aliases)),
        *(name for one in interface.classes for name in (one.name, *one.aliases)),
        *(name for one in interface.enums for name in (one.name, *one.aliases)),
    ]
    return list(
        dict.fromkeys(
            name for one in asked for name in (one, *(language.spell(one) for language in languages().values()))
        )
    )


def _sources(submission: Submission) -> dict[str, str]:
    """The text of the student's source files, for the listing in a report."""
    endings = tuple(ending for language in languages().values() for ending in language.extensions)
    return {
        path: as_text(content[:LISTED_BYTES])
        for path, content in sorted(submission.files.items())
        if path.lower().endswith(endings)
    }
