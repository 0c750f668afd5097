"""A source and its language -> all its mutants."""

from __future__ import annotations

from grader.errors import InputError
from grader.mutation.grammars import GRAMMARS
from grader.mutation.mutant import Mutant
from grader.mutation.python import python_mutants
from grader.mutation.trees import tree_mutants

LANGUAGES = ("python", *GRAMMARS)


def mutants(source: str, language: str) -> list[Mutant]:
    """Every mutant of the source, in the order of its text; each can be parsed."""
    if language == "python":
        return python_mutants(source)
    if language not in GRAMMARS:
        raise InputError(f"there are no mutants in {language}; there are in {', '.join(LANGUAGES)}")
    return tree_mutants(source, language)
