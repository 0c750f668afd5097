"""What `grader doctor` says of each layer is what the kernel says, with the setting that mends it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grader.model import Isolation
from grader.sandbox import layers
from grader.sandbox.layers import Layer, try_layers
from tests.conftest import closed
from tests.sandbox.test_restricted import WITHOUT_NAMESPACES


def test_where_both_levels_work_all_layers_do() -> None:
    closed(Isolation.FULL)
    closed(Isolation.RESTRICTED)
    assert [layer for layer in try_layers() if not layer.works] == []


def test_where_namespaces_are_refused_the_error_is_told() -> None:
    closed(Isolation.RESTRICTED)
    code = (
        "from grader.sandbox.layers import try_layers\nfor one in try_layers(): print(one.name, one.works, one.found)"
    )
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NAMESPACES, sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).resolve().parents[2],
    )
    said = dict(line.split(" False ") for line in done.stdout.splitlines() if " False " in line)
    assert said.pop("bubblewrap").startswith("refused: ")
    refused = "refused (EPERM: Operation not permitted)"
    assert said == {"user namespaces": refused, "mount, PID, network, IPC, UTS namespaces": refused}


@pytest.mark.parametrize(
    ("contents", "mend"),
    [
        (("0", "9", "0"), "sudo sysctl -w kernel.unprivileged_userns_clone=1"),
        (("1", "0", "0"), "sudo sysctl -w user.max_user_namespaces=15000"),
        (("1", "9", "1"), "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"),
        ((None, "9", None), "ask who runs this machine to allow unprivileged user namespaces (or go on without)"),
    ],
)
def test_the_switch_that_refuses_namespaces_is_named(
    contents: tuple[str | None, ...], mend: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    switches = []
    for (path, refusing, setting), content in zip(layers._SWITCHES, contents, strict=True):
        here = tmp_path / path.name
        if content is not None:
            here.write_text(f"{content}\n")
        switches.append((here, refusing, setting))
    monkeypatch.setattr(layers, "_SWITCHES", switches)
    monkeypatch.setattr(layers, "_CONTAINERS", (tmp_path / "none",))
    assert layers.mend_of_namespaces() == mend


def test_bubblewrap_that_is_absent_can_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _name: None)
    assert next(iter(try_layers())) == Layer("bubblewrap", False, "absent", "sudo apt-get install bubblewrap")
