"""Problem packages -> proof that they are right, a line for each check, or what is wrong with them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import click

from grader import problem
from grader.batch.grading import cores
from grader.commands._options import known_language
from grader.errors import ExitCode, InputError, PackageError
from grader.mutation.proving import WANTED
from grader.sandbox import levels
from grader.verify import mutation, telling
from grader.verify._grading import grade
from grader.verify.checks import CHECKS
from grader.verify.desk import open_desk
from grader.verify.findings import Check
from grader.verify.package import Package, open_package


@click.command("verify")
@click.argument("tasks", nargs=-1, required=True, metavar="PROBLEM...")
@click.option("--only", multiple=True, metavar="CHECK", help="Only this check (repeatable). They are listed below.")
@click.option("--mutation", "mutates", is_flag=True, help="Also change the references: it takes minutes.")
@click.option(
    "--mutants",
    type=click.IntRange(min=1),
    default=WANTED,
    show_default=True,
    help="How many mutants to try, over all languages.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Which mutants those are.")
@click.option("--language", metavar="NAME", help="Only solutions in this language.")
@click.option("--table", is_flag=True, help="Also show which test refuses which wrong solution.")
@click.option(
    "--isolation",
    type=click.Choice(["auto", "full", "restricted", "none"]),
    default="auto",
    show_default=True,
    help="How solutions are kept from this machine.",
)
@click.option("--jobs", type=click.IntRange(min=1), help="How many to grade at once.  [default: one per core]")
def command(
    *,
    tasks: tuple[str, ...],
    only: tuple[str, ...],
    mutates: bool,
    mutants: int,
    seed: int,
    language: str | None,
    table: bool,
    isolation: str,
    jobs: int | None,
) -> ExitCode:
    """Prove a problem package: its texts, its tests, its references and its wrong solutions."""
    checks = _chosen(only, mutation.check(mutants, seed), mutates)
    known_language(language)
    folders = [problem.find_package(task) for task in tasks]
    sandbox = levels.open_sandbox(isolation)
    codes: set[ExitCode] = set()
    with open_desk(sandbox, jobs or cores()) as desk:
        for folder in folders:
            try:
                package = open_package(folder, desk, language)
            except PackageError as error:
                click.echo(f"{folder}: the problem package is wrong:\n{error}", err=True)
                codes.add(ExitCode.WRONG_USE)
                continue
            codes |= _verify(package, checks, table)
    if sandbox.level.value == "none":
        click.echo("Isolation: none. Solutions ran with no more than limits.", err=True)
    order = (ExitCode.WRONG_USE, ExitCode.NOT_ACCEPTED, ExitCode.OUR_FAILURE)
    return next((code for code in order if code in codes), ExitCode.ACCEPTED)


ASKED_FOR = mutation.check(WANTED, 0)
command.epilog = (
    "It ends with 0 if all is proven, 1 if something is refused, 2 if a package can't be read, 3 if something "
    "could not be tried. What was graded is kept, so that a second time is quick.  Checks: "
    + "; ".join(f"{check.name} ({check.asks.rstrip('?')})" for check in (*CHECKS, ASKED_FOR))
    + "."
)


def _chosen(only: Sequence[str], slow: Check, mutates: bool) -> Sequence[Check]:
    """The checks of these names; of none all but the slow one, which is made only if it is asked for."""
    known = [check.name for check in (*CHECKS, slow)]
    for name in only:
        if name not in known:
            raise InputError(f"no check is called {name}; there are {', '.join(known)}")
    usual = [check for check in CHECKS if not only or check.name in only]
    return [*usual, slow] if mutates or slow.name in only else usual


def _verify(package: Package, checks: Sequence[Check], table: bool) -> set[ExitCode]:
    """Make the checks and tell of each what it found, as soon as it is known."""
    codes: set[ExitCode] = set()
    desk = package.desk
    before = desk.graded, desk.found
    click.echo(f"{package.problem.folder}")
    for check in checks:
        desk.tell = _teller(check.name)
        findings = check.prove(package)
        _wipe()
        for line in telling.lines(check, findings):
            click.echo(line)
        codes |= {
            telling.State.REFUSED: {ExitCode.NOT_ACCEPTED},
            telling.State.UNTRIED: {ExitCode.OUR_FAILURE},
            telling.State.PROVEN: set[ExitCode](),
        }[telling.state_of(findings)]
    if table:
        for line in telling.table(grade(package, package.wrong).results):
            click.echo(line)
    graded, found = desk.graded - before[0], desk.found - before[1]
    click.echo(f"      {graded} times something was graded, {found} times it was known before")
    return codes


def _teller(name: str) -> Callable[[int, int], None]:
    """Says on a terminal how far a check is."""

    def tell(done: int, of: int) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r      {name}: {done} of {of} graded ", nl=False, err=True)

    return tell


def _wipe() -> None:
    if sys.stderr.isatty():
        click.echo("\r" + " " * (telling.WIDTH - 1) + "\r", nl=False, err=True)
