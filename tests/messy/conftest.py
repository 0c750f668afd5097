"""What the messy suites share: the packages beside this file, set in every language that there is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from grader.plugins import languages
from tests.messy.cases import PACKAGES


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the packages."""
    folder = tmp_path_factory.mktemp("messy") / "packages"
    shutil.copytree(PACKAGES, folder)
    for file in folder.glob("*/problem.yaml"):
        package = yaml.safe_load(file.read_text("utf-8"))
        file.write_text(yaml.safe_dump({**package, "languages": sorted(languages())}, allow_unicode=True), "utf-8")
    return folder
