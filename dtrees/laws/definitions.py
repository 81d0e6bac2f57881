"""The right answers that laws compare with, computed by the specification: partitions, summaries, pruned subtrees."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, pairwise
from random import Random
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import attrs

from dtrees.data.dataset import Ordinal
from dtrees.errors import Unsupported
from dtrees.growing.best_split import optimal_among, scored_splits
from dtrees.growing.impurity import IMPURITIES
from dtrees.laws.plain import targets_of
from dtrees.numbers.exact import Exact
from dtrees.predicting.predict import end_of
from dtrees.pruning.cost_complexity import alpha_of
from dtrees.pruning.pruned_subtrees import all_pruned_subtrees
from dtrees.pruning.risk import risk as risk_of_tree
from dtrees.pruning.risk import risk_of_node
from dtrees.pruning.scales import unit_of_risk
from dtrees.trees.paths import Path, branch_paths, subtree_at
from dtrees.trees.split import answers_of
from dtrees.trees.summary import ClassCounts, summarize
from dtrees.trees.tree import Branch, leaves

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from dtrees.data.dataset import Dataset
    from dtrees.growing.best_split import ScoredSplit
    from dtrees.growing.costs import Costs
    from dtrees.growing.learner import Learner
    from dtrees.numbers.exact import Rational
    from dtrees.trees.questions import Question, Threshold
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
    """Return each row's weight as an exact number."""
    return [Fraction(weight) for weight in data.row_weights]


def children_of(data: Dataset, question: Question) -> tuple[Rows, ...]:
    """Return the numbers of the rows that *question* sends to each child, in child order."""
    answers = answers_of(question, data.features)
    return tuple(tuple(row for row, a in enumerate(answers) if a == child) for child in range(question.arity))


def parts_of(data: Dataset, question: Question) -> Partition:
    """Return the partition of the rows that *question* makes: the rows of each child, empty ones left out."""
    return frozenset(rows for rows in children_of(data, question) if rows)


def summaries_of(data: Dataset, parts: Iterable[Rows]) -> list[Summary]:
    """Return the summary of each part, the rows of *data* with these numbers."""
    return [summarize(data.take(rows)) for rows in parts]


def around_cut(question: Threshold, data: Dataset) -> tuple[float, float]:
    """Return the two neighbouring values of the rows between which the threshold lies."""
    cut, present = question.threshold, list(data.feature(question.feature))
    return max(value for value in present if value <= cut), min(value for value in present if value > cut)


def cut_between(low: float, high: float, learner: Learner) -> float:
    """Return the threshold between two neighbours: midway as float64; *low* if that is *high*, or if ``observed``."""
    middle = float((Fraction(low) + Fraction(high)) / 2)
    return low if learner.questions.numbers == "observed" or middle == high else middle


def require_ordered(data: Dataset) -> list[Ordinal]:
    """Return the features, all of ordered categories; raises `Unsupported` for others, as where no order is known."""
    features = [feature for feature in data.features if isinstance(feature, Ordinal)]
    if len(features) < len(data.features):
        message = "it knows no order of categories"
        raise Unsupported(message)
    return features


def chosen(splits: Iterable[ScoredSplit], data: Dataset) -> frozenset[tuple[str, Partition]]:
    """Return each split as its feature and its partition of the rows, however its question is worded."""
    return frozenset((split.question.feature, parts_of(data, split.question)) for split in splits)


def optimal_parts(
    data: Dataset, learner: Learner, *, gate_over: Literal["parting", "all"] = "parting"
) -> frozenset[tuple[str, Partition]]:
    """Return the optimal splits of a node that holds all rows, as in `chosen`.

    C4.5's gate asks for the average gain over the features that split the rows, or over ``all``, the others as 0.
    """
    candidates = scored_splits(data, learner)
    if gate_over == "all" and learner.score == "gain_ratio":
        features = {one.feature for one in candidates}
        best = {name: max(one.gain for one in candidates if one.feature == name) for name in features}
        average = sum(best.values(), start=Exact(0)) / len(data.features)
        passing = [f for f, g in best.items() if g > average or (g == average and learner.gate == "at_least")]
        candidates = tuple(one for one in candidates if one.feature in passing or learner.gate == "none")
        learner = attrs.evolve(learner, gate="none")
    return chosen(optimal_among(candidates, learner), data)


def costs_of_labels(summary: ClassCounts, costs: Costs) -> list[Fraction]:
    """Return, for each class, the total cost of a node's rows if that class is predicted."""
    rows = list(zip(summary.classes, summary.counts, strict=True))
    return [sum((Fraction(n) * costs.between(j, i) for j, n in rows), start=Fraction(0)) for i in summary.classes]


def under_priors(data: Dataset, priors: Mapping[Any, Fraction]) -> Dataset:
    """Return *data* with weights changed so that the total of each class is its prior."""
    rows = list(zip(weights_of(data), targets_of(data), strict=True))
    return attrs.evolve(data, weights=[w * priors[y] / sum(v for v, z in rows if z == y) for w, y in rows])


