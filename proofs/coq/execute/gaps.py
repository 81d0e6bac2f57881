"""Whole trees of data that miss values, grown with rows divided among the children.

What grows is compared node by node: by entropy as in `entropy_trees`; by other impurities as in `growing`, with the
pruning sequence of the tree.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import attrs
import entropy_trees
import growing
import pruning
import terms

import dtrees as dt

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

WRONG: Final = (*growing.WRONG, "alpha", "member")
"""What may be planted wrong."""

TABLE: Final = "watermelon2_alpha"
"""The shipped table that misses values."""

LEARNERS: Final = (
    dt.id3(), dt.c45(), dt.c45(gate="above", min_gain=Fraction(1, 8)), dt.c45(gate="none"),
)  # fmt: skip
"""What is grown from the table by entropy; questions of equality take Coq ten seconds a tree."""

WAYS: Final = (dt.Missing("fractional"), dt.Missing("fractional", part_of_intrinsic_value=False))


@attrs.frozen
class Case:
    """A growing from rows that miss values, and the sequence of its tree."""

    grown: growing.Case
    sequence: tuple[dt.Pruned, ...]


def table_cases(learners: list[tuple[int, dt.Learner]]) -> Iterator[growing.Case]:
    """Yield what grows from the table by each learner, beside the place of its impurity among the measures."""
    data: Any = dt.datasets.load(TABLE)
    targets = [data.target.labels[code] for code in data.target.codes]
    rows = [(values, 1, target) for values, target in zip(zip(*data.features, strict=True), targets, strict=True)]
    for measure, learner in learners:
        yield growing.Case(data, rows, learner, measure, dt.grow(data, learner))


def random_case(chance: random.Random, *, classes: bool) -> Case:
    """Return random data with gaps, and the tree that the specification grows, which divides rows."""
    while True:
        measure = chance.randrange(len(growing.MEASURES[classes]))
        _, rows = growing.random_data(chance, chance.randrange(4, 9), classes=classes)
        learner = growing.random_learner(chance, growing.MEASURES[classes][measure], ratio=False)
        case = with_gaps(chance, rows, attrs.evolve(learner, missing="fractional"), measure, classes=classes)
        if divides(case):
            return pruned(case)


def pruned(case: growing.Case) -> Case:
    """Return the case with the sequence of its tree."""
    return Case(case, tuple(dt.pruning_sequence(case.tree, impurity=case.learner.impurity)))


def random_entropy_case(chance: random.Random) -> growing.Case:
    """Return the same by entropy, and of no sequence."""
    while True:
        _, rows = growing.random_data(
            chance,
            chance.randrange(4, 9),
            classes=True,
            pools=entropy_trees.SHORT,
            among=chance.choice(growing.POSSIBLE[:2]),
        )
        ratio = chance.random() < 0.6  # noqa: PLR2004 (more gain ratios, for they have a gate)
        learner = growing.random_learner(chance, dt.entropy, ratio=ratio)
        case = with_gaps(chance, rows, attrs.evolve(learner, missing=chance.choice(WAYS)), 0, classes=True)
        if divides(case):
            return case


def with_gaps(
    chance: random.Random, whole: list[growing.Row], learner: dt.Learner, measure: int, *, classes: bool
) -> growing.Case:
    """Return what *learner* grows from the rows with some values missing; each column keeps its first value."""
    columns = {
        name: [value if row == 0 or chance.random() < 0.7 else None for row, value in enumerate(values)]  # noqa: PLR2004
        for name, values in zip("uvw", zip(*[values for values, _, _ in whole], strict=True), strict=False)
    }
    weights, targets = [weight for _, weight, _ in whole], [target for _, _, target in whole]
    data = (
        dt.classification_data(columns, targets, weights=weights, classes="klmn", missing="keep")
        if classes
        else dt.regression_data(columns, targets, weights=weights, missing="keep")
    )
    rows = list(zip(zip(*columns.values(), strict=True), weights, targets, strict=True))
    return growing.Case(data, rows, learner, measure, dt.grow(data, learner))


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
    """Return the rows, those of weight 0 among them: each feature's value or none, and the weight with the target."""

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


def entropy_vector(case: growing.Case, wrong: str = "") -> str:
    """Return a case by entropy as a Coq vector, *wrong* at its root."""
    root = entropy_trees.note(case.data, case.tree, case, wrong)
    stated = growing.annotated(case.data, case.tree, case, entropy_trees.note, root)
    return terms.applied(
        "Build_divided_entropy_vector",
        str(case.learner.missing.part_of_intrinsic_value).lower(),
        growing.learner(case),
        rows_of(case),
        terms.applied("Stop", root) if wrong == "tree" else stated,
    )
