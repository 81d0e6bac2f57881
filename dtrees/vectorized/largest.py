"""The largest of numbers that are too close for floats: all are compared together, by integers of ever more bits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from dtrees.numbers.logarithms import added_up, scaled_sum

if TYPE_CHECKING:
    from collections.abc import Callable

    from dtrees.numbers.exact import Exact
    from dtrees.numbers.sums import Sum

T = TypeVar("T")

FIRST_BITS: Final = 64
"""The bits of the first attempt to tell numbers apart; each further attempt takes four times as many."""

MOST_BITS: Final = 8192


def largest_by_integers(items: list[T], measure: Callable[[T], Exact]) -> list[T]:
    """Return the *items* whose *measure* is the largest, as far as bounds of many bits tell them from the others.

    This saves exact comparisons between items that are near each other but smaller than the largest.

    >>> from dtrees.numbers.exact import Exact
    >>> largest_by_integers([2, 3, 2], Exact.log2)
    [3]
    """
    bits, most = FIRST_BITS, MOST_BITS
    while bits <= most and len(items) > 1:
        known: dict[Sum, tuple[int, int]] = {}
        found = [_scaled(measure(item).as_sum(), bits, known) for item in items]
        least = max(middle - error for middle, error in found)
        items = [item for item, (middle, error) in zip(items, found, strict=True) if middle + error >= least]
        lengths = [base.bit_length() for node in known if not node.parts for base in node.coefficients]
        bits, most = 4 * bits, min(MOST_BITS, 2 * max(lengths, default=0))
    return items


def _scaled(number: Sum, bits: int, known: dict[Sum, tuple[int, int]]) -> tuple[int, int]:
    """Return 2**bits times a sum as an integer, and how far off this is at the most; *known* has those of its parts."""
    waiting = [number]
    while waiting:
        node = waiting.pop()
        behind = [part for _, part in node.parts if part not in known]
        if behind:
            waiting += [node, *behind]
        elif node.parts:
            known[node] = added_up((factor, *known[part]) for factor, part in node.parts)
        else:
            known[node] = scaled_sum(node.coefficients, bits)
    return known[number]
