"""The public contracts, spelled out: whoever changes one has to change it here too, and to say so."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

import jsonschema
import pytest

from grader import __version__, errors, result
from grader.model import (
    BuildFailure,
    Diagnosis,
    Ending,
    Finding,
    Isolation,
    Message,
    Picture,
    Place,
    Remark,
    Said,
    State,
    Verdict,
)
from grader.plugins import kinds, reports
from grader.redact import for_student
from grader.values import Numbers
from tests.sample_results import CIRCUMSTANCES, PROBLEM, SUBMISSION, graded, with_finding

RESULT = {
    "": "format problem submission status reason verdict points max_points form? form_titles? parts build isolation "
    "toolchain seed started notes flagged decided? audience grader_version",
    ".problem": "id title titles? digest",
    ".submission": "id name? late? submitted? members? language main files digest sources?",
    ".submission.members[]": "id name",
    ".build": "ok log message? location?",
    ".build.location": "file line column source",
    ".isolation": "level layers missing",
    ".decided": "points given excused late comment by why",
    ".decided.late": "due handed_in extended days off",
    ".parts[]": "id title titles? points max_points counted verdict rules? rules_said? decided? tests",
    ".parts[].rules_said[]": "key values",
    ".parts[].tests[].said[]": "key values",
    ".parts[].decided": "points comment by why",
    ".parts[].tests[]": "id title titles? kind verdict share message said? cause? causes? cause_when_hidden? "
    "hint? hints? input expected actual transcript turns? picture? "
    "location remarks? hidden cpu_s wall_s peak_bytes seed repeat",
    ".parts[].tests[].turns[]": "by answer text",
    ".parts[].tests[].picture": "renderer rows",
    ".parts[].tests[].location": "file line column source",
    ".parts[].tests[].remarks[]": "location rule text",
    ".parts[].tests[].remarks[].location": "file line column source",
}
PROBLEM_KEYS = {
    "": "format id title native? languages state? numbers? prelude? limits? interface? parts? one_of? rules? forms?",
    ".limits": "cpu_s? total_s? wall_s? memory_mib? output_mib? processes? disk_mib?",
    ".interface": "functions? classes? enums? program?",
    ".interface.functions[]": "function aliases?",
    ".interface.classes[]": "class aliases? methods",
    ".interface.enums[]": "enum aliases? members",
    ".rules[]": "rule parts? untested?",
    ".parts[]": "id title? points points_with? scoring? visible? optional? requires? limits? tests",
    ".parts[].tests[]": "id? title? hint? limits?",
    ".forms[]": "id title languages? interface parts one_of?",
}
RESULT_CHOICES = {
    ".format": ["grader-result/1"],
    ".status": ["graded", "ungraded"],
    ".verdict": ["CE", "IR", "RTE", "MLE", "TLE", "OLE", "WA", "SK", "PD", "AC"],
    ".parts[].verdict": ["CE", "IR", "RTE", "MLE", "TLE", "OLE", "WA", "SK", "PD", "AC"],
    ".parts[].tests[].verdict": ["CE", "IR", "RTE", "MLE", "TLE", "OLE", "WA", "SK", "PD", "AC"],
    ".parts[].tests[].turns[].by": ["program", "person"],
    ".isolation.level": ["full", "restricted", "none"],
    ".audience": ["student", "instructor"],
}
PROBLEM_CHOICES = {
    ".format": ["grader-problem/1"],
    ".state": ["fresh", "shared", "retry"],
    ".numbers": ["loose", "strict"],
    ".prelude": ["sites", "none"],
    ".parts[].scoring": ["all", "share"],
}
KINDS = {
    "call": ("call", "call returns raises prints check times causes causes_when_hidden show"),
    "object": ("steps", "steps causes_when_hidden show"),
    "program": ("run", "run stdin exit_code stdout causes causes_when_hidden"),
    "domain": ("domain", "domain call expect where order causes causes_when_hidden show"),
    "manual": ("manual", "manual"),
    "play": ("play", "play move over starts games measured rounds least"),
    "sample": ("sample", "sample allowed occur or_always shares calls"),
    "strategy": ("strategy", "strategy call expect examples order show"),
}


REPORTS = {
    "csv": ".csv",
    "github": ".github.txt",
    "gitlab": ".gitlab.json",
    "gradescope": ".gradescope.json",
    "html": ".html",
    "interaction": ".interaction",
    "json": ".json",
    "junit": ".junit.xml",
    "markdown": ".md",
    "sarif": ".sarif",
    "terminal": ".txt",
}


def schema(name: str) -> dict[str, Any]:
    text = resources.files("grader").joinpath(f"schema/{name}.schema.json").read_text("utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def walked(
    node: Mapping[str, Any], whole: Mapping[str, Any], path: str = ""
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every schema below the node with its path in a document; references are followed."""
    if "$ref" in node:
        yield from walked(whole["$defs"][node["$ref"].rpartition("/")[2]], whole, path)
        return
    yield path, node
    for choice in node.get("anyOf", ()):
        yield from walked(choice, whole, path)
    for key, inner in node.get("properties", {}).items():
        yield from walked(inner, whole, f"{path}.{key}")
    if "items" in node:
        yield from walked(node["items"], whole, f"{path}[]")


