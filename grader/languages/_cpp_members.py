"""An Interface and the declarations of a C++ submission -> its members, each as a line for the compiler.

The lines stand behind the student's text, so that the compiler itself finds the types. See `native/members.hpp`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from grader.languages._native_lookup import (
    NEVER_ASKED,
    Lookup,
    Member,
    Role,
    find_enum,
    free_functions,
    gives_of,
    named,
    nearest,
    quoted,
    spellings,
    words,
)
from grader.languages._native_nouns import Class, Declarations, Function, Parameter
from grader.languages._native_types import cpp_head, cpp_type, other_number
from grader.model import ClassAsked, FunctionAsked, Interface
from grader.model import Parameter as ParameterAsked


def look_up(interface: Interface, found: Sequence[Declarations], spell: Callable[[str], str]) -> Lookup:
    """What the submission has of the interface."""
    return _Finder(found, spell).find(interface)


class _Finder:
    def __init__(self, found: Sequence[Declarations], spell: Callable[[str], str]) -> None:
        self.spell = spell
        self.free = free_functions(found)
        self.classes = [one for file in found for one in file.classes]
        self.enumerations = [one for file in found for one in file.enumerations]
        self.lookup = Lookup()

    def find(self, interface: Interface) -> Lookup:
        lookup = self.lookup
        for enum in interface.enums:
            enumeration = find_enum(enum, self.enumerations)
            lookup.enums[enum.name] = enumeration[0].name if enumeration else None
            if enumeration:
                lookup.note_name(enumeration[0].name, [enum.name, *enum.aliases])
                if enumeration[1]:
                    lookup.names.append((enumeration[0], enum, enumeration[1]))
        for function in interface.functions:
            lookup.functions[function.name] = self.function(function)
        for asked in interface.classes:
            lookup.classes[asked.name] = self.class_asked(asked)
        lookup.offers += [one.name for one in self.free] + [one.name for one in self.classes]
        lookup.offers += [
            method.name for one in self.classes for method in one.methods if method.name not in NEVER_ASKED
        ]
        return lookup

    # --- functions -----------------------------------------------------------------------------------------

    def function(self, asked: FunctionAsked) -> str | None:
        names = spellings(asked.name, asked.aliases, self.spell)
        found = named(names, self.free)
        if not found:
            return self.method_as_function(asked, names)
        self.lookup.note_name(found[0].name, names)
        overloaded = len({one.written for one in self.free if one.path == found[0].path}) > 1
        chosen = nearest(found, len(asked.parameters))
        for function in chosen:
            codes = _function_codes(function, asked, overloaded)
            self.add(Role.FUNCTION, (asked.name, function.file), function, asked, codes)
        self.note_types(chosen[0], asked)
        return found[0].name

    def method_as_function(self, asked: FunctionAsked, names: Sequence[str]) -> str | None:
        """A method of that name, of a class whose objects can be made without arguments or that needs none."""
        ranked = [
            (one.template or any(method.abstract for method in one.methods), one, method)
            for one in self.classes
            for method in named(names, one.methods)
        ]
        if not ranked:
            return None
        _rank, owner, method = min(ranked, key=lambda each: each[0])
        self.lookup.notes.append(f"Used the method `{method.name}` of the class `{owner.name}`.")
        for one in nearest([other for other in owner.methods if other.name == method.name], len(asked.parameters)):
            codes = _method_codes(owner, one, asked, Role.FUNCTION)
            self.add(Role.FUNCTION, (asked.name, owner.file), one, asked, codes)
        if not method.static:
            code = f'grader_inside::Making<{owner.path}, void()>::member(GRADER_MAKER, {{@number@, "", "", "", ""}})'
            self.lookup.members.append(Member(Role.MAKER, "", owner.file, "", "", (_member(code),)))
        self.note_types(method, asked)
        return f"{owner.name}.{method.name}"

    def note_types(self, function: Function, asked: FunctionAsked) -> None:
        """A type of a number that is another one than the task's, although it may do as well."""
        wanted = [cpp_type(one.type) for one in asked.parameters]
        pairs = zip(
            [*map(_type_of, function.parameters), function.gives], [*wanted, cpp_type(asked.returns)], strict=False
        )
        if len(function.parameters) == len(wanted) and any(other_number(own, other) for own, other in pairs):
            head = cpp_head(asked, self.spell(asked.name))
            self.lookup.notes.append(f"`{head}` was asked for; `{function.written}` is used as it is.")

    # --- classes -------------------------------------------------------------------------------------------

    def class_asked(self, asked: ClassAsked) -> dict[str, object] | None:
        names = [asked.name, *asked.aliases]
        found = named(names, self.classes) or self.class_with_methods(asked)
        if not found:
            return None
        chosen = found[0]
        self.lookup.note_name(chosen.name, names)
        if chosen.template:
            self.lookup.unfits[asked.name] = f"`{chosen.name}` is a template; a class is asked for"
        self.constructors(asked, chosen)
        methods = {method.name: self.method(chosen, method) for method in asked.methods}
        return {"name": chosen.name, "methods": methods}

    def class_with_methods(self, asked: ClassAsked) -> list[Class]:
        fitting = [
            one
            for one in self.classes
            if all(named(self.names(method), self.methods_of(one)) for method in asked.methods)
        ]
        return fitting if len(fitting) == 1 and asked.methods else []

    def names(self, asked: FunctionAsked) -> list[str]:
        return spellings(asked.name, asked.aliases, self.spell)

    def methods_of(self, found: Class, depth: int = 0) -> list[Function]:
        """The methods of the class and of those of the student's that it is derived from."""
        methods = list(found.methods)
        for base in self.classes if depth < 10 else ():
            if base.name in found.bases and base is not found:
                methods += self.methods_of(base, depth + 1)
        return methods

    def method(self, found: Class, wanted: FunctionAsked) -> str | None:
        names = self.names(wanted)
        methods = named(names, self.methods_of(found))
        if not methods:
            return None
        self.lookup.note_name(methods[0].name, names)
        for one in nearest(methods, len(wanted.parameters)):
            codes = _method_codes(found, one, wanted, Role.METHOD, several=len(methods) > 1)
            self.add(Role.METHOD, (f"{found.name}.{wanted.name}", found.file), one, wanted, codes)
        return methods[0].name

    def constructors(self, asked: ClassAsked, found: Class) -> None:
        heads = [FunctionAsked(asked.name, parameters, None) for parameters in asked.constructors or ((),)]
        told = " or ".join(cpp_head(head, asked.name) for head in heads)
        for parameters in _constructors(found, [head.parameters for head in heads]):
            written = f"{found.name}({', '.join(parameters)})"
            code = f"grader_inside::Making<{found.path}, void({', '.join(parameters)})>::member(GRADER_CONSTRUCTOR, "
            code += f"{{@number@, {words(asked.name, told, written, '')}}})"
            self.lookup.members.append(
                Member(Role.CONSTRUCTOR, asked.name, found.file, told, written, (_member(code),))
            )

    def add(
        self, role: Role, place: tuple[str, str], function: Function, asked: FunctionAsked, codes: list[str]
    ) -> None:
        """A member, missed under the key and described in the file of the place."""
        key, file = place
        head = cpp_head(asked, self.spell(asked.name))
        text = f"{role.value}, {{@number@, {words(asked.name, head, function.written, gives_of(asked))}}}"
        filled = tuple(_member(code.replace("@words@", text)) for code in codes)
        self.lookup.members.append(Member(role, key, file, head, function.written, filled))


