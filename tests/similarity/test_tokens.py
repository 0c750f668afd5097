"""grader.similarity.tokens: what may differ without counting, and what counts."""

from __future__ import annotations

import pytest

from grader import plugins
from grader.similarity.tokens import KEYWORDS, tokens
from tests.similarity.programs import PLAIN, REFORMATTED, RENAMED


def codes(text: str, language: str) -> list[int]:
    return [code for code, _line in tokens(text, language)]


SAME = {
    "names": ("python", "total = price + tax", "a = b + c"),
    "numbers": ("c", "x = 0x1F + 2.5e3;", "x = 7 + 1e3;"),
    "texts": ("javascript", "f('a', `b ${c}\nd`)", 'f("it\\"s", "b")'),
    "texts side by side": ("python", "f('a' 'b')", "f('ab')"),
    "a text over several lines": ("python", 'x = """a\n# b\n""" + y', "x = 'a' + y"),
    "comments of two kinds": ("java", "int x; // a 'b\n/* \" */ int y;", "int x;\n\nint y;"),
    "a comment that never ends": ("go", "x := 1 /* a", "x := 1"),
    "comments of Ruby": ("ruby", "=begin\nif a\n=end\nx = 1 # y", "x = 1"),
    "a text that documents": ("python", 'def f():\n    """A text."""\n    return 1', "def f():\n    return 1"),
    "primitive types": ("java", "long x = 1;", "int x = 1;"),
    "line ends": ("python", "a = 1\r\nb = 2\rc = 3", "a = 1\nb = 2\nc = 3"),
    "semicolons": ("javascript", "a = 1; b = 2;", "a = 1\nb = 2"),
    "a last comma": ("typescript", "f(a, [b, c,],\n)", "f(a, [b, c])"),
    "blanks": ("cpp", "if(a<b){x++;}", "if ( a < b )\n{\n\tx ++;\n}"),
    "a preprocessor": ("c", "#include <stdio.h>", "#include <math.h>"),
}
OTHER = {
    "keywords": ("python", "while a: b", "if a: b"),
    "signs": ("python", "a + b", "a - b"),
    "order": ("python", "f(a, 1)", "f(1, a)"),
    "a name and a number": ("c", "x[i]", "x[1]"),
    "a keyword of another language": ("ruby", "elsif x", "unless x"),
    "what stands after a comment sign in a text": ("java", 'f("// a"); g();', 'f("// a");'),
    "an empty text that is followed by another line": ("c", 'x = "a\ny = 1', 'x = "a'),
}


@pytest.mark.parametrize("case", SAME)
def test_what_only_looks_different_gives_the_same_tokens(case: str) -> None:
    language, one, two = SAME[case]
    assert codes(one, language) == codes(two, language)


@pytest.mark.parametrize("case", OTHER)
def test_what_is_different_gives_other_tokens(case: str) -> None:
    language, one, two = OTHER[case]
    assert codes(one, language) != codes(two, language)


@pytest.mark.parametrize("text", [RENAMED, REFORMATTED])
def test_a_program_in_disguise_gives_the_same_tokens(text: str) -> None:
    assert codes(text, "python") == codes(PLAIN, "python")


def test_each_token_has_its_line() -> None:
    text = 'a = """\n\n""" \r\n# b\r\nif c:\r\n\td(\n1,)'
    assert [line for _code, line in tokens(text, "python")] == [1, 1, 1, 5, 5, 5, 6, 6, 7, 7]


def test_every_language_of_the_grader_has_its_keywords() -> None:
    assert set(KEYWORDS) >= set(plugins.languages())


@pytest.mark.parametrize("language", KEYWORDS)
@pytest.mark.parametrize(
    "piece", ["\0", "\ud800", "\ufeffx\x1b", '"', "'\\", "/*", '"""x"""a\n', "`", "=begin\n", "b'"]
)
def test_any_characters_are_read_to_their_end(language: str, piece: str) -> None:
    read = list(tokens(f"a = 1\n{piece * 3_000}", language))
    assert 3 <= len(read) <= 3 + 4 * 3_000
    assert read[:3] == list(tokens("a = 1", language))
