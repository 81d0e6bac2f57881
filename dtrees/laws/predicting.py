"""Laws of prediction: where a row ends, what is predicted there, and that every row gets a prediction."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from math import inf, isfinite, nextafter
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from dtrees.data.dataset import Category, Dataset, Numeric
from dtrees.laws.definitions import ending, weights_of
from dtrees.laws.law import law, require, require_equal, require_rows, row_text
from dtrees.laws.plain import targets_of
from dtrees.trees.questions import UNSEEN as NO_CHILD
from dtrees.trees.questions import EachCategory, Threshold
from dtrees.trees.split import rows_of
from dtrees.trees.summary import ClassCounts, Summary
from dtrees.trees.tree import Branch, Leaf, Tree, branches, fold, leaves

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dtrees.growing.learner import Learner
    from dtrees.laws.system import System
    from dtrees.trees.paths import Path

UNSEEN = "never seen"
ROUTED: Final = "the option `unseen` says where rows of a category never seen go"
FIRST: Final = "the majority's tie goes to the class first in order"


def probes(tree: Tree, data: Dataset) -> dict[str, list[Any]]:
    """Return columns to test *tree* with: the training rows, then the first and the last one with one value changed.

    A number is changed to each threshold and value and to the floats next to it, double and single; a category to each
    other one, and a text also to one that was never seen.
    """
    rows = rows_of(data.features)
    tried = list(rows)
    for feature in data.features:
        present: list[Any] = sorted(set(feature))
        if isinstance(feature, Numeric):
            asked = [node.question for node in branches(tree)]
            cuts = [q.threshold for q in asked if isinstance(q, Threshold) and q.feature == feature.name]
            present = sorted(set(chain.from_iterable(map(around, [*cuts, *present]))))
        elif isinstance(present[0], str):
            present.append(UNSEEN)
        tried += [{**rows[0], feature.name: value} for value in present]
        tried += [{**rows[-1], feature.name: value} for value in present]
    return {name: [row[name] for row in tried] for name in data.feature_names}


def around(cut: float) -> list[float]:
    """Return *cut* and its two neighbouring floats, in float64 and (rounded) in float32, as far as they are finite.

    >>> [value - 0.5 for value in around(0.5)] == [-(2**-54), 0, 2**-53, -(2**-25), 0, 2**-24]
    True
    """
    found: list[np.floating[Any]] = []
    with np.errstate(over="ignore", under="ignore"):
        for kind in (np.float64, np.float32):
            middle = kind(cut)
            found += [np.nextafter(middle, kind(-inf)), middle, np.nextafter(middle, kind(inf))]
    return [float(value) for value in found if isfinite(value)]


def best_labels(summary: ClassCounts) -> set[Category]:
    """Return the classes of largest weight in *summary*, several where they tie."""
    return {label for count, label in zip(summary.counts, summary.classes, strict=True) if count == max(summary.counts)}


def is_optimal_prediction(summary: Summary, predicted: Any) -> bool:
    """Return whether *predicted* is optimal: a class of largest weight, or the float nearest to the mean."""
    if isinstance(summary, ClassCounts):
        return predicted in best_labels(summary)
    misses = [
        abs(Fraction(value) - summary.mean)
        for value in (nextafter(predicted, -inf), predicted, nextafter(predicted, inf))
    ]
    return min(misses) == misses[1]


@law("leaf_data", "CART84 §2.5, §8.3; LIHANG2 §5.5.1; NOTE_B 9.2.2, 9.2.3; NOTE_D")
def leaf_mean_optimal(system: System, data: Dataset, guess: Any) -> None:
    """No constant has a smaller loss than a leaf's prediction: the majority for errors, the mean for squared errors.

    argmin_c sum_i w_i [y_i != c],  argmin_c sum_i w_i (y_i - c)^2
    """
    tree = Leaf(system.summarize(data))
    predicted = system.predict(tree, data).tolist()[0]
    rows = list(zip(weights_of(data), targets_of(data), strict=True))

    def loss(constant: Any) -> Fraction:
        if isinstance(tree.summary, ClassCounts):
            return sum((w for w, y in rows if y != constant), start=Fraction(0))
        return sum((w * (Fraction(y) - Fraction(constant)) ** 2 for w, y in rows), start=Fraction(0))

    require(loss(predicted) <= loss(guess), f"a loss of at most {loss(guess)}, as {guess!r} has", predicted)
    require(is_optimal_prediction(tree.summary, predicted), "an optimal prediction", predicted)


@law("any_trials", "LIHANG2 §5.3", presumes=(FIRST,))
def majority_tie_goes_first(system: System, data: Dataset, learner: Learner) -> None:
    """Among classes of equal weight a leaf predicts the first in the data's class order."""
    tree = system.grow(data, learner)
    if isinstance(tree.summary, ClassCounts):
        ends: list[Any] = [ending(tree, row)[1].summary for row in rows_of(data.features)]
        first = [next(label for label in each.classes if label in best_labels(each)) for each in ends]
        require_equal(system.predict(tree, data).tolist(), first)