def _member(code: str) -> str:
    return f"GRADER_MEMBER(@number@, {code})"


def _function_codes(function: Function, asked: FunctionAsked, overloaded: bool) -> list[str]:
    """By its name; one of several by its type; a template, or where some arguments are left out, by a call."""
    target = f"&{function.path}"
    if overloaded:
        types = ", ".join(one.text for one in function.parameters)
        target = f"static_cast<{function.gives} (*)({types})>({target})"
    codes = [f"grader_inside::Call<{target}>::member(@words@)"]
    if function.template or _leaves_out(function, asked):
        codes = []
    for takes, gives in _calls(function, asked):
        call = f"+[]({takes}) -> decltype(auto) {{ return {function.path}({gives}); }}"
        codes.append(f"grader_inside::Call<{call}>::member(@words@)")
    return codes


def _method_codes(
    owner: Class, method: Function, asked: FunctionAsked, role: Role, several: bool | None = None
) -> list[str]:
    if several is None:
        several = sum(one.name == method.name for one in owner.methods) > 1
    if role is Role.FUNCTION and method.static:
        return _function_codes(method, asked, several)
    codes = [f"grader_inside::Call<&{owner.path}::{method.name}>::member<{owner.path}>(@words@)"]
    if several or method.template or _leaves_out(method, asked):
        codes = []
    for takes, gives in _calls(method, asked):
        all_takes = f"{owner.path} &object{', ' if takes else ''}{takes}"
        call = f"+[]({all_takes}) -> decltype(auto) {{ return object.{method.name}({gives}); }}"
        codes.append(f"grader_inside::CallWithObject<{call}>::member(@words@)")
    return codes


