"""Whole trees of data that miss values, grown with rows divided among the children, and pruned.

What grows is compared node by node, as in `growing`; so is the pruning sequence of the tree, by the impurity that it
was grown by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs
import growing
import pruning
import terms

import dtrees as dt

if TYPE_CHECKING:
    import random

WRONG: Final = (*growing.WRONG, "alpha", "member")
"""What may be planted wrong."""


@attrs.frozen
class Case:
    """A growing from rows that miss values, and the sequence of its tree."""

    grown: growing.Case
    sequence: tuple[dt.Pruned, ...]


def with_gaps(chance: random.Random, rows: list[growing.Row], *, classes: bool) -> tuple[dt.Dataset, list[growing.Row]]:
    """Return the rows with some values missing, as data and as they are; each column keeps its first value."""
    columns = {
        name: [value if row == 0 or chance.random() < 0.7 else None for row, value in enumerate(values)]  # noqa: PLR2004
        for name, values in zip("uvw", zip(*[values for values, _, _ in rows], strict=True), strict=False)
    }
    weights, targets = [weight for _, weight, _ in rows], [target for _, _, target in rows]
    data = (
        dt.classification_data(columns, targets, weights=weights, classes="klmn", missing="keep")
        if classes
        else dt.regression_data(columns, targets, weights=weights, missing="keep")
    )
    return data, list(zip(zip(*columns.values(), strict=True), weights, targets, strict=True))


def random_case(chance: random.Random, *, classes: bool) -> Case:
    """Return random data with gaps, the tree that the specification grows, which divides rows, and its sequence."""
    while True:
        _, whole = growing.random_data(chance, chance.randrange(4, 10), classes=classes)
        data, rows = with_gaps(chance, whole, classes=classes)
        measure = chance.randrange(len(growing.MEASURES[classes]))
        impurity = growing.MEASURES[classes][measure]
        learner = attrs.evolve(growing.random_learner(chance, impurity, ratio=False), missing="fractional")
        case = growing.Case(data, rows, learner, measure, dt.grow(data, learner))
        if divides(case):
            return Case(case, tuple(dt.pruning_sequence(case.tree, impurity=impurity)))


def divides(case: growing.Case) -> bool:
    """Return whether some branch has rows that cannot answer it."""
    return any(
        isinstance(node, dt.Branch) and None in rows.present.feature(node.question.feature)
        for rows, node in growing.nodes(case)
    )


def tells_plants(case: Case) -> bool:
    """Return whether each plant is a difference."""
    return growing.several_are_best(case.grown) and len(case.sequence) > 1


def rows_of(case: growing.Case) -> str:
    """Return the rows, those of weight 0 among them: the values of the features or none, and the weight with the target."""

    def cell(value: Any, feature: Any) -> str:
        return "None" if value is None else terms.applied("Some", growing.place(value, feature))

    return terms.listed(
        terms.applied(
            "Build_gapped _",
            terms.listed(map(cell, values, case.data.features)),
            growing.target(weight, target, case),
        )
        for values, weight, target in case.rows
    )


def vector(case: Case, wrong: str = "") -> str:
    """Return the case as a Coq vector, *wrong* in one place."""
    grown = case.grown
    root = growing.note(grown.data, grown.tree, grown, wrong)
    stated = growing.annotated(grown.data, grown.tree, grown, growing.note, root)
    alphas = [member.alpha + (wrong == "alpha") for member in case.sequence]
    trees = [member.tree for member in case.sequence]
    trees = [*trees[:-1], grown.tree] if wrong == "member" else trees
    return terms.applied(
        "Build_divided_vector _",
        str(grown.measure),
        growing.learner(grown),
        rows_of(grown),
        terms.applied("Stop", root) if wrong == "tree" else stated,
        terms.listed(map(pruning.step, alphas, trees)),
    )
