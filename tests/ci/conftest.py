"""`grader ci` inside of the process of the tests, in the environment of a job."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grader import cli
from tests.ci.running import CI_NAMES, Ended


@pytest.fixture
def run_ci(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], any_sandbox: object
) -> Callable[..., Ended]:
    """`run_ci(folder, ..., NAME=value)` is what `grader ci ...` does in the folder."""
    for name in os.environ:
        if name.startswith(CI_NAMES):
            monkeypatch.delenv(name)

    def run(folder: Path, *words: str, **environment: str) -> Ended:
        monkeypatch.chdir(folder)
        monkeypatch.setattr(sys, "argv", ["grader", "ci", *words])
        capsys.readouterr()
        with monkeypatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            with pytest.raises(SystemExit) as ended:
                cli.main()
        out, err = capsys.readouterr()
        return Ended(int(ended.value.code or 0), out, err)

    return run
