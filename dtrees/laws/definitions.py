"""The right answers that laws compare with, computed by the specification: partitions, summaries, pruned subtrees."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, pairwise
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import attrs
import numpy as np

from dtrees.data.plain import targets_of
from dtrees.growing.best_split import optimal_among, scored_splits
from dtrees.growing.gain import gain
from dtrees.growing.gain_ratio import intrinsic_value
from dtrees.growing.impurity import IMPURITIES
from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import of_largest
from dtrees.predicting.predict import answering, end_of
from dtrees.pruning.cost_complexity import alpha_of
from dtrees.pruning.pruned_subtrees import all_pruned_subtrees
from dtrees.pruning.risk import risk as risk_of_tree
from dtrees.pruning.risk import risk_of_node
from dtrees.pruning.scales import unit_of_risk
from dtrees.trees.paths import Path, branch_paths, subtree_at
from dtrees.trees.split import answers_of
from dtrees.trees.summary import ClassCounts, summarize
from dtrees.trees.traversal import leaves
from dtrees.trees.tree import Branch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from dtrees.data.dataset import Category, Dataset, FloatArray
    from dtrees.growing.impurity import Impurity
    from dtrees.growing.learner import Learner
    from dtrees.numbers.exact import Rational
    from dtrees.trees.questions import Question
    from dtrees.trees.summary import Summary
    from dtrees.trees.tree import Tree

Rows: TypeAlias = tuple[int, ...]
"""Row numbers, ascending."""

Partition: TypeAlias = frozenset[Rows]
"""A partition of the rows, whichever child is first and however the question is worded."""

SHARED_UNITS: Final = ("count", "proportion", "root")
"""The scales on which all nodes of a tree measure alpha in one unit."""


# --- parts of the rows ------------------------------------------------------------------------------------------------


def weights_of(data: Dataset) -> list[Fraction]:
    """Return each row's weight."""
    return [Fraction(weight) for weight in data.row_weights]


def children_of(data: Dataset, question: Question) -> tuple[Rows, ...]:
    """Return the rows of each child, in child order."""
    answers = answers_of(question, data.features)
    return tuple(tuple(row for row, a in enumerate(answers) if a == child) for child in range(question.arity))


def parts_of(data: Dataset, question: Question) -> Partition:
    """Return the partition of the rows that *question* makes."""
    return frozenset(rows for rows in children_of(data, question) if rows)


def summaries_of(data: Dataset, parts: Iterable[Rows]) -> list[Summary]:
    """Return the summary of each part."""
    return [summarize(data.take(rows)) for rows in parts]


def gain_of(name: str, data: Dataset, parts: Iterable[Rows]) -> Exact:
    """Return the decrease of the impurity called *name*."""
    return gain(summaries_of(data, parts), IMPURITIES[name])


def intrinsic_value_of(data: Dataset, parts: Iterable[Rows]) -> Exact:
    """Return the entropy of the parts' weights."""
    return intrinsic_value(summaries_of(data, parts))


def possible_parts(data: Dataset, learner: Learner) -> set[tuple[str, Partition]]:
    """Return every partition of the rows that a question of the learner's kind can make, with its feature."""
    return {(split.feature, parts_of(data, split.question)) for split in scored_splits(data, learner)}


def optimal_parts(
    data: Dataset, learner: Learner, *, gate_over: Literal["parting", "all"] = "parting"
) -> frozenset[tuple[str, Partition]]:
    """Return every optimal (feature, partition) for one node that holds all rows.

    A gate's average is over the features that part the rows, or over all, the others counted as 0.
    """
    candidates = scored_splits(data, learner)
    if gate_over == "all" and learner.score == "gain_ratio":
        features = {one.feature for one in candidates}
        best = {name: max(one.gain for one in candidates if one.feature == name) for name in features}
        average = sum(best.values(), start=Exact(0)) / len(data.features)
        passing = [f for f, g in best.items() if g > average or (g == average and learner.gate == "at_least")]
        candidates = tuple(one for one in candidates if one.feature in passing or learner.gate == "none")
        learner = attrs.evolve(learner, gate="none")
    return frozenset((one.feature, parts_of(data, one.question)) for one in optimal_among(candidates, learner))


def under_priors(data: Dataset, priors: Mapping[Any, Fraction]) -> Dataset:
    """Return *data* with weights changed so that the total of each class is its prior."""
    rows = list(zip(weights_of(data), targets_of(data), strict=True))
    return attrs.evolve(data, weights=[w * priors[y] / sum(v for v, z in rows if z == y) for w, y in rows])


def gains_of_superclasses(parts: Sequence[ClassCounts]) -> dict[frozenset[Any], Fraction]:
    """Return the Gini gain of each way to merge the classes into two.

    The keys are the classes that are merged into one.

    2 p_L p_R (P_L - P_R)^2, P_L and P_R being the merged classes' shares of the parts
    """
    classes, (left, right) = parts[0].classes, parts
    wholes = Fraction(left.weight), Fraction(right.weight)
    gains = {}
    for merged in chain.from_iterable(combinations(range(len(classes)), size) for size in range(len(classes) + 1)):
        inside = [
            sum(Fraction(part.counts[k]) for k in merged) / whole for part, whole in zip(parts, wholes, strict=True)
        ]
        superclass = 2 * wholes[0] * wholes[1] / sum(wholes) ** 2 * (inside[0] - inside[1]) ** 2
        gains[frozenset(classes[k] for k in merged)] = superclass
    return gains


