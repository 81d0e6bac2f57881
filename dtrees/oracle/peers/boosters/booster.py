"""What XGBoost and LightGBM share as peers: one tree of numbers, unregularised, is CART's, and is judged by it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.cart import cart
from dtrees.data import Dataset, FloatArray, Numeric, Responses
from dtrees.errors import InvalidData
from dtrees.exact import Exact
from dtrees.impurity import summarize
from dtrees.laws.naive import visits
from dtrees.oracle.judge import judge_tree, rounding_bound
from dtrees.oracle.peers.findings import Finding, Judged
from dtrees.reading import regression_data
from dtrees.split import Question, Threshold, midpoint, split
from dtrees.tree import Branch, Leaf, Sprout, Tree, subtree_at, unfold

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from dtrees.oracle.verdict import Deviation

LEARNER: Final = cart(zero_gain="stop")
"""CART on numbers; a split must gain something."""

SINGLE: Final = 2**29
"""How much coarser float32 is than float64."""

SCALES: Final = (1.0, 1.0, 0.1, 1e-3, 1e4)
"""What the small integers of features and responses are multiplied by; features also by 1e-36."""


@attrs.frozen
class Node:
    """A node of a booster's tree: the column's place (-1: a leaf), the cut as ``<=``, its children, and its mean."""

    asks: int
    cut: float
    children: tuple[int, ...]
    value: float


@attrs.frozen
class Peer:
    """A booster: how it sees data, grows a tree, and places a cut between neighbours; and why it deviates.

    grow      raises `BoosterError` with the booster's own message where it fails
    binned    cuts lie between neighbours among all training rows, not among those of the node
    why       what explains a deviation: of the question (None: a leaf) asked of the last of these rows, which are
              those of the node and, before it, of each node above
    """

    sees: Callable[[Dataset], Dataset]
    grow: Callable[[Dataset], Sequence[Node]]
    usual_cuts: Callable[[float, float], Collection[float]]
    binned: bool
    why: Callable[[Deviation, Question | None, Sequence[Dataset]], str]


class BoosterError(Exception):
    """A booster failed on data that it was given."""


def as_single(data: Dataset) -> Dataset:
    """Return *data* with responses and weights in float32, as boosters hold them.

    >>> as_single(regression_data([[0]], [0.1])).target.values.tolist()
    [0.10000000149011612]
    """
    if not isinstance(data.target, Responses) or not all(isinstance(feature, Numeric) for feature in data.features):
        message = "a booster is judged on numbers alone: give numeric columns and responses"
        raise InvalidData(message)
    target = Responses(data.target.values.astype(np.float32))
    return attrs.evolve(data, target=target, weights=data.weights.astype(np.float32))


def judge_booster(name: str, data: Dataset, peer: Peer) -> Judged:
    """Return the verdict on the tree that *peer* grows on *data*: each node's question by CART, and its stated mean.

    The data are judged as the booster holds them; a mean is right within the rounding of float32 sums.
    """
    seen = peer.sees(as_single(data))
    try:
        nodes = peer.grow(data)
    except BoosterError as failure:
        error = Finding(part="growth", kind="error", expected="an answer", got=str(failure))
        return Judged(name=name, data=data, counts={"growth": 1}, found=(error,))
    tree = translate(nodes, seen, peer)
    verdict = judge_tree(tree, seen, LEARNER)
    rows = {path: seen.take(here) for path, _, here in visits(tree, seen)}
    found = []
    for deviation in verdict.deviations:
        node: Any = subtree_at(tree, deviation.path)
        asked: Any = node.question if isinstance(node, Branch) else None
        way = [rows[deviation.path[:steps]] for steps in range(len(deviation.path) + 1)]
        why = "unexplained" if deviation.kind == "cut" else peer.why(deviation, asked, way)
        found.append(Finding.of(deviation, "growth", why))
    found += _wrong_values(tree, nodes, rows)
    return Judged(name=name, data=data, counts={"growth": verdict.nodes, "value": len(nodes)}, found=tuple(found))


def translate(nodes: Sequence[Node], data: Dataset, peer: Peer) -> Tree:
    """Return the tree of *nodes* with the exact summaries of the rows that it sends to each.

    A cut at a usual place between the neighbours is shown at their midpoint, for it is the same question.
    """

    def grow_node(seed: tuple[int, Dataset]) -> Leaf | Sprout[tuple[int, Dataset]]:
        node, rows = nodes[seed[0]], seed[1]
        if node.asks < 0:
            return Leaf(summarize(rows))
        mine, whole = rows.features[node.asks], data.features[node.asks]
        cut = _placed(node.cut, mine.values, whole.values if peer.binned else mine.values, peer)  # type: ignore[union-attr]
        question = Threshold(mine.name, cut)
        return Sprout(summarize(rows), question, tuple(zip(node.children, split(rows, question), strict=True)))

    return unfold((0, data), grow_node)


def _placed(cut: float, values: FloatArray, known: FloatArray, peer: Peer) -> float:
    """Return the midpoint of the neighbours among *values* where *cut* is usual between those among *known*."""
    inside = values <= cut
    if inside.all() or not inside.any():
        return cut
    usual = peer.usual_cuts(float(known[known <= cut].max()), float(known[known > cut].min()))
    return midpoint(float(values[inside].max()), float(values[~inside].min())) if cut in usual else cut


def _wrong_values(tree: Tree, nodes: Sequence[Node], rows: Mapping[tuple[int, ...], Dataset]) -> Iterator[Finding]:
    """Yield the nodes whose stated mean is not that of their rows, within the rounding of float32."""
    largest = max(map(abs, rows[()].target.values.tolist()))  # type: ignore[union-attr]  # judged on numbers alone
    for path, here in rows.items():
        if not len(here):
            continue
        mean: Fraction = subtree_at(tree, path).summary.mean  # type: ignore[union-attr]  # judged on numbers alone
        stated = _node_at(nodes, path).value
        if abs(Exact(mean) - stated) > rounding_bound(len(here), Fraction(largest)) * SINGLE:
            yield Finding(part="value", kind="value", path=path, expected=repr(float(mean)), got=repr(stated))


def _node_at(nodes: Sequence[Node], path: tuple[int, ...]) -> Node:
    node = nodes[0]
    for child in path:
        node = nodes[node.children[child]]
    return node


def random_data(cases: int, seed: int) -> dict[str, Dataset]:
    """Return so many small data sets drawn from *seed*: 2 to 9 rows, 1 to 3 columns, ties and scales everywhere.

    >>> list(random_data(2, seed=0))
    ['random 0', 'random 1']
    """
    chance = np.random.default_rng(seed)
    return {f"random {place}": _random(chance) for place in range(cases)}


def _random(chance: np.random.Generator) -> Dataset:
    shape = int(chance.integers(2, 10)), int(chance.integers(1, 4))
    columns = chance.integers(0, 5, shape) * chance.choice((*SCALES, 1e-36))
    responses = chance.integers(0, 6, shape[0]) * chance.choice(SCALES)
    return regression_data(columns, responses, weights=chance.integers(1, 1 + chance.choice([1, 3]), shape[0]))
