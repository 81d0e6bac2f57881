"""Importances: the share of each feature in the total decrease of impurity."""

from collections.abc import Iterable

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.errors import InvalidData
from dtrees.growing.gain import gain
from dtrees.growing.impurity import Impurity, usual_impurity
from dtrees.growing.missing.surrogates import known_and_unknown
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import Quotient
from dtrees.trees.missing_answers import WithSurrogates, features_asked
from dtrees.trees.recursion import recursive
from dtrees.trees.split import route
from dtrees.trees.summary import Summary, summarize, total
from dtrees.trees.tree import Leaf, Tree, branches


@checked
def impurity_decreases(
    tree: Tree, features: Iterable[str], *, impurity: Impurity | None = None, surrogates: Dataset | None = None
) -> dict[str, Exact]:
    """Return for each of *features* the total decrease of impurity, on the count scale, at its branches.

    sum over those t of N(t) i(t) - sum_c N(t_c) i(t_c)      [CART84 §5.3.4; ESL2 eq. 10.42]

    *impurity* is by default the one CART takes (`gini`, `squared_error`).  With the training rows as *surrogates* the
    features of a node's surrogates have theirs too, of the rows that can answer.  Raises `InvalidData` where the tree
    asks about other features.

    >>> impurity_decreases(dt.grow(dt.datasets.load("regression"), dt.cart(max_depth=0)), ["x"])
    {'x': Exact('0')}
    """
    measure = impurity or usual_impurity(tree.summary)
    decreases = dict.fromkeys(features, Exact(0))
    if unknown := [name for node in branches(tree) for name in features_asked(node.question) if name not in decreases]:
        raise InvalidData(f"the tree asks about {unknown[0]!r}: name it among the features")
    splits = [(node.question.feature, [child.summary for child in node.children]) for node in branches(tree)]
    for name, parts in [*splits, *_of_surrogates(tree, surrogates)]:
        decreases[name] += gain(parts, measure) * total(parts).weight
    return decreases


@recursive
def _of_surrogates(tree: Tree, data: Dataset | None) -> list[tuple[str, list[Summary]]]:
    """Return the feature of each surrogate, and the parts of the rows at its node that can answer it."""
    if isinstance(tree, Leaf) or data is None:
        return []
    found = []
    for surrogate in tree.question.surrogates if isinstance(tree.question, WithSurrogates) else ():
        known, _ = known_and_unknown(data, data.feature(surrogate.feature))
        found.append((surrogate.feature, [summarize(part) for part in route(known, surrogate.question)]))
    below = zip(tree.children, route(data, tree.question), strict=True)
    return [*found, *[split for child, rows in below for split in _of_surrogates(child, rows)]]


@checked
def importances(
    tree: Tree, features: Iterable[str], *, impurity: Impurity | None = None, surrogates: Dataset | None = None
) -> dict[str, Quotient]:
    """Return the share of each of *features* in the total of the `impurity_decreases`; all are 0 if the total is 0.

    Importance(x) = Delta(x) / sum over the features of Delta, as exact quotients      [CART84 §5.3.4]

    >>> data = dt.datasets.load("loan")
    >>> found = importances(dt.grow(data, dt.cart()), data.feature_names)
    >>> {name: round(float(share), 2) for name, share in found.items()}
    {'age': 0.0, 'has_job': 0.56, 'owns_house': 0.44, 'credit': 0.0}
    """
    decreases = impurity_decreases(tree, features, impurity=impurity, surrogates=surrogates)
    whole = sum(decreases.values(), start=Exact(0))
    return {name: Quotient(decrease, whole) if whole else Quotient(0) for name, decrease in decreases.items()}
