"""Sources and rules of style -> where which rule is broken, by the real linter of the language.

A linter reads hostile files, so it runs inside the sandbox as compilers do. What it says comes from there too: a line
or a rule that can't be is left out. Comments that switch rules off do not count here.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from xml.etree import ElementTree as ET

from grader.errors import ToolMissing
from grader.model import MEBIBYTE, Command, Ending, Limits, Outcome
from grader.reach import find_programs, is_covered

LIMITS = Limits(cpu_s=30, wall_s=90, memory_bytes=512 * MEBIBYTE, processes=128)
MOST_OFFENCES = 1000
_RULE = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,60}")


@dataclass(frozen=True, slots=True)
class Offence:
    """A rule that is broken, and where."""

    rule: str
    file: str
    line: int
    what: str


class Unreadable(Exception):
    """The linter did not say what it is asked for; what it said instead is for authors, and may name our folders."""


class Linter(Protocol):
    """A linter and what it says."""

    @property
    def title(self) -> str:
        """Its name."""

    @property
    def endings(self) -> tuple[str, ...]:
        """How the names of files end that it reads."""

    def command(self, rules: bytes, files: Mapping[str, bytes]) -> Command:
        """The command that examines these files by these rules; raises ToolMissing."""

    def read(self, outcome: Outcome) -> Sequence[Offence]:
        """The rules that are broken; raises Unreadable."""


class Checkstyle:
    """Checkstyle for Java, as Debian ships it; its rules are a configuration in XML."""

    title = "Checkstyle"
    endings = (".java",)

    def command(self, rules: bytes, files: Mapping[str, bytes]) -> Command:
        found = shutil.which("checkstyle")
        if found is None:
            raise ToolMissing(self.title, "sudo apt-get install checkstyle")
        return Command(
            argv=(found, "-c", "../style/rules.xml", "-f", "xml", *_arguments(files)),
            files={"style/rules.xml": rules, **_submitted(files)},
            environment={"JAVA_OPTS": "-Xmx256m", "PATH": os.defpath},
            overhead_bytes=256 * MEBIBYTE,
        )

    def read(self, outcome: Outcome) -> Sequence[Offence]:
        start = outcome.stdout.find(b"<?xml")
        if start < 0 or b"<!DOCTYPE" in outcome.stdout or b"<!ENTITY" in outcome.stdout:
            raise Unreadable(_last_words(outcome))
        end = outcome.stdout.rfind(b"</checkstyle>")
        try:
            root = ET.fromstring(outcome.stdout[start : end + len(b"</checkstyle>")])  # noqa: S314 - no entities
        except ET.ParseError:
            raise Unreadable(_last_words(outcome)) from None
        errors = [(file, error) for file in root.iter("file") for error in file.iter("error")]
        if any(error.find("exception") is not None or file.find("exception") is not None for file, error in errors):
            raise Unreadable(_last_words(outcome))
        return _offences(
            (
                error.get("source", "").rpartition(".")[2].removesuffix("Check"),
                file.get("name", ""),
                error.get("line", ""),
                error.get("message", ""),
            )
            for file, error in errors
        )


class Ruff:
    """Ruff for Python; its rules are a configuration in TOML."""

    title = "Ruff"
    endings = (".py",)

    def command(self, rules: bytes, files: Mapping[str, bytes]) -> Command:
        programs = find_programs("ruff", Path(sys.executable).parent)
        found = next((program for program in programs if not is_covered(program)), None)
        if found is None:
            mend = "pip install ruff (not below /tmp, and where every user may go)"
            raise ToolMissing(f"{self.title}, where student code can reach it,", mend)
        return Command(
            argv=(
                str(found), "check", "--no-cache", "--no-fix", "--exit-zero", "--ignore-noqa",
                "--output-format", "json", "--config", "../style/ruff.toml", "--no-respect-gitignore",
                *_arguments(files),
            ),
            files={"style/ruff.toml": rules, **_submitted(files)},
            environment={"RAYON_NUM_THREADS": "1"},
            roots=(found.parent,),
            overhead_bytes=256 * MEBIBYTE,
        )  # fmt: skip

    def read(self, outcome: Outcome) -> Sequence[Offence]:
        try:
            found = json.loads(outcome.stdout)
            return _offences(
                (str(one["code"]), str(one["filename"]), str(one["location"]["row"]), str(one["message"]))
                for one in found
                if one["code"] not in (None, "invalid-syntax")  # no rule of style
            )
        except (ValueError, KeyError, TypeError):
            raise Unreadable(_last_words(outcome)) from None


LINTERS: Mapping[str, Linter] = {"java": Checkstyle(), "python": Ruff()}


def _submitted(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {f"submission/{path}": content for path, content in files.items()}


def _arguments(files: Mapping[str, bytes]) -> list[str]:
    """Paths that can't be taken for options."""
    return [f"./{path}" for path in sorted(files)]


def _offences(found: Iterable[tuple[str, str, str, str]]) -> Sequence[Offence]:
    """What is well formed of rule, file, line and text; the first thousand."""
    offences = []
    for rule, file, line, what in found:
        if _RULE.fullmatch(rule) and line.isdecimal():
            name = file.rpartition("/submission/")[2].removeprefix("./")
            offences.append(Offence(rule, name[:200], int(line), what[:300]))
    return tuple(offences[:MOST_OFFENCES])


def _last_words(outcome: Outcome) -> str:
    if outcome.ending is not Ending.EXITED:
        return f"it was ended: {outcome.ending.value}"
    said = (outcome.stderr or outcome.stdout).decode("utf-8", "replace").strip()
    return said[-300:] or "it said nothing"
