"""What decides a result -> its basis: a text that is the same exactly when grading again could change nothing.

It is the key by which results are found again (`store.py`): what was handed in and how it is called, the package, the
limits, the toolchains, the isolation, the options, and the code of the grader itself. What a change of it means for
people is told from its ingredients (`changes.py`), so they stand in it by name.

One basis serves all parts of a submission: that a test changed is seen only by the digest of its package, so all
submissions of a changed package are graded again. A basis for each part would have to know what of an `oracle.py` and
of a common interface each part uses, and would spare little: a submission is built and loaded once for all parts.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Collection, Iterator, Sequence
from dataclasses import fields
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from grader import __version__, words
from grader.batch.elsewhere import Elsewhere
from grader.errors import ToolMissing
from grader.model import Submission
from grader.package import Problem
from grader.plugins import Sandbox, Tooled, languages, plugged_in

HERE = Path(__file__).resolve().parents[1]  # all of the grader
PLUGGED_IN = ("grader.languages", "grader.kinds")
MADE = ("__pycache__",)
OTHER_WORDS = tuple(f"{code}.txt" for code in words.languages() if code != words.NATIVE)
NO_GRADING = (
    *MADE, "commands", "mutation", "reports", "shipped", "similarity", "verify", "workers",
    "speaking.py", *OTHER_WORDS,
)  # fmt: skip
"""Folders and files of the grader that can't change a result."""
NO_PACKAGE = (*MADE, "wrong")
"""Folders of a package that it does not need to grade."""


class Bases:
    """The bases of one batch: what all its submissions have in common is looked up once."""

    def __init__(self, problem: Problem, sandbox: Sandbox, options: Sequence[Any], store_name: str) -> None:
        self._common = {
            "package": [problem.digest, fingerprint(problem.folder, store_name)],
            "limits": repr(problem.limits),
            "isolation": [sandbox.level.value, *sandbox.layers, *sandbox.missing],
            "options": list(options),
            "grader": sandbox.grader if isinstance(sandbox, Elsewhere) else grader_here(),
        }
        tests = [test.check for form in problem.forms for part in form.parts for test in part.tests]
        self._tooled = [check for check in tests if isinstance(check, Tooled)]
        self._toolchains = dict(sandbox.toolchains) if isinstance(sandbox, Elsewhere) else {}

    def of(self, submission: Submission, repeat: str) -> str:
        """The basis of what was collected, which `repeat` would grade again."""
        candidates = sorted({language for _path, language in submission.candidates})
        return json.dumps(
            {
                **self._common,
                "submission": _submission(submission),
                "repeat": repeat,
                "toolchains": {language: self._toolchain(language) for language in candidates},
            },
            sort_keys=True,
        )

    def _toolchain(self, language: str) -> str:
        if language not in self._toolchains:
            tools = dict.fromkeys(check.tool(language) for check in self._tooled)
            self._toolchains[language] = ", ".join([toolchain_here(language), *filter(None, tools)])
        return self._toolchains[language]


def toolchain_here(language: str) -> str:
    """The toolchain of this machine, or that it is missing."""
    try:
        return languages()[language].find().version
    except ToolMissing as error:
        return f"{error.what} is missing"


def grader_here() -> str:
    """The grader of this process, with what it runs on.

    Hypothesis is not ours and has a say in results: another version may draw other inputs.
    """
    libraries = f"Python {platform.python_version()}, Hypothesis {version('hypothesis')}"
    return f"{__version__} {grading_code()} on {libraries}"


def _submission(submission: Submission) -> str:
    """A fingerprint of all that was collected."""
    told = {field.name: getattr(submission, field.name) for field in fields(submission) if field.name != "files"}
    total = hashlib.sha256(json.dumps(told, default=repr).encode())
    for path in sorted(submission.files):
        total.update(os.fsencode(path) + b"\0" + hashlib.sha256(submission.files[path]).digest())
    return total.hexdigest()


def package_files(folder: Path, store_name: str) -> Iterator[Path]:
    """All files that an oracle may read; a folder with a store in it holds results instead."""
    return (path for path in _files(folder, NO_PACKAGE, store_name) if path.suffix != ".md")


def fingerprint(folder: Path, store_name: str) -> str:
    """A fingerprint of the package that the folder holds."""
    total = hashlib.sha256()
    for path in package_files(folder, store_name):
        _take(total, folder, path)
    return total.hexdigest()


@cache
def grading_code() -> str:
    """A fingerprint of the code that makes results: ours, and that of languages and kinds that were plugged in."""
    return _code(NO_GRADING, PLUGGED_IN)


@cache
def whole_code() -> str:
    """A fingerprint of all code, also that which makes reports of results."""
    return _code((*MADE, "shipped"), (*PLUGGED_IN, "grader.reports"))


def _code(left_out: Collection[str], groups: Sequence[str]) -> str:
    total = hashlib.sha256()
    for path in _files(HERE, left_out):
        if path.name not in left_out:
            _take(total, HERE, path)
    for group in groups:
        for entry in sorted(plugged_in(group)):
            total.update(f"{entry.name} {entry.value} {entry.dist and entry.dist.version}".encode())
            for folder, path in _plugged_in(entry.module):
                _take(total, folder, path)
    return total.hexdigest()[:16]


def _plugged_in(module: str) -> Iterator[tuple[Path, Path]]:
    """The files of the package (or the module) that the module belongs to, each with its folder."""
    spec = find_spec(module.partition(".")[0])
    for place in (spec.submodule_search_locations or ()) if spec else ():
        yield from ((Path(place), path) for path in _files(Path(place), MADE))
    if spec and not spec.submodule_search_locations and spec.origin and Path(spec.origin).is_file():
        yield Path(spec.origin).parent, Path(spec.origin)


def _take(total: Any, folder: Path, path: Path) -> None:
    total.update(os.fsencode(path.relative_to(folder)) + b"\0" + hashlib.sha256(path.read_bytes()).digest())


def _files(folder: Path, left_out: Collection[str], store_name: str | None = None) -> Iterator[Path]:
    """The files below the folder in a fixed order, without hidden ones and without these folders."""
    for parent, folders, names in os.walk(folder):
        here = Path(parent)
        folders[:] = sorted(
            name
            for name in folders
            if name not in left_out
            and not name.startswith(".")
            and not (store_name is not None and (here / name / store_name).exists())
        )
        yield from (here / name for name in sorted(names) if not name.startswith(".") and (here / name).is_file())
