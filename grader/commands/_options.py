"""What several commands are given -> the options, and the things that they name."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

from grader import plugins, problem
from grader.errors import InputError
from grader.package import Problem

isolation_option = click.option(
    "--isolation",
    type=click.Choice(["auto", "full", "restricted", "none"]),
    default="auto",
    show_default=True,
    help="How student code is kept from this machine.",
)


def common_options(command: Callable[..., Any]) -> Callable[..., Any]:
    options = [
        click.option("--language", metavar="NAME", help="Take the submission for this language."),
        click.option("--part", "parts", multiple=True, metavar="ID", help="Only this part (repeatable)."),
        click.option(
            "--seed",
            type=click.IntRange(min=0),
            default=0,
            show_default=True,
            help="For tests with random inputs.",
        ),
        isolation_option,
        click.option("--audience", type=click.Choice(["student", "instructor"]), help="Who reads the results."),
        click.option("--no-color", is_flag=True, help="No colours (also by NO_COLOR)."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def load_task(task: str, seed: int) -> Problem:
    """The package of a task that ships with the tool, or of a path."""
    return problem.load(problem.find_package(task), seed)


def known_language(name: str | None) -> str | None:
    """The name, if a language has it."""
    if name is not None and name not in plugins.languages():
        raise InputError(f"no language is called {name}; there are {', '.join(sorted(plugins.languages()))}")
    return name


def known_parts(task: Problem, parts: Sequence[str]) -> None:
    """Refuse parts that the task does not have."""
    known = list(dict.fromkeys(part.id for form in task.forms for part in form.parts))
    for part in parts:
        if part not in known:
            raise InputError(f"{task.id} has no part {part}; it has {', '.join(known)}")


def is_coloured(common: Mapping[str, Any]) -> bool:
    """Whether the terminal gets colours."""
    if common["no_color"] or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stderr.isatty() or bool(os.environ.get("FORCE_COLOR"))
