"""Sphinx's configuration of the site that `python notebooks/site FOLDER` builds."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from docutils.nodes import SkipNode
from latex2mathml.converter import convert

project = "dtrees"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
html_theme = "furo"
html_title = "dtrees"
html_math_renderer = "mathml"
default_role = "code"
nb_execution_mode = "off"
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 6
autodoc_typehints = "none"
autodoc_member_order = "bysource"
RELATED = json.loads(Path(__file__).with_name("related.json").read_text(encoding="utf-8"))
suppress_warnings = ["myst.header"]  # a page may begin a level deeper


def plain(_app: Any, _what: str, name: str, _thing: Any, _options: Any, lines: list[str]) -> None:
    """Have a docstring shown as it is written: its signs are no markup, but for code in backticks.

    Below it stand links to the terms, notebooks and proofs of the function.
    """
    blocks: list[str] = []
    for block in re.split(r"\n\s*\n", "\n".join(lines).strip("\n")):
        if block.lstrip().startswith(">>>"):
            blocks.append("::\n\n" + "\n".join(f"   {line}" for line in block.splitlines()))
            continue
        parts = re.split(r"(``[^`]+``|`[^`\n]+`|(?<!\w)\*\w+\*(?!\w))", block)
        escaped = "".join(
            part
            if re.fullmatch(r"\*\w+\*", part)
            else f":code:`{part.strip('`')}`\\ "
            if part.startswith("`")
            else re.sub(r"([*_|`\\<>])", r"\\\1", part)
            for part in parts
        )
        by_line = any(line.startswith((" ", "- ")) for line in block.splitlines())
        blocks.append("\n".join(f"| {line}" for line in escaped.splitlines()) if by_line else escaped)
    if links := RELATED.get(name):
        shown = [f"`{label.replace('`', '')} <../{target}>`__" for label, target in links.items()]
        blocks.append("See also: " + ", ".join(shown))
    lines[:] = "\n\n".join(blocks).splitlines()


def formula(page: Any, node: Any) -> None:
    """Write a formula as MathML, which browsers show without a script from elsewhere."""
    page.body.append(convert(node.astext(), display="block" if node.tagname == "math_block" else "inline"))
    raise SkipNode


def setup(app: Any) -> None:
    """Let Sphinx call `plain` and `formula`."""
    app.add_html_math_renderer("mathml", (formula, None), (formula, None))
    app.connect("autodoc-process-docstring", plain)
