"""Where the TypeScript compiler of a machine is found, and which ones are passed over."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.errors import ToolMissing
from grader.languages.javascript import PLUGIN as JAVASCRIPT
from grader.languages.typescript import PLUGIN
from tests.conftest import lacking


def install(folder: Path, version: str, name: str = "typescript", native: bool = False) -> Path:
    """A package as npm installs it; gives the folder in which its program is found."""
    package = folder / "lib" / "node_modules" / "typescript"
    compilers = [package / "bin" / "tsc"]
    if native:
        compilers.append(package / "node_modules" / "@typescript" / "typescript-linux-x64" / "lib" / "tsc")
    for compiler in compilers:
        compiler.parent.mkdir(parents=True)
        compiler.write_text("#!/bin/sh\n")
        compiler.chmod(0o755)
    (package / "package.json").write_text(json.dumps({"name": name, "version": version}))
    (folder / "bin").mkdir()
    (folder / "bin" / "tsc").symlink_to(compilers[0])
    return folder / "bin"


@pytest.fixture
def places() -> Iterator[Path]:
    """A folder into which every user can look, with a `node` in `node/bin`."""
    with tempfile.TemporaryDirectory(prefix="grader-test-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "node" / "bin").mkdir(parents=True)
        try:
            (folder / "node" / "bin" / "node").symlink_to(JAVASCRIPT.find().programs["node"])
        except ToolMissing as error:
            lacking(str(error))
        yield folder


def search(monkeypatch: pytest.MonkeyPatch, places: Path, *folders: Path) -> None:
    monkeypatch.setenv("PATH", os.pathsep.join(map(str, (places / "node" / "bin", *folders))))


@pytest.mark.parametrize(
    ("version", "name"), [("4.8.4", "typescript"), ("5.6.3", "typescript"), ("7.0.0", "tsc"), ("x", "typescript")]
)
def test_a_compiler_that_is_too_old_or_another_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, places: Path, version: str, name: str
) -> None:
    search(monkeypatch, places, install(places / "a", version, name))
    with pytest.raises(ToolMissing, match="TypeScript"):
        PLUGIN.find()


@pytest.mark.parametrize(
    ("npm", "mend"),
    [
        (True, "sudo npm install -g typescript"),
        (False, "sudo apt-get install npm && sudo npm install -g typescript"),
    ],
)
def test_the_command_that_brings_the_compiler_is_told(
    monkeypatch: pytest.MonkeyPatch, places: Path, npm: bool, mend: str
) -> None:
    search(monkeypatch, places)
    if npm:
        (places / "node" / "bin" / "npm").symlink_to("/bin/true")
    with pytest.raises(ToolMissing) as missing:
        PLUGIN.find()
    assert missing.value.mend == mend


@pytest.mark.parametrize("native", [False, True])
def test_the_first_compiler_that_is_new_enough_is_found(
    monkeypatch: pytest.MonkeyPatch, places: Path, native: bool
) -> None:
    old, new = install(places / "a", "5.0.4"), install(places / "b", "5.7.0-beta", native=native)
    search(monkeypatch, places, old, new)
    found = PLUGIN.find()
    package = places / "b" / "lib" / "node_modules" / "typescript"
    inside = "node_modules/@typescript/typescript-linux-x64/lib/tsc" if native else "bin/tsc"
    assert found.programs["tsc"] == package / inside
    assert found.version.startswith("TypeScript 5.7.0-beta, Node ")
    assert package in found.roots
