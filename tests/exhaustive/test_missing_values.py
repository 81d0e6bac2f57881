"""Growing and predicting with missing values, on every small table, against a definition of its own."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Any, Final

import pytest

import dtrees as dt
from dtrees.growing.missing.surrogates import with_surrogates

if TYPE_CHECKING:
    from collections.abc import Iterator

Row = tuple[tuple[int | None, int | None], str]
Weighed = list[tuple[Row, Fraction]]

VALUES: Final = (1, 2, None)
KINDS: Final[list[Row]] = list(product(product(VALUES, VALUES), "ab"))
"""Every row there is: two numbers, each of them missing perhaps, and a class."""


def tables() -> Iterator[list[Row]]:
    """Yield every table of two or three rows with both classes, and of one number, four.

    But for the order of the rows and the names of the classes: a law says that these change nothing.
    """
    one_number = [row for row in KINDS if row[0][1] == 1]
    for kinds, sizes in ((KINDS, (2, 3)), (one_number, (4,))):
        for size in sizes:
            for rows in combinations_with_replacement(kinds, size):
                if len(rows) > sum(label == "a" for _, label in rows) >= len(rows) / 2:
                    yield list(rows)


def data_of(rows: list[Row]) -> dt.Dataset:
    """Return the rows as data."""
    columns = {name: [numbers[place] for numbers, _ in rows] for place, name in enumerate("xy")}
    return dt.classification_data(columns, [label for _, label in rows], missing="keep")


# --- from the definitions ---------------------------------------------------------------------------------------


def weight_of(rows: Weighed, label: str = "ab") -> Fraction:
    """Return the weight of the rows of a class, by default of all."""
    return sum((weight for (_, own), weight in rows if own in label), start=Fraction(0))


def risk(rows: Weighed) -> Fraction:
    """Return N times Gini: twice the product of the classes' weights over the whole."""
    return 2 * weight_of(rows, "a") * weight_of(rows, "b") / weight_of(rows) if rows else Fraction(0)


def saved(rows: Weighed, parts: list[Weighed]) -> Fraction:
    """Return the decrease of Gini."""
    return (risk(rows) - sum(map(risk, parts))) / weight_of(rows)


def sides(rows: Weighed, place: int) -> tuple[Weighed, Weighed, Weighed]:
    """Return the rows whose number is 1, whose is 2, and where it is missing."""
    low, high, gone = ([row for row in rows if row[0][0][place] == value] for value in VALUES)
    return low, high, gone


def asked(rows: Weighed, way: str) -> Iterator[tuple[Fraction, str, list[Weighed]]]:
    """Yield each question that parts the rows, in canonical order: its score, what it asks, and the children's rows."""
    for place, name in enumerate("xy"):
        low, high, gone = sides(rows, place)
        if way == "fractional":
            if low and high:
                known = low + high
                share = [weight_of(part) / weight_of(known) for part in (low, high)]
                score = weight_of(known) / weight_of(rows) * saved(known, [low, high])
                divided = [[(row, weight * part) for row, weight in gone] for part in share]
                yield score, f"{name} <= 1.5", [low + divided[0], high + divided[1]]
            continue
        if low and high:
            choices = [[low + gone, high], [low, high + gone]] if way == "either_side" else [[low, high, gone]]
            for parts in choices if gone else [[low, high]]:
                yield saved(rows, parts), f"{name} <= 1.5", parts
        if gone and (low or high) and (way == "either_side" or not (low and high)):
            yield saved(rows, [gone, low + high]), f"{name} is missing", [gone, low + high]


def grown(rows: Weighed, way: str) -> Any:
    """Return the canonical tree: the question, the classes' weights and the children."""
    counts = (weight_of(rows, "a"), weight_of(rows, "b"))
    choices = list(asked(rows, way)) if all(counts) else []
    if not choices:
        return counts
    best = max(score for score, _, _ in choices)
    _, question, parts = next(choice for choice in choices if choice[0] == best)
    return question, counts, [grown(part, way) for part in parts]


