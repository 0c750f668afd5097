"""A document -> its faults against a JSON Schema, in words: where, what is wrong, what would be right."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from grader import marked
from grader.errors import Fault


def document_faults(document: marked.Marked) -> list[Fault]:
    """What in the document does not follow the schema of packages."""
    if not isinstance(document.data, dict):
        return [document.fault("a package is a mapping that begins with `format: grader-problem/1`")]
    return faults(document, document.data, schema_of_packages(), ())


@cache
def schema_of_packages() -> Mapping[str, Any]:
    """The schema that `problem.yaml` follows."""
    schema: Mapping[str, Any] = json.loads(
        resources.files("grader").joinpath("schema/problem.schema.json").read_text("utf-8")
    )
    return schema


def faults(document: marked.Marked, data: Any, schema: Mapping[str, Any], base: marked.Path) -> list[Fault]:
    """What in the data does not follow the schema; the data stands at `base` in the document."""
    import jsonschema  # noqa: PLC0415 - 100 ms, which `--help` must not pay

    validator = jsonschema.Draft202012Validator(schema)
    faults: list[Fault] = []
    for raw in sorted(validator.iter_errors(data), key=lambda error: list(map(str, error.absolute_path))):
        error = jsonschema.exceptions.best_match([raw]) or raw
        path = (*base, *error.absolute_path)
        faults += _worded(document, error, path)
    return list(dict.fromkeys(faults))


def _worded(document: marked.Marked, error: Any, path: marked.Path) -> list[Fault]:
    if error.validator == "additionalProperties" and error.schema.get("properties") is not None:
        known = list(error.schema["properties"])
        return [
            document.fault(f"unknown key `{key}`{meant(key, known)}", *path, key, key=True)
            for key in error.instance
            if key not in known
        ]
    if error.validator == "required":
        missing = [key for key in error.validator_value if key not in error.instance]
        return [document.fault(f"the key `{key}` is missing", *path) for key in missing]
    if error.validator == "enum":
        wanted = [str(one) for one in error.validator_value]
        return [
            document.fault(
                f"`{error.instance}` is none of {', '.join(wanted)}{meant(error.instance, wanted, False)}",
                *path,
            )
        ]
    if error.validator == "type":
        wanted_type = error.validator_value
        names = [wanted_type] if isinstance(wanted_type, str) else wanted_type
        said = " or ".join(_TYPES.get(name, name) for name in names)
        return [document.fault(f"{_short(error.instance)} stands where {said} belongs", *path)]
    if error.validator == "const":
        return [document.fault(f"{_short(error.instance)} must be `{error.validator_value}`", *path)]
    if error.validator == "pattern":
        like = "`oracle.name`" if "oracle" in error.validator_value else "lower-case letters, digits and hyphens"
        return [document.fault(f"{_short(error.instance)} is not of the form: {like}", *path)]
    return [document.fault(error.message, *path)]


_TYPES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "object": "a mapping",
    "array": "a list",
    "boolean": "true or false",
    "null": "nothing",
}


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return f"`{text[:60]}...`" if len(text) > 60 else f"`{text}`"


def meant(word: object, known: Sequence[str], list_all: bool = True) -> str:
    """The end of a sentence about a wrong word, which asks whether another one was meant."""
    close = difflib.get_close_matches(str(word), known, 1)
    if close:
        return f"; did you mean `{close[0]}`?"
    return f"; known here: {', '.join(known)}" if list_all else ""
