"""An interface -> a file for students to start from, in Java, C, C++ and Go."""

from __future__ import annotations

from collections.abc import Sequence

from grader.languages._native_types import c_head, c_parameter, cpp_head, cpp_type
from grader.languages._starting import MARK, Table, block, joined, written
from grader.languages._writing import camel, snake
from grader.model import ClassAsked, FunctionAsked, Interface, Parameter

_JAVA_TYPES: Table = {
    "int": "int", "float": "double", "bool": "boolean", "str": "String", "list": "{0}[]", "set": "Set<{0}>",
    "dict": "Map<{0}, {1}>", "tuple": "Object[]", "None": "void", "": "Object", "class": "{0}",
}  # fmt: skip
_JAVA_BOXES: Table = {
    **_JAVA_TYPES, "int": "Integer", "float": "Double", "bool": "Boolean", "list": "List<{0}>", "None": "Void",
}  # fmt: skip
_JAVA_VALUES: Table = {
    "int": "0", "float": "0.0", "bool": "false", "str": '""', "list": "List.of()", "set": "Set.of()",
    "dict": "Map.of()", "tuple": "new Object[0]", "None": "", "": "null", "class": "null",
}  # fmt: skip
_GO_TYPES: Table = {
    "int": "int", "float": "float64", "bool": "bool", "str": "string", "list": "[]{0}", "set": "map[{0}]bool",
    "dict": "map[{0}]{1}", "tuple": "[]any", "None": "", "": "any", "class": "*{0}",
}  # fmt: skip
_GO_VALUES: Table = {
    "int": "0", "float": "0", "bool": "false", "str": '""', "list": "nil", "set": "nil", "dict": "nil", "tuple": "nil",
    "None": "", "": "nil", "class": "nil",
}  # fmt: skip


# --- Java --------------------------------------------------------------------------------------------------


def java_starter(interface: Interface, name: str) -> tuple[str, str]:
    """A file with all classes; functions and `main` are in the class of this name, or of one like it if it is taken.

    The file is called after the class that is public.
    """
    body: list[str] = []
    taken = [*(one.name for one in interface.classes), *(one.name for one in interface.enums)]
    name = f"{name}Main" if name in taken else name
    for function in interface.functions:
        body += ["", *_java(function, "public static ")]
    if interface.program:
        loop = block("while (input.hasNextLine()) {", [f"System.out.println(input.nextLine()); // {MARK}"], "    ")
        lines = ["Scanner input = new Scanner(System.in);", *loop]
        body += ["", *block("public static void main(String[] args) {", lines, "    ")]
    public = "" if body else "public "
    others = [_java_class(one, "" if at else public) for at, one in enumerate(interface.classes)]
    enums = [block(f"enum {one.name} {{", [", ".join(one.members)], "    ") for one in interface.enums]
    main = block(f"public class {name} {{", body[1:], "    ") if body else []
    file = name if body else interface.classes[0].name
    return f"{file}.java", joined([["import java.util.*;"], main, *others, *enums])


def _java_class(asked: ClassAsked, start: str) -> list[str]:
    body: list[str] = []
    for parameters in asked.constructors:
        given = ", ".join(map(_java_parameter, parameters))
        body += ["", *block(f"public {asked.name}({given}) {{", [f"// {MARK}"], "    ")]
    for method in asked.methods:
        body += ["", *_java(method, "public ")]
    return block(f"{start}class {asked.name} {{", body[1:], "    ")


def _java_parameter(parameter: Parameter) -> str:
    kind = parameter.type or ""
    table = _JAVA_BOXES if kind.startswith(("set[", "dict[")) else _JAVA_TYPES
    return f"{written(parameter.type, table)} {camel(parameter.name)}"


def _java(asked: FunctionAsked, start: str) -> list[str]:
    gives = (asked.returns or "None").replace(" ", "")
    table = _JAVA_BOXES if gives.startswith(("list[", "set[", "dict[")) else _JAVA_TYPES
    value = written(gives, _JAVA_VALUES)
    given = ", ".join(map(_java_parameter, asked.parameters))
    body = [f"return {value}; // {MARK}" if value else f"// {MARK}"]
    return block(f"{start}{written(gives, table)} {camel(asked.name)}({given}) {{", body, "    ")


# --- C and C++ ---------------------------------------------------------------------------------------------


def c_starter(interface: Interface) -> str:
    """Functions; those of a class begin with its name, and get the object first."""
    groups = [["#include <stdbool.h>", "#include <stdio.h>", "#include <stdlib.h>"]]
    groups += [[f"typedef enum {{ {', '.join(one.members)} }} {one.name};"] for one in interface.enums]
    for one in interface.classes:
        start = one.name[:1].lower() + one.name[1:]
        groups.append(block("typedef struct {", [f"int todo; // {MARK}"], "    ", f"}} {one.name};"))
        longest = max(one.constructors, key=len, default=())
        given = ", ".join(map(c_parameter, map(_snaked, longest))) or "void"
        made = [f"return calloc(1, sizeof({one.name})); // {MARK}"]
        groups.append(block(f"{one.name} *{start}Create({given}) {{", made, "    "))
        for method in one.methods:
            name = start + method.name[:1].upper() + camel(method.name)[1:]
            groups.append(_c(method, name, [f"{one.name} *{start}"]))
        groups.append(block(f"void {start}Free({one.name} *{start}) {{", [f"free({start});"], "    "))
    groups += [_c(one, snake(one.name)) for one in interface.functions]
    if interface.program:
        loop = block("while (fgets(line, sizeof line, stdin)) {", [f'printf("%s", line); // {MARK}'], "    ")
        groups.append(block("int main(void) {", ["char line[1000];", *loop, "return 0;"], "    "))
    return joined(groups)


