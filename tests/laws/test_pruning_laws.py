"""Which laws of pruning hold under note D's loss, normalised inside the branch, in trees as data give them.

The smallest counterexamples of all that fail stand in ``tests/unit/test_prune.py``; here are those of them whose
counterexamples are frequent among drawn trees.
"""

from __future__ import annotations

from typing import Final

import attrs
import pytest

from dtrees.laws import LAWS
from dtrees.laws.check import check

HOLD: Final = {
    "grown_node_trees": [
        "alpha_monotone", "members_are_nested", "members_are_few", "sequence_ends_at_the_root", "one_link_a_round",
        "intervals_share_out_all_alphas", "crossover_alpha", "weakest_links_are_all_of_them",
    ],
    "grown_node_alphas": ["alpha_zero_and_infinity", "stack_algorithm", "scales_convert_round_trip"],
}  # fmt: skip
FAIL: Final = {
    "grown_node_trees": ["optimal_on_interval"],
    "grown_node_alphas": ["smallest_minimiser", "cost_envelope_is_concave", "scales_prune_the_same_trees"],
}


@pytest.mark.parametrize(("strategy", "name"), [(s, name) for s, names in HOLD.items() for name in names])
def test_law_holds_normalised_inside_the_branch(strategy: str, name: str) -> None:
    assert check(attrs.evolve(LAWS[name], strategy=strategy)) is None


@pytest.mark.parametrize(("strategy", "name"), [(s, name) for s, names in FAIL.items() for name in names])
def test_law_fails_normalised_inside_the_branch(strategy: str, name: str) -> None:
    assert check(attrs.evolve(LAWS[name], strategy=strategy), examples=1500, shrink=False) is not None
