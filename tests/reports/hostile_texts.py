"""A text -> results that hold it in every place where a student's text can stand, and texts that mean harm."""

from __future__ import annotations

from typing import Any

from tests.reports import sample

HOSTILE = {
    "escape sequence": "\x1b[31mred\x1b[0m \x9b2J",
    "other controls": "\x00\x07\x08\x0b\x0c\x7f\x85\xad",
    "carriage return": "wrong\rright",
    "lone surrogates": "\ud800 \udcff \udfff",
    "no characters": "\ufffe \uffff \ufdd0 \U0001fffe",
    "right to left": "\u202egpj.exe\u202c \u2066x\u2069 \u200f\u061c",
    "separators": "a\u2028::error::x\u2029::error::y",
    "end of CDATA": "]]> <![CDATA[ x ]]>",
    "end of an element": '</system-out></failure><testcase name="forged"/>',
    "entities": "&lt; &#0; &#27; &amp &quot;",
    "HTML": "<script>alert(1)</script><img src=x onerror=alert(1)><details open>",
    "command": "::error::forged",
    "command after blanks": "x\n \t ::add-mask::x\n\u00a0::warning file=a.py::y\n\u2003::notice::z",
    "command in a line": "x ##[add-mask]42 ##vso[task.setvariable]x ##teamcity[x] ###[error]x ####[error]y",
    "command ends a property": "a,line=1,title=b::forged",
    "command stops": "::stop-commands::x\n::x::",
    "percent": "%0A::error::forged%0D%25 100 %",
    "formula": "=HYPERLINK(1)\n+1\n-1\n@SUM(1)\n\t=1",
    "links": "[x](javascript:alert(1)) ![pixel](http://hostile.invalid/p.png) <http://hostile.invalid> [y][0]",
    "addresses": "http://hostile.invalid/a www.hostile.invalid a@hostile.invalid",
    "mention": "@octocat #1 org/repo#1 deadbeef",
    "heading": "# forged PASSED\n\nforged\n======\n- [x] forged\n> x\n1. y\n***",
    "table": "| forged | AC | 100 |\n| --- | --- | --- |\n| \\| ` | x |",
    "short fence": "```\nout\n```\n# forged",
    "long fence": "``````````\n~~~~\n# forged\n``````````",
    "backticks": "` `` ``` ````",
    "only a backtick": "`",
    "backslash": "\\",
    "formula of mathematics": "$x$ $$y$$ :shipit: **b** _i_ ~~s~~",
    "braces": "{0} {{x}} ${{ secrets.X }}",
    "path": "../../etc/passwd",
    "host": "//hostile.invalid/x?y#z",
    "scheme": "javascript:alert(1)",
    "blanks": "  \t ",
    "nothing": "",
    "long": "x" * 30_000,
    "many lines": "y\n" * 3_000,
}


def everywhere(text: str) -> list[dict[str, Any]]:
    """Graded, not built, ungraded: each with the text in all places."""
    place = {"file": text, "line": 3, "column": 2, "source": text}
    told = dict.fromkeys(("title", "message", "hint", "input", "expected", "actual", "transcript", "repeat"), text)
    graded = sample.result([["AC", "WA", "RTE"], ["SK"], ["CE"]])
    for part in graded["parts"]:
        part["title"] = text
        part["tests"] = [{**test, **told, "id": text, "location": place} for test in part["tests"]]
    graded["parts"][0]["tests"][1]["location"] = None
    graded["parts"][0]["tests"].append({**graded["parts"][0]["tests"][1], "hidden": True})
    unbuilt = sample.unbuilt() | {"build": {"ok": False, "log": text, "message": text, "location": place}}
    ungraded = sample.ungraded() | {"reason": text}
    return [_spoilt(one, text) for one in (graded, unbuilt, ungraded)]


def _spoilt(result: dict[str, Any], text: str) -> dict[str, Any]:
    names: dict[str, Any] = {"id": text, "main": text, "files": [text], "sources": {text: text}}
    names |= {"name": text, "late": True, "submitted": text, "members": [{"id": text, "name": text}]}
    return result | {
        "problem": result["problem"] | {"title": text},
        "submission": result["submission"] | names,
        "form": text,
        "toolchain": text,
        "notes": [text],
        "flagged": [text],
        "isolation": result["isolation"] | {"missing": [text]},
    }


def batch_of(results: list[dict[str, Any]]) -> dict[str, Any]:
    missing = results[0]["submission"].get("members", [])
    return {"format": "grader-batch/1", "problem": results[0]["problem"], "results": results, "missing": missing}
