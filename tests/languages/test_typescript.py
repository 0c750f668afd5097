"""TypeScript as students write it: every kind of file and of syntax runs, and its places are those of the student."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.errors import ToolMissing
from grader.languages.javascript import PLUGIN as JAVASCRIPT
from grader.languages.typescript import PLUGIN
from grader.model import (
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
)
from grader.plugins import Sandbox
from tests.languages.opening import built, failure, opened

ASKED = Interface((FunctionAsked("solution", (Parameter("board", "list[str]"),), "int"),), program=True)
BOARD = ["O.X", ".O.", "..X"]
CALL = Step("solution", (BOARD,))
BODY = "(board: string[]): number { return board.length; }"
HELPER = "export interface Row { cells: string }\nexport function sizeOf(rows: string[]): number { return rows.length; }\n"

KINDS: Mapping[str, Mapping[str, str | bytes]] = {
    "script": {"solution.ts": f"function solution{BODY}"},
    "export": {"solution.ts": f"export function solution{BODY}"},
    "export default function": {"solution.ts": f"export default function solution{BODY}"},
    "export default, no name": {"solution.ts": f"export default function {BODY}"},
    "export default arrow": {"solution.ts": "export default (board: string[]): number => board.length;"},
    "export default object": {"solution.ts": f"export default {{ solution{BODY} }};"},
    "export list": {"solution.ts": f"function f{BODY}\nexport {{ f as solution }};"},
    "export =": {"solution.ts": f"function solution{BODY}\nexport = solution;"},
    "export = object": {"solution.ts": f"function solution{BODY}\nexport = {{ solution }};"},
    "module.exports": {"solution.ts": f"function solution{BODY}\nmodule.exports = {{ solution }};"},
    "typed constant": {"solution.ts": "const solution: (board: string[]) => number = (board) => board.length;"},
    "var": {"solution.ts": f"var solution = function {BODY}"},
    "method": {"solution.ts": f"class Solver {{ solution{BODY} }}"},
    "static method": {"solution.ts": f"export class Solver {{ static solution{BODY} }}"},
    "namespace": {"solution.ts": f"namespace Game {{ export function solution{BODY} }}"},
    "overloads": {
        "solution.ts": "function solution(board: string): number;\nfunction solution(board: string[]): number;\n"
        "function solution(board: string | string[]): number { return board.length; }"
    },
    "generic": {"solution.ts": "function solution<T extends { length: number }>(board: T): number { return board.length; }"},
    "enum": {"solution.ts": "enum Mark { O = 1, X }\nfunction solution(board: string[]): number { return Mark.X + Mark.O; }"},
    "const enum": {"solution.ts": "const enum Mark { O = 3 }\nfunction solution(board: string[]): number { return Mark.O; }"},
    "parameter property": {
        "solution.ts": "class Board { size = this.rows.length; constructor(private readonly rows: string[]) {} }\n"
        "function solution(board: string[]): number { return new Board(board).size; }"
    },
    "declared again in a subclass": {
        "solution.ts": "class A { rows: string[] = []; constructor(rows?: string[]) { this.rows = rows; } }\n"
        "class B extends A { rows: string[]; }\n"
        "function solution(board: string[]): number { return new B(board).rows.length; }"
    },
    "abstract class": {
        "solution.ts": "abstract class A { abstract n(): number; twice(): number { return 2 * this.n(); } }\n"
        "class B extends A { #n = 1; override n() { return this.#n; } }\n"
        "function solution(board: string[]): number { return new B().twice() + 1; }"
    },
    "decorator": {
        "solution.ts": "function plus(f: (rows: string[]) => number, context: ClassMethodDecoratorContext) {\n"
        "  return function (this: unknown, rows: string[]) { return f.call(this, rows) + 1; };\n}\n"
        "class Board { @plus size(rows: string[]): number { return rows.length - 1; } }\n"
        "function solution(board: string[]): number { return new Board().size(board); }"
    },
    "old decorator": {
        "solution.ts": "function plus(target: any, name: string, descriptor: PropertyDescriptor): void {\n"
        "  const f = descriptor.value;\n  descriptor.value = function (rows: string[]) { return f.call(this, rows) + 1; };\n}\n"
        "class Board { @plus size(rows: string[]): number { return rows.length - 1; } }\n"
        "function solution(board: string[]): number { return new Board().size(board); }"
    },
    "satisfies, assertions, non-null": {
        "solution.ts": "const limits = { least: 3 } satisfies Record<string, number>;\n"
        "function solution(board: string[]): number { return <number>limits!.least + (0 as unknown as number); }"
    },
    "using": {
        "solution.ts": "function solution(board: string[]): number {\n"
        "  using guard = { [Symbol.dispose]() {} } as any;\n  return board.length;\n}"
    },
    "type import": {
        "solution.ts": 'import type { Row } from "./helper";\nimport { Row as Again, sizeOf } from "./helper";\n'
        "function solution(board: string[]): number { const row: Row | Again = { cells: board[0] }; return sizeOf(board); }",
        "helper.ts": HELPER,
    },
    "import without ending": {
        "solution.ts": f'import {{ sizeOf }} from "./helper";\nfunction solution{BODY.replace("board.length", "sizeOf(board)")}',
        "helper.ts": HELPER,
    },
    "import .js": {
        "solution.ts": f'import {{ sizeOf }} from "./lib/helper.js";\nfunction solution{BODY.replace("board.length", "sizeOf(board)")}',
        "lib/helper.ts": HELPER,
    },
    "import .ts": {
        "solution.ts": f'import * as h from "./helper.ts";\nfunction solution{BODY.replace("board.length", "h.sizeOf(board)")}',
        "helper.ts": HELPER,
    },
    "import of a folder": {
        "solution.ts": f'import {{ sizeOf }} from "./lib";\nfunction solution{BODY.replace("board.length", "sizeOf(board)")}',
        "lib/index.ts": 'export * from "../helper";',
        "helper.ts": HELPER,
    },
    "import of JavaScript": {
        "solution.ts": f'import {{ sizeOf }} from "./helper.js";\nfunction solution{BODY.replace("board.length", "sizeOf(board)")}',
        "helper.js": "exports.sizeOf = (rows) => rows.length;",
    },
    "import of JSON": {
        "solution.ts": 'import data from "./data.json";\nexport const solution = (board: string[]): number => data.size;',
        "data.json": '{"size": 3}',
    },
    "require": {
        "solution.ts": f'const h = require("./helper");\nfunction solution{BODY.replace("board.length", "h.sizeOf(board)")}',
        "helper.ts": HELPER,
    },
    "require of .ts": {
        "solution.ts": f'const h = require("./helper.ts");\nfunction solution{BODY.replace("board.length", "h.sizeOf(board)")}',
        "helper.ts": HELPER,
    },
    "import =": {
        "solution.ts": f'import h = require("./helper");\nfunction solution{BODY.replace("board.length", "h.sizeOf(board)")}',
        "helper.ts": HELPER,
    },
    "import of both ways": {
        "solution.ts": 'import fs, { readFileSync } from "fs";\nimport * as path from "node:path";\n'
        'export const solution = (board: string[]): number => path.join("a", fs.readFileSync === readFileSync ? "b" : "").length;',
    },
    "round": {
        "solution.ts": 'import { half } from "./half";\nexport const three = (): number => 3;\n'
        "export function solution(board: string[]): number { return half() * 2; }",
        "half.ts": 'import { three } from "./solution";\nexport const half = (): number => three() / 2;',
    },
    "import and require.main": {
        "solution.ts": 'import { sizeOf } from "./helper";\nexport const solution = (board: string[]) => sizeOf(board);\n'
        "if (require.main === module) console.log('as a program');",
        "helper.ts": HELPER,
    },
    "export from": {"solution.ts": 'export { sizeOf as solution } from "./helper";', "helper.ts": HELPER},
    "await at the top": {
        "solution.ts": "const add = await Promise.resolve(0);\n"
        "export function solution(board: string[]): number { return board.length + add; }",
    },
    "import.meta": {
        "solution.ts": "const here: string = import.meta.url;\n"
        "export function solution(board: string[]): number { return here.length > 3 ? 3 : 0; }",
    },
    ".mts": {
        "solution.mts": 'import { sizeOf } from "./helper.mjs";\nexport const solution = (board: string[]) => sizeOf(board);',
        "helper.mts": HELPER,
    },
    ".cts": {"solution.cts": f"function solution{BODY}\nexport = {{ solution }};"},
    "ending in capitals": {"Solution.TS": f"function solution{BODY}"},
    "strange name": {"1 톡톡 (b).ts": f"function solution{BODY}"},
    "byte order mark": {"solution.ts": b"\xef\xbb\xbf" + f"function solution{BODY}".encode()},
    "utf-16": {"solution.ts": f"function solution{BODY}".encode("utf-16")},
    "crlf": {"solution.ts": f"// a\r\nfunction solution{BODY}\r\n"},
    "first line for a shell": {"solution.ts": f"#!/usr/bin/env ts-node\nfunction solution{BODY}"},
    "errors of types": {
        "solution.ts": 'function solution(board: string[]): number { const n: string = board.length; return n; }'
    },
    "names of the browser": {
        "solution.ts": f"const name: string = 'x'; let status = 1; function open(): void {{}}\nfunction solution{BODY}"
    },
    "broken file beside it": {"solution.ts": f"function solution{BODY}", "old.ts": "function (((", "new.ts": "let x = 1;"},
    "its own settings": {
        "solution.ts": f'import {{ sizeOf }} from "./helper";\nfunction solution{BODY.replace("board.length", "sizeOf(board)")}',
        "helper.ts": HELPER,
        "package.json": '{"type": "module"}',
        "tsconfig.json": '{"compilerOptions": {"module": "nonsense", "noEmit": true}}',
    },
    "compiled before": {"solution.ts": f"function solution{BODY}", "solution.js": "throw new Error('old');"},
    "declarations": {
        "solution.ts": "function solution(board: Rows): number { return board.length; }",
        "types.d.ts": "type Rows = string[];",
    },
}


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_file_and_syntax_runs(any_sandbox: Sandbox, name: str) -> None:
    with opened(PLUGIN, any_sandbox, KINDS[name], ASKED) as subject:
        replies = subject.ask([CALL, CALL], State.EACH).replies
    assert replies == (Returned(3), Returned(3))
