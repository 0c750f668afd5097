"""TypeScript as students write it: every kind of file and of syntax runs, and its places are those of the student."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from grader.errors import SandboxError, ToolMissing
from grader.languages.javascript import PLUGIN as JAVASCRIPT
from grader.languages.typescript import PLUGIN
from grader.model import (
    BuildFailure,
    Built,
    Command,
    Ending,
    Frame,
    FunctionAsked,
    Interface,
    Limits,
    Outcome,
    Parameter,
    Place,
    Raised,
    Returned,
    State,
    Step,
    Submission,
    Toolchain,
)
from grader.plugins import Sandbox
from grader.values import Value
from tests.conftest import lacking
from tests.languages.opening import built, failure, opened

pytestmark = pytest.mark.long  # one case of each test in each language otherwise

ASKED = Interface((FunctionAsked("solution", (Parameter("board", "list[str]"),), "int"),), program=True)
BOARD: list[Value] = ["O.X", ".O.", "..X"]
CALL = Step("solution", (BOARD,))
SOLUTION = "function solution(board: string[]): number { return board.length; }"

ENCODED: Mapping[str, Mapping[str, str | bytes]] = {
    "byte order mark": {"solution.ts": b"\xef\xbb\xbf" + SOLUTION.encode()},
    "utf-16": {"solution.ts": SOLUTION.encode("utf-16")},
    "crlf": {"solution.ts": f"// a\r\n{SOLUTION}\r\n"},
}
KINDS = {**ENCODED, **yaml.safe_load(Path(__file__).with_name("typescript_kinds.yaml").read_text("utf-8"))}
SUBMISSION = Submission("student", {"solution.ts": SOLUTION.encode()}, "typescript", "solution.ts", "")


def toolchain() -> Toolchain:
    try:
        return PLUGIN.find()
    except ToolMissing as error:
        lacking(str(error))


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_file_and_syntax_runs(any_sandbox: Sandbox, name: str) -> None:
    with opened(PLUGIN, any_sandbox, KINDS[name], ASKED) as subject:
        replies = subject.ask([CALL, CALL], State.EACH).replies
    assert replies == (Returned(3), Returned(3))


def notes(sandbox: Sandbox, files: Mapping[str, str | bytes]) -> tuple[str, ...]:
    made, _subject = built(PLUGIN, sandbox, files, ASKED)
    assert isinstance(made, Built)
    return made.notes


# --- errors of types ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", KINDS)
def test_code_without_errors_of_types_gets_no_note(any_sandbox: Sandbox, name: str) -> None:
    assert notes(any_sandbox, KINDS[name]) == ()


NODE = """\
import { EventEmitter } from "events";
import * as readline from "node:readline";
import { Transform } from "node:stream";
import chalk from "chalk";
let emitter: EventEmitter = new EventEmitter(), style: chalk.Style;
let lines: readline.Interface = readline.createInterface({ input: process.stdin });
let timer: NodeJS.Timeout = setTimeout(() => {}, 1), bytes: Buffer = Buffer.from("x"), page: URL = new URL("a:b");
clearTimeout(timer);
class Chart extends EventEmitter { draw(): void { this.emit("drawn"); } }
class Loud extends Transform { shout(): void { this.push("x"); } }
global.setImmediate(() => console.table([__dirname, __filename, module.id, exports, structuredClone(process.argv)]));
try { JSON.parse(""); } catch (error) { console.error((error as Error).message, error instanceof SyntaxError); }
"""


def test_what_node_and_packages_have_gets_no_note(any_sandbox: Sandbox) -> None:
    assert notes(any_sandbox, {"solution.ts": NODE}) == ()


WRONG = """\
import { twice } from "./helper";
function solution(board: string[]): number {
  const n: string = board.length;
  return twice("a") + boord.length;
}
"""
TOLD = "TypeScript finds a type error (which alone costs no points): "


def test_errors_of_types_are_told_with_their_lines(any_sandbox: Sandbox) -> None:
    files = {"solution.ts": WRONG, "Helper.TS": "export function twice(n: number): number { return n * '2'; }\n"}
    files["solution.ts"] = WRONG.replace("./helper", "./Helper")
    assert notes(any_sandbox, files) == (
        TOLD + "Helper.TS, line 1: The right-hand side of an arithmetic operation must be of type 'any', 'number',"
        " 'bigint' or an enum type.",
        TOLD + "solution.ts, line 3: Type 'number' is not assignable to type 'string'.",
        TOLD + "solution.ts, line 4: Argument of type 'string' is not assignable to parameter of type 'number'.",
        TOLD + "solution.ts, line 4: Cannot find name 'boord'. Did you mean 'board'?",
    )


def test_of_many_errors_of_types_five_are_told_and_the_rest_is_counted(any_sandbox: Sandbox) -> None:
    source = "\n".join(f"let a{number}: string = {number};" for number in range(8))
    told = notes(any_sandbox, {"solution.ts": source})
    assert told == (
        *(f"{TOLD}solution.ts, line {line}: Type 'number' is not assignable to type 'string'." for line in range(1, 6)),
        "TypeScript finds further type errors: 3.",
    )


def stopped(ending: Ending, code: int | None = None, said: bytes = b"") -> Outcome:
    return Outcome(ending, code, None, 1.0, 1.0, 1, said, b"")


class Running:
    """Runs compilers in a sandbox, but the first `times` with a certain flag end at once."""

    def __init__(self, sandbox: Sandbox, flag: str, outcome: Outcome, times: int = 1) -> None:
        self.sandbox, self.flag, self.outcome, self.times = sandbox, flag, outcome, times

    def __call__(self, command: Command, limits: Limits) -> Outcome:
        if self.flag in command.argv and self.times > 0:
            self.times -= 1
            return self.outcome
        with self.sandbox.start(command, limits) as process:
            outcome: Outcome = process.run_to_end()
        return outcome


@pytest.mark.parametrize(
    "outcome",
    [stopped(Ending.CPU_LIMIT, said=b"solution.ts(1,1): error TS2322: cut"), stopped(Ending.MEMORY_LIMIT)],
    ids=["time", "memory"],
)
def test_types_that_take_too_long_or_too_much_cost_nothing(any_sandbox: Sandbox, outcome: Outcome) -> None:
    made = PLUGIN.build(SUBMISSION, ASKED, toolchain(), Running(any_sandbox, "--noEmit", outcome))
    assert isinstance(made, Built)
    assert (made.main, made.notes) == ("solution.js", ())


@pytest.mark.parametrize(
    ("outcome", "message"),
    [
        (stopped(Ending.CPU_LIMIT), "The compiler did not come to an end with this code."),
        (stopped(Ending.MEMORY_LIMIT), "The compiler gave up on this code."),
        (stopped(Ending.EXITED, 134), "The compiler gave up on this code."),
    ],
)
def test_a_translation_that_ends_badly_is_a_failure(any_sandbox: Sandbox, outcome: Outcome, message: str) -> None:
    made = PLUGIN.build(SUBMISSION, ASKED, toolchain(), Running(any_sandbox, "--noCheck", outcome))
    assert isinstance(made, BuildFailure)
    assert (made.message, made.place) == (message, None)


@pytest.mark.parametrize("outcome", [stopped(Ending.CPU_LIMIT), stopped(Ending.EXITED, 1, b"Cannot find module")])
def test_a_compiler_that_translates_nothing_at_all_is_no_failure_of_the_student(
    any_sandbox: Sandbox, outcome: Outcome
) -> None:
    with pytest.raises(SandboxError, match="the TypeScript compiler does not work"):
        PLUGIN.build(SUBMISSION, ASKED, toolchain(), Running(any_sandbox, "--noCheck", outcome, times=2))


# --- places ------------------------------------------------------------------------------------------------

TYPES = "interface Row {\n  cells: string;\n}\n\n"
REFUSED: Mapping[str, tuple[Mapping[str, str | bytes], str, Place]] = {
    "syntax": (
        {"solution.ts": TYPES + "const row: Row = {;\n"},
        "Property assignment expected.",
        Place("solution.ts", 5, 19, "const row: Row = {;"),
    ),
    "a bracket that is not closed": (
        {"solution.ts": "function solution(board: string[]): number {\n  return 1;\n"},
        "'}' expected.",
        Place("solution.ts", 3, 1, ""),
    ),
    "more errors than can be told": (
        {"solution.ts": "let = ;\n" * 30_000},
        "Expression expected.",
        Place("solution.ts", 1, 7, "let = ;"),
    ),
    "in an imported file": (
        {"solution.ts": "import { a } from './lib/a';\na();\n", "lib/a.ts": TYPES + "export const a: = 3;\r\n"},
        "Type expected.",
        Place("lib/a.ts", 5, 17, "export const a: = 3;"),
    ),
    "ending in capitals": (
        {"Solution.TS": "let x: number = ;\n"},
        "Expression expected.",
        Place("Solution.TS", 1, 17, "let x: number = ;"),
    ),
    "only the engine refuses it": (
        {"solution.ts": TYPES + "let row: Row;   let board: Row, row: Row;\n"},
        "Identifier 'row' has already been declared",
        Place("solution.ts", 5, 33, "let row: Row;   let board: Row, row: Row;"),
    ),
    "only the engine refuses it, in an ES module": (
        {"solution.mts": TYPES + "export let row: Row;   let board: Row, row: Row;\n"},
        "Identifier 'row' has already been declared",
        Place("solution.mts", 5, 40, "export let row: Row;   let board: Row, row: Row;"),
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_program_is_refused_at_its_place(any_sandbox: Sandbox, name: str) -> None:
    files, message, place = REFUSED[name]
    found = failure(PLUGIN, any_sandbox, files, ASKED)
    assert (found.message, found.place) == (message, place)


RAISING = (
    TYPES
    + """\
