"""Exact rationals as text: a decimal is that very rational, and so is what is written of it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from dtrees.numbers.exact import MOST_DIGITS, Rational, rational
from dtrees.numbers.numerals import LONGEST, integer_text, text_integer

if TYPE_CHECKING:
    from decimal import Decimal

_DECIMAL: Final = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE]([+-]?[0-9]{1,5}))?")
_RATIONAL: Final = re.compile(r"(-?[0-9]+)(?:\.([0-9]+)|/(0*[1-9][0-9]*))?")


def read_decimal(text: str) -> Rational | None:
    """Return the rational that *text* writes as a decimal, or None if it is no decimal of at most `MOST_DIGITS` digits.

    >>> read_decimal("0.1"), read_decimal("1e3"), read_decimal("1/10")
    (Fraction(1, 10), 1000, None)
    """
    found = _DECIMAL.fullmatch(text)
    if found is None or len(found[1]) + abs(int(found[3] or 0)) > MOST_DIGITS:
        return None
    return rational(Fraction(text))


def read_rational(text: str) -> Rational | None:
    """Return the rational that *text* is as `write_rational` writes it, or None where it is none.

    >>> read_rational("-3/7"), read_rational("4.78"), read_rational("x")
    (Fraction(-3, 7), Fraction(239, 50), None)
    """
    found = _RATIONAL.fullmatch(text)
    if found is None or len(text) > LONGEST:
        return None
    whole, places, below = found[1], found[2] or "", found[3] or "1"
    return rational(Fraction(text_integer(whole + places), 10 ** len(places) * text_integer(below)))


def write_rational(value: Rational | float | Decimal) -> str:
    """Return *value* exactly: as a decimal where there is one that ends, else as a fraction.

    >>> write_rational(Fraction(239, 50)), write_rational(Fraction(1, 3)), write_rational(3.0)
    ('4.78', '1/3', '3')
    >>> write_rational(0.1)
    '0.1000000000000000055511151231257827021181583404541015625'
    """
    numerator, denominator = value.as_integer_ratio()
    twos = (denominator & -denominator).bit_length() - 1
    fives, rest = 0, denominator >> twos
    while rest % 5 == 0:
        fives, rest = fives + 1, rest // 5
    if rest > 1:
        return f"{integer_text(numerator)}/{integer_text(denominator)}"
    places = max(twos, fives)
    digits = integer_text(abs(numerator) * 10**places // denominator).rjust(places + 1, "0")
    decimal = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{decimal}" if numerator < 0 else decimal


def write_number(value: Any) -> str:
    """Return *value* for reading: a float by its shortest text, a rational exactly, anything else as `str` has it.

    >>> write_number(0.1), write_number(Fraction(239, 50)), write_number("sun")
    ('0.1', '4.78', 'sun')
    """
    is_exact = isinstance(value, Fraction | int) and not isinstance(value, bool)
    return write_rational(value) if is_exact else str(value)
