"""Permutation importance: how much the loss grows where the values of one column are exchanged among the rows."""

from collections.abc import Sequence

import attrs

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.errors import InvalidData
from dtrees.numbers.exact import Exact
from dtrees.selection.metrics import mean_loss
from dtrees.trees.tree import Tree


@checked
def permutation_importances(tree: Tree, data: Dataset, permutations: Sequence[Sequence[int]]) -> dict[str, Exact]:
    """Return for each feature by how much the mean loss of *tree* on *data* grows, on average over the *permutations*.

    1/B sum_b L(T, D with x_i replaced by x_{pi_b(i)}) - L(T, D)      [ESL2 §15.3.2]

    Each permutation holds the position of every row once; each column takes all of them.  A tree's importances are of
    the rows given: of validation rows, or of those outside a bag.  Raises `InvalidData` for what permutes other rows.

    >>> data = dt.classification_data({"x": [1, 2, 3, 4], "z": [1, 2, 3, 4]}, ["a", "a", "b", "b"])
    >>> permutation_importances(dt.grow(data, dt.cart()), data, [[2, 1, 0, 3], [3, 2, 1, 0]])
    {'x': Exact('3/4'), 'z': Exact('0')}
    """
    for place, order in enumerate(permutations):
        if sorted(order) != list(range(len(data))):
            raise InvalidData(
                f"permutations[{place}] does not hold each of {len(data)} rows once: give positions from 0"
            )
    if not permutations:
        raise InvalidData("there are no permutations to take the mean of: give at least one")
    loss, found = mean_loss(tree, data), {}
    for place, feature in enumerate(data.features):
        columns = [[*data.features[:place], feature.take(order), *data.features[place + 1 :]] for order in permutations]
        losses = [mean_loss(tree, attrs.evolve(data, features=each)) for each in columns]
        found[feature.name] = sum(losses, start=Exact(0)) / len(losses) - loss
    return found
