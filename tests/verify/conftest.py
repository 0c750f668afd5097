"""What the tests of `verify` share: a package that was written for them, and a desk that keeps nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from grader.compilers import Compilers
from grader.plugins import Sandbox
from grader.verify.desk import Desk
from grader.verify.package import Package, open_package
from tests.verify.making import write

Make = Callable[..., Package]


@pytest.fixture
def make(tmp_path: Path, any_sandbox: Sandbox) -> Make:
    """`make({"problem.yaml": text})` is the package with that file changed."""

    def one(changes: Mapping[str, str | None] | None = None, language: str | None = None) -> Package:
        desk = Desk(any_sandbox, 1, Compilers(any_sandbox, 0), None, lambda _done, _all: None)
        return open_package(write(tmp_path, changes), desk, language)

    return one
