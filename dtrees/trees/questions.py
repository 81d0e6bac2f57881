"""The questions a branch may ask, and the parts they split data into: a question routes each row to one child.

A row whose value is missing goes where the question says (`missing_answers`), else a share of it to every child.
"""

from __future__ import annotations

from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import attrs
import numpy as np

from dtrees.arguments import admit, as_annotated, checked, instance, refused
from dtrees.data.dataset import (
    Category,
    Dataset,
    Feature,
    IntArray,
    Numeric,
    a_feature,
    at,
    category,
    category_repr,
    category_tuple,
    exact_number,
)
from dtrees.errors import InvalidData
from dtrees.numbers.exact import rational
from dtrees.numbers.numerals import rational_repr
from dtrees.numbers.rationals import write_number
from dtrees.trees.missing_answers import MISSING, IsMissing, WithMissing, WithSurrogates, answers_of, of_a_child

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from dtrees.numbers.exact import Rational
    from dtrees.trees.tree import Asks

Asking = TypeVar("Asking")

UNSEEN: Final = -1
"""The answer of a row whose category the question does not know."""


def _written(value: float | Rational) -> str:
    """Return the Python that makes *value*: a decimal where it ends."""
    text = write_number(value)
    return text if isinstance(value, float | int) else rational_repr(value) if "/" in text else f"Decimal('{text}')"


def _threshold(value: Any) -> float | Rational:
    try:
        return exact_number(value)
    except InvalidData as error:
        raise refused(value, "threshold", "a number") from error


def _category(value: Category) -> Category:
    return category("category", value)


def _categories(values: Iterable[Category]) -> tuple[Category, ...]:
    categories = category_tuple(values)
    if not categories:
        raise refused(values, "categories", "a list of at least one")
    return categories


def _where_known(answers: Callable[[Asking, Feature], IntArray]) -> Callable[[Asking, Feature], IntArray]:
    """Return *answers*, a method, with the answer `MISSING` for rows whose value is missing."""

    @wraps(answers)
    def answers_or_missing(question: Asking, feature: Feature) -> IntArray:
        missing = a_feature("feature", feature).missing
        if not missing.any():
            return answers(question, feature)
        found, known = np.full(len(feature), MISSING), np.flatnonzero(~missing)
        if len(known):
            found[known] = answers(question, at(known, feature))
        return found

    return answers_or_missing


@attrs.frozen
class Threshold:
    """Is the feature's value at most the threshold?  Child 0 takes yes, child 1 no.

    The threshold is exact: a float, or a fraction or integer where no float64 is that number.

    >>> from decimal import Decimal
    >>> Threshold("sugar", 0.126), Threshold("sugar", Decimal("0.126"))
    (Threshold(feature='sugar', threshold=0.126), Threshold(feature='sugar', threshold=Decimal('0.126')))
    """

    feature: str = attrs.field(validator=as_annotated)
    threshold: float | Rational = attrs.field(converter=_threshold, repr=_written)
    arity = 2

    @threshold.validator
    def _is_a_number(self, _: object, value: float | Rational) -> None:
        if value != value:  # noqa: PLR0124 (as NaN alone does)
            message = f"the threshold of {self.feature!r} is not a number: give one"
            raise InvalidData(message)

    @_where_known
    def answers(self, feature: Feature) -> IntArray:
        """Return each row's child, `MISSING` (-2) for a missing value."""
        if not isinstance(feature, Numeric):
            message = f"column {self.feature!r} holds categories, but {self} asks for numbers"
            raise InvalidData(message)
        return np.asarray(feature.values > self.threshold, dtype=np.int64)

    @of_a_child
    def describe(self, child: int) -> str:
        """Return the answer of *child* as a condition."""
        return f"{self.feature} {('<=', '>')[child]} {write_number(self.threshold)}"


@attrs.frozen
class Equals:
    """Is the feature's value the category?  Child 0 takes yes, child 1 no.

    >>> Equals("sky", "sun").describe(1)
    'sky != sun'
    """

    feature: str = attrs.field(validator=as_annotated)
    category: Category = attrs.field(converter=_category, repr=category_repr)
    arity = 2

    @_where_known
    def answers(self, feature: Feature) -> IntArray:
        """Return each row's child, `MISSING` (-2) for a missing value."""
        return np.asarray(_numbers_among(feature, (self.category,)) == UNSEEN, dtype=np.int64)

    @of_a_child
    def describe(self, child: int) -> str:
        """Return the answer of *child* as a condition."""
        return f"{self.feature} {('=', '!=')[child]} {write_number(self.category)}"


@attrs.frozen
class OneOf:
    """Is the feature's value among the categories?  Child 0 takes yes, child 1 no.

    >>> OneOf("sky", ["sun", "rain"]).describe(0)
    'sky in {sun, rain}'
    """

    feature: str = attrs.field(validator=as_annotated)
    categories: tuple[Category, ...] = attrs.field(converter=_categories)
    arity = 2

    @_where_known
    def answers(self, feature: Feature) -> IntArray:
        """Return each row's child, `MISSING` (-2) for a missing value."""
        return np.asarray(_numbers_among(feature, self.categories) == UNSEEN, dtype=np.int64)

    @of_a_child
    def describe(self, child: int) -> str:
        """Return the answer of *child* as a condition."""
        return f"{self.feature} {('in', 'not in')[child]} {{{', '.join(map(write_number, self.categories))}}}"


