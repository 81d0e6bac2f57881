"""Where conventions allow a leaf although a question could be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dtrees.exact import Exact
from dtrees.growing import grow
from dtrees.optimal_splits import scored_splits
from dtrees.summary import ClassCounts, summarize
from dtrees.traversal import leaves

if TYPE_CHECKING:
    from dtrees.data import Dataset
    from dtrees.learner import Learner
    from dtrees.oracle.conventions import Conventions
    from dtrees.tree import Tree


def may_be_a_leaf(data: Dataset, learner: Learner, conventions: Conventions) -> bool:
    """Return whether the rows are nearly pure, no question gains enough, or all leaves below would predict the same.

    >>> from dtrees.constructors import classification_data
    >>> from dtrees.learners.cart import cart
    >>> from dtrees.oracle.conventions import Conventions
    >>> data = classification_data({"x": [1, 1, 2]}, ["a", "b", "a"])
    >>> [may_be_a_leaf(data, cart(), Conventions(merged=merged)) for merged in (False, True)]
    [False, True]
    """
    if conventions.pure_up_to and 0 < learner.impurity_for(data)(summarize(data)) <= conventions.pure_up_to:
        return True
    return gains_too_little(data, learner, conventions) or is_merged(data, learner, conventions)


def gains_too_little(data: Dataset, learner: Learner, conventions: Conventions) -> bool:
    """Return whether no question gains more than the smallest gain of the conventions."""
    if not conventions.smallest_gain:
        return False
    gains = (split.gain for split in scored_splits(data, learner))
    return bool(max(gains, default=Exact(0)) <= conventions.smallest_gain)


def is_merged(data: Dataset, learner: Learner, conventions: Conventions) -> bool:
    """Return whether leaves are merged, and all that would be grown of *data* predict one class or number."""
    return conventions.merged and len(_predictions(grow(data, learner), conventions)) == 1


def _predictions(tree: Tree, conventions: Conventions) -> set[Any]:
    """Return what the leaves of *tree* may predict, all classes of a tie as one."""
    summaries = [leaf.summary for leaf in leaves(tree)]
    return {conventions.predicted(one) if isinstance(one, ClassCounts) else one.mean for one in summaries}
