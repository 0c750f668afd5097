"""A Python source -> its mutants, by the positions of its syntax tree: all else stays byte for byte.

The tree knows where operands begin and end, and not where operators stand: these are the tokens between them.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from grader.mutation.mutant import Edit, Mutant, applied, became, deleted
from grader.mutation.operators import REMOVED, REPLACEMENTS, other_number

BOM = b"\xef\xbb\xbf"
SYMBOLS: dict[type[ast.AST], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.And: "and",
    ast.Or: "or",
    ast.Not: "not",
    ast.USub: "-",
}
# Texts are messages more often than not; a formatted one has no positions of its own in older Pythons.
LEFT_OUT = (ast.JoinedStr, ast.Import, ast.ImportFrom)
ANNOTATIONS = ("annotation", "returns", "type_params")
DELETED = (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Raise, ast.Break, ast.Continue, ast.For, ast.Delete)
CONDITIONS = (ast.If, ast.While, ast.IfExp)


def python_mutants(source: str) -> list[Mutant]:
    """The mutants of the source; none of one that can't be parsed."""
    whole = source.encode()
    body = whole.removeprefix(BOM)
    if not _parses(body):
        return []
    mark = len(whole) - len(body)
    found = _Text(body).edits(ast.parse(body))
    edits = [Edit(edit.start + mark, edit.end + mark, edit.new, edit.change) for edit in found]
    return applied(whole, edits, _parses)


def _parses(source: bytes) -> bool:
    try:
        ast.parse(source)
    except (SyntaxError, ValueError):
        return False
    return True


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    text: str


class _Text:
    """The bytes of a source, with the place of each line and of each token."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.lines = source.split(b"\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.tokens = list(self._tokens())

    def _tokens(self) -> Iterator[_Token]:
        for token in tokenize.generate_tokens(io.StringIO(self.source.decode(), newline="").readline):
            if token.type in (tokenize.OP, tokenize.NAME):
                start, end = (self._at(*place) for place in (token.start, token.end))
                yield _Token(start, end, token.string)

    def _at(self, line: int, column: int) -> int:
        """The offset of a place whose column counts characters."""
        return self.starts[line - 1] + len(self.lines[line - 1].decode()[:column].encode())

    def start(self, node: ast.expr | ast.stmt) -> int:
        """Where the node begins."""
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        """Where the node ends."""
        return self.starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)

    def edits(self, node: ast.AST) -> Iterator[Edit]:
        """The edits of the node and of all below it."""
        if isinstance(node, LEFT_OUT):
            return
        yield from self._own(node)
        for name, value in ast.iter_fields(node):
            if name in ANNOTATIONS:
                continue
            children = value if isinstance(value, list) else [value]
            for child in children:
                if isinstance(child, ast.AST):
                    yield from self.edits(child)
            if children and isinstance(children[0], ast.stmt):
                yield from self._deletions(node, children)

    def _own(self, node: ast.AST) -> Iterator[Edit]:
        match node:
            case ast.BinOp():
                yield from self._operator(node.left, node.op, node.right)
            case ast.AugAssign():
                yield from self._operator(node.target, node.op, node.value, "=")
            case ast.Compare():
                operands = pairwise([node.left, *node.comparators])
                for (left, right), operator in zip(operands, node.ops, strict=True):
                    yield from self._operator(left, operator, right)
            case ast.BoolOp():
                for left, right in pairwise(node.values):
                    yield from self._operator(left, node.op, right)
            case ast.UnaryOp() if SYMBOLS.get(type(node.op)) in REMOVED:
                yield self._removed(node)
            case ast.Constant(value=bool() | int() | float()):
                yield from self._constant(node)
            case ast.comprehension():
                for test in node.ifs:
                    yield from self._condition(test, ("True", "False"))
        if isinstance(node, CONDITIONS):
            yield from self._condition(node.test, ("False",) if isinstance(node, ast.While) else ("True", "False"))

    def _operator(self, left: ast.expr, operator: ast.AST, right: ast.expr, suffix: str = "") -> Iterator[Edit]:
        """The operator that stands between two operands becomes another one."""
        symbol = SYMBOLS.get(type(operator), "") + suffix
        words = symbol.split()
        between = [one for one in self.tokens if one.start >= self.end(left) and one.end <= self.start(right)]
        found = [one for one in between if one.text in words]
        for new in REPLACEMENTS.get(symbol, ()) if found else ():
            start, end = found[0].start, found[-1].end
            yield Edit(start, end, new, became(self.source[start:end], new))

    def _removed(self, node: ast.UnaryOp) -> Edit:
        symbol = SYMBOLS[type(node.op)]
        start = self.start(node)
        end = start + len(symbol)
        end += len(self.source[end:]) - len(self.source[end:].lstrip(b" "))
        whole = self.source[start : self.end(node)]
        return Edit(start, end, "", became(whole, self.source[end : self.end(node)].decode()))

    def _constant(self, node: ast.Constant) -> Iterator[Edit]:
        literal = self.source[self.start(node) : self.end(node)]
        new = str(not node.value) if isinstance(node.value, bool) else other_number(literal.decode())
        if new is not None:
            yield Edit(self.start(node), self.end(node), new, became(literal, new))

    def _condition(self, test: ast.expr, truths: Sequence[str]) -> Iterator[Edit]:
        if isinstance(test, ast.Constant):
            return
        start, end = self.start(test), self.end(test)
        for truth in truths:
            change = f"the condition {became(self.source[start:end], truth)}"
            yield Edit(start, end, truth, change)

    def _deletions(self, parent: ast.AST, statements: Sequence[ast.stmt]) -> Iterator[Edit]:
        """Statements that become `pass`; not texts, and not what a function ends with by a `return`."""
        for statement in statements:
            ends_function = isinstance(parent, ast.FunctionDef) and statement is statements[-1]
            if not isinstance(statement, DELETED) or (isinstance(statement, ast.Return) and ends_function):
                continue
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                continue
            start, end = self.start(statement), self.end(statement)
            yield Edit(start, end, "pass", deleted(self.source[start:end]))
