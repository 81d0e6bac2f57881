"""Exact numbers: sums of rational multiples of logarithms to base two.

Every quantity that dtrees derives from data is an `Exact`.  Gini, misclassification and squared error are
rational; an entropy in bits is a rational combination of log2 of integers.  Since log2(2) = 1, a rational is the
multiple of log2(2), and one representation serves both::

    (c_1 log2(b_1) + ... + c_k log2(b_k)) / d        integers c_i != 0, d > 0;  bases 2 or odd, pairwise coprime

Logarithms of pairwise coprime integers are linearly independent over the rationals (unique factorisation), so a
number is zero exactly when no term is left.
"""

from __future__ import annotations

import math
import re
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache, total_ordering
from typing import TYPE_CHECKING, Final, TypeAlias

import attrs

from dtrees.coprime import coprime_basis, factors, rewrite, surely_prime
from dtrees.errors import InvalidData

if TYPE_CHECKING:
    from collections.abc import Mapping

Rational: TypeAlias = int | Fraction

FIRST_DIGITS: Final = 30
"""Decimal digits of the first attempt to order two numbers; each further attempt doubles them."""


def rational(value: Rational | float) -> Rational:
    """Return *value* as a Python integer where it is one, else as a fraction in lowest terms.

    >>> rational(3.0), rational(0.5)
    (3, Fraction(1, 2))
    """
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float) and not math.isfinite(value):
        message = f"{value} is not a number that can be held exactly: give a finite value"
        raise InvalidData(message)
    fraction = Fraction(value)
    numerator, denominator = fraction.numerator, fraction.denominator
    if denominator == 1:
        return int(numerator)
    is_python = type(numerator) is type(denominator) is int  # numpy's integers would overflow
    return fraction if is_python else Fraction(int(numerator), int(denominator))


@lru_cache(maxsize=1 << 14)
def _natural_logarithm(base: int, digits: int) -> Decimal:
    with localcontext(_context(digits)):
        return Decimal(base).ln()


def _context(digits: int, rounding: str = ROUND_HALF_EVEN) -> Context:
    return Context(prec=digits, rounding=rounding, Emax=MAX_EMAX, Emin=MIN_EMIN)


def _rounded(value: Fraction, digits: int, rounding: str) -> Decimal:
    return _context(digits, rounding).divide(Decimal(value.numerator), Decimal(value.denominator))


