"""Which programs there are, and what they say of themselves."""

from __future__ import annotations

import sys
from pathlib import Path

from grader.reach import version_of


def test_a_program_that_says_its_version_is_out_of_reach_of_the_terminal(tmp_path: Path) -> None:
    program = tmp_path / "node"
    program.write_text(f"#!{sys.executable}\nimport os\nprint(os.getsid(0) == os.getpid())\n", "utf-8")
    program.chmod(0o755)
    assert version_of(program, "--version") == "True"
