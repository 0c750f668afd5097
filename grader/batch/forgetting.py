"""The folder of a batch and an id -> the folder without anything of that student, and a search that proves it.

Taken out of the store (each table, then the whole file written anew, so that no free page keeps it), the results, the
decisions and the reports. Pages of this student alone are deleted; all else that the grader wrote is written again
without the student, also reports in further formats, if they say just what the grader says of these results: what is
somebody else's is not touched, but searched. In a group only the member goes, and its program stays. The pairs that
`grader similar` found are deleted, since they were found among all.
"""

from __future__ import annotations

import html
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader import files, marked, plugins, redact, stored
from grader.batch import folder as folders
from grader.batch import grading as batches
from grader.errors import InputError
from grader.people import anonymous, overrides

STORE = "grader.sqlite"
KEPT = "overrides.yaml"
PSEUDONYMS = "pseudonyms.csv"
PAGES = ("submissions", "feedback")
SHORT = 4  # a shorter text stands by chance in any file, and is searched for only as an id or a name in JSON

Result = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was taken out, in words, and the files in which something of the student still stands."""

    taken: tuple[str, ...]
    left: tuple[str, ...]


def forget(folder: Path, identity: str) -> Forgotten:
    """Take the student out of the folder; raises InputError if nothing there is of this id."""
    document = stored.read(folder)
    if "results" not in document:
        raise InputError(f"{folder} holds one result, not those of a batch")
    before = [result["submission"]["id"] for result in document["results"]]
    stores = folder / STORE
    listed = [*document["results"], *_in_store(stores)]
    marks = list(dict.fromkeys(mark for result in listed for mark in _marks(result, identity)))
    marks += [] if marks or identity not in _missing(document) else [identity]
    if not marks:
        known = ", ".join(before[:5])
        raise InputError(f"nothing in {folder} is of the id {identity}; there are, for example, {known}")
    taken = [*_take_from_store(stores, identity), *_take_decisions(folder / KEPT, identity)]
    taken += _take_pseudonym(folder / PSEUDONYMS, identity)
    taken += [f"{done} (make it again: grader similar)" for name in folders.SIMILAR for done in _delete(folder, name)]
    kept = _without(document, identity)
    with batches.open_store(folder) as store:
        folders.write_reports(kept, folder, store)
    # What two have in common, such as the fingerprint of a copy, stays with the other one.
    others = {mark for one in kept["results"] for about in _authors(one) for mark in _marks(one, about)}
    marks = [mark for mark in marks if mark not in others]
    after = files.file_names(result["submission"]["id"] for result in kept["results"])
    gone = [name for one, name in files.file_names(before).items() if after.get(one) != name]
    taken += _delete_pages(folder, gone) + _write_further_reports(folder, document, kept)
    return Forgotten(tuple(taken), tuple(sorted(still_there(folder, marks, gone))))


def _missing(document: Result) -> list[str]:
    return [one["id"] for one in document.get("missing", ())]


def _without(document: Result, identity: str) -> dict[str, Any]:
    results = [_without_member(one, identity) for one in document["results"] if one["submission"]["id"] != identity]
    kept = {**document, "results": results}
    if "missing" in document:
        kept["missing"] = [one for one in document["missing"] if one["id"] != identity]
    return kept


def _without_member(result: Result, identity: str) -> Result:
    members = result["submission"].get("members") or ()
    if identity not in [one["id"] for one in members]:
        return result
    left = [one for one in members if one["id"] != identity]
    return {**result, "submission": {**result["submission"], "members": left}}


def _authors(result: Result) -> list[str]:
    submission = result["submission"]
    return [submission["id"], *(one["id"] for one in submission.get("members") or ())]


def _marks(result: Result, identity: str) -> list[str]:
    """The texts by which the student would be found: the id, the name, the fingerprint of what was handed in."""
    submission = result["submission"]
    if submission["id"] == identity:
        return [one for one in (identity, submission.get("name"), submission["digest"]) if one]
    members = [one for one in submission.get("members") or () if one["id"] == identity]
    return [text for one in members for text in (one["id"], one["name"]) if text]


# --- the store ---------------------------------------------------------------------------------------------


def _opened(path: Path) -> sqlite3.Connection:
    # Not made where it is missing, and not waited for where another grader has it.
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=0, isolation_level=None)


def _in_store(path: Path) -> list[Result]:
    """Every result that the store holds, older ones too."""
    if not path.is_file():
        return []
    try:
        with closing(_opened(path)) as connection:
            return [json.loads(text) for (text,) in connection.execute("SELECT result FROM results")]
    except sqlite3.Error as error:
        raise InputError(f"{path} can't be read: {error}") from error


def _take_from_store(path: Path, identity: str) -> list[str]:
    if not path.is_file():
        return []
    try:
        with closing(_opened(path)) as connection:
            # Refused while somebody else has the store open: then a file beside it would keep what was in it.
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("PRAGMA secure_delete = ON")
            connection.execute("BEGIN EXCLUSIVE")
            count = _delete_rows(connection, identity)
            connection.execute("COMMIT")
            connection.execute("VACUUM")  # what was deleted earlier is in free pages
    except sqlite3.Error as error:
        raise InputError(f"{path} can't be changed; is another grader at work there? ({error})") from error
    return [f"{count} rows of {path.name}"] if count else []


def _delete_rows(connection: sqlite3.Connection, identity: str) -> int:
    count = 0
    for table in [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]:
        columns = [name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))]
        if "id" in columns and not table.startswith("sqlite_"):
            count += connection.execute(f'DELETE FROM "{table}" WHERE id = ?', (identity,)).rowcount  # noqa: S608 - a table that is there
        if table == "files":
            # Notes of what the reports were made of; without them they are written again.
            connection.execute('DELETE FROM "files"')
    for row, text in list(connection.execute("SELECT rowid, result FROM results")):
        result = json.loads(text)
        without = _without_member(result, identity)
        if without is not result:
            connection.execute("UPDATE results SET result = ? WHERE rowid = ?", (json.dumps(without), row))
            count += 1
    return count


# --- files -------------------------------------------------------------------------------------------------


def _take_decisions(path: Path, identity: str) -> list[str]:
    """Take the student out of the copy of the decisions; the teacher's own file is elsewhere."""
    if not path.is_file():
        return []
    data = marked.read(path.read_text("utf-8-sig"), str(path)).data
    if not isinstance(data, dict) or identity not in overrides.ids(data):
        return []
    people = [entry for entry in data.get("people") or [] if str(entry["id"]) != identity]
    late = dict(data.get("late") or {})
    if "handed_in" in late:
        late["handed_in"] = {one: time for one, time in late["handed_in"].items() if one != identity}
    kept = {**data, **({"people": people} if "people" in data else {}), **({"late": late} if late else {})}
    files.write(path, overrides.written(kept))
    return [f"decisions in {path.name}"]


