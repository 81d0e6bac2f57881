"""HTML pages that hold their data and their script, and load nothing from the network."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

SCRIPT: Final = Path(__file__).with_name("elements.js")


def filled(name: str, language: str, facts: dict[str, Any]) -> str:
    """Return the template *name* of this folder filled with *facts*, the page's data, in *language*."""
    template = Path(__file__).with_name(name).read_text(encoding="utf-8")
    text = json.dumps(facts | {"lang": language}).replace("<", "\\u003c")  # none may end the script or begin a comment
    page = template.replace("{{lang}}", language).replace("{{elements}}", SCRIPT.read_text(encoding="utf-8"))
    return page.replace("{{facts}}", text)
