"""Files that a program opens and never closes, in each of many fresh states: each is to find as many as the first."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from grader.build import Workshop
from grader.model import (
    Built,
    FunctionAsked,
    Interface,
    Limits,
    Parameter,
    Returned,
    State,
    Step,
    Submission,
    Toolchain,
)
from grader.plugins import Language, Sandbox, languages
from grader.subject import BuiltSubject

INTERFACE = Interface((FunctionAsked("solution", (Parameter("n", "int"),), "int"),))
GO = """\
package main

import "os"

var kept []*os.File

func solution(n int) int {
	file, failed := os.Open("/dev/null")
	if failed != nil {
		return -1
	}
	kept = append(kept, file)
	return n
}
"""
JAVA = """\
import java.io.*;

class Solution {
    static Object kept;

    int solution(int n) throws Exception {
        kept = new FileInputStream("/dev/null");
        return n;
    }
}
"""
SOURCES: Mapping[str, tuple[str, str]] = {
    "c": ("a.c", '#include <stdio.h>\nint solution(int n) { return fopen("/dev/null", "r") ? n : -1; }\n'),
    "cpp": ("a.cpp", '#include <cstdio>\nint solution(int n) { return fopen("/dev/null", "r") ? n : -1; }\n'),
    "go": ("a.go", GO),
    "java": ("Solution.java", JAVA),
    "javascript": ("a.js", 'function solution(n) {\n  return require("fs").openSync("/dev/null", "r") > 0 && n;\n}\n'),
    "python": ("a.py", 'import os\n\ndef solution(n):\n    return os.open("/dev/null", os.O_RDONLY) and n\n'),
    "ruby": ("a.rb", 'def solution(n)\n  ($kept ||= []) << File.open("/dev/null")\n  n\nend\n'),
    "typescript": (
        "a.ts", 'function solution(n: number): number {\n  require("fs").openSync("/dev/null", "r");\n  return n;\n}\n'
    ),
}  # fmt: skip


def test_there_is_a_source_for_each_language() -> None:
    assert set(SOURCES) == set(languages())


@pytest.mark.parametrize("name", SOURCES)
def test_what_earlier_states_have_left_open_costs_no_later_one(
    any_sandbox: Sandbox, find_toolchain: Callable[[Language], Toolchain], name: str
) -> None:
    language, (file, text) = languages()[name], SOURCES[name]
    workshop = Workshop(language, find_toolchain(language), any_sandbox)
    built = language.build(
        Submission("x", {file: text.encode()}, name, file, ""), INTERFACE, workshop.toolchain, workshop.run
    )
    assert isinstance(built, Built)
    subject = BuiltSubject(built, language, workshop.toolchain, any_sandbox, Limits())
    try:
        assert subject.load(INTERFACE) is None
        answers = subject.ask([Step("solution", (number,)) for number in range(400)], State.EACH, 2.0)
    finally:
        subject.close()
    assert answers.replies == tuple(Returned(number) for number in range(400))