def as_nested(tree: dt.Tree) -> Any:
    """Return a tree of ours in that form."""
    counts = tuple(map(Fraction, tree.summary.counts))  # type: ignore[union-attr]
    if isinstance(tree, dt.Leaf):
        return counts
    return tree.question.describe(0).removesuffix(" or missing"), counts, [as_nested(child) for child in tree.children]


def mixed(tree: Any, numbers: tuple[int | None, int | None]) -> Fraction:
    """Return the share of class a that a tree of divided rows predicts."""
    if len(tree) == 2:
        return Fraction(tree[0] / sum(tree))
    question, counts, children = tree
    number = numbers["xy".index(question[0])]
    if number is not None:
        return mixed(children[number - 1], numbers)
    weights = [sum(child if len(child) == 2 else child[1]) for child in children]
    parts = [w / sum(counts) * mixed(child, numbers) for w, child in zip(weights, children, strict=True)]
    return Fraction(sum(parts))


# --- the specification's answers --------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["fractional", "either_side", "category"])
def test_every_small_table_grows_the_tree_of_the_definition(way: Any) -> None:
    """So large are the scores, so the canonical pick, and so are rows divided."""
    for rows in tables():
        expected = grown([(row, Fraction(1)) for row in rows], way)
        tree = dt.grow(data_of(rows), dt.cart(missing=way))
        assert as_nested(tree) == expected, rows
        if way == "fractional":
            numbers = list(product(VALUES, VALUES))
            columns = {name: [pair[place] for pair in numbers] for place, name in enumerate("xy")}
            shares = dt.predict_proba(tree, columns, missing="keep")[:, 0].tolist()
            assert shares == [float(mixed(expected, pair)) for pair in numbers], rows


def sent_to(row: tuple[int | None, int | None], surrogates: list[tuple[bool, Fraction]], otherwise: int | None) -> Any:
    """Return the child that x, or y by the one surrogate in its place, sends the *row* to; None where it stays."""
    x, y = row
    if x is not None:
        return x - 1
    return otherwise if y is None or not surrogates else (2 - y if surrogates[0][0] else y - 1)


@pytest.mark.parametrize(("agreement", "unanswered"), [("both", "larger"), ("first", "stay")])
def test_every_small_table_has_the_surrogate_of_the_definition(agreement: Any, unanswered: Any) -> None:
    """The errors of y <= 1.5 and of its contrary beside x <= 1.5, on the rows that count."""
    learner = dt.cart(missing=dt.Missing("surrogate", agreement=agreement, unanswered=unanswered))
    for rows in tables():
        known = [numbers for numbers, _ in rows if numbers[0] is not None]
        if {x for x, _ in known} != {1, 2}:
            continue
        both = [(x, y) for x, y in known if y is not None]
        measured = known if agreement == "first" else both
        lesser = min(sum(numbers[0] == side for numbers in measured) for side in (1, 2))
        right = {False: sum(x == y for x, y in both), True: sum(x != y for x, y in both)}
        found = [
            (swapped, 1 - Fraction(len(measured) - agreeing, lesser))
            for swapped, agreeing in right.items()
            if lesser and len({y for _, y in both}) == 2
        ]
        expected = [pair for pair in found if pair[1] > 0]
        question = with_surrogates(data_of(rows), dt.Threshold("x", 1.5), learner)
        assert [(one.swapped, one.association) for one in question.surrogates] == expected, rows
        left = sum(x == 1 for x, _ in known)
        larger = 0 if 2 * left >= len(known) else 1
        assert question.otherwise == (larger if unanswered == "larger" else None)
        sent = [sent_to((x, y), expected, question.otherwise) for (x, y), _ in rows]
        assert [len(part) for part in dt.split(data_of(rows), question)] == [sent.count(0), sent.count(1)], rows