def keys_of(name: str, *without: str) -> dict[str, str]:
    """The keys of each mapping that is published; those that may be missing have a question mark."""
    whole = schema(name)
    return {
        path: " ".join(key if key in node.get("required", ()) else f"{key}?" for key in node["properties"])
        for path, node in walked(whole, whole)
        if "properties" in node and not path.startswith(without)
    }


def choices_of(name: str, *without: str) -> dict[str, list[str]]:
    whole = schema(name)
    return {
        path: node["enum"] if "enum" in node else [node["const"]]
        for path, node in walked(whole, whole)
        if ("enum" in node or "const" in node) and not path.startswith(without)
    }


def valid(document: object) -> bool:
    checker = jsonschema.Draft202012Validator(
        schema("result"), format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
    )
    return not list(checker.iter_errors(document))


# --- what is published -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["result", "problem", "overrides"])
def test_a_schema_is_a_schema(name: str) -> None:
    whole = schema(name)
    jsonschema.Draft202012Validator.check_schema(whole)
    assert whole["$id"] == f"urn:grader:{name}:1"


def test_the_keys_of_a_result_are_those_that_were_published() -> None:
    assert keys_of("result") == RESULT


def test_the_choices_in_a_result_are_those_that_were_published() -> None:
    assert choices_of("result") == RESULT_CHOICES


def test_the_keys_of_a_package_are_those_that_were_published() -> None:
    assert keys_of("problem", ".forms[].", ".parts[].limits", ".parts[].tests[].limits") == PROBLEM_KEYS


def test_the_choices_in_a_package_are_those_that_were_published() -> None:
    assert choices_of("problem", ".forms[].") == PROBLEM_CHOICES


@pytest.mark.parametrize("name", ["result", "problem"])
def test_every_mapping_with_known_keys_is_closed(name: str) -> None:
    whole = schema(name)
    still_open = [
        path
        for path, node in walked(whole, whole)
        if "properties" in node and node.get("additionalProperties") is not False
    ]
    # The keys of a test belong to its kind, which closes them.
    assert {path.rpartition("parts[]")[2] for path in still_open} == ({".tests[]"} if name == "problem" else set())


@pytest.mark.parametrize("name", sorted(KINDS))
def test_a_kind_has_the_mark_and_the_keys_that_were_published(name: str) -> None:
    mark, keys = KINDS[name]
    kind = kinds()[name]
    assert (kind.name, kind.mark, list(kind.schema)) == (name, mark, keys.split())


def test_no_two_kinds_have_one_mark() -> None:
    marks = [kind.mark for kind in kinds().values()]
    assert len(set(marks)) == len(marks)


@pytest.mark.parametrize("name", sorted(kinds()))
def test_the_schema_of_a_kind_is_a_schema(name: str) -> None:
    kind = kinds()[name]
    jsonschema.Draft202012Validator.check_schema({"properties": kind.schema})
    assert set(kind.schema).isdisjoint(schema("problem")["$defs"]["test"]["properties"])


def test_the_formats_and_the_ends_of_their_files_are_those_that_were_published() -> None:
    assert {name: report.suffix for name, report in reports().items()} == REPORTS


# --- codes -------------------------------------------------------------------------------------------------


