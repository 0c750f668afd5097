"""A result -> `results.json` of Gradescope: points per part, and details of hidden tests for the staff alone.

What students see there is what they see of hidden tests everywhere: the verdict and the hint. An ungraded submission
has no score at all: Gradescope then says that the autograder failed, and nobody gets a zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.people.counting import earns, for_students, origins, part_points, total
from grader.plugins import Result
from grader.reports._columns import clean, one_line
from grader.reports._machine import dump
from grader.reports._words import cut, described, details, not_counted, settled_words, ungraded_words, verdict_words

SHOWN_TESTS = 10  # of one part, with all that is known of them


class Gradescope:
    """The format `gradescope`."""

    name = "gradescope"
    suffix = ".gradescope.json"

    def one(self, result: Result, options: Mapping[str, Any]) -> str:
        """The file that Gradescope reads."""
        del options
        return dump(_document(result))

    def many(self, batch: Result, options: Mapping[str, Any]) -> str:
        """The document of each submission under its id, for a script that hands them out: Gradescope takes one."""
        del options
        return dump({result["submission"]["id"]: _document(result) for result in batch["results"]})


def of_tasks(results: Sequence[Result]) -> str:
    """One document for all tasks of an assignment. Where one of them has no grade, there is no score at all."""
    if len(results) == 1:
        return dump(_document(results[0]))
    documents = [(one_line(result["problem"]["title"]), _document(result)) for result in results]
    output = "\n\n".join(f"{title}\n\n{document['output']}" for title, document in documents)
    whole = {key: value for key, value in documents[0][1].items() if key not in ("score", "tests")}
    if any(result["status"] == "ungraded" for result in results):
        return dump({**whole, "output": output})
    scores = [document["score"] for _title, document in documents if "score" in document]
    scored = {"score": sum(scores)} if len(scores) == len(documents) else {}
    tests = [
        {**test, "name": f"{title}: {test['name']}"}
        | ({"number": f"{number}.{test['number']}"} if "number" in test else {})
        for number, (title, document) in enumerate(documents, start=1)
        for test in document["tests"]
    ]
    return dump({**scored, **whole, "output": output, "tests": tests})


def _document(result: Result) -> dict[str, Any]:
    formats = dict.fromkeys(("output_format", "test_output_format", "test_name_format"), "text")
    seen = {"visibility": "visible", "stdout_visibility": "hidden"}
    scored = {} if total(result) is None else {"score": total(result)}
    if result["status"] == "ungraded":
        return {**scored, "output": "\n\n".join([ungraded_words(result), *_decided(result)]), **formats, **seen}
    tests = []
    for number, part in enumerate(result["parts"], start=1):
        tests.append(_part(part, str(number)))
        tests += [
            _hidden(test, f"{number}.{index}")
            for index, test in enumerate(part["tests"], start=1)
            if test["hidden"] and test["verdict"] not in ("AC", "PD") and _tells_more(test)
        ]
    if result["flagged"]:
        remarks = "\n".join(map(clean, result["flagged"]))
        tests.append(_entry("For the instructor", remarks, "hidden"))
    if record := origins(result) if result.get("decided") else []:
        tests.append(_entry("Who decided, and why", "\n".join(map(clean, record)), "hidden"))
    return {**scored, "output": _whole(result), **formats, **seen, "tests": tests}


def _decided(result: Result) -> list[str]:
    """What people decided, as everybody may see it: without who and why."""
    return [clean(said) for said in origins(for_students(result))]


def _whole(result: Result) -> str:
    lines = [f"{settled_words(result, total(result))}."]
    build = result["build"]
    if build["ok"] is False:
        lines += [cut(build.get("message")), cut(build["log"])]
    lines += _decided(result)
    lines += [f"Note: {clean(note)}" for note in result["notes"]]
    return "\n\n".join(line for line in lines if line)


def _entry(name: str, output: str, visibility: str) -> dict[str, Any]:
    return {
        "name": one_line(name),
        "name_format": "text",
        "output": output,
        "output_format": "text",
        "visibility": visibility,
    }


def _part(part: Mapping[str, Any], number: str) -> dict[str, Any]:
    failing = [test for test in part["tests"] if test["verdict"] not in ("AC", "PD")] if part["counted"] else []
    said = [_shown(test) for test in failing[:SHOWN_TESTS]]
    if len(failing) > SHOWN_TESTS:
        said.append(f"and {len(failing) - SHOWN_TESTS} more of {len(part['tests'])} tests of this part fail")
    if not earns(part):
        said.append(f"{not_counted(part).capitalize()}.")
    elif part["verdict"] != "AC" and not said:
        said.append(f"{settled_words(part, part_points(part))}.")
    return {
        **_entry(part["title"], "\n\n".join(said), "visible"),
        **({} if part_points(part) is None else {"score": part_points(part)}),
        "max_score": part["max_points"],
        **({} if part["verdict"] == "PD" else {"status": "passed" if part["verdict"] == "AC" else "failed"}),
        "number": number,
    }


def _shown(test: Mapping[str, Any]) -> str:
    """What everybody may see of a failing test."""
    if not test["hidden"]:
        return f"{one_line(test['title'])}\n{described(test)}"
    hint = f"\nhint: {clean(test['hint'])}" if test.get("hint") else ""
    told = test.get("cause") and test.get("cause_when_hidden")
    cause = f"\nlikely cause: {clean(test['cause'])}" if told else ""
    return f"{verdict_words(test['verdict'])} in a hidden test.{cause}{hint}"


def _hidden(test: Mapping[str, Any], number: str) -> dict[str, Any]:
    """All that is known of a failing hidden test, for the staff."""
    return {**_entry(test["title"], described(test), "hidden"), "status": "failed", "number": number}


def _tells_more(test: Mapping[str, Any]) -> bool:
    """Whether more is known of the hidden test than everybody may see."""
    return any(label != "hint" for label, _text in details(test))


PLUGIN = Gradescope()
