"""grader.marked: YAML is read as it looks, and every key and value knows its place."""

from __future__ import annotations

from typing import Any

import pytest

from grader.errors import Fault, PackageError
from grader.marked import read

FILE = "problem.yaml"


def faults_of(text: str) -> list[Fault]:
    with pytest.raises(PackageError) as raised:
        read(text, FILE)
    return list(raised.value.faults)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("off", "off"),
        ("y", "y"),
        ("010", "010"),
        ("-010", "-010"),
        ("1_000", "1_000"),
        ("0x1F", "0x1F"),
        ("0o17", "0o17"),
        ("12:30", "12:30"),
        ("2020-01-02", "2020-01-02"),
        ("2020-01-02 10:00:00", "2020-01-02 10:00:00"),
        ("1.2.3", "1.2.3"),
        ("=", "="),
        ("<<", "<<"),
        ("O.X", "O.X"),
        ('"1"', "1"),
        ("'true'", "true"),
        ("|-\n  1", "1"),
        ("", None),
        ("~", None),
        ("null", None),
        ("true", True),
        ("False", False),
        ("tRUE", "tRUE"),
        ("0", 0),
        ("-0", 0),
        ("+5", 5),
        ("12345678901234567890", 12345678901234567890),
        ("1.0", 1.0),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("-.inf", float("-inf")),
    ],
)
def test_a_plain_scalar_is_what_it_looks_like(written: str, value: Any) -> None:
    found = read(f"key: {written}\n", FILE).data
    assert repr(found) == repr({"key": value})


def test_keys_are_texts_whatever_they_look_like() -> None:
    assert read("1: a\ntrue: b\nno: c\n", FILE).data == {"1": "a", "true": "b", "no": "c"}


def test_every_key_and_value_knows_its_line_and_column() -> None:
    document = read("parts:\n  - id: a\n    tests: [1, {call: f}]\n", FILE)
    assert document.values == {
        (): (1, 1),
        ("parts",): (2, 3),
        ("parts", 0): (2, 5),
        ("parts", 0, "id"): (2, 9),
        ("parts", 0, "tests"): (3, 12),
        ("parts", 0, "tests", 0): (3, 13),
        ("parts", 0, "tests", 1): (3, 16),
        ("parts", 0, "tests", 1, "call"): (3, 23),
    }
    assert document.keys == {
        ("parts",): (1, 1),
        ("parts", 0, "id"): (2, 5),
        ("parts", 0, "tests"): (3, 5),
        ("parts", 0, "tests", 1, "call"): (3, 17),
    }


@pytest.mark.parametrize(
    ("path", "key", "place"),
    [
        (("a", "b"), False, (2, 6)),
        (("a", "b"), True, (2, 3)),
        (("a", "missing"), False, (2, 3)),
        (("a", "b", 7, "x"), False, (2, 6)),
        (("missing",), True, (1, 1)),
        ((), False, (1, 1)),
    ],
)
def test_a_fault_stands_at_its_path_or_at_the_nearest_above(
    path: tuple[str | int, ...], key: bool, place: tuple[int, int]
) -> None:
    document = read("a:\n  b: 1\n", FILE)
    assert document.fault("wrong", *path, key=key) == Fault(FILE, *place, "wrong")


def test_a_duplicate_key_names_both_lines() -> None:
    assert faults_of("id: a\ntitle: b\nid: c\n") == [
        Fault(FILE, 3, 1, "the key `id` stands here a second time; the first is in line 1")
    ]


def test_all_duplicate_keys_are_told_at_once() -> None:
    assert [(fault.line, fault.column) for fault in faults_of("a: {x: 1, x: 2}\nb: 1\nb: 2\n")] == [
        (1, 11),
        (3, 1),
    ]


def test_a_key_that_is_no_text_is_a_fault() -> None:
    assert faults_of("a: 1\n[b, c]: 2\n") == [Fault(FILE, 2, 1, "a key must be a text")]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: [1\nb: 2\n", (2, 2)),
        ("a: 'open\n", (2, 1)),
        ("a: 1\n b: 2\n", (2, 3)),
        ("\ta: 1\n", (1, 1)),
        ("a: *nowhere\n", (1, 4)),
        ("a: 1\n---\nb: 2\n", (2, 1)),
        ("[" * 3000, None),
    ],
)
def test_text_that_is_no_yaml_is_told_at_its_place(text: str, place: tuple[int, int] | None) -> None:
    [fault] = faults_of(text)
    assert fault.message.startswith("this is no YAML: ")
    assert place is None or (fault.line, fault.column) == place


def test_a_control_character_is_no_yaml() -> None:
    [fault] = faults_of("a: \x07\n")
    assert fault.message.startswith("this is no YAML: ")


@pytest.mark.parametrize("written", ["!!str 1", "!!int '1'", "!own 1", "!!python/name:os.system x", "!!set {a}"])
def test_a_tag_is_a_fault_at_its_place(written: str) -> None:
    [fault] = faults_of(f"first: 1\nkey: {written}\n")
    assert (fault.line, fault.column) == (2, 6)
    assert "tag" in fault.message


def test_an_anchor_that_refers_to_itself_is_a_fault() -> None:
    assert [fault.line for fault in faults_of("a: &x [*x]\n")] == [1]


def test_an_anchor_that_is_used_again_is_the_same_value() -> None:
    assert read("a: &x [1]\nb: *x\n", FILE).data == {"a": [1], "b": [1]}


def test_an_empty_document_has_no_data() -> None:
    assert read("# nothing\n", FILE).data is None
