"""A Submission -> a loaded Subject, or why there can't be one: built and loaded inside the sandbox."""

from __future__ import annotations

from dataclasses import dataclass

from grader.compilers import Compilers
from grader.model import BuildFailure, Built, Command, Limits, Outcome, Submission, Toolchain
from grader.package import Problem
from grader.plugins import Language, Sandbox

COMPILER_LIMITS = Limits(cpu_s=30, wall_s=90, memory_bytes=768 << 20, processes=128, disk_bytes=64 << 20)


@dataclass(frozen=True, slots=True)
class Workshop:
    """A language with its toolchain, in a sandbox; in a batch with compilers that stay."""

    language: Language
    toolchain: Toolchain
    sandbox: Sandbox
    compilers: Compilers | None = None

    def build(self, submission: Submission, problem: Problem) -> Built | BuildFailure:
        """The submission made ready to run."""
        return self.language.build(submission, problem.interface, self.toolchain, self.run)

    def run(self, command: Command, limits: Limits = COMPILER_LIMITS) -> Outcome:
        """Run a compiler inside the sandbox, to its end."""
        warm = self.compilers.run(command, limits) if self.compilers is not None else None
        if warm is not None:
            return warm
        with self.sandbox.start(command, limits) as process:
            outcome: Outcome = process.run_to_end()
        return outcome
