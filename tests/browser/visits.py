"""An open page in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from playwright.sync_api import Page


@attrs.frozen
class Visit:
    """An open page, and all that it asked for and complained of since."""

    page: Page
    requests: list[str] = attrs.field(factory=list)
    complaints: list[str] = attrs.field(factory=list)
