"""The candidate questions that a feature offers at a node, smallest threshold or category first."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import accumulate, combinations
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import attrs
import numpy as np

from dtrees.data import Dataset, Feature, Numeric, exact_number
from dtrees.errors import InvalidLearner, Unsupported, require_choice
from dtrees.impurity import Impurity, entropy, gini, squared_error
from dtrees.questions import EachCategory, Equals, OneOf, Question, Threshold
from dtrees.summary import ClassCounts, Summary, summarize_groups, total

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dtrees.exact import Rational

LARGEST_ENUMERATION: Final = 12
"""Up to this many categories all 2**(k - 1) - 1 subset questions are enumerated."""

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

    >>> from dtrees.constructors import classification_data
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
            ranks = _shares_or_means(groups, impurity)
            if len(set(ranks)) == 1 and not gainless:
                return
            free = all(group.weight >= min_leaf for group in groups)
            for places, left in _subsets(feature.name, groups, ranks if free else []):
                yield _binary(OneOf(feature.name, [values[place] for place in places]), left, whole)


def _binary(question: Question, left: Any, whole: Any) -> Division:
    return Division(question, (left, whole - left))


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


def _subsets(name: str, groups: Sequence[Summary], ranks: Sequence[Fraction]) -> list[tuple[tuple[int, ...], Summary]]:
    """Return the candidate subsets as sorted places, each with place 0 on its side, and their summaries, in order."""
    if len(set(ranks)) > 1:
        return _initial_runs(groups, ranks)
    everything = range(len(groups))
    if len(groups) > LARGEST_ENUMERATION:
        message = (
            f"column {name!r} has {len(groups)} categories here, too many to try all subsets "
            f"(at most {LARGEST_ENUMERATION}): ask categories='equals', or merge categories"
        )
        raise Unsupported(message)
    subsets = sorted((0, *others) for size in range(len(groups) - 1) for others in combinations(everything[1:], size))
    return [(places, total(groups[place] for place in places)) for places in subsets]


def _shares_or_means(groups: Sequence[Summary], impurity: Impurity) -> list[Fraction]:
    """Return what CART84's theorem orders the categories by, or nothing where the theorem is silent."""
    whole: Any = total(groups)
    if isinstance(whole, ClassCounts):
        present = [place for place, count in enumerate(whole.counts) if count]
        if len(present) > 2 or impurity not in (gini, entropy):  # noqa: PLR2004 (the theorem is about two classes)
            return []
        return [Fraction(group.counts[present[0]]) / group.weight for group in groups]  # type: ignore[union-attr]
    return [group.mean for group in groups] if impurity is squared_error else []  # type: ignore[union-attr]


def _initial_runs(groups: Sequence[Any], ranks: Sequence[Fraction]) -> list[tuple[tuple[int, ...], Summary]]:
    """Return the subsets that cut the order by rank in two, categories of equal rank kept together."""
    order = sorted(range(len(groups)), key=ranks.__getitem__)
    whole, runs = total(groups), []
    for cut, left in enumerate(accumulate(groups[place] for place in order[:-1]), start=1):
        if ranks[order[cut - 1]] < ranks[order[cut]]:
            low, high = sorted(order[:cut]), sorted(order[cut:])
            runs.append((tuple(low), left) if low[0] == 0 else (tuple(high), whole - left))
    return sorted(runs, key=itemgetter(0))
