"""An interface -> a file for students to start from, in Python, Ruby, JavaScript and TypeScript."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grader.languages._starting import MARK, Table, block, joined, optional, written
from grader.languages._writing import camel, snake
from grader.model import ClassAsked, FunctionAsked, Interface, Parameter

_PYTHON_VALUES: Table = {
    "int": "0", "float": "0.0", "bool": "False", "str": '""', "list": "[]", "set": "set()", "dict": "{{}}",
    "tuple": "()", "None": "", "": "None", "class": "None",
}  # fmt: skip
_RUBY_VALUES: Table = {
    "int": "0", "float": "0.0", "bool": "false", "str": '""', "list": "[]", "set": "Set.new", "dict": "{{}}",
    "tuple": "[]", "None": "nil", "": "nil", "class": "nil",
}  # fmt: skip
_SCRIPT_TYPES: Table = {
    "int": "number", "float": "number", "bool": "boolean", "str": "string", "list": "{0}[]", "set": "Set<{0}>",
    "dict": "Map<{0}, {1}>", "tuple": "any[]", "None": "void", "": "any", "class": "{0}",
}  # fmt: skip
_SCRIPT_VALUES: Table = {
    "int": "0", "float": "0", "bool": "false", "str": '""', "list": "[]", "set": "new Set()", "dict": "new Map()",
    "tuple": "[]", "None": "", "": "undefined", "class": "{0}.prototype",
}  # fmt: skip


# --- Python ------------------------------------------------------------------------------------------------


def python_starter(interface: Interface) -> str:
    """Functions with hints of types."""
    groups = [["from __future__ import annotations"]] if interface.classes else []
    groups += [["import sys"]] if interface.program else []
    groups += [["from enum import Enum"]] if interface.enums else []
    groups += [
        block(f"class {one.name}(Enum):", [f'{member} = "{member}"' for member in one.members], "    ", None)
        for one in interface.enums
    ]
    for one in interface.classes:
        must, may = optional(one)
        given = ["self", *map(_hinted, must), *(f"{_hinted(two)} | None = None" for two in may)]
        body = block(f"def __init__({', '.join(given)}):", [f"pass  # {MARK}"], "    ", None)
        for method in one.methods:
            body += ["", *_python(method, ["self"])]
        groups.append(block(f"class {one.name}:", body, "    ", None))
    groups += [_python(one, []) for one in interface.functions]
    if interface.program:
        loop = block("for line in sys.stdin:", ["print(line.strip())"], "    ", None)
        groups.append(block("def main():", [f"# {MARK}", *loop], "    ", None))
        groups.append(['if __name__ == "__main__":', "    main()"])
    return joined(groups, 2)


def _hinted(parameter: Parameter) -> str:
    name = snake(parameter.name)
    return f"{name}: {parameter.type}" if parameter.type else name


def _python(asked: FunctionAsked, first: Sequence[str]) -> list[str]:
    gives = f" -> {asked.returns}" if asked.returns else ""
    value = written(asked.returns, _PYTHON_VALUES) if asked.returns else ""
    head = f"def {snake(asked.name)}({', '.join([*first, *map(_hinted, asked.parameters)])}){gives}:"
    return block(head, [f"return {value}  # {MARK}" if value else f"pass  # {MARK}"], "    ", None)


# --- Ruby --------------------------------------------------------------------------------------------------


def ruby_starter(interface: Interface) -> str:
    """Methods, at the top or in classes."""
    groups = [
        block(f"module {enum.name}", [f"{one} = :{one}" for one in enum.members], "  ", "end")
        for enum in interface.enums
    ]
    for one in interface.classes:
        must, may = optional(one)
        given = [*(snake(two.name) for two in must), *(f"{snake(two.name)} = nil" for two in may)]
        body = block(f"def initialize{_ruby_list(given)}", [f"# {MARK}"], "  ", "end")
        for method in one.methods:
            body += ["", *_ruby(method)]
        groups.append(block(f"class {one.name}", body, "  ", "end"))
    groups += [_ruby(one) for one in interface.functions]
    if interface.program:
        loop = block("while (line = $stdin.gets)", [f"puts line # {MARK}"], "  ", "end")
        groups.append(block("if __FILE__ == $PROGRAM_NAME", loop, "  ", "end"))
    return joined(groups)


def _ruby(asked: FunctionAsked) -> list[str]:
    names = [snake(one.name) for one in asked.parameters]
    value = written(asked.returns, _RUBY_VALUES)
    return block(f"def {snake(asked.name)}{_ruby_list(names)}", [f"{value} # {MARK}"], "  ", "end")


def _ruby_list(names: Sequence[str]) -> str:
    return f"({', '.join(names)})" if names else ""


# --- JavaScript and TypeScript -----------------------------------------------------------------------------


def javascript_starter(interface: Interface) -> str:
    """A plain script, with types in comments."""
    groups: list[list[str]] = []
    for enum in interface.enums:
        members = [f'{one}: "{one}",' for one in enum.members]
        groups.append(block(f"const {enum.name} = {{", members, "  ", "};"))
    groups += [_script_class(one, lambda two: camel(two.name), _javascript) for one in interface.classes]
    groups += [_javascript(one, "function ") for one in interface.functions]
    return joined([*groups, *_script_main(interface)])


def typescript_starter(interface: Interface) -> str:
    """A plain script with types."""
    groups = [
        block(f"enum {enum.name} {{", [f'{one} = "{one}",' for one in enum.members], "  ") for enum in interface.enums
    ]
    groups += [_script_class(one, _typed, _typescript) for one in interface.classes]
    groups += [_typescript(one, "function ") for one in interface.functions]
    return joined([*groups, *_script_main(interface)])


def _typed(parameter: Parameter) -> str:
    return f"{camel(parameter.name)}: {written(parameter.type, _SCRIPT_TYPES)}"


def _script_class(
    asked: ClassAsked, write: Callable[[Parameter], str], method: Callable[[FunctionAsked, str], list[str]]
) -> list[str]:
    must, may = optional(asked)
    unsaid = write(Parameter("x")) != "x"
    later = [write(one).replace(":", "?:", 1) if unsaid else write(one) for one in may]
    body = block(f"constructor({', '.join([*map(write, must), *later])}) {{", [f"// {MARK}"], "  ")
    for one in asked.methods:
        body += ["", *method(one, "")]
    return block(f"class {asked.name} {{", body, "  ")


def _javascript(asked: FunctionAsked, start: str) -> list[str]:
    told = [f" * @param {{{written(one.type, _SCRIPT_TYPES)}}} {camel(one.name)}" for one in asked.parameters]
    gives = [f" * @returns {{{written(asked.returns, _SCRIPT_TYPES)}}}"] if asked.returns else []
    comment = ["/**", *told, *gives, " */"] if told or gives else []
    names = ", ".join(camel(one.name) for one in asked.parameters)
    return [*comment, *block(f"{start}{camel(asked.name)}({names}) {{", _script_body(asked), "  ")]


def _typescript(asked: FunctionAsked, start: str) -> list[str]:
    gives = written(asked.returns, _SCRIPT_TYPES) if asked.returns else "void"
    head = f"{start}{camel(asked.name)}({', '.join(map(_typed, asked.parameters))}): {gives} {{"
    return block(head, _script_body(asked), "  ")


def _script_body(asked: FunctionAsked) -> list[str]:
    value = written(asked.returns, _SCRIPT_VALUES) if asked.returns else ""
    return [f"return {value}; // {MARK}"] if value else [f"// {MARK}"]


def _script_main(interface: Interface) -> list[list[str]]:
    if not interface.program:
        return []
    lines = [
        'const lines = require("readline").createInterface({ input: process.stdin });',
        f'lines.on("line", (line) => console.log(line)); // {MARK}',
    ]
    return [block("if (require.main === module) {", lines, "  ")]
