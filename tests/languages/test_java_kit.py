"""Our own classes for Java and their archives: made once, found again, and done without where they can't be kept."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from grader import cache
from grader.languages.java import Java
from grader.model import MEBIBYTE, Built, Command, Ending, Interface, Limits, Outcome, Submission, Toolchain
from grader.plugins import Language, Sandbox

LIMITS = Limits(cpu_s=10, wall_s=60)


@dataclass
class Run:
    """A grader that has just been started, and what it runs."""

    sandbox: Sandbox
    toolchain: Toolchain
    language: Java = field(default_factory=Java)
    words: list[str] = field(default_factory=list)

    def __call__(self, command: Command, limits: Limits) -> Outcome:
        self.words.append(command.argv[-2] if command.argv[-1] == "1" else command.argv[0].rpartition("/")[2])
        with self.sandbox.start(command, limits) as process:
            outcome: Outcome = process.run_to_end()
        return outcome

    def build(self) -> Built:
        hello = Submission("x", {"Hello.java": Java.hello.encode()}, "java", "Hello.java", "")
        built = self.language.build(hello, Interface(program=True), self.toolchain, self)
        assert isinstance(built, Built)
        return built

    def hello(self, memory_bytes: int = 64 * MEBIBYTE) -> Outcome:
        limits = Limits(cpu_s=10, wall_s=60, memory_bytes=memory_bytes)
        return self(self.language.program(self.build(), self.toolchain, limits, (), b""), limits)


@pytest.fixture
def start(
    any_sandbox: Sandbox, find_toolchain: Callable[[Language], Toolchain], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], Run]]:
    """Starts graders that share a cache, which is empty at first."""
    with tempfile.TemporaryDirectory(prefix="grader-test-", dir="/var/tmp") as folder:
        Path(folder).chmod(0o755)
        monkeypatch.setenv("XDG_CACHE_HOME", folder)
        monkeypatch.setattr(cache, "OF_THE_SYSTEM", Path(folder) / "none" / "such")
        yield lambda: Run(any_sandbox, find_toolchain(Java()))


def kept(run: Run) -> list[Path]:
    (kit,) = run.language._kits.values()
    return sorted(kit.roots[0].iterdir()) if kit.roots else []


def several(run: Run) -> None:
    """So many builds that archives pay."""
    for _ in range(3):
        run.build()


def test_one_build_makes_no_archives(start: Callable[[], Run]) -> None:
    run = start()
    assert run.hello().stdout == b"hello\n"
    assert ([path.name.partition("-")[0] for path in kept(run)], len(run.words)) == (["grader"], 3)


def test_what_the_first_run_makes_the_next_one_finds(start: Callable[[], Run]) -> None:
    first, second = start(), start()
    built = [first.build() for _ in range(4)]
    assert built == [second.build()] * 4
    assert (len(first.words), len(second.words)) == (9, 1)
    (kit,) = second.language._kits.values()
    assert (kit.files, sorted(kit.archives)) == ({}, ["Compiler", "Driver"])
    assert {path.name.partition("-")[0]: path.stat().st_mode & 0o777 for path in kept(second)} == {
        "Compiler": 0o644,
        "Driver": 0o644,
        "grader": 0o644,
    }


@pytest.mark.long
@pytest.mark.parametrize("name", ["Compiler", "Driver", "grader"])
def test_what_is_no_longer_whole_is_made_again(start: Callable[[], Run], name: str) -> None:
    first, second, third = start(), start(), start()
    several(first)
    spoilt = next(path for path in kept(first) if path.name.startswith(name))
    spoilt.write_bytes(spoilt.read_bytes()[:-1])
    assert second.hello().stdout == b"hello\n"
    several(second)
    third.build()
    (kit,) = third.language._kits.values()
    assert (len(third.words), sorted(kit.archives)) == (1, ["Compiler", "Driver"])


def test_without_a_cache_the_classes_are_in_each_box(
    start: Callable[[], Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(cache, "OF_THE_SYSTEM", tmp_path)
    run = start()
    outcome = run.hello()
    assert (outcome.ending, outcome.stdout, outcome.stderr) == (Ending.EXITED, b"hello\n", b"")
    assert (kept(run), list(tmp_path.iterdir())) == ([], [])
    assert "driver/grader/inside/Driver.class" in run.build().files


@pytest.mark.parametrize("memory_mib", [8, 24, 512, 3000])
def test_no_size_of_the_heap_makes_the_runtime_say_anything(start: Callable[[], Run], memory_mib: int) -> None:
    run = start()
    several(run)
    outcome = run.hello(memory_mib * MEBIBYTE)
    assert (outcome.ending, outcome.stdout, outcome.stderr) == (Ending.EXITED, b"hello\n", b"")
