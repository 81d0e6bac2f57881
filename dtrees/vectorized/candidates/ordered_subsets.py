"""Breiman's ordering theorem: only a few of the 2^(k-1) - 1 subsets of k categories can be optimal.

For Gini and entropy of two classes, and for squared error, order the categories by their class share or mean: each
optimal subset is an initial run of that order [CART84 §4.2.2, §8.8; proofs/4-subsets.md].
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from dtrees.data.dataset import Categorical
from dtrees.growing.candidates import Division
from dtrees.growing.impurity import Impurity, entropy, gini, squared_error
from dtrees.growing.missing.ways import candidates_of
from dtrees.numbers.exact import Exact
from dtrees.trees.questions import OneOf
from dtrees.trees.summary import ClassCounts, Summary, summarize_groups, total

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dtrees.data.dataset import Dataset, Feature
    from dtrees.growing.learner import Learner


def contending(data: Dataset, learner: Learner) -> list[Division]:
    """Return the divisions of *data* that leave each child min_leaf, without the subsets that cannot be optimal.

    All weights are positive.

    >>> from dtrees.data.constructors import classification_data
    >>> from dtrees.growing.cart import cart
    >>> data = classification_data({"c": list("wxyz")}, ["no", "yes", "no", "no"])
    >>> [division.question.categories for division in contending(data, cart(categories="subset"))]
    [('w', 'y', 'z')]
    """
    found = [division for feature in data.features for division in contenders(data, feature, learner)]
    least = learner.stopping.min_leaf
    return [division for division in found if all(part.weight >= least for part in division.parts)]


def contenders(data: Dataset, feature: Feature, learner: Learner) -> Iterable[Division]:
    """Return the candidate divisions by *feature* that may be optimal for *learner*.

    The theorem holds if every subset is allowed, so each category must weigh at least min_leaf.  Where all shares are
    equal no subset gains anything: either all are optimal or none is allowed; a gate's average counts them.
    """
    if type(feature) is Categorical and learner.questions.categories == "subset" and not feature.missing.any():
        groups: dict[Any, Any] = summarize_groups(data, feature)
        values = [value for value in feature.categories if value in groups]
        parts = [groups[value] for value in values]
        ranks = shares_or_means(parts, learner.impurity_for(data)) if learner.score != "twoing" else []
        if len(set(ranks)) == 1 and learner.gate == "none" and not learner.stopping.admits(Exact(0)):
            return []
        if len(set(ranks)) > 1 and all(part.weight >= learner.stopping.min_leaf for part in parts):
            return initial_runs(feature.name, values, parts, ranks)
    return candidates_of(data, feature, learner)


def shares_or_means(groups: Sequence[Summary], impurity: Impurity) -> list[Fraction]:
    """Return the number by which the theorem sorts each category, given its summary; none where it does not apply.

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
    """Return the divisions that cut the categories, sorted by rank, in two; categories of equal rank stay together.

    >>> groups = [ClassCounts((1, 1)), ClassCounts((0, 2)), ClassCounts((2, 0))]
    >>> runs = initial_runs("c", "xyz", groups, [Fraction(1, 2), Fraction(0), Fraction(1)])
    >>> [division.question.categories for division in runs]
    [('x', 'y'), ('x', 'z')]
    """
    order = sorted(range(len(groups)), key=ranks.__getitem__)
    whole, runs = total(groups), []
    for cut, left in enumerate(accumulate([groups[place] for place in order[:-1]]), start=1):
        if ranks[order[cut - 1]] < ranks[order[cut]]:
            low, high = sorted(order[:cut]), sorted(order[cut:])
            runs.append((low, left) if low[0] == 0 else (high, whole - left))
    return [
        Division(OneOf(name, [values[place] for place in subset]), (part, whole - part))
        for subset, part in sorted(runs, key=lambda run: run[0])
    ]
