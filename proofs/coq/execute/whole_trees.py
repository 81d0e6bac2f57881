"""Whole trees, grown and pruned: of classes under priors, of numbers as they are, weights being any fractions.

What grows is compared node by node, as in `growing`; so is the pruning sequence of the tree, by the impurity that it
was grown by.  Every other tree and its sequence are `dtrees.vectorized`'s.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import attrs
import growing
import pruning
import terms

import dtrees as dt

if TYPE_CHECKING:
    import random

WRONG: Final = ("priors", "alpha", "member", "gain")
"""What may be planted wrong; without priors the first is no difference."""

PRIORS: Final[list[Any]] = [Fraction(1, 3), Fraction(5, 7), Fraction(1, 2), 1, 1, 2]


@attrs.frozen
class Case:
    """A growing whose data are under *priors*, or under none, and the sequence of its tree."""

    grown: growing.Case
    priors: list[Any]
    sequence: tuple[dt.Pruned, ...]


def random_case(chance: random.Random, *, classes: bool, fast: bool) -> Case:
    """Return random data, under random priors where they are of classes, with the tree and its sequence."""
    while True:
        data, rows = growing.random_data(chance, chance.randrange(4, 10), classes=classes)
        priors = [chance.choice(PRIORS) for _ in range(growing.CLASSES)] if classes else []
        data = dt.with_priors(data, dict(zip("klmn", priors, strict=True))) if classes else data
        measure = chance.randrange(len(growing.MEASURES[classes]))
        impurity = growing.MEASURES[classes][measure]
        road: Any = dt.vectorized if fast else dt
        learner = growing.random_learner(chance, impurity, ratio=False)
        case = growing.Case(data, rows, learner, measure, road.grow(data, learner))
        if growing.is_telling(case, chance):
            return Case(case, priors, tuple(road.pruning_sequence(case.tree, impurity=impurity)))


def tells_plants(case: Case) -> bool:
    """Return whether each plant is a difference."""
    return growing.several_are_best(case.grown) and len(case.sequence) > 1 and len(set(case.priors)) != 1


def vector(case: Case, wrong: str = "") -> str:
    """Return the case as a Coq vector, *wrong* in one place."""
    priors = [case.priors[0] * 3, *case.priors[1:]] if wrong == "priors" else case.priors
    alphas = [member.alpha + (wrong == "alpha") for member in case.sequence]
    trees = [member.tree for member in case.sequence]
    trees = [*trees[:-1], case.grown.tree] if wrong == "member" else trees
    return terms.applied(
        "Build_whole_vector _",
        terms.listed(map(terms.fraction, priors)),
        growing.vector(case.grown, wrong),
        terms.listed(map(pruning.step, alphas, trees)),
    )
