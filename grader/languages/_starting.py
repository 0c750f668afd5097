"""Types of a package (`list[str]`) -> how a language writes them, and a value of each; what starter files share.

A starter file has all that an interface asks for, and does nothing: it compiles, and earns nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from grader.model import ClassAsked, Parameter

Table = Mapping[str, str]
"""How types are written, by name; `{0}` stands for what a container holds, and for the name of any class."""

MARK = "TODO: write your code here"


def written(declared: str | None, table: Table) -> str:
    """The declared type (or a value of it) as the table has it: under `None` if nothing comes, `` if nobody says."""
    return _written(None if declared is None else ast.parse(declared, mode="eval").body, table)


def _written(tree: ast.expr | None, table: Table) -> str:
    if tree is None:
        return table[""]
    if isinstance(tree, ast.Subscript) and isinstance(tree.value, ast.Name) and tree.value.id in table:
        items = tree.slice.elts if isinstance(tree.slice, ast.Tuple) else [tree.slice]
        return table[tree.value.id].format(*(_written(item, table) for item in items))
    if isinstance(tree, ast.Constant) and tree.value is None:
        return table["None"]
    if isinstance(tree, ast.Name):
        return table[tree.id] if tree.id in table else table["class"].format(tree.id)
    return table[""]


def optional(asked: ClassAsked) -> tuple[Sequence[Parameter], Sequence[Parameter]]:
    """The parameters of all constructors in one: those that always come, and those that may."""
    longest = max(asked.constructors, key=len, default=())
    least = min(map(len, asked.constructors), default=0)
    return longest[:least], longest[least:]


def block(head: str, body: Sequence[str], indent: str, end: str | None = "}") -> list[str]:
    """The body, indented, between the head and the end."""
    inner = [f"{indent}{line}" if line else "" for line in body]
    return [head, *inner, *([end] if end else [])]


def joined(groups: Sequence[Sequence[str]], between: int = 1) -> str:
    """Groups of lines, with empty lines between them, as a file."""
    return ("\n" * (between + 1)).join("\n".join(group) for group in groups if group) + "\n"
