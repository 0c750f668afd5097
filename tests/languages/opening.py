"""Sources of a language -> a subject that answers, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from grader.errors import ToolMissing
from grader.model import BuildFailure, Built, Command, Interface, Limits, Outcome, Submission
from grader.plugins import Language, Sandbox
from grader.subject import BuiltSubject
from tests.conftest import lacking

BUILD_LIMITS = Limits(cpu_s=60, wall_s=120)


def built(
    language: Language, sandbox: Sandbox, files: Mapping[str, str | bytes], interface: Interface
) -> tuple[Built | BuildFailure, BuiltSubject | None]:
    """What building gives, and the subject if there is one; the first file is the main one."""

    def run(command: Command, limits: Limits = BUILD_LIMITS) -> Outcome:
        with sandbox.start(command, limits) as process:
            outcome: Outcome = process.run_to_end()
        return outcome

    try:
        toolchain = language.find()
    except ToolMissing as error:
        lacking(str(error))
    contents = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
    submission = Submission("student", contents, language.name, next(iter(files)), "")
    made = language.build(submission, interface, toolchain, run)
    if isinstance(made, BuildFailure):
        return made, None
    return made, BuiltSubject(made, language, toolchain, sandbox, Limits())


@contextmanager
def opened(
    language: Language, sandbox: Sandbox, files: Mapping[str, str | bytes], interface: Interface
) -> Iterator[BuiltSubject]:
    """The subject, loaded; it fails where there is none."""
    made, subject = built(language, sandbox, files, interface)
    assert subject is not None, made
    with subject_closed(subject):
        assert subject.load(interface) is None
        yield subject


@contextmanager
def subject_closed(subject: BuiltSubject) -> Iterator[None]:
    """The subject is closed at the end."""
    try:
        yield
    finally:
        subject.close()


def failure(
    language: Language, sandbox: Sandbox, files: Mapping[str, str | bytes], interface: Interface
) -> BuildFailure:
    """Why the code can't be built or loaded; it fails where it can."""
    made, subject = built(language, sandbox, files, interface)
    if isinstance(made, BuildFailure):
        return made
    assert subject is not None
    with subject_closed(subject):
        found = subject.load(interface)
    assert found is not None
    return found
