"""YAML text -> plain data and the place of every key and value in it.

Only what looks like JSON's literals is read as such (YAML 1.2, core): `no`, `on`, `010`, `1_000`, `12:30` and
dates stay the texts that they look like. Duplicate keys, anchors that refer to themselves and tags are faults.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from grader.errors import Fault, PackageError

Path = tuple[str | int, ...]

_LOADER: Any = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: Mapping[str, Any] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
}
_DEEPEST = 100


@dataclass(slots=True)
class Marked:
    """A document: its data, and for each path the line and column (from 1) of the value and of its key."""

    file: str
    data: Any = None
    values: dict[Path, tuple[int, int]] = field(default_factory=dict)
    keys: dict[Path, tuple[int, int]] = field(default_factory=dict)

    def fault(self, message: str, *path: str | int, key: bool = False) -> Fault:
        """A fault at the path, or at the nearest place above it that stands in the file."""
        if key and path in self.keys:
            return Fault(self.file, *self.keys[path], message)
        while path and path not in self.values:
            path = path[:-1]
        line, column = self.values.get(path, (1, 1))
        return Fault(self.file, line, column, message)


def read(text: str, file: str) -> Marked:
    """The document in the text.

    Raises PackageError with every duplicate key and tag, or with the one place where it stops being YAML.
    """
    marked = Marked(file)
    loader = _LOADER(text)
    try:
        node = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
        said = ", ".join(filter(None, (error.context, error.problem)))
        raise PackageError([Fault(file, line, column, f"this is no YAML: {said}")]) from error
    except (yaml.YAMLError, ValueError) as error:
        raise PackageError([Fault(file, None, None, f"this is no YAML: {error}")]) from error
    finally:
        loader.dispose()
    walk = _Walk(marked)
    if node is not None:
        marked.data = walk.data(node, ())
    if walk.faults:
        raise PackageError(walk.faults)
    return marked


class _Walk:
    def __init__(self, marked: Marked) -> None:
        self.marked = marked
        self.faults: list[Fault] = []
        self.resolver: Any = yaml.resolver.Resolver()
        self.above: set[int] = set()

    def data(self, node: yaml.Node, path: Path) -> Any:
        place = (node.start_mark.line + 1, node.start_mark.column + 1)
        self.marked.values[path] = place
        implicit: Any = (not node.style, bool(node.style)) if isinstance(node, yaml.ScalarNode) else True
        if node.tag != self.resolver.resolve(type(node), node.value, implicit):
            self._fault(place, f"tags such as `{node.tag}` have no meaning here")
            return None
        if id(node) in self.above:
            self._fault(place, "this anchor refers to itself")
            return None
        self.above.add(id(node))
        try:
            return self._data(node, path, place)
        finally:
            self.above.remove(id(node))

    def _data(self, node: yaml.Node, path: Path, place: tuple[int, int]) -> Any:
        if len(path) > _DEEPEST:
            self._fault(place, "this is nested too deep")
            return None
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.data(item, (*path, index)) for index, item in enumerate(node.value)]
        plain = isinstance(node, yaml.ScalarNode) and not node.style
        return self._plain(node.value) if plain else node.value

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key_node, value_node in node.value:
            place = (key_node.start_mark.line + 1, key_node.start_mark.column + 1)
            if not isinstance(key_node, yaml.ScalarNode):
                self._fault(place, "a key must be a text")
                continue
            key = key_node.value
            if key in found:
                first = self.marked.keys[(*path, key)]
                self._fault(place, f"the key `{key}` stands here a second time; the first is in line {first[0]}")
                continue
            self.marked.keys[(*path, key)] = place
            found[key] = self.data(value_node, (*path, key))
        return found

    def _plain(self, text: str) -> Any:
        if text in _WORDS:
            return _WORDS[text]
        if _INTEGER.fullmatch(text) and len(text) < 1000:
            return int(text)
        if _FLOAT.fullmatch(text) and not re.fullmatch(r"[-+]?0[0-9]+", text):
            return float(text)
        return text

    def _fault(self, place: tuple[int, int], message: str) -> None:
        self.faults.append(Fault(self.marked.file, *place, message))
