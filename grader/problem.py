"""A package folder -> a Problem, or all that is wrong with it at once, each with its place.

A package is `problem.yaml`, checked first against `schema/problem.schema.json` and then for its sense, and
`oracle.py`, which is trusted code of the author's. Where the packages that ship with the tool are is known here too.
"""

from __future__ import annotations

import difflib
import hashlib
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from grader import expression, marked, plugins
from grader.errors import Fault, InputError, PackageError
from grader.model import (
    MEBIBYTE,
    ClassAsked,
    EnumAsked,
    FunctionAsked,
    Interface,
    Keeping,
    Limits,
    Step,
)
from grader.oracle import Oracle
from grader.package import Form, Part, Problem, Test, Text, by_language, english
from grader.schema_check import document_faults, faults, meant, schema_of_packages
from grader.values import EnumValue, MapValue, Numbers, SetValue, Value, of_python

FILE = "problem.yaml"
HERE = Path(__file__).resolve().parent


def shipped_problems() -> Path:
    """The folder of the packages that come with the tool: beside a checkout's code, or inside a wheel."""
    return _shipped("problems", "problems")


def shipped_class() -> Path:
    """The example class that comes with the tool."""
    return _shipped("class", "examples/class")


def _shipped(in_wheel: str, in_checkout: str) -> Path:
    checkout = HERE.parent / in_checkout
    if (HERE.parent / "pyproject.toml").is_file() and checkout.is_dir():
        return checkout
    return HERE / "shipped" / in_wheel


def find_package(task: str) -> Path:
    """The folder of a task: the id of one that ships with the tool, or a path to a package."""
    shipped = shipped_problems() / task
    if "/" not in task and (shipped / FILE).is_file():
        return shipped
    path = Path(task)
    if path.name == FILE and path.is_file():
        return path.parent
    if (path / FILE).is_file():
        return path
    if path.is_dir():
        raise InputError(f"{task} holds no {FILE}, so it is no problem package")
    known = shipped_ids()
    close = difflib.get_close_matches(task, known, 1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}, or give a path to a package"
    raise InputError(f"no task is called {task}; {hint}")


def shipped_ids() -> list[str]:
    """The ids of the tasks that ship with the tool."""
    return sorted(path.parent.name for path in shipped_problems().glob(f"*/{FILE}"))


def load(folder: Path, seed: int = 0) -> Problem:
    """The problem in the folder, with its titles in all languages that it has.

    Raises PackageError with every fault that was found.
    """
    file = folder / FILE
    try:
        text = file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise PackageError([Fault(str(file), None, None, f"can't be read: {error}")]) from error
    document = marked.read(text, str(file))
    faults = document_faults(document)
    if faults:
        raise PackageError(faults)
    author = _Author(folder, document, seed)
    problem = author.problem()
    if author.faults:
        raise PackageError(author.faults)
    return problem


def statement(folder: Path, *wanted: str) -> str:
    """The statement in the first of the languages that it has, else in English."""
    for language in (*wanted, "en"):
        path = folder / f"statement.{language}.md"
        if path.is_file():
            return path.read_text("utf-8")
    raise InputError(f"{folder.name} has no statement in English")


# --- sense -------------------------------------------------------------------------------------------------


_OUTER_BAR = re.compile(r"\|(?![^()]*\))")