def gains_of_superclasses(parts: Sequence[ClassCounts]) -> dict[frozenset[Any], Fraction]:
    """Return the Gini gain of a split into two *parts* for each way to merge the classes into two superclasses.

    The keys are the classes of one superclass.

    2 p_L p_R (P_L - P_R)^2, P_L and P_R being the superclass's shares of the left and the right part
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


# --- trees ------------------------------------------------------------------------------------------------------------


def visits(tree: Tree, data: Dataset) -> Iterator[tuple[Path, Tree, Rows]]:
    """Yield each node with its path and the numbers of the rows of *data* that reach it, parents first."""
    waiting: list[tuple[Path, Tree, Rows]] = [((), tree, tuple(range(len(data))))]
    while waiting:
        path, node, rows = waiting.pop()
        yield path, node, rows
        if isinstance(node, Branch):
            parts = children_of(data.take(rows), node.question)
            for child, (below, mine) in enumerate(zip(node.children, parts, strict=True)):
                waiting.append(((*path, child), below, tuple(rows[place] for place in mine)))


def reached(tree: Tree, data: Dataset) -> Iterator[tuple[Path, Tree, Dataset]]:
    """Yield each node with its path and the part of *data* that reaches it, parents first."""
    return ((path, node, data.take(rows)) for path, node, rows in visits(tree, data))


def ending(tree: Tree, row: Mapping[str, Any], unseen: Literal["stop", "largest"] = "stop") -> tuple[Path, Tree]:
    """Return path and node where *row* ends; at an unseen category it stops, or goes on in the ``largest`` child."""
    node, path = end_of(tree, row, unseen, Random(0))  # noqa: S311 (neither policy draws)
    return path, node


def nodes(tree: Tree) -> dict[Path, Tree]:
    """Return every node by its path, parents first."""
    found: dict[Path, Tree] = {(): tree}
    for path in branch_paths(tree):
        branch: Any = subtree_at(tree, path)
        found |= {(*path, child): below for child, below in enumerate(branch.children)}
    return dict(sorted(found.items()))


def risk(impurity: str, summary: Summary) -> Exact:
    """Return the risk of a node, R(t) = N(t) i(t), by the impurity of that name."""
    return risk_of_node(summary, impurity=IMPURITIES[impurity])


def risk_of_leaves(impurity: str, tree: Tree) -> Exact:
    """Return the risk of a tree, R(T), the sum of R(t) over its leaves."""
    return risk_of_tree(tree, impurity=IMPURITIES[impurity])


def critical_alpha(impurity: str, scale: Any, tree: Tree, path: Path = ()) -> Exact:
    """Return g(t), the alpha at which the branch at *path* costs as much as a leaf, in the unit of *scale*."""
    return alpha_of(tree, path, impurity=IMPURITIES[impurity], scale=scale)


def unit(scale: Any, impurity: str, root: Tree, node: Tree) -> Rational | Exact:
    """Return the divisor that converts an alpha at *node* from the count scale to *scale*."""
    return unit_of_risk(scale, root, node, impurity=IMPURITIES[impurity])


@attrs.frozen
class Candidate:
    """A pruned subtree, with its risk R(T) on the count scale and its number of leaves |T|."""

    tree: Tree
    risk: Exact
    leaves: int

    def cost(self, alpha: Any) -> Exact:
        """Return the cost at *alpha*, R_alpha(T) = R(T) + alpha |T|."""
        return self.risk + Exact(alpha) * self.leaves


def candidates(tree: Tree, impurity: str) -> list[Candidate]:
    """Return every pruned subtree of *tree* with its risk and size."""
    return [Candidate(one, risk_of_leaves(impurity, one), len(leaves(one))) for one in all_pruned_subtrees(tree)]


def cheapest(among: Sequence[Candidate], alpha: Any) -> list[Candidate]:
    """Return all the subtrees *among* these that cost least at *alpha* (count scale), the fewest leaves first."""
    costs = [candidate.cost(alpha) for candidate in among]
    least = min(costs)
    best = [candidate for candidate, cost in zip(among, costs, strict=True) if cost == least]
    return sorted(best, key=lambda candidate: candidate.leaves)


def member_at(sequence: Sequence[Any], alpha: Any) -> Tree:
    """Return the tree of a pruning sequence that is optimal at *alpha*: the last member whose alpha is not larger."""
    found: Tree = [member.tree for member in sequence if member.alpha <= alpha][-1]
    return found


def samples(sequence: Sequence[Any]) -> list[Exact]:
    """Return alphas at which to test a pruning sequence: each member's, each interval's middle, and two beyond."""
    alphas = [Exact(member.alpha) for member in sequence]
    return [*alphas, *((low + high) / 2 for low, high in pairwise(alphas)), alphas[-1] + 1, alphas[-1] * 3 + 7]
