"""A folder -> a small package that `verify` proves, written so that a test can break one thing in it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.doubling import GOOD, WRONG, write_files

PROBLEM = """\
format: grader-problem/1
id: doubling
title: {en: Doubling, de: Verdoppeln}
languages: [python]
limits: {cpu_s: 2, wall_s: 10}
interface:
  functions:
    - "double(n: int) -> int"
rules:
  - {rule: added to itself, parts: [small]}
parts:
  - id: small
    points: 1
    visible: true
    tests:
      - {call: double(2), returns: 4}
      - {call: double(3), returns: 6}
  - id: large
    points: 2
    visible: false
    tests:
      - {call: double(2100), returns: 4200, hint: Does it hold for large numbers?}
"""
STATEMENT = """\
# Doubling

## Rules

- A number is added to itself.

## Examples

The two examples:

| Call | Answer |
| --- | --- |
| `double(2)` | 4 |
| `double(3)` | 6 |

## Points

| Part | Points |
| --- | --- |
| Small numbers | 1 |
| Large numbers | 2 |
| **Total** | **3** |
"""
GERMAN = "# Verdoppeln\n"
EXPECTED = """\
because: It gives the number back.
language: python
verdict: WA
points: 0
parts: {small: 0, large: 0}
"""
FILES: Mapping[str, str] = {
    "problem.yaml": PROBLEM,
    "statement.en.md": STATEMENT,
    "statement.de.md": GERMAN,
    "reference/python/double.py": GOOD,
    "wrong/same/double.py": WRONG,
    "wrong/same/expect.yaml": EXPECTED,
}


def write(folder: Path, changes: Mapping[str, str | None] | None = None) -> Path:
    """The package below the folder, with other texts in some of its files; None leaves one out."""
    files = {**FILES, **(changes or {})}
    return write_files(folder / "doubling", {name: text for name, text in files.items() if text is not None})