class _Author:
    """Reads a document that follows the schema; gathers the faults in its sense."""

    def __init__(self, folder: Path, document: marked.Marked, seed: int) -> None:
        self.folder = folder
        self.document = document
        self.data: dict[str, Any] = document.data
        self.seed = seed
        self.faults: list[Fault] = []
        self.numbers = Numbers(self.data.get("numbers", "loose"))
        self.limits = _limits(self.data.get("limits", {}), Limits())
        self._oracle = Oracle(folder, seed)

    def fault(self, message: str, *path: str | int) -> None:
        self.faults.append(self.document.fault(message, *path))

    def problem(self) -> Problem:
        data = self.data
        if ("parts" in data) == ("forms" in data):
            self.fault("a package has either `interface` and `parts`, or `forms`")
        self._check_languages(data["languages"], ("languages",))
        if "forms" in data:
            forms = tuple(self._form(form, ("forms", index)) for index, form in enumerate(data["forms"]))
        else:
            forms = (self._form({**data, "id": None, "title": None}, ()),)
        return Problem(
            id=data["id"],
            folder=self.folder,
            title=_text(data["title"]),
            native=data.get("native"),
            languages=tuple(data["languages"]),
            keeping=Keeping(data.get("state", "fresh")),
            prelude=data.get("prelude", "sites"),
            limits=self.limits,
            forms=forms,
            digest=digest(self.folder),
        )

    def _check_languages(self, names: Sequence[str], path: marked.Path) -> None:
        known = sorted(plugins.languages())
        for index, name in enumerate(names):
            if name not in known:
                self.fault(f"no language is called `{name}`{meant(name, known)}", *path, index)

    def _form(self, form: Mapping[str, Any], path: marked.Path) -> Form:
        interface = self._interface(form.get("interface", {}), (*path, "interface"))
        if path:
            self._check_languages(form.get("languages", ()), (*path, "languages"))
        parts: list[Part] = []
        for index, part in enumerate(form.get("parts", [])):
            read = self._part(part, interface, (*path, "parts", index))
            known = [earlier.id for earlier in parts]
            if read.id in known:
                self.fault(f"a second part is called `{read.id}`", *path, "parts", index, "id")
            named: list[tuple[str, str, str | int]] = [
                *((name, "requires", place) for place, name in enumerate(read.requires)),
                *((name, "points_with", name) for name in read.points_with),
            ]
            for name, key, place in named:
                if name not in known:
                    self.fault(
                        f"no part before this one is called `{name}`{meant(name, known)}",
                        *path, "parts", index, key, place,
                    )  # fmt: skip
                elif _is_for_people(next(earlier for earlier in parts if earlier.id == name)):
                    self.fault(
                        f"a person grades the part `{name}`, so nothing can wait for it",
                        *path, "parts", index, key, place,
                    )  # fmt: skip
            parts.append(read)
        self._check_groups(form.get("one_of", ()), [part.id for part in parts], (*path, "one_of"))
        if parts and not any(part.points > 0 for part in parts):
            self.fault("no part gives a point, so nothing could be earned", *path, "parts")
        return Form(
            form["id"],
            english(form["title"]) or None,
            tuple(form.get("languages", self.data["languages"])),
            interface,
            tuple(parts),
            tuple(map(tuple, form.get("one_of", ()))),
            by_language(form["title"]),
        )

    def _check_groups(self, groups: Sequence[Sequence[str]], parts: Sequence[str], path: marked.Path) -> None:
        """A group names parts of its form, and each part is in one group at most."""
        seen: set[str] = set()
        for number, group in enumerate(groups):
            if len(group) < 2:
                self.fault("a group has at least two parts, of which the better counts", *path, number)
            for place, name in enumerate(group):
                if name not in parts:
                    self.fault(f"no part is called `{name}`{meant(name, parts)}", *path, number, place)
                elif name in seen:
                    self.fault(f"`{name}` stands in `one_of` a second time", *path, number, place)
                seen.add(name)

    def _interface(self, interface: Mapping[str, Any], path: marked.Path) -> Interface:
        functions: list[FunctionAsked] = []
        for index, written in enumerate(interface.get("functions", [])):
            plain = isinstance(written, str)
            asked = self._declared(written if plain else written["function"], (*path, "functions", index))
            if asked is not None:
                functions.append(replace(asked, aliases=() if plain else tuple(written.get("aliases", ()))))
        classes: list[ClassAsked] = []
        for index, written in enumerate(interface.get("classes", [])):
            place = (*path, "classes", index)
            methods = [
                self._declared(text, (*place, "methods", number)) for number, text in enumerate(written["methods"])
            ]
            constructors = [
                self._declared(text.strip(), (*place, "class")) for text in _OUTER_BAR.split(written["class"])
            ]
            known = [constructor for constructor in constructors if constructor is not None]
            if len({constructor.name for constructor in known}) > 1:
                self.fault("the constructors of one class have one name", *place, "class")
            if known:
                classes.append(
                    ClassAsked(
                        known[0].name,
                        tuple(constructor.parameters for constructor in known),
                        tuple(method for method in methods if method is not None),
                        tuple(written.get("aliases", ())),
                    )
                )
        enums = [
            EnumAsked(written["enum"], tuple(written["members"]), tuple(written.get("aliases", ())))
            for written in interface.get("enums", [])
        ]
        return Interface(tuple(functions), tuple(classes), tuple(enums), interface.get("program", False))

    def _declared(self, text: str, path: marked.Path) -> FunctionAsked | None:
        try:
            return expression.read_function(text)
        except expression.NotUnderstood as error:
            self.fault(str(error), *path)
            return None

    def _part(self, part: Mapping[str, Any], interface: Interface, path: marked.Path) -> Part:
        limits = _limits(part.get("limits", {}), self.limits)
        points: dict[tuple[str, ...], float] = {("points",): part["points"]}
        points |= {("points_with", name): worth for name, worth in part.get("points_with", {}).items()}
        for key, worth in points.items():
            if not math.isfinite(worth):
                self.fault("points are a number such as 2 or 0.5", *path, *key)
        tests: list[Test] = []
        for body, place, generated in self._bodies(part["tests"], (*path, "tests")):
            test = self._test(
                body, f"{part['id']}-{len(tests) + 1}", _Reader(self, interface, limits, place, generated)
            )
            if test is not None:
                if test.id in [earlier.id for earlier in tests]:
                    self.fault(f"a second test of this part is called `{test.id}`", *place)
                tests.append(test)
        if len(tests) > 1 and any(isinstance(test.check, plugins.ForPeople) for test in tests):
            self.fault("what a person grades is a part of its own: one `manual` item, and nothing else", *path, "tests")
        return Part(
            id=part["id"],
            title=english(part.get("title")) or part["id"].replace("-", " ").capitalize(),
            points=part["points"],
            tests=tuple(tests),
            by_share=part.get("scoring") == "share",
            hidden=not part.get("visible", True),
            optional=part.get("optional", False),
            requires=tuple(part.get("requires", ())),
            points_with=dict(part.get("points_with", {})),
            titles=by_language(part.get("title")),
        )

    def _bodies(self, tests: Any, path: marked.Path) -> Iterable[tuple[Any, marked.Path, str | None]]:
        """Each test with its place; those that a function of the oracle makes share the place of its name."""
        if isinstance(tests, list):
            for index, body in enumerate(tests):
                yield body, (*path, index), None
            return
        made = self.call_oracle(tests, path)
        count = 0
        for count, body in enumerate(made or (), 1):
            yield body, path, f"{tests}, test {count}: "
        if made is not None and not count:
            self.fault(f"`{tests}` makes no test", *path)

    def _test(self, body: Any, default_id: str, reader: _Reader) -> Test | None:
        if not isinstance(body, dict):
            reader.fault("a test is a mapping")
            return None
        kinds = plugins.kinds()
        marks = {kind.mark: kind for kind in kinds.values()}
        found = [marks[key] for key in body if key in marks]
        kind = found[0] if len(found) == 1 else _stronger(found)
        if kind is None:
            keys = ", ".join(f"`{mark}`" for mark in sorted(marks))
            closest = next((meant(key, sorted(marks), False) for key in body if meant(key, sorted(marks), False)), "")
            reader.fault(f"a test has one of the keys {keys}{closest}")
            return None
        before = len(self.faults)
        self.faults += self._body_faults(body, kind, reader)
        if len(self.faults) > before:
            return None
        check = kind.read(body, reader)
        limits = _limits(body.get("limits", {}), reader.limits)
        return Test(
            id=body.get("id", default_id),
            title=english(body.get("title")),
            kind=kind.name,
            check=check,
            hint=english(body.get("hint")) or None,
            limits=None if limits == self.limits else limits,
            titles=by_language(body.get("title")),
            hints=by_language(body.get("hint")),
        )

    def _body_faults(self, body: Mapping[str, Any], kind: plugins.Kind, reader: _Reader) -> list[Fault]:
        schema = schema_of_packages()
        own = {
            "type": "object",
            "additionalProperties": False,
            "properties": {**schema["$defs"]["test"]["properties"], **kind.schema},
            "$defs": schema["$defs"],
        }
        said = reader.generated or ""
        return [
            replace(fault, message=said + fault.message) for fault in faults(self.document, body, own, reader.place)
        ]

    # --- oracle --------------------------------------------------------------------------------------------

    def oracle_function(self, reference: object, path: marked.Path) -> Callable[..., Any] | None:
        """The function of the oracle; None, and a fault, if there is none."""
        if not self._oracle.tried:
            self.faults += self._oracle.load(self.document.fault("there is no oracle.py beside problem.yaml", *path))
        if not self._oracle.usable:
            return None
        found = self._oracle.function(reference)
        if isinstance(found, str):
            self.fault(found, *path)
            return None
        return found

    def call_oracle(self, reference: str, path: marked.Path) -> list[Any] | None:
        """The tests that a function of the oracle makes; None, and its faults, if it can't."""
        function = self.oracle_function(reference, path)
        try:
            return self._oracle.made(function) if function is not None else None
        except PackageError as error:
            self.faults += error.faults
            return None


