"""Exact rationals as text: a decimal is that very rational, and so is what is written of it.

An exact number is written as signed terms, such as ``3/4``, ``log2(3)`` or ``3/4*log2(3)``.
"""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from dtrees.errors import InvalidData, TooLarge
from dtrees.numbers.coprime import E

MOST_DIGITS: Final = 4000
"""A decimal may have so many digits before or after its point."""

LONGEST: Final = 20_000
"""An integer of more digits is not written or read as text."""

MOST_TERMS: Final = 5000
"""A sum of more terms is not read: each is brought to one denominator with all others."""

_DECIMAL: Final = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE]([+-]?[0-9]{1,5}))?")
_RATIONAL: Final = re.compile(r"(-?[0-9]+)(?:\.([0-9]+)|/(0*[1-9][0-9]*))?")
_TERM: Final = re.compile(r"(?P<number>\d+(?:/0*[1-9]\d*)?)?(?P<times>\*)?(?:log2\((?P<base>0*[1-9]\d*|e)\))?")


def read_rational(text: str) -> Fraction | None:
    """Return the rational that *text* is as `write_rational` writes it, or None where it is none.

    >>> read_rational("-3/7"), read_rational("4.78"), read_rational("x")
    (Fraction(-3, 7), Fraction(239, 50), None)
    """
    found = _RATIONAL.fullmatch(text)
    if found is None or len(text) > LONGEST:
        return None
    whole, places, below = found[1], found[2] or "", found[3] or "1"
    return Fraction(_integer(whole + places), 10 ** len(places) * _integer(below))


def read_decimal(text: str) -> Fraction | None:
    """Return the rational that *text* writes as a decimal, or None if it is no decimal of at most `MOST_DIGITS` digits.

    >>> read_decimal("0.1"), read_decimal("1e3"), read_decimal("1/10")
    (Fraction(1, 10), Fraction(1000, 1), None)
    """
    found = _DECIMAL.fullmatch(text)
    if found is None or len(found[1]) + abs(int(found[3] or 0)) > MOST_DIGITS:
        return None
    return Fraction(text)


def write_rational(value: float | Fraction | Decimal) -> str:
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
        return rational_text(Fraction(numerator, denominator))
    places = max(twos, fives)
    digits = rational_text(abs(numerator) * 10**places // denominator).rjust(places + 1, "0")
    decimal = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{decimal}" if numerator < 0 else decimal


def write_number(value: Any) -> str:
    """Return *value* for reading: a float by its shortest text, a rational exactly, anything else as `str` has it.

    >>> write_number(0.1), write_number(Fraction(239, 50)), write_number("sun")
    ('0.1', '4.78', 'sun')
    """
    is_exact = isinstance(value, Fraction | int) and not isinstance(value, bool)
    return write_rational(value) if is_exact else str(value)


def rational_text(number: int | Fraction) -> str:
    """Return what `str` of an integer or fraction is, of any length up to `LONGEST`; else raise `TooLarge`.

    >>> rational_text(Fraction(-1, 3)), len(rational_text(10**5000))
    ('-1/3', 5001)
    """
    above = _digits(number.numerator)
    return above if number.denominator == 1 else f"{above}/{_digits(number.denominator)}"


def exact_repr(value: object) -> str:
    """Return what `repr` of *value* is, of integers and fractions of any length, and of a tuple of them.

    Of a number of more than `LONGEST` digits it is how many bits there are.

    >>> exact_repr(Fraction(1, 3)), exact_repr("a"), len(exact_repr(10**5000)), exact_repr(10**200_000)
    ('Fraction(1, 3)', "'a'", 5001, '<a number of 664,386 bits>')
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(exact_repr, value))}{',' * (len(value) == 1)})"
    if not isinstance(value, int | Fraction) or isinstance(value, bool):
        return repr(value)
    try:
        above = _digits(value.numerator)
        return above if isinstance(value, int) else f"Fraction({above}, {_digits(value.denominator)})"
    except TooLarge:
        return f"<a number of {value.numerator.bit_length():,} bits>"


def _digits(number: int) -> str:
    if number.bit_length() > 3.3219 * LONGEST:
        raise TooLarge(f"a number of more than {LONGEST:,} digits is not written as text: rescale the data")
    return format(Decimal(number), "f")  # of any length, where `str` is limited


def _integer(digits: str) -> int:
    if len(digits) > LONGEST:
        raise TooLarge(f"a number of more than {LONGEST:,} digits is not read: rescale it")
    return int(Decimal(digits))


def written(terms: Iterable[tuple[int, int | Fraction]]) -> str:
    """Return the text of a sum of coefficient * log2(base), in the order given.

    >>> written([(2, 2), (3, Fraction(-3, 4))])
    '2 - 3/4*log2(3)'
    """
    text = ""
    for base, coefficient in terms:
        sign, size = ("-", -coefficient) if coefficient < 0 else ("+", coefficient)
        log = "" if base == 2 else f"log2({'e' if base == E else _digits(base)})"  # noqa: PLR2004 (log2(2) is 1)
        parts = [rational_text(size)] * (size != 1 or not log) + [log] * bool(log)
        text += f" {sign} " if text else sign.removeprefix("+")
        text += "*".join(parts)
    return text or "0"


def read_terms(text: str) -> Iterator[tuple[int, Fraction]]:
    """Yield pairs (base, coefficient) of the sum that *text* writes; raises `InvalidData` where it is none.

    >>> list(read_terms("log2(6) - 1/2"))
    [(6, Fraction(1, 1)), (2, Fraction(-1, 2))]
    """
    pieces = [piece.strip() for piece in re.split(r"([+-])", text)]
    pieces = pieces[1:] if pieces[0] == "" and len(pieces) > 1 else ["+", *pieces]
    if len(pieces) > 2 * MOST_TERMS:
        raise TooLarge(f"a sum of more than {MOST_TERMS:,} terms is not read: add them up first")
    for sign, piece in zip(pieces[::2], pieces[1::2], strict=True):
        match = _TERM.fullmatch(piece)
        if not piece or match is None or bool(match["times"]) != bool(match["number"] and match["base"]):
            raise InvalidData(f"{text!r:.100} is not an exact number: write it like '3/7' or '2 - 3/4*log2(3)'")
        above, _, below = (match["number"] or "1").partition("/")
        number = Fraction(_integer(above), _integer(below or "1"))
        yield E if match["base"] == "e" else _integer(match["base"] or "2"), -number if sign == "-" else number
