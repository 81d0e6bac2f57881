"""scikit-learn's trees in the specification's types.

scikit-learn is a peer, not a dependency: this module is imported by the command ``dtrees verify scikit-learn`` alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from dtrees.constructors import classification_data, regression_data
from dtrees.impurity import entropy, gini, squared_error
from dtrees.learners.cart import cart
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.judge import Claims, NodeClaim, judge_tree
from dtrees.oracle.peers.scikit_learn.why import explain_growth
from dtrees.questions import Threshold, split
from dtrees.summary import summarize
from dtrees.traversal import Sprout, unfold
from dtrees.tree import Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np

    from dtrees.data import Dataset
    from dtrees.impurity import Impurity
    from dtrees.oracle.verdict import TreeVerdict

CONVENTIONS: Final = Conventions(
    precision="float32",
    smallest_gap=1e-7,  # FEATURE_THRESHOLD
    cut="midpoint",
    arithmetic="float64",
    ties="any",
    zero_gain="split",
    pure_up_to=2.0**-52,
    scale="proportion",
    links="one_at_a_time",
    first="largest",  # ccp_alpha=0 prunes nothing
)
"""What scikit-learn chooses for itself; R(t) is by the criterion that the tree was grown by."""

CRITERIA: Final[dict[str, Impurity]] = {"gini": gini, "entropy": entropy, "squared_error": squared_error}


def judge_fit(rows: Any, targets: Any, criterion: str, *, weights: Any = None, **options: Any) -> TreeVerdict:
    """Return the verdict on the tree that scikit-learn fits to *rows* (n x p) and *targets* by *criterion*.

    *options* go to the estimator (``random_state=0`` unless given); the learner is CART with the same max_depth.
    """
    numbers = criterion == "squared_error"
    make = DecisionTreeRegressor if numbers else DecisionTreeClassifier
    estimator = make(criterion=criterion, **{"random_state": 0, **options}).fit(rows, targets, sample_weight=weights)
    data = (regression_data if numbers else classification_data)(rows, targets, weights=weights)
    tree = translate(estimator, data)
    learner = cart(impurity=CRITERIA[criterion], max_depth=options.get("max_depth"))
    verdict = judge_tree(tree, data, learner, conventions=CONVENTIONS, claims=claims_of(estimator, rows))
    return explain_growth(verdict, tree, CONVENTIONS.seen(data))


def translate(estimator: Any, data: Dataset) -> Tree:
    """Return the fitted tree of *estimator* with the exact summaries of the rows that it sends to each node."""
    fitted = estimator.tree_
    names = data.feature_names

    def grow_node(seed: tuple[int, Dataset]) -> Leaf | Sprout[tuple[int, Dataset]]:
        node, rows = seed
        left, right = int(fitted.children_left[node]), int(fitted.children_right[node])
        if left == right:
            return Leaf(summarize(rows))
        question = Threshold(names[fitted.feature[node]], fitted.threshold[node])
        yes, no = split(rows, question)
        return Sprout(summarize(rows), question, ((left, yes), (right, no)))

    return unfold((0, CONVENTIONS.seen(data)), grow_node)


def claims_of(estimator: Any, rows: np.ndarray) -> Claims:
    """Return the floats that *estimator* states of its nodes, and where it says the training *rows* end."""
    fitted = estimator.tree_
    order = list(_parents_first(fitted))
    place = {node: number for number, node in enumerate(order)}
    nodes = tuple(
        NodeClaim(
            weight=float(fitted.weighted_n_node_samples[node]),
            value=tuple(fitted.value[node][0].tolist()),
            impurity=float(fitted.impurity[node]),
        )
        for node in order
    )
    return Claims(
        nodes=nodes,
        endings=tuple(place[node] for node in estimator.apply(rows).tolist()),
        predictions=tuple(estimator.predict(rows).tolist()),
    )


def _parents_first(fitted: Any) -> Iterator[int]:
    waiting = [0]
    while waiting:
        node = waiting.pop()
        yield node
        if fitted.children_left[node] != fitted.children_right[node]:
            waiting += [int(fitted.children_right[node]), int(fitted.children_left[node])]
