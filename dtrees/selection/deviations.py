"""The measures of trees of numbers that have names of their own: the mean squared error, and the mean absolute one.

The mean loss of a tree, `ERROR`, is the one or the other as its nodes predict means or medians.
"""

from functools import partial

from dtrees.arguments import checked
from dtrees.data.dataset import Classes, Dataset
from dtrees.errors import InvalidData
from dtrees.numbers.exact import Exact, rational
from dtrees.selection.metrics import Metric, predicting_summaries
from dtrees.trees.tree import Tree


@checked
def mean_deviation(tree: Tree, data: Dataset, *, power: int) -> Exact:
    """Return the mean squared deviation of the responses from what *tree* predicts, or the absolute one for *power* 1.

    sum_i w_i |y_i - f(x_i)|^power / sum_i w_i      [ESL2 §9.2, §10.6]

    Raises `InvalidData` for classes, and where there are no rows.

    >>> data = dt.regression_data({"x": [1, 2, 3]}, [0, 1, 5])
    >>> [str(mean_deviation(dt.grow(data, dt.cart(max_depth=0)), data, power=power)) for power in (2, 1)]
    ['14/3', '2']
    """
    if isinstance(data.target, Classes) or not len(data):
        raise InvalidData("squared and absolute errors are of one or more responses: choose ACCURACY or ERROR")
    rows = zip(data.row_weights, data.target, predicting_summaries(tree, data), strict=True)
    return Exact(sum([w * rational(abs(y - node.predicted)) ** power for w, y, node in rows])) / sum(data.row_weights)


SQUARED_ERROR = Metric("squared error", partial(mean_deviation, power=2))
ABSOLUTE_ERROR = Metric("absolute error", partial(mean_deviation, power=1))
