"""JSON laid out to be read: what fits stands on one line, short items side by side, else an item a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WIDTH: Final = 118
"""The longest line, where a value can be broken over lines."""


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