def _take_pseudonym(path: Path, identity: str) -> list[str]:
    if not path.is_file():
        return []
    given = anonymous.read(path.read_text("utf-8-sig"))
    files.write(path, anonymous.written({one: name for one, name in given.items() if one != identity}))
    return [f"the pseudonym in {path.name}"] if identity in given else []


def _delete_pages(folder: Path, names: Iterable[str]) -> list[str]:
    return [done for name in names for place in PAGES for done in _delete(folder / place, f"{name}.html")]


def _write_further_reports(folder: Path, before: Result, after: Result) -> list[str]:
    """Write again what `batch --format` has left, for whom it was made, where it can be nothing else."""
    done = []
    for report in plugins.reports().values():
        path = folder / f"results{report.suffix}"
        if path.name == "results.json" or path.is_symlink() or not path.is_file():
            continue
        content = path.read_bytes()
        for view in (_for_instructors, _for_students):
            if report.many(view(before), {}).encode("utf-8", "replace") == content:
                files.write(path, report.many(view(after), {}))
                done.append(path.name)
                break
    return done


def _for_instructors(batch: Result) -> Result:
    return batch


def _for_students(batch: Result) -> Result:
    return redact.class_for_student(batch)


def _delete(folder: Path, name: str) -> list[str]:
    """Delete this one file of the folder, if it is there, without following a link."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except FileNotFoundError:
        return []
    try:
        os.unlink(name, dir_fd=descriptor)
    except FileNotFoundError:
        return []
    finally:
        os.close(descriptor)
    return [f"{folder.name}/{name}" if folder.name in PAGES else name]


# --- the proof ---------------------------------------------------------------------------------------------


def still_there(folder: Path, marks: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    """The files below the folder that are called so, or in which one of the marks stands."""
    for above, _folders, names_there in os.walk(folder):
        for file in sorted(names_there):
            path = Path(above, file)
            if path.is_symlink():
                continue
            content = path.read_bytes()
            if any(file == f"{name}.html" for name in names) or any(_stands_in(content, mark) for mark in marks):
                yield path.relative_to(folder).as_posix()


def _stands_in(content: bytes, mark: str) -> bool:
    """Whether the text stands there as a word of its own: as itself, in JSON, in HTML."""
    texts = {mark, json.dumps(mark)[1:-1], json.dumps(mark, ensure_ascii=False)[1:-1], html.escape(mark)}
    forms = [text.encode("utf-8", "surrogatepass") for text in sorted(texts)]
    if len(mark) < SHORT:
        return any(key + form + b'"' in content for form in forms for key in (b'"id": "', b'"name": "'))
    return any(_is_word(content, form, at) for form in forms for at in _places(content, form))


def _places(content: bytes, form: bytes) -> Iterator[int]:
    at = content.find(form)
    while at >= 0:
        yield at
        at = content.find(form, at + 1)


def _is_word(content: bytes, form: bytes, at: int) -> bool:
    end = at + len(form)
    return not (content[at - 1 : at].isalnum() or content[end : end + 1].isalnum())
