"""How an implementation fails to answer."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from dtrees.errors import DtreesError

Failure: TypeAlias = Literal["error", "crash", "hang", "malformed", "flood"]

WIDTH: Final = 160
"""Longer lines of a peer are cut to this where they are shown."""


class NoAnswer(DtreesError):  # noqa: N818 (nobody erred here: the other side did)
    """Raised where an implementation gave no answer; the *message* says what it did instead, by what was *seen* of it.

    kind  ``error``, one that it reports itself, or what leaves a program dead or its output out of step: a ``crash``, a
          ``hang``, output that is ``malformed``, or a ``flood`` of it

    >>> print(NoAnswer(kind="malformed", message="not JSON", seen="hello"))
    not JSON: hello
    """

    def __init__(self, *, kind: Failure, message: str, seen: str = "") -> None:
        self.kind = kind
        super().__init__(": ".join(map(shortened, filter(None, (message, seen)))))


def shortened(text: str) -> str:
    """Return *text* on one line of a screen's width.

    >>> len(shortened("x" * 1000)), shortened("a   b")
    (160, 'a b')
    """
    line = " ".join(text.split())
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 3]}..."
