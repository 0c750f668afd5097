"""Level `none`: a start -> the same start with resource limits and a process group, and nothing else.

Good enough for a student who checks their own program, and the only level on macOS and Windows. The box is a
folder that `mkdtemp` made for this start; it is removed through its own handle, without following links.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.model import Command, Isolation, Limits
from grader.reach import find_python
from grader.sandbox.boxes import Box, make_nonce
from grader.sandbox.cgroup import ground
from grader.sandbox.process import Process
from grader.sandbox.server import Single
from grader.sandbox.start import Place, spare_user, start


class NoSandbox:
    """Resource limits only."""

    level = Isolation.NONE
    missing: tuple[str, ...] = (
        "programs can read the files of this machine that their user can read",
        "programs can use the network",
        "programs can see and signal other programs of their user",
        "programs can leave files behind in folders that their user can write",
    )

    def __init__(self) -> None:
        self._python, _roots = find_python()
        self._ground = ground()

    @property
    def layers(self) -> tuple[str, ...]:
        """What holds a program in."""
        return ("resource limits", "process group", self._ground.layer)

    def start(self, command: Command, limits: Limits) -> Process:
        """Start the program in a folder of its own."""
        user = spare_user()
        nonce = make_nonce()
        box = Box(nonce, user)

        def launch(descriptors: Sequence[int]) -> Single:
            return Single(self._python, descriptors, user)

        place = Place(str(box.path), nonce, user, launch, tidy=box.remove, ground=self._ground)
        return start(command, limits, place)
