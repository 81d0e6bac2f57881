"""The laws of pruning and selection have teeth: each planted bug is caught by the laws named for it."""

from typing import Any, Final

import pytest
from hypothesis import given, settings
from quality.planted_pruning import PLANTED

import dtrees as dt
from dtrees.laws import LAWS
from dtrees.laws.check import check
from dtrees.laws.tree_strategies import trees
from dtrees.traversal import branches, leaves

EXAMPLES: Final = 400

CAUGHT: Final = [(name, law) for name, planted in PLANTED.items() for law in planted.caught_by]


@pytest.mark.parametrize(("name", "law"), CAUGHT, ids=[f"{name}-{law}" for name, law in CAUGHT])
def test_planted_bug_is_caught(name: str, law: str) -> None:
    """By a wrong answer, not by an error."""
    broken = check(LAWS[law], PLANTED[name].system, examples=EXAMPLES, shrink=False)
    assert broken is not None
    assert broken.expected != "an answer", broken


def test_every_law_of_pruning_and_selection_catches_a_bug() -> None:
    chapters = ("dtrees.laws.pruning", "dtrees.laws.sequence", "dtrees.laws.selecting")
    ours = {law.name for law in LAWS.values() if law.function.__module__ in chapters}
    assert ours - {law for _, law in CAUGHT} == set()


def test_at_least_sixteen_defects_are_planted() -> None:
    assert len(PLANTED) >= 16


def test_drawn_trees_are_of_every_kind() -> None:
    """Of 400: ties in one round, apart and in line; splits that raise the risk; long, wide and entropic trees."""
    drawn: list[tuple[dt.Tree, Any]] = []

    @settings(max_examples=400, derandomize=True, database=None, deadline=None)
    @given(trees())
    def look(example: tuple[dt.Tree, str]) -> None:
        drawn.append((example[0], getattr(dt, example[1])))

    look()
    linked = [(tree, *dt.weakest_links(tree, impurity=impurity)) for tree, impurity in drawn]
    sequences = [dt.pruning_sequence(tree, impurity=impurity) for tree, impurity in drawn]
    rounds = [dt.pruning_sequence(tree, impurity=impurity, ties="one_at_a_time") for tree, impurity in drawn]
    kinds = {
        "tied links, none above another": sum(_apart(links) for _, _, links in linked),
        "tied links, one above another": sum(len(links) > 1 and () in links for _, _, links in linked),
        "rounds that repeat an alpha": sum(len(set(_alphas(found))) < len(found) for found in rounds),
        "a negative alpha": sum(alpha < 0 for _, alpha, _ in linked),
        "pruned at alpha 0": sum(found[0].tree != tree for found, (tree, _) in zip(sequences, drawn, strict=True)),
        "three members or more": sum(len(found) > 2 for found in sequences),
        "five leaves or more": sum(len(leaves(tree)) > 4 for tree, _ in drawn),
        "three levels or more": sum(dt.depth(tree) > 2 for tree, _ in drawn),
        "three children": sum(any(len(node.children) > 2 for node in branches(tree)) for tree, _ in drawn),
        "entropy": sum(impurity is dt.entropy for _, impurity in drawn),
    }
    assert {kind: many for kind, many in kinds.items() if many < 20} == {}


def _alphas(found: tuple[dt.Pruned, ...]) -> list[dt.Exact]:
    return [member.alpha for member in found]


def _apart(links: tuple[dt.Path, ...]) -> bool:
    return len(links) > 1 and all(one[: len(two)] != two for one in links for two in links if one != two)
