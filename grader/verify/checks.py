"""All checks, in the order in which they run: what costs nothing first, what needs many runs last."""

from __future__ import annotations

from grader.verify import (
    determinism,
    feedback,
    hidden,
    inputs,
    junk,
    leak,
    limits,
    parts,
    points,
    references,
    rules,
    schema,
    statement,
    wrong,
)
from grader.verify.findings import Check

CHECKS: tuple[Check, ...] = (
    schema.CHECK,
    points.CHECK,
    parts.CHECK,
    inputs.CHECK,
    rules.CHECK,
    statement.CHECK,
    hidden.CHECK,
    references.CHECK,
    wrong.CHECK,
    feedback.CHECK,
    leak.CHECK,
    junk.CHECK,
    limits.CHECK,
    determinism.CHECK,
)
