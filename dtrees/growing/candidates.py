"""The candidate questions that a feature offers at a node, smallest threshold or category first."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import accumulate, combinations, islice, pairwise
from operator import sub
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import attrs
import numpy as np

from dtrees.arguments import choice
from dtrees.data.dataset import Dataset, Feature, Numeric, exact_number
from dtrees.errors import InvalidLearner, Unsupported
from dtrees.trees.questions import EachCategory, Equals, OneOf, Question, Threshold
from dtrees.trees.summary import Summary, summarize_groups, total

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dtrees.numbers.exact import Rational

LARGEST_ENUMERATION: Final = 12
"""Up to this many categories all 2**(k - 1) - 1 subset questions are enumerated."""

Numbers: TypeAlias = Literal["midpoint", "observed", "each"]
Categories: TypeAlias = Literal["each", "equals", "subset"]


def one_of(words: Any) -> Callable[[object, Any, object], None]:
    """Return an attrs validator that takes the *words* of a literal type, and raises `InvalidLearner` for others."""
    take = choice(words, InvalidLearner)
    return lambda _, field, value: take(field.name, value)


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
    """A candidate question with the summary of each child, and that of the rows which have no part in its score."""

    question: Question
    parts: tuple[Summary, ...]
    unknown: Summary | None = None


def values_and_groups(data: Dataset, feature: Feature) -> tuple[list[Any], tuple[Summary, ...]]:
    """Return the values of *feature* that occur, ascending, and the summary of the rows of each."""
    if isinstance(feature, Numeric):
        present, places = np.unique(feature.values, return_inverse=True)
        values: list[Any] = present.tolist()
    else:
        present, places = np.unique(feature.codes, return_inverse=True)
        values = [feature.categories[code] for code in present]
    return values, summarize_groups(data, places, len(values))


def divisions(data: Dataset, feature: Feature, questions: Questions) -> Iterator[Division]:
    """Yield each candidate question about *feature* that parts the rows, with its children's summaries.

    k values at the node give k - 1 thresholds, k questions of equality, 2^(k-1) - 1 subsets (each with the first
    category, but not all) or one question with k children; no question where k = 1.      [CART84 §2.4.1; NOTE_B]

    Raises `Unsupported` for subsets of more than `LARGEST_ENUMERATION` categories.

    >>> from dtrees.data.constructors import classification_data
    >>> data = classification_data({"x": [1, 2, 4]}, ["a", "b", "b"])
    >>> [division.question.threshold for division in divisions(data, data.features[0], Questions())]
    [1.5, 3.0]
    """
    values, groups = values_and_groups(data, feature)
    if len(values) == 1:
        return
    lefts: list[Any] = list(accumulate(groups))
    whole = lefts.pop()
    style = questions.numbers if isinstance(feature, Numeric) else questions.categories
    match style:
        case "each":
            yield Division(EachCategory(feature.name, values), groups)
        case "midpoint" | "observed":
            rights = islice(accumulate(groups, sub, initial=whole), 1, None)
            for (below, above), left, right in zip(pairwise(values), lefts, rights, strict=False):
                yield Division(threshold(feature.name, below, above, questions), (left, right))
        case "equals":
            for value, group in zip(values, groups, strict=True):
                yield binary_division(Equals(feature.name, value), group, whole)
        case "subset":
            for subset in _subsets(feature.name, len(values)):
                left = total(groups[place] for place in subset)
                yield binary_division(OneOf(feature.name, [values[place] for place in subset]), left, whole)


def threshold(name: str, below: Any, above: Any, questions: Questions) -> Threshold:
    """Return the question about the feature called *name* that parts two neighbouring values."""
    return Threshold(name, below if questions.numbers == "observed" else midpoint(below, above))


def binary_division(question: Question, left: Any, whole: Any) -> Division:
    """Return the division of the summary *whole* whose first child is *left*."""
    return Division(question, (left, whole - left))


def _subsets(name: str, categories: int) -> list[tuple[int, ...]]:
    """Return the subsets of so many categories that hold the first, but not all, in order."""
    if categories > LARGEST_ENUMERATION:
        message = (
            f"column {name!r} has {categories} categories here, too many to try all subsets "
            f"(at most {LARGEST_ENUMERATION}): ask categories='equals', or merge categories"
        )
        raise Unsupported(message)
    others = range(1, categories)
    return sorted((0, *chosen) for size in range(categories - 1) for chosen in combinations(others, size))


def midpoint(below: Any, above: Any) -> float | Rational:
    """Return the number midway between neighbours, between two float64 the nearest float64: below <= s < above.

    >>> midpoint(1.0, 2.0), midpoint(1.7e308, 1.75e308), midpoint(1.0, 1.0000000000000002)
    (1.5, 1.725e+308, 1.0)
    >>> from decimal import Decimal
    >>> midpoint(Decimal("4.76"), Decimal("4.80"))
    Fraction(239, 50)
    """
    below, above = exact_number(below), exact_number(above)
    if not isinstance(below, float) or not isinstance(above, float):
        return (Fraction(below) + Fraction(above)) / 2
    whole = below + above
    middle = whole / 2 if math.isfinite(whole) else below / 2 + above / 2  # each rounds once at the most
    return below if middle == above else middle
