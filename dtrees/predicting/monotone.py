"""Predicting by a monotone tree: the node where a row ends predicts its own value, or the bound that this passes."""

from fractions import Fraction

from dtrees.arguments import checked
from dtrees.data.arrays import Array, array_of
from dtrees.data.constructors import Columns
from dtrees.growing.monotone import Constraints, bounded_values
from dtrees.numbers.exact import Exact
from dtrees.predicting.predict import Unseen, apply
from dtrees.trees.summary import ClassCounts
from dtrees.trees.tree import Tree


@checked
def predict_monotone(
    tree: Tree, data: Columns, constraints: Constraints, *, unseen: Unseen = "stop", seed: int | None = None
) -> Array:
    """Return the class or number that *tree*, grown by `grow_monotone` or pruned, predicts for each row.

    c(t) = min(max(v(t), low), high) where the row ends (`bounded_values`): of two classes the second where that is more
    than 1/2, else the first.  *data*, *unseen* and *seed* as for `predict`.      [AUGUSTE20 basic method]

    >>> data = dt.regression_data({"x": [0, 1, 1, 0], "z": [0, 0, 1, 1]}, [0, 0, 1, 0])
    >>> tree = dt.grow_monotone(data, dt.cart(), {"x": 1})
    >>> dt.predict(tree, data).tolist(), predict_monotone(tree, data, {"x": 1}).tolist()
    ([0.0, 0.0, 1.0, 0.0], [0.0, 0.25, 1.0, 0.0])
    """
    values = bounded_values(tree, constraints)
    found = [values[path] for path in apply(tree, data, unseen=unseen, seed=seed)]
    if isinstance(tree.summary, ClassCounts):
        return array_of([tree.summary.classes[value > Fraction(1, 2)] for value in found])
    return array_of([float(Exact(value)) for value in found])
