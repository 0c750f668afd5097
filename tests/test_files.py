"""Files are written whole or not at all, and no two ids get one name."""

from __future__ import annotations

import errno
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grader.files import file_names, write

Derive = Callable[[str], str]
DERIVED: Mapping[str, Derive] = {
    "upper case": str.upper,
    "lower case": str.lower,
    "swapped case": str.swapcase,
    "NFC": lambda text: unicodedata.normalize("NFC", text),
    "NFD": lambda text: unicodedata.normalize("NFD", text),
    "NFKC": lambda text: unicodedata.normalize("NFKC", text),
    "NFKD": lambda text: unicodedata.normalize("NFKD", text),
    "its own file name": lambda text: file_names([text])[text],
    "its file name among two": lambda text: file_names([text, text.swapcase()])[text],
    "a dot more": lambda text: f"{text}.",
    "a blank more": lambda text: f"{text} ",
    "hyphens": lambda text: f"-{text}-",
    "as a path": lambda text: text.replace("_", "/"),
    "one more at the end": lambda text: f"{text}x",
}
LETTERS = st.characters(exclude_characters="\0", exclude_categories=())
IDS = st.one_of(
    st.text(LETTERS, min_size=1, max_size=20),
    st.text("aA_-./ ßſıİKÅéＡ", min_size=1, max_size=6),
    st.text("aé한😀", min_size=60, max_size=255),
    st.sampled_from(["con", "COM1", "nul.txt", "..", ".", "-", "_", "aux.", "x" * 255]),
)


def folded(name: str) -> set[str]:
    """What file systems that do not tell case or normalisation make of the name."""
    return {
        unicodedata.normalize(form, variant)
        for form in ("NFC", "NFD")
        for variant in (name.casefold(), name.lower(), unicodedata.normalize("NFD", name).casefold())
    }


@given(IDS, st.sampled_from(sorted(DERIVED)))
@example("a b", "its own file name")
@example("\\xff", "its own file name")
@example("x" * 255, "one more at the end")
@example("Å", "NFD")
@example("con", "upper case")
def test_two_ids_never_get_one_file_name(identity: str, how: str) -> None:
    other = DERIVED[how](identity)
    names = file_names([identity, other])
    assert list(names) == list(dict.fromkeys([identity, other]))
    if identity != other:
        assert not folded(names[identity]) & folded(names[other])


@given(IDS)
def test_every_file_name_can_be_used_on_every_system(identity: str) -> None:
    name = file_names([identity])[identity]
    assert len(f".{name}.html".encode()) <= 255
    assert not re.search(r'[\x00-\x1f\x7f<>:"/\\|?*]', name)
    assert not name.startswith((".", "-", " "))
    assert not re.fullmatch(r"(?i)(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", f"{name}.html")
    assert name


@pytest.mark.parametrize("identity", ["s01", "kim.minji", "ann_lee-2", "두배"])
def test_an_id_that_is_a_good_file_name_stays_as_it_is(identity: str) -> None:
    assert file_names([identity, "other"]) == {identity: identity, "other": "other"}


def test_the_file_name_of_an_id_does_not_depend_on_the_order_of_the_class() -> None:
    ids = ["a b", "a_b", "A_B", "c", "a/b"]
    assert file_names(ids) == {identity: file_names(ids[::-1])[identity] for identity in ids}
    assert len(set(file_names(ids).values())) == len(ids)


# --- writing ---------------------------------------------------------------------------------------------------


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    write(path, "old\n")

    def half() -> Iterator[str]:
        yield "ne"
        raise OSError(errno.ENOSPC, "full")

    with pytest.raises(OSError, match="full"):
        write(path, half())
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("results.json", b"old\n")]


@pytest.mark.parametrize("text", ["plain\n", "two\r\nlines\r", "두 배", "lone \ud800 surrogate"])
def test_a_text_is_written_byte_for_byte_in_utf_8(tmp_path: Path, text: str) -> None:
    write(tmp_path / "x", text)
    assert (tmp_path / "x").read_bytes() == text.encode("utf-8", "replace")
