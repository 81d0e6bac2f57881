"""The questions that a branch may ask of a row; the answer is the index of the child that the row goes to.

A row is a mapping from the name of a feature to its value, None where it is missing.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from decimal import Decimal
from numbers import Real
from typing import Annotated, Any, Final, Protocol, TypeAlias

import attrs

from dtrees.arguments import fields_as_annotated, taken
from dtrees.data.dataset import Categorical, Category, Feature, Numeric, category_tuple, find_feature
from dtrees.data.scaled import exact_number
from dtrees.errors import InvalidData, refused
from dtrees.numbers.exact import Rational
from dtrees.numbers.rationals import exact_repr, write_number

UNSEEN: Final = -1
"""The answer of a row whose category the question does not know."""

MISSING: Final = -2
"""The answer of a row whose value is missing, where the question does not say which child it goes to."""


class Asks(Protocol):
    """The interface of a question: a feature, a number of children, an answer for a row, and its description."""

    __slots__ = ()

    @property
    def feature(self) -> str:
        """The name of the feature that the question asks about."""

    @property
    def arity(self) -> int:
        """The number of answers, and so of children."""

    def answer(self, row: Mapping[str, Any]) -> int:
        """Return the index of the row's child, or a negative number if there is no child for it."""

    def describe(self: Any, child: int) -> str:
        """Return the answer of *child* as a condition."""
        number = taken(int, "child", child)
        if number >= self.arity:
            raise refused(child, "child", f"the number of a child, from 0 to {self.arity - 1}")
        return self._condition(number)  # type: ignore[no-any-return]  # which a question of one's own need not have


def a_question(name: str, value: Any) -> Any:
    """Take a question."""
    if isinstance(value, type) or not all(hasattr(value, part) for part in ("feature", "arity", "answer", "describe")):
        raise refused(value, name, "a question, such as Threshold('x', 0.5)")
    return value


@attrs.frozen(field_transformer=fields_as_annotated)
class AboutOne(Asks):
    """A question about one feature, of two children; its answer is `MISSING` for a row with a missing value."""

    feature: str
    arity = 2
    _missing = MISSING

    def answer(self, row: Mapping[str, Any]) -> int:
        """Return the row's child, `MISSING` (-2) for a missing value, `UNSEEN` (-1) for a category that has none."""
        if not isinstance(row, Mapping) or self.feature not in row:  # type: ignore[redundant-expr]  # users write rows
            raise refused(row, "row", f"a mapping with the value of {self.feature!r}")
        value = row[self.feature]
        return self._missing if value is None else self._child_of(value)

    def _child_of(self, value: Any) -> int:
        raise NotImplementedError


def _written(value: float | Rational) -> str:
    """Return the Python that makes *value*: a decimal where it ends."""
    text = write_number(value)
    return text if isinstance(value, float | int) else exact_repr(value) if "/" in text else f"Decimal('{text}')"


def _threshold(value: Any) -> float | Rational:
    with suppress(InvalidData):
        number = exact_number(value)
        if number == number:  # noqa: PLR0124 (as NaN alone does not)
            return number
    raise refused(value, "threshold", "a number")


def some_categories(values: Iterable[Category]) -> tuple[Category, ...]:
    """Return *values* as a tuple of categories; raises `InvalidData` where there is none, or one stands twice."""
    categories = category_tuple(values)
    if not categories:
        raise refused(values, "categories", "a list of at least one")
    return categories


@attrs.frozen
class Threshold(AboutOne):
    """Is the feature's value at most the threshold?  Child 0 takes yes, child 1 no.

    The threshold is exact: a float, or a fraction or integer where no float64 is that number.

    >>> from decimal import Decimal
    >>> Threshold("sugar", 0.126), Threshold("sugar", Decimal("0.126"))
    (Threshold(feature='sugar', threshold=0.126), Threshold(feature='sugar', threshold=Decimal('0.126')))
    """

    threshold: float | Rational = attrs.field(converter=_threshold, repr=_written)

    def _child_of(self, value: Any) -> int:
        if not isinstance(value, Real | Decimal):
            raise refused(value, "value", f"a number, for {self} asks for one")
        return 0 if value <= self.threshold else 1

    def _condition(self, child: int) -> str:
        return f"{self.feature} {('<=', '>')[child]} {write_number(self.threshold)}"


@attrs.frozen(field_transformer=fields_as_annotated)
class Equals(AboutOne):
    """Is the feature's value the category?  Child 0 takes yes, child 1 no.

    >>> Equals("sky", "sun").describe(1)
    'sky != sun'
    """

    category: Category = attrs.field(repr=exact_repr)

    def _child_of(self, value: Any) -> int:
        return 0 if value == self.category else 1

    def _condition(self, child: int) -> str:
        return f"{self.feature} {('=', '!=')[child]} {write_number(self.category)}"


@attrs.frozen
class OneOf(AboutOne):
    """Is the feature's value among the categories?  Child 0 takes yes, child 1 no.

    >>> OneOf("sky", ["sun", "rain"]).describe(0)
    'sky in {sun, rain}'
    """

    categories: tuple[Category, ...] = attrs.field(converter=some_categories)

    def _child_of(self, value: Any) -> int:
        return 0 if value in self.categories else 1

    def _condition(self, child: int) -> str:
        return f"{self.feature} {('in', 'not in')[child]} {{{', '.join(map(write_number, self.categories))}}}"


@attrs.frozen
class EachCategory(AboutOne):
    """Which of the categories is the value?  Child i takes the i-th category; any other value is unseen.

    >>> EachCategory("sky", ["sun", "rain"]).arity
    2
    """

    categories: tuple[Category, ...] = attrs.field(converter=some_categories)

    @property
    def arity(self) -> int:  # type: ignore[override]  # which is read, and never set
        """The number of categories."""
        return len(self.categories)

    def _child_of(self, value: Any) -> int:
        return self.categories.index(value) if value in self.categories else UNSEEN

    def _condition(self, child: int) -> str:
        return f"{self.feature} = {write_number(self.categories[child])}"


Question: TypeAlias = Annotated[Asks, a_question]
"""Any question: one of these, or one that says where a missing value goes (`dtrees.trees.missing_answers`)."""


def column_for(question: Asks, features: Iterable[Feature]) -> Feature:
    """Return the column that the plain *question* asks about.

    Raises `InvalidData` where there is none, and where it holds text and the question asks for numbers or the reverse.

    >>> column_for(Threshold("x", 1), [Numeric("x", [1, 2])]).name
    'x'
    """
    column = find_feature(features, question.feature)
    if {*column} <= {None}:
        return column
    if isinstance(question, Threshold) and not isinstance(column, Numeric):
        raise InvalidData(f"column {question.feature!r} holds categories, but {question} asks for numbers")
    if isinstance(question, Equals | OneOf | EachCategory):
        categories = (question.category,) if isinstance(question, Equals) else question.categories
        text = isinstance(column, Categorical) and all(isinstance(value, str) for value in column.categories)
        if text != all(isinstance(value, str) for value in categories):
            held, asked = ("text", "numbers or truth values")[:: 1 if text else -1]
            raise InvalidData(f"column {column.name!r} holds {held}, but the question asks for {asked}: {categories}")
    return column
