"""The nouns: frozen dataclasses and enums that the layers hand to one another.

Facts first (`Ending`, `Outcome`, the replies), then opinions (`Verdict`, `Finding`), then points (`Grade`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

from grader.values import Value

MEBIBYTE = 1024 * 1024


# --- facts: how a process ended, what a subject answered ---------------------------------------------------


class Isolation(Enum):
    """How well student code is kept from the machine, best first."""

    FULL = "full"
    RESTRICTED = "restricted"
    NONE = "none"


class Ending(Enum):
    """How a process came to its end."""

    EXITED = "exited"
    SIGNALLED = "signalled"
    CPU_LIMIT = "cpu limit"
    WALL_LIMIT = "wall limit"
    TOTAL_LIMIT = "limit of all calls together"
    MEMORY_LIMIT = "memory limit"
    OUTPUT_LIMIT = "output limit"
    PROCESS_LIMIT = "process limit"
    CLOSED = "closed by the grader"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one test may use. CPU and wall time count per test (per call in a domain), the rest per process.

    `wall_s` is how long it may rest; what it waits for a core of a busy machine does not count, up to a bound.
    `total_s` is the time of all calls of a domain together, so that many slow calls come to an end too.
    """

    cpu_s: float = 2.0
    total_s: float = 20.0
    wall_s: float = 10.0
    memory_bytes: int = 256 * MEBIBYTE
    output_bytes: int = 64 * MEBIBYTE
    processes: int = 64
    disk_bytes: int = 64 * MEBIBYTE


@dataclass(frozen=True, slots=True)
class Command:
    """A program to start in a box of its own.

    Paths are relative to the box, which holds nothing but `files`; the program starts in `folder`, and its
    arguments may name files as `../other/...`. `roots` are folders of the machine that it must see, read-only.
    `overhead_bytes` and `overhead_cpu_s` are what the runtime itself needs on top of the limits. Without `stdin`
    somebody will type while it runs. With `channel` the program gets two more descriptors, 3 to read requests and 4 to
    write replies. When it ends well, the files below `collect` come back in the outcome. `staying` can do the same for
    less where many such commands are run.
    """

    argv: tuple[str, ...]
    files: Mapping[str, bytes]
    environment: Mapping[str, str] = field(default_factory=dict)
    folder: str = "submission"
    roots: tuple[Path, ...] = ()
    overhead_bytes: int = 0
    overhead_cpu_s: float = 0.0
    stdin: bytes | None = b""
    channel: bool = False
    collect: str | None = None
    staying: Staying | None = None


@dataclass(frozen=True, slots=True)
class Staying:
    """A program that stays, and does what a command does again and again, each time as if afresh.

    `command` starts it, with a channel; `arguments` is what it is told of the command at hand, beside its files.
    `objection` is a pattern of all that it says on standard error where the code is at fault (exit code 1).
    """

    command: Command
    arguments: tuple[str, ...]
    objection: re.Pattern[bytes]


@dataclass(frozen=True, slots=True)
class Usage:
    """What a tree of processes has used so far; None is not known on this machine.

    `rested_s` is how long all of it slept, waiting neither for a core nor for us; `starved_s` how long some program of
    the machine waited for a core.
    """

    cpu_s: float | None
    resident_bytes: int | None
    processes: int | None
    rested_s: float | None = None
    starved_s: float = 0.0

    def since(self, before: Usage) -> Usage:
        """What was added to the times."""
        cpu_s, rested_s = _added(self.cpu_s, before.cpu_s), _added(self.rested_s, before.rested_s)
        return replace(self, cpu_s=cpu_s, rested_s=rested_s, starved_s=self.starved_s - before.starved_s)


