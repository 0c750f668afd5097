"""Reports that were asked for -> standard output, the terminal and files."""

from __future__ import annotations

import webbrowser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from grader import plugins
from grader.commands._languages import lang_for
from grader.errors import InputError
from grader.files import write

PRINTED = ("json", "junit", "sarif", "gradescope", "github", "gitlab", "markdown")
"""The formats that go to standard output when no file is named."""


def known_formats(formats: Sequence[str]) -> Sequence[str]:
    """The names, each once, if formats have them."""
    for name in formats:
        if name not in plugins.reports():
            raise InputError(f"no format is called {name}; there are {', '.join(sorted(plugins.reports()))}")
    return list(dict.fromkeys(formats))


def has_a_place(formats: Sequence[str], output: Path | None) -> None:
    """Every report goes somewhere, and standard output takes one."""
    if output is not None:
        return
    homeless = [name for name in formats if name not in ("terminal", *PRINTED)]
    if homeless:
        raise InputError(f"say where the report goes: -o FILE (for {', '.join(homeless)})")
    printed = [name for name in formats if name in PRINTED]
    if len(printed) > 1:
        raise InputError(f"say where the reports go: -o FOLDER (for {', '.join(printed)})")


def write_reports(
    document: Mapping[str, Any], formats: Sequence[str], output: Path | None, options: Mapping[str, Any]
) -> None:
    """The reports of a result or of a batch, to the streams or into files; the option `lang` is what was asked for."""
    many = "results" in document
    files = [name for name in formats if name != "terminal"] or list(formats)
    for name in formats:
        report, told = plugins.reports()[name], {**options, "lang": lang_for(name, options.get("lang"))}
        render = report.many if many else report.one
        if name == "terminal":
            click.echo(render(document, told), err=True, nl=False, color=options["color"])
        elif output is None:
            click.echo(render(document, told), nl=False)
        if output is None or name not in files:
            continue
        plain = {key: value for key, value in told.items() if key != "color"}
        stem = "results" if many else "result"
        path = output / f"{stem}{report.suffix}" if len(files) > 1 or output.is_dir() else output
        write_report(path, render(document, plain))


def write_report(path: Path, text: str) -> None:
    """One report as a file, and say where."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, text)
    except OSError as error:
        raise InputError(f"{path} can't be written: {error.strerror or error}") from error
    click.echo(f"Report: {path}", err=True)


def show_in_browser(page: Path) -> None:
    """Open a page where there is a browser; else say where it is."""
    if not webbrowser.open(page.resolve().as_uri()):
        click.echo(f"No browser was found; the page is {page}", err=True)
