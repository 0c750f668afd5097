"""A name -> a new problem package, or a file for students to start from. Nothing is ever overwritten."""

from __future__ import annotations

from pathlib import Path

import click

from grader import scaffold
from grader.commands._options import known_language, load_task
from grader.errors import ExitCode, InputError
from grader.package import Form
from grader.plugins import Starting, languages

FUNCTIONS_ONLY = ("c",)
"""Languages without classes: where there is a form without them, it is taken."""


@click.group("new")
def command() -> None:
    """Start a problem package, or a solution of one."""


@command.command("problem")
@click.argument("name")
@click.option("--kind", metavar="KIND", default="call", help=f"{', '.join(scaffold.kinds())}.  [default: call]")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The new folder.  [default: NAME]")
def new_problem(name: str, kind: str, output: Path | None) -> ExitCode:
    """Start a problem package: a small one that is whole, to be changed where it says TODO."""
    folder = output or Path(name)
    files = scaffold.package_of(name, kind)
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise InputError(f"{folder} exists; give the new package another name, or another folder by -o") from None
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    click.echo(f"{folder} is a package. Change what is marked TODO. To grade its solutions:", err=True)
    for solution in sorted({str(Path(path).parent) for path in files if path.startswith(("reference/", "wrong/"))}):
        click.echo(f"  grader check {folder} {folder / solution}", err=True)
    return ExitCode.ACCEPTED


@command.command("solution")
@click.argument("task")
@click.argument("language")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The new file.  [default: one beside you]")
@click.option("--form", metavar="ID", help="Which form of the task, where there are several.")
def new_solution(task: str, language: str, output: Path | None, form: str | None) -> ExitCode:
    """Start a solution: a file that has all that TASK asks for in LANGUAGE, and does nothing yet."""
    loaded = load_task(task, 0)
    name = known_language(language) or ""
    if name not in loaded.languages:
        raise InputError(f"{loaded.id} is not set in {language}; it is in {', '.join(loaded.languages)}")
    found = languages()[name]
    if not isinstance(found, Starting):
        raise InputError(f"no file to start from is known for {found.title}")
    forms = [one for one in loaded.forms if name in one.languages]
    usual, text = found.starter(loaded.id, _form(forms, name, form).interface)
    file = output or Path(usual)
    try:
        with file.open("x", encoding="utf-8", newline="\n") as opened:
            opened.write(text)
    except FileExistsError:
        raise InputError(f"{file} exists and stays as it is; give another name by -o") from None
    except OSError as error:
        raise InputError(f"{file} can't be written: {error.strerror}") from error
    click.echo(f"{file} is there. Write your code where it says TODO, then: grader check {task} {file}", err=True)
    return ExitCode.ACCEPTED


def _form(forms: list[Form], language: str, wanted: str | None) -> Form:
    """The form that is asked for, else the first one that suits the language."""
    if wanted is not None:
        for form in forms:
            if form.id == wanted:
                return form
        known = ", ".join(form.id for form in forms if form.id)
        raise InputError(f"no form of this task is called {wanted}{f'; there are {known}' if known else ''}")
    plain = [form for form in forms if form.interface.functions and not form.interface.classes]
    return plain[0] if plain and language in FUNCTIONS_ONLY else forms[0]
