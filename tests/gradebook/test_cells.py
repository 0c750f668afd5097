"""grader.gradebook.cells: what is changed is changed, and all else stays byte for byte."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grader.errors import InputError
from grader.gradebook.cells import changed, read

ALPHABET = st.sampled_from(list("ab 1.,;\t\"'\r\né\ufeff\u2028=-가"))
TEXTS = st.text(ALPHABET, max_size=60)
CELLS = st.text(ALPHABET.filter(lambda char: char != "\ufeff"), max_size=6)
TABLES = st.integers(1, 5).flatmap(
    lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=1, max_size=5)
)


def values(content: bytes) -> list[list[str]]:
    return [[cell.value for cell in row] for row in read(content, "a.csv").rows]


@given(st.binary(min_size=1) | TEXTS.map(lambda text: text.encode()))
@example(b'"')
@example(b'a,"b""')
@example(b'"a"b"c,d\r\n')
@example(b"\xef\xbb\xbfsep=;\r\na;b")
def test_nothing_changed_is_nothing_changed_whatever_the_file_holds(content: bytes) -> None:
    try:
        table = read(content, "a.csv")
    except InputError:
        return
    assert changed(table, {}) == content
    assert changed(table, {(0, 0): table.value(0, 0)} if table.rows[0][0].value == "x" else {}) == content


@given(TEXTS, st.data())
def test_a_change_leaves_every_other_character_where_it_was(text: str, data: st.DataObject) -> None:
    try:
        table = read(text.encode(), "a.csv")
    except InputError:
        return
    row = data.draw(st.integers(0, len(table.rows) - 1))
    column = data.draw(st.integers(0, len(table.rows[row]) - 1))
    cell = table.rows[row][column]
    after = changed(table, {(row, column): data.draw(CELLS)}).decode()
    assert after.startswith(text[: cell.start])
    assert after.endswith(text[cell.end :])


@given(TABLES, st.sampled_from([",", ";", "\t"]), st.sampled_from(["\r\n", "\n", "\r"]), st.booleans(), st.data())
def test_a_change_is_read_back_by_others_and_no_other_cell_changes(
    table: list[list[str]], delimiter: str, end: str, quote_all: bool, data: st.DataObject
) -> None:
    table = [[f"h{at}" for at in range(max(2, len(table[0])))], *([*row, ""] for row in table)]
    buffer = io.StringIO()
    # Python's writer leaves a line end that is not its own without quotes, and its reader then ends the line there.
    quote_all = quote_all or any(sign in cell for sign in "\r\n" for row in table for cell in row)
    if quote_all:
        csv.writer(buffer, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(table)
    else:
        csv.writer(buffer, delimiter=delimiter, lineterminator=end).writerows(table)
    read_in = read(buffer.getvalue().encode(), "a.csv")
    assert (read_in.delimiter, [[cell.value for cell in row] for row in read_in.rows]) == (delimiter, table)
    row = data.draw(st.integers(0, len(table) - 1))
    column = data.draw(st.integers(0, len(table[row]) - 1))
    table[row][column] = data.draw(CELLS)
    after = changed(read_in, {(row, column): table[row][column]}).decode()
    assert list(csv.reader(io.StringIO(after, newline=""), delimiter=delimiter)) == table


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        (b"a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
        (b'a;"b;c"\n', [["a", "b;c"]]),
        (b'"a, b";c;d\n', [["a, b", "c", "d"]]),
        (b'a,"b ""c"""\r', [["a", 'b "c"']]),
        (b"\xef\xbb\xbfa,b\n", [["a", "b"]]),
        (b"sep=;\na,b;c\n", [["a,b", "c"]]),
        (b"a,b\n\nc\n", [["a", "b"], [""], ["c"]]),
        (b'a,"b\r\nc"\r\nd', [["a", "b\r\nc"], ["d"]]),
        (b"    Points Possible,,10.00 \n", [["    Points Possible", "", "10.00 "]]),
        (b"M\xfcller,1\n", [["Müller", "1"]]),
    ],
)
def test_cells_are_found(content: bytes, rows: list[list[str]]) -> None:
    assert values(content) == rows


@pytest.mark.parametrize(
    ("content", "change", "after"),
    [
        (b'a,"",c\r\n', "8.5", b'a,"8.5",c\r\n'),
        (b"a,,c\r\n", "8.5", b"a,8.5,c\r\n"),
        (b"a;;c\n", "8,5", b"a;8,5;c\n"),
        (b"a,,c\n", "8,5", b'a,"8,5",c\n'),
        (b"\xef\xbb\xbfa, ,c", 'say "x"', b'\xef\xbb\xbfa,"say ""x""",c'),
        (b"M\xfcller,,c\n", "8", b"M\xfcller,8,c\n"),
        (b"M\xfcller,,c\n", "\u00fc 가", b"M\xfcller,\xfc &#44032;,c\n"),
    ],
)
def test_a_cell_is_written_as_the_file_writes_cells(content: bytes, change: str, after: bytes) -> None:
    assert changed(read(content, "a.csv"), {(0, 1): change}) == after


@pytest.mark.parametrize(
    ("content", "decimal"),
    [(b"h,i\na,1.5", "."), (b"h;i\na;1,5", ","), (b"h;i\na;1", ","), (b"h,i\na,1", "."), (b'h,i\na,"1,5"', ",")],
)
def test_the_decimal_sign_is_that_of_the_numbers_in_the_table(content: bytes, decimal: str) -> None:
    assert read(content, "a.csv").decimal == decimal


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf", "a,b".encode("utf-16"), b"PK\x03\x04\0\0", b"sep=;\n"])
def test_what_is_no_table_is_refused(content: bytes) -> None:
    with pytest.raises(InputError, match=r"^a\.csv is "):
        read(content, "a.csv")
