"""Trees grown on bootstrap samples: the rows in a tree's bag, and what a forest predicts for those that are not."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

import attrs

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.errors import InvalidData
from dtrees.numbers.exact import Exact
from dtrees.predicting.mixture import mixture
from dtrees.predicting.predict import End
from dtrees.selection.metrics import predicting_summaries
from dtrees.trees.distribution import Distribution
from dtrees.trees.outputs import OutputSummaries
from dtrees.trees.summary import ClassCounts, Moments, Summary
from dtrees.trees.tree import Leaf, Tree

Voting: TypeAlias = Literal["votes", "shares"]


@checked
def in_bag(data: Dataset, counts: Sequence[int]) -> Dataset:
    """Return the rows on which a tree is grown whose sample holds row i *counts_i* times.

    w'_i = c_i w_i      [ESL2 algorithm 15.1, step 1 (a)]

    >>> in_bag(dt.classification_data({"x": [1, 2]}, ["a", "b"]), [0, 2]).weights.tolist()
    [0.0, 2.0]
    """
    require_counts(1, data, [counts])
    return attrs.evolve(data, weights=[count * w for count, w in zip(counts, data.row_weights, strict=True)])


@checked
def out_of_bag(
    forest: Sequence[Tree], data: Dataset, counts: Sequence[Sequence[int]], *, by: Voting = "votes"
) -> tuple[Summary | None, ...]:
    """Return what the trees whose bag lacks a row predict for it together, or None where each tree's bag has it.

    f(x_i) = mean over the trees b with c_bi = 0 of f_b(x_i)      [ESL2 §15.3.1]

    A tree's f_b is its number, for classes its one vote, or with ``by="shares"`` the class shares where the row ends.
    *counts* is one list a tree.

    >>> data = dt.classification_data({"x": [1, 2, 3]}, ["a", "b", "b"])
    >>> counts = [[2, 0, 1], [1, 2, 0]]
    >>> forest = [dt.grow(in_bag(data, bag), dt.cart()) for bag in counts]
    >>> [found and found.majority for found in out_of_bag(forest, data, counts)]
    [None, 'a', 'b']
    """
    require_counts(len(forest), data, counts)
    said = [predicting_summaries(tree, data) for tree in forest]
    outside = [
        [End(1, Leaf(voted(one[i], by)), ()) for one, bag in zip(said, counts, strict=True) if not bag[i]]
        for i in range(len(data))
    ]
    return tuple([mixture(ends) if ends else None for ends in outside])


def voted(node: Summary, by: Voting) -> Summary:
    """Return what a tree says of a row that ends at *node*: all of it for its majority, where it has one vote."""
    if isinstance(node, Distribution):
        return Moments.of([node.predicted])
    if isinstance(node, OutputSummaries):
        said = [voted(part, by) for part in node.parts]
        return OutputSummaries([one * Fraction(1, one.weight) for one in said])
    if not isinstance(node, ClassCounts) or by == "shares":
        return node
    return ClassCounts([int(one == node.majority) for one in node.classes], node.classes)


@checked
def out_of_bag_error(
    forest: Sequence[Tree], data: Dataset, counts: Sequence[Sequence[int]], *, by: Voting = "votes"
) -> Exact:
    """Return the error of the `out_of_bag` predictions, over the rows that have one.

    sum_i w_i loss_i / sum_i w_i, the loss 1 for a wrong class, or (y_i - f(x_i))^2      [ESL2 §15.3.1]

    Raises `InvalidData` where each row is in each bag.

    >>> data = dt.classification_data({"x": [1, 2, 3]}, ["a", "b", "b"])
    >>> counts = [[2, 0, 1], [1, 2, 0]]
    >>> str(out_of_bag_error([dt.grow(in_bag(data, bag), dt.cart()) for bag in counts], data, counts))
    '1/2'
    """
    found = out_of_bag(forest, data, counts, by=by)
    rows = [(w, said.loss(y)) for w, y, said in zip(data.row_weights, data.target, found, strict=True) if said]
    if not rows:
        raise InvalidData("each row is in the bag of each tree: give more trees, or smaller samples")
    return Exact(sum([w * lost for w, lost in rows])) / sum([w for w, _ in rows])


def require_counts(trees: int, data: Dataset, counts: Sequence[Sequence[int]]) -> None:
    """Raise `InvalidData` where there are no counts of each tree, one a row."""
    if len(counts) != trees:
        raise InvalidData(f"counts: {len(counts)} lists for {trees} trees: give one list a tree")
    for tree, bag in enumerate(counts):
        if len(bag) != len(data):
            raise InvalidData(f"counts of tree {tree}: {len(bag)} for {len(data)} rows: say how often each was drawn")
