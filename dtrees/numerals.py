"""Exact numbers as text: signed terms such as ``3/4``, ``log2(3)`` or ``3/4*log2(3)``."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from dtrees.errors import InvalidData

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_TERM: Final = re.compile(r"(?P<number>\d+(?:/0*[1-9]\d*)?)?(?P<times>\*)?(?:log2\((?P<base>0*[1-9]\d*)\))?")


def written(terms: Iterable[tuple[int, int | Fraction]]) -> str:
    """Return the text of a sum of coefficient * log2(base), in the order given.

    >>> written([(2, 2), (3, Fraction(-3, 4))])
    '2 - 3/4*log2(3)'
    """
    text = ""
    for base, coefficient in terms:
        sign = "-" if coefficient < 0 else "+"
        text += f" {sign} " if text else sign.removeprefix("+")
        text += _term(base, coefficient if coefficient > 0 else -coefficient)
    return text or "0"


def _term(base: int, coefficient: int | Fraction) -> str:
    if base == 2:  # noqa: PLR2004 (log2(2) is 1)
        return str(coefficient)
    return f"log2({base})" if coefficient == 1 else f"{coefficient}*log2({base})"


def read_terms(text: str) -> Iterator[tuple[int, Fraction]]:
    """Yield pairs (base, coefficient) of the sum that *text* writes; raises `InvalidData` where it is none.

    >>> list(read_terms("log2(6) - 1/2"))
    [(6, Fraction(1, 1)), (2, Fraction(-1, 2))]
    """
    pieces = re.split(r"([+-])", re.sub(r"\s*([+-])\s*", r"\1", text.strip()))
    pieces = pieces[1:] if pieces[0] == "" and len(pieces) > 1 else ["+", *pieces]
    for sign, piece in zip(pieces[::2], pieces[1::2], strict=True):
        match = _TERM.fullmatch(piece)
        if not piece or match is None or bool(match["times"]) != bool(match["number"] and match["base"]):
            message = f"{text!r} is not an exact number: write it like '3/7' or '2 - 3/4*log2(3)'"
            raise InvalidData(message)
        yield int(match["base"] or 2), Fraction(match["number"] or 1) * (-1 if sign == "-" else 1)
