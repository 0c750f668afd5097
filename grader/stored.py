"""A file of results -> the result or the batch that it holds, checked against its schema, to be rendered again."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

from grader.errors import InputError

FORMATS = {"grader-result/1": "result", "grader-batch/1": "batch"}


def read(path: Path) -> dict[str, Any]:
    """The result or batch in the file, or in `results.json` of the folder; raises InputError."""
    file = path / "results.json" if path.is_dir() else path
    try:
        document: Any = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise InputError(f"{file} can't be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file} is no JSON: {error}") from error
    name = FORMATS.get(str(document.get("format"))) if isinstance(document, dict) else None
    if name is None:
        raise InputError(f"{file} holds no results of the grader: its format is none of {', '.join(FORMATS)}")
    _check(document, name, file)
    found: dict[str, Any] = document
    return found


def _check(document: Any, name: str, file: Path) -> None:
    import jsonschema  # noqa: PLC0415 - 100 ms, which `--help` must not pay
    import referencing  # noqa: PLC0415 - comes with jsonschema

    schemas = {one: _schema(one) for one in FORMATS.values()}
    registry: Any = referencing.Registry().with_resources(
        (schema["$id"], referencing.Resource.from_contents(schema)) for schema in schemas.values()
    )
    validator = jsonschema.Draft202012Validator(schemas[name], registry=registry)
    error = jsonschema.exceptions.best_match(validator.iter_errors(document))
    if error is not None:
        place = "/".join(map(str, error.absolute_path)) or "the whole"
        raise InputError(f"{file} is no valid {document['format']}: {place}: {error.message[:200]}")


def _schema(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(
        resources.files("grader").joinpath(f"schema/{name}.schema.json").read_text("utf-8")
    )
    return loaded
