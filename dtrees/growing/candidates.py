"""The candidate questions about a feature at a node, smallest threshold or category first."""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, combinations, pairwise
from typing import Any, Final, Literal, TypeAlias

import attrs

from dtrees.arguments import fields_as_annotated
from dtrees.data.dataset import Dataset, Feature, Numeric, Ordinal
from dtrees.data.scaled import exact_number
from dtrees.errors import InvalidLearner, Unsupported
from dtrees.numbers.exact import Rational
from dtrees.trees.questions import EachCategory, Equals, OneOf, Question, Threshold
from dtrees.trees.summary import Summary, summarize_groups, total

MOST_CATEGORIES: Final = 12
"""Up to so many categories at a node all 2^(k - 1) - 1 subsets are tried."""

Numbers: TypeAlias = Literal["midpoint", "observed", "training", "each"]
Categories: TypeAlias = Literal["each", "equals", "subset"]


@attrs.frozen(field_transformer=fields_as_annotated)
class Questions:
    """Which questions a learner asks.

    numbers: thresholds at the ``midpoint`` of neighbouring values (CART84 §2.4.1, ZHOU16), at the ``observed`` lower
    one (note D), or where C4.5 puts them, at the ``training`` value that `at_training_values` finds when the tree is
    grown, the midpoint until then (C45 §2.4, J48); or a child for ``each`` value (ID3, which knows categories only).
    categories: a child for ``each`` category (ID3, C4.5), or a binary question whether the value ``equals`` one
    (notes B and D, Li Hang) or is in a ``subset`` (CART84 §2.4.1); a binary one of `Ordinal` cuts along their order.

    >>> Questions().numbers
    'midpoint'
    """

    GIVE = "the Questions to ask"
    REFUSAL = InvalidLearner

    numbers: Numbers = "midpoint"
    categories: Categories = "each"


@attrs.frozen
class Division:
    """A candidate question with the summary of each child, and that of the rows which have no part in its score."""

    question: Question
    parts: tuple[Summary, ...]
    unknown: Summary | None = None


def divisions(data: Dataset, feature: Feature, questions: Questions) -> Iterator[Division]:
    """Yield each candidate question about *feature* that splits the rows, with its children's summaries.

    k values at the node give k - 1 thresholds, k questions of equality, 2^(k-1) - 1 subsets (each with the first
    category, but not all; at most `MOST_CATEGORIES`, else `Unsupported`) or one question with k children; no question
    where k = 1.  Ordinal ones have k - 1 cuts, with the categories up to halfway as R's.      [CART84 §2.4.1; NOTE_B]

    >>> data = dt.classification_data({"x": [1, 2, 4]}, ["a", "b", "b"])
    >>> [division.question.threshold for division in divisions(data, data.features[0], Questions())]
    [1.5, 3.0]
    """
    groups: dict[Any, Any] = summarize_groups(data, feature)
    values = sorted(groups) if isinstance(feature, Numeric) else [one for one in feature.categories if one in groups]
    style = questions.numbers if isinstance(feature, Numeric) else questions.categories
    name, whole, asked = feature.name, total(groups.values()), list[tuple[Question, Any]]()
    below = accumulate([groups[value] for value in values])
    if len(values) == 1:
        return
    if style == "each":
        yield Division(EachCategory(name, values), tuple([groups[value] for value in values]))
    elif isinstance(feature, Ordinal):
        places = [feature.categories.index(value) for value in values]
        runs = [feature.categories[: (i + j) // 2 + 1] for i, j in pairwise(places)]
        asked = [(OneOf(name, run), left) for run, left in zip(runs, below, strict=False)]
    elif style == "equals":
        asked = [(Equals(name, value), groups[value]) for value in values]
    elif style == "subset":
        asked = [(OneOf(name, subset), total([groups[one] for one in subset])) for subset in subsets(name, values)]
    else:
        cuts = [a if style == "observed" else midpoint(a, b) for a, b in pairwise(values)]
        asked = [(Threshold(name, cut), left) for cut, left in zip(cuts, below, strict=False)]
    for question, left in asked:
        yield Division(question, (left, whole - left))


def subsets(name: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return the subsets of the *values* that hold the first, but not all, in order.

    >>> subsets("c", "xyz")
    [('x',), ('x', 'y'), ('x', 'z')]
    """
    if len(values) > MOST_CATEGORIES:
        raise Unsupported(
            f"column {name!r} has {len(values)} categories here, too many to try all subsets (at most "
            f"{MOST_CATEGORIES}): ask categories='equals', merge categories, or take dtrees.vectorized.grow"
        )
    places = [(0, *others) for size in range(len(values) - 1) for others in combinations(range(1, len(values)), size)]
    return [tuple([values[place] for place in chosen]) for chosen in sorted(places)]


def midpoint(below: Any, above: Any) -> float | Rational:
    """Return the number midway between neighbours, between two float64 the nearest float64: below <= s < above.

    >>> midpoint(1.0, 2.0), midpoint(1.7e308, 1.75e308), midpoint(1.0, 1.0000000000000002)
    (1.5, 1.725e+308, 1.0)
    """
    below, above = exact_number(below), exact_number(above)  # a float64 where one is exactly that number
    if not isinstance(below, float) or not isinstance(above, float):
        return (Fraction(below) + Fraction(above)) / 2
    whole = below + above
    middle = whole / 2 if math.isfinite(whole) else below / 2 + above / 2  # each rounds once at the most
    return below if middle == above else middle
