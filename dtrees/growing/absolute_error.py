"""Least absolute deviations: a node predicts a median of its responses, and each split lowers their deviations most."""

from dtrees.arguments import checked
from dtrees.data.kept import KeptResponses
from dtrees.growing.impurity import IMPURITIES, Impurity, usual_impurity
from dtrees.numbers.exact import Exact, rational
from dtrees.trees.distribution import Distribution


@checked
def absolute_error(summary: Distribution) -> Exact:
    """Return the mean absolute deviation of the responses from their median.

    i(t) = 1/N sum_i |y_i - median|, the least of any number in the median's place      [CART84 §8.11; ESL2 §10.6]

    It is the usual impurity of `KeptResponses` whose centre is a median; pruning, selection and cross-validation take
    absolute deviations too.
    Raises `InvalidData` for `Moments`, which do not keep the responses.

    >>> absolute_error(Distribution.of([1, 2, 6]))
    Exact('5/3')
    >>> data = dt.regression_data({"x": [1, 2, 3, 4]}, dt.KeptResponses("median", [0, 1, 1, 9]))
    >>> dt.grow(data, dt.cart()).question
    Threshold(feature='x', threshold=3.5)
    """
    median, rows = summary.medians[0], zip(summary.values, summary.weights, strict=True)
    return Exact(sum([w * rational(abs(y - median)) for y, w in rows])) / summary.weight


IMPURITIES["absolute_error"] = absolute_error


@usual_impurity.register(Distribution)
@usual_impurity.register(KeptResponses)
def _(of: Distribution | KeptResponses) -> Impurity:
    return IMPURITIES["poisson_deviance" if of.centre == "rate" else "absolute_error"]
