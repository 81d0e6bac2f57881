"""The questions a branch may ask, the parts they split data into, and the candidates that a feature offers.

A question routes each row to one child, numbered from 0.  `divisions` lists the candidate questions of a feature at a
node, in canonical order (smallest threshold or category first), each with its children's summaries.
"""

from __future__ import annotations

import math
from itertools import accumulate, combinations
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import attrs
import numpy as np

from dtrees.data import Category, Dataset, Feature, IntArray, Numeric, category_tuple
from dtrees.errors import InvalidData, InvalidLearner, Unsupported, require_choice
from dtrees.impurity import (
    ClassCounts,
    Impurity,
    Summary,
    entropy,
    gini,
    squared_error,
    summarize_groups,
    total,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from fractions import Fraction

    from dtrees.exact import Rational
    from dtrees.tree import Asks

UNSEEN: Final = -1
"""The answer of a row whose category the question does not know."""

LARGEST_ENUMERATION: Final = 12
"""Up to this many categories all 2**(k - 1) - 1 subset questions are enumerated."""


@attrs.frozen
class Threshold:
    """Is the feature's value at most the threshold?  Child 0 takes yes, child 1 no.

    >>> Threshold("sugar", 0.126)
    Threshold(feature='sugar', threshold=0.126)
    """

    feature: str
    threshold: float = attrs.field(converter=float)
    arity = 2

    @threshold.validator
    def _is_a_number(self, _: object, value: float) -> None:
        if math.isnan(value):
            message = f"the threshold of {self.feature!r} is not a number: give one"
            raise InvalidData(message)

    def answers(self, feature: Feature) -> IntArray:
        """Return each row's child."""
        if not isinstance(feature, Numeric):
            message = f"column {self.feature!r} holds categories, but {self} asks for numbers"
            raise InvalidData(message)
        return np.asarray(feature.values > self.threshold, dtype=np.int64)

    def describe(self, child: int) -> str:
        """Return the answer of *child* as a condition."""
        return f"{self.feature} {('<=', '>')[child]} {self.threshold!r}"


@attrs.frozen
class Equals:
    """Is the feature's value the category?  Child 0 takes yes, child 1 no.

    >>> Equals("sky", "sun").describe(1)
    'sky != sun'
    """

    feature: str
    category: Category
    arity = 2

    def answers(self, feature: Feature) -> IntArray:
        """Return each row's child."""
        return np.asarray(_places(feature, (self.category,)) == UNSEEN, dtype=np.int64)

    def describe(self, child: int) -> str:
        """Return the answer of *child* as a condition."""
        return f"{self.feature} {('=', '!=')[child]} {self.category}"


@attrs.frozen
class OneOf:
    """Is the feature's value among the categories?  Child 0 takes yes, child 1 no.

    >>> OneOf("sky", ["sun", "rain"]).describe(0)
    'sky in {sun, rain}'
    """

    feature: str
    categories: tuple[Category, ...] = attrs.field(converter=category_tuple)
    arity = 2

    def answers(self, feature: Feature) -> IntArray:
        """Return each row's child."""
        return np.asarray(_places(feature, self.categories) == UNSEEN, dtype=np.int64)

    def describe(self, child: int) -> str:
        """Return the answer of *child* as a condition."""
        return f"{self.feature} {('in', 'not in')[child]} {{{', '.join(map(str, self.categories))}}}"


@attrs.frozen
class EachCategory:
    """Which of the categories is the feature's value?  Child i takes the i-th; any other value is unseen.

    >>> EachCategory("sky", ["sun", "rain"]).arity
    2
    """

    feature: str
    categories: tuple[Category, ...] = attrs.field(converter=category_tuple)

    @property
    def arity(self) -> int:
        """The number of categories."""
        return len(self.categories)

    def answers(self, feature: Feature) -> IntArray:
        """Return each row's child, `UNSEEN` (-1) for a category that has none."""
        return _places(feature, self.categories)

    def describe(self, child: int) -> str:
        """Return the answer of *child* as a condition."""
        return f"{self.feature} = {self.categories[child]}"


Question: TypeAlias = Threshold | Equals | OneOf | EachCategory


def _places(feature: Feature, categories: tuple[Category, ...]) -> IntArray:
    """Return the place of each row's value in *categories*, or -1."""
    text = not isinstance(feature, Numeric) and all(isinstance(category, str) for category in feature.categories)
    if text != all(isinstance(category, str) for category in categories):
        held, asked = ("text", "numbers or truth values")[:: 1 if text else -1]
        message = f"column {feature.name!r} holds {held}, but the question asks for {asked}: {categories}"
        raise InvalidData(message)
    places = np.full(len(feature), UNSEEN, dtype=np.int64)
    for place, category in enumerate(categories):
        if isinstance(feature, Numeric):
            places[feature.values == category] = place
        elif category in feature.categories:
            places[feature.codes == feature.categories.index(category)] = place
    return places


def split(data: Dataset, question: Question) -> tuple[Dataset, ...]:
    """Return the parts that *question* splits *data* into, one a child, in child order.

    D_i = {rows of D with answer i}      [LIHANG2 §5.2; ZHOU16 §4.2]

    Raises `InvalidData` where a row has a category without a child, and where the column is missing.

    >>> from dtrees.reading import classification_data
    >>> data = classification_data({"x": [1, 2, 3]}, ["a", "b", "b"])
    >>> [len(part) for part in split(data, Threshold("x", 1.5))]
    [1, 2]
    """
    parts = route(data, question)
    if sum(map(len, parts)) < len(data):
        lost = np.flatnonzero(question.answers(data.feature(question.feature)) == UNSEEN)
        message = f"row {lost[0]}: its {question.feature!r} is none of {question.categories}"  # type: ignore[union-attr]
        raise InvalidData(message)
    return parts


def route(data: Dataset, question: Asks) -> tuple[Dataset, ...]:
    """Return the rows that go to each child, leaving out those of a category that has none."""
    answers = question.answers(data.feature(question.feature))
    return tuple(data.take(np.flatnonzero(answers == child)) for child in range(question.arity))


# --- candidate questions ----------------------------------------------------------------------------------------

Numbers: TypeAlias = Literal["midpoint", "observed", "each"]
Categories: TypeAlias = Literal["each", "equals", "subset"]


def one_of(words: Any) -> Callable[[object, Any, object], None]:
    """Return an attrs validator that takes the *words* of a literal type, and raises `InvalidLearner` for others."""
    return lambda _, field, value: require_choice(field.name, value, words, InvalidLearner)


@attrs.frozen
class Questions:
    """Which questions a learner asks.

    numbers: thresholds at the ``midpoint`` of neighbouring values (C4.5's books, CART) or at the ``observed`` lower
    one (note D, J48), or a child for ``each`` value (ID3, which knows categories only).
    categories: a child for ``each`` category (ID3, C4.5), or a binary question whether the value ``equals`` one
    (notes B and D, Li Hang) or is in a ``subset`` (CART84 §2.4.1).

    >>> Questions().numbers
    'midpoint'
    """

    numbers: Numbers = attrs.field(default="midpoint", validator=one_of(Numbers))
    categories: Categories = attrs.field(default="each", validator=one_of(Categories))


@attrs.frozen
class Division:
    """A candidate question with the summary of each child."""

    question: Question
    parts: tuple[Summary, ...]


def values_and_groups(data: Dataset, feature: Feature) -> tuple[list[Any], tuple[Summary, ...]]:
    """Return the values of *feature* that occur, ascending, and the summary of the rows of each."""
    if isinstance(feature, Numeric):
        present, places = np.unique(feature.values, return_inverse=True)
        values: list[Any] = present.tolist()
    else:
        present, places = np.unique(feature.codes, return_inverse=True)
        values = [feature.categories[code] for code in present]
    return values, summarize_groups(data, places, len(values))


def divisions(
    data: Dataset,
    feature: Feature,
    questions: Questions,
    impurity: Impurity,
    *,
    min_leaf: Rational = 0,
    gainless: bool = True,
) -> Iterator[Division]:
    """Yield each candidate question about *feature* that parts the rows, with its children's summaries.

    k values at the node give k - 1 thresholds, k questions of equality, 2^(k-1) - 1 subsets or one question with k
    children; no question where k = 1.  The rest matters for subsets alone: for Gini and entropy of two classes, and
    for squared error, each optimal subset is an initial run of the categories in the order of their class share or
    mean [CART84 §4.2.2, §8.8], so only those k - 1 are candidates.  The theorem asks that every subset may be taken,
    so that each category weighs *min_leaf*, and that something is gained: where all shares are equal every subset
    gains nothing, and is left out unless *gainless*.

    Raises `Unsupported` for subsets of more than `LARGEST_ENUMERATION` categories where that theorem is silent.

    >>> from dtrees.reading import classification_data
    >>> data = classification_data({"x": [1, 2, 4]}, ["a", "b", "b"])
    >>> [d.question.threshold for d in divisions(data, data.features[0], Questions(), gini)]
    [1.5, 3.0]
    """
    values, groups = values_and_groups(data, feature)
    if len(values) == 1:
        return
    whole = total(groups)
    style = questions.numbers if isinstance(feature, Numeric) else questions.categories
    match style:
        case "each":
            yield Division(EachCategory(feature.name, values), groups)
        case "midpoint" | "observed":
            for place, left in enumerate(accumulate(groups[:-1])):
                below, above = values[place], values[place + 1]
                cut = below if style == "observed" else midpoint(below, above)
                yield _binary(Threshold(feature.name, cut), left, whole)
        case "equals":
            for value, group in zip(values, groups, strict=True):
                yield _binary(Equals(feature.name, value), group, whole)
        case "subset":
            rank = _share_or_mean(groups, impurity)
            if rank is not None and len({rank(group) for group in groups}) == 1 and not gainless:
                return
            free = all(group.weight >= min_leaf for group in groups)
            for places in _subsets(feature.name, groups, rank if free else None):
                chosen = OneOf(feature.name, [values[place] for place in places])
                yield _binary(chosen, total(groups[place] for place in places), whole)


def _binary(question: Question, left: Any, whole: Any) -> Division:
    return Division(question, (left, whole - left))


def midpoint(below: float, above: float) -> float:
    """Return the float64 nearest to midway between neighbours, but never *above* itself: below <= s < above.

    >>> midpoint(1.0, 2.0), midpoint(1.7e308, 1.75e308), midpoint(1.0, 1.0000000000000002)
    (1.5, 1.725e+308, 1.0)
    """
    whole = below + above
    middle = whole / 2 if math.isfinite(whole) else below / 2 + above / 2  # each rounds once at the most
    return below if middle == above else middle


def _subsets(name: str, groups: Sequence[Summary], rank: Callable[[Summary], Fraction] | None) -> list[tuple[int, ...]]:
    """Return the candidate subsets as sorted places, each with place 0 on its side, in canonical order."""
    if rank is not None and len({rank(group) for group in groups}) > 1:
        return _initial_runs(groups, rank)
    everything = range(len(groups))
    if len(groups) > LARGEST_ENUMERATION:
        message = (
            f"column {name!r} has {len(groups)} categories here, too many to try all subsets "
            f"(at most {LARGEST_ENUMERATION}): ask categories='equals', or merge categories"
        )
        raise Unsupported(message)
    return sorted((0, *others) for size in range(len(groups) - 1) for others in combinations(everything[1:], size))


def _share_or_mean(groups: Sequence[Summary], impurity: Impurity) -> Callable[[Summary], Fraction] | None:
    """Return the key by which CART84's theorem orders the categories, or None where the theorem is silent."""
    whole = total(groups)
    if isinstance(whole, ClassCounts):
        present = [place for place, count in enumerate(whole.counts) if count]
        if len(present) <= 2 and impurity in (gini, entropy):  # noqa: PLR2004 (the theorem is about two classes)
            return lambda group: group.proportions[present[0]]  # type: ignore[union-attr]
        return None
    return (lambda group: group.mean) if impurity is squared_error else None  # type: ignore[union-attr]


def _initial_runs(groups: Sequence[Summary], rank: Callable[[Summary], Fraction]) -> list[tuple[int, ...]]:
    """Return the subsets that cut the order by *rank* in two, categories of equal rank kept together."""
    ranks = [rank(group) for group in groups]
    runs = []
    for cut in sorted(set(ranks))[1:]:
        low = tuple(place for place, value in enumerate(ranks) if value < cut)
        runs.append(low if low[0] == 0 else tuple(place for place in range(len(ranks)) if place not in low))
    return sorted(runs)
