"""The launcher refuses to do anything where nobody has proved that it is inside."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.sandbox.start import launcher_source


def launch(box: Path, nonce: bytes, files: list[bytes]) -> tuple[int, bytes, bytes]:
    """Run the launcher bare, with a harmless program, for a box that is a folder of the test's own."""
    fields = [nonce, os.fsencode(box), b"submission", b"", b"1000000", b"", b"RLIMIT_CORE=0", b"4", b"0"]
    fields += [os.fsencode(sys.executable), b"-S", b"-c", b"open('ran', 'w').close()", *files]
    header = b"".join(b"%d:%b," % (len(field), field) for field in fields)
    control, feed = os.pipe()
    report, answer = os.pipe()
    os.write(feed, header)
    os.close(feed)
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", launcher_source(), str(control), str(answer)],
            pass_fds=(control, answer),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=20,
            check=False,
            cwd=box,
        )
    finally:
        os.close(control)
        os.close(answer)
    with os.fdopen(report, "rb") as file:
        return done.returncode, file.read(), done.stderr


@pytest.mark.parametrize(
    "lies_there", [None, b"", b"another", b"the nonce and more"], ids=["none", "empty", "other", "longer"]
)
def test_it_does_nothing_without_the_right_nonce_in_the_box(tmp_path: Path, lies_there: bytes | None) -> None:
    if lies_there is not None:
        (tmp_path / ".inside").write_bytes(lies_there)
    before = sorted(tmp_path.iterdir())
    code, report, said = launch(tmp_path, b"the nonce", [b"submission/file", b"content"])
    assert code != 0
    assert report == b""
    assert said
    assert sorted(tmp_path.iterdir()) == before


def test_a_missing_nonce_is_told_in_a_sentence(tmp_path: Path) -> None:
    _code, _report, said = launch(tmp_path, b"the nonce", [])
    assert said == b"this is meant for the inside of a sandbox\n"


def test_with_the_nonce_it_runs_the_program(tmp_path: Path) -> None:
    (tmp_path / ".inside").write_bytes(b"the nonce")
    code, report, _said = launch(tmp_path, b"the nonce", [b"submission/a/b", b"content"])
    assert code == 0
    assert report.startswith(b"4:exit,1:0,")
    assert (tmp_path / "submission" / "a" / "b").read_bytes() == b"content"
    assert (tmp_path / "submission" / "ran").exists()


def test_it_never_writes_over_a_file_that_is_there(tmp_path: Path) -> None:
    (tmp_path / ".inside").write_bytes(b"the nonce")
    (tmp_path / "mine").write_text("old")
    code, report, _said = launch(tmp_path, b"the nonce", [b"mine", b"new"])
    assert (code != 0, report) == (True, b"")
    assert (tmp_path / "mine").read_text() == "old"