def _is_for_people(part: Part) -> bool:
    return any(isinstance(test.check, plugins.ForPeople) for test in part.tests)


def _stronger(kinds: Sequence[plugins.Kind]) -> plugins.Kind | None:
    """Of several marks in one test, that of the kind whose schema knows the others (`domain` has a `call`)."""
    for kind in kinds:
        if all(other is kind or other.mark in kind.schema for other in kinds):
            return kind
    return None


@dataclass(slots=True)
class _Reader:
    """What a kind sees of the author while it reads one test."""

    author: _Author
    interface: Interface
    limits: Limits
    place: marked.Path
    generated: str | None

    @property
    def numbers(self) -> Numbers:
        return self.author.numbers

    @property
    def seed(self) -> int:
        return self.author.seed

    def fault(self, message: str, *path: str | int) -> None:
        if self.generated is not None:
            self.author.fault(self.generated + message, *self.place)
        else:
            self.author.fault(message, *self.place, *path)

    def calls(self, text: object, *path: str | int) -> tuple[Step, Any] | None:
        try:
            written = expression.read_step(str(text), self.interface)
        except expression.NotUnderstood as error:
            self.fault(str(error), *path)
            return None
        for value in (*written.step.arguments, written.expected):
            for member in _members(value):
                if not any(
                    member.type == asked.name and member.name in asked.members for asked in self.interface.enums
                ):
                    self.fault(f"`{member.type}.{member.name}` is no member of an enumeration of the interface", *path)
        return written.step, (written.expected,) if written.compared else None

    def value(self, written: object, *path: str | int) -> Value:
        try:
            return of_python(written)
        except TypeError as error:
            self.fault(str(error), *path)
            return None

    def file(self, name: str, *path: str | int) -> bytes:
        try:
            return (self.author.folder / name).read_bytes()
        except OSError as error:
            self.fault(f"there is no file `{name}` beside problem.yaml that can be read ({error.strerror})", *path)
            return b""

    def oracle(self, reference: object, *path: str | int) -> Callable[..., Any]:
        found = self.author.oracle_function(reference, (*self.place, *path))
        return found if found is not None else lambda *_arguments: None


def _members(value: object) -> Iterator[EnumValue]:
    """The members of enumerations in a value."""
    if isinstance(value, EnumValue):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _members(item)
    elif isinstance(value, SetValue):
        yield from _members(value.items)
    elif isinstance(value, MapValue):
        yield from _members(value.pairs)


def _text(text: str | Mapping[str, str]) -> Text:
    return {"en": text} if isinstance(text, str) else dict(text)


def _limits(written: Mapping[str, Any], base: Limits) -> Limits:
    names = {"memory_mib": "memory_bytes", "output_mib": "output_bytes", "disk_mib": "disk_bytes"}
    changes = {names.get(key, key): value * MEBIBYTE if key in names else value for key, value in written.items()}
    if "cpu_s" in changes and "wall_s" not in changes:
        changes["wall_s"] = max(base.wall_s, 5 * changes["cpu_s"])
    return replace(base, **changes)


def digest(folder: Path) -> str:
    """A fingerprint of what decides verdicts: problem.yaml, and the code and the rules of style beside it."""
    total = hashlib.sha256()
    for path in sorted(folder.glob("*")):
        if path.name == FILE or path.suffix in (".py", ".toml", ".xml"):
            total.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]
