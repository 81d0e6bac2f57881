"""A fixed sample of automatic mutants is caught, each by the law named; `mutation.py` runs them all."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import pytest
from quality.mutants import Mutant, mutants
from quality.mutation import SURVIVORS, in_a_process
from quality.plain import trees
from quality.plain.adapter import Plain

from dtrees.laws import LAWS
from dtrees.oracle.laws.run import _Trials

SAMPLE: Final = {
    "123: low / 2 + high / 2 -> low / 2 - high / 2": "branches_cut_where_they_are_said_to",
    "168: min(weights) < options.min_leaf -> min(weights) <= options.min_leaf": "stopping_rule_is_obeyed",
    "197: split.gain <= 0 -> split.gain >= 0": "stopping_rule_is_obeyed",
    "205: 1 -> 0": "stopping_rule_is_obeyed",
    "225: 1 -> 2": "stopping_rule_is_obeyed",
    "105: 1 -> 2": "depth_bound",
    "238: unseen == 'stop' -> unseen != 'stop'": "rows_end_where_the_answers_lead",
    "347: risk(node, impurity) / one -> risk(node, impurity) * one": "smallest_minimiser",
    "347: risk(node, impurity) / one + alpha <= branch -> "
    "risk(node, impurity) / one + alpha < branch": "smallest_minimiser",
    "372: node['classes'] is None -> node['classes'] is not None": "cross_validation_is_the_literal_one",
    "413: after < before -> after <= before": "prepruning_asks_before_each_split",
    "427: max((place for place, value in enumerate(values) if value == best)) -> "
    "min((place for place, value in enumerate(values) if value == best))": "holdout_picks_the_best_member",
    "435: 1 -> 2": "folds_are_even",
    "444: delete random.Random(seed).shuffle(order)": "stratified_folds_share_out_each_class",
    "464: 0.0 -> 1.0": "cross_validation_is_the_literal_one",
}
"""Mutants by name, each with the law that catches it."""


@cache
def every_mutant() -> dict[str, Mutant]:
    return {mutant.name: mutant for mutant in mutants(Path(trees.__file__).read_text())}


def test_a_fixed_sample_of_mutants_is_caught_within_thirty_inputs() -> None:
    trials = _Trials.of(Plain(trees), None, None)
    caught = {name: in_a_process(every_mutant()[name], [LAWS[law]], trials) for name, law in SAMPLE.items()}
    assert {name: found and found[0] for name, found in caught.items()} == SAMPLE


@pytest.mark.parametrize("name", SURVIVORS)
def test_each_survivor_is_a_mutant_and_says_why_it_behaves_alike(name: str) -> None:
    assert name in every_mutant()
    assert SURVIVORS[name].endswith(".")
