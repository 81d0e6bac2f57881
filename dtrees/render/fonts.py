"""Matplotlib, imported when it is needed, and the fonts that can show a text.

DejaVu Sans, which comes with matplotlib, has no Chinese characters; these need another font that is installed.
"""

from __future__ import annotations

import warnings
from functools import lru_cache
from importlib import import_module
from typing import Any, Final

from dtrees.errors import Unsupported, shown_lines

LIKELY: Final = ("cjk", "wqy", "pingfang", "msyh", "simhei", "heiti", "song", "ming")
"""Parts of the file names of fonts with Chinese characters, which are looked into first."""


def matplotlib_module(name: str) -> Any:
    """Return the module of matplotlib called *name*, or raise `Unsupported` that says how to install it."""
    try:
        return import_module(f"matplotlib.{name}")
    except ImportError as error:
        message = "pictures are drawn by matplotlib, which is not installed: pip install 'dtrees-spec[plot]'"
        raise Unsupported(message) from error


def families(text: str) -> tuple[str, ...]:
    """Return the font families for *text*: the usual one, then one that has the characters which the usual one lacks.

    Warns, naming the characters, where no installed font has them.

    >>> families("alpha ≤ 0.5")
    ('sans-serif',)
    """
    lacking = frozenset(map(ord, shown_lines(text))) - {ord("\n")} - _characters_of(_usual_font())
    if not lacking:
        return ("sans-serif",)
    found = _family_with(lacking)
    if found is None:
        characters = "".join(sorted(map(chr, lacking)))
        message = f"no installed font has {characters}: install one, for example by apt-get install fonts-wqy-microhei"
        warnings.warn(message, stacklevel=2)
        return ("sans-serif",)
    return "sans-serif", found


def style_of(text: str, *, bold: bool = False) -> dict[str, Any]:
    """Return the font family and weight for *text*: not bold with Chinese characters, whose fonts seldom have it.

    >>> style_of("yes", bold=True)
    {'family': ('sans-serif',), 'weight': 'bold'}
    """
    found = families(text)
    return {"family": found, "weight": "bold" if bold and len(found) == 1 else "normal"}


def _usual_font() -> str:
    manager = matplotlib_module("font_manager")
    return str(manager.findfont(manager.FontProperties(family=["sans-serif"])))


@lru_cache
def _characters_of(path: str) -> frozenset[int]:
    return frozenset(matplotlib_module("font_manager").get_font(path).get_charmap())


@lru_cache
def _family_with(characters: frozenset[int]) -> str | None:
    """Return the family of the first installed font that has all of the *characters*, or None."""
    manager = matplotlib_module("font_manager")
    paths = sorted(manager.findSystemFonts(), key=lambda path: not any(part in path.lower() for part in LIKELY))
    for path in paths:
        try:
            has_all = characters <= _characters_of(path)
        except RuntimeError:  # a file that is no font
            continue
        if has_all:
            manager.fontManager.addfont(path)
            return str(manager.get_font(path).family_name)
    return None
