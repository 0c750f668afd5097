"""Fresh states of JavaScript: a context serves several of them only where nothing can be left in it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
import yaml

from grader.languages.javascript import PLUGIN
from grader.model import Returned, State, Step
from grader.plugins import Sandbox
from tests.languages.asking import asked, functions, opened

LEAKS = yaml.safe_load(Path(__file__).with_name("javascript_leaks.yaml").read_text("utf-8"))
CODES = {name: code for codes in LEAKS.values() for name, code in codes.items()}
FOLDER = Path(__file__).parents[2] / "grader" / "languages" / "javascript"
ASKS = """
const { Realm } = require("./realm.js");
const { ownKeys } = Reflect;
const tell = (text) => console.log(new Realm().isLikeNewFor({ text, isModule: false }));
for (const text of JSON.parse(require("fs").readFileSync(0, "utf8"))) tell(text);
"""
SEEN_WHEN_IT_RUNS = ("a global without a declaration", "a global of `this`", "a global while loading", "a timer")
INTERFACE = functions(asked("solution", "n: int", returns="int"))


@pytest.mark.parametrize("name", CODES)
def test_no_call_of_many_sees_what_another_one_left(any_sandbox: Sandbox, name: str) -> None:
    with opened(PLUGIN, any_sandbox, {"solution.js": CODES[name]}, INTERFACE) as subject:
        replies = subject.ask([Step("solution", (number,)) for number in range(4)], State.EACH).replies
    assert replies == (Returned(1),) * 4


def test_a_context_is_used_again_where_surely_nothing_is_left(tmp_path: Path) -> None:
    """Only texts are looked at here: nothing of them is run."""
    node = str(PLUGIN.find().programs["node"])
    (tmp_path / "asks.js").write_text(ASKS.replace("./realm.js", str(FOLDER / "realm.js")))
    asks = [node, "--experimental-vm-modules", "asks.js"]
    told = subprocess.run(
        asks, check=True, cwd=tmp_path, input=json.dumps([*CODES.values()]), capture_output=True, text=True
    )
    again = [name for name, word in zip(CODES, told.stdout.split(), strict=True) if word == "true"]
    assert set(again) - set(SEEN_WHEN_IT_RUNS) == set(LEAKS["fine"])
