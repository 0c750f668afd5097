"""However a source file was saved, its text is read, and what is out of the ordinary is told with its place."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from grader.encoding import Decoded, as_text, as_utf8, decoded, note

PROGRAM = "# {}\ndef f(n):\n    return '{}'\n"


def text(word: str) -> str:
    return PROGRAM.format(word, word)


CASES: Mapping[str, tuple[bytes, Decoded]] = {
    "empty": (b"", Decoded("")),
    "ASCII": (text("x").encode(), Decoded(text("x"))),
    "UTF-8": (text("판 żółw 🎲").encode(), Decoded(text("판 żółw 🎲"))),
    "UTF-8 with a mark": (b"\xef\xbb\xbf" + text("판").encode(), Decoded(text("판"))),
    "UTF-16, little end first": (b"\xff\xfe" + text("판").encode("utf-16-le"), Decoded(text("판"), "UTF-16")),
    "UTF-16, big end first": (b"\xfe\xff" + text("판").encode("utf-16-be"), Decoded(text("판"), "UTF-16")),
    "UTF-16 without a mark": (text("ü").encode("utf-16-le"), Decoded(text("ü"), "UTF-16")),
    "the other UTF-16 without a mark": (text("ü").encode("utf-16-be"), Decoded(text("ü"), "UTF-16")),
    "Windows-1252": (text("Prüft “Ü”").encode("cp1252"), Decoded(text("Prüft “Ü”"), "Windows-1252")),
    "Windows-1252 in capitals": (text("ÄÖ").encode("cp1252"), Decoded(text("ÄÖ"), "Windows-1252")),
    "CP949": (text("틱택토 판 검사").encode("cp949"), Decoded(text("틱택토 판 검사"), "CP949")),
    "CP949 in a name": ("판검사 = 1\n".encode("cp949"), Decoded("판검사 = 1\n", "CP949")),
    "Windows-1251, read as something": (
        text("игра в палочки").encode("cp1251"),
        Decoded(text("èãðà â ïàëî÷êè"), "Windows-1252"),
    ),
    "it says Latin-1": (
        b"# coding: latin-1\n" + text("ü").encode("latin-1"),
        Decoded("# coding: latin-1\n" + text("ü")),
    ),
    "it says EUC-KR in line 2": (
        b"#!/usr/bin/python\n# -*- coding: euc-kr -*-\n" + text("판").encode("euc-kr"),
        Decoded("#!/usr/bin/python\n# -*- coding: euc-kr -*-\n" + text("판")),
    ),
    "it says UTF-8 and is not": (
        b"# coding: utf-8\n" + text("ü").encode("cp1252"),
        Decoded("# coding: utf-8\n" + text("ü"), "Windows-1252"),
    ),
    "it says something unknown": (b"# coding: klingon\nx = 1\n", Decoded("# coding: klingon\nx = 1\n")),
    "it says what can never be read": (b"# coding: undefined\nx = 1\n", Decoded("# coding: undefined\nx = 1\n")),
    "it says something that is no text": (b"# coding: zlib\nx = 1\n", Decoded("# coding: zlib\nx = 1\n")),
}


@pytest.mark.parametrize("name", CASES)
def test_the_text_is_read_and_an_old_encoding_is_told(name: str) -> None:
    content, expected = CASES[name]
    assert decoded(content) == expected


@pytest.mark.parametrize("name", [name for name, (_content, read) in CASES.items() if read.told])
def test_a_file_in_an_old_encoding_becomes_utf_8(name: str) -> None:
    content, read = CASES[name]
    assert as_utf8(content) == read.text.encode()


@pytest.mark.parametrize("name", ["it says Latin-1", "it says EUC-KR in line 2"])
def test_a_file_that_names_its_encoding_stays_as_it_is(name: str) -> None:
    assert as_utf8(CASES[name][0]) == CASES[name][0]


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\0\0\0\xff", b"\0" * 40, b"a\0b", bytes(range(256))])
def test_a_file_that_is_no_text_stays_as_it_is(content: bytes) -> None:
    assert as_utf8(content) == content


def test_the_note_says_which_line_and_what_to_do() -> None:
    content = b"x = 1\n# Pr\xfcft\n# \xfc\n"
    assert note("a b.py", content) == (
        "`a b.py` is not saved as UTF-8 (line 2); it was read as Windows-1252. Better save it as UTF-8."
    )
    assert note("a.py", CASES["UTF-16, little end first"][0]) == (
        "`a.py` is not saved as UTF-8; it was read as UTF-16. Better save it as UTF-8."
    )
    assert note("a.py", CASES["UTF-8 with a mark"][0]) is None


def test_any_bytes_are_read_and_can_be_written() -> None:
    for content in (bytes(range(256)), b"\xff\xfe\x00", b"\xff\xfe\x00\xd8", b"\x81\x8d", b"\xd8\x00" * 9, b"\xc2"):
        as_text(content).encode("utf-8", "replace")
        as_utf8(content)
