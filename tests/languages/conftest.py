"""What the tests of single languages share: the levels at which hostile code may run."""

from __future__ import annotations

import pytest

from grader.plugins import Sandbox


@pytest.fixture(scope="module", params=["full_sandbox", "restricted_sandbox"])
def isolating(request: pytest.FixtureRequest) -> Sandbox:
    """Each level that isolates; never none."""
    sandbox: Sandbox = request.getfixturevalue(request.param)
    return sandbox
