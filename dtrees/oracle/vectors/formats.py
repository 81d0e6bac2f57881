"""The nine formats, in the order of the chapters."""

from __future__ import annotations

from typing import Final

from dtrees.oracle.vectors import growing, pruning, repeating, selecting
from dtrees.oracle.vectors.case import Format
from dtrees.oracle.vectors.cases import (
    alphas,
    candidates,
    impurities,
    repetitions,
    selection,
    sequences,
    splits,
    trees,
    weakest_links,
)

FORMATS: Final = (
    Format(name="impurities", cases=impurities.CASES, answer=growing.impurity),
    Format(name="candidates", cases=candidates.CASES, answer=growing.candidates),
    Format(name="splits", cases=splits.CASES, answer=growing.splits),
    Format(name="trees", cases=trees.CASES, answer=growing.tree, others=growing.other_trees),
    Format(name="alphas", cases=alphas.CASES, answer=pruning.alphas),
    Format(name="weakest_links", cases=weakest_links.CASES, answer=pruning.links),
    Format(name="sequences", cases=sequences.CASES, answer=pruning.sequence, others=pruning.other_sequences),
    Format(name="selection", cases=selection.CASES, answer=selecting.selection),
    Format(name="repetitions", cases=repetitions.CASES, answer=repeating.repetition),
)
