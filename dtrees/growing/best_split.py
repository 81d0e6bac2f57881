"""Which questions are optimal at a node: correct is a relation, so there are as many as share the largest score.

`admissible_splits` gives every optimal question, the canonical pick first.
"""

from __future__ import annotations

from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING

import attrs

from dtrees.arguments import checked
from dtrees.growing.gain import gain, mean_impurity, twoing
from dtrees.growing.gain_ratio import AnySplit, past_the_gate
from dtrees.growing.impurity import entropy_of_weights
from dtrees.growing.learner import Learner, gain_threshold_met
from dtrees.growing.missing.fractional import known_share, weighed_parts
from dtrees.growing.missing.ways import candidates_of, directed, divided_by
from dtrees.growing.sweep import Cuts, can_be_swept, sweep
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import Quotient, of_largest
from dtrees.trees.summary import Summary, summarize, whole_weights

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dtrees.data.dataset import Dataset, Feature
    from dtrees.growing.candidates import Division
    from dtrees.growing.impurity import Impurity
    from dtrees.trees.questions import Question


@attrs.frozen
class ScoredSplit:
    """A candidate question with its score, its gain and its children's summaries.

    The score is what the learner maximises: the gain itself, the gain ratio or twoing.  Where a learner scores rows of
    known value alone, the summaries are of these.

    >>> from dtrees.numbers.exact import Exact
    >>> from dtrees.trees.questions import Threshold
    >>> ScoredSplit(Threshold("x", 0), Exact(1), Exact(1), ()).question.feature
    'x'
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
def scored_splits(data: Dataset, learner: Learner) -> tuple[ScoredSplit, ...]:
    """Return every candidate question that leaves each child min_leaf known weight, in canonical order, with its score.

    Of the subsets of categories only those that can be optimal (`dtrees.growing.ordered_subsets`).

    >>> from dtrees.growing.cart import cart
    >>> from dtrees.data.constructors import classification_data
    >>> data = classification_data({"x": [1, 2, 3]}, ["a", "b", "b"])
    >>> [(found.question.threshold, str(found.score)) for found in scored_splits(data, cart())]
    [(1.5, '4/9'), (2.5, '1/9')]
    """
    impurity, data = learner.impurity_for(data), data.present
    inside = Exact(impurity(summarize(data)))
    return tuple(split for feature in data.features for split in _scored_by(feature, data, inside, impurity, learner))


def _scored_by(
    feature: Feature, data: Dataset, inside: Exact, impurity: Impurity, learner: Learner
) -> Iterator[ScoredSplit]:
    least = learner.stopping.min_leaf
    for division in candidates_of(data, feature, learner):
        if not least or all(part.weight >= least for part in division.parts):
            yield scored_division(division, inside, impurity, learner)


def scored_split(data: Dataset, question: Question, learner: Learner) -> ScoredSplit:
    """Return *question*, any question that parts the rows of *data*, with the score that *learner* gives it.

    >>> from dtrees.growing.cart import cart
    >>> from dtrees.data.constructors import classification_data
    >>> from dtrees.trees.questions import Threshold
    >>> data = classification_data({"x": [1, 2, 3]}, ["a", "b", "b"])
    >>> scored_split(data, Threshold("x", 2.9), cart()).score
    Exact('1/9')
    """
    impurity, division = learner.impurity_for(data), divided_by(data, question, learner)
    return scored_division(division, impurity(summarize(data)), impurity, learner)


def scored_division(division: Division, inside: Exact, impurity: Impurity, learner: Learner) -> ScoredSplit:
    """Return *division* with its score, *inside* being the node's impurity.

    >>> from dtrees.growing.candidates import Division
    >>> from dtrees.trees.summary import ClassCounts
    >>> from dtrees.growing.cart import cart
    >>> from dtrees.growing.impurity import gini
    >>> from dtrees.trees.questions import Threshold
    >>> division = Division(Threshold("x", 0), (ClassCounts((2, 0)), ClassCounts((0, 2))))
    >>> scored_division(division, gini(ClassCounts((2, 2))), gini, cart()).score
    Exact('1/2')
    """
    parts = division.parts
    if division.unknown:
        gained = gain(parts, impurity) * known_share(division)
    else:
        gained = inside - mean_impurity(parts, impurity)
    return _of_known_gain(division, gained, learner)


def _of_known_gain(division: Division, gained: Exact, learner: Learner) -> ScoredSplit:
    score: Exact | Quotient
    match learner.score:
        case "gain":
            score = gained
        case "gain_ratio":
            intrinsic_value = entropy_of_weights(whole_weights(weighed_parts(division, learner.missing)))
            score = Quotient(gained, intrinsic_value)
        case "twoing":
            score = twoing(division.parts) * known_share(division)  # type: ignore[arg-type]  # of classes
    return ScoredSplit(division.question, score, gained, division.parts)


@checked
def admissible_splits(data: Dataset, learner: Learner) -> tuple[ScoredSplit, ...]:
    """Return every optimal split of *data* as one node, the canonical one first; none where the learner asks nothing.

    `optimal_among` the candidates, the `scored_splits`.  They stand in canonical order: the smallest feature index,
    then the smallest threshold or category.  They say where rows of a missing value go (`Missing`).  Whether the node
    is split at all (depth, size, purity) is `grow`'s to say.      [CART84 §2.4; C45 §2.2]

    >>> from dtrees.growing.cart import cart
    >>> from dtrees.data.constructors import classification_data
    >>> data = classification_data({"a": [0, 0, 1, 1], "b": [5, 5, 6, 6]}, ["n", "n", "y", "y"])
    >>> [(best.question.feature, str(best.score)) for best in admissible_splits(data, cart())]
    [('a', '1/2'), ('b', '1/2')]
    """
    return tuple(optimal_splits(data.present, summarize(data), learner))


def optimal_splits(data: Dataset, summary: Summary, learner: Learner) -> Iterator[ScoredSplit]:
    """Yield the `admissible_splits`; of the thresholds whose gains a `Sweep` finds only the largest are scored."""
    impurity = learner.impurity_for(data)
    inside = Exact(impurity(summary))
    in_one_pass = [feature for feature in data.features if can_be_swept(feature, data, impurity, learner)]
    swept = sweep(data, inside, impurity).cuts(in_one_pass, learner) if in_one_pass else {}
    candidates: list[ScoredSplit | Cuts] = []
    for feature in data.features:
        known = swept.get(feature.name)
        candidates += _scored_by(feature, data, inside, impurity, learner) if known is None else known

    def made(found: ScoredSplit | Cuts) -> Iterable[ScoredSplit]:
        if isinstance(found, Cuts):
            return (_of_known_gain(division, found.gain, learner) for division in found.divisions())
        return (found,)

    of_gain = chain.from_iterable(map(made, _of_gain(candidates, learner)))
    optimal = of_gain if learner.score == "gain" else of_largest(of_gain, attrgetter("score"))
    return (directed_split(data, found, learner) for found in optimal)


def directed_split(data: Dataset, found: ScoredSplit, learner: Learner) -> ScoredSplit:
    """Return *found*, a split of *data*, with its question saying where *learner* sends rows of a missing value."""
    question = directed(data, found.question, found.parts, learner)
    return found if question is found.question else attrs.evolve(found, question=question)


def optimal_among(candidates: Sequence[ScoredSplit], learner: Learner) -> tuple[ScoredSplit, ...]:
    """Return the candidates of largest score among those that reach min_gain (`Stopping`), in the order given.

    argmax of the score; for a gain ratio each feature is first represented by its questions of largest gain
    [QUINLAN96 §2; ZHOU16 eq. 4.8], and the gate bars features of less than average gain [C45 §2.2].  Candidates of one
    gain reach min_gain together, so that where the gain is the score the largest are found first.
    """
    askable = _of_gain(candidates, learner)
    return askable if learner.score == "gain" else of_largest(askable, attrgetter("score"))


def _of_gain(candidates: Sequence[AnySplit], learner: Learner) -> tuple[AnySplit, ...]:
    """Return the candidates whose gains admit them, whatever their scores."""
    if learner.score == "gain":
        largest = of_largest(candidates, attrgetter("gain"))
        return largest if largest and gain_threshold_met(largest[0].gain, learner.stopping) else ()
    if learner.score == "gain_ratio":
        candidates = past_the_gate(candidates, learner.gate)
    return tuple(candidate for candidate in candidates if gain_threshold_met(candidate.gain, learner.stopping))


@checked
def best_split(data: Dataset, learner: Learner) -> ScoredSplit | None:
    """Return the canonical optimal split of *data*, or None where the learner asks nothing.

    >>> from dtrees.growing.cart import cart
    >>> from dtrees.data.constructors import classification_data
    >>> best_split(classification_data({"x": [1, 1]}, ["a", "b"]), cart()) is None
    True
    """
    return next(optimal_splits(data.present, summarize(data), learner), None)
