"""Checking the files: against the generator, byte for byte, and against their schemas.  Needs jsonschema."""

from __future__ import annotations

import json
from itertools import zip_longest
from typing import TYPE_CHECKING

from dtrees.oracle.protocol.messages import first_error
from dtrees.oracle.vectors.writing import FORMATS, SHIPPED, expected, schemas

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def complaints(folder: Path = SHIPPED) -> Iterator[str]:
    """Yield what is wrong with the files in *folder*: each that is not as written, and each that its schema refuses.

    >>> list(complaints())
    []
    """
    files = expected(folder)
    schema_of = {format_.file: format_.schema for format_ in FORMATS}
    for name, text in files.items():
        path = folder / name
        if not path.is_file():
            yield f"{name}: it is not there; dtrees vectors write makes it"
            continue
        found = path.read_text(encoding="utf-8", errors="replace")
        if found != text:
            yield f"{name}: {_first_difference(found, text)}"
        if name in schema_of:
            yield from (f"{name}: {error}" for error in _schema_errors(found, schema_of[name]))
    for name in sorted({path.name for path in folder.glob("*.json")} - files.keys()):
        yield f"{name}: the generator does not write it"


def _first_difference(found: str, expected: str) -> str:
    """Return where a file differs from what is written: the first id, or else the first line."""
    try:
        theirs, ours = ({test["id"]: test for test in json.loads(text)["tests"]} for text in (found, expected))
    except (ValueError, KeyError, TypeError):
        theirs, ours = {}, {}
    place = next((id_ for id_ in [*ours, *theirs] if ours.get(id_) != theirs.get(id_)), None)
    if place is None:
        pairs = zip_longest(found.split("\n"), expected.split("\n"))
        place = next(f"line {number}" for number, (one, two) in enumerate(pairs, 1) if one != two)
    return f"{place} is not as the generator writes it"


def _schema_errors(text: str, schema: str) -> Iterator[str]:
    try:
        instance = json.loads(text)
    except ValueError as error:
        yield f"this is not JSON: {error}"
        return
    worst = first_error(instance, schema, schemas)
    if worst is not None:
        yield f"{worst.json_path}: {worst.message}"
