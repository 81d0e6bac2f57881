"""Integers as products of coprime bases, which is all that deciding equality of logarithms needs.

Small primes are divided out; a large cofactor stays whole, for factoring it may be out of reach.  Where two cofactors
share a factor, the greatest common divisor finds it [BERNSTEIN05].
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

TRIAL_BOUND: Final = 1000
"""Primes below this are divided out of a logarithm's argument; what is left below its square is a prime too."""

_PRIMES: Final = tuple(n for n in range(2, TRIAL_BOUND) if all(n % d for d in range(2, math.isqrt(n) + 1)))


@lru_cache(maxsize=1 << 16)
def factors(number: int) -> tuple[tuple[int, int], ...]:
    """Return pairs (base, exponent): small primes, then the cofactor that trial division leaves whole."""
    factors = []
    for prime in _PRIMES:
        if prime * prime > number:
            break
        exponent = 0
        while number % prime == 0:
            number //= prime
            exponent += 1
        if exponent:
            factors.append((prime, exponent))
    if number > 1:
        factors.append((number, 1))
    return tuple(factors)


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


def rewrite(terms: Iterable[tuple[int, int]], basis: Iterable[int]) -> dict[int, int]:
    """Return the coefficients of *terms* over *basis*: log2(b**2 * c) is 2 log2(b) + log2(c)."""
    rewritten: dict[int, int] = {}
    for base, coefficient in terms:
        rest = base
        for element in basis:
            while rest % element == 0:
                rest //= element
                rewritten[element] = rewritten.get(element, 0) + coefficient
    return rewritten


def surely_prime(bases: Iterable[int]) -> bool:
    """Return whether every base is so small that trial division has left it prime."""
    return all(base < TRIAL_BOUND**2 for base in bases)
