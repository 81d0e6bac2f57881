"""Laws of missing values: what dividing a row preserves, and what each way of treating missing values must give."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, cast

import attrs

from dtrees.data.dataset import Classes, Dataset
from dtrees.laws.definitions import children_of, summaries_of, weights_of
from dtrees.laws.law import law, require, require_equal, require_rows
from dtrees.laws.symmetries import repeated
from dtrees.trees.missing_answers import WithSurrogates, plain_questions
from dtrees.trees.split import rows_of
from dtrees.trees.summary import ClassCounts, Moments, summarize, total
from dtrees.trees.tree import Branch, Leaf, Tree, fold, leaves

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from dtrees.growing.learner import Learner
    from dtrees.laws.system import System
    from dtrees.trees.questions import Question

TAKEN: Final = "missing values are treated as `dtrees.Missing` says"
"""The convention that these laws presume: the system treats missing values in the ways of `Missing`."""


# --- definitions ------------------------------------------------------------------------------------------------


def undirected(tree: Tree) -> Tree:
    """Return *tree* with every question's instruction for missing values removed.

    >>> undirected(Leaf(ClassCounts((3, 1))))
    Leaf(ClassCounts(counts=(3, 1), classes=(0, 1)))
    """

    def branch(node: Branch, children: tuple[Tree, ...]) -> Tree:
        return Branch(node.summary, plain_questions(node.question)[0], children)

    return fold(tree, lambda leaf: leaf, branch)


def known_child(question: Any, row: Mapping[str, Any]) -> int | None:
    """Return the index of the child that *row* goes to.

    Values of the row may be None. The result is None where the row goes to all children or stays.
    """
    answer: int = question.answer(row)
    return answer if answer >= 0 else None


def shared_ends(tree: Tree, row: Mapping[str, Any]) -> list[tuple[Fraction, Tree]]:
    """Return the nodes where *row* ends, each with the share of the row that ends there."""
    ends, waiting = [], [(Fraction(1), tree)]
    while waiting:
        share, node = waiting.pop()
        child = None if isinstance(node, Leaf) else known_child(node.question, row)
        if isinstance(node, Branch) and child is not None:
            waiting.append((share, node.children[child]))
        elif (
            isinstance(node, Branch)
            and row[node.question.feature] is None
            and not isinstance(node.question, WithSurrogates)
        ):
            waiting += [(share * Fraction(one.summary.weight) / node.summary.weight, one) for one in node.children]
        else:
            ends.append((share, node))
    return ends


# --- laws -------------------------------------------------------------------------------------------------------


@law("gapped_questions", "C45 §3.1; ZHOU16 eq. 4.11", presumes=(TAKEN,))
def divided_rows_add_up(system: System, data: Dataset, question: Question) -> None:
    """Rows divided among the children add up to the rows, and a child's share of them is its share of the known rows.

    sum_i w_i = w, N(D_i) / N(D) = N(D~_i) / N(D~)
    """
    parts = [summarize(part) for part in system.split(data, question)]
    require_equal(total(parts), summarize(data))
    known = _known_parts(data, question)
    whole = sum(part.weight for part in known)
    shares = [Fraction(part.weight) / sum(one.weight for one in parts) for part in parts]
    require_equal(shares, [Fraction(part.weight) / whole for part in known])


@law("gapped_questions", "C45 §3.1; ZHOU16 eq. 4.12", presumes=(TAKEN,))
def divided_rows_gain_less(system: System, data: Dataset, question: Question) -> None:
    """With divided rows a question has rho^2 of the known rows' gain by Gini and squared error, by entropy at most rho.

    rho = N(D~) / N(D), the known rows' share of the weight
    """
    parts = [summarize(part) for part in system.split(data, question)]
    known = _known_parts(data, question)
    rho = Fraction(sum(part.weight for part in known)) / summarize(data).weight
    name = "gini" if isinstance(data.target, Classes) else "squared_error"
    gained, measure = system.gain(parts, system.impurity(name)), system.impurity(name)
    require_equal(gained, rho * rho * system.gain(known, measure))
    if isinstance(data.target, Classes):
        most, got = rho * system.gain(known, system.impurity("entropy")), system.gain(parts, system.impurity("entropy"))
        require(got <= most, f"at most {most}", got)


def _known_parts(data: Dataset, question: Question) -> list[Any]:
    """Return the summaries of the children's rows whose value is known."""
    return summaries_of(data, children_of(data, question))


@law("complete_trials", "C45 §3.1; CART84 §5.3.1", presumes=(TAKEN,))
def no_missing_value_no_difference(system: System, data: Dataset, learner: Learner) -> None:
    """Without missing values, each way of treating them grows the same tree, except for where questions send them."""
    tree = system.grow(data, learner)
    require_equal(undirected(tree), system.grow(data, attrs.evolve(learner, missing="refuse")))


