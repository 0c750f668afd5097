"""A source in a language with a grammar of tree-sitter -> its mutants, by the table in `grammars.py`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

from grader.errors import ToolMissing
from grader.mutation.grammars import GRAMMARS, Grammar
from grader.mutation.mutant import Edit, Mutant, applied, became, deleted
from grader.mutation.operators import REMOVED, REPLACEMENTS, other_number

INSTALLS = "pip install 'grader[verify]'"
WRAPPINGS = ("parenthesized_expression", "condition_clause", "parenthesized_statements")


def tree_mutants(source: str, language: str) -> list[Mutant]:
    """The mutants of the source; none of one that can't be parsed. Raises ToolMissing without the grammar."""
    parser = _parser(language)
    text = source.encode()

    def parses(changed: bytes) -> bool:
        return not parser.parse(changed).root_node.has_error

    if not parses(text):
        return []
    return applied(text, _Walk(text, GRAMMARS[language]).edits(parser.parse(text).root_node), parses)


@cache
def _parser(language: str) -> Any:
    """The parser; imported when it is wanted, since only those who prove packages need it."""
    grammar = GRAMMARS[language]
    try:
        sitter, module = import_module("tree_sitter"), import_module(grammar.module)
    except ImportError as error:
        raise ToolMissing(f"the grammar of tree-sitter for {language}", INSTALLS) from error
    return sitter.Parser(sitter.Language(getattr(module, grammar.function)()))


class _Walk:
    """One pass over a tree of tree-sitter, whose nodes are `Any`: the library need not be there."""

    def __init__(self, source: bytes, grammar: Grammar) -> None:
        self.source = source
        self.grammar = grammar

    def edits(self, node: Any) -> Iterator[Edit]:
        """The edits of the node and of all below it."""
        grammar = self.grammar
        if not node.is_named or node.type in grammar.left_out:
            return
        yield from self._own(node)
        for index, child in enumerate(node.children):
            if (node.type, node.field_name_for_child(index)) not in grammar.sizes:
                yield from self.edits(child)

    def _own(self, node: Any) -> Iterator[Edit]:
        grammar = self.grammar
        if node.type in grammar.operations:
            yield from self._operator(node)
        if node.type in grammar.negations:
            yield from self._negation(node)
        if node.type in grammar.conditions:
            yield from self._condition(node.child_by_field_name(grammar.conditions[node.type]), grammar.truths)
        if node.type in grammar.loops:
            yield from self._condition(node.child_by_field_name(grammar.loops[node.type]), grammar.truths[1:])
        if node.type in grammar.numbers:
            new = other_number(node.text.decode())
            if new is not None:
                yield self._replaced(node, new)
        if node.type in ("true", "false"):
            yield self._replaced(node, "false" if node.type == "true" else "true")
        if node.type in grammar.deleted and self._may_go(node):
            yield Edit(node.start_byte, node.end_byte, grammar.nothing, deleted(node.text))

    def _replaced(self, node: Any, new: str) -> Edit:
        return Edit(node.start_byte, node.end_byte, new, became(node.text, new))

    def _operator(self, node: Any) -> Iterator[Edit]:
        for child in node.children:
            if not child.is_named:
                for new in REPLACEMENTS.get(child.type, ()):
                    yield self._replaced(child, new)

    def _negation(self, node: Any) -> Iterator[Edit]:
        sign, operand = node.children[0], node.children[-1]
        if sign.type in REMOVED:
            rest = self.source[operand.start_byte : node.end_byte].decode()
            yield Edit(node.start_byte, operand.start_byte, "", became(node.text, rest))

    def _condition(self, node: Any, truths: tuple[str, ...]) -> Iterator[Edit]:
        while node is not None and node.type in WRAPPINGS and node.named_child_count == 1:
            node = node.named_children[0]
        if node is None or node.type in ("true", "false") or node.type.endswith("declaration"):
            return
        for truth in truths:
            yield Edit(node.start_byte, node.end_byte, truth, f"the condition {became(node.text, truth)}")

    def _may_go(self, node: Any) -> bool:
        """Whether the statement stands in a block, does something, and is not what its function ends with."""
        grammar, parent = self.grammar, node.parent
        if parent is None or parent.type not in grammar.blocks:
            return False
        inner = node.named_children
        if node.type == "expression_statement" and inner and inner[0].type in ("string", "string_literal"):
            return False
        if self._called(inner[0] if node.type == "expression_statement" and inner else node) in grammar.kept:
            return False
        if node.type not in grammar.returns or (not inner and node.type != "call"):
            return True
        statements = [child for child in parent.named_children if child.type not in grammar.left_out]
        return bool(node != statements[-1]) or self._owner(parent) not in grammar.functions

    def _called(self, node: Any) -> str:
        """The name of the function that the node calls."""
        name = node.child_by_field_name("function") or node.child_by_field_name("method")
        return name.text.decode() if name is not None else ""

    def _owner(self, block: Any) -> str:
        """The kind of node whose body the block is."""
        above = block.parent
        while above is not None and above.type in (*self.grammar.blocks, "block"):
            above = above.parent
        return above.type if above is not None else ""
