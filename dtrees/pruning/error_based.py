"""Error-based pruning, C4.5's: a branch becomes a leaf, or its largest child, where no more errors are predicted.

Of N rows, E of them wrong, a leaf is predicted to get N U_CF(E, N) wrong (`upper_limit`).  A child that is
raised to the place of its parent takes in the rows of its siblings, and is pruned again.
"""

from fractions import Fraction
from typing import Final

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset, Numeric
from dtrees.errors import InvalidData
from dtrees.numbers.exact import Rational
from dtrees.numbers.roots import RootSum
from dtrees.pruning.risk import errors_of
from dtrees.pruning.upper_limit import CONFIDENCE, Confidence, Limit, upper_limit
from dtrees.trees.questions import EachCategory
from dtrees.trees.recursion import recursive
from dtrees.trees.split import route
from dtrees.trees.summary import summarize
from dtrees.trees.tree import Branch, Leaf, Tree, leaves

MARGIN: Final[dict[Limit, Rational]] = {"binomial": 0, "c45": Fraction(1, 10), "j48": Fraction("0.100001")}
"""So many more errors may be predicted of what is smaller: C4.5 allows a tenth, and J48 takes 1e-6 for nothing."""


@checked
def error_based_prune(
    tree: Tree, training: Dataset | None = None, *, confidence: Confidence = CONFIDENCE, limit: Limit = "binomial"
) -> Tree:
    """Return the tree with each branch, from the leaves up, as a leaf or as its largest child, where that errs no more.

    N U_CF(E, N) <= sum over the leaves of N_l U_CF(E_l, N_l)      [C45 §4.2]

    The largest child is tried where the *training* rows are given, all of which it then takes.  Where as many errors
    are predicted, a leaf is preferred to it, and either to the branch.  ``c45`` and ``j48`` follow the programs: their
    approximations of U, up to a tenth of an error more, and of children that are equally large the last one.  Raises
    `InvalidData` for a tree that predicts numbers and for other *training* rows, `Unsupported` for weights that are not
    whole by the ``binomial`` limit, and `Undecided` as `RootSum` does.

    >>> tree = dt.grow(iris := dt.datasets.load("iris"), dt.cart())
    >>> [len(leaves(error_based_prune(tree, iris, confidence=chance))) for chance in (0.9, 0.25, 0.001)]
    [9, 7, 5]
    """
    if training is not None and with_rows(tree, training) != tree:
        raise InvalidData("the training rows are not those of the tree's nodes: give the rows that it was grown on")
    return _pruned(tree, training, confidence, limit)


@recursive
def _pruned(tree: Tree, rows: Dataset | None, confidence: Confidence, limit: Limit) -> Tree:
    if isinstance(tree, Leaf):
        return tree
    parts = [None] * len(tree.children) if rows is None else route(rows, tree.question)
    children = [_pruned(child, part, confidence, limit) for child, part in zip(tree.children, parts, strict=True)]
    leaf, branch = Leaf(tree.summary), Branch(tree.summary, tree.question, children)
    largest = max(children if limit == "binomial" else children[::-1], key=lambda child: child.summary.weight)
    raised = branch if rows is None else with_rows(largest, rows)
    trees = leaf, raised, branch
    as_leaf, as_raised, as_branch = [predicted_errors(T, confidence=confidence, limit=limit) for T in trees]
    if as_leaf <= as_raised + MARGIN[limit] and as_leaf <= as_branch + MARGIN[limit]:
        return leaf
    if rows is not None and as_raised <= as_branch + MARGIN[limit]:
        return _pruned(raised, rows, confidence, limit)
    return branch


@checked
def predicted_errors(tree: Tree, *, confidence: Confidence = CONFIDENCE, limit: Limit = "binomial") -> RootSum:
    """Return the predicted number of errors of *tree* on as many new rows as it was grown on.

    sum over the leaves of N U_CF(E, N)      [C45 §4.2]

    >>> f"{predicted_errors(Leaf(dt.ClassCounts((15, 1)))):.3f}"
    '2.554'
    """
    ends = [(leaf.summary.weight, errors_of(leaf.summary)) for leaf in leaves(tree)]
    return sum([N * upper_limit(E, N, confidence=confidence, limit=limit) for N, E in ends], start=RootSum())


@recursive
def with_rows(tree: Tree, rows: Dataset) -> Tree:
    """Return the tree with the same questions and the summaries of *rows* at its nodes.

    Where each category has a child, a new category gets a leaf.  Rows with a missing value are divided.
    """
    if isinstance(tree, Leaf):
        return Leaf(summarize(rows))
    question = tree.question
    if isinstance(question, EachCategory):
        column, known = rows.feature(question.feature), question.categories
        new = {value for value in column if value is not None} - set(known)
        added = sorted(new) if isinstance(column, Numeric) else [one for one in column.categories if one in new]
        question = EachCategory(question.feature, (*known, *added))
    below = [*tree.children, *[Leaf(tree.summary)] * (question.arity - tree.question.arity)]
    children = [with_rows(child, part) for child, part in zip(below, route(rows, question), strict=True)]
    return Branch(summarize(rows), question, children)
