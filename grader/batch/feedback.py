"""The results of a batch -> a zip with a page for each student, without what is hidden from students.

For Moodle each page lies in a folder as Moodle names those that it hands out, `Ann Lee_123_assignsubmission_file`: by
the number in it Moodle finds the participant when the zip is uploaded as feedback files.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

from grader import plugins, redact
from grader.gradebook import moodle
from grader.people.counting import authors

Result = Mapping[str, Any]
FIRST_MOMENT = (1980, 1, 1, 0, 0, 0)  # the same results make the same zip


def for_moodle(
    results: Sequence[Result], sheet: bytes | None = None, file: str = "", lang: str | None = None
) -> tuple[dict[str, str], list[str]]:
    """The pages by their path in the zip, and for whom there is none and why; raises InputError for a bad worksheet."""
    people = [(moodle.hand_in(*author), result) for result in results for author in authors(result)]
    known, unknown = moodle.participants([hand_in for hand_in, _result in people], sheet, file)
    numbers = [one.number for one in known.values()]
    pages = {}
    left_out = [f"{people[at][0].id} ({why})" for at, why in sorted(unknown.items())]
    for at, participant in known.items():
        hand_in, result = people[at]
        if numbers.count(participant.number) > 1:
            left_out.append(f"{hand_in.id} (another hand-in is of the same participant, {participant.number})")
            continue
        folder = f"{_plain(participant.name) or moodle.BLIND}_{participant.number}_assignsubmission_file"
        pages[f"{folder}/feedback-{_plain(result['problem']['id'])}.html"] = page(result, lang)
    return pages, left_out


def _plain(name: str) -> str:
    """The name without what ends a name for Moodle, or means something in a path."""
    return " ".join(re.sub(r"[^\w.' -]|_", " ", name).split()).strip(". ")[:60]


def page(result: Result, lang: str | None = None) -> str:
    """What the student may see, in the language with this code, else in English."""
    return plugins.reports()["html"].one(redact.for_student(result), {"lang": lang})


def packed(pages: Mapping[str, str]) -> bytes:
    """The pages as a zip."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in sorted(pages.items()):
            member = zipfile.ZipInfo(path, FIRST_MOMENT)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            archive.writestr(member, text.encode("utf-8", "replace"))
    return content.getvalue()
