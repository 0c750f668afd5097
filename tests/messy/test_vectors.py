"""Vectors of the messy collection: which answers are the same, asked through packages of a function or a program."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.model import Isolation
from tests.conftest import closed
from tests.messy.cases import FOLDER, case_of
from tests.messy.running import checked

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason=f"there is no collection in {FOLDER}")

HEAD: Mapping[str, Any] = {
    "format": "grader-problem/1",
    "id": "vectors",
    "title": "Vectors",
    "languages": ["python"],
    "interface": {"program": True, "functions": ["answer(number: int)"]},
}


def verdicts(folder: Path, tests: list[dict[str, Any]], answers: list[object], **more: Any) -> list[tuple[str, str]]:
    """The verdict and the message of each test, by a program that gives these answers, one for each."""
    closed(Isolation.FULL)
    package = folder / "package"
    package.mkdir()
    parts = [{"id": f"part-{index}", "points": 1, "visible": True, "tests": [test]} for index, test in enumerate(tests)]
    (package / "problem.yaml").write_text(yaml.safe_dump({**HEAD, **more, "parts": parts}, allow_unicode=True), "utf-8")
    source = folder / "solution.py"
    source.write_text(
        "import sys\nnan, inf = float('nan'), float('inf')\n"
        f"ANSWERS = {answers!r}\n"
        "def answer(number): return ANSWERS[number]\n"
        "if __name__ == '__main__': sys.stdout.write(str(ANSWERS[int(sys.argv[1])]))\n",
        "utf-8",
    )
    result = checked(folder, package, source)
    found = [test for part in result["parts"] for test in part["tests"]]
    return [(test["verdict"], test["message"] or "") for test in found]


def expectation(value: object) -> dict[str, Any]:
    """A value as a package says it: nan and the infinities come from an oracle."""
    return {"returns": value}


def test_007_numbers_are_compared_strictly_and_never_by_way_of_a_float(tmp_path: Path) -> None:
    vectors = yaml.safe_load((case_of("007") / "spec" / "vectors.yaml").read_text("utf-8"))
    tests = [{"call": f"answer({index})", **expectation(vector[0])} for index, vector in enumerate(vectors)]
    found = verdicts(tmp_path, tests, [vector[1] for vector in vectors], numbers="strict")
    assert [verdict for verdict, _message in found] == ["AC" if vector[2] == "accepted" else "WA" for vector in vectors]


def test_008_nan_is_inside_no_tolerance(tmp_path: Path) -> None:
    vectors = yaml.safe_load((case_of("008") / "spec" / "vectors.yaml").read_text("utf-8"))
    values = [vector for vector in vectors if "expected" in vector]
    texts = [vector for vector in vectors if "expected_text" in vector and vector["expected_text"] != "inf"]
    answers = [vector["actual"] for vector in values] + [vector["actual_text"] for vector in texts]
    tests: list[dict[str, Any]] = []
    for index, vector in enumerate(values):
        tests.append({"call": f"answer({index})", "returns": vector["expected"]})
    for index, vector in enumerate(texts, len(values)):
        wanted = {"numbers": vector["expected_text"], "tolerance": vector.get("tolerance", 0)}
        tests.append({"run": [str(index)], "stdout": wanted})
    found = verdicts(tmp_path, tests, answers)
    assert [verdict for verdict, _message in found] == [
        "AC" if vector["verdict"] == "accepted" else "WA" for vector in (*values, *texts)
    ]
    assert any(math.isnan(vector["expected"]) for vector in values)


def test_026_texts_that_look_alike_are_the_same_or_are_told_apart(tmp_path: Path) -> None:
    vectors = yaml.safe_load((case_of("026") / "spec" / "vectors.yaml").read_text("utf-8"))
    tests = []
    for index, vector in enumerate(vectors):
        way = "tokens" if vector.get("mode") == "tolerant" else "lines"
        tests.append({"run": [str(index)], "stdout": {way: vector["expected"]}})
    found = verdicts(tmp_path, tests, [vector["actual"] for vector in vectors])
    assert [verdict for verdict, _message in found] == [
        "AC" if vector["verdict"] == "accepted" else "WA" for vector in vectors
    ]
    told = dict(zip([vector["actual"] for vector in vectors], [message for _verdict, message in found], strict=True))
    assert "U+03A7" in told["\u03a7"]
    assert "U+200B" in told["w\u200bin"]


def test_026_an_exact_text_names_the_code_points(tmp_path: Path) -> None:
    [(verdict, message)] = verdicts(tmp_path, [{"run": ["0"], "stdout": {"exact": "Zoë"}}], ["Zoe\u0308"])
    assert (verdict, "U+00EB" in message, "U+0065 U+0308" in message) == ("WA", True, True)


@pytest.mark.parametrize(
    ("number", "signs"),
    [("001", "`255168···` (no line end); `255168⏎` was expected"), ("002", "`255168␍⏎`; `255168⏎` was expected")],
)
def test_blanks_and_line_ends_are_seen_where_the_exact_text_is_asked(tmp_path: Path, number: str, signs: str) -> None:
    closed(Isolation.FULL)
    package = tmp_path / "package"
    package.mkdir()
    parts = [{"id": "program", "points": 1, "visible": True, "tests": [{"run": [], "stdout": {"exact": "255168\n"}}]}]
    (package / "problem.yaml").write_text(yaml.safe_dump({**HEAD, "parts": parts}), "utf-8")
    result = checked(tmp_path, package, case_of(number) / "submission")
    assert result["verdict"] == "WA"
    assert signs in result["parts"][0]["tests"][0]["message"]
    assert json.dumps(result)