def best_subsets(data: Dataset, impurity: str) -> list[Partition]:
    """Return the partitions of largest gain of *data*, which has one feature, of categories.

    Gains in floats, of error below 1e-12, say which of all subsets are compared exactly.
    """
    [feature] = data.features
    values, targets = list(feature), targets_of(data)
    present, labels = sorted(set(values)), sorted(set(targets))
    counts = np.zeros((len(present), len(labels)))
    for value, target, weight in zip(values, targets, data.row_weights, strict=True):
        counts[present.index(value), labels.index(target)] += float(weight)
    masks = (np.arange(1, 2 ** (len(present) - 1))[:, None] >> np.arange(len(present))) & 1
    inside = _float_risks(impurity, masks @ counts) + _float_risks(impurity, (1 - masks) @ counts)
    near = masks[inside <= inside.min() + 1e-9]
    ways = [[value for value, chosen in zip(present, mask, strict=True) if chosen] for mask in near]
    parts = [frozenset({_where(values, way), _where(values, [v for v in present if v not in way])}) for way in ways]
    return list(of_largest(parts, lambda part: gain_of(impurity, data, part)))


def _where(values: list[Any], wanted: Iterable[Category]) -> Rows:
    return tuple(row for row, value in enumerate(values) if value in tuple(wanted))


def _float_risks(impurity: str, counts: FloatArray) -> FloatArray:
    """Return N i(t) for each row of class counts."""
    weights = counts.sum(axis=1, keepdims=True)
    shares = counts / weights
    with np.errstate(divide="ignore", invalid="ignore"):
        logarithms = np.where(shares > 0, np.log2(shares), 0)
    terms = {
        "gini": (shares * (1 - shares)).sum(axis=1),
        "entropy": -(shares * logarithms).sum(axis=1),
        "misclassification": 1 - shares.max(axis=1),
    }
    return np.asarray(weights[:, 0] * terms[impurity])


# --- trees ------------------------------------------------------------------------------------------------------------


def visits(tree: Tree, data: Dataset) -> Iterator[tuple[Path, Tree, Rows]]:
    """Yield each node with its path and the rows of *data* that reach it, parents first."""
    waiting: list[tuple[Path, Tree, Rows]] = [((), tree, tuple(range(len(data))))]
    while waiting:
        path, node, rows = waiting.pop()
        yield path, node, rows
        if isinstance(node, Branch):
            parts = children_of(data.take(rows), node.question)
            for child, (below, mine) in enumerate(zip(node.children, parts, strict=True)):
                waiting.append(((*path, child), below, tuple(rows[place] for place in mine)))


def ending(tree: Tree, row: Mapping[str, Any], unseen: Literal["stop", "largest"] = "stop") -> tuple[Path, Tree]:
    """Return the node where *row* ends, following the tree's questions."""
    node, path = end_of(tree, row, answering(unseen, None))
    return path, node


def nodes(tree: Tree) -> dict[Path, Tree]:
    """Return every node by its path, parents first."""
    found: dict[Path, Tree] = {(): tree}
    for path in branch_paths(tree):
        branch: Any = subtree_at(tree, path)
        found |= {(*path, child): below for child, below in enumerate(branch.children)}
    return dict(sorted(found.items()))


def measure_for(impurity: str, summary: Summary) -> Impurity:
    """Return the impurity with this name; for a regression there is only one."""
    return IMPURITIES[impurity] if isinstance(summary, ClassCounts) else IMPURITIES["squared_error"]


def risk(impurity: str, summary: Summary) -> Exact:
    """Return R(t) = N(t) i(t)."""
    return risk_of_node(summary, impurity=measure_for(impurity, summary))


def risk_of_leaves(impurity: str, tree: Tree) -> Exact:
    """Return R(T), the sum of R(t) over the leaves."""
    return risk_of_tree(tree, impurity=measure_for(impurity, tree.summary))


def critical_alpha(impurity: str, scale: Any, tree: Tree, path: Path = ()) -> Exact:
    """Return g(t) in the unit of *scale*."""
    return alpha_of(tree, path, impurity=measure_for(impurity, tree.summary), scale=scale)


def unit(scale: Any, impurity: str, root: Tree, node: Tree) -> Rational | Exact:
    """Return the divisor that converts an alpha at *node* from the count scale to *scale*."""
    return unit_of_risk(scale, root, node, impurity=measure_for(impurity, root.summary))


@attrs.frozen
class Candidate:
    """A pruned subtree, with its risk R(T) on the count scale and its number of leaves |T|."""

    tree: Tree
    risk: Exact
    leaves: int

    def cost(self, alpha: Any) -> Exact:
        """Return R(T) + alpha |T|."""
        return self.risk + Exact(alpha) * self.leaves


def candidates(tree: Tree, impurity: str) -> list[Candidate]:
    """Return every pruned subtree."""
    return [Candidate(one, risk_of_leaves(impurity, one), len(leaves(one))) for one in all_pruned_subtrees(tree)]


def cheapest(among: Sequence[Candidate], alpha: Any) -> list[Candidate]:
    """Return all subtrees that minimise R_alpha, the fewest leaves first.

    *alpha* is on the count scale.
    """
    costs = [candidate.cost(alpha) for candidate in among]
    least = min(costs)
    best = [candidate for candidate, cost in zip(among, costs, strict=True) if cost == least]
    return sorted(best, key=lambda candidate: candidate.leaves)


def member_at(sequence: Sequence[Any], alpha: Any) -> Tree:
    """Return the tree of the sequence that is optimal at *alpha*: the last whose own alpha is at most that."""
    found: Tree = [member.tree for member in sequence if member.alpha <= alpha][-1]
    return found


def samples(sequence: Sequence[Any]) -> list[Exact]:
    """Return alphas to test: that of each tree, one between any two, and two beyond the last."""
    alphas = [Exact(member.alpha) for member in sequence]
    return [*alphas, *((low + high) / 2 for low, high in pairwise(alphas)), alphas[-1] + 1, alphas[-1] * 3 + 7]