@total_ordering
@attrs.frozen(init=False, eq=False, order=False, repr=False)
class Exact:
    """An exact real number: a rational plus rational multiples of logarithms to base two.

    Made from an integer, a fraction, a float (taken as the rational that it is) or the text that `str` prints;
    `Exact.log2` makes logarithms.  Numbers add, subtract, scale by rationals, and are totally ordered: the sign of
    a difference is found by evaluating it with correctly rounded logarithms at 30, 60, 120, ... digits until it is
    certain, which always ends because zero is recognised from the terms alone.

    Raises `InvalidData` for a text that is not a number, NaN and infinities.

    >>> Exact(3) / 7
    Exact('3/7')
    >>> 2 - Exact.log2(3) * Fraction(3, 4)
    Exact('2 - 3/4*log2(3)')
    >>> Exact.log2(12) - Exact.log2(3) == 2
    True
    """

    terms: tuple[tuple[int, int], ...]
    denominator: int

    def __init__(self, value: Exact | Rational | float | str = 0) -> None:
        if isinstance(value, int):
            self.__attrs_init__(((2, int(value)),) if value else (), 1)
            return
        if isinstance(value, str):
            value = _parse(value)
        if isinstance(value, Exact):
            self.__attrs_init__(value.terms, value.denominator)
            return
        fraction = Fraction(rational(value))
        terms = ((2, fraction.numerator),) if fraction else ()
        self.__attrs_init__(terms, fraction.denominator)

    @classmethod
    def _of(cls, coefficients: Mapping[int, int], denominator: int) -> Exact:
        """Return the number with *coefficients* over *denominator*, brought to its normal form."""
        present = {base: coefficient for base, coefficient in coefficients.items() if coefficient}
        if len(present) > 1 and not surely_prime(present):
            rewritten = rewrite(present.items(), coprime_basis(present))
            present = {base: coefficient for base, coefficient in rewritten.items() if coefficient}
        common = math.gcd(denominator, *present.values())
        number = cls.__new__(cls)
        number.__attrs_init__(
            tuple([(base, present[base] // common) for base in sorted(present)]), denominator // common
        )
        return number

    @classmethod
    def _ratio(cls, numerator: int, denominator: int) -> Exact:
        """Return a rational in lowest terms: `_of` where no logarithm stands."""
        common = math.gcd(numerator, denominator)
        number = cls.__new__(cls)
        number.__attrs_init__(((2, numerator // common),) if numerator else (), denominator // common)
        return number

    @property
    def _numerator(self) -> int:
        """The coefficient of log2(2), which is all where no logarithm stands."""
        return self.terms[0][1] if self.terms else 0

    @classmethod
    def log2(cls, value: Rational) -> Exact:
        """Return the logarithm to base two of a positive rational.

        >>> Exact.log2(Fraction(9, 8))
        Exact('-3 + 2*log2(3)')
        """
        if value <= 0:
            message = f"log2({value}) does not exist: give a positive rational"
            raise InvalidData(message)
        coefficients = dict(factors(value.numerator))
        for base, exponent in factors(value.denominator):
            coefficients[base] = coefficients.get(base, 0) - exponent
        return cls._of(coefficients, 1)

    # --- arithmetic -------------------------------------------------------------------------------------------

    def __add__(self, other: Exact | Rational | float) -> Exact:
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        other = other if isinstance(other, Exact) else Exact(other)
        if self.is_rational and other.is_rational:
            sum_of_both = self._numerator * other.denominator + other._numerator * self.denominator
            return Exact._ratio(sum_of_both, self.denominator * other.denominator)
        denominator = math.lcm(self.denominator, other.denominator)
        factor = denominator // self.denominator
        sums = {base: coefficient * factor for base, coefficient in self.terms}
        factor = denominator // other.denominator
        for base, coefficient in other.terms:
            sums[base] = sums.get(base, 0) + coefficient * factor
        return Exact._of(sums, denominator)

    __radd__ = __add__

    def __neg__(self) -> Exact:
        return self._scaled(-1, 1)

    def __sub__(self, other: Exact | Rational | float) -> Exact:
        return self + (-other)

    def __rsub__(self, other: Rational | float) -> Exact:
        return -self + other

    def __mul__(self, other: Exact | Rational | float) -> Exact:
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        if isinstance(other, Exact) and not other.is_rational:
            return other * self.as_fraction()
        factor = other if isinstance(other, int) else Exact(other).as_fraction()
        return self._scaled(factor.numerator, factor.denominator)

    __rmul__ = __mul__

    def __truediv__(self, other: Exact | Rational | float) -> Exact:
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        divisor = other if isinstance(other, int) else Exact(other).as_fraction()
        if not divisor:
            message = f"{self} cannot be divided by zero"
            raise ZeroDivisionError(message)
        sign = 1 if divisor > 0 else -1
        return self._scaled(sign * divisor.denominator, abs(divisor.numerator))

    def _scaled(self, numerator: int, denominator: int) -> Exact:
        if self.is_rational:
            return Exact._ratio(self._numerator * numerator, self.denominator * denominator)
        scaled = {base: coefficient * numerator for base, coefficient in self.terms}
        return Exact._of(scaled, self.denominator * denominator)

    def __abs__(self) -> Exact:
        return -self if self.sign() < 0 else self

    def __bool__(self) -> bool:
        return bool(self.terms)

    # --- order ------------------------------------------------------------------------------------------------

    @property
    def is_rational(self) -> bool:
        """Whether no logarithm is left, which decides it: logarithms of odd coprimes are independent of 1."""
        return not self.terms or self.terms[-1][0] == 2  # noqa: PLR2004 (terms ascend by base, and log2(2) is 1)

    def as_fraction(self) -> Fraction:
        """Return the rational number that this is, or raise `InvalidData` where a logarithm is left.

        >>> Exact(0.375).as_fraction()
        Fraction(3, 8)
        """
        if not self.is_rational:
            message = f"{self} is not rational: keep it as Exact, or compare quotients with Quotient"
            raise InvalidData(message)
        return Fraction(self._numerator, self.denominator)

    def bounds(self, digits: int) -> tuple[Fraction, Fraction]:
        """Return rationals that enclose the number, some 10**-digits apart relative to its largest term.

        Each logarithm and product is rounded once and the sum of k terms k times, so the error is below
        (k + 2) 10**(1 - digits) times the sum of the terms' magnitudes.
        """
        if self.is_rational:
            value = self.as_fraction()
            return value, value
        with localcontext(_context(digits)):
            values = [coefficient * _natural_logarithm(base, digits) for base, coefficient in self.terms]
            total = Fraction(sum(values))
            error = Fraction(sum(map(abs, values))) * (len(values) + 2) / 10 ** (digits - 1)
            two = Fraction(_natural_logarithm(2, digits))
        slack = 2 * two / 10**digits
        ends = [
            end / (unit * self.denominator)
            for end in (total - error, total + error)
            for unit in (two - slack, two + slack)
        ]
        return min(ends), max(ends)

    def sign(self) -> int:
        """Return -1, 0 or 1.

        >>> (Exact.log2(3) - Fraction(19, 12)).sign()
        1
        """
        if self.is_rational:
            return (self._numerator > 0) - (self._numerator < 0)
        digits = FIRST_DIGITS
        while True:
            with localcontext(_context(digits)):
                values = [coefficient * _natural_logarithm(base, digits) for base, coefficient in self.terms]
                total = sum(values, start=Decimal(0))
                error = sum(map(abs, values), start=Decimal(0)) * (len(values) + 2) * Decimal(10) ** (1 - digits)
                if abs(total) > 2 * error:
                    return 1 if total > 0 else -1
            digits *= 2

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        if isinstance(other, float) and not math.isfinite(other):
            return False
        other = Exact(other)
        return (self.terms, self.denominator) == (other.terms, other.denominator) or not (self - other).terms

    def __lt__(self, other: Exact | Rational | float) -> bool:
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        if isinstance(other, float) and math.isinf(other):
            return other > 0
        return (self - other).sign() < 0

    def __le__(self, other: Exact | Rational | float) -> bool:
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        if isinstance(other, float) and math.isinf(other):
            return other > 0
        return (self - other).sign() <= 0

    def __hash__(self) -> int:
        if self.is_rational:
            return hash(self.as_fraction())
        try:
            return hash(float(self))
        except OverflowError:
            return hash(self.sign())

    # --- leaving the exact world ------------------------------------------------------------------------------

    def __float__(self) -> float:
        """Return the nearest float64, ties to even."""
        digits = FIRST_DIGITS
        while True:
            low, high = map(float, self.bounds(digits))
            if low == high:
                return low if self.sign() < 0 else high
            digits *= 2

    def __format__(self, spec: str) -> str:
        """Return the number as *spec* asks, rounded once (``.3f``); as `str` or float where it states no precision."""
        if "." not in spec:
            return format(float(self), spec) if spec else str(self)
        digits = FIRST_DIGITS
        while True:
            low, high = (
                format(_rounded(end, digits, rounding), spec)
                for end, rounding in zip(self.bounds(digits), (ROUND_FLOOR, ROUND_CEILING), strict=True)
            )
            if low == high:
                return low
            digits *= 2

    def __str__(self) -> str:
        if not self.terms:
            return "0"
        text = ""
        for base, coefficient in self.terms:
            sign = "-" if coefficient < 0 else "+"
            text += f" {sign} " if text else sign.removeprefix("+")
            text += _term(base, abs(Fraction(coefficient, self.denominator)))
        return text

    def __repr__(self) -> str:
        return f"Exact('{self}')"


_NUMBERS = (Exact, int, float, Fraction)
"""What an `Exact` computes and compares with."""


def _term(base: int, coefficient: Fraction) -> str:
    if base == 2:  # noqa: PLR2004 (log2(2) is 1)
        return str(coefficient)
    return f"log2({base})" if coefficient == 1 else f"{coefficient}*log2({base})"


_TERM = re.compile(r"(?P<number>\d+(?:/0*[1-9]\d*)?)?(?P<times>\*)?(?:log2\((?P<base>0*[1-9]\d*)\))?")


def _parse(text: str) -> Exact:
    """Return the number whose `str` is *text*: signed terms ``3/4``, ``log2(3)`` or ``3/4*log2(3)``."""
    compact = re.sub(r"\s*([+-])\s*", r"\1", text.strip())
    pieces = re.split(r"([+-])", compact)
    pieces = pieces[1:] if pieces[0] == "" and len(pieces) > 1 else ["+", *pieces]
    total = Exact(0)
    for sign, piece in zip(pieces[::2], pieces[1::2], strict=True):
        match = _TERM.fullmatch(piece)
        if not piece or match is None or bool(match["times"]) != bool(match["number"] and match["base"]):
            message = f"{text!r} is not an exact number: write it like '3/7' or '2 - 3/4*log2(3)'"
            raise InvalidData(message)
        term = Exact.log2(int(match["base"])) if match["base"] else Exact(1)
        total += term * Fraction(match["number"] or 1) * (-1 if sign == "-" else 1)
    return total
