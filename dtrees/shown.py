"""How a value shows itself to a reader: the chapter `dtrees.render` says how, and registers it here."""

from functools import singledispatch
from typing import TYPE_CHECKING

from dtrees.errors import METHODS, instead


@singledispatch
def as_text(value: object) -> str:
    """Return the text that ``print`` writes for *value*, by default its representation.

    >>> as_text(1)
    '1'
    """
    return repr(value)


@singledispatch
def as_html(value: object) -> str | None:
    """Return the HTML that a notebook shows for *value*, by default None: its representation is shown.

    >>> as_html(1) is None
    True
    """


class Shown:
    """A value that ``print`` writes as text, and a notebook shows as HTML.

    It has no methods to fit, predict or score: where one is looked for, the error says what to type.
    """

    __slots__ = ()

    if not TYPE_CHECKING:  # for which any name would be there

        def __getattr__(self, name: str) -> object:
            message = f"{type(self).__name__!r} object has no attribute {name!r}{instead(METHODS, name)}"
            raise AttributeError(message, name=name, obj=self)

    def __str__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str | None:
        return as_html(self)
