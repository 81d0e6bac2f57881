"""Sphinx's configuration of the site that `site.py` builds."""

from __future__ import annotations

import re
from typing import Any

project = "dtrees"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
html_theme = "furo"
html_title = "dtrees"
default_role = "code"
nb_execution_mode = "off"
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 6
autodoc_typehints = "none"
autodoc_member_order = "bysource"
suppress_warnings = ["myst.header"]  # a page may begin a level deeper


def plain(_app: Any, _what: str, _name: str, _thing: Any, _options: Any, lines: list[str]) -> None:
    """Have a docstring shown as it is written: its signs are no markup, but for code in backticks."""
    blocks: list[str] = []
    for block in re.split(r"\n\s*\n", "\n".join(lines).strip("\n")):
        if block.lstrip().startswith(">>>") or block.startswith((" ", "- ")):
            blocks.append("::\n\n" + "\n".join(f"   {line}" for line in block.splitlines()))
            continue
        parts = re.split(r"(``[^`]+``|`[^`]+`)", block)
        escaped = [
            f":code:`{part.strip('`')}`\\ " if part.startswith("`") else re.sub(r"([*_|`\\<>])", r"\\\1", part)
            for part in parts
        ]
        blocks.append("".join(escaped))
    lines[:] = "\n\n".join(blocks).splitlines()


def setup(app: Any) -> None:
    """Let Sphinx call `plain`."""
    app.connect("autodoc-process-docstring", plain)
