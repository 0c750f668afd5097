"""Plug-ins are found by name, imported when they are asked for, and refused when two would have one name."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from grader import plugins
from grader.errors import GraderError
from grader.plugins import Plugins


class Elsewhere:
    """What another package would offer."""

    name = "elsewhere"


ELSEWHERE = Elsewhere()


def offered(monkeypatch: pytest.MonkeyPatch, name: str, value: str = "ELSEWHERE") -> Plugins[Elsewhere]:
    """The reports, where another package offers one more."""
    entry = EntryPoint(name, f"{__name__}:{value}", "grader.reports")
    monkeypatch.setattr(plugins, "plugged_in", lambda group: [entry] if group == entry.group else [])
    return Plugins("reports")


def test_a_plug_in_is_imported_when_it_is_asked_for() -> None:
    code = (
        "import sys; from grader.plugins import reports; found = sorted(reports());"
        "print('grader.reports.html' in sys.modules, 'html' in found); reports()['html'];"
        "print('grader.reports.html' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["False", "True", "True"]


def test_helpers_and_drivers_are_no_plug_ins() -> None:
    assert set(plugins.languages()) >= {"python", "java", "javascript", "typescript"}
    assert not [name for name in plugins.languages() if name.startswith("_") or name.endswith("_driver")]


@pytest.mark.parametrize("group", [plugins.languages, plugins.kinds, plugins.reports])
def test_all_of_ours_bear_the_names_of_their_modules(group: type) -> None:
    for name, plugin in group().items():
        assert plugin.name == name


def test_another_package_can_offer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert offered(monkeypatch, "elsewhere")["elsewhere"] is ELSEWHERE


def test_two_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GraderError, match="two plug-ins of reports are called json"):
        offered(monkeypatch, "json")


def test_one_that_calls_itself_otherwise_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GraderError, match="the plug-in here of reports calls itself elsewhere"):
        offered(monkeypatch, "here")["here"]


def test_an_unknown_name_is_a_missing_key() -> None:
    with pytest.raises(KeyError):
        plugins.reports()["morse"]
