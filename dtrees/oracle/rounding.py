"""When a float is right: within the rounding that float arithmetic on so many terms can make of the exact number.

Judges and laws share this rule.  A bound is `rounding_bound` of the number of terms in a sum and of their size, which
`size_of` gives for each number that a node states.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.errors import InvalidData
from dtrees.growing.absolute_error import absolute_error
from dtrees.growing.costs import costs_of
from dtrees.growing.impurity import Impurity, entropy, squared_error, usual_impurity
from dtrees.growing.outputs import MeanImpurity
from dtrees.growing.poisson import poisson_deviance
from dtrees.growing.regularised import RegularisedSquaredError
from dtrees.numbers.exact import Exact, Rational
from dtrees.numbers.quotient import Quotient
from dtrees.pruning.scales import Scale, unit_of_risk
from dtrees.trees.outputs import OutputSummaries, output_of
from dtrees.trees.summary import ClassCounts, Summary
from dtrees.trees.tree import Leaf, Tree, leaves, preorder

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.data.scaled import NumberArray
    from dtrees.oracle.conventions import Precision

SINGLE: Final = 2**29
"""The ratio of float32's rounding to float64's."""


def coarseness(precision: Precision) -> int:
    """Return the ratio of a float type's rounding to that of float64."""
    return SINGLE if precision == "float32" else 1


def rounding_bound(rows: int, magnitude: Rational) -> Fraction:
    """Return how far a float64 result may be from the exact one that sums *rows* terms of this total magnitude.

    4 (n + 10) u times the magnitude, u = 2^-53: each of n additions and a handful of further operations rounds once,
    and the variance, a difference of two such sums, at most twice as often.
    """
    return Fraction(4 * (rows + 10), 2**53) * Fraction(magnitude)


def rounding_of_squares(rows: Dataset, *, centred: bool = False) -> Fraction:
    """Return how far float64 sums of squares of responses may be off: about 0, or *centred* about the mean.

    >>> from dtrees.data.constructors import regression_data
    >>> data = regression_data({"x": [1, 2]}, [3, 5])
    >>> rounding_of_squares(data) == rounding_bound(2, 25), rounding_of_squares(data.take([]))
    (True, Fraction(0, 1))
    """
    values: NumberArray = rows.target.values  # type: ignore[union-attr]  # asked of numbers alone
    if not len(values):  # of a child that no row reaches
        return Fraction(0)
    return rounding_bound(len(rows), Fraction(np.ptp(values) if centred else np.abs(values).max()) ** 2)


@attrs.frozen
class Number:
    """An exact number, and the total magnitude of the terms whose sum it is."""

    exact: Exact
    magnitude: Rational

    def admits(self, stated: float, rows: int, precision: Precision = "float64") -> bool:
        """Return whether the float *stated* is within the rounding of a sum over so many *rows*."""
        bound = rounding_bound(rows, self.magnitude) * coarseness(precision)
        return math.isfinite(stated) and abs(self.exact - Exact(stated)) <= bound


def as_written(stated: Any) -> Fraction | float:
    """Return the fraction that a text such as 3/7 is, else a float64.

    >>> as_written("3/7"), as_written("1e999")
    (Fraction(3, 7), inf)
    """
    return Fraction(stated) if isinstance(stated, str) and "/" in stated else float(stated)


def number(stated: Any) -> Rational | float:
    """Return a stated number: exact for an integer or a text such as 3/7, else a float64.

    >>> number("3/7"), number("0.1"), number(2)
    (Fraction(3, 7), 0.1, 2)
    """
    try:
        value = as_written(stated)
        finite = math.isfinite(value)
    except (OverflowError, ValueError):
        finite = False
    if not finite:
        message = f"{stated!r} is no finite float64"
        raise InvalidData(message)
    return stated if isinstance(stated, int) else value