def test_the_verdicts_stand_in_their_order_worst_first() -> None:
    assert [verdict.value for verdict in sorted(Verdict, key=lambda verdict: verdict.rank)] == [
        "CE",
        "IR",
        "RTE",
        "MLE",
        "TLE",
        "OLE",
        "WA",
        "SK",
        "PD",
        "AC",
    ]


@pytest.mark.parametrize(
    ("enumeration", "values"),
    [
        (Isolation, ["full", "restricted", "none"]),
        (State, ["new", "same", "each"]),
        (Numbers, ["loose", "strict"]),
        (
            Ending,
            [
                "exited",
                "signalled",
                "cpu limit",
                "wall limit",
                "limit of all calls together",
                "memory limit",
                "output limit",
                "process limit",
                "closed by the grader",
            ],
        ),
    ],
)
def test_an_enumeration_has_the_values_that_were_published(enumeration: Any, values: list[str]) -> None:
    assert [member.value for member in enumeration] == values


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.GraderError, 3),
        (errors.InputError, 2),
        (errors.PackageError, 2),
        (errors.UnreadableHandIn, 1),
        (errors.Undecided, 3),
        (errors.ToolMissing, 3),
        (errors.SandboxError, 3),
    ],
)
def test_an_error_ends_the_command_with_its_code(error: type[errors.GraderError], code: int) -> None:
    assert error.exit_code == code


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (errors.Fault("p.yaml", 3, 5, "wrong"), "p.yaml:3:5: wrong"),
        (errors.Fault("p.yaml", 3, None, "wrong"), "p.yaml:3: wrong"),
        (errors.Fault("p.yaml", None, None, "wrong"), "p.yaml: wrong"),
    ],
)
def test_a_fault_is_told_as_compilers_do(fault: errors.Fault, text: str) -> None:
    assert str(fault) == text
    assert str(errors.PackageError([fault, fault])) == f"{text}\n{text}"


# --- what is made ------------------------------------------------------------------------------------------

FULL = Finding(
    Verdict.RTE,
    0.0,
    Message("raised", {"what": "ValueError: no"}),
    "f(1)",
    "2",
    "ValueError: no",
    "f(1)",
    Place("double.py", 1),
    0.12345,
    1.0,
    4096,
    (Message("overlooked", {"what": "a boolean for an integer"}),),
    (Said(False, "n? "), Said(True, "1\n")),
    Picture("board", (("X", "."),)),
    diagnosis=Diagnosis("It adds.", causes={"en": "It adds.", "ko": "더하고 있습니다."}),
    remarks=(Remark(Place("double.py", 1), "E1", "No."),),
)
BROKEN = result.Facts(
    toolchain="Python 3.11",
    build_log="log",
    build_failure=BuildFailure("no", Place("double.py", 1)),
    built=False,
    form="functions",
    notes=("one", "one"),
    flagged=("look",),
    sources={"double.py": "def f(n):\n"},
)


@pytest.mark.parametrize(
    "made",
    [
        graded(with_finding(FULL)),
        graded(with_finding(FULL, hidden=True)),
        graded(with_finding(Finding(Verdict.CE, 0.0)), facts=BROKEN),
        result.ungraded(PROBLEM, SUBMISSION, "why", BROKEN, CIRCUMSTANCES),
    ],
    ids=["graded", "hidden", "not built", "ungraded"],
)
def test_a_result_follows_its_schema_for_both_audiences(made: Mapping[str, Any]) -> None:
    assert valid(made)
    assert valid(for_student(made))
    assert valid(json.loads(json.dumps(made, allow_nan=False)))


def test_of_a_long_conversation_the_beginning_and_the_end_are_told() -> None:
    turns = tuple(Said(at % 2 == 1, str(at)) for at in range(100))
    told = graded(with_finding(Finding(Verdict.WA, 0.0, turns=turns)))["parts"][0]["tests"][0]["turns"]
    assert [turn["text"] for turn in told] == [
        *map(str, range(6)),
        "... (40 steps are left out here)",
        *map(str, range(46, 100)),
    ]
    assert [(turn["by"], turn["answer"]) for turn in (*told[:2], *told[6:9])] == [
        ("program", None),
        ("person", 1),
        ("program", None),
        ("program", None),
        ("person", 24),
    ]


