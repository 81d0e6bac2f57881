"""Integers as products of coprime bases, which is all that deciding equality of logarithms needs.

Small primes are divided out; a large cofactor stays whole, for factoring it may be out of reach.  Where two cofactors
share a factor, the greatest common divisor finds it [BERNSTEIN05].
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

Coefficients: TypeAlias = "Mapping[int, int | Fraction]"
"""A sum of logarithms: what log2(base) is multiplied by, for each base.  Since log2(2) = 1, a rational is one too."""

E: Final = -1
"""The base that stands for Euler's number e, which is no integer."""

TRIAL_BOUND: Final = 1000
"""Primes below this are divided out of a logarithm's argument; what is left below its square is a prime too."""

_PRIMES: Final = tuple(n for n in range(2, TRIAL_BOUND) if all(n % d for d in range(2, math.isqrt(n) + 1)))


def over_coprime_bases(*sums: Coefficients) -> tuple[dict[int, int | Fraction], ...]:
    """Return the same sums over bases that are coprime across all of them: log2(b**2 * c) is 2 log2(b) + log2(c).

    Zero coefficients are left out, so that a sum is zero exactly where nothing is left.

    >>> over_coprime_bases({6: 1, 3: -1}, {9: 2})
    ({2: 1}, {3: 4})
    """
    factored = [_rewritten(terms, factors) for terms in sums]
    unsure = {base for terms in factored for base in terms if base > TRIAL_BOUND}
    if max(unsure, default=0) > TRIAL_BOUND**2 and (shared := _sharing_factors(unsure)):
        basis = coprime_basis(shared)
        factored = [_rewritten(terms, lambda base: _powers(base, basis)) for terms in factored]
    return tuple(factored)


@lru_cache(maxsize=1 << 16)
def factors(number: int) -> tuple[tuple[int, int], ...]:
    """Return pairs (base, exponent): small primes, then the cofactor that trial division leaves whole."""
    return tuple(_powers(number, _PRIMES))


def coprime_basis(numbers: Iterable[int]) -> list[int]:
    """Return pairwise coprime numbers of whose powers each of *numbers* is a product [BERNSTEIN05 §4]."""
    basis: list[int] = []
    waiting = [number for number in numbers if number > 1]
    while waiting:
        number = waiting.pop()
        for place, other in enumerate(basis):
            common = math.gcd(number, other)
            if common > 1:
                del basis[place]
                waiting += [part for part in (common, number // common, other // common) if part > 1]
                break
        else:
            basis.append(number)
    return basis


def _sharing_factors(numbers: Iterable[int]) -> set[int]:
    """Return the *numbers* n that share a factor with another one: with (P mod n^2) / n, P the product of all."""
    product = math.prod(numbers)
    return {number for number in numbers if math.gcd(number, product % number**2 // number) > 1}


def _powers(number: int, basis: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the elements of the basis that divide *number*, with their exponents, and what is left."""
    for element in basis:
        exponent = 0
        while number % element == 0:
            number, exponent = number // element, exponent + 1
        if exponent:
            yield element, exponent
    if number != 1:  # nor is `E` divided
        yield number, 1


def _rewritten(
    terms: Coefficients, product_of: Callable[[int], Iterable[tuple[int, int]]]
) -> dict[int, int | Fraction]:
    """Return *terms* with each base as the powers whose product it is."""
    rewritten: dict[int, int | Fraction] = {}
    for base, coefficient in terms.items():
        for part, exponent in product_of(base) if coefficient else ():
            rewritten[part] = rewritten.get(part, 0) + exponent * coefficient
    return {base: coefficient for base, coefficient in rewritten.items() if coefficient}
