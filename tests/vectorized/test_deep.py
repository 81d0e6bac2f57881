"""A tree 20,000 questions deep."""

from __future__ import annotations

import pickle

from unit.chains import chain

from dtrees import Leaf, from_json, predict, to_json, vectorized


def test_a_tree_of_twenty_thousand_levels() -> None:
    """It is pickled, written and read as JSON, compared and hashed, predicts, and is pruned by the fast road."""
    levels = 20_000
    tree = chain(levels)
    again = from_json(to_json(pickle.loads(pickle.dumps(tree))))  # noqa: S301 (our own)
    assert again == tree
    assert hash(again) == hash(tree)
    assert again != tree.children[1]  # type: ignore[union-attr]  # it is a branch
    assert predict(tree, {"x": [0, levels]}).tolist() == ["b", "b"]
    assert vectorized.pruning_sequence(tree)[-1].tree == Leaf(tree.summary)
