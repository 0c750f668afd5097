"""The log of a step -> the commands that the runner of GitHub Actions would obey, written from what its parser does.

A line ends at LF, CR or both. It is a command if it begins, after blanks of any kind, with `::name properties::`, or
if it holds `##[name properties]` anywhere. After `::stop-commands::token` only the token is a command.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

NAMES = {
    "error", "warning", "notice", "debug", "group", "endgroup", "add-mask", "add-path", "set-env", "set-output",
    "save-state", "echo", "add-matcher", "remove-matcher", "stop-commands", "internal-set-repo-path",
}  # fmt: skip
OTHERS = re.compile(r"##(vso|teamcity)\[")  # of other runners


@dataclass(frozen=True, slots=True)
class Obeyed:
    """A command as the runner understands it."""

    name: str
    properties: dict[str, str]
    data: str


def obeyed(log: str) -> list[Obeyed]:
    """The commands in their order."""
    found = []
    token: str | None = None
    for line in re.split(r"\r\n|\r|\n", log):
        known = NAMES | ({token} if token else set())
        command = _second(line, known) or _first(line, known)
        if OTHERS.search(line):
            command = Obeyed("of another runner", {}, line)
        if command is None or (token and command.name != token):
            continue
        if command.name == token:
            token = None
        elif command.name == "stop-commands":
            token = command.data
        else:
            found.append(command)
    return found


def _second(line: str, known: set[str]) -> Obeyed | None:
    line = line.lstrip()
    end = line.find("::", 2)
    if not line.startswith("::") or end < 0:
        return None
    name, _, listed = line[2:end].partition(" ")
    if name not in known:
        return None
    pairs = [pair.partition("=") for pair in listed.split(",") if pair]
    return Obeyed(name, {key: _unescaped(value) for key, _, value in pairs}, _unescaped(line[end + 2 :]))


def _first(line: str, known: set[str]) -> Obeyed | None:
    match = re.search(r"##\[([^\] ]*)([^\]]*)\](.*)", line)
    return Obeyed(match[1], {}, match[3]) if match and match[1] in known else None


def _unescaped(text: str) -> str:
    for code, char in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, char)
    return text
