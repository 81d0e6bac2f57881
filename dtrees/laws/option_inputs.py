"""Inputs of the laws about what few programs offer: kept responses, constraints, limited leaves, boosting, outputs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, get_args

import attrs
from hypothesis import strategies as st

from dtrees.data.dataset import Classes, Dataset, Responses
from dtrees.data.kept import Centre, KeptResponses
from dtrees.data.outputs import Outputs
from dtrees.growing.cart import cart
from dtrees.laws.inputs import with_others
from dtrees.laws.strategies import Draw, book_learners, datasets, drawn_by, learners, questions_about


def _kept(*centres: Centre) -> st.SearchStrategy[Dataset]:
    """Counts that are kept, with whole weights."""
    whole, centre = datasets(target="numbers", whole_weights=True), st.sampled_from(centres)
    return st.builds(
        lambda one, at: attrs.evolve(one, target=KeptResponses(at, one.target.values**2 // 0.1)), whole, centre
    )


median_data = st.tuples(_kept("median", "lower_median", "upper_median"))
"""(data): kept counts whose centre is a median."""

count_data = st.tuples(_kept("rate"))
"""(data): kept counts whose centre is their rate."""

kept_trials = with_others(_kept(*get_args(Centre)), book_learners)
"""(data, learner): kept counts, and CART with default stopping."""


_monotone = (cart(), cart(max_depth=2), cart(min_leaf=1.5), cart(zero_gain="stop"))
_to_constrain = datasets(features="numeric", min_features=2).filter(
    lambda data: not isinstance(data.target, Classes) or len(data.target.labels) == 2  # noqa: PLR2004 (of two classes)
)
monotone_trials = with_others(
    _to_constrain,
    lambda _: st.sampled_from(_monotone),
    lambda data: st.dictionaries(st.sampled_from(data.feature_names), st.sampled_from([1, -1]), min_size=1),
)
"""(data, learner, constraints): two classes or numbers, CART, and the sign of one column at least."""

best_first_trials = with_others(
    datasets(features="numeric", min_features=2, max_rows=9),
    lambda _: st.sampled_from([cart(), cart(max_depth=2), cart(zero_gain="stop")]),
    lambda _: st.sampled_from([3, 2, 3, 4, 1]),
)
"""(data, learner, max_leaf_nodes): CART, and a limit on leaves."""


# --- boosting ----------------------------------------------------------------------------------------------------

NUMBERS = datasets(target="numbers")
_charges = st.tuples(st.sampled_from([0, 1, Fraction(1, 2), 3]), st.sampled_from([0, 0, Fraction(1, 4), 2]))

charged_data = with_others(NUMBERS, lambda _: _charges)
"""(data, (lambda, alpha)): data of numbers, and how much the size of a leaf's value is charged."""

charged_questions = with_others(NUMBERS, lambda _: _charges, questions_about)
"""(data, (lambda, alpha), question), the question about the data."""

boosted_trials = with_others(NUMBERS, learners, lambda _: _charges, lambda _: st.sampled_from([1, Fraction(1, 3), 2]))
"""(data, learner, (lambda, alpha), rate): two trees are grown, and their leaves' values multiplied by the rate."""


# --- several outputs ---------------------------------------------------------------------------------------------


@drawn_by
def outputs_data(draw: Draw) -> tuple[Dataset]:
    """(data,): data of two or three outputs, of classes and of numbers."""
    data: Dataset = draw(datasets())
    places = [st.lists(st.integers(0, 2), min_size=len(data), max_size=len(data)) for _ in "ab"]
    more: list[Any] = [Classes("pqr", draw(places[0])), Responses(draw(places[1]))]
    return (attrs.evolve(data, target=Outputs([data.target, *more[draw(st.integers(0, 1)) :]])),)
