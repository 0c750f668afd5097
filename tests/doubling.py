"""A folder -> a tiny package, `doubling`, and submissions to it, so that tests need no task that ships."""

from __future__ import annotations

from pathlib import Path

PACKAGE = """\
format: grader-problem/1
id: doubling
title: Doubling
languages: [python, javascript]
limits: {cpu_s: 0.5, wall_s: 5}
interface:
  functions:
    - "double(n: int) -> int"
parts:
  - id: small
    points: 1
    visible: true
    tests:
      - {call: double(2), returns: 4}
  - id: large
    points: 2
    visible: false
    tests:
      - {call: double(21), returns: 42}
"""
GOOD = "def double(n):\n    return n + n\n"
HALF = "def double(n):\n    return 4\n"
WRONG = "def double(n):\n    return n\n"
HANGING = "def double(n):\n    while True:\n        pass\n"
KILLING = "import os\n\n\ndef double(n):\n    os._exit(0)\n"


def write_package(folder: Path, text: str = PACKAGE) -> Path:
    """The package in `folder/doubling`."""
    package = folder / "doubling"
    package.mkdir(exist_ok=True)
    (package / "problem.yaml").write_text(text, encoding="utf-8")
    return package


def write_files(folder: Path, files: dict[str, str | bytes]) -> Path:
    """The folder with these files in it."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder
