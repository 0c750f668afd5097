"""The machine -> what of the grader works on it, tried by doing, and the command that mends what doesn't."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader import plugins, submission
from grader.build import Workshop
from grader.errors import GraderError, ToolMissing
from grader.model import BuildFailure, Ending, Interface, Limits, Submission
from grader.plugins import Language, Sandbox
from grader.sandbox.cgroup import ground
from grader.sandbox.levels import CLOSED, open_sandbox, try_level

UNIFIED = Path("/sys/fs/cgroup/cgroup.controllers")  # there only where all controllers are of version 2


@dataclass(frozen=True, slots=True)
class Examined:
    """One thing that was tried: whether it works, what was found, and how to mend it."""

    what: str
    works: bool
    found: str
    mend: str | None = None


def examine() -> Iterator[Examined]:
    """The isolation first, then each language at the best level that there is."""
    for level in CLOSED:
        sandbox, why = try_level(level)
        if sandbox is not None:
            yield Examined(f"isolation: {level.value}", True, ", ".join(sandbox.layers))
        else:
            yield Examined(f"isolation: {level.value}", False, why, _mend_isolation(why))
    best = open_sandbox("auto")
    missing = "; ".join(best.missing)
    yield Examined(f"isolation in force: {best.level.value}", True, f"not prevented: {missing}" if missing else "")
    yield _examine_memory()
    for language in plugins.languages().values():
        yield _examine_language(language, best)


def _examine_memory() -> Examined:
    """Each way to limit memory works; by cgroup is exact, and has to be handed to us."""
    lacking = ground().lacking
    if not lacking:
        return Examined("memory", True, "by cgroup: a submission is counted as a whole, exactly")
    found = f"by polling, as {lacking}"
    if not UNIFIED.exists() or shutil.which("systemd-run") is None:
        return Examined("memory", True, found)
    manager = "" if os.geteuid() == 0 else "--user "
    return Examined("memory", True, found, f"systemd-run {manager}--scope -p Delegate=yes grader ...")


def _mend_isolation(why: str) -> str:
    if "bubblewrap is absent" in why:
        return "sudo apt-get install bubblewrap"
    if "no Landlock" in why:
        return "a kernel of Linux 5.13 or newer with Landlock switched on (lsm=landlock,...)"
    if "needs Linux" in why:
        return "run the grader on Linux, or in a Linux virtual machine"
    return "sudo sysctl -w kernel.unprivileged_userns_clone=1 kernel.apparmor_restrict_unprivileged_userns=0"


def _examine_language(language: Language, sandbox: Sandbox) -> Examined:
    try:
        toolchain = language.find()
    except ToolMissing as error:
        return Examined(language.title, False, "not found", error.mend)
    main = "Hello" + language.extensions[0]
    files = {main: language.hello.encode()}
    hello = Submission("hello", files, language.name, main, submission.digest(files))
    workshop = Workshop(language, toolchain, sandbox)
    try:
        built = language.build(hello, Interface(program=True), toolchain, workshop.run)
        if isinstance(built, BuildFailure):
            return Examined(language.title, False, f"can't build its own test: {built.message}")
        limits = Limits(cpu_s=10, wall_s=30)
        outcome = workshop.run(language.program(built, toolchain, limits, (), b""), limits)
    except GraderError as error:
        return Examined(language.title, False, str(error))
    if outcome.ending is not Ending.EXITED or outcome.stdout.strip() != b"hello":
        said = outcome.stderr.decode("utf-8", "replace").strip()
        return Examined(language.title, False, f"{toolchain.version} does not run its own test: {said[-300:]}")
    return Examined(language.title, True, toolchain.version)
