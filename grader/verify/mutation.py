"""Mutants of the references of a package -> whether its tests see that something small is wrong.

It takes minutes where nothing is known yet, so it is made only when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from grader.cache import open_cache
from grader.errors import ToolMissing
from grader.mutation import words
from grader.mutation.mutants import LANGUAGES, mutants
from grader.mutation.proving import Prover
from grader.mutation.sampling import Reference
from grader.mutation.trying import Bench
from grader.plugins import languages
from grader.verify.findings import Check, Findings
from grader.verify.package import Package

NAME = "mutation"


def check(wanted: int, seed: int) -> Check:
    """The check with so many mutants, drawn by the seed."""
    asks = "is a reference refused when something small in it is changed (only if asked for)?"
    return Check(NAME, asks, partial(_prove, wanted, seed))


def _prove(wanted: int, seed: int, package: Package) -> Findings:
    """Each mutant is killed by a test, proven equivalent, or listed with a reason and equal on 10,000 inputs."""
    untried = list(_untried({one.language for one in package.references}))
    lacking = {language for language, _why in untried}
    references = [
        Reference(one.folder, one.language, one.submission) for one in package.references if one.language not in lacking
    ]
    said = tuple(why for _language, why in untried)
    if not references:
        return Findings("no reference that could be mutated", untried=said or ("there is no reference",))
    each = -(-wanted // len(package.problem.languages))
    wanted_here = each * len({one.language for one in references})
    desk = package.desk
    bench = Bench(package.problem, desk.sandbox, desk.compilers, open_cache("mutants"), desk.jobs, seed)
    done: list[object] = []

    def tell(trial: object) -> None:
        done.append(trial)
        desk.tell(len(done), wanted_here)

    proof = Prover(bench, references, wanted_here, tell).prove()
    desk.graded += bench.made
    desk.found += bench.found
    return Findings(words.summary(proof), proof.faults, said, tuple(words.notes(proof)))


def _untried(names: Iterable[str]) -> Iterable[tuple[str, str]]:
    """The languages whose references can't be mutated or tried here, each with the reason."""
    for name in sorted(names):
        try:
            languages()[name].find()
            if name not in LANGUAGES:
                yield name, f"{name}: there are no mutants in it"
            else:
                mutants("", name)
        except ToolMissing as error:
            yield name, f"{name}: {error}"
