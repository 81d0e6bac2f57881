"""Importances as programs state them: rpart's, which weighs surrogates by their association, and boosters' totals."""

from collections.abc import Iterable
from fractions import Fraction

import attrs

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.errors import InvalidData
from dtrees.growing.best_first import risk_lowered
from dtrees.growing.gain import gain
from dtrees.growing.impurity import Impurity, usual_impurity
from dtrees.growing.missing.surrogates import known_and_unknown
from dtrees.numbers.exact import Exact, Rational
from dtrees.trees.missing_answers import WithSurrogates, plain_questions
from dtrees.trees.recursion import recursive
from dtrees.trees.split import route, split
from dtrees.trees.summary import summarize, total
from dtrees.trees.tree import Branch, Leaf, Tree, branches


@checked
def surrogate_importances(tree: Tree, data: Dataset, *, impurity: Impurity | None = None) -> dict[str, Exact]:
    """Return for each feature of *data*, the training rows, what rpart states as its ``variable.importance``.

    sum over the t that ask x of Delta(t) + sum over the t where x is a surrogate of lambda Delta(t)  [RPART26 §3.4]

    Delta(t) = N i(t) - sum_c N_c i(t_c) is of the rows whose value is known, and lambda is the surrogate's association,
    which rpart calls adj.  CART's own counts a surrogate's decrease instead: `impurity_decreases`.

    >>> data = dt.classification_data({"x": [1, 2, 3, 4], "y": [9, 8, 8, 1]}, ["a", "a", "b", "b"])
    >>> surrogate_importances(dt.grow(data, dt.cart(missing="surrogate")), data)
    {'x': Exact('2'), 'y': Exact('1')}
    """
    found = dict.fromkeys(data.feature_names, Exact(0))
    for t, rows in branches_with_rows(tree, data.present):
        [plain, *_] = plain_questions(t.question)
        known, _ = known_and_unknown(rows, rows.feature(plain.feature))
        parts = [summarize(part) for part in split(known, plain)]
        decrease = gain(parts, impurity or usual_impurity(t.summary)) * total(parts).weight
        found[plain.feature] += decrease
        for surrogate in t.question.surrogates if isinstance(t.question, WithSurrogates) else ():
            found[surrogate.feature] += decrease * surrogate.association
    return found


@recursive
def branches_with_rows(tree: Tree, data: Dataset) -> list[tuple[Branch, Dataset]]:
    """Return each branch with the rows of *data* that come there, parents first."""
    if isinstance(tree, Leaf):
        return []
    parts = zip(tree.children, route(data, tree.question), strict=True)
    return [(tree, data), *[pair for child, rows in parts for pair in branches_with_rows(child, rows)]]


@attrs.frozen
class SplitTotals:
    """How many branches ask about a feature, the weight of their rows, and by how much they lower the risk together."""

    number: int
    weight: Rational
    decrease: Exact

    @property
    def mean_weight(self) -> Fraction:
        """The weight of a branch on average, XGBoost's ``cover``."""
        return Fraction(self.weight, self.number)

    @property
    def mean_decrease(self) -> Exact:
        """The decrease of a branch on average, XGBoost's ``gain``."""
        return self.decrease / self.number


@checked
def split_totals(tree: Tree, features: Iterable[str], *, impurity: Impurity | None = None) -> dict[str, SplitTotals]:
    """Return the totals of each of *features* over the branches of *tree*, those that ask about none left out.

    number: XGBoost's ``weight``, LightGBM's ``split``; weight: ``total_cover``; decrease: ``total_gain``, ``gain``

    Raises `InvalidData` where the tree asks about other features.

    >>> data = dt.datasets.load("loan")
    >>> {name: (x.number, x.weight) for name, x in split_totals(dt.grow(data, dt.cart()), data.feature_names).items()}
    {'has_job': (1, 9), 'owns_house': (1, 15)}
    """
    asked: dict[str, list[Branch]] = {name: [] for name in features}
    for t in branches(tree):
        if t.question.feature not in asked:
            raise InvalidData(f"the tree asks about {t.question.feature!r}: name it among the features")
        asked[t.question.feature].append(t)
    return {
        name: SplitTotals(
            len(some), sum([t.summary.weight for t in some]), sum([risk_lowered(t, impurity) for t in some], Exact(0))
        )
        for name, some in asked.items()
        if some
    }
