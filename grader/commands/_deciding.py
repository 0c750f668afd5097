"""A file of decisions -> the decisions, and a copy in the output folder, so that no later run forgets them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from grader import files
from grader.errors import InputError
from grader.people import decide, overrides
from grader.people.overrides import Known, Overrides

KEPT = "overrides.yaml"

overrides_option = click.option(
    "--overrides",
    "overrides_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="What people decided: points, comments, lateness.  [default: what the folder was last given]",
)


def read(file: Path | None, output: Path, known: Known) -> Overrides | None:
    """The decisions in the file, else those that the folder was last given, else None."""
    kept = output / KEPT
    if file is None and not kept.is_file():
        return None
    if file is None:
        click.echo(f"Decisions: {kept} (another file by --overrides)", err=True)
    return overrides.read(file or kept, known)


def read_again(file: Path | None, output: Path, known: Known) -> None:
    """Look for faults in the same file once more, when more is known of what can stand in it."""
    overrides.read(file or output / KEPT, known)


def keep(decided: Overrides | None, output: Path) -> None:
    """Leave the decisions in the folder for its next report."""
    if decided is None:
        return
    try:
        files.write(output / KEPT, overrides.written(decided.data))
    except OSError as error:
        raise InputError(f"{output / KEPT} can't be written: {error.strerror or error}") from error


def tell_without_time(batch: Mapping[str, Any], decided: Overrides) -> None:
    """Say of whom it is not known whether they are late."""
    unknown = decide.without_time(batch, decided)
    if unknown:
        said = ", ".join(unknown[:10]) + (f" and {len(unknown) - 10} more" if len(unknown) > 10 else "")
        click.echo(
            f"Nothing was taken off for lateness where it is not known when something was handed in: {said}\n"
            "To say it: `handed_in` under `late` in the overrides.",
            err=True,
        )
