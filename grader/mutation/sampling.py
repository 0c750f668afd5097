"""References -> their mutants as submissions, in an order that a seed draws: the same in each run."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from grader.errors import Fault, InputError
from grader.model import Submission
from grader.mutation.mutant import Mutant
from grader.mutation.mutants import mutants
from grader.plugins import languages


@dataclass(frozen=True, slots=True)
class Reference:
    """A right solution, in a folder whose name people know it by, such as `java-simple`."""

    folder: Path
    language: str
    submission: Submission

    @property
    def name(self) -> str:
        """That of its folder."""
        return self.folder.name


@dataclass(frozen=True, slots=True)
class Mutated:
    """A reference with one file of it mutated."""

    reference: Reference
    file: str
    mutant: Mutant

    @property
    def submission(self) -> Submission:
        """It as a hand-in."""
        original = self.reference.submission
        files = {**original.files, self.file: self.mutant.source.encode()}
        return replace(original, files=files, digest=f"{original.digest} {self.file} {self.mutant.id}")

    def fault(self, why: str) -> Fault:
        """What was changed in it, at its place, and what is known of it."""
        file = str(self.reference.folder / self.file)
        return Fault(file, self.mutant.line, self.mutant.column, f"{self.mutant.change}: {why}")

    def __str__(self) -> str:
        """Where it is, and what was changed."""
        place = f"{self.reference.name}/{self.file}:{self.mutant.line}:{self.mutant.column}"
        return f"{place}: {self.mutant.change}"


def mutated(reference: Reference) -> list[Mutated]:
    """All mutants of the reference: of each of its files in its language, in the order of their text."""
    endings = languages()[reference.language].extensions
    found = []
    for file, content in sorted(reference.submission.files.items()):
        if PurePosixPath(file).suffix.lower() not in endings:
            continue
        try:
            source = content.decode()
        except UnicodeDecodeError as error:
            raise InputError(f"{reference.name}/{file} is not UTF-8, so it can't be mutated") from error
        found += [Mutated(reference, file, mutant) for mutant in mutants(source, reference.language)]
    return found


def drawn(references: Sequence[Reference], seed: int) -> list[Mutated]:
    """All mutants of the references, shuffled together."""

    def lot(one: Mutated) -> bytes:
        name = f"{seed} {one.reference.name} {one.file} {one.mutant.id}"
        return hashlib.sha256(name.encode()).digest()

    return sorted((one for reference in references for one in mutated(reference)), key=lot)