def exact_within(got: Any, exact: Any, bound: Rational) -> Any:
    """Return *exact* where *got* is a float within *bound* of it, else *got* as the exact number that it is.

    In a mapping or a tuple this is done to each number; a mean, a tuple of one, may be stated alone, and one as text.

    >>> exact_within(0.1, Exact("1/10"), Fraction(1, 10**15)), exact_within(0.2, Exact("1/10"), 0).as_fraction() == 0.2
    (Exact('1/10'), True)
    """
    if isinstance(exact, Mapping):
        stated = dict(got).items()
        return {name: exact_within(one, exact[name], bound) if name in exact else one for name, one in stated}
    if isinstance(got, str):
        return exact_within(number(got), exact, bound)
    if isinstance(exact, tuple):
        listed = tuple(got) if isinstance(got, Iterable) else (got,)
        pairs = zip(listed, exact, strict=False)
        return tuple(exact_within(*pair, bound) for pair in pairs) if len(listed) == len(exact) else listed
    if isinstance(got, Exact | Quotient):
        return got
    right = exact if isinstance(exact, Quotient) else Exact(exact)
    claimed = Exact(got if isinstance(got, int | Fraction) else float(got))
    inside = not isinstance(got, int | Fraction) and right - bound <= claimed <= right + bound
    return right if inside else claimed


# --- what a node states -----------------------------------------------------------------------------------------


def apart(summary: Summary, impurity: Impurity | None) -> list[tuple[Summary, Impurity | None]]:
    """Return the summary of each output with its own impurity: of several outputs, else *summary* with *impurity*."""
    if not isinstance(summary, OutputSummaries):
        return [(summary, impurity)]
    own = impurity.impurity if isinstance(impurity, MeanImpurity) else None
    return [(part, own or usual_impurity(part)) for part in summary.parts]


def terms_of(summary: Summary) -> int:
    """Return how many numbers of *summary* an impurity adds up."""
    return sum(len(part.counts) if isinstance(part, ClassCounts) else 3 for part, _ in apart(summary, None))


def spread(summary: Summary, impurity: Impurity | None = None) -> Rational:  # noqa: PLR0911 (one a kind of summary)
    """Return the magnitude of the terms in an impurity of *summary*, per unit of weight, as `rounding_bound` takes it.

    1 for class shares (K for entropy, and what all mistakes about a class cost at most), the mean square for numbers;
    for absolute deviations the root mean square twice, for deviances of counts 4 mean (1 + the largest logarithm); of
    several outputs their sum, for as many terms are summed of each.
    """
    if isinstance(summary, OutputSummaries):
        return sum([spread(part, own) for part, own in apart(summary, impurity)])
    if isinstance(summary, ClassCounts):
        costs = costs_of(impurity)
        if costs:
            return max(map(costs.of_class, summary.classes))
        return len(summary.counts) if impurity is entropy else 1
    if not summary.weight:
        return 0
    mean_square, measure = Fraction(summary.squares) / summary.weight, impurity or usual_impurity(summary)
    if measure is absolute_error:
        return 2 * _root(mean_square)
    if measure is poisson_deviance:
        longest = max([abs(math.log2(y)) for y in (*summary.values, summary.mean) if y], default=0)  # type: ignore[attr-defined]  # of counts
        return 2 * Fraction(summary.mean) * (math.ceil(longest) + 1) * 2
    return mean_square


def size_of(name: str, summary: Summary, impurity: Impurity | None = None) -> Rational:
    """Return the magnitude of the terms in a node's number *name*; for a mean, the root mean square."""
    match name:
        case "weight":
            return summary.weight
        case "impurity":
            return spread(summary, impurity)
        case "risk":
            return spread(summary, impurity) * Fraction(summary.weight)
        case _:
            return 1 if isinstance(summary, ClassCounts) else _root(Fraction(spread(summary, squared_error)))


def _root(square: Fraction) -> Fraction:
    """Return the root, rounded up in units of the denominator: no float overflows here."""
    whole = square.numerator * square.denominator
    return Fraction(math.isqrt(whole - 1) + 1 if whole else 0, square.denominator)


def impurity_bound(parts: Sequence[Summary], impurity: Impurity | None = None) -> Fraction:
    """Return how far a float for the impurity of *parts*, their mean impurity or gain may be from the exact one."""
    return rounding_bound(sum(map(terms_of, parts)), max(spread(part, impurity) for part in parts))


# --- pruning ----------------------------------------------------------------------------------------------------


