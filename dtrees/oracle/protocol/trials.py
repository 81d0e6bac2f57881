"""What a peer is tried on: every learner of the books."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs
import numpy as np

from dtrees.data import Classes, Dataset
from dtrees.impurity import entropy
from dtrees.learners.c45 import c45
from dtrees.learners.cart import cart
from dtrees.learners.id3 import id3
from dtrees.learners.multiway import multiway_gini
from dtrees.oracle.conventions import EXACT, Conventions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.learner import Learner

CARTS: Final = {
    "cart": cart(),
    "cart, subsets": cart(categories="subset"),
    "cart, subsets that gain": cart(categories="subset", zero_gain="stop"),
    "cart, small": cart(max_depth=2, min_leaf=2),
}
CLASS_LEARNERS: Final = {
    **CARTS,
    "cart by entropy": cart(impurity=entropy),
    "cart by entropy, subsets that gain": cart(impurity=entropy, categories="subset", zero_gain="stop"),
    "id3": id3(),
    "c45": c45(),
    "multiway gini": multiway_gini(),
}


@attrs.frozen
class Trial:
    """A data set and a learner, with its name, to grow a tree from it."""

    name: str
    data: Dataset
    learner: Learner


def trials_of(data: Dataset, conventions: Conventions = EXACT) -> Iterator[Trial]:
    """Yield *data* with every learner that fits it.

    Learners are `conventional`, and asked once each; those whose questions a peer does not ask are left out.

    >>> from dtrees.constructors import regression_data
    >>> [trial.name for trial in trials_of(regression_data([[0], [1]], [0, 1]))][:2]
    ['cart', 'cart, subsets']
    """
    learners = CLASS_LEARNERS if isinstance(data.target, Classes) else CARTS
    once = {conventional(learner, conventions): word for word, learner in reversed(learners.items())}
    for learner, word in reversed(once.items()):
        if conventions.grows(learner):
            yield Trial(word, data, learner)


def conventional(learner: Learner, conventions: Conventions) -> Learner:
    """Return *learner* with what the conventions settle whatever it says: questions without gain, and the cut.

    >>> conventional(cart(), Conventions(zero_gain="stop")).stopping.zero_gain
    'stop'
    """
    stopping, questions = learner.stopping, learner.questions
    if conventions.zero_gain != "asked":
        stopping = attrs.evolve(stopping, zero_gain=conventions.zero_gain)
    if conventions.cut in {"midpoint", "observed"} and questions.numbers != "each":
        questions = attrs.evolve(questions, numbers=conventions.cut)
    return attrs.evolve(learner, stopping=stopping, questions=questions)


def crossed(data: Dataset) -> Dataset:
    """Return rows that differ from those of *data*: the i-th column moved down by i rows.

    >>> from dtrees.constructors import regression_data
    >>> crossed(regression_data({"a": [1, 2, 3], "b": [4, 5, 6]}, [0, 0, 1])).features[1].values.tolist()
    [6.0, 4.0, 5.0]
    """
    rows = np.arange(len(data))
    features = tuple(feature.take(np.roll(rows, place)) for place, feature in enumerate(data.features))
    return attrs.evolve(data, features=features)
