"""What XGBoost and LightGBM share as peers: one tree of numbers, unregularised, is CART's, and is judged by it."""

from __future__ import annotations

from contextlib import nullcontext
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.candidates import midpoint
from dtrees.data import Dataset, FloatArray, Numeric, Responses
from dtrees.errors import InvalidData
from dtrees.exact import Exact
from dtrees.growing import grow
from dtrees.laws.naive import visits
from dtrees.learners.cart import cart
from dtrees.oracle.cases import Case, python_of, random_numbers, textbook_cases
from dtrees.oracle.findings import found_in
from dtrees.oracle.judge import judge_tree, rounding_bound
from dtrees.oracle.peers.peer import Peer
from dtrees.oracle.verdict import Deviation, failed, right_but
from dtrees.path import subtree_at
from dtrees.questions import Question, Threshold, split
from dtrees.summary import summarize
from dtrees.traversal import Sprout, unfold
from dtrees.tree import Branch, Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.findings import Found, Pair, Verdicts
    from dtrees.oracle.verdict import PathDeviation, TreeVerdict
    from dtrees.path import Path

LEARNER: Final = cart(zero_gain="stop")
"""CART on numbers; a split must gain something."""

SINGLE: Final = 2**29
"""How much coarser float32 is than float64."""

SCALES: Final = (1.0, 1.0, 0.1, 1e-3, 1e4)
"""Of random responses; those of features also have 1e-36."""

CRITERION: Final = "squared_error"


@attrs.frozen
class Node:
    """A node of a booster's tree: the column's place (-1: a leaf), the cut as ``<=``, its children, and its mean."""

    asks: int
    cut: float
    children: tuple[int, ...]
    value: float


@attrs.frozen
class Booster:
    """A booster: the name of its module here, what it chooses for itself, how it grows a tree, and why it deviates.

    grow      raises `BoosterError` with the booster's own message where it fails
    why       what explains a deviation: of the question (None: a leaf) asked of the last of these rows, which are
              those of the node and, before it, of each node above
    """

    name: str
    conventions: Conventions
    grow: Callable[[Dataset], Sequence[Node]]
    why: Callable[[Deviation | PathDeviation, Question | None, Sequence[Dataset]], str]


class BoosterError(Exception):
    """A booster failed on data that it was given."""


def judge_booster(data: Dataset, booster: Booster) -> Verdicts:
    """Return the verdicts on the tree that *booster* grows on *data*: each node's question by CART, and its mean.

    The data are judged as the booster holds them; a mean is right within the rounding of float32 sums.
    """
    if not isinstance(data.target, Responses) or not all(isinstance(feature, Numeric) for feature in data.features):
        message = "a booster is judged on numbers alone: give numeric columns and responses"
        raise InvalidData(message)
    seen = booster.conventions.seen(data)
    try:
        nodes = booster.grow(data)
    except BoosterError as failure:
        return {"answer": failed(str(failure)).explained(lambda deviation: booster.why(deviation, None, [seen]))}
    tree = translate(nodes, seen)
    rows = {path: seen.take(here) for path, _, here in visits(tree, seen)}
    verdict = judge_tree(tree, seen, LEARNER, conventions=booster.conventions)

    def why(deviation: Deviation) -> str:
        node = subtree_at(tree, deviation.path)
        asked: Any = node.question if isinstance(node, Branch) else None
        return booster.why(deviation, asked, [rows[deviation.path[:steps]] for steps in range(len(deviation.path) + 1)])

    return {"growth": verdict.explained(why), "value": _judge_values(tree, nodes, rows).explained(why)}


def translate(nodes: Sequence[Node], data: Dataset) -> Tree:
    """Return the tree of *nodes* with the exact summaries of the rows that it sends to each.

    A cut is shown at the midpoint of the neighbours between which it lies, for it is the same question.
    """

    def grow_node(seed: tuple[int, Dataset]) -> Leaf | Sprout[tuple[int, Dataset]]:
        node, rows = nodes[seed[0]], seed[1]
        if node.asks < 0:
            return Leaf(summarize(rows))
        feature: Any = rows.features[node.asks]
        question = Threshold(feature.name, _centred(node.cut, feature.values))
        return Sprout(summarize(rows), question, tuple(zip(node.children, split(rows, question), strict=True)))

    return unfold((0, data), grow_node)


def _centred(cut: float, values: FloatArray) -> float:
    """Return the midpoint of the neighbours among *values* that *cut* parts, or the cut where it parts none."""
    inside = values <= cut
    if inside.all() or not inside.any():
        return cut
    return midpoint(float(values[inside].max()), float(values[~inside].min()))


def _judge_values(tree: Tree, nodes: Sequence[Node], rows: Mapping[Path, Dataset]) -> TreeVerdict:
    """Return whether each node's stated mean is that of its rows, within the rounding of float32."""
    largest = max(map(abs, rows[()].target.values.tolist()))  # type: ignore[union-attr]  # judged on numbers alone
    found = []
    for path, here in rows.items():
        if not len(here):
            continue
        mean: Fraction = subtree_at(tree, path).summary.mean  # type: ignore[union-attr]  # judged on numbers alone
        stated = _node_at(nodes, path).value
        if abs(Exact(mean) - stated) > rounding_bound(len(here), Fraction(largest)) * SINGLE:
            found.append(Deviation(kind="value", path=path, expected=repr(float(mean)), got=repr(stated)))
    return right_but(len(nodes), found)


def _node_at(nodes: Sequence[Node], path: tuple[int, ...]) -> Node:
    node = nodes[0]
    for child in path:
        node = nodes[node.children[child]]
    return node


# --- as a peer --------------------------------------------------------------------------------------------------


def as_peer(booster: Booster, implementation: Callable[[], object]) -> Peer:
    """Return *booster* as the peer of a campaign, on the textbooks' tables of numbers and small random ones."""
    return Peer(
        conventions=lambda: booster.conventions,
        tables=partial(textbook_cases, CRITERION, "numbers"),
        random=random_case,
        judge=partial(_judge, booster),
        implementation=lambda: nullcontext(implementation()),
    )


def random_case(seed: int, number: int) -> Case:
    """Return a small case of ties on many scales.

    >>> len(random_case(0, 1).data)
    7
    """
    data = random_numbers(
        np.random.default_rng((seed, number)), "numbers", scales=(*SCALES, 1e-36), targets=SCALES, heaviest=3
    )
    return Case(name="random", data=data, criterion=CRITERION)


def _judge(booster: Booster, cases: Sequence[Case]) -> Iterator[Found]:
    for case in cases:
        again = f"print(judge_booster(data, {booster.name}.BOOSTER))"
        imports = f"from dtrees.oracle.peers.boosters import {booster.name}"
        code = f"{imports}\nfrom {__name__} import judge_booster\n{python_of(case.data)}\n{again}"
        yield found_in(judge_booster(case.data, booster), code=code, trees=partial(_trees, booster, case.data))


def _trees(booster: Booster, data: Dataset, _: str, deviation: Deviation | PathDeviation) -> Pair:
    """Return the tree that the booster grows, and the right one; none where it fails."""
    if not isinstance(deviation, Deviation):
        return None, None
    seen = booster.conventions.seen(data)
    return translate(booster.grow(data), seen), grow(seen, LEARNER)
