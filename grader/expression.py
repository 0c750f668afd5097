"""Calls and values as they stand in a package -> steps and values. Parsed, never evaluated.

They are written as in Python, and read by Python's own parser: `solution(["O.X", ".O.", "..X"])`,
`board = TicTacToe(3)`, `board.move(0, 0, 1) == 0`, `Symbol.KOLKO`. What is declared in the interface decides
whether a name is a function, a class or an enumeration.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from grader.model import (
    Argument,
    FunctionAsked,
    Interface,
    Parameter,
    Reference,
    Step,
)
from grader.values import EnumValue, MapValue, SetValue, Value


class NotUnderstood(Exception):
    """The text is not what is allowed here; the message says why and what would be right."""


@dataclass(frozen=True, slots=True)
class Written:
    """A step as written; `expected` is the right side of its `==`, if it has one."""

    step: Step
    compared: bool = False
    expected: Value = None


def read_value(text: str) -> Value:
    """The value that a Python literal stands for."""
    tree = _parse(text, "eval")
    return _value(tree.body if isinstance(tree, ast.Expression) else tree)


def read_step(text: str, interface: Interface) -> Written:
    """The step that a line of a package asks for."""
    tree = _parse(text, "single")
    if not isinstance(tree, ast.Interactive) or len(tree.body) != 1:
        raise NotUnderstood("write one call, such as `solution(3)`")
    statement = tree.body[0]
    if isinstance(statement, ast.Assign):
        if len(statement.targets) != 1 or not isinstance(statement.targets[0], ast.Name):
            raise NotUnderstood("on the left of `=` stands one name, such as `board = TicTacToe(3)`")
        return Written(_call(statement.value, interface, statement.targets[0].id))
    if not isinstance(statement, ast.Expr):
        raise NotUnderstood("write one call, such as `solution(3)`")
    expression = statement.value
    if isinstance(expression, ast.Compare):
        if len(expression.ops) != 1 or not isinstance(expression.ops[0], ast.Eq):
            raise NotUnderstood("a call can only be compared by one `==`")
        return Written(_call(expression.left, interface, None), True, _value(expression.comparators[0]))
    return Written(_call(expression, interface, None))


def read_function(text: str) -> FunctionAsked:
    """A declaration such as `count_games(board: list[str], symbol: str) -> int`."""
    try:
        tree = ast.parse(f"def {text}: ...")
    except (SyntaxError, ValueError) as error:
        raise NotUnderstood(
            "a declaration looks like `solution(board: list[str]) -> int` or just `solution(board)`"
        ) from error
    if len(tree.body) != 1 or not isinstance(tree.body[0], ast.FunctionDef):
        raise NotUnderstood("a declaration looks like `solution(board)`")
    function = tree.body[0]
    if (
        function.args.posonlyargs
        or function.args.vararg
        or function.args.kwarg
        or function.args.kwonlyargs
        or function.args.defaults
    ):
        raise NotUnderstood("parameters are plain names: no defaults, no `*`, no `/`")
    parameters = tuple(
        Parameter(argument.arg, ast.unparse(argument.annotation) if argument.annotation else None)
        for argument in function.args.args
    )
    return FunctionAsked(function.name, parameters, ast.unparse(function.returns) if function.returns else None)


def _parse(text: str, mode: str) -> ast.AST:
    try:
        return ast.parse(text.strip(), mode=mode)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        detail = error.msg if isinstance(error, SyntaxError) else "it can't be read"
        raise NotUnderstood(f"`{text.strip()[:80]}` is not written as in Python: {detail}") from error


def _call(node: ast.expr, interface: Interface, bind: str | None) -> Step:
    if not isinstance(node, ast.Call):
        raise NotUnderstood("a call is needed here, such as `solution(3)`")
    if node.keywords:
        raise NotUnderstood("arguments are given by place, not by name")
    arguments = tuple(_argument(argument) for argument in node.args)
    if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
        method = _known_method(node.func.attr, interface)
        _check_count(method.name, len(arguments), {len(method.parameters)})
        return Step(method.name, arguments, on=node.func.value.id, bind=bind)
    if not isinstance(node.func, ast.Name):
        raise NotUnderstood("what is called must be a name, or a method of a name")
    name = node.func.id
    for asked in interface.classes:
        if asked.name == name:
            _check_count(name, len(arguments), {len(parameters) for parameters in asked.constructors})
            return Step(name, arguments, new=True, bind=bind)
    for function in interface.functions:
        if function.name == name:
            _check_count(name, len(arguments), {len(function.parameters)})
            return Step(name, arguments, bind=bind)
    known = [function.name for function in interface.functions] + [asked.name for asked in interface.classes]
    raise NotUnderstood(f"`{name}` is not in the interface" + _did_you_mean(name, known))


def _known_method(name: str, interface: Interface) -> FunctionAsked:
    methods = [method for asked in interface.classes for method in asked.methods]
    for method in methods:
        if method.name == name:
            return method
    known = [method.name for method in methods]
    raise NotUnderstood(f"no class of the interface has a method `{name}`" + _did_you_mean(name, known))


def _check_count(name: str, given: int, wanted: set[int]) -> None:
    if given not in wanted:
        counts = " or ".join(map(str, sorted(wanted)))
        raise NotUnderstood(f"`{name}` is declared with {counts} arguments, {given} given")


def _did_you_mean(name: str, known: list[str]) -> str:
    import difflib  # noqa: PLC0415 - only for a fault

    close = difflib.get_close_matches(name, known, 1)
    if close:
        return f"; did you mean `{close[0]}`?"
    return f"; it has {', '.join(f'`{one}`' for one in known)}" if known else ""


def _argument(node: ast.expr) -> Argument:
    if isinstance(node, ast.Name):
        return Reference(node.id)
    return _value(node)


def _value(node: ast.AST) -> Value:
    if isinstance(node, ast.Constant) and not isinstance(node.value, complex | type(...)):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _value(node.operand)
        if isinstance(inner, int | float) and not isinstance(inner, bool):
            return -inner
    if isinstance(node, ast.List):
        return [_value(item) for item in node.elts]
    if isinstance(node, ast.Tuple):
        return tuple(_value(item) for item in node.elts)
    if isinstance(node, ast.Set):
        return SetValue(tuple(_value(item) for item in node.elts))
    if isinstance(node, ast.Dict) and all(key is not None for key in node.keys):
        return MapValue(
            tuple((_value(key), _value(item)) for key, item in zip(node.keys, node.values, strict=True) if key)
        )
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return EnumValue(node.value.id, node.attr)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _called_value(node.func.id, node.args)
    raise NotUnderstood(f"`{ast.unparse(node)[:80]}` is no value that a package can hold")


def _called_value(name: str, arguments: list[ast.expr]) -> Value:
    """`set()`, `float("nan")` and its like, which have no literal of their own."""
    if name == "set" and not arguments:
        return SetValue(())
    if name == "float" and len(arguments) == 1 and isinstance(arguments[0], ast.Constant):
        try:
            return float(str(arguments[0].value))
        except ValueError:
            pass
    raise NotUnderstood(f"`{name}(...)` is no value that a package can hold")
