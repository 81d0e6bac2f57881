"""The files: what the generator writes, each time the same bytes, and where they are shipped."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import dtrees
from dtrees.oracle.vectors.case import SHIPPED
from dtrees.oracle.vectors.flags import FLAGS
from dtrees.oracle.vectors.formats import FORMATS
from dtrees.oracle.vectors.layout import layout
from dtrees.oracle.vectors.readme import readme

if TYPE_CHECKING:
    from dtrees.oracle.vectors.case import Format

VERSION: Final = 2
"""The version of the vectors: it rises with every change of them."""

SCHEMAS: Final = Path(dtrees.__file__).parent / "schemas"


def document(format_: Format) -> dict[str, Any]:
    """Return a file of vectors as JSON's own values."""
    used = {flag for case in format_.cases for flag in case.flags}
    return {
        "format": f"dtrees vectors: {format_.name}",
        "version": VERSION,
        "schema": format_.schema,
        "generator": "dtrees vectors write",
        "flags": {flag: text for flag, text in FLAGS.items() if flag in used},
        "tests": list(map(format_.vector, format_.cases)),
    }


@cache
def contents() -> dict[str, str]:
    """Return every file that the generator writes by its name: the vectors and their README."""
    documents = {format_.name: document(format_) for format_ in FORMATS}
    files = {format_.file: layout(documents[format_.name]) + "\n" for format_ in FORMATS}
    return files | {"README.md": readme(documents)}


def schemas() -> dict[str, str]:
    """Return the schemas that go with the files, by their names: those of vectors, and that of trees."""
    names = ("tree.schema.json", "vector-common.schema.json", *(format_.schema for format_ in FORMATS))
    return {name: (SCHEMAS / name).read_text(encoding="utf-8") for name in names}


def expected(folder: Path) -> dict[str, str]:
    """Return every file that is to be in *folder*: beside the shipped ones the schemas need not stand again."""
    return contents() | ({} if folder.resolve() == SHIPPED.resolve() else schemas())


def write(folder: Path) -> None:
    """Write the files and their schemas to *folder*, which is made where it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in expected(folder).items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
