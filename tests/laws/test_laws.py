"""Every law holds of the specification: one test a law."""

from inspect import signature

import pytest
from hypothesis import settings

from dtrees.citations import CITATIONS
from dtrees.laws import LAWS, Law, inputs, option_inputs, tree_strategies
from dtrees.laws.check import check

EVERY_LAW = pytest.mark.parametrize("law", LAWS.values(), ids=LAWS.keys())


@EVERY_LAW
def test_law_holds_of_the_specification(law: Law) -> None:
    """On a fifth of the inputs where each has 511 subsets."""
    broken = check(law, examples=settings().max_examples // (5 if law.strategy == "many_category_trials" else 1))
    if broken is not None:
        raise broken


@EVERY_LAW
def test_law_is_documented_and_cites_its_source(law: Law) -> None:
    assert law.doc
    assert law.citations
    assert {citation.split()[0].rstrip(",") for citation in law.citations} <= CITATIONS.keys()


@EVERY_LAW
def test_law_names_a_strategy_for_its_inputs(law: Law) -> None:
    assert any(hasattr(chapter, law.strategy) for chapter in (inputs, option_inputs, tree_strategies))
    assert next(iter(signature(law.function).parameters)) == "system"


def test_claims_about_growing_are_laws() -> None:
    claims = (
        "conditional_impurity_never_exceeds gain_nonnegative gain_ratio_bounded identifier_wins gini_is_disagreement "
        "same_argmin candidates_k_minus_1 leaf_mean_optimal short_sighted_stopping square_is_variance "
        "square_conditional above_average_gate depth_bound contradictory_rows empty_branch"
    )
    assert set(claims.split()) <= LAWS.keys()
