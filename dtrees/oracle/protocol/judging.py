"""The verdicts on a peer's answers to one trial.

A tree is judged at each node that its own questions make (`judge_tree`); a pruning and a prediction by the exact
answer for the very tree that the peer grew.  Nothing of the expected answers is sent.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, cast

import attrs

from dtrees.constructors import classification_data
from dtrees.data import Classes, Dataset
from dtrees.errors import InvalidData
from dtrees.impurity import Impurity, misclassification
from dtrees.learners.cart import cart
from dtrees.oracle.conformance.documents import tree_of
from dtrees.oracle.conventions import EXACT
from dtrees.oracle.familiar import familiar
from dtrees.oracle.judge import judge_tree, rounding_bound
from dtrees.oracle.path import RowClaim, judge_path, judge_pruned
from dtrees.oracle.protocol.answers import nested, number, read_tree, require_at_most
from dtrees.oracle.protocol.documents import features_document, impurity_name
from dtrees.oracle.protocol.messages import Start, Started, Stop, by_hand
from dtrees.oracle.protocol.outcomes import Answered, Declined, Malformed
from dtrees.oracle.protocol.peer import origin_document
from dtrees.oracle.protocol.trials import Trial, crossed
from dtrees.oracle.verdict import Deviation, TreeVerdict
from dtrees.path import path_of
from dtrees.prediction import endings
from dtrees.pruning import cost
from dtrees.risk import risk_of_node
from dtrees.summary import ClassCounts
from dtrees.traversal import preorder
from dtrees.tree import Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dtrees.data import Responses
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.protocol.outcomes import Outcome
    from dtrees.oracle.protocol.peer import Peer
    from dtrees.oracle.verdict import PathVerdict
    from dtrees.summary import Summary


@attrs.frozen
class Judged:
    """A peer's answer to one question, the verdict where there was one, and the shell line that asks it by hand."""

    trial: Trial
    operation: str
    outcome: Outcome
    verdict: TreeVerdict | PathVerdict | None
    by_hand: str


SMOKE: Final = Trial("smoke", classification_data({"x": [1, 2, 3]}, ["a", "b", "b"]), cart(zero_gain="stop"))
"""What is asked first: a peer that fails here is asked nothing else."""


def smoke(peer: Peer) -> list[Judged]:
    """Return how *peer* fails to start, or at the simplest question; nothing where it does not."""
    started = peer.start()
    if not isinstance(started, Started):
        return [Judged(SMOKE, "start", started, None, peer.by_hand())]
    grown = _ask(peer, SMOKE, "grow", lambda result: _judge_growth(result, SMOKE, EXACT))
    return [] if isinstance(grown.outcome, Answered | Declined) else [grown]


def farewell(peer: Peer) -> list[Judged]:
    """Return how *peer* fails to stop; nothing where it stops as it should."""
    end = peer.stop()
    lines = [Start().line, Stop().line]
    return [] if end is None else [Judged(SMOKE, "stop", end, None, by_hand(peer.command, lines))]


def judge_trial(peer: Peer, trial: Trial, conventions: Conventions) -> Iterator[Judged]:
    """Yield the verdicts on the tree that *peer* grows, and on what it predicts by it and prunes of it."""
    trial = attrs.evolve(trial, data=conventions.seen(trial.data))
    grown = _ask(peer, trial, "grow", lambda result: _judge_growth(result, trial, conventions))
    yield grown
    if grown.verdict is None or not isinstance(grown.outcome, Answered):
        return
    nodes = grown.outcome.result["nodes"]
    exactly = tree_of(nested(nodes), trial.data, conventions)
    rows = crossed(trial.data)
    rows = rows.take(familiar(exactly, trial.data, rows))
    if len(rows):
        given = {"rows": features_document(rows.features)}
        yield _ask(
            peer, trial, "predict", lambda result: judge_predictions(result, exactly, rows, conventions), **given
        )
    tree = read_tree(nodes, trial.data, conventions).tree
    if all(node.summary.weight for node, _ in preorder(tree)):
        for impurity in dict.fromkeys(_risks(trial)):
            if risk_of_node(tree.summary, impurity=impurity):
                yield from _judge_pruning(peer, trial, tree, impurity, conventions)


