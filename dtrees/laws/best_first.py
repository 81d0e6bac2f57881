"""The law of best-first growth: where leaves are limited, the splits that lower the risk most are the ones made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dtrees.growing.best_split import admissible_splits
from dtrees.laws.definitions import reached
from dtrees.laws.growing import require_optimal_questions, stops
from dtrees.laws.law import law, require
from dtrees.numbers.exact import Exact
from dtrees.trees.tree import Branch, leaves

if TYPE_CHECKING:
    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.laws.system import System
    from dtrees.trees.paths import Path


@law("best_first_trials", "SHI07 §3", grown="judged")
def leaves_are_split_best_first(system: System, data: Dataset, learner: Learner, max_leaf_nodes: int) -> None:
    """Binary splits are made one by one, each time the one that lowers the risk most, until there are so many leaves.

    argmax_t N(t) i(t) - sum_k N(t_k) i(t_k) over the leaves t that are left; every question is optimal for its rows
    """
    tree = system.best_first(system.grow(data, learner), max_leaf_nodes)
    require(len(leaves(tree)) <= max_leaf_nodes, f"at most {max_leaf_nodes} leaves", tree)
    require_optimal_questions(tree, data, learner)
    lowers: dict[Path, Exact] = {}
    made: set[Path] = set()
    for path, node, here in reached(tree, data):
        best = () if stops(here, len(path), learner) else admissible_splits(here, learner)
        if best:
            lowers[path] = best[0].gain * sum(here.row_weights)
        if isinstance(node, Branch):
            made.add(path)
    ready = {path for path in lowers if not path}
    for _ in range(len(leaves(tree)) - 1):
        most = max(lowers[t] for t in ready)
        first = [t for t in sorted(ready) if lowers[t] == most]
        split = next((t for t in first if t in made), None)
        require(split is not None, f"a split at one of {first} before any other", tree)
        ready = ready - {split} | {child for child in lowers if child[:-1] == split and child}
    require(len(leaves(tree)) == max_leaf_nodes or not ready, f"a split at one of {sorted(ready)}", tree)
