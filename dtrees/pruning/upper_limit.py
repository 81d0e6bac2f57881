"""The upper limit U_CF(E, N) of an error rate, where N rows are seen and E of them are wrong: C4.5's pessimism.

The limit is the rate at which seeing at most E errors has the chance CF, a root of a polynomial.  The program C4.5
computes another number, a normal approximation, which takes fractions of rows too; the book prints U(0, 6) = 0.206,
which is both, and U(1, 16) = 0.157, which is the program's where the root is 0.1596.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Annotated, Any, Final, Literal, TypeAlias

import attrs

from dtrees.arguments import checked
from dtrees.errors import Unsupported, abbreviated, refused
from dtrees.numbers.exact import Exact, Rational, number, rational
from dtrees.numbers.roots import Root, RootSum, normal_deviation, power_root, square_root
from dtrees.pruning.scales import price

Limit: TypeAlias = Literal["binomial", "c45", "j48"]

CONFIDENCE: Final = Fraction(1, 4)
"""What C4.5 takes for CF: the smaller it is, the more pessimistic is the limit."""

MOST_ROWS: Final = 100_000
"""The limit for more rows is a root of too high a degree."""

DEVIATIONS: Final = {
    "0": "4.0", "0.001": "3.09", "0.005": "2.58", "0.01": "2.33", "0.05": "1.65",
    "0.10": "1.28", "0.20": "0.84", "0.40": "0.25", "1.00": "0.00",
}  # fmt: skip
"""The program's table: with such a chance a normal variable is that many standard deviations above its mean."""


@checked
def upper_limit(
    errors: RowCount, rows: RowCount, *, confidence: Confidence = CONFIDENCE, limit: Limit = "binomial"
) -> RootSum:
    """Return U_CF(E, N), the upper limit of the error rate where *errors* of the *rows* are wrong.

    P(at most E errors in N rows | error rate U) = CF      [C45 §4.2]

    So it is 1 - CF^(1/N) for E = 0, and 1 for E = N.  ``c45`` takes the program's approximation (`program_limit`), with
    z read from its table: 0.6925 for CF = 1/4 [RELEASE8 stats.c]; ``j48``, of Weka, takes the z of the normal
    distribution, as a float64: 0.6745.  Both take fractions of rows.  Raises `InvalidData` where there are more errors
    than rows, and `Unsupported` for more than `MOST_ROWS` and for fractions of rows by the ``binomial`` limit.

    >>> [f"{upper_limit(1, 16, limit=limit):.3f}" for limit in ("binomial", "c45")]
    ['0.160', '0.157']
    """
    E, N, CF = errors, rows, Fraction(confidence)
    if E > N:
        raise refused(E, "errors", f"at most the {abbreviated(N)} rows")
    if N > MOST_ROWS:
        raise Unsupported(f"a limit for {abbreviated(N)} rows is a root of that degree: give at most {MOST_ROWS:,}")
    if limit != "binomial":
        return program_limit(rational(E), rational(N), CF, limit)
    if not isinstance(E, int) or not isinstance(N, int):
        give = "give whole numbers, or limit='c45' or 'j48', which take rows that missing values divide"
        raise Unsupported(f"no binomial chance counts {E} errors in {abbreviated(N)} rows: {give}")
    return binomial_limit(E, N, CF)


def binomial_limit(E: int, N: int, CF: Fraction) -> RootSum:  # noqa: N803 (the book's letters)
    """Return the error rate U at which at most E errors in N rows have the chance CF."""
    if E == N:
        return RootSum(1)
    if E == 0:
        return RootSum(1) - power_root(CF, N)
    if 2 * E >= N:  # so many errors at most are so many rows at least that are right
        return RootSum(1) - binomial_limit(N - 1 - E, N, 1 - CF)
    return RootSum(0, {BinomialRoot(E, N, CF): 1})


@attrs.frozen
class BinomialRoot(Root):
    """The error rate p for which at most *errors* E among *rows* N have the chance CF, the root of a polynomial.

    sum_{k <= E} C(N, k) p^k (1 - p)^(N - k) = CF      [C45 §4.2]
    """

    errors: int
    rows: int
    chance: Fraction

    def side(self, x: Fraction) -> int:
        """Return the sign of x - root: the larger the error rate, the less likely are few errors."""
        wrong, whole = x.as_integer_ratio()
        likely, term = 0, 1  # by the rule of Horner: the sum so far, over whole^N, and the term C(N, k) wrong^k
        for k in range(self.errors + 1):
            likely = likely * (whole - wrong) + term
            term = term * wrong * (self.rows - k) // (k + 1)
        chance: int = likely * (whole - wrong) ** (self.rows - self.errors) * self.chance.denominator
        level: int = self.chance.numerator * whole**self.rows
        return (level > chance) - (level < chance)

    def __str__(self) -> str:
        return f"U[{self.chance}]({self.errors}, {self.rows})"


def program_limit(errors: Rational, rows: Rational, chance: Fraction, limit: Literal["c45", "j48"]) -> RootSum:
    """Return the upper limit as the programs compute it, of *errors* E and *rows* N that may be fractions.

    U = 1 - CF^(1/N)                              for E = 0
        (1 - E) U(0, N) + E U(1, N)               for 0 < E < 1
        (E + r (N - E)) / N                       for E >= 1 and e = E + 1/2 >= N, r = 0.67 of ``c45``, 1 of ``j48``
        (e + z^2/2 + z sqrt(e (1 - e/N) + z^2/4)) / (N + z^2) else, z standard deviations up      [RELEASE8 stats.c]

    Where N < 1, U(1, N) is what this formula makes of it, or 1/N by ``j48``, so that U may exceed 1.  The program takes
    E below 10^-6 for 0, and E above 0.9999 for 1, for its floats' sake; these are exact.
    """
    E, N, e = errors, rows, errors + Fraction(1, 2)
    if not N:
        return RootSum(1)
    if E < 1:
        none = RootSum(1) - power_root(chance, N)
        return none + E * (program_limit(1, N, chance, limit) - none) if E else none
    if e >= N:
        added = Fraction(67, 100) * (N - E) if limit == "c45" else max(N - E, 0)
        return RootSum(Fraction(E + added) / N)
    z = table_deviation(chance) if limit == "c45" else normal_deviation(chance)
    spread = square_root(z**2 * (e * (1 - e / N) + z**2 / 4) / (N + z**2) ** 2)
    return spread + (e + z**2 / 2) / (N + z**2)


def table_deviation(chance: Fraction) -> Fraction:
    """Return z, the number of standard deviations for a chance, by linear interpolation in `DEVIATIONS`."""
    table = [(Fraction(known), Fraction(z)) for known, z in DEVIATIONS.items()]
    (low, high) = next((low, high) for low, high in pairwise(table) if chance <= high[0])
    return low[1] + (high[1] - low[1]) * (chance - low[0]) / (high[0] - low[0])


def _confidence(name: str, value: Any) -> Fraction:
    chance = Exact(number(name, value)).as_fraction()
    if not 0 < chance < 1:
        raise refused(value, name, "a number above 0 and below 1, such as 0.25")
    return chance


RowCount: TypeAlias = Annotated[Rational | float, lambda name, value: rational(Exact(price(name, value)).as_fraction())]
Confidence: TypeAlias = Annotated[Rational | float, _confidence]
