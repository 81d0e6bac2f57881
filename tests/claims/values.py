"""The values that prose states: an expression set as code, and ``(= value)`` behind it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def stated_values(page: str) -> Iterator[tuple[str, str]]:
    """Yield each expression with the value that *page* states for it: `expression` (= value)."""
    page = " ".join(page.split())
    for found in re.finditer(r"`([^`]+)` \(= ", page):
        depth, end = 1, found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(page[end], 0)
            end += 1
        yield found[1], page[found.end() : end - 1]
