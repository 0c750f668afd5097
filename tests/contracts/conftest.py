"""The subjects that the contract suites share: one of each kind for each language."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from grader.model import EnumAsked, Interface, Toolchain
from grader.plugins import Language, Sandbox
from grader.subject import BuiltSubject
from tests.contracts.benches import INTERFACE, KNOWN, LANGUAGES, TYPED, Bench, asked, source_of


@pytest.fixture(scope="module", params=KNOWN)
def bench(
    request: pytest.FixtureRequest, any_sandbox: Sandbox, find_toolchain: Callable[[Language], Toolchain]
) -> Bench:
    language = LANGUAGES[request.param]
    return Bench(language, find_toolchain(language), any_sandbox)


@pytest.fixture(scope="module")
def opened(bench: Bench) -> Iterator[BuiltSubject]:
    subject = bench.open(source_of(bench.language, "everything"), INTERFACE)
    assert isinstance(subject, BuiltSubject)
    yield subject
    subject.close()


@pytest.fixture
def subject(opened: BuiltSubject) -> BuiltSubject:
    """The subject that the tests of a language share; troubles are forgotten before each."""
    opened.begin_part()
    return opened


@pytest.fixture(scope="module")
def typed(bench: Bench) -> Iterator[BuiltSubject]:
    """Functions that give back what they get, each with the type that a student would write."""
    functions = [asked(name, f"value: {kind}", returns=kind) for name, (kind, _values) in TYPED.items()]
    colour = EnumAsked("Colour", ("RED", "BLUE"))
    subject = bench.open(source_of(bench.language, "typed"), Interface(tuple(functions), enums=(colour,)))
    assert isinstance(subject, BuiltSubject)
    yield subject
    subject.close()
