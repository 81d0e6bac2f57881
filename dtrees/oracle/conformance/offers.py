"""Which learners and columns an implementation takes, found by asking: so that few inputs are drawn in vain.

Only `Unsupported` says no.  The inputs of laws are then fitted, in ways that change no law: another option of the
learner where the drawn one is refused, and a column of categories as the numbers of its categories.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final, get_args

import attrs

from dtrees.candidates import Categories, Numbers, Questions
from dtrees.constructors import classification_data
from dtrees.data import Categorical, Dataset, Numeric
from dtrees.errors import Unsupported
from dtrees.impurity import entropy, gini, misclassification
from dtrees.learner import Learner, Score, Stopping

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LIMITED: Final[dict[str, Any]] = {
    "max_depth": 1, "min_split": 2, "min_leaf": 1, "min_gain": 0.125, "min_impurity": 0.25, "min_risk": 0.5,
    "zero_gain": "stop",
}  # fmt: skip
"""A value of each limit other than its default."""

NUMBERS: Final = classification_data({"x": [0, 1, 2, 3]}, ["a", "b", "b", "a"])
CATEGORIES: Final = classification_data({"x": ["p", "q", "r", "q"]}, ["a", "b", "b", "a"])


@attrs.frozen
class Offers:
    """The options that an implementation takes, the first of each to be taken where another is drawn.

    *categories* is empty where columns of categories are refused.

    >>> Offers(limits=("max_depth",)).numbers
    ('midpoint', 'observed', 'each')
    """

    numbers: tuple[Any, ...] = get_args(Numbers)
    categories: tuple[Any, ...] = get_args(Categories)
    impurities: tuple[Any, ...] = (None, gini, entropy, misclassification)
    scores: tuple[Any, ...] = get_args(Score)
    limits: tuple[str, ...] = tuple(LIMITED)

    def fitted(self, case: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return a law's inputs with what is refused exchanged; inputs without a learner as they are."""
        if not any(isinstance(given, Learner) for given in case):
            return case
        return tuple(
            self.learner(given)
            if isinstance(given, Learner)
            else self.data(given)
            if isinstance(given, Dataset)
            else given
            for given in case
        )

    def learner(self, learner: Learner) -> Learner:
        """Return *learner* with offered options; one child a value, and a gate, are what some laws are about: kept."""
        asked, rule = learner.questions, learner.stopping
        if (asked.numbers, asked.categories) != ("each", "each"):
            asked = Questions(_offered(asked.numbers, self.numbers), _offered(asked.categories, self.categories))
        kept = {name: getattr(rule, name) for name in self.limits}
        return attrs.evolve(
            learner,
            questions=asked,
            impurity=_offered(learner.impurity, (*self.impurities, *_for_numbers(learner))),
            score=learner.score if learner.gate != "none" else _offered(learner.score, self.scores),
            stopping=Stopping(**kept),
        )

    def data(self, data: Dataset) -> Dataset:
        """Return *data*, its categories as numbers where categories are refused."""
        if self.categories:
            return data
        features = tuple(
            Numeric(feature.name, feature.codes) if isinstance(feature, Categorical) else feature
            for feature in data.features
        )
        return attrs.evolve(data, features=features)


def _for_numbers(learner: Learner) -> tuple[Any, ...]:
    """Return the impurity of numbers, which needs no exchange."""
    return () if learner.impurity in {gini, entropy, misclassification} else (learner.impurity,)


def _offered(drawn: Any, offered: tuple[Any, ...]) -> Any:
    return drawn if drawn in offered or not offered else offered[0]


def offers_of(grow: Callable[[Dataset, Learner], Any]) -> Offers:
    """Return what *grow* does not refuse, one option at a time, from the first learner that it takes.

    >>> from dtrees.growing import grow
    >>> offers_of(grow) == Offers()
    True
    """
    base = next((learner for learner in _simple_learners() if takes(grow, NUMBERS, learner)), None)
    asked = base or Learner()
    styles = [style for style in get_args(Categories) if takes(grow, CATEGORIES, _asking(asked, categories=style))]
    if base is None:
        return Offers()

    def options(name: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(value for value in values if takes(grow, NUMBERS, attrs.evolve(asked, **{name: value})))

    return Offers(
        numbers=tuple(style for style in get_args(Numbers) if takes(grow, NUMBERS, _asking(asked, numbers=style))),
        categories=tuple(styles),
        impurities=options("impurity", (None, gini, entropy, misclassification)),
        scores=options("score", get_args(Score)),
        limits=tuple(
            name
            for name, value in LIMITED.items()
            if takes(grow, NUMBERS, attrs.evolve(asked, stopping=Stopping(**{name: value})))
        ),
    )


def takes(grow: Callable[[Dataset, Learner], Any], data: Dataset, learner: Learner) -> bool:
    """Return whether *grow* does not say `Unsupported`; any other error is for the laws to find."""
    try:
        grow(data, learner)
    except Unsupported:
        return False
    except Exception:  # noqa: BLE001 (a peer may raise anything)
        return True
    return True


def _asking(learner: Learner, **styles: Any) -> Learner:
    return attrs.evolve(learner, questions=attrs.evolve(learner.questions, **styles))


def _simple_learners() -> Iterator[Learner]:
    styles: tuple[Categories, ...] = ("equals", "subset", "each")
    for numbers, categories in product(get_args(Numbers), styles):
        for impurity, score in product((None, entropy, misclassification), get_args(Score)):
            yield Learner(questions=Questions(numbers, categories), impurity=impurity, score=score)
