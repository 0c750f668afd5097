"""One submission -> its result, on the terminal or in files."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from grader import pipeline, redact, submission
from grader.commands._options import common_options, is_coloured, known_language, known_parts, load_task
from grader.commands._writing import has_a_place, known_formats, write_reports
from grader.errors import ExitCode
from grader.sandbox import levels


@click.command("check")
@click.argument("task")
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "formats",
    multiple=True,
    metavar="NAME",
    help="terminal (default), json, html, csv, junit, sarif, gradescope, github, gitlab or markdown; repeatable.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A file, or a folder for several formats.")
@common_options
def command(task: str, path: Path, formats: tuple[str, ...], output: Path | None, **common: Any) -> ExitCode:
    """Grade one submission: a file, a folder or an archive."""
    chosen = known_formats(formats or ("terminal",))
    has_a_place(chosen, output)
    problem = load_task(task, common["seed"])
    handed_in = submission.collect(path, known_language(common["language"]))
    known_parts(problem, common["parts"])
    sandbox = levels.open_sandbox(common["isolation"])
    given = f" --language {common['language']}" if common["language"] else ""
    given += f" --seed {common['seed']}" if common["seed"] else ""
    repeat = f"grader check {shlex.quote(task)} {shlex.quote(os.fsencode(path).decode('utf-8', 'replace'))}{given}"
    options = pipeline.Options(common["seed"], tuple(common["parts"]))
    result: Mapping[str, Any] = pipeline.grade_submission(problem, handed_in, sandbox, repeat, options)
    if common["audience"] != "instructor":
        result = redact.for_student(result)
    write_reports(result, chosen, output, {"color": is_coloured(common), "folder": _folder_of(path, result)})
    if result["status"] == "ungraded":
        return ExitCode.OUR_FAILURE
    return ExitCode.ACCEPTED if result["verdict"] in ("AC", "PD") else ExitCode.NOT_ACCEPTED


def _folder_of(path: Path, result: Mapping[str, Any]) -> str:
    """The way from the working folder to the files of the hand-in, where it is one that goes downwards."""
    folder = path if path.is_dir() else path.parent
    main = result["submission"]["main"]
    below = not folder.is_absolute() and ".." not in folder.parts and folder != Path()
    return folder.as_posix() if below and main is not None and (folder / main).is_file() else ""
