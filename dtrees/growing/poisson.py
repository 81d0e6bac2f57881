"""Poisson regression: a node predicts the rate of its counts, and each split lowers their deviance most.

With *centre* ``rate``, `KeptResponses` are counts divided by their exposures, and the weights are these exposures.
"""

from fractions import Fraction

import attrs

from dtrees.arguments import checked, fields_as_annotated
from dtrees.errors import InvalidData
from dtrees.growing.impurity import IMPURITIES
from dtrees.numbers.exact import Exact, Number, Rational
from dtrees.trees.distribution import Distribution, unit_deviance


@checked
def poisson_deviance(summary: Distribution) -> Exact:
    """Return the mean deviance of the counts from their rate, in bits; times ln 2 it is that in nats.

    i(t) = 1/N sum_i 2 (y_i log2(y_i / mean) - (y_i - mean) log2(e)), where 0 log2 0 = 0      [MCCULLAGH89 §2.3]

    It is the usual impurity of `KeptResponses` whose centre is the ``rate``.  A node whose counts are all 0 has
    deviance 0.  Raises `InvalidData` for `Moments`, which do not keep the responses.

    >>> poisson_deviance(Distribution.of([0, 1, 3, 4], centre="rate"))
    Exact('3/2*log2(3)')
    >>> data = dt.regression_data({"x": [1, 2, 3, 4]}, dt.KeptResponses("rate", [0, 0, 1, 9]))
    >>> dt.best_split(data, dt.cart()).question
    Threshold(feature='x', threshold=3.5)
    """
    return deviance_from(summary.mean, summary)


def deviance_from(rate: Rational, summary: Distribution) -> Exact:
    """Return the mean deviance of the counts of a node from a *rate*, in bits."""
    rows = zip(summary.values, summary.weights, strict=True)
    return sum([w * unit_deviance(y, rate) for y, w in rows], start=Exact(0)) / summary.weight


@checked
def shrunk_rate(summary: Distribution, root: Distribution, *, shrink: Number = 1) -> Fraction:
    """Return the rate of a node, shrunk to that of the *root*, as rpart predicts it.

    (sum_i w_i y_i + k) / (sum_i w_i + k / mean(root)), k = 1 / shrink^2      [RPART26 §8.2]

    It is the rate's mean by Bayes, whose gamma prior has the root's mean and the coefficient of variation *shrink*;
    with 0, as in rpart, nothing is shrunk.  Raises `InvalidData` where the counts of the root are all 0.

    >>> node, root = [Distribution.of(counts, centre="rate") for counts in ([0, 0], [0, 0, 1, 3])]
    >>> shrunk_rate(node, root)
    Fraction(1, 3)
    """
    if not shrink:
        return summary.mean
    if not root.total:
        raise InvalidData("the counts are all 0: there is no rate to shrink to")
    k = 1 / Fraction(shrink) ** 2
    return (summary.total + k) / (summary.weight + k / root.mean)


@attrs.frozen(field_transformer=fields_as_annotated)
class ShrunkDeviance:
    """The impurity by which rpart prunes: the mean deviance of the counts from their `shrunk_rate`, in bits.

    A split may raise it.      [RPART26 §8.2]

    >>> node, root = [Distribution.of(counts, centre="rate") for counts in ([0, 0], [0, 0, 1, 3])]
    >>> ShrunkDeviance(root)(node)
    Exact('2/3*log2(e)')
    """

    root: Distribution
    shrink: Number = 1

    def __call__(self, summary: Distribution) -> Exact:
        """Return the mean deviance."""
        return deviance_from(shrunk_rate(summary, self.root, shrink=self.shrink), summary)


IMPURITIES["poisson_deviance"] = poisson_deviance
