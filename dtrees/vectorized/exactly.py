"""The optimal questions of one node, decided exactly: by the definition, where floats do not tell candidates apart.

What gains as much as another candidate for a plain reason is scored once; of entropies, whose logarithms are slow to
compare, first those go that a float shows to be larger.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

import attrs
import numpy as np

from dtrees.data.dataset import Classes, Dataset
from dtrees.growing.best_split import optimal_among, scored
from dtrees.growing.candidates import Division
from dtrees.growing.impurity import entropy, gini, misclassification
from dtrees.trees.missing_answers import plain_questions
from dtrees.trees.questions import Threshold
from dtrees.trees.summary import ClassCounts, summarize_groups
from dtrees.vectorized import entropies
from dtrees.vectorized.answers import answers_of_column
from dtrees.vectorized.candidates.ordered_subsets import contending
from dtrees.vectorized.scaling import in_whole_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.data.dataset import Numeric
    from dtrees.data.scaled import IntArray
    from dtrees.growing.best_split import ScoredSplit
    from dtrees.growing.learner import Learner
    from dtrees.trees.questions import Question
    from dtrees.vectorized.columns import Separable

BY_COUNTS: Final = (None, gini, entropy, misclassification, entropies.entropy)
"""The impurities of counts alone, whatever class has them; `None` is Gini where the target is classes."""


def optima_by_the_book(data: Dataset, learner: Learner, parts: Separable) -> tuple[Question, ...]:
    """Return the optimal questions of a node that holds all rows of *data*, by scoring each candidate exactly.

    >>> from dtrees.data import datasets
    >>> from dtrees.growing.cart import cart
    >>> [question.feature for question in optima_by_the_book(datasets.load("iris"), cart(), np.less)]
    ['petal_length', 'petal_width']
    """
    plain, learner = made_plain(data, learner)
    offered = [division for division in contending(plain, learner) if can_be_asked(division.question, data, parts)]
    return optimal(offered, learner.below(plain, 0))


def can_be_asked(question: Question, data: Dataset, parts: Separable) -> bool:
    """Return whether *question* is about categories, or its threshold separates two values that *parts* accepts.

    >>> from dtrees.data import datasets
    >>> can_be_asked(Threshold("petal_width", 0.8), datasets.load("iris"), lambda below, above: above > below + 1)
    False
    """
    plain = plain_questions(question)[0]
    if not isinstance(plain, Threshold):
        return True
    feature = cast("Numeric", data.feature(plain.feature))
    values = feature.values[~feature.missing]
    inside = values <= plain.threshold
    return bool(parts(values[inside].max(), values[~inside].min()))


def exact_optima(
    questions: Sequence[Question], data: Dataset, rows: IntArray, learner: Learner
) -> tuple[Question, ...]:
    """Return the optimal ones among *questions* for these *rows*, in canonical order."""
    here, learner = made_plain(Dataset((), data.target, data.weights).take(rows), learner)
    candidates = []
    for question in questions:
        answers = answers_of_column(question, data.feature(question.feature).take(rows)).tolist()
        parts = summarize_groups(here, answers, range(question.arity)).values()
        candidates.append(Division(question, tuple(parts)))
    return optimal(candidates, learner)


def made_plain(data: Dataset, learner: Learner) -> tuple[Dataset, Learner]:
    """Return data and a learner that choose the same questions: weights are whole, classes of no row are left out."""
    data, learner = in_whole_weights(data, learner)
    if isinstance(data.target, Classes) and learner.impurity in BY_COUNTS:
        present, codes = np.unique(data.target.codes, return_inverse=True)
        labels = [data.target.labels[place] for place in present.tolist()]
        data = Dataset(data.features, Classes(labels, codes), data.weights)
    return data, learner


def optimal(divisions: Sequence[Division], learner: Learner) -> tuple[Question, ...]:
    """Return the questions of the *divisions* that are `optimal_among` all of them."""
    if learner.impurity is entropy:
        learner = attrs.evolve(learner, impurity=entropies.entropy)  # which has a float near it
        if learner.score == "gain":
            divisions = entropies.of_least_entropy(divisions)
    known: dict[object, ScoredSplit] = {}
    candidates = []
    for division in divisions:
        key = what_decides(division, learner)
        if key not in known:
            known[key] = scored(division, learner)
        candidates.append(attrs.evolve(known[key], question=division.question))
    return tuple(best.question for best in optimal_among(candidates, learner))


def what_decides(division: Division, learner: Learner) -> object:
    """Return something that is equal for divisions of one score: the counts of each part, whatever class has them.

    >>> from dtrees.growing.cart import cart
    >>> first, second = ClassCounts((3, 0)), ClassCounts((1, 2))
    >>> one, other = Division(Threshold("x", 1), (first, second)), Division(Threshold("y", 5), (second, first))
    >>> what_decides(one, cart()) == what_decides(other, cart())
    True
    """
    parts: Any = division.parts
    if learner.score == "twoing" or learner.impurity not in BY_COUNTS or not isinstance(parts[0], ClassCounts):
        return division.question
    return division.unknown, tuple(sorted([tuple(sorted(filter(None, part.counts))) for part in parts]))