def _snaked(parameter: Parameter) -> Parameter:
    return Parameter(snake(parameter.name), parameter.type)


def _c(asked: FunctionAsked, name: str, first: Sequence[str] = ()) -> list[str]:
    gives = asked.returns or "None"
    own = FunctionAsked(name, tuple(map(_snaked, asked.parameters)), gives)
    sized = ["*returnSize = 0;"] if gives.startswith("list[") else []
    body = [*sized, f"return 0; // {MARK}"] if gives != "None" else [f"// {MARK}"]
    return block(f"{c_head(own, name, first)} {{", body, "    ")


def cpp_starter(interface: Interface) -> str:
    """Functions and classes of the standard library's types."""
    headers = ["iostream", "map", "optional", "set", "string", "tuple", "vector"]
    groups = [[f"#include <{one}>" for one in headers]]
    groups += [[f"enum class {one.name} {{ {', '.join(one.members)} }};"] for one in interface.enums]
    for one in interface.classes:
        body: list[str] = []
        for parameters in one.constructors:
            given = ", ".join(f"{cpp_type(two.type) or 'int'} {camel(two.name)}" for two in parameters)
            start = "explicit " if len(parameters) == 1 else ""
            body += ["", *block(f"{start}{one.name}({given}) {{", [f"// {MARK}"], "    ")]
        for method in one.methods:
            body += ["", *_cpp(method)]
        inner = [f"    {line}" if line else "" for line in body[1:]]
        groups.append([f"class {one.name} {{", "public:", *inner, "};"])
    groups += [_cpp(one) for one in interface.functions]
    if interface.program:
        loop = block("while (std::getline(std::cin, line)) {", [f"std::cout << line << std::endl; // {MARK}"], "    ")
        groups.append(block("int main() {", ["std::string line;", *loop], "    "))
    return joined(groups)


def _cpp(asked: FunctionAsked) -> list[str]:
    typed = tuple(Parameter(camel(one.name), one.type or "int") for one in asked.parameters)
    own = FunctionAsked(asked.name, typed, asked.returns or "None")
    body = [f"return {{}}; // {MARK}" if asked.returns not in (None, "None") else f"// {MARK}"]
    return block(f"{cpp_head(own, camel(asked.name))} {{", body, "    ")


# --- Go ----------------------------------------------------------------------------------------------------


def go_starter(interface: Interface) -> str:
    """One package `main`; objects are made by `New...`."""
    groups = [["package main"]]
    if interface.program:
        groups.append(block("import (", ['"bufio"', '"fmt"', '"os"'], "\t", ")"))
    for enum in interface.enums:
        members = [f"{member} {enum.name} = iota" if at == 0 else member for at, member in enumerate(enum.members)]
        groups += [[f"type {enum.name} int"], block("const (", members, "\t", ")")]
    for one in interface.classes:
        groups.append(block(f"type {one.name} struct {{", [f"// {MARK}"], "\t"))
        longest = max(one.constructors, key=len, default=())
        several = len(one.constructors) > 1 and len(longest) == 1
        given = ", ".join(_go_parameter(two, several=several) for two in longest)
        groups.append(block(f"func New{one.name}({given}) *{one.name} {{", [f"return &{one.name}{{}}"], "\t"))
        receiver = one.name[:1].lower() + one.name[1:]
        groups += [_go(method, f"({receiver} *{one.name}) ", upper=True) for method in one.methods]
    groups += [_go(one, "", upper=False) for one in interface.functions]
    if interface.program:
        loop = block("for lines.Scan() {", [f"fmt.Println(lines.Text()) // {MARK}"], "\t")
        groups.append(block("func main() {", ["lines := bufio.NewScanner(os.Stdin)", *loop], "\t"))
    return joined(groups)


def _go_parameter(parameter: Parameter, *, several: bool = False) -> str:
    kind = written(parameter.type, _GO_TYPES)
    return f"{camel(parameter.name)} {'...' + kind.removeprefix('[]') if several else kind}"


def _go(asked: FunctionAsked, receiver: str, *, upper: bool) -> list[str]:
    name = camel(asked.name)
    name = name[:1].upper() + name[1:] if upper else name
    gives = written(asked.returns or "None", _GO_TYPES)
    value = written(asked.returns or "None", _GO_VALUES)
    head = f"func {receiver}{name}({', '.join(map(_go_parameter, asked.parameters))}) {gives}".rstrip()
    return block(f"{head} {{", [f"return {value} // {MARK}" if value else f"// {MARK}"], "\t")
