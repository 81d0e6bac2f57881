"""The files: what the generator writes, each time the same bytes, and where they are shipped.

The questions stand in the shipped files alone, their explanations in ``files/README.md``: the flags are read there, and
the generator writes into it how many vectors there are, the examples, and what is cited.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import dtrees
from dtrees.citations import CITATIONS
from dtrees.oracle.vectors.formats import FORMATS, SHIPPED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

VERSION: Final = 4
"""The version of the vectors: it rises with every change of them."""

SCHEMAS: Final = Path(dtrees.__file__).parent / "schemas"

README: Final = (SHIPPED / "README.md").read_text(encoding="utf-8")

FLAGS: Final = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", README.partition("## Flags")[2], re.MULTILINE))
"""The traps that vectors set, each with its explanation."""

EXAMPLE: Final = re.compile(r'(?<=^```json\n)\{\n  "id": "(.*?)",\n.*?(?=^```$)', re.DOTALL | re.MULTILINE)
"""A vector in the README."""

WIDTH: Final = 118
"""The longest line, where a value can be broken over lines."""


@cache
def contents() -> dict[str, str]:
    """Return every file that the generator writes by its name: the vectors and their README."""
    vectors = {format_: format_.vectors for format_ in FORMATS}
    files = {}
    for format_, tests in vectors.items():
        used = {flag for test in tests for flag in test["flags"]}
        document = {
            "format": f"dtrees vectors: {format_.name}",
            "version": VERSION,
            "schema": format_.schema,
            "generator": "dtrees vectors write",
            "flags": {flag: text for flag, text in FLAGS.items() if flag in used},
            "tests": tests,
        }
        files[format_.file] = layout(document) + "\n"
    return files | {"README.md": readme([test for tests in vectors.values() for test in tests])}


def readme(tests: Sequence[dict[str, Any]]) -> str:
    """Return the README with what the *tests* say: how many there are, those that are examples, and whom they cite."""
    by_id = {test["id"]: test for test in tests}
    text, _, _ = README.partition("## Citations")
    text = re.sub(r"Version \d+; \d+ vectors", f"Version {VERSION}; {len(tests)} vectors", text)
    text = EXAMPLE.sub(lambda found: layout(by_id[found[1]]) + "\n", text)
    cited = {citation.split()[0] for test in tests for citation in test["citations"]}
    keys = "\n".join(f"- {key}: {title}" for key, title in CITATIONS.items() if key in cited)
    return f"{text}## Citations\n\n{keys}\n"


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


def layout(value: Any, indent: int = 0, before: int = 0) -> str:
    """Return *value* as JSON, *indent* columns in, after a name of *before* columns.

    >>> print(layout({"a": [1, 2], "b": {"c": "x" * 120}}).replace("x" * 119, ""))
    {
      "a": [1, 2],
      "b": {
        "c": "x"
      }
    }
    """
    line = json.dumps(value, ensure_ascii=False)
    if indent + before + len(line) < WIDTH or not isinstance(value, dict | list | tuple) or not value:
        return line
    inner = indent + 2
    if isinstance(value, dict):
        items = [f"{json.dumps(name)}: {layout(item, inner, len(name) + 4)}" for name, item in value.items()]
    elif any(isinstance(item, dict) for item in value) or max(map(len, map(str, value))) > WIDTH - inner:
        items = [layout(item, inner) for item in value]
    else:
        items = list(_filled([json.dumps(item, ensure_ascii=False) for item in value], WIDTH - inner))
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n" + ",\n".join(" " * inner + item for item in items) + f"\n{' ' * indent}{closing}"


def _filled(items: Sequence[str], width: int) -> Iterator[str]:
    """Yield lines of *items* side by side."""
    line = items[0]
    for item in items[1:]:
        if len(line) + len(item) + 2 > width:
            yield line
            line = item
        else:
            line += f", {item}"
    yield line
