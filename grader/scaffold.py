"""A name and a kind of test -> the files of a small whole package, in which TODO stands where it wants to be changed.

The packages stand in `scaffolds/`, one for each kind: paths and texts, in which NAME is the name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

import yaml

from grader.errors import InputError

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")


def kinds() -> list[str]:
    """The kinds for which there is a package."""
    folder = resources.files("grader").joinpath("scaffolds")
    return sorted(file.name.removesuffix(".yaml") for file in folder.iterdir() if file.name.endswith(".yaml"))


def package_of(name: str, kind: str) -> Mapping[str, str]:
    """Its files, by their path."""
    if not _NAME.fullmatch(name):
        raise InputError(f"{name} can't be the name of a package: it is made of a-z, 0-9 and -, such as sum-of-digits")
    if kind not in kinds():
        raise InputError(f"no package is known for the kind {kind}; there are {', '.join(kinds())}")
    return {path: text.replace("NAME", name) for path, text in _files(kind).items()}


@cache
def _files(kind: str) -> Mapping[str, str]:
    text = resources.files("grader").joinpath(f"scaffolds/{kind}.yaml").read_text("utf-8")
    files: Mapping[str, str] = yaml.safe_load(text)
    return files