@attrs.frozen
class EachCategory:
    """Which of the categories is the feature's value?  Child i takes the i-th; any other value is unseen.

    >>> EachCategory("sky", ["sun", "rain"]).arity
    2
    """

    feature: str = attrs.field(validator=as_annotated)
    categories: tuple[Category, ...] = attrs.field(converter=_categories)

    @property
    def arity(self) -> int:
        """The number of categories."""
        return len(self.categories)

    @_where_known
    def answers(self, feature: Feature) -> IntArray:
        """Return each row's child, `UNSEEN` (-1) for a category that has none, `MISSING` (-2) for a missing value."""
        return _numbers_among(feature, self.categories)

    @of_a_child
    def describe(self, child: int) -> str:
        """Return the answer of *child* as a condition."""
        return f"{self.feature} = {write_number(self.categories[child])}"


Question: TypeAlias = Threshold | Equals | OneOf | EachCategory | WithMissing | IsMissing | WithSurrogates

admit("Question", instance(Question, "a Threshold, Equals, OneOf or EachCategory"))


def _numbers_among(feature: Feature, categories: tuple[Category, ...]) -> IntArray:
    """Return for each row the number of its value among *categories*, or `UNSEEN`."""
    _require_one_kind(feature, categories)
    if isinstance(feature, Numeric):
        values, codes = np.unique(feature.values, return_inverse=True)
    else:
        values, codes = np.array(feature.categories, dtype=object), feature.codes
    number = {category: k for k, category in enumerate(categories)}
    return np.array([number.get(value, UNSEEN) for value in values.tolist()], dtype=np.int64)[codes]


def _require_one_kind(feature: Feature, categories: tuple[Category, ...]) -> None:
    """Raise `InvalidData` where either the column or the question is about text and the other is not."""
    text = not isinstance(feature, Numeric) and all(isinstance(category, str) for category in feature.categories)
    if text != all(isinstance(category, str) for category in categories):
        held, asked = ("text", "numbers or truth values")[:: 1 if text else -1]
        message = f"column {feature.name!r} holds {held}, but the question asks for {asked}: {categories}"
        raise InvalidData(message)


@checked
def split(data: Dataset, question: Question) -> tuple[Dataset, ...]:
    """Return the parts that *question* splits *data* into, one a child, in child order.

    D_i = {rows of D with answer i}      [LIHANG2 §5.2; ZHOU16 §4.2]

    A row whose value is missing is in the part that the question names for it, or it stays at the node and is in none,
    else it is in each, its weight times the part's share of the known weight      [C45 §3.1; ZHOU16 §4.4.2].  Raises
    `InvalidData` where a row has a category without a child, where no value is known to share by, and where the column
    is missing.

    >>> from dtrees.data.constructors import classification_data
    >>> data = classification_data({"x": [1, 2, 3, None]}, ["a", "b", "b", "b"], missing="keep")
    >>> [part.weights.tolist() for part in split(data, Threshold("x", 1.5))]
    [[1, Fraction(1, 3)], [1, 1, Fraction(2, 3)]]
    """
    answers = answers_of(question, data.features)
    lost = np.flatnonzero(answers == UNSEEN)
    if len(lost):
        message = f"row {lost[0]}: its {question.feature!r} is none of {getattr(question, 'categories', ())}"
        raise InvalidData(message)
    return _parts(data, answers, _known_weights(data, answers, question.arity))


def route(data: Dataset, question: Asks, weights: Sequence[Rational] | None = None) -> tuple[Dataset, ...]:
    """Return the rows that go to each child, leaving out those of a category that has none.

    Rows of a missing value, where the question does not say which child they go to, are divided by the *weights* of
    the children, by default of the rows themselves whose value is known.
    """
    answers = answers_of(question, data.features)
    return _parts(data, answers, weights or _known_weights(data, answers, question.arity))


def _known_weights(data: Dataset, answers: IntArray, arity: int) -> list[Rational]:
    """Return the weight of the rows that go to each child alone; none is asked for where all of them do."""
    if not np.any(answers == MISSING):
        return [0] * arity
    return [sum(map(rational, data.weights[answers == child].tolist())) for child in range(arity)]


def _parts(data: Dataset, answers: IntArray, weights: Sequence[Rational]) -> tuple[Dataset, ...]:
    """Return each child's rows, those without an answer of their own in every child of positive weight.

    w_i = N_i / sum_j N_j w      [C45 §3.1; ZHOU16 §4.4.2]
    """
    divided = answers == MISSING
    if not divided.any():
        return tuple(data.take(np.flatnonzero(answers == child)) for child in range(len(weights)))
    if not any(weights):
        message = "no row's value is known, so that nothing says how to divide the rows: ask about another feature"
        raise InvalidData(message)
    parts = []
    for child, weight in enumerate(weights):
        rows = np.flatnonzero((answers == child) | (divided & (weight > 0)))
        part, share = data.take(rows), Fraction(weight) / sum(weights)
        own = [rational(w) * (share if cut else 1) for w, cut in zip(part.weights, divided[rows], strict=True)]
        parts.append(attrs.evolve(part, weights=own))
    return tuple(parts)