def judge_predictions(told: Sequence[Any], tree: Tree, rows: Dataset, conventions: Conventions = EXACT) -> TreeVerdict:
    """Return the verdict on what a peer predicts for *rows* by its own *tree*: a row counts as a node.

    >>> from dtrees.summary import ClassCounts
    >>> from dtrees.constructors import classification_data
    >>> tree = Leaf(ClassCounts((1, 2), ("a", "b")))
    >>> judge_predictions(["b", "a"], tree, classification_data({"x": [1, 2]}, ["a", "b"])).canonical
    1
    """
    if len(told) != len(rows):
        message = f"{len(told)} predictions for {len(rows)} rows"
        raise InvalidData(message)
    found = [
        Deviation(
            kind="prediction",
            path=path_of(steps),
            expected=f"row {row}: {node.summary.prediction}",
            got=str(told[row]),
        )
        for places, node, steps in endings(tree, rows.features)
        for row in places.tolist()
        if not _predicts(told[row], node.summary, rows, conventions)
    ]
    return TreeVerdict(nodes=len(rows), canonical=len(rows) - len(found), admissible=0, deviations=tuple(found))


# --- one question -----------------------------------------------------------------------------------------------


def _ask(
    peer: Peer, trial: Trial, operation: str, judge: Callable[[Any], TreeVerdict | PathVerdict], **given: Any
) -> Judged:
    """Return the verdict that *judge* gives on the peer's answer; one that makes no sense is malformed."""
    outcome = peer.ask(operation, **given, **origin_document(trial.data, trial.learner))
    verdict = None
    if isinstance(outcome, Answered):
        try:
            verdict = judge(outcome.result)
        except InvalidData as error:
            outcome = Malformed(str(error), json.dumps(outcome.result))
    return Judged(trial, operation, outcome, verdict, peer.by_hand())


def _judge_growth(result: Any, trial: Trial, conventions: Conventions) -> TreeVerdict:
    grown = read_tree(result["nodes"], trial.data, conventions)
    return judge_tree(grown.tree, trial.data, trial.learner, conventions=conventions, claims=grown.claims)


def _risks(trial: Trial) -> Iterator[Impurity]:
    """Yield what the risk may be made of: what the tree is grown by, and for classes errors."""
    yield trial.learner.impurity_for(trial.data)
    if isinstance(trial.data.target, Classes):
        yield misclassification


def _judge_pruning(
    peer: Peer, trial: Trial, tree: Tree, impurity: Impurity, conventions: Conventions
) -> Iterator[Judged]:
    """Yield the verdicts on the pruning path of *tree*, and on T(alpha) for an eighth of the root's risk."""
    rules: dict[str, Any] = {"conventions": attrs.evolve(conventions, risk=impurity), "rows": len(trial.data)}
    given = {"impurity": impurity_name(impurity), "scale": conventions.scale}

    def claim(row: Any) -> RowClaim:
        shown = read_tree(row["nodes"], trial.data, conventions).tree if "nodes" in row else None
        risk = float(number(row["risk"])) if "risk" in row else None
        return RowClaim(alpha=float(number(row["alpha"])), tree=shown, leaves=row.get("leaves"), risk=risk)

    def judge(result: Any) -> PathVerdict:
        require_at_most(len(result), len(trial.data), "rows")
        return judge_path(tree, [claim(row) for row in result], **rules)

    yield _ask(peer, trial, "pruning_sequence", judge, ties=conventions.links, **given)
    alpha = float(cost(Leaf(tree.summary), 0, impurity=impurity, scale=conventions.scale)) / 8

    def judge_one(result: Any) -> PathVerdict:
        return judge_pruned(tree, [claim({"alpha": alpha, **result})], **rules)

    yield _ask(peer, trial, "optimal_subtree", judge_one, alpha=alpha, **given)


def _predicts(told: Any, summary: Summary, rows: Dataset, conventions: Conventions) -> bool:
    if isinstance(summary, ClassCounts):
        return told in conventions.predicted(summary)
    size = Fraction(max(map(abs, cast("Responses", rows.target).values.tolist())))
    return abs(Fraction(number(told)) - summary.mean) <= rounding_bound(len(rows), size)
