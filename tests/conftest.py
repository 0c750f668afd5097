"""What the tests share -> sandboxes, toolchains, and a way to run a snippet in a box.

A test that needs an isolation or a toolchain that this machine lacks is skipped with the reason; where the
environment variable CI is `true` it fails instead, so that nothing is left untested unseen.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NoReturn

import pytest

from grader.errors import ToolMissing
from grader.model import Command, Isolation, Limits, Outcome, Toolchain
from grader.plugins import Language, Sandbox, languages
from grader.reach import find_python
from grader.sandbox.levels import open_sandbox, try_level
from grader.sandbox.none import NoSandbox

SHORT = Limits(cpu_s=2.0, wall_s=10.0)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--all` runs every test that is marked long."""
    parser.addoption("--all", action="store_true", default=False, help="run all tests, the long ones too")


_CACHE = pytest.StashKey[tempfile.TemporaryDirectory[str]]()


def pytest_configure(config: pytest.Config) -> None:
    """A cache of this session's own, shared by its workers, where boxes can be shown it; and messages in English."""
    os.environ["LC_ALL"] = "C.UTF-8"
    if not hasattr(config, "workerinput"):
        config.stash[_CACHE] = tempfile.TemporaryDirectory(prefix="grader-test-cache-", dir="/var/tmp")
        Path(config.stash[_CACHE].name).chmod(0o755)
        os.environ["XDG_CACHE_HOME"] = config.stash[_CACHE].name


def pytest_unconfigure(config: pytest.Config) -> None:
    """The cache goes with the session."""
    if _CACHE in config.stash:
        config.stash[_CACHE].cleanup()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without `--all` keep the first of each group of long tests: the cases of one test function in one language.

    Those that keep all cores busy come last, as they slow the others.
    """
    items.sort(key=lambda item: item.get_closest_marker("busy") is not None)
    if config.getoption("--all"):
        return
    kept, left_out = split_long(items)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


def split_long(items: Iterable[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """The tests that run without `--all`, and the others."""
    kept: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    groups: set[tuple[str, ...]] = set()
    for item in items:
        name, _bracket, case = item.nodeid.partition("[")
        group = name, *sorted(languages().keys() & case.rstrip("]").split("-"))
        if item.get_closest_marker("long") is not None and group in groups:
            left_out.append(item)
            continue
        groups.add(group)
        kept.append(item)
    return kept, left_out


def lacking(reason: str) -> NoReturn:
    """Skip the test, or fail it where everything has to be there."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def closed(level: Isolation) -> Sandbox:
    """The sandbox of a level that isolates, or the end of the test."""
    sandbox, why = try_level(level)
    if sandbox is None:
        lacking(f"the isolation level `{level.value}` does not work here: {why}")
    return sandbox


@pytest.fixture(scope="session")
def full_sandbox() -> Sandbox:
    """Level `full`."""
    return closed(Isolation.FULL)


@pytest.fixture(scope="session")
def restricted_sandbox() -> Sandbox:
    """Level `restricted`."""
    return closed(Isolation.RESTRICTED)


@pytest.fixture(scope="session")
def no_sandbox() -> Sandbox:
    """Level `none`."""
    return NoSandbox()


@pytest.fixture(scope="session", params=["full", "restricted", "none"])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    """Each level in turn."""
    level = Isolation(request.param)
    return NoSandbox() if level is Isolation.NONE else closed(level)


@pytest.fixture(scope="session")
def any_sandbox() -> Sandbox:
    """The best level that works here, for tests of what lies above."""
    return open_sandbox("auto")


@pytest.fixture(scope="session")
def find_toolchain() -> Callable[[Language], Toolchain]:
    """The toolchain of a language, or the end of the test."""

    def find(language: Language) -> Toolchain:
        try:
            return language.find()
        except ToolMissing as error:
            lacking(str(error))

    return find


def python_command(source: str, **more: object) -> Command:
    """A Command that runs the source in a bare Python."""
    return Command((str(find_python()[0]), "-I", "-S", "-c", source), **{"files": {}, **more})  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def python() -> Callable[..., Command]:
    """`python(source, stdin=.., files=..)` is a Command that runs the source."""
    return python_command


@pytest.fixture(scope="session")
def run_python() -> Callable[..., Outcome]:
    """`run_python(sandbox, source, limits, stdin=.., files=..)` runs the source to its end."""

    def run(sandbox: Sandbox, source: str, limits: Limits = SHORT, **more: object) -> Outcome:
        with sandbox.start(python_command(source, **more), limits) as process:
            outcome: Outcome = process.run_to_end()
        return outcome

    return run


@pytest.fixture(scope="session")
def run_hostile(full_sandbox: Sandbox, run_python: Callable[..., Outcome]) -> Callable[..., Outcome]:
    """`run_hostile(source, limits)` at level `full` only, and only once that is seen not to be root."""
    proof = run_python(full_sandbox, "import os; print(os.getuid(), os.geteuid(), os.getpid())")
    real, effective, pid = map(int, proof.stdout.split())
    if not real or not effective or pid > 3:
        pytest.fail("hostile programs would run as root or outside of a namespace: not run")

    def run(source: str, limits: Limits = SHORT, **more: object) -> Outcome:
        return run_python(full_sandbox, source, limits, **more)

    return run
