"""An Interface and the declarations of a submission in C -> its members, each as a line for the compiler.

A class is asked for as functions with a common beginning that get the object first: for `TicTacToe` with `move`,
`TicTacToe *ticTacToeCreate(int n)` and `int ticTacToeMove(TicTacToe *, int, int, int)`, in either convention of names.
The lines stand behind the student's text, so that the compiler itself finds the types. See `native/members.h`; how a
list gets its length is told in `native/arguments.c`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grader.languages._native_lookup import (
    Lookup,
    Member,
    Role,
    find_enum,
    free_functions,
    gives_of,
    loose,
    named,
    quoted,
    spellings,
    words,
)
from grader.languages._native_nouns import Declarations, Function, Parameter
from grader.languages._native_types import c_head, other_number
from grader.model import ClassAsked, FunctionAsked, Interface

MAKERS = ("create", "new", "make", "init", "construct", "build", "alloc")
_PLAIN = frozenset(("void", "bool", "char", "short", "int", "long", "unsigned", "signed", "float", "double", "size_t"))
TEXTS = ("to_string", "text", "str", "as_string", "to_text")


def look_up(interface: Interface, found: Sequence[Declarations], spell: Callable[[str], str]) -> Lookup:
    """What the submission has of the interface."""
    return _Finder(found, spell).find(interface)


@dataclass(frozen=True, slots=True)
class _Prefix:
    """The common beginning of the functions of a class: as it is written, and without differences of spelling."""

    written: str
    plain: str

    def spellings(self, rest: str) -> list[str]:
        """A function of the class in both conventions."""
        snake = _snake(self.written)
        camel = self.written[:1].lower() + self.written[1:] + "".join(word.title() for word in _snake(rest).split("_"))
        return [f"{snake}_{_snake(rest)}".strip("_"), camel]


class _Finder:
    def __init__(self, found: Sequence[Declarations], spell: Callable[[str], str]) -> None:
        self.spell = spell
        self.free = free_functions(found)
        self.enumerations = [one for file in found for one in file.enumerations]
        self.classes = [one for file in found for one in file.classes]
        self.aliases: dict[str, str] = {}
        for file in found:
            self.aliases |= file.aliases
        self.enums: dict[str, int] = {}
        self.lookup = Lookup()

    def find(self, interface: Interface) -> Lookup:
        lookup = self.lookup
        for enum in interface.enums:
            found = find_enum(enum, self.enumerations)
            lookup.enums[enum.name] = found[0].name if found else None
            if found:
                lookup.note_name(found[0].name, [enum.name, *enum.aliases])
            if found and found[1]:
                self.enums[found[0].name] = len(lookup.names)
                lookup.names.append((found[0], enum, found[1]))
        for function in interface.functions:
            lookup.functions[function.name] = self.function(function)
        for asked in interface.classes:
            lookup.classes[asked.name] = self.class_asked(asked)
        lookup.offers += [one.name for one in self.free] + [one.name for one in self.classes if one.name]
        return lookup

    # --- functions -----------------------------------------------------------------------------------------

    def function(self, asked: FunctionAsked) -> str | None:
        names = spellings(asked.name, asked.aliases, self.spell)
        found = named(names, self.free)
        if not found:
            return None
        function = found[0]
        self.lookup.note_name(function.name, names)
        head = c_head(asked, self.spell(asked.name))
        if other_number(function.gives, head.partition(" ")[0]):
            self.lookup.notes.append(f"`{head}` was asked for; `{function.written}` is used as it is.")
        if _measured_by_another(function):
            why = "the length of a row is another parameter, and such a list can't be made from outside"
            self.lookup.unfits[asked.name] = f"asked for is `{head}`, found is `{function.written}`: {why}"
            return function.name
        writer = _Writer(function, self)
        call = writer.call(writer.arguments(0))
        self.add(writer, _Place(Role.FUNCTION, asked.name, asked.name, head, _gives(asked, function)), call, None)
        return function.name

    # --- classes -------------------------------------------------------------------------------------------

    def class_asked(self, asked: ClassAsked) -> dict[str, object] | None:
        found = self.prefix_of(asked)
        if found is None:
            return None
        prefix, maker = found
        wanted = _Prefix(asked.name, loose(asked.name))
        makers = [spelling for word in MAKERS for spelling in wanted.spellings(word)]
        self.lookup.note_name(maker.name, makers)
        owner = self.class_name(maker)
        self.maker(asked, maker, owner)
        methods = {method.name: self.method(wanted, prefix, method, owner) for method in asked.methods}
        for word in TEXTS:
            self.text_form(prefix, word, owner)
        return {"name": owner or asked.name, "methods": methods}

    def prefix_of(self, asked: ClassAsked) -> tuple[_Prefix, Function] | None:
        """The beginning that was asked for, else the only one under which all is there; with what makes an object."""
        for name in (asked.name, *asked.aliases):
            for word in MAKERS:
                for function in self.free:
                    if loose(function.name) in (loose(name) + word, word + loose(name)):
                        return _Prefix(name, loose(name)), function
        others = [
            (_Prefix(function.name[: len(function.name) - len(word)].strip("_"), prefix), function)
            for function in self.free
            for word in MAKERS
            for prefix in [loose(function.name).removesuffix(word)]
            if loose(function.name).endswith(word)
            and self.makes_object(function)
            and all(self.with_prefix(prefix, [method.name, *method.aliases]) for method in asked.methods)
        ]
        return others[0] if len({prefix.plain for prefix, _function in others}) == 1 and asked.methods else None

    def makes_object(self, function: Function) -> bool:
        """Whether it gives back, or is given the place of, something that is no plain number or text."""
        kinds = [function.gives, *(_type_of(one) for one in function.parameters[:1] if "*" in one.text)]
        return any(not _PLAIN.issuperset(self.name_of(kind).split()) for kind in kinds)

    def with_prefix(self, prefix: str, names: Sequence[str]) -> Function | None:
        wanted = {prefix + loose(name) for name in names}
        return next((one for one in self.free if loose(one.name) in wanted and one.parameters), None)

    def class_name(self, maker: Function) -> str:
        """What the objects are called: the type that is given back, or that of the object to be set up."""
        gives = self.name_of(maker.gives)
        return self.name_of(_type_of(maker.parameters[0])) if gives in ("void", "int", "bool") else gives

    def name_of(self, kind: str) -> str:
        """A type without what is not its name."""
        plain = " ".join(re.sub(r"\b(?:const|struct|enum|union|volatile)\b|[*\[\]]", " ", kind).split())
        return self.aliases.get(plain, plain)

    def maker(self, asked: ClassAsked, function: Function, owner: str) -> None:
        """`create` gives the object back; `init` is given the place of it."""
        writer = _Writer(function, self)
        first = asked.constructors[0] if asked.constructors else ()
        name = _Prefix(asked.name, loose(asked.name)).spellings("create")[1]
        head = c_head(FunctionAsked(asked.name, first, None), name)
        place = _Place(Role.CONSTRUCTOR, asked.name, asked.name, f"{owner} *{head}", "")
        if self.name_of(function.gives) == owner:
            self.add(writer, place, writer.call(writer.arguments(0)), None)
        else:
            writer.result = _type_of(function.parameters[0]).rpartition("*")[0]
            self.add(writer, place, f"{function.name}({', '.join(['result', *writer.arguments(1)])});", None, skipped=1)

    def method(self, wanted: _Prefix, prefix: _Prefix, asked: FunctionAsked, owner: str) -> str | None:
        function = self.with_prefix(prefix.plain, [asked.name, *asked.aliases])
        if function is None:
            return None
        spelled = wanted.spellings(asked.name)
        self.lookup.note_name(function.name, [spelled[1], spelled[0]])
        head = c_head(asked, spelled[1], [f"{owner} *"])
        writer = _Writer(function, self)
        call = writer.call([writer.object(), *writer.arguments(1)])
        place = _Place(Role.METHOD, f"{owner}.{asked.name}", asked.name, head, _gives(asked, function))
        self.add(writer, place, call, owner, skipped=1)
        rest = function.name[len(function.name) - _length_of(function.name, loose(asked.name)) :]
        return _snake(rest.strip("_")) if loose(function.name).endswith(loose(asked.name)) else function.name

    def text_form(self, prefix: _Prefix, word: str, owner: str) -> None:
        function = self.with_prefix(prefix.plain, [word])
        if function is None or len(function.parameters) != 1 or "char" not in function.gives:
            return
        writer = _Writer(function, self)
        place = _Place(Role.TEXT_FORM, "", "", "", "")
        self.add(writer, place, writer.call([writer.object()]), owner, skipped=1)

    def add(self, writer: _Writer, place: _Place, call: str, owner: str | None, *, skipped: int = 0) -> None:
        function = writer.function
        text = words(place.name, place.asked, function.written, place.gives)
        first, code = writer.write(f"{place.role.value}, {text}", call, owner, skipped)
        self.lookup.members.append(
            Member(place.role, place.key, function.file, place.asked, function.written, (code,), function.end, first)
        )


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a member belongs, and what was asked for there."""

    role: Role
    key: str
    name: str
    asked: str
    gives: str


