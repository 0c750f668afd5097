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
from grader.reports._words import cut, described, details, not_counted, settled_words, ungraded_words, words_of
from grader.speaking import speak
from grader.words import ENGLISH, Words

SHOWN_TESTS = 10  # of one part, with all that is known of them


class Gradescope:
    """The format `gradescope`."""

    name = "gradescope"
    suffix = ".gradescope.json"

    def one(self, result: Result, options: Mapping[str, Any]) -> str:
        """The file that Gradescope reads."""
        words = words_of(options)
        return dump(_document(speak(result, words), words))

    def many(self, batch: Result, options: Mapping[str, Any]) -> str:
        """The document of each submission under its id, for a script that hands them out: Gradescope takes one."""
        del options
        return dump({result["submission"]["id"]: _document(result, ENGLISH) for result in batch["results"]})


def of_tasks(results: Sequence[Result], words: Words = ENGLISH) -> str:
    """One document for all tasks of an assignment. Where one of them has no grade, there is no score at all."""
    results = [speak(result, words) for result in results]
    if len(results) == 1:
        return dump(_document(results[0], words))
    documents = [(one_line(result["problem"]["title"]), _document(result, words)) for result in results]
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


def _document(result: Result, words: Words) -> dict[str, Any]:
    formats = dict.fromkeys(("output_format", "test_output_format", "test_name_format"), "text")
    seen = {"visibility": "visible", "stdout_visibility": "hidden"}
    scored = {} if total(result) is None else {"score": total(result)}
    if result["status"] == "ungraded":
        return {
            **scored,
            "output": "\n\n".join([ungraded_words(result, words), *_decided(result, words)]),
            **formats,
            **seen,
        }
    tests = []
    for number, part in enumerate(result["parts"], start=1):
        tests.append(_part(part, str(number), words))
        tests += [
            _hidden(test, f"{number}.{index}", words)
            for index, test in enumerate(part["tests"], start=1)
            if test["hidden"] and test["verdict"] not in ("AC", "PD") and _tells_more(test)
        ]
    if result["flagged"]:
        remarks = "\n".join(map(clean, result["flagged"]))
        tests.append(_entry("For the instructor", remarks, "hidden"))
    if record := origins(result) if result.get("decided") else []:
        tests.append(_entry("Who decided, and why", "\n".join(map(clean, record)), "hidden"))
    return {**scored, "output": _whole(result, words), **formats, **seen, "tests": tests}


def _decided(result: Result, words: Words) -> list[str]:
    """What people decided, as everybody may see it: without who and why."""
    return [clean(said) for said in origins(for_students(result), words)]


def _whole(result: Result, words: Words) -> str:
    lines = [f"{settled_words(result, total(result), words)}."]
    build = result["build"]
    if build["ok"] is False:
        lines += [cut(build.get("message"), words), cut(build["log"], words)]
    lines += _decided(result, words)
    lines += [words("text.note", note=clean(note)) for note in result["notes"]]
    return "\n\n".join(line for line in lines if line)


def _entry(name: str, output: str, visibility: str) -> dict[str, Any]:
    return {
        "name": one_line(name),
        "name_format": "text",
        "output": output,
        "output_format": "text",
        "visibility": visibility,
    }


def _part(part: Mapping[str, Any], number: str, words: Words) -> dict[str, Any]:
    failing = [test for test in part["tests"] if test["verdict"] not in ("AC", "PD")] if part["counted"] else []
    said = [_shown(test, words) for test in failing[:SHOWN_TESTS]]
    if len(failing) > SHOWN_TESTS:
        said.append(words("text.more-fail", count=len(failing) - SHOWN_TESTS, total=len(part["tests"])))
    if not earns(part):
        said.append(f"{not_counted(part, words).capitalize()}.")
    elif part["verdict"] != "AC" and not said:
        said.append(f"{settled_words(part, part_points(part), words)}.")
    return {
        **_entry(part["title"], "\n\n".join(said), "visible"),
        **({} if part_points(part) is None else {"score": part_points(part)}),
        "max_score": part["max_points"],
        **({} if part["verdict"] == "PD" else {"status": "passed" if part["verdict"] == "AC" else "failed"}),
        "number": number,
    }


def _shown(test: Mapping[str, Any], words: Words) -> str:
    """What everybody may see of a failing test."""
    if not test["hidden"]:
        return f"{one_line(test['title'])}\n{described(test, words)}"
    hint = f"\n{words('label.hint')}: {clean(test['hint'])}" if test.get("hint") else ""
    told = test.get("cause") and test.get("cause_when_hidden")
    cause = f"\n{words('text.likely-cause')}: {clean(test['cause'])}" if told else ""
    return f"{words('hidden.message', verdict=words.verdict(test['verdict']))}{cause}{hint}"


def _hidden(test: Mapping[str, Any], number: str, words: Words) -> dict[str, Any]:
    """All that is known of a failing hidden test, for the staff."""
    return {**_entry(test["title"], described(test, words), "hidden"), "status": "failed", "number": number}


def _tells_more(test: Mapping[str, Any]) -> bool:
    """Whether more is known of the hidden test than everybody may see."""
    return any(label != ENGLISH("label.hint") for label, _text in details(test, ENGLISH))


PLUGIN = Gradescope()
