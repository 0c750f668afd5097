"""`--lang` and the locale -> the language of the messages in a report.

A person at this machine reads the terminal and the page that they asked for: those follow the locale. What goes to
others, to programs or to a CI system (all other formats, and whatever a batch leaves) must not depend on whose machine
made it: that is English, unless `--lang` says otherwise.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click

from grader import words
from grader.errors import InputError

FOR_THIS_PERSON = ("terminal", "html")


def lang_option(default: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option `--lang`, with what holds without it."""
    codes = ", ".join(words.languages())
    return click.option("--lang", metavar="CODE", help=f"Language of messages: {codes}.  [default: {default}]")


def known_lang(code: str | None) -> str | None:
    """The code, if there are messages in this language."""
    if code is not None and code not in words.languages():
        raise InputError(f"there are no messages in {code!r}; there are {', '.join(words.languages())}")
    return code


def lang_of_locale() -> str:
    """The language of the locale, if there are messages in it, else English."""
    named = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((one for one in named if one), "")
    code = locale.partition(".")[0].partition("@")[0].partition("_")[0].lower()
    return code if code in words.languages() else words.NATIVE


def lang_for(report: str, asked: str | None) -> str:
    """The language of a report in this format."""
    return asked or (lang_of_locale() if report in FOR_THIS_PERSON else words.NATIVE)