class _Writer:
    """A function as lines of C; `@number@` in them stands for the number of the member."""

    def __init__(self, function: Function, finder: _Finder) -> None:
        self.function = function
        self.finder = finder
        self.result = function.gives

    def arguments(self, start: int) -> list[str]:
        return [f"*(grader_inside_@number@_{at} *)arguments[{at - start}]" for at in range(start, self.count)]

    @property
    def count(self) -> int:
        return len(self.function.parameters)

    def object(self) -> str:
        return "GRADER_OBJECT_AS(grader_inside_@number@_0, object)"

    def call(self, arguments: Sequence[str]) -> str:
        call = f"{self.function.name}({', '.join(arguments)});"
        return call if self.result == "void" else f"*(grader_inside_@number@_result *)result = {call}"

    def write(self, start: str, call: str, owner: str | None, skipped: int) -> tuple[str, str]:
        """What must see the student's macros, and the rest."""
        here = "grader_inside_@number@"
        types = [_typedef(one, f"{here}_{at}") for at, one in enumerate(self.function.parameters)]
        if self.result != "void":
            types.append(f"typedef {self.result} {here}_result;")
        described = [
            self.described(f"{here}_type_{at}", f"{here}_{at}", one)
            for at, one in enumerate(self.function.parameters)
            if at >= skipped
        ]
        result = f"GRADER_NO_TYPE({here}_gives)"
        if self.result != "void":
            result = self.described(f"{here}_gives", f"{here}_result", Parameter(self.result, ""))
        lines = [*described, result]
        if owner is not None:
            lines.append(
                f"static const struct grader_type {here}_owner = {{.kind = GRADER_OBJECT, .name = {quoted(owner)}}};"
            )
        parameters = "".join(f"{{&{here}_type_{at}, 0}}, " for at in range(skipped, self.count))
        quiet = "(void)object; (void)arguments; (void)result;"
        told = f"&{here}_owner" if owner is not None else "0"
        count = self.count - skipped
        lines += [
            f"static const struct grader_parameter {here}_parameters[] = {{{parameters}{{0, 0}}}};",
            f"static void {here}_call(void *object, void **arguments, void *result) {{ {quiet} {call} }}",
            f"GRADER_MEMBER(@number@, {start}, {told}, &{here}_gives, 0, {count}, {here}_parameters, {here}_call)",
        ]
        return " ".join(types), " ".join(lines)

    def described(self, place: str, alias: str, parameter: Parameter) -> str:
        kind = _type_of(parameter)
        name = self.finder.name_of(kind)
        stars = kind.count("*") + kind.count("[")
        if name in self.finder.enums:
            number = self.finder.enums[name]
            pointer = f"{{.kind = GRADER_POINTER, .size = sizeof(void *), .parts = grader_inside_enum_{number}_to}}"
            text = f"grader_inside_enum_{number}_type" if stars == 0 else pointer
            return f"static const struct grader_type {place} = {text};"
        if len(re.findall(r"\[", kind)) > 1 or re.search(r"\(\s*\*[^)]*\)\s*\[", parameter.text):
            return f"GRADER_ROWS({place}, {alias})"
        return f"GRADER_TYPE({place}, {alias}, {quoted(name)})"


