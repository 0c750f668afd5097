"""The sockets of the project, and the loader that finds what is plugged in.

A language, a kind of test and a report format are each one module in their folder that ends in
`PLUGIN = <an object with this protocol>` and bears its name. A third-party package offers the same object by an entry
point of that name, of the group `grader.languages`, `grader.kinds` or `grader.reports`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache, partial
from importlib.metadata import EntryPoints, entry_points
from typing import Any, Protocol, TypeGuard, TypeVar, runtime_checkable

from grader.errors import GraderError
from grader.model import (
    Answers,
    BuildFailure,
    Built,
    Command,
    Finding,
    Interface,
    Isolation,
    Keeping,
    Limits,
    Offer,
    Outcome,
    Reply,
    State,
    Step,
    Submission,
    Toolchain,
    Turn,
)
from grader.values import Numbers, Value

Run = Callable[[Command, Limits], Outcome]
Result = Mapping[str, Any]


class Language(Protocol):
    """Everything the grader knows about a programming language."""

    name: str
    title: str
    extensions: tuple[str, ...]
    one_number_type: bool
    """1 and 1.0 can't be told apart."""
    compiles_all_files: bool
    """All files of the language are built together, so none of them has to be the main one."""
    hello: str
    """A program that prints `hello`: `doctor` runs it to prove that the toolchain works."""

    def find(self) -> Toolchain:
        """The toolchain of this machine; raises ToolMissing."""

    def build(
        self, submission: Submission, interface: Interface, toolchain: Toolchain, run: Run
    ) -> Built | BuildFailure:
        """The submission made ready to be asked; `run` starts compilers, in the sandbox."""

    def driver(self, built: Built, toolchain: Toolchain, limits: Limits) -> Command:
        """The command that starts the driver beside the built submission."""

    def program(
        self, built: Built, toolchain: Toolchain, limits: Limits, arguments: Sequence[str], stdin: bytes | None
    ) -> Command:
        """The command that runs the submission as a program.

        Without `stdin` somebody types: then what it prints must be out before it reads, as at a terminal.
        """

    def spell(self, name: str) -> str:
        """A name of the package in the convention of this language."""

    def show(self, value: Value) -> str:
        """A value as it is written in this language."""

    def show_step(self, step: Step) -> str:
        """A step as it is written in this language."""

    def ran_out_of_memory(self, outcome: Outcome) -> bool:
        """Whether a process that died did so for want of memory, as far as its last words tell."""


@runtime_checkable
class Starting(Protocol):
    """A language that can give students a file to start from."""

    def starter(self, task: str, interface: Interface) -> tuple[str, str]:
        """The name of the file and its text: all that is asked for, compiles, and does nothing."""


class Sandbox(Protocol):
    """A level of isolation, in force: starts programs in boxes."""

    level: Isolation
    missing: tuple[str, ...]

    @property
    def layers(self) -> tuple[str, ...]:
        """What holds a program in."""

    def start(self, command: Command, limits: Limits) -> Any:
        """Start the program; the caller ends it."""


class Talk(Protocol):
    """A program that runs and to which somebody types."""

    def hear(self) -> Turn:
        """What it prints until it waits for input, or comes to its end, by itself or at a limit."""

    def type(self, text: str) -> None:
        """Type this, as it stands."""

    def close_input(self) -> None:
        """Say that nothing more will be typed."""


class Subject(Protocol):
    """A built submission that can be talked to; kinds of test know nothing else of it."""

    language: Language
    offer: Offer
    limits: Limits
    keeping: Keeping
    """What tests may see of one another, as the package says."""
    sources: Mapping[str, bytes]
    """The files as they were handed in, by relative path."""

    def ask(
        self,
        steps: Sequence[Step],
        state: State,
        each_cpu_s: float | None = None,
        limits: Limits | None = None,
    ) -> Answers:
        """The replies to these steps. The limits hold for all of them together, or `each_cpu_s` for each."""

    def aside(self) -> AbstractContextManager[None]:
        """What goes wrong meanwhile is not held against the part at hand; it has bounds of its own."""

    def measure(self, steps: Sequence[Step]) -> Answers:
        """As `ask`, in the state as it is; `cpu_s` is exact, as far as this machine knows it at all."""

    def run(self, arguments: Sequence[str], stdin: bytes, limits: Limits | None = None) -> Outcome:
        """Run the submission as a program, to its end."""

    def talk(self, arguments: Sequence[str] = (), limits: Limits | None = None) -> AbstractContextManager[Talk]:
        """Start the submission as a program to which somebody types; it is ended when the context is left."""

    def examine(self, command: Command, limits: Limits) -> Outcome:
        """Run a tool that reads the sources, in a box of its own, to its end: what it reads is hostile."""

    def remember(self, key: object, make: Callable[[], Any]) -> Any:
        """What `make` gave when it was first asked for under this key."""


class Check(Protocol):
    """One test, read and ready."""

    def judge(self, subject: Subject) -> Finding:
        """The opinion about this subject."""


