"""Level `none`: a start -> the same start with resource limits and a process group, and nothing else.

Good enough for a student who checks their own program, and the only level on macOS and Windows. The box is a
folder that `mkdtemp` made for this start; it is removed through its own handle, without following links.
"""

from __future__ import annotations

from grader.model import Command, Isolation, Limits
from grader.reach import find_python
from grader.sandbox.process import Process
from grader.sandbox.start import Launch, Wrapped, make_box, start


class NoSandbox:
    """Resource limits only."""

    level = Isolation.NONE
    layers: tuple[str, ...] = ("resource limits", "process group")
    missing: tuple[str, ...] = (
        "programs can read the files of this machine that their user can read",
        "programs can use the network",
        "programs can see and signal other programs of their user",
        "programs can leave files behind in folders that their user can write",
    )

    def __init__(self) -> None:
        self._python, _roots = find_python()

    def start(self, command: Command, limits: Limits) -> Process:
        """Start the program in a folder of its own."""
        return start(command, limits, self._python, _wrap)


def _wrap(launch: Launch) -> Wrapped:
    folder = make_box(launch)
    return Wrapped(launch.arguments, folder.name, ours=0, tidy=folder.cleanup)
