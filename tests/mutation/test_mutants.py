"""What is mutated in each language, and what is left alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

import pytest
import yaml

from grader.errors import InputError, ToolMissing
from grader.mutation import trees
from grader.mutation.mutants import LANGUAGES, mutants

SOURCES = Path(__file__).parent / "sources"


def told(language: str) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((SOURCES / f"{language}.yaml").read_text("utf-8"))
    return read


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_mutants_of_a_source_are_these_and_no_others(language: str) -> None:
    case = told(language)
    found = [f"{one.line}:{one.column} {one.change}" for one in mutants(case["source"], language)]
    assert found == case["mutants"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mutant_can_be_parsed_and_differs_in_one_place_alone(language: str) -> None:
    source = told(language)["source"]
    for one in mutants(source, language):
        assert mutants(one.source, language), one
        lines, changed = source.splitlines(), one.source.splitlines()
        assert lines[: one.line - 1] == changed[: one.line - 1]
        after = len(changed) - one.line
        assert after == 0 or lines[-after:] == changed[-after:]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_mutant_has_an_id_of_its_own_that_stays(language: str) -> None:
    source = told(language)["source"]
    ids = [one.id for one in mutants(source, language)]
    assert len(set(ids)) == len(ids)
    assert ids == [one.id for one in mutants(source, language)]


@pytest.mark.parametrize(
    ("language", "source", "changed"),
    [
        ("python", "\ufeffname = 'ż'; a = name < 'ó'\r\nb = a\r\n", "\ufeffname = 'ż'; a = name <= 'ó'\r\nb = a\r\n"),
        ("python", "a = ((b)  # one < two\n     < (c))\n", "a = ((b)  # one < two\n     <= (c))\n"),
        ("python", "a = b not  in c\n", "a = b in c\n"),
        ("javascript", "// ż\r\nvar a = 'ó' < b;\r\n", "// ż\r\nvar a = 'ó' <= b;\r\n"),
        ("ruby", "a = not(b)\n", "a = (b)\n"),
    ],
)
def test_all_else_stays_byte_for_byte(language: str, source: str, changed: str) -> None:
    assert changed in [one.source for one in mutants(source, language)]


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("python", "'''1 < 2'''\nimport a\n\n\ndef f(a: 'int | 3' = None) -> 4:\n    return f'{a + 1}'\n"),
        ("java", "package a.b; import c.D; class A { /* 1 */ @Size(3) String f() { return \"1\" + '2'; } }"),
        ("typescript", 'type A = 1 | 2; interface B { c: 3 } let d: 4 | 5; const e = "6";'),
        ("cpp", "#include <a>\nstd::array<int, 3> a;\nint b[4];\n// 5 < 6\n"),
        ("c", "#include <a.h>\nvoid f(int *a) { free(a); srand((unsigned)time(NULL)); }\nint b[3];\n"),
        ("go", 'package a\n\nimport "b"\n\ntype C [3]int\n\nvar d [4]string // 5\n'),
        ("ruby", 'require "a"\nclass B\n  attr_reader :c\nend\n# 1 < 2\n'),
    ],
)
def test_texts_comments_imports_and_types_are_left_alone(language: str, source: str) -> None:
    assert [one.change for one in mutants(source, language)] == (["`+` became `-`"] if language == "java" else [])


@pytest.mark.parametrize(("language", "source"), [("python", "a = (1\n"), ("java", "class A { int a = ; 1 < 2")])
def test_what_cant_be_parsed_has_no_mutants(language: str, source: str) -> None:
    assert mutants(source, language) == []


def test_a_missing_grammar_is_told_with_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> NoReturn:
        raise ImportError(name)

    monkeypatch.setattr(trees, "import_module", missing)
    trees._parser.cache_clear()
    with pytest.raises(ToolMissing, match=r"pip install 'grader\[verify\]'"):
        mutants("int a;", "java")


def test_a_language_without_mutants_is_refused() -> None:
    with pytest.raises(InputError, match="no mutants in cobol"):
        mutants("", "cobol")