def _leaves_out(function: Function, asked: FunctionAsked) -> bool:
    """Whether the last parameters keep what they are when nothing is given."""
    needed = sum(not one.optional for one in function.parameters)
    return needed <= len(asked.parameters) < len(function.parameters)


def _calls(function: Function, asked: FunctionAsked) -> Iterator[tuple[str, str]]:
    """Parameters and arguments of a call: by the types of the student's, then by those of the task."""
    own = [_type_of(one) for one in function.parameters[: len(asked.parameters)]]
    if not function.template and len(own) == len(asked.parameters) and not any(re.search(r"[\[(]", one) for one in own):
        yield _call_with(own)
    declared = [cpp_type(one.type) for one in asked.parameters]
    if None not in declared:
        yield _call_with([str(one) for one in declared])


def _call_with(types: Sequence[str]) -> tuple[str, str]:
    takes = ", ".join(f"{kind} grader_inside_{at}" for at, kind in enumerate(types))
    gives = ", ".join(f"static_cast<decltype(grader_inside_{at}) &&>(grader_inside_{at})" for at in range(len(types)))
    return takes, gives


def _constructors(found: Class, wanted: Sequence[Sequence[ParameterAsked]]) -> list[list[str]]:
    """The types of the parameters of each constructor that the task may use."""
    if not found.constructors:
        declared = [[cpp_type(one.type) for one in parameters] for parameters in wanted]
        return [[str(kind) for kind in types] for types in declared if None not in types]
    chosen: list[list[str]] = []
    for parameters in wanted:
        for one in nearest(found.constructors, len(parameters)):
            needed = sum(not each.optional for each in one.parameters)
            types = [each.text for each in one.parameters[: max(len(parameters), needed)]]
            if types not in chosen:
                chosen.append(types)
    return chosen


def _type_of(parameter: Parameter) -> str:
    """The type of a parameter, without its name."""
    head, name, rest = parameter.text.rpartition(parameter.name) if parameter.name else (parameter.text, "", "")
    return f"{head} {rest}" if name else parameter.text


def names_code(lookup: Lookup) -> list[tuple[str, str]]:
    """For each enumeration that was found: its file, and the text that tells the names of its members."""
    told = []
    for number, (found, asked, members) in enumerate(lookup.names):
        path = "::".join(("", *(name for name in found.scope if name), found.name))
        texts = ", ".join(map(quoted, members))
        values = ", ".join(
            f"static_cast<long long>({found.reach(member, plus_plus=True)})" for member in members.values()
        )
        here = f"grader_inside_names_{number}"
        text = (
            f"static constexpr const char *{here}_texts[] = {{{texts}}}; "
            f"static constexpr long long {here}_values[] = {{{values}}}; "
            f"static constexpr grader_names {here} = "
            f"{{{quoted(asked.name)}, {here}_texts, {here}_values, {len(members)}}}; "
            f"template <> struct grader_inside::Names<{path}> {{ "
            f"static constexpr const grader_names *names = &{here}; }};"
        )
        told.append((found.file, text))
    return told
