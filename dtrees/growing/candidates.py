"""The candidate questions about a feature at a node, smallest threshold or category first."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import accumulate, combinations, pairwise
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

import attrs

from dtrees import arguments
from dtrees.data.dataset import Dataset, Feature, Numeric, exact_number
from dtrees.errors import InvalidLearner, Unsupported
from dtrees.trees.questions import EachCategory, Equals, OneOf, Question, Threshold
from dtrees.trees.summary import Summary, summarize_groups, total

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dtrees.numbers.exact import Rational

MOST_CATEGORIES: Final = 12
"""Up to so many categories at a node all 2^(k - 1) - 1 subsets are tried."""

Numbers: TypeAlias = Literal["midpoint", "observed", "each"]
Categories: TypeAlias = Literal["each", "equals", "subset"]


def one_of(words: Any) -> Callable[[object, Any, object], None]:
    """Return an attrs validator that takes the *words* of a literal type, and raises `InvalidLearner` for others."""
    return lambda _, field, value: arguments.one_of(get_args(words), field.name, value, InvalidLearner)


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

    GIVE = "the Questions to ask"
    REFUSAL = InvalidLearner

    numbers: Numbers = attrs.field(default="midpoint", validator=one_of(Numbers))
    categories: Categories = attrs.field(default="each", validator=one_of(Categories))


@attrs.frozen
class Division:
    """A candidate question with the summary of each child, and that of the rows which have no part in its score."""

    question: Question
    parts: tuple[Summary, ...]
    unknown: Summary | None = None


def divisions(data: Dataset, feature: Feature, questions: Questions) -> Iterator[Division]:  # noqa: C901 (a case a style)
    """Yield each candidate question about *feature* that splits the rows, with its children's summaries.

    k values at the node give k - 1 thresholds, k questions of equality, 2^(k-1) - 1 subsets (each with the first
    category, but not all) or one question with k children; no question where k = 1.      [CART84 §2.4.1; NOTE_B]

    Raises `Unsupported` for subsets of more than `MOST_CATEGORIES` categories.

    >>> from dtrees.data.constructors import classification_data
    >>> data = classification_data({"x": [1, 2, 4]}, ["a", "b", "b"])
    >>> [division.question.threshold for division in divisions(data, data.features[0], Questions())]
    [1.5, 3.0]
    """
    groups: dict[Any, Any] = summarize_groups(data, feature)
    numeric = isinstance(feature, Numeric)
    values = sorted(groups) if isinstance(feature, Numeric) else [one for one in feature.categories if one in groups]
    if len(values) == 1:
        return
    below = list(accumulate([groups[value] for value in values]))
    whole = below[-1]
    match questions.numbers if numeric else questions.categories:
        case "each":
            yield Division(EachCategory(feature.name, values), tuple([groups[value] for value in values]))
        case "midpoint":
            for (a, b), left in zip(pairwise(values), below, strict=False):
                yield Division(Threshold(feature.name, midpoint(a, b)), (left, whole - left))
        case "observed":
            for a, left in zip(values[:-1], below, strict=False):
                yield Division(Threshold(feature.name, a), (left, whole - left))
        case "equals":
            for value in values:
                yield Division(Equals(feature.name, value), (groups[value], whole - groups[value]))
        case "subset":
            for subset in subsets(feature.name, values):
                left = total([groups[value] for value in subset])
                yield Division(OneOf(feature.name, subset), (left, whole - left))


def subsets(name: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return the subsets of the *values* that hold the first, but not all, in order.

    >>> subsets("c", "xyz")
    [('x',), ('x', 'y'), ('x', 'z')]
    """
    if len(values) > MOST_CATEGORIES:
        message = (
            f"column {name!r} has {len(values)} categories here, too many to try all subsets (at most "
            f"{MOST_CATEGORIES}): ask categories='equals', merge categories, or take dtrees.vectorized.grow"
        )
        raise Unsupported(message)
    places = [(0, *others) for size in range(len(values) - 1) for others in combinations(range(1, len(values)), size)]
    return [tuple([values[place] for place in chosen]) for chosen in sorted(places)]


def midpoint(below: Any, above: Any) -> float | Rational:
    """Return the number midway between neighbours, between two float64 the nearest float64: below <= s < above.

    >>> midpoint(1.0, 2.0), midpoint(1.7e308, 1.75e308), midpoint(1.0, 1.0000000000000002)
    (1.5, 1.725e+308, 1.0)
    >>> from decimal import Decimal
    >>> midpoint(Decimal("4.76"), Decimal("4.80"))
    Fraction(239, 50)
    """
    below, above = exact_number(below), exact_number(above)  # a float64 where one is exactly that number
    if not isinstance(below, float) or not isinstance(above, float):
        return (Fraction(below) + Fraction(above)) / 2
    whole = below + above
    middle = whole / 2 if math.isfinite(whole) else below / 2 + above / 2  # each rounds once at the most
    return below if middle == above else middle
