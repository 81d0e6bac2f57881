"""Fractional cases [C45 ch. 3; ZHOU16 §4.4.2]: a question is scored on the rows whose value is known.

1. The score: the gain on those rows times their share of the weight.  The others may be one more part of the
   intrinsic value.
2. The rows: one whose value is missing goes to every child, its weight divided as the known weight is
   (`dtrees.trees.split.parts_of`).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, cast

import attrs

from dtrees.growing.candidates import divisions
from dtrees.trees.summary import summarize, total

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.data.dataset import Dataset, Feature
    from dtrees.growing.candidates import Division
    from dtrees.growing.learner import Learner
    from dtrees.growing.missing_way import Missing
    from dtrees.trees.summary import Summary


def known_and_unknown(data: Dataset, feature: Feature) -> tuple[Dataset, Dataset]:
    """Return the rows whose value of *feature*, a column of *data*, is known, and the others."""
    rows = list(enumerate(feature))
    return tuple([data.take([row for row, value in rows if (value is None) is missing]) for missing in (False, True)])  # type: ignore[return-value]  # two


def divisions_of_known(data: Dataset, feature: Feature, learner: Learner) -> Iterator[Division]:
    """Yield the divisions by *feature* of the rows where it is known, with the summary of the others.

    >>> from dtrees.data.constructors import classification_data
    >>> from dtrees.growing.learner import Learner
    >>> data = classification_data({"x": [1, 2, None]}, ["a", "b", "b"], missing="keep")
    >>> [division.unknown.counts for division in divisions_of_known(data, data.features[0], Learner())]
    [(0, 1)]
    """
    known, unknown = known_and_unknown(data, feature)
    if len(known):
        for division in divisions(known, known.feature(feature.name), learner.questions):
            yield attrs.evolve(division, unknown=summarize(unknown))


def known_share(division: Division) -> Fraction:
    """Return the share of the weight whose value is known, by which the score on these rows counts.

    rho = N(D~) / N(D), Gain(D, a) = rho Gain(D~, a)      [ZHOU16 eq. 4.9, 4.12; C45 §3.1]

    >>> from dtrees.growing.candidates import Division
    >>> from dtrees.trees.questions import Threshold
    >>> from dtrees.trees.summary import ClassCounts
    >>> parts = (ClassCounts((1, 0)), ClassCounts((0, 1)))
    >>> known_share(Division(Threshold("x", 1), parts, ClassCounts((0, 2))))
    Fraction(1, 2)
    """
    known, unknown = total(division.parts).weight, cast("Summary", division.unknown).weight
    return Fraction(known, known + unknown)


def weighed_parts(division: Division, missing: Missing) -> tuple[Summary, ...]:
    """Return the parts whose weights make the intrinsic value: where *missing* says so, the rows not known are one."""
    if division.unknown and missing.part_of_intrinsic_value:
        return *division.parts, division.unknown
    return division.parts
