"""The best splits of a node: correct is a relation, so there are as many as share the largest score."""

from collections.abc import Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any

import attrs

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.growing.candidates import Division
from dtrees.growing.gain import gain
from dtrees.growing.gain_ratio import AnySplit, intrinsic_value, past_the_gate
from dtrees.growing.learner import Learner
from dtrees.growing.missing.ways import candidates_of, directed, divided_by
from dtrees.growing.twoing import twoing
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import Quotient, of_largest
from dtrees.trees.questions import Question
from dtrees.trees.summary import Summary, total


@attrs.frozen
class ScoredSplit:
    """A candidate question with its score, which the learner maximises, its gain, and its children's summaries.

    >>> dt.best_split(dt.datasets.load("weather"), dt.id3()).feature
    'outlook'
    """

    question: Question
    score: Exact | Quotient
    gain: Exact
    parts: tuple[Summary, ...]

    @property
    def feature(self) -> str:
        """The feature that the question is about."""
        return self.question.feature


@checked
def admissible_splits(data: Dataset, learner: Learner) -> tuple[ScoredSplit, ...]:
    """Return every optimal split of *data* as one node, the canonical one first; none where the learner asks nothing.

    argmax of the score over the `scored_splits`, in canonical order: the smallest feature index, then the smallest
    threshold or category [CART84 §2.4; C45 §2.2].  Whether the node is split at all is `grow`'s to say.

    >>> data = dt.classification_data({"a": [0, 0, 1, 1], "b": [5, 5, 6, 6]}, ["n", "n", "y", "y"])
    >>> [(best.question.feature, str(best.score)) for best in admissible_splits(data, dt.cart())]
    [('a', '1/2'), ('b', '1/2')]
    """
    optimal = optimal_among(scored_splits(data, learner), learner.below(data, 0))
    return tuple([directed(data.present, best, learner) for best in optimal])


def optimal_among(candidates: Sequence[AnySplit], learner: Learner) -> tuple[AnySplit, ...]:
    """Return the candidates of largest score among those whose gain reaches min_gain (`Stopping`), in the order given.

    For a gain ratio each feature is first represented by its questions of largest gain [QUINLAN96 §2; ZHOU16 eq. 4.8],
    and the gate bars features of less than average gain [C45 §2.2].
    """
    if learner.score == "gain_ratio":
        candidates = past_the_gate(candidates, learner.gate)
    return of_largest([split for split in candidates if learner.stopping.admits(split.gain)], attrgetter("score"))


@checked
def scored_splits(data: Dataset, learner: Learner) -> tuple[ScoredSplit, ...]:
    """Return every candidate question that leaves each child min_leaf known weight, in canonical order, with its score.

    >>> data = dt.classification_data({"x": [1, 2, 3]}, ["a", "b", "b"])
    >>> [(found.question.threshold, str(found.score)) for found in scored_splits(data, dt.cart())]
    [(1.5, '4/9'), (2.5, '1/9')]
    """
    data, least = data.present, learner.stopping.min_leaf
    divisions = [each for feature in data.features for each in candidates_of(data, feature, learner)]
    return tuple([scored(each, learner) for each in divisions if all(part.weight >= least for part in each.parts)])


def scored(division: Division, learner: Learner) -> ScoredSplit:
    """Return *division* with its score: its gain, gain ratio or twoing, of rows of known value times their share.

    Gain(D, a) = rho Gain(D~, a), rho = N(D~) / N(D)      [ZHOU16 eq. 4.9, 4.12; C45 §3.1]
    """
    parts: Any = division.parts
    whole = (*parts, division.unknown) if division.unknown else parts
    gained = gain(parts, learner.impurity_for(parts[0]))
    rho = Fraction(total(parts).weight, total(whole).weight)
    match learner.score:
        case "gain":
            score: Exact | Quotient = rho * gained
        case "gain_ratio":
            score = Quotient(rho * gained, intrinsic_value(whole if learner.missing.part_of_intrinsic_value else parts))
        case "twoing":
            score = rho * twoing(parts)
    return ScoredSplit(division.question, score, rho * gained, parts)


def scored_split(data: Dataset, question: Question, learner: Learner) -> ScoredSplit:
    """Return *question*, any question that splits the rows of *data*, with the score that *learner* gives it."""
    return scored(divided_by(data, question, learner), learner)


@checked
def best_split(data: Dataset, learner: Learner) -> ScoredSplit | None:
    """Return the canonical optimal split of *data*, or None where the learner asks nothing.

    >>> best_split(dt.classification_data({"x": [1, 1]}, ["a", "b"]), dt.cart()) is None
    True
    """
    return next(iter(admissible_splits(data, learner)), None)
