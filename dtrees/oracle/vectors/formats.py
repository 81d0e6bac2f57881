"""The nine formats, in the order of the chapters."""

from __future__ import annotations

from typing import Final

from dtrees.oracle.vectors import growing, pruning, repeating, selecting
from dtrees.oracle.vectors.case import Format

FORMATS: Final = (
    Format(name="impurities", answer=growing.impurity),
    Format(name="candidates", answer=growing.candidates),
    Format(name="splits", answer=growing.splits),
    Format(name="trees", answer=growing.tree, others=growing.other_trees),
    Format(name="alphas", answer=pruning.alphas),
    Format(name="weakest_links", answer=pruning.links),
    Format(name="sequences", answer=pruning.sequence, others=pruning.other_sequences),
    Format(name="selection", answer=selecting.selection),
    Format(name="repetitions", answer=repeating.repetition),
)
