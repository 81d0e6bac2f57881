"""Taking floats for exact numbers: one within the rounding of a float64 computation is the number, any other is itself.

The bound is `rounding_bound` of how many terms are summed, and of what size: 1 per unit of weight for class shares (K
for entropy), the mean square for numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dtrees.exact import Exact
from dtrees.impurity import Impurity, entropy
from dtrees.oracle.judge.rounding import rounding_bound, unit_of
from dtrees.quotient import Quotient
from dtrees.summary import ClassCounts, Summary
from dtrees.traversal import preorder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.exact import Rational
    from dtrees.scales import Scale
    from dtrees.tree import Tree


def exact_within(got: Any, exact: Any, bound: Rational) -> Any:
    """Return *exact* where *got* is a float within *bound* of it, else *got* as the exact number that it is.

    >>> exact_within(0.1, Exact("1/10"), Fraction(1, 10**15)), exact_within(0.2, Exact("1/10"), 0).as_fraction() == 0.2
    (Exact('1/10'), True)
    """
    if isinstance(got, Exact | Quotient):
        return got
    claimed = Exact(got if isinstance(got, int | Fraction) else float(got))
    inside = not isinstance(got, int | Fraction) and exact - bound <= claimed <= exact + bound
    return exact if inside else claimed


def spread(summary: Summary, impurity: Impurity | None = None) -> Rational:
    """Return the size of the terms that an impurity of *summary* is summed of, per unit of weight."""
    if isinstance(summary, ClassCounts):
        return len(summary.counts) if impurity is entropy else 1
    return Fraction(summary.squares) / summary.weight if summary.weight else 0


def size_of(name: str, summary: Summary, impurity: Impurity) -> Rational:
    """Return the size of the terms that what a node states is summed of; the mean's are its root mean square."""
    if name == "weight":
        return summary.weight
    if name == "impurity":
        return 2 * spread(summary, impurity)
    if name == "risk":
        return 2 * spread(summary) * Fraction(summary.weight)
    return 1 if isinstance(summary, ClassCounts) else Fraction(float(spread(summary)) ** 0.5)


def impurity_bound(parts: Sequence[Summary], impurity: Impurity | None = None) -> Fraction:
    """Return how far an impurity of *parts*, their mean or their gain may be from the exact one."""
    terms = sum(len(part.counts) if isinstance(part, ClassCounts) else 3 for part in parts)
    return rounding_bound(terms, 2 * max(spread(part, impurity) for part in parts))


def pruning_bound(tree: Tree, impurity: Impurity, scale: Scale) -> Fraction:
    """Return how far a risk or an alpha of *tree* may be from the exact one, on *scale*.

    The terms are the nodes' risks, each of the size of its weight times its spread; the units are those of
    `dtrees.scales`, the smallest where they differ from node to node.
    """
    summaries = [node.summary for node, _ in preorder(tree)]
    sizes = [spread(summary, impurity) * Fraction(summary.weight) for summary in summaries]
    error = rounding_bound(len(summaries), sum(sizes, start=Fraction(0)))
    if scale == "node":
        return error / Fraction(min(summary.weight for summary in summaries))
    unit = unit_of(tree, impurity, scale)
    return error / unit * (1 + sum(sizes) / unit if scale == "root" else 1)


def statement_within(got: Any, exact: Any, bound: Rational) -> Any:
    """Return what is stated, taken for *exact* where it is within *bound* of it; a mean may stand in a list."""
    if not isinstance(exact, tuple):
        return exact_within(got, Exact(exact), bound)
    stated = tuple(got) if isinstance(got, Iterable) else (got,)
    if len(stated) != len(exact):
        return stated
    return tuple(exact_within(one, Exact(other), bound) for one, other in zip(stated, exact, strict=True))


def float_rounding(terms: Iterable[Any], *, divided: bool = False) -> Fraction:
    """Return how far a float64 sum of these terms may be from the exact one: 0 where it is exact.

    Sums of multiples of 2^-20 below 2^30 are; those of quotients (*divided*) need not be.

    >>> float_rounding([1, Fraction(1, 4)]), float_rounding([Fraction(1, 3)]) > 0
    (Fraction(0, 1), True)
    """
    numbers = [Fraction(float(term)) if isinstance(term, Exact) else Fraction(term) for term in terms]
    size = sum(map(abs, numbers), start=Fraction(0))
    if not divided and size < 2**30 and all(is_short(number) for number in numbers):
        return Fraction(0)
    return rounding_bound(len(numbers), size)


def is_short(number: Rational) -> bool:
    """Return whether *number* is a multiple of 2^-20: sums of such, if not too large, are exact in float64.

    >>> is_short(Fraction(3, 4)), is_short(Fraction(1, 3))
    (True, False)
    """
    return 2**20 % Fraction(number).denominator == 0


def is_exact_in_floats(summary: Any, whole: Any, impurity: Impurity) -> bool:
    """Return whether floats hold the shares of a node, and so its impurity, without rounding."""
    if not is_short(summary.weight / Fraction(whole)) or not is_short(summary.weight):
        return False
    if not isinstance(summary, ClassCounts):
        return is_short(summary.mean) and is_short(Fraction(summary.squares) / summary.weight)
    shares = summary.proportions
    if impurity is entropy:
        return all(share == 0 or (share.numerator == 1 and is_short(share)) for share in shares)
    return all(map(is_short, shares))
