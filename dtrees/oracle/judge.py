"""Judging a tree node by node, each on the rows that the tree itself sends there.

The judge walks down the peer's tree, not down its own: one wrong choice is one deviation, not a ruined subtree.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, cast

import attrs
import numpy as np

from dtrees.exact import Exact, rational
from dtrees.grow import stops
from dtrees.impurity import ClassCounts, entropy, summarize
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.verdict import Deviation, TreeVerdict
from dtrees.prune import risk_of_node
from dtrees.score import ScoredSplit, optimal_among, scored_split, scored_splits
from dtrees.split import UNSEEN, Threshold
from dtrees.tree import Branch, Leaf, Path, Tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.data import Category, Dataset, IntArray, Responses
    from dtrees.exact import Rational
    from dtrees.impurity import Impurity, Summary
    from dtrees.learner import Learner
    from dtrees.oracle.verdict import Kind
    from dtrees.split import Question


@attrs.frozen(kw_only=True)
class NodeClaim:
    """The numbers that a peer states of a node; what it does not state is None, or an empty value.

    value: class shares in class order, or the mean.  risk: R(t) on the count scale, by the impurity of `Claims`.
    """

    weight: float
    value: tuple[float, ...] = ()
    impurity: float | None = None
    risk: float | None = None
    prediction: Category | None = None


@attrs.frozen(kw_only=True)
class Claims:
    """What a peer states beside the tree's shape: each node's numbers, and each row's ending and prediction.

    Nodes stand parents first, as `preorder` numbers them; a row's ending is the number of the node where it ends.
    A peer may tell no rows.  *risk* is the impurity of the nodes' risks, by default the learner's.
    """

    nodes: tuple[NodeClaim, ...]
    endings: tuple[int, ...] = ()
    predictions: tuple[Category, ...] = ()
    risk: Impurity | None = None


@attrs.frozen
class _Visit:
    """A node on the judge's way with the rows that the peer's tree sends to it."""

    number: int
    node: Tree
    path: Path
    rows: IntArray
    data: Dataset


def judge_tree(
    tree: Tree, data: Dataset, learner: Learner, *, conventions: Conventions = EXACT, claims: Claims | None = None
) -> TreeVerdict:
    """Return the verdict on *tree* as grown from *data* by an implementation of *learner*.

    At each node that training rows reach: is the question in the exact argmax of the score over the candidates that
    the conventions offer (and is it the canonical one)?  does the learner stop where the tree does?  are the
    summary and the claimed floats the rows' own?  A float is right when it is within the rounding error that
    summing the rows in float64 can make (`rounding_bound`).  Two questions about one feature that part the rows alike
    are the same choice; where the learner says where a threshold lies, another place is a deviation of its own.

    >>> from dtrees import datasets
    >>> from dtrees.cart import cart
    >>> from dtrees.grow import grow
    >>> data = datasets.load("iris")
    >>> verdict = judge_tree(grow(data, cart()), data, cart())
    >>> verdict.nodes, verdict.canonical, verdict.deviations
    (17, 17, ())
    """
    seen = conventions.seen(data)
    impurity = learner.impurity_for(seen)
    nodes = canonical = admissible = 0
    deviations: list[Deviation] = []
    for visit in _visits(tree, seen):
        found, is_canonical = _judge_choice(visit, learner, impurity, conventions)
        found += _judge_summary(visit)
        if claims is not None:
            found += _judge_claims(visit, claims, impurity)
        nodes += 1
        canonical += is_canonical and not found
        admissible += not is_canonical and not found
        deviations += found
    return TreeVerdict(nodes=nodes, canonical=canonical, admissible=admissible, deviations=tuple(deviations))


def _visits(tree: Tree, data: Dataset) -> Iterator[_Visit]:
    """Yield the nodes, parents first, numbered as `preorder` numbers them."""
    number = 0
    waiting: list[tuple[Tree, Path, IntArray]] = [(tree, (), np.arange(len(data)))]
    while waiting:
        node, path, rows = waiting.pop()
        visit = _Visit(number, node, path, rows, data.take(rows))
        number += 1
        yield visit
        if isinstance(node, Branch):
            answers = node.question.answers(visit.data.feature(node.question.feature))
            waiting.extend(
                (node.children[child], (*path, child), rows[answers == child])
                for child in range(len(node.children) - 1, -1, -1)
            )


# --- the question, or that there is none ------------------------------------------------------------------------


def _judge_choice(
    visit: _Visit, learner: Learner, impurity: Impurity, conventions: Conventions
) -> tuple[list[Deviation], bool]:
    """Return the deviations of the node's choice, and whether the choice is the canonical one."""
    if not len(visit.rows):
        return [_deviation("split", visit, "a child with rows", "a child without rows")], False
    optimal = _optimal(visit, learner, impurity, conventions)
    if isinstance(visit.node, Branch):
        return _judge_question(cast("Question", visit.node.question), visit, optimal, learner)
    if optimal:
        best = optimal[0]
        return [_deviation("early leaf", visit, _show(best), "a leaf", regret=str(best.score))], False
    return [], True


def _optimal(visit: _Visit, learner: Learner, impurity: Impurity, conventions: Conventions) -> tuple[ScoredSplit, ...]:
    """Return the optimal splits among those that the conventions offer; none where the learner makes a leaf."""
    if stops(summarize(visit.data), len(visit.path), impurity, learner.stopping):
        return ()
    candidates = scored_splits(visit.data, learner)
    offered = [candidate for candidate in candidates if conventions.offers(candidate.question, visit.data)]
    return optimal_among(offered, learner)