enum Mark {
  O, X
}
import { check } from "./lib/check";

class Board {
  constructor(private rows: string[], public mark = Mark.O) {}

  size(): number {
    type Size = number; return check(this.rows as string[]) as
      Size;
  }
}

export const solution = (board: string[]): number => new Board(board).size();
"""
)
CHECK = """\
export interface Options {
  strict: boolean;
}

export function check(rows: string[], options?: Options): number {
  if (!options!.strict) return 1;
  return rows.length;
}
"""
FRAMES = (
    Frame("solution.ts", 19, "solution"),
    Frame("solution.ts", 14, "size"),
    Frame("lib/check.ts", 6, "check"),
)


def test_a_trace_is_told_in_the_lines_of_the_student(any_sandbox: Sandbox) -> None:
    files = {"solution.ts": RAISING, "lib/check.ts": CHECK}
    with opened(PLUGIN, any_sandbox, files, ASKED) as subject:
        reply = subject.ask([CALL], State.NEW).replies[0]
    assert isinstance(reply, Raised)
    assert (reply.type, reply.trace) == ("TypeError", FRAMES)


@pytest.mark.parametrize("awaiting", ["", "await Promise.resolve();\n"], ids=["script", "ES module"])
def test_a_program_that_stops_says_where_in_the_file_of_the_student(any_sandbox: Sandbox, awaiting: str) -> None:
    source = TYPES + "function stop(row: Row): never {\n  throw new RangeError(row.cells);\n}\n" + awaiting
    _made, subject = built(PLUGIN, any_sandbox, {"solution.ts": source + "stop({ cells: 'enough' });\n"}, ASKED)
    assert subject is not None
    outcome = subject.run([], b"")
    assert outcome.exit_code == 1
    assert b"RangeError: enough" in outcome.stderr
    assert b"solution.ts:6:9" in outcome.stderr
    assert b"solution.js" not in outcome.stderr


def test_a_map_of_the_student_s_own_leads_nowhere_in_javascript(any_sandbox: Sandbox) -> None:
    source = "function solution(board) {\n  throw new Error('x');\n}\n//# sourceMappingURL=solution.js.map\n"
    table = {"version": 3, "sources": ["solution.ts"], "names": [], "mappings": "AAAA;AACA;AACA"}
    files = {"solution.js": source, "solution.js.map": json.dumps(table), "solution.ts": "x\n" * 9}
    with opened(JAVASCRIPT, any_sandbox, files, ASKED) as subject:
        reply = subject.ask([CALL], State.NEW).replies[0]
    assert isinstance(reply, Raised)
    assert reply.trace == (Frame("solution.js", 2, "solution"),)
