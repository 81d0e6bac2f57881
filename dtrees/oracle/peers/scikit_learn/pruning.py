"""scikit-learn's cost-complexity pruning, by real fits: the path it states, and the trees it prunes at given alphas.

The path tells alphas and risks alone.  The tree of a row is that of a fit with ``ccp_alpha`` at the row's alpha, where
that can be: alpha 0 means no pruning, a negative alpha is refused, and of rows with one alpha a fit shows the last.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import attrs
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from dtrees.constructors import classification_data, regression_data
from dtrees.oracle.path import RowClaim, judge_fits, judge_rows, members_of
from dtrees.oracle.peers.scikit_learn.trees import CONVENTIONS, CRITERIA, translate
from dtrees.oracle.peers.scikit_learn.why import explain_pruning
from dtrees.traversal import Sprout, unfold
from dtrees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.members import Members
    from dtrees.oracle.verdict import PathVerdict


def conventions_of(criterion: str) -> Conventions:
    """Return scikit-learn's conventions where R(t) is by the impurity that the tree was grown by."""
    return attrs.evolve(CONVENTIONS, risk=CRITERIA[criterion])


@attrs.frozen
class PruningVerdict:
    """The verdicts on a path's rows, and on pruned fits at every positive alpha of it and inside each interval."""

    path: PathVerdict
    fits: PathVerdict


def judge_pruning(rows: Any, targets: Any, criterion: str, *, weights: Any = None, **options: Any) -> PruningVerdict:
    """Return the verdicts on scikit-learn's pruning of the tree that it fits to *rows* (n x p) and *targets*.

    A pruned tree is fitted at each positive alpha that the path states, and at the float nearest to the middle of each
    exact interval [alpha_k, alpha_k+1).  *options* go to the estimator.
    """
    numbers = criterion == "squared_error"
    make = DecisionTreeRegressor if numbers else DecisionTreeClassifier

    def fit(alpha: float) -> Any:
        estimator = make(criterion=criterion, ccp_alpha=alpha, **{"random_state": 0, **options})
        return estimator.fit(rows, targets, sample_weight=weights)

    whole = fit(0.0)
    data = (regression_data if numbers else classification_data)(rows, targets, weights=weights)
    tree = translate(whole, data)

    def prune(alpha: float) -> Tree:
        return pruned_like(tree, whole.tree_, fit(alpha).tree_)

    members = members_of(tree, conventions_of(criterion), len(rows))
    path = whole.cost_complexity_pruning_path(rows, targets, sample_weight=weights)
    claims = _rows(path, tree, prune)
    alphas = dict.fromkeys([*(claim.alpha for claim in claims if claim.alpha > 0), *_middles(members)])
    fits = [RowClaim(alpha=alpha, tree=prune(alpha)) for alpha in alphas]
    verdicts = judge_rows(members, claims), judge_fits(members, fits)
    return PruningVerdict(*(explain_pruning(verdict, members, data) for verdict in verdicts))


def _rows(path: Any, tree: Tree, prune: Callable[[float], Tree]) -> list[RowClaim]:
    """Return the rows with their trees: the first shows the whole tree, the last the root alone."""
    alphas, risks = path.ccp_alphas.tolist(), path.impurities.tolist()
    smallest_after = float("inf")
    claims = []
    for place in range(len(alphas) - 1, -1, -1):
        shown: Tree | None = None
        if place == len(alphas) - 1:
            shown = Leaf(tree.summary)
        elif place == 0:
            shown = tree
        elif 0 < alphas[place] < smallest_after:
            shown = prune(alphas[place])
        claims.append(RowClaim(alpha=alphas[place], tree=shown, risk=risks[place]))
        smallest_after = min(smallest_after, alphas[place])
    return claims[::-1]


def _middles(members: Members) -> Iterator[float]:
    """Yield the float nearest to the middle of each interval between the exact alphas, where it lies inside."""
    for one, two in pairwise(members.alphas):
        middle = float((one + two) / 2)
        if one < middle < two:
            yield middle
    yield float(members.alphas[-1]) * 2 + 1


def pruned_like(tree: Tree, whole: Any, pruned: Any) -> Tree:
    """Return *tree*, the translation of the fitted *whole*, with the leaves that the fitted *pruned* has.

    Raises `ValueError` where the pruned fit asks what the whole one does not: then it is no pruned subtree.
    """

    def grow_node(seed: tuple[Tree, int, int]) -> Leaf | Sprout[tuple[Tree, int, int]]:
        node, place, kept = seed
        if pruned.children_left[kept] == pruned.children_right[kept]:
            return Leaf(node.summary)
        same = whole.feature[place] == pruned.feature[kept] and whole.threshold[place] == pruned.threshold[kept]
        if not same or not isinstance(node, Branch):
            message = f"node {kept} of the pruned fit asks another question than node {place} of the whole one"
            raise ValueError(message)
        left, right = node.children
        return Sprout(
            node.summary,
            node.question,
            (
                (left, int(whole.children_left[place]), int(pruned.children_left[kept])),
                (right, int(whole.children_right[place]), int(pruned.children_right[kept])),
            ),
        )

    return unfold((tree, 0, 0), grow_node)