def _judge_question(
    asked: Question, visit: _Visit, optimal: tuple[ScoredSplit, ...], learner: Learner
) -> tuple[list[Deviation], bool]:
    if not optimal:
        return [_deviation("late leaf", visit, "a leaf", str(asked))], False
    alike = [place for place, best in enumerate(optimal) if _same_choice(best.question, asked, visit.data)]
    if not alike:
        return [_wrong_split(visit, asked, optimal[0], learner)], False
    nearest = optimal[alike[0]].question
    if isinstance(asked, Threshold) and asked != nearest:
        return [_deviation("cut", visit, str(nearest), str(asked))], False
    return [], alike[0] == 0


def _wrong_split(visit: _Visit, asked: Question, best: ScoredSplit, learner: Learner) -> Deviation:
    answers = asked.answers(visit.data.feature(asked.feature))
    if np.any(answers == UNSEEN) or len(np.unique(answers)) == 1:
        return _deviation("split", visit, _show(best), f"{asked}, which parts no rows", regret=str(best.score))
    got = scored_split(visit.data, asked, learner)
    both_exact = isinstance(best.score, Exact) and isinstance(got.score, Exact)
    regret = str(best.score - got.score) if both_exact else f"{best.score} - {got.score}"
    return _deviation("split", visit, _show(best), _show(got), regret=regret)


def _same_choice(one: Question, two: Question, data: Dataset) -> bool:
    """Return whether both ask about one feature and part the rows alike, whichever child is called the first."""
    if one.feature != two.feature or one.arity != two.arity:
        return False
    feature = data.feature(one.feature)
    mine, theirs = one.answers(feature), two.answers(feature)
    return len(np.unique(np.stack([mine, theirs]), axis=1).T) == len(np.unique(mine)) == len(np.unique(theirs))


# --- the numbers at a node --------------------------------------------------------------------------------------


def _judge_summary(visit: _Visit) -> list[Deviation]:
    expected = summarize(visit.data)
    if visit.node.summary == expected:
        return []
    return [_deviation("summary", visit, str(expected), str(visit.node.summary))]


def rounding_bound(rows: int, magnitude: Rational) -> Fraction:
    """Return how far a float64 result may be from the exact one that sums *rows* terms of this total magnitude.

    4 (n + 10) u times the magnitude, u = 2^-53: each of n additions and a handful of further operations rounds once,
    and the variance, a difference of two such sums, at most twice as often.
    """
    return Fraction(4 * (rows + 10), 2**53) * Fraction(magnitude)


def _judge_claims(visit: _Visit, claims: Claims, impurity: Impurity) -> list[Deviation]:
    if not len(visit.rows):
        return []
    claim = claims.nodes[visit.number]
    summary = summarize(visit.data)
    rows = len(visit.rows)
    value, size, spread = _magnitudes(visit.data, summary, impurity)
    found = [_compare("weight", visit, Exact(summary.weight), claim.weight, rounding_bound(rows, summary.weight))]
    if claim.impurity is not None:
        found.append(_compare("impurity", visit, impurity(summary), claim.impurity, rounding_bound(rows, spread)))
    if claim.risk is not None:
        exact = risk_of_node(summary, impurity=claims.risk or impurity)
        found.append(_compare("risk", visit, exact, claim.risk, rounding_bound(rows, spread * summary.weight)))
    if claim.value:
        found += [
            _compare("value", visit, exact, stated, rounding_bound(rows, size))
            for exact, stated in zip(value, claim.value, strict=True)
        ]
    if claim.prediction is not None and claim.prediction != summary.prediction:
        found.append(_deviation("prediction", visit, str(summary.prediction), str(claim.prediction)))
    if claims.endings and isinstance(visit.node, Leaf):
        found += [_judge_row(int(row), visit, claims, claim) for row in visit.rows]
    return [deviation for deviation in found if deviation is not None]


def _magnitudes(data: Dataset, summary: Summary, impurity: Impurity) -> tuple[tuple[Exact, ...], Rational, Rational]:
    """Return the node's value, and the size of the terms whose sums make the value and the impurity."""
    if isinstance(summary, ClassCounts):
        shares = tuple(Exact(share) for share in summary.proportions)
        return shares, 1, len(shares) if impurity is entropy else 1
    largest = max(map(abs, cast("Responses", data.target).values.tolist()))
    return (Exact(summary.mean),), rational(largest), Fraction(summary.squares) / summary.weight


def _judge_row(row: int, visit: _Visit, claims: Claims, claim: NodeClaim) -> Deviation | None:
    if claims.endings[row] != visit.number:
        return _deviation("row", visit, f"row {row} at node {visit.number}", f"at node {claims.endings[row]}")
    summary = visit.node.summary
    expected = summary.majority if isinstance(summary, ClassCounts) else claim.value[0]
    if claims.predictions[row] != expected:
        return _deviation("prediction", visit, f"row {row}: {expected}", str(claims.predictions[row]))
    return None


def _compare(kind: Kind, visit: _Visit, exact: Exact, claimed: float, bound: Fraction) -> Deviation | None:
    if abs(exact - claimed) <= bound:
        return None
    return _deviation(kind, visit, f"{exact} = {exact:.17g}", repr(claimed), regret=str(abs(exact - claimed)))


def _deviation(kind: Kind, visit: _Visit, expected: str, got: str, *, regret: str = "") -> Deviation:
    return Deviation(kind=kind, path=visit.path, expected=expected, got=got, regret=regret)


def _show(split: ScoredSplit) -> str:
    return f"{split.question} of score {split.score} = {split.score:.6g}"
