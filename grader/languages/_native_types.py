"""Types of a package (`list[str]`) -> how C and C++ write them, for the student's eyes and for the compiler's."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from grader.model import FunctionAsked, Parameter

_SCALARS = {"int": "int", "float": "double", "bool": "bool"}
_CONTAINERS = {"list": "std::vector", "set": "std::set", "dict": "std::map", "tuple": "std::tuple"}


def cpp_type(declared: str | None) -> str | None:
    """The usual type of C++, None where the package says nothing that has one."""
    tree = _tree(declared)
    return _cpp(tree) if tree is not None else None


def c_parameter(parameter: Parameter) -> str:
    """A parameter, and the one that says its length, as C has it."""
    kind, name = (parameter.type or "").replace(" ", ""), parameter.name
    if kind == "list[str]":
        return f"const char *{name}[]"
    if kind.startswith("list[list["):
        return f"{_c_scalar(kind[10:-2])} **{name}, int {name}Size, int *{name}Widths"
    if kind.startswith("list["):
        return f"const {_c_scalar(kind[5:-1])} *{name}, int {name}Size"
    return f"{_c_scalar(kind)} {name}".replace("* ", "*")


def cpp_head(asked: FunctionAsked, name: str) -> str:
    """The function as the task asks for it, in C++."""
    parameters = ", ".join(f"{cpp_type(one.type) or ''} {one.name}".strip() for one in asked.parameters)
    return f"{cpp_type(asked.returns) or ''} {name}({parameters})".strip()


def c_head(asked: FunctionAsked, name: str, first: Sequence[str] = ()) -> str:
    """The function as the task asks for it, in C; `first` are parameters before those of the task."""
    parameters = [*first, *map(c_parameter, asked.parameters)]
    gives = (asked.returns or "").replace(" ", "")
    if gives.startswith("list["):
        parameters.append("int *returnSize")
        if gives.startswith("list[list["):
            parameters.append("int **returnColumnSizes")
            gives = f"{_c_scalar(gives[10:-2])} **".replace("* **", "***")
        else:
            gives = f"{_c_scalar(gives[5:-1])} *".replace("const char * *", "char **")
    else:
        gives = _c_scalar(gives)
    return f"{gives} {name}({', '.join(parameters)})".replace("* ", "*").strip()


def other_number(own: str, wanted: str | None) -> bool:
    """Whether both are numbers or truth values, and not the same."""
    own_words, wanted_words = _plain(own), _plain(wanted or "")
    return own_words != wanted_words and all(
        words and _NUMBERS.issuperset(words) for words in (own_words, wanted_words)
    )


_NUMBERS = frozenset(("bool", "short", "int", "long", "unsigned", "signed", "float", "double", "size_t"))


def _plain(text: str) -> list[str]:
    return [word for word in re.findall(r"\w+|[^\w\s]", text) if word not in ("const", "std", ":", "&")]


def _tree(declared: str | None) -> ast.expr | None:
    if declared is None:
        return None
    try:
        return ast.parse(declared, mode="eval").body
    except (SyntaxError, ValueError):
        return None


def _cpp(tree: ast.expr) -> str | None:
    if isinstance(tree, ast.Name):
        if tree.id == "str":
            return "std::string"
        return _SCALARS.get(tree.id, None if tree.id in _CONTAINERS else tree.id)
    if isinstance(tree, ast.Constant) and tree.value is None:
        return "void"
    if isinstance(tree, ast.BinOp) and isinstance(tree.right, ast.Constant) and tree.right.value is None:
        inner = _cpp(tree.left)
        return f"std::optional<{inner}>" if inner else None
    if isinstance(tree, ast.Subscript) and isinstance(tree.value, ast.Name) and tree.value.id in _CONTAINERS:
        items = tree.slice.elts if isinstance(tree.slice, ast.Tuple) else [tree.slice]
        inner_types = [_cpp(item) for item in items]
        if None not in inner_types:
            return f"{_CONTAINERS[tree.value.id]}<{', '.join(str(one) for one in inner_types)}>"
    return None


def _c_scalar(kind: str) -> str:
    if kind == "str":
        return "const char *"
    if kind in ("None", ""):
        return "void" if kind else ""
    return _SCALARS.get(kind, kind if kind.isidentifier() else "")
