"""Words of the command line, or `grader.toml` -> the tasks of an assignment repository, or what is wrong with them.

In a repository of a student's, its file is the student's too: a package is trusted code, so it never comes from inside
of the hand-in, and no text of the file can command the CI system in whose log a message stands.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader import plugins, problem, schema_check
from grader.errors import InputError
from grader.package import Problem
from grader.reports._columns import one_line
from grader.reports._machine import defused

FILE = "grader.toml"
KEYS = ("task", "path", "language", "digest")


@dataclass(frozen=True, slots=True)
class Assignment:
    """One task, and where in the hand-in its solution lies."""

    task: str
    path: Path = Path()
    """Below the folder of the hand-in."""
    language: str | None = None
    digest: str | None = None
    """Which package it has to be, as every result tells it."""


def assignments(tasks: Sequence[str], file: Path) -> list[Assignment]:
    """The tasks that were named, else those in the file. Raises InputError."""
    if tasks:
        found = [Assignment(task) for task in tasks]
    elif file.is_file():
        found = _read(file)
    else:
        raise InputError(f'name the tasks, or write them into {file}: tasks = ["valid-board"]')
    for one in found:
        if found.count(one) > 1:
            raise InputError(f"the task {one.task} is named twice")
    return found


def load(one: Assignment, home: Path, hand_in: Path) -> Problem:
    """The package of the task; a path is one from `home`. It may not lie where students can change it."""
    folder = problem.find_package(str(home / one.task) if "/" in one.task else one.task)
    if folder.resolve().is_relative_to(repository(hand_in)) and folder.parent != problem.shipped_problems():
        raise InputError(
            f"the package {one.task} lies in the hand-in, where who hands in can read and change it; "
            "keep it outside, such as in a checkout beside it"
        )
    digest = problem.digest(folder)
    if one.digest not in (None, digest):
        raise InputError(f"the package {one.task} is {digest}, and {one.digest} is asked for")
    return problem.load(folder)


def repository(folder: Path) -> Path:
    """The root of the repository that holds the folder, else the folder."""
    whole = folder.resolve()
    return next((above for above in (whole, *whole.parents) if (above / ".git").exists()), whole)


def _read(file: Path) -> list[Assignment]:
    try:
        data = tomllib.loads(file.read_text("utf-8-sig"))
    except OSError as error:
        raise InputError(f"{file} can't be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file} is no TOML: {defused(one_line(str(error)))}") from error
    _refuse_unknown(file, "", data, ("tasks",))
    tasks = data.get("tasks")
    if not isinstance(tasks, list) or not tasks:
        raise InputError(f'{file}: `tasks` must be a list of tasks, such as tasks = ["valid-board"]')
    return [_task(file, f"tasks[{number}]", task) for number, task in enumerate(tasks, start=1)]


def _task(file: Path, place: str, task: Any) -> Assignment:
    if isinstance(task, str):
        task = {"task": task}
    if not isinstance(task, dict):
        raise InputError(f"{file}: {place}: a task is a text, or a table with the key `task`")
    _refuse_unknown(file, f"{place}: ", task, KEYS)
    texts = {key: _text(file, f"{place}.{key}", value) for key, value in task.items()}
    if not texts.get("task"):
        raise InputError(f"{file}: {place}: the key `task` is missing")
    path = Path(texts.get("path", ""))
    if path.is_absolute() or ".." in path.parts:
        raise InputError(f"{file}: {place}.path: it must lead into the hand-in, and {path} leads out of it")
    language = texts.get("language")
    known = sorted(plugins.languages())
    if language is not None and language not in known:
        raise InputError(
            f"{file}: {place}.language: no language is called {language}{schema_check.meant(language, known)}"
        )
    return Assignment(texts["task"], path, language, texts.get("digest"))


def _refuse_unknown(file: Path, place: str, table: Mapping[str, Any], known: Sequence[str]) -> None:
    for key in table:
        if key not in known:
            said = defused(one_line(key))
            raise InputError(f"{file}: {place}unknown key `{said}`{schema_check.meant(said, known)}")


def _text(file: Path, place: str, value: Any) -> str:
    """The value, if it is a text of one line that no CI system obeys: messages repeat it."""
    if not isinstance(value, str):
        raise InputError(f"{file}: {place}: a text belongs here")
    if defused(one_line(value)) != value:
        raise InputError(f"{file}: {place}: the text holds control characters or begins a command")
    return value
