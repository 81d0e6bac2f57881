"""How a value shows itself to a reader: what ``print`` writes, and what a notebook shows.

Data and trees promise here that they can be shown; the chapter `dtrees.render` says how, and registers it.
"""

from __future__ import annotations

from functools import singledispatch


@singledispatch
def as_text(value: object) -> str:
    """Return what ``print`` writes of *value*: its representation, where the chapter `render` has nothing better.

    >>> as_text(1)
    '1'
    """
    return repr(value)


@singledispatch
def as_html(value: object) -> str | None:
    """Return what a notebook shows of *value* as HTML, or None to have its representation shown.

    >>> as_html(1) is None
    True
    """


class Shown:
    """A value that ``print`` writes as text, and a notebook shows as HTML."""

    __slots__ = ()

    def __str__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str | None:
        """Return what a notebook shows."""
        return as_html(self)