def _added(now: float | None, before: float | None) -> float | None:
    return None if now is None else now - (before or 0.0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is known about a process that has ended."""

    ending: Ending
    exit_code: int | None
    signal: int | None
    wall_s: float
    cpu_s: float | None
    peak_bytes: int | None
    stdout: bytes
    stderr: bytes
    stdout_cut: bool = False
    stderr_cut: bool = False
    files: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of a trace, in a file of the student's."""

    file: str
    line: int | None
    function: str


@dataclass(frozen=True, slots=True)
class Returned:
    """The call gave a value back."""

    value: Value


@dataclass(frozen=True, slots=True)
class Raised:
    """The call raised an error."""

    type: str
    message: str
    trace: tuple[Frame, ...] = ()
    out_of_memory: bool = False


@dataclass(frozen=True, slots=True)
class Unfit:
    """The member exists but can't be called as declared; `why` is a sentence."""

    why: str


@dataclass(frozen=True, slots=True)
class Absent:
    """Nothing stands under this name: its step failed, or the submission lacks it."""

    name: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The process ended (or was ended) before it answered."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Invalid:
    """What came back is not a reply."""

    why: str


@dataclass(frozen=True, slots=True)
class NotRun:
    """The grader did not ask, since too much went wrong before."""


Reply = Returned | Raised | Unfit | Absent | Ended | Invalid | NotRun


# --- questions: steps of a conversation --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reference:
    """An argument that names an object made by an earlier step."""

    name: str


Argument = Value | Reference


@dataclass(frozen=True, slots=True)
class Step:
    """One question: call `name`, or construct it (`new`), or call it as a method of the object `on`."""

    name: str
    arguments: tuple[Argument, ...] = ()
    on: str | None = None
    new: bool = False
    bind: str | None = None


class State(Enum):
    """What a request may still see of the requests before it."""

    NEW = "new"
    SAME = "same"
    EACH = "each"


class Keeping(Enum):
    """What the tests of a package may see of one another: the package's `state`.

    `retry` asks a large domain in one state, and what failed there again in a fresh one.
    """

    FRESH = "fresh"
    SHARED = "shared"
    RETRY = "retry"


# --- the interface that a problem asks for -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter; its type as written in the package (`list[str]`), None where any value may come."""

    name: str
    type: str | None = None


@dataclass(frozen=True, slots=True)
class FunctionAsked:
    """A function or method with its parameters; `aliases` are other names that count."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    returns: str | None = None
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClassAsked:
    """A class, the parameters of its constructors and its methods."""

    name: str
    constructors: tuple[tuple[Parameter, ...], ...]
    methods: tuple[FunctionAsked, ...]
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EnumAsked:
    """An enumeration and its members."""

    name: str
    members: tuple[str, ...]
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Interface:
    """What a submission must offer to be asked anything.

    `prelude` is `sites` where the imports that programming sites supply are supplied here too, else `none`.
    """

    functions: tuple[FunctionAsked, ...] = ()
    classes: tuple[ClassAsked, ...] = ()
    enums: tuple[EnumAsked, ...] = ()
    program: bool = False
    prelude: str = "none"


@dataclass(frozen=True, slots=True)
class Offer:
    """What a loaded submission has of the interface: asked name -> found name, None where it is missing."""

    functions: Mapping[str, str | None]
    classes: Mapping[str, str | None]
    methods: Mapping[tuple[str, str], str | None]
    enums: Mapping[str, str | None]
    seen: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


# --- submissions -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody whom a list of the class names."""

    id: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Submission:
    """The files of one hand-in, by relative path; `main` is the file that counts.

    `candidates` are the files that could be it, each with its language, as long as nobody has decided.
    `name` (of the student), `late` and `submitted` are what an LMS says of it; `members` are those for whom it
    counts, where these are others than `id`.
    """

    id: str
    files: Mapping[str, bytes]
    language: str | None
    main: str | None
    digest: str
    notes: tuple[str, ...] = ()
    refused: str | None = None
    undecided: str | None = None
    candidates: tuple[tuple[str, str], ...] = ()
    name: str | None = None
    late: bool | None = None
    submitted: str | None = None
    members: tuple[Person, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a student's file; lines and columns count from 1."""

    file: str
    line: int | None = None
    column: int | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """What a linter says about a line, and the rule that it goes by."""

    place: Place
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class BuildFailure:
    """The submission can't be built: the messages of the compiler, in the terms of the student's files."""

    message: str
    place: Place | None = None
    log: str = ""


@dataclass(frozen=True, slots=True)
class Answers:
    """The replies to one request, one per step, and what it cost; None is not known."""

    replies: tuple[Reply, ...]
    stdout: bytes = b""
    stderr: bytes = b""
    cpu_s: float | None = None
    wall_s: float | None = None
    peak_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """What a program printed until it waits for input (`outcome` is None then), or came to its end."""

    stdout: bytes
    stderr: bytes
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Built:
    """A submission that is ready to run: the files that its process needs, by path in the box.

    `given_names` leads from a file's name in a trace to the path that the student knows, where they differ.
    """

    files: Mapping[str, bytes]
    main: str
    given_names: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    log: str = ""


# --- opinions ----------------------------------------------------------------------------------------------


class Verdict(Enum):
    """The usual codes, worst first; `PD` (pending): a person has yet to look, so it is not accepted either."""

    CE = "CE"
    IR = "IR"
    RTE = "RTE"
    MLE = "MLE"
    TLE = "TLE"
    OLE = "OLE"
    WA = "WA"
    SK = "SK"
    PD = "PD"
    AC = "AC"

    @property
    def rank(self) -> int:
        """0 for the worst."""
        return _RANKS[self]


_RANKS = {verdict: rank for rank, verdict in enumerate(Verdict)}


def worst(verdicts: Sequence[Verdict]) -> Verdict | None:
    """The worst of them, None of none."""
    return min(verdicts, key=lambda verdict: verdict.rank, default=None)


@dataclass(frozen=True, slots=True)
class Message:
    """What to tell, not yet in words: a key of the phrase book and what goes into the phrase."""

    key: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Picture:
    """Plain data of which a report draws a picture; `renderer` says how, `board` for the squares of a board."""

    renderer: str
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Said:
    """One step of a conversation with a program: what it printed, or what was typed to it."""

    typed: bool
    text: str


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The known cause of a wrong answer, in the words of the package: in English, and by language where it has it so.

    `when_hidden`: students are told it of a hidden test too.
    """

    cause: str
    when_hidden: bool = False
    causes: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Finding:
    """The opinion of one test about a submission.

    `share` is the fraction of the test that is right (1.0 exactly when AC). Texts are for people: values as
    they are written in the student's language. `off` are points that are taken away, whatever the part gives.
    """

    verdict: Verdict
    share: float
    message: Message | None = None
    input: str | None = None
    expected: str | None = None
    actual: str | None = None
    transcript: str | None = None
    place: Place | None = None
    cpu_s: float | None = None
    wall_s: float | None = None
    peak_bytes: int | None = None
    notes: tuple[Message, ...] = ()
    turns: tuple[Said, ...] = ()
    picture: Picture | None = None
    off: float = 0.0
    diagnosis: Diagnosis | None = None
    remarks: tuple[Remark, ...] = ()

    def noting(self, *notes: Message) -> Finding:
        """The same finding with further notes for the student."""
        return replace(self, notes=(*self.notes, *notes))


# --- points ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TestGrade:
    """A test with its finding; title and hint in English, and by language where the package has them so."""

    id: str
    title: str
    kind: str
    hidden: bool
    finding: Finding
    hint: str | None = None
    titles: Mapping[str, str] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PartGrade:
    """A part with its points; one that is not `counted`, optional and not earned, leaves the verdict alone.

    Points are None where a person has yet to give them; `rules` say how they came about.
    """

    id: str
    title: str
    points: float | None
    max_points: float
    counted: bool
    verdict: Verdict
    tests: tuple[TestGrade, ...]
    rules: tuple[Message, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Grade:
    """What a submission gets; no points are known while a part waits for a person."""

    verdict: Verdict
    points: float | None
    max_points: float
    parts: tuple[PartGrade, ...]


@dataclass(frozen=True, slots=True)
class Toolchain:
    """A compiler or runtime that was found: its programs by role, its version, folders that must be visible."""

    version: str
    programs: Mapping[str, Path]
    roots: tuple[Path, ...] = ()