@runtime_checkable
class Single(Protocol):
    """A test of one call in a fresh state: many of them can be asked in one request, which is fast."""

    @property
    def single(self) -> Step | None:
        """The call; None if this test has to be judged alone."""

    def accept(self, reply: Reply, answers: Answers, subject: Subject) -> Finding | None:
        """The finding if the reply is right, else None: then the test is judged alone."""


_SINGLE: dict[type, bool] = {}


def is_single(check: Check) -> TypeGuard[Single]:
    """Whether it is one; looked up once for each class, since Python takes long to say it."""
    kind = type(check)
    if kind not in _SINGLE:
        _SINGLE[kind] = isinstance(check, Single)
    return _SINGLE[kind]


@runtime_checkable
class Tooled(Protocol):
    """A test that a further tool of the machine judges, such as a linter."""

    def tool(self, language: str) -> str | None:
        """Which one judges submissions in this language, and whether it is here; None if none does."""


@runtime_checkable
class Drawn(Protocol):
    """A test that, asked once more or read with another seed, asks for something else or gets something else."""

    draws: bool
    """Whether this one does."""


@runtime_checkable
class ForPeople(Protocol):
    """A test that a person judges, of a submission that can't be run too. It is alone in its part."""

    def for_a_person(self) -> Finding:
        """The finding until then, with the verdict PD."""


class Reader(Protocol):
    """What a kind may ask for while it reads a test; every fault that it meets is reported with its place."""

    @property
    def interface(self) -> Interface:
        """The interface of the form at hand."""

    @property
    def numbers(self) -> Numbers:
        """How numbers are compared."""

    @property
    def limits(self) -> Limits:
        """The limits of the part at hand."""

    @property
    def seed(self) -> int:
        """The seed of all that is drawn at random."""

    def calls(self, text: object, *path: str | int) -> tuple[Step, Any] | None:
        """The step written in `text` and what it is compared with, None (and a fault) if it can't be read."""

    def value(self, written: object, *path: str | int) -> Value:
        """The value that stands in the package, YAML or Python literal."""

    def oracle(self, reference: object, *path: str | int) -> Callable[..., Any]:
        """The function `oracle.name`; one that gives nothing back (and a fault) if there is none."""

    def file(self, name: str, *path: str | int) -> bytes:
        """What stands in this file beside problem.yaml; nothing (and a fault) if there is none."""

    def fault(self, message: str, *path: str | int) -> None:
        """Something is wrong at this place of the test."""


class Kind(Protocol):
    """One way of asking. A test in a package belongs to the kind whose `mark` it has as a key."""

    name: str
    mark: str
    schema: Mapping[str, Any]
    """JSON Schema of the keys that belong to this kind alone."""

    def read(self, body: Mapping[str, Any], reader: Reader) -> Check:
        """The test, ready to judge."""


class Report(Protocol):
    """A format of reports: a pure function of results and of options for its looks."""

    name: str
    suffix: str

    def one(self, result: Result, options: Mapping[str, Any]) -> str:
        """The report of one result (`grader-result/1`)."""

    def many(self, batch: Result, options: Mapping[str, Any]) -> str:
        """The report of a batch (`grader-batch/1`)."""


class Named(Protocol):
    """Anything that is plugged in."""

    name: str


Plugin = TypeVar("Plugin", bound=Named)


class Plugins(Mapping[str, Plugin]):
    """The plug-ins of one group by name, each imported when it is first asked for.

    Names that begin with `_` or end in `_driver` are no plug-ins.
    """

    def __init__(self, group: str) -> None:
        self._group = group
        self._loaded: dict[str, Plugin] = {}
        package = importlib.import_module(f"grader.{group}")
        ours = [module.name for module in pkgutil.iter_modules(package.__path__) if not module.ispkg]
        self._load: dict[str, Callable[[], Plugin]] = {
            name: partial(_plugin_of, group, name)
            for name in ours
            if not name.startswith("_") and not name.endswith("_driver")
        }
        for entry in plugged_in(f"grader.{group}"):
            if entry.name in self._load:
                raise GraderError(f"two plug-ins of {group} are called {entry.name}")
            self._load[entry.name] = entry.load

    def __getitem__(self, name: str) -> Plugin:
        if name not in self._loaded:
            plugin = self._load[name]()
            if plugin.name != name:
                raise GraderError(f"the plug-in {name} of {self._group} calls itself {plugin.name}")
            self._loaded[name] = plugin
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._load)

    def __len__(self) -> int:
        return len(self._load)


def plugged_in(group: str) -> EntryPoints:
    """What installed packages offer under this name."""
    found: EntryPoints = _offers().select(group=group)
    return found


@cache
def _offers() -> Any:
    return entry_points()  # which reads a file of every package


def _plugin_of(group: str, name: str) -> Any:
    return importlib.import_module(f"grader.{group}.{name}").PLUGIN


@cache
def languages() -> Mapping[str, Language]:
    """All languages, by name."""
    return Plugins("languages")


@cache
def kinds() -> Mapping[str, Kind]:
    """All kinds of test, by name."""
    return Plugins("kinds")


@cache
def reports() -> Mapping[str, Report]:
    """All report formats, by name."""
    return Plugins("reports")
