"""Exact numbers as text: signed terms such as ``3/4``, ``log2(3)`` or ``3/4*log2(3)``."""

from __future__ import annotations

import re
from decimal import MAX_EMAX, Context, Decimal, Inexact
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from dtrees.errors import InvalidData, TooLarge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_TERM: Final = re.compile(r"(?P<number>\d+(?:/0*[1-9]\d*)?)?(?P<times>\*)?(?:log2\((?P<base>0*[1-9]\d*)\))?")


LONGEST: Final = 100_000
"""An integer of more digits is not written or read as text."""

MOST_TERMS: Final = 5000
"""A sum of more terms is not read: each is brought to one denominator with all others."""

_PLAIN: Final = 4000
"""So many digits Python itself writes and reads without complaint."""

_WIDE: Final = Context(prec=LONGEST + 1, Emax=MAX_EMAX, traps=[Inexact])
"""In which each integer that is written has all its digits."""


def integer_text(number: int) -> str:
    """Return the digits of *number*; raises `TooLarge` for more than `LONGEST`.

    >>> integer_text(-12), len(integer_text(10**5000))
    ('-12', 5001)
    """
    if number.bit_length() < 3 * _PLAIN:
        return str(number)
    if number.bit_length() > 3.3219 * LONGEST:
        message = f"a number of more than {LONGEST:,} digits is not written as text: rescale the data"
        raise TooLarge(message)
    return format(_decimal(number), "f")


def text_integer(text: str) -> int:
    """Return the integer of these digits; raises `TooLarge` for more than `LONGEST`.

    >>> text_integer("-12"), text_integer("1" + 5000 * "0") == 10**5000
    (-12, True)
    """
    if len(text) > LONGEST:
        message = f"a number of more than {LONGEST:,} digits is not read: rescale it"
        raise TooLarge(message)
    return -_integer(text[1:]) if text.startswith("-") else _integer(text)


def _integer(digits: str) -> int:
    """Return the integer of *digits*, read by halves: Python's own way takes the square of their number."""
    if len(digits) < _PLAIN:
        return int(digits)
    half = len(digits) // 2
    return _integer(digits[:-half]) * int(10**half) + _integer(digits[-half:])


def _decimal(number: int) -> Decimal:
    """Return *number* as a decimal, by halves likewise."""
    half = number.bit_length() // 2
    if half < _PLAIN:
        return Decimal(number)
    above, below = _decimal(number >> half), _decimal(number & ((1 << half) - 1))
    return _WIDE.fma(above, _WIDE.power(2, half), below)


def rational_text(number: int | Fraction) -> str:
    """Return what `str` of an integer or fraction is, of any length up to `LONGEST`.

    >>> rational_text(Fraction(-1, 3)), rational_text(5)
    ('-1/3', '5')
    """
    above = integer_text(number.numerator)
    return above if number.denominator == 1 else f"{above}/{integer_text(number.denominator)}"


def rational_repr(number: int | Fraction) -> str:
    """Return what `repr` of an integer or fraction is, of any length up to `LONGEST`.

    >>> rational_repr(Fraction(1, 3))
    'Fraction(1, 3)'
    """
    above = integer_text(number.numerator)
    return above if isinstance(number, int) else f"Fraction({above}, {integer_text(number.denominator)})"


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
        return rational_text(coefficient)
    logarithm = f"log2({integer_text(base)})"
    return logarithm if coefficient == 1 else f"{rational_text(coefficient)}*{logarithm}"


def read_terms(text: str) -> Iterator[tuple[int, Fraction]]:
    """Yield pairs (base, coefficient) of the sum that *text* writes; raises `InvalidData` where it is none.

    >>> list(read_terms("log2(6) - 1/2"))
    [(6, Fraction(1, 1)), (2, Fraction(-1, 2))]
    """
    pieces = [piece.strip() for piece in re.split(r"([+-])", text)]
    pieces = pieces[1:] if pieces[0] == "" and len(pieces) > 1 else ["+", *pieces]
    if len(pieces) > 2 * MOST_TERMS:
        message = f"a sum of more than {MOST_TERMS:,} terms is not read: add them up first"
        raise TooLarge(message)
    for sign, piece in zip(pieces[::2], pieces[1::2], strict=True):
        match = _TERM.fullmatch(piece)
        if not piece or match is None or bool(match["times"]) != bool(match["number"] and match["base"]):
            message = f"{text!r:.100} is not an exact number: write it like '3/7' or '2 - 3/4*log2(3)'"
            raise InvalidData(message)
        above, _, below = (match["number"] or "1").partition("/")
        number = Fraction(text_integer(above), text_integer(below or "1"))
        yield text_integer(match["base"] or "2"), -number if sign == "-" else number