def test_a_result_tells_all_that_is_known() -> None:
    facts = result.Facts(toolchain="Python 3.11", built=True, sources={"double.py": "def f(n):\n"})
    assert graded(with_finding(FULL, hint="Look."), facts=facts) == {
        "format": "grader-result/1",
        "problem": {
            "id": "doubling",
            "title": "Doubling",
            "titles": {"en": "Doubling", "ko": "두 배"},
            "digest": "0123456789abcdef",
        },
        "submission": {
            "id": "s01",
            "name": None,
            "late": None,
            "submitted": None,
            "members": [],
            "language": "python",
            "main": "double.py",
            "files": ["double.py"],
            "digest": "fedcba9876543210",
            "sources": {"double.py": "def f(n):\n"},
        },
        "status": "graded",
        "reason": None,
        "verdict": "RTE",
        "points": 0.0,
        "max_points": 2.0,
        "form": None,
        "form_titles": {},
        "parts": [
            {
                "id": "a",
                "title": "Part A",
                "titles": {},
                "points": 0.0,
                "max_points": 2.0,
                "counted": True,
                "verdict": "RTE",
                "rules": [],
                "rules_said": [],
                "decided": None,
                "tests": [
                    {
                        "id": "t-1",
                        "title": "a test",
                        "titles": {"en": "a test", "ko": "a test"},
                        "kind": "call",
                        "verdict": "RTE",
                        "share": 0.0,
                        "message": "It stopped with an error: ValueError: no. "
                        "It gave a boolean for an integer. That was accepted.",
                        "said": [
                            {"key": "raised", "values": {"what": "ValueError: no"}},
                            {"key": "overlooked", "values": {"what": "a boolean for an integer"}},
                        ],
                        "cause": "It adds.",
                        "causes": {"en": "It adds.", "ko": "더하고 있습니다."},
                        "cause_when_hidden": False,
                        "hint": "Look.",
                        "hints": {},
                        "input": "f(1)",
                        "expected": "2",
                        "actual": "ValueError: no",
                        "transcript": "f(1)",
                        "turns": [
                            {"by": "program", "answer": None, "text": "n? "},
                            {"by": "person", "answer": 1, "text": "1\n"},
                        ],
                        "picture": {"renderer": "board", "rows": [["X", "."]]},
                        "location": {"file": "double.py", "line": 1, "column": None, "source": "def f(n):"},
                        "remarks": [
                            {
                                "location": {"file": "double.py", "line": 1, "column": None, "source": "def f(n):"},
                                "rule": "E1",
                                "text": "No.",
                            }
                        ],
                        "hidden": False,
                        "cpu_s": 0.123,
                        "wall_s": 1.0,
                        "peak_bytes": 4096,
                        "seed": None,
                        "repeat": "grader check doubling double.py --part a",
                    }
                ],
            }
        ],
        "build": {"ok": True, "log": "", "message": None, "location": None},
        "isolation": {"level": "full", "layers": ["namespaces"], "missing": []},
        "toolchain": "Python 3.11",
        "seed": 7,
        "started": "2020-01-02T03:04:05+00:00",
        "notes": [],
        "flagged": [],
        "decided": None,
        "audience": "instructor",
        "grader_version": __version__,
    }


def test_an_ungraded_result_has_no_verdict_and_never_zero_points() -> None:
    made = result.ungraded(PROBLEM, SUBMISSION, "why", result.Facts(), CIRCUMSTANCES)
    assert (made["status"], made["reason"], made["verdict"], made["points"], made["parts"]) == (
        "ungraded",
        "why",
        None,
        None,
        [],
    )


def test_a_long_text_is_cut_and_says_so() -> None:
    made = graded(with_finding(Finding(Verdict.WA, 0.0, actual="x" * (result.LONGEST + 1234))))
    assert made["parts"][0]["tests"][0]["actual"] == ("x" * result.LONGEST + "\n... (1,234 more characters)")


@pytest.mark.parametrize("name", sorted(reports()))
def test_every_report_can_be_written_whatever_a_student_returned(name: str) -> None:
    odd = 'the text "\ud800\x00\u202e"'
    finding = Finding(Verdict.RTE, 0.0, Message("raised", {"what": odd}), *(odd,) * 4, place=Place(odd, 1, 1, odd))
    facts = result.Facts(built=True, build_log=odd, notes=(odd,), sources={"double.py": odd})
    assert reports()[name].one(graded(with_finding(finding), facts=facts), {}).encode("utf-8")
