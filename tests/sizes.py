"""How much a test asks: little each time, more in a campaign."""

from __future__ import annotations

from typing import Any

import pytest


def larger_in_a_campaign(names: str | tuple[str, ...], small: Any, large: Any) -> pytest.MarkDecorator:
    """Return a decorator that gives a test *small* values of the parameters *names*, and in a campaign *large* too."""
    values = large if isinstance(large, tuple) else (large,)
    return pytest.mark.parametrize(names, [small, pytest.param(*values, marks=pytest.mark.campaign)])
