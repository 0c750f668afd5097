"""A problem -> its references and its wrong solutions, each with what its author says it must get.

References stand in `reference/<language>/` inside of the package, or beside the folder `problems/` that holds it, in
`reference/<task>/<language>/`. Their folders are called after the language, with `-anything` behind it where there
are several. What else a folder holds than `expect.yaml` is the solution.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from grader import marked, plugins, schema_check, submission
from grader.errors import Fault, GraderError, PackageError
from grader.model import Submission, Verdict
from grader.package import Problem

EXPECTED = "expect.yaml"
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["because", "language", "verdict", "points", "parts"],
    "properties": {
        "because": {"type": "string", "minLength": 1},
        "language": {"type": "string"},
        "verdict": {"enum": [verdict.value for verdict in Verdict]},
        "points": {"type": "number"},
        "parts": {"type": "object", "additionalProperties": {"type": "number"}},
        "draws": {"type": "boolean"},
    },
}


@dataclass(frozen=True, slots=True)
class Expected:
    """What a solution must get, and why, as its `expect.yaml` says.

    What `draws` answers by chance: which tests of a part it fails may change, what it gets for the part may not.
    """

    document: marked.Marked
    because: str
    language: str
    verdict: str
    points: float
    parts: Mapping[str, float]
    draws: bool = False


@dataclass(frozen=True, slots=True)
class Solution:
    """A reference or a wrong solution. `expected` is None for a reference that must get everything."""

    name: str
    folder: Path
    language: str
    submission: Submission
    expected: Expected | None

    def fault(self, message: str, *path: str | int) -> Fault:
        """A fault in what is said of it, else of the folder as a whole."""
        if self.expected is not None:
            return self.expected.document.fault(message, *path)
        return Fault(str(self.folder), None, None, message)


@dataclass(frozen=True, slots=True)
class Solutions:
    """All solutions of a package; `faults` is what keeps others from being one, `looked` where references are."""

    references: tuple[Solution, ...]
    wrong: tuple[Solution, ...]
    faults: tuple[Fault, ...]
    looked: tuple[Path, ...]


def find_solutions(problem: Problem) -> Solutions:
    """The solutions on disk."""
    faults: list[Fault] = []
    looked = places_of_references(problem)
    references = [
        _reference(folder, faults) for place in looked for folder in _folders(place) if not _is_loose(folder, faults)
    ]
    wrong = [_wrong(folder, problem, faults) for folder in _folders(problem.folder / "wrong")]
    return Solutions(
        tuple(one for one in references if one is not None),
        tuple(one for one in wrong if one is not None),
        tuple(faults),
        looked,
    )


def places_of_references(problem: Problem) -> tuple[Path, ...]:
    """Where references of the problem may lie."""
    inside = problem.folder / "reference"
    home = problem.folder.resolve().parent
    return (inside, home.parent / "reference" / problem.folder.resolve().name) if home.name == "problems" else (inside,)


def _folders(place: Path) -> list[Path]:
    return sorted(path for path in place.glob("*") if path.is_dir() and not path.name.startswith((".", "__")))


def _is_loose(folder: Path, faults: list[Fault]) -> bool:
    """Whether the folder is called after no language; a fault then."""
    known = sorted(plugins.languages())
    if folder.name.split("-")[0] in known:
        return False
    message = f"a reference is called after its language ({', '.join(known)}), such as `python` or `python-second`"
    faults.append(Fault(str(folder), None, None, message))
    return True


def _reference(folder: Path, faults: list[Fault]) -> Solution | None:
    expected = None
    if (folder / EXPECTED).is_file():
        expected = _expected(folder, faults)
        if expected is None:
            return None
    return _solution("reference", folder, folder.name.split("-")[0], expected, faults)


def _wrong(folder: Path, problem: Problem, faults: list[Fault]) -> Solution | None:
    if not (folder / EXPECTED).is_file():
        like = "because, language, verdict, points and parts"
        faults.append(Fault(str(folder), None, None, f"{EXPECTED} is missing: it says what must come ({like})"))
        return None
    expected = _expected(folder, faults)
    if expected is None:
        return None
    if expected.language not in problem.languages:
        hint = schema_check.meant(expected.language, problem.languages)
        faults.append(expected.document.fault(f"the task is not set in `{expected.language}`{hint}", "language"))
        return None
    return _solution("wrong", folder, expected.language, expected, faults)


def _expected(folder: Path, faults: list[Fault]) -> Expected | None:
    """What the file says; None, and its faults, if it can't be read."""
    file = folder / EXPECTED
    try:
        document = marked.read(file.read_text("utf-8-sig"), str(file))
    except PackageError as error:
        faults += error.faults
        return None
    except (OSError, UnicodeDecodeError) as error:
        faults.append(Fault(str(file), None, None, f"can't be read: {error}"))
        return None
    if not isinstance(document.data, dict):
        faults.append(document.fault("it says what must come: because, language, verdict, points and parts"))
        return None
    found = schema_check.faults(document, document.data, SCHEMA, ())
    if found:
        faults += found
        return None
    return Expected(document, **document.data)


def _solution(
    kind: str, folder: Path, language: str, expected: Expected | None, faults: list[Fault]
) -> Solution | None:
    try:
        collected = submission.collect(folder, identity=folder.name)
    except GraderError as error:
        faults.append(Fault(str(folder), None, None, str(error)))
        return None
    files = {path: content for path, content in collected.files.items() if path != EXPECTED}
    handed_in = replace(collected, files=files, digest=submission.digest(files))
    return Solution(f"{kind}/{folder.name}", folder, language, handed_in, expected)
