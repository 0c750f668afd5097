"""The launcher refuses to do anything where nobody has proved that it is inside."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader.errors import SandboxError
from grader.model import Command, Ending, Limits, Outcome
from grader.reach import find_python
from grader.sandbox import server
from grader.sandbox.server import Single
from grader.sandbox.start import Place, spare_user, start

MakeCommand = Callable[..., Command]
HARMLESS = "open('ran', 'w').close()"


@pytest.fixture
def box() -> Iterator[Path]:
    """A folder that the launcher takes for its box; any user can write there."""
    with tempfile.TemporaryDirectory(prefix="grader-test-") as folder:
        path = Path(folder)
        path.chmod(0o777)
        yield path


def launch(box: Path, command: Command, lies_there: Callable[[bytes], bytes | None]) -> Outcome:
    """Start the launcher bare, for a box that holds what `lies_there` makes of the nonce."""
    nonce = b"0123456789abcdef"
    proof = lies_there(nonce)
    if proof is not None:
        (box / ".inside").write_bytes(proof)
        (box / ".inside").chmod(0o644)
    user = spare_user()
    place = Place(str(box), nonce, user, lambda descriptors: Single(find_python()[0], descriptors, user))
    with start(command, Limits(wall_s=5), place) as process:
        return process.run_to_end()


WRONG: dict[str, Callable[[bytes], bytes | None]] = {
    "none": lambda _nonce: None,
    "empty": lambda _nonce: b"",
    "another": lambda _nonce: b"0" * 32,
    "longer": lambda nonce: nonce + b"0",
    "shorter": lambda nonce: nonce[:-1],
}


@pytest.mark.parametrize("lies_there", WRONG.values(), ids=WRONG)
def test_it_does_nothing_without_the_right_nonce_in_the_box(
    box: Path, python: MakeCommand, lies_there: Callable[[bytes], bytes | None]
) -> None:
    command = python(HARMLESS, files={"submission/file": b"content"})
    with pytest.raises(SandboxError, match="meant for the inside of a sandbox"):
        launch(box, command, lies_there)
    assert [path.name for path in box.iterdir() if path.name != ".inside"] == []


def test_a_python_of_another_version_runs_its_text(
    box: Path, python: MakeCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    itself = server._launcher_itself()
    size = 8 + int.from_bytes(itself[4:8], "little")
    monkeypatch.setattr(server, "_launcher_itself", lambda: b"old\n" + itself[4:8] + bytes(size - 8) + itself[size:])
    assert launch(box, python("print(5)"), lambda nonce: nonce).stdout == b"5\n"


def test_with_the_nonce_it_runs_the_program(box: Path, python: MakeCommand) -> None:
    command = python(HARMLESS, files={"submission/a/b": b"content"})
    outcome = launch(box, command, lambda nonce: nonce)
    assert (outcome.ending, outcome.exit_code) == (Ending.EXITED, 0)
    assert sorted(path.name for path in box.iterdir()) == [".inside", "submission"]
    assert (box / "submission" / "a" / "b").read_bytes() == b"content"
    assert (box / "submission" / "ran").exists()


def test_it_never_writes_over_a_file_that_is_there(box: Path, python: MakeCommand) -> None:
    (box / "mine").write_text("old")
    (box / "mine").chmod(0o666)
    with pytest.raises(SandboxError):
        launch(box, python(HARMLESS, files={"mine": b"new"}), lambda nonce: nonce)
    assert (box / "mine").read_text() == "old"


def test_it_never_writes_through_a_link(box: Path, python: MakeCommand) -> None:
    (box / "link").symlink_to(box / "elsewhere")
    with pytest.raises(SandboxError):
        launch(box, python(HARMLESS, files={"link": b"new"}), lambda nonce: nonce)
    assert not (box / "elsewhere").exists()
