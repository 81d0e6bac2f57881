"""Breiman's ordering theorem: which few of the 2^(k-1) - 1 subsets of k categories can be optimal.

For Gini and entropy of two classes, and for squared error, order the categories by their class share or mean: each
optimal subset is an initial run of that order [CART84 §4.2.2, §8.8; proofs/4-subsets.md].
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from dtrees.data.dataset import Dataset, Feature, Numeric
from dtrees.growing.candidates import Division, binary_division, divisions, values_and_groups
from dtrees.growing.impurity import Impurity, entropy, gini, squared_error
from dtrees.growing.learner import Learner, gain_threshold_met
from dtrees.numbers.exact import Exact
from dtrees.trees.questions import OneOf
from dtrees.trees.summary import ClassCounts, Summary, total

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def contenders(data: Dataset, feature: Feature, learner: Learner) -> Iterable[Division]:
    """Return the `divisions` by *feature* that *learner* may find optimal: all, but of subsets those of the theorem.

    The theorem asks that any subset may be taken, so that each category weighs min_leaf.  Where all shares are equal
    no subset gains anything, and either all are optimal or none may be asked.

    >>> from dtrees.data.constructors import classification_data
    >>> data = classification_data({"c": list("wxyz")}, ["no", "yes", "no", "no"])
    >>> [division.question.categories for division in contenders(data, data.features[0], Learner())]
    [('w', 'x', 'y', 'z')]
    >>> from dtrees.growing.cart import cart
    >>> [division.question.categories for division in contenders(data, data.features[0], cart(categories="subset"))]
    [('w', 'y', 'z')]
    """
    if not isinstance(feature, Numeric) and learner.questions.categories == "subset":
        values, groups = values_and_groups(data, feature)
        ranks = shares_or_means(groups, learner.impurity_for(data))
        if len(set(ranks)) == 1 and not gain_threshold_met(Exact(0), learner.stopping):
            return []
        if len(set(ranks)) > 1 and all(group.weight >= learner.stopping.min_leaf for group in groups):
            return initial_runs(feature.name, values, groups, ranks)
    return divisions(data, feature, learner.questions)


def shares_or_means(groups: Sequence[Summary], impurity: Impurity) -> list[Fraction]:
    """Return what the theorem orders the categories with these summaries by, or nothing where it is silent.

    N_1(category) / N(category), or the mean of the responses      [CART84 §4.2.2, §8.8]

    >>> shares_or_means([ClassCounts((1, 1)), ClassCounts((0, 2))], gini)
    [Fraction(1, 2), Fraction(0, 1)]
    """
    whole: Any = total(groups)
    if isinstance(whole, ClassCounts):
        present = [place for place, count in enumerate(whole.counts) if count]
        if len(present) > 2 or impurity not in (gini, entropy):  # noqa: PLR2004 (the theorem is about two classes)
            return []
        return [Fraction(group.counts[present[0]]) / group.weight for group in groups]  # type: ignore[union-attr]
    return [group.mean for group in groups] if impurity is squared_error else []  # type: ignore[union-attr]


def initial_runs(name: str, values: Sequence[Any], groups: Sequence[Any], ranks: Sequence[Fraction]) -> list[Division]:
    """Return the divisions that cut the order by rank in two, categories of equal rank kept together, in order.

    >>> groups = [ClassCounts((1, 1)), ClassCounts((0, 2)), ClassCounts((2, 0))]
    >>> runs = initial_runs("c", "xyz", groups, [Fraction(1, 2), Fraction(0), Fraction(1)])
    >>> [division.question.categories for division in runs]
    [('x', 'y'), ('x', 'z')]
    """
    order = sorted(range(len(groups)), key=ranks.__getitem__)
    whole, runs = total(groups), []
    for cut, left in enumerate(accumulate(groups[place] for place in order[:-1]), start=1):
        if ranks[order[cut - 1]] < ranks[order[cut]]:
            low, high = sorted(order[:cut]), sorted(order[cut:])
            runs.append((low, left) if low[0] == 0 else (high, whole - left))
    return [
        binary_division(OneOf(name, [values[place] for place in subset]), part, whole)
        for subset, part in sorted(runs, key=lambda run: run[0])
    ]
