"""The machine -> what of the grader works on it, tried by doing, and the command that mends what doesn't."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from grader import plugins, submission
from grader.build import Workshop
from grader.errors import GraderError, ToolMissing
from grader.model import BuildFailure, Ending, Interface, Isolation, Limits, Submission
from grader.plugins import Language, Sandbox
from grader.sandbox.cgroup import ground
from grader.sandbox.layers import try_layers
from grader.sandbox.levels import CLOSED, open_sandbox, try_level

UNIFIED = Path("/sys/fs/cgroup/cgroup.controllers")  # there only where all controllers are of version 2


class State(Enum):
    """How something was found."""

    WORKS = "ok"
    ABSENT = "none"
    BROKEN = "FAIL"


@dataclass(frozen=True, slots=True)
class Examined:
    """One thing that was tried: how it was found, what there is to say of it, and how to mend it."""

    what: str
    state: State
    found: str = ""
    mend: str | None = None


def examine() -> Iterator[Examined]:
    """The isolation first, with its layers, then each language at the best level that there is.

    A level that can't be had is broken only when there is none above it; a toolchain that is absent is nobody's fault.
    """
    for layer in try_layers():
        yield Examined(f"layer: {layer.name}", State.WORKS if layer.works else State.ABSENT, layer.found, layer.mend)
    for level in CLOSED:
        sandbox, why = try_level(level)
        if sandbox is not None:
            yield Examined(f"isolation: {level.value}", State.WORKS, ", ".join(sandbox.layers))
        else:
            yield Examined(f"isolation: {level.value}", State.ABSENT, why)
    best = open_sandbox("auto")
    missing = f"not prevented: {'; '.join(best.missing)}" if best.missing else ""
    state = State.BROKEN if best.level is Isolation.NONE else State.WORKS
    yield Examined(f"isolation in force: {best.level.value}", state, missing)
    yield _examine_memory()
    for language in plugins.languages().values():
        yield _examine_language(language, best)


def _examine_memory() -> Examined:
    """Each way to limit memory works; by cgroup is exact, and has to be handed to us."""
    lacking = ground().lacking
    if not lacking:
        return Examined("memory", State.WORKS, "by cgroup: a submission is counted as a whole, exactly")
    found = f"by polling, as {lacking}"
    if not UNIFIED.exists() or shutil.which("systemd-run") is None:
        return Examined("memory", State.WORKS, found)
    manager = "" if os.geteuid() == 0 else "--user "
    return Examined("memory", State.WORKS, found, f"systemd-run {manager}--scope -p Delegate=yes grader ...")


def _examine_language(language: Language, sandbox: Sandbox) -> Examined:
    try:
        toolchain = language.find()
    except ToolMissing as error:
        return Examined(language.title, State.ABSENT, "not found", error.mend)
    main = "Hello" + language.extensions[0]
    files = {main: language.hello.encode()}
    hello = Submission("hello", files, language.name, main, submission.digest(files))
    workshop = Workshop(language, toolchain, sandbox)
    try:
        built = language.build(hello, Interface(program=True), toolchain, workshop.run)
        if isinstance(built, BuildFailure):
            return Examined(language.title, State.BROKEN, f"can't build its own test: {built.message}")
        limits = Limits(cpu_s=10, wall_s=30)
        outcome = workshop.run(language.program(built, toolchain, limits, (), b""), limits)
    except GraderError as error:
        return Examined(language.title, State.BROKEN, str(error))
    if outcome.ending is not Ending.EXITED or outcome.stdout.strip() != b"hello":
        said = outcome.stderr.decode("utf-8", "replace").strip()
        return Examined(language.title, State.BROKEN, f"{toolchain.version} does not run its own test: {said[-300:]}")
    return Examined(language.title, State.WORKS, toolchain.version)