def _gives(asked: FunctionAsked, function: Function) -> str:
    """In C an integer stands for true and false."""
    wanted = gives_of(asked)
    return "truth" if wanted == "bool" and "bool" not in function.gives.lower() else wanted


def _typedef(parameter: Parameter, alias: str) -> str:
    """The type of a parameter under a name of ours; the first bounds of an array say nothing."""
    text = re.sub(r"\b(?:__)?restrict(?:__)?\b", "", parameter.text)
    if parameter.name:
        match = re.search(rf"\b{re.escape(parameter.name)}\b(?=[^\w]*$|\s*[\[)])", text)
        at = match.start() if match else len(text)
        head, rest = text[:at], text[at + len(parameter.name) :]
    else:
        head, rest = text, ""
    bounds = re.match(r"\s*\[[^\]]*\]", rest)
    if bounds:
        rest = rest[bounds.end() :]
        return f"typedef {head} (*{alias}){rest};" if rest.strip() else f"typedef {head} *{alias};"
    return f"typedef {head} {alias}{rest};"


def _measured_by_another(function: Function) -> bool:
    """Whether an array of arrays has bounds that are known only in the call."""
    names = {one.name for one in function.parameters if one.name}
    return any(names & set(re.findall(r"\w+", bound)) for one in function.parameters for bound in _inner_bounds(one))


