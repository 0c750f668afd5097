"""What a file of C or C++ declares: the nouns that reading, looking up and building share."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter as it is written, without what it is when left out."""

    text: str
    name: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Function:
    """A function or method; `scope` are the namespaces and classes around it."""

    name: str
    scope: tuple[str, ...]
    gives: str
    parameters: tuple[Parameter, ...]
    file: str
    lines: tuple[int, int]
    end: int
    """Where its body ends in the text: at the closing brace; -1 if it has none."""
    template: bool = False
    static: bool = False
    abstract: bool = False

    @property
    def path(self) -> str:
        """The name by which code of C++ reaches it from anywhere."""
        return "::".join(("", *(name for name in self.scope if name), self.name))

    @property
    def written(self) -> str:
        """Its head as a person would write it."""
        parameters = ", ".join(one.text for one in self.parameters)
        space = "" if self.gives.endswith(("*", "&")) else " "
        return f"{self.gives}{space}{self.name}({parameters})".strip()


@dataclass(frozen=True, slots=True)
class Class:
    """A class or struct with what is declared in it."""

    name: str
    scope: tuple[str, ...]
    file: str
    methods: tuple[Function, ...] = ()
    constructors: tuple[Function, ...] = ()
    bases: tuple[str, ...] = ()
    template: bool = False

    @property
    def path(self) -> str:
        """The name by which code of C++ reaches it from anywhere."""
        return "::".join(("", *(name for name in self.scope if name), self.name))


@dataclass(frozen=True, slots=True)
class Enumeration:
    """An enumeration; the members of a scoped one need its name before them."""

    name: str
    scope: tuple[str, ...]
    file: str
    members: tuple[str, ...]
    scoped: bool
    tagged: bool
    """In C it is called `enum name`, not just by its name."""

    def reach(self, member: str, *, plus_plus: bool) -> str:
        """The name of a member from outside."""
        if not plus_plus:
            return member
        inside = (*(name for name in self.scope if name), *((self.name,) if self.scoped else ()))
        return "::".join((*inside, member))


@dataclass(slots=True)
class Declarations:
    """What a file declares."""

    functions: list[Function] = field(default_factory=list)
    classes: list[Class] = field(default_factory=list)
    enumerations: list[Enumeration] = field(default_factory=list)
    bodies: list[Function] = field(default_factory=list)
    """All functions that have a body here, methods too."""
    aliases: dict[str, str] = field(default_factory=dict)
    """Names of types by the names that stand behind them: `typedef struct board Board;`."""