def pruning_bound(
    tree: Tree, impurity: Impurity | None, scale: Scale, rows: int | None = None, *, centred: bool = True
) -> Fraction:
    """Return how far a float64 alpha or risk of *tree*, grown from so many *rows*, may be from the exact one.

    4 (n + |T| + 10) u M, u = 2^-53: a sum over n rows and |T| leaves, as for `rounding_bound`.  M is the most that R
    can be: 1 per unit of weight for shares of classes (K for entropy), and R(root) for squared errors, summed about the
    mean; the mean's own rounding adds its square, (4 (n + |T| + 10) u)^2 times the squares.  Where squares are not
    *centred*, since only a node's sums are given, M is their sum.  In a tree that was not grown a node or the leaves
    may have more than the root.  Of several outputs the bounds add up.  By default n is the weight of the root.

    >>> from dtrees.trees.tree import Leaf
    >>> pruning_bound(Leaf(ClassCounts((3, 1))), None, "count") == Fraction(240, 2**53)
    True
    """
    terms = (int(tree.summary.weight) if rows is None else rows) + len(leaves(tree))

    def most(size: Callable[[Any], Rational]) -> Fraction:
        """Return the largest size of a node, or that of all leaves, weighed."""
        nodes = [node for node, _ in preorder(tree) if node.summary.weight]
        sizes = [Fraction(node.summary.weight) * size(node.summary) for node in nodes]
        ends = [one for one, node in zip(sizes, nodes, strict=True) if isinstance(node, Leaf)]
        return max([*sizes, sum(ends, start=Fraction(0))])

    if isinstance(tree.summary, OutputSummaries):
        measures = enumerate([own for _, own in apart(tree.summary, impurity)])
        outputs = [(output_of(tree, output), own) for output, own in measures]
        error = sum([pruning_bound(one, own, "count", rows, centred=centred) for one, own in outputs], Fraction(0))
    elif isinstance(tree.summary, ClassCounts):
        error = rounding_bound(terms, most(lambda summary: spread(summary, impurity)))
    elif not centred or usual_impurity(tree.summary) is not squared_error:
        error = rounding_bound(terms, most(spread))
    else:
        error = rounding_bound(terms, most(lambda summary: squared_error(summary).as_fraction()))
        error += rounding_bound(terms, 1) ** 2 * most(spread)
    return error / unit_of(tree, impurity, scale)


def importance_bound(
    tree: Tree, impurity: Impurity | None, rows: int | None = None, *, centred: bool = True
) -> Fraction:
    """Return how far a float64 decrease of risk may be from the exact one, summed over the branches of *tree*."""
    return 4 * len(leaves(tree)) * pruning_bound(tree, impurity, "count", rows, centred=centred)


def unit_of(tree: Tree, impurity: Impurity | None, scale: Scale) -> Fraction:
    """Return the divisor that converts a risk from the count scale to *scale*; if irrational, the nearest float.

    On the scale ``node``, where each node has its own divisor, it is the least of them.
    """
    nodes = (node for node, _ in preorder(tree)) if scale == "node" else [tree]
    unit = Exact(min(unit_of_risk(scale, tree, node, impurity=impurity) for node in nodes))
    return Fraction(unit.as_fraction() if unit.is_rational else float(unit))


# --- numbers that floats hold exactly ---------------------------------------------------------------------------


def float_rounding(terms: Iterable[Any], *, divided: bool = False) -> Fraction:
    """Return how far a float64 sum of these terms may be from the exact one: 0 where it is exact.

    Sums of multiples of 2^-20 below 2^30 are exact; those of quotients (*divided*) need not be.

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


def is_exact_in_floats(summary: Any, whole: Any, impurity: Impurity | None) -> bool:  # noqa: PLR0911 (likewise)
    """Return whether floats hold the shares of *summary*, and so its impurity, without rounding."""
    if not is_short(summary.weight / Fraction(whole)) or not is_short(summary.weight):
        return False
    if isinstance(impurity, RegularisedSquaredError) or impurity is poisson_deviance:
        return False
    if impurity is absolute_error:
        return all(map(is_short, [*summary.values, absolute_error(summary).as_fraction()]))
    if isinstance(summary, OutputSummaries):
        outputs = apart(summary, impurity)
        return is_short(Fraction(1, len(outputs))) and all(is_exact_in_floats(one, whole, own) for one, own in outputs)
    if not isinstance(summary, ClassCounts):
        return is_short(summary.mean) and is_short(Fraction(summary.squares) / summary.weight)
    shares = summary.proportions
    if impurity is entropy:
        return all(share == 0 or (share.numerator == 1 and is_short(share)) for share in shares)
    return all(map(is_short, shares))