@law("gapped_shuffles", "C45 §3.1; CART84 §5.3.1", presumes=(TAKEN,))
def row_order_never_matters_to_missing_values(
    system: System, data: Dataset, learner: Learner, order: Sequence[int]
) -> None:
    """The order of the rows changes nothing in a tree grown on missing values, nor in its surrogates."""
    require_equal(system.grow(data.take(order), learner), system.grow(data, learner))


@law("gapped_repetitions", "C45 §3.1; CART84 §4.4", presumes=(TAKEN,), grown="compared")
def whole_weights_repeat_rows_of_missing_values(system: System, data: Dataset, learner: Learner) -> None:
    """A row of weight n counts as n rows, also where it is divided, sent to one side or answered by a surrogate."""
    require_equal(system.grow(repeated(data), learner), system.grow(data, learner))


@law("gapped_trials", "C45 §3.1; CART84 §5.3.1", presumes=(TAKEN,))
def predictions_are_mixed_by_shares(system: System, data: Dataset, learner: Learner) -> None:
    """A row with a missing value goes to the child that the question names, else to all, whose shares are then mixed.

    p_k = sum_t share_t N_k(t) / N(t), sum_t share_t = 1
    """
    tree = system.grow(data, learner)
    rows = rows_of(data.features)
    ends = [shared_ends(tree, row) for row in rows]
    if not isinstance(tree.summary, ClassCounts):
        means = [float(sum(share * _moments(node).mean for share, node in found)) for found in ends]
        require_rows(system.predict(tree, data).tolist(), means, rows)
        return
    places = range(len(tree.summary.classes))
    shares = [
        [float(sum(share * _counts(node).proportions[place] for share, node in found)) for place in places]
        for found in ends
    ]
    require_rows(system.predict_proba(tree, data).tolist(), shares, rows)


def _moments(node: Tree) -> Moments:
    return cast("Moments", node.summary)


def _counts(node: Tree) -> ClassCounts:
    return cast("ClassCounts", node.summary)


@law("surrogate_trials", "CART84 §5.3.1", presumes=(TAKEN,))
def surrogates_predict_the_child(system: System, data: Dataset, learner: Learner) -> None:
    """The root's surrogates are each other feature's best imitation of its split, best first, where lambda > 0.

    lambda = 1 - errors / min(N_L, N_R), 0 < lambda <= 1

    A row that can answer none of them goes to the larger child, or stays; a child's summary is that of the rows it got.
    """
    tree, staying = (
        system.grow(data, attrs.evolve(learner, missing=attrs.evolve(learner.missing, unanswered=way)))
        for way in ("larger", "stay")
    )
    if not isinstance(tree, Branch) or not isinstance(staying, Branch):
        return
    asked: Any = tree.question
    require(isinstance(asked, WithSurrogates), "a question with its surrogates", asked)
    found = {one.feature: one.association for one in asked.surrogates}
    best = {name: _association(data, asked.question, name) for name in data.feature_names if name != asked.feature}
    require_equal(found, {name: most for name, most in best.items() if most > 0})
    require(all(one >= two for one, two in pairwise(found.values())), "the largest association first", found)
    weights = [part.weight for part in _known_parts(data, asked.question)]
    require_equal(asked.otherwise, weights.index(max(weights)))
    require_equal(staying.question, attrs.evolve(asked, otherwise=None))
    rows = rows_of(data.features)
    for node in (tree, staying):
        for child, below in enumerate(node.children):
            sent = [place for place, row in enumerate(rows) if known_child(node.question, row) == child]
            require_equal(below.summary, summarize(data.take(sent)))


def _association(data: Dataset, question: Question, name: str) -> Fraction:
    """Return the largest association of a cut of the number called *name*, or its contrary, with *question*."""
    numbers, weights = list(data.feature(name)), weights_of(data)
    asked = list(data.feature(question.feature))
    rows = [row for row in range(len(data)) if numbers[row] is not None and asked[row] is not None]
    left = {row for row in rows if question.answer({question.feature: asked[row]}) == 0}

    def weight(some: Iterable[int]) -> Fraction:
        return sum((weights[row] for row in some), start=Fraction(0))

    lesser = min(weight(left), weight({*rows} - left))
    errors = [
        weight(wrong)
        for cut in sorted({numbers[row] for row in rows})[:-1]
        for below in [{row for row in rows if numbers[row] <= cut}]
        for wrong in (below ^ left, {*rows} - (below ^ left))
    ]
    return max((1 - error / lesser for error in errors), default=Fraction(0)) if lesser else Fraction(0)


@law("gapped_categories", "QUINLAN86 §5; CART84 §5.3", presumes=(TAKEN,))
def missing_category_is_one_more(system: System, data: Dataset, filled: Dataset, learner: Learner) -> None:
    """Treating missing values as a category of their own grows the same leaves as filling in one more category."""
    tree = system.grow(data, learner)
    plain = system.grow(filled, attrs.evolve(learner, missing="refuse"))
    require_equal(_leaf_counts(tree), _leaf_counts(plain))


def _leaf_counts(tree: Tree) -> list[str]:
    return sorted(repr(leaf.summary) for leaf in leaves(tree))