def _rows(columns: Mapping[str, list[Any]]) -> list[dict[str, Any]]:
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def require_ends(
    system: System, tree: Tree, columns: Mapping[str, list[Any]], unseen: Literal["stop", "largest"]
) -> list[tuple[Path, Tree]]:
    """Return path and node where each row must end; raise `LawBroken` if *system* says or predicts otherwise."""
    rows = _rows(columns)
    endings = [ending(tree, row, unseen) for row in rows]
    require_rows(system.apply(tree, columns, unseen=unseen), [path for path, _ in endings], rows)
    predicted = system.predict(tree, columns, unseen=unseen).tolist()
    require_equal(len(predicted), len(rows))
    for number, ((path, node), got) in enumerate(zip(endings, predicted, strict=True)):
        best = map(str, best_labels(node.summary)) if isinstance(node.summary, ClassCounts) else ()
        written = f"{got!r}, a {type(got).__name__}" if str(got) in best else got  # the text of a class is another one
        right = is_optimal_prediction(node.summary, got)
        require(right, f"an optimal prediction at {path} for {row_text(number, rows[number])}", written)
    return endings


@law("any_trials", "CART84 §2.2; LIHANG2 §5.1.1; NOTE_D; C45 §3.1")
def rows_end_where_the_answers_lead(system: System, data: Dataset, learner: Learner) -> None:
    """Each row ends where its answers lead, at an unseen category in the branch that asks, and gets that prediction.

    So every row gets a prediction, also one whose values are thresholds, or the floats next to one.
    """
    tree = system.grow(data, learner)
    columns = probes(tree, data)
    endings: Any = require_ends(system, tree, columns, "stop")
    if isinstance(tree.summary, ClassCounts):
        shares = [[float(share) for share in node.summary.proportions] for _, node in endings]
        got = system.predict_proba(tree, columns, unseen="stop").tolist()
        require_rows(got, shares, _rows(columns))


@law("any_trials", "NOTE_D ID3; C45 §3.1", presumes=(ROUTED,))
def unseen_categories_go_to_the_largest_child(system: System, data: Dataset, learner: Learner) -> None:
    """With ``unseen="largest"``, a row of a category never seen goes on in the child of largest weight."""
    tree = system.grow(data, learner)
    require_ends(system, tree, probes(tree, data), "largest")


@law("any_trials", "NOTE_D ID3; C45 §3.1", presumes=(ROUTED,))
def unseen_categories_are_drawn_from_the_seed(system: System, data: Dataset, learner: Learner) -> None:
    """With ``unseen="random"``, a row of a category never seen goes on in a random child; one seed gives one leaf."""
    tree = system.grow(data, learner)
    columns = probes(tree, data)
    rows = _rows(columns)
    drawn = system.apply(tree, columns, unseen="random", seed=7)
    require_rows(system.apply(tree, columns, unseen="random", seed=7), drawn, rows)
    for row, path in zip(rows, drawn, strict=True):
        node: Any = tree
        for child in path:
            require(isinstance(node, Branch), "a node of the tree", path)
            led = node.question.answer(row)
            require(led in {NO_CHILD, child}, f"child {led}", path)
            node = node.children[child]
        require(isinstance(node, Leaf), "a leaf", path)
    predicted = system.predict(tree, columns, unseen="random", seed=7)
    require(len(predicted) == len(rows) and None not in predicted.tolist(), "an answer a row", predicted)


@law("any_trials", "ZHOU16 figure 4.2; NOTE_C 1")
def empty_branch(system: System, data: Dataset, learner: Learner) -> None:
    """An empty child for a category without rows, labelled with its parent's majority, predicts as stopping there does.

    Zhou's and note C's "if D' is empty"; the trees differ in their number of leaves alone.
    """

    def widened(node: Branch, children: tuple[Tree, ...]) -> Tree:
        asked = node.question
        if isinstance(asked, EachCategory) and all(isinstance(one, str) for one in asked.categories):
            asked = EachCategory(asked.feature, (*asked.categories, UNSEEN))
            children = (*children, Leaf(node.summary))
        return Branch(node.summary, asked, children)

    tree = system.grow(data, learner)
    wider = fold(tree, lambda leaf: leaf, widened)
    columns = probes(tree, data)
    stopping = system.predict(tree, columns, unseen="stop").tolist()
    require_rows(system.predict(wider, columns).tolist(), stopping, _rows(columns))
    added = sum(a.question != b.question for a, b in zip(branches(tree), branches(wider), strict=True))
    require_equal(len(leaves(wider)), len(leaves(tree)) + added)


@law("any_trials", "LIHANG2 §5.1.1")
def rows_are_predicted_alone(system: System, data: Dataset, learner: Learner) -> None:
    """A row's prediction depends on no other row, on no column that the tree does not ask about, on no column order."""
    tree = system.grow(data, learner)
    columns = probes(tree, data)
    together = system.predict(tree, columns).tolist()
    each = [{name: [value] for name, value in row.items()} for row in _rows(columns)]
    alone = [system.predict(tree, row).tolist()[0] for row in each]
    require_equal(alone, together)
    turned = {name: columns[name] for name in reversed(columns)} | {"another": [0.0] * len(together)}
    got = system.predict(tree, turned).tolist()
    require(got == together, f"{together}, in whatever order the columns stand, and with another one", got)
