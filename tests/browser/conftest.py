"""A page opened in the browser from its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser.visits import Visit

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser


@pytest.fixture
def visit(browser: Browser, tmp_path: pathlib.Path) -> Iterator[Callable[[str], Visit]]:
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1280, "height": 800})

    def open_page(html: str) -> Visit:
        file = tmp_path / "page.html"
        file.write_text(html, encoding="utf-8")
        page = context.new_page()
        made = Visit(page)
        page.on("request", lambda request: made.requests.append(request.url))
        page.on("console", lambda message: made.complaints.append(message.text))
        page.on("pageerror", lambda error: made.complaints.append(str(error)))
        page.on("crash", lambda _: made.complaints.append("crash"))
        page.goto(file.as_uri())
        return made

    yield open_page
    context.close()