def _inner_bounds(parameter: Parameter) -> list[str]:
    return re.findall(r"\[([^\]]*)\]", parameter.text)[1:]


def _type_of(parameter: Parameter) -> str:
    """The type of a parameter as written, without its name."""
    if not parameter.name:
        return parameter.text
    return re.sub(rf"\b{re.escape(parameter.name)}\b(?=[^\w]*$|\s*[\[)])", " ", parameter.text, count=1)


def _length_of(name: str, plain_end: str) -> int:
    """How long the end of a name is that reads so without differences of spelling."""
    left, length = len(plain_end), 0
    for letter in reversed(name):
        if left == 0:
            break
        left -= letter != "_"
        length += 1
    return length


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def names_code(lookup: Lookup) -> list[tuple[str, str]]:
    """For each enumeration that was found: its file, and the text that tells the names of its members."""
    told = []
    for number, (found, asked, members) in enumerate(lookup.names):
        here = f"grader_inside_enum_{number}"
        kind = f"enum {found.name}" if found.tagged else found.name
        texts, values = ", ".join(map(quoted, members)), ", ".join(members.values())
        text = (
            f"static const char *const {here}_texts[] = {{{texts}}}; static const long long {here}_values[] = "
            f"{{{values}}}; static const struct grader_names {here} = {{{quoted(asked.name)}, {here}_texts, "
            f"{here}_values, {len(members)}}};\n"
            f"#define {here}_type {{.kind = GRADER_ENUM, .size = sizeof({kind}), .names = &{here}}}\n"
            f"static const struct grader_type {here}_alone = {here}_type; "
            f"static const struct grader_type *const {here}_to[] = {{&{here}_alone}};"
        )
        told.append((found.file, text))
    return told
