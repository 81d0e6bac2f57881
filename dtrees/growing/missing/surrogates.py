"""Surrogate splits [CART84 §5.3.1]: where a value is missing, the question that agrees best with the one asked.

1. The question and its score: as for fractional cases, on the rows whose value is known.
2. The surrogates: for each other feature the binary question, or its contrary, that sends most of these rows to the
   same child; kept if it predicts the child better than the larger child does, and ranked by how much better.
3. The rows: one whose value is missing goes where the first surrogate that it can answer sends it, one that can
   answer none to the larger child, or it stays at the node.
"""

from collections.abc import Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any, cast

import attrs

from dtrees.data.dataset import Classes, Dataset, Feature
from dtrees.growing.candidates import divisions
from dtrees.growing.learner import Learner
from dtrees.growing.missing_options import Agreement
from dtrees.trees.missing_answers import Surrogate, WithSurrogates
from dtrees.trees.questions import Question
from dtrees.trees.split import answers_of, split
from dtrees.trees.summary import ClassCounts, summarize, total


def with_surrogates(data: Dataset, question: Question, learner: Learner) -> WithSurrogates:
    """Return *question*, about a node's *data*, with its surrogates, best first, and the child of the rows left.

    argmax over the questions s~ of lambda(s*, s~), one a feature, the first in canonical order      [CART84 §5.3.1]

    >>> data = dt.classification_data({"x": [1, 2, 3, 4], "y": [9, 8, 8, 1]}, ["a", "a", "b", "b"])
    >>> with_surrogates(data, dt.Threshold("x", 2.5), dt.cart()).surrogates
    (Surrogate(question=Threshold(feature='y', threshold=4.5), swapped=True, association=Fraction(1, 2)),)
    """
    sided = by_side(data, question)
    whole = cast("ClassCounts", summarize(sided))
    others = [feature for feature in sided.features if feature.name != question.feature]
    found = [surrogate for feature in others for surrogate in _best_of(sided, feature, whole, learner)]
    ranked = sorted(found, key=attrgetter("association"), reverse=True)
    larger = whole.counts.index(max(whole.counts)) if learner.missing.unanswered == "larger" else None
    return WithSurrogates(question, ranked[: learner.missing.most_surrogates], larger)


def known_and_unknown(data: Dataset, feature: Feature) -> tuple[Dataset, Dataset]:
    """Return the rows whose value of *feature*, a column of *data*, is known, and the others."""
    rows = list(enumerate(feature))
    unknown = [row for row, value in rows if value is None]
    return data.take([row for row, value in rows if value is not None]), data.take(unknown)


def by_side(data: Dataset, question: Question) -> Dataset:
    """Return the rows of *data* that *question* sends to a child, which is their class."""
    sides = answers_of(question, data.features)
    known = [row for row, side in enumerate(sides) if side >= 0]
    return attrs.evolve(data.take(known), target=Classes((0, 1), [sides[row] for row in known]))


def _best_of(sided: Dataset, feature: Feature, whole: ClassCounts, learner: Learner) -> list[Surrogate]:
    """Return the question about *feature* that predicts the side best, if any predicts it at all."""
    both, _ = known_and_unknown(sided, feature)
    candidates = [
        Surrogate(division.question, swapped, association(parts, whole, learner.missing.agreement))
        for division in (divisions(both, both.feature(feature.name), learner.questions) if len(both) else ())
        if all(len(part) >= learner.missing.least_rows for part in split(both, division.question))
        for swapped, parts in ((False, division.parts), (True, division.parts[::-1]))
    ]
    best = max(candidates, key=attrgetter("association"), default=None)
    return [best] if best and best.association > 0 else []


def association(parts: Sequence[Any], whole: ClassCounts, agreement: Agreement) -> Fraction:
    """Return how much better the surrogate with these *parts* predicts the child than the larger child does.

    lambda(s*, s~) = (min(p_L, p_R) - (1 - p_LL - p_RR)) / min(p_L, p_R)      [CART84 §5.3.1]

    The summaries count the rows of each child of the question s*: *parts* those that s~ sends left and right, *whole*
    all whose first value is known.  p_LL + p_RR is the share that both send one way, by *agreement* of those for which
    both are known, or only the ``first``.  It is at most 1, and 0 where one child has all.

    >>> association([ClassCounts((3, 1)), ClassCounts((0, 2))], ClassCounts((3, 4)), "both")
    Fraction(2, 3)
    """
    measured = total(parts) if agreement == "both" else whole
    agreeing = parts[0].counts[0] + parts[1].counts[1]
    lesser = min(measured.counts)
    return Fraction(lesser - (measured.weight - agreeing), lesser) if lesser else Fraction(0)
