"""Judging what an exported model predicts: the rows of which it predicts otherwise than the tree, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees.arguments import checked, taken
from dtrees.errors import InvalidData
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.exported.model import model_of, nearest
from dtrees.oracle.exported.reasons import Said, reasons
from dtrees.oracle.exported.rows import rows_of, values_of
from dtrees.oracle.finding import Finding, Verdict
from dtrees.trees.missing_answers import plain_questions
from dtrees.trees.questions import Threshold
from dtrees.trees.tree import Tree

if TYPE_CHECKING:
    from dtrees.oracle.exported.model import Model, Node, Row


CHECK: Final = "exported model"


@checked
def judge_exported(
    tree: Tree | Mapping[str, Any],
    predict: Callable[[Any], Any],
    *,
    features: Sequence[str] | None = None,
    conventions: Conventions = EXACT,
) -> Verdict:
    """Return the verdict on a model that was exported from *tree*, or that states it, by what it predicts of rows.

    *predict* takes columns (name -> list, None for a missing value) of the *features*, by default those that the tree
    asks about, and returns a class, a number or the class shares of each row.  *tree* may be a document whose leaves
    state a ``prediction`` or a ``value`` (`dtrees.oracle.documents`).  Rows have at each node the threshold (if it is
    a float64), its neighbours in float64, in float32 and among whole numbers; at each leaf the least, the largest and
    the smallest numbers that come there; and missing values and other categories where the question says their child.
    Surrogates are not asked.  Granted is how the *conventions* read, compare and state numbers, and the rounding of
    `dtrees.oracle.rounding`.  A finding shows the first of ``times`` rows that one question separates; ``why`` is a
    change of the tree that gives this prediction and each that was right.  Raises `InvalidData` if a leaf states
    nothing, or the predictions are not one a row.

    >>> from dtrees import Branch, ClassCounts, Leaf
    >>> leaves = [Leaf(ClassCounts(counts, ("a", "b"))) for counts in ((3, 0), (0, 3))]
    >>> tree = Branch.of(Threshold("x", 0.126), leaves)
    >>> [found] = judge_exported(tree, lambda rows: ["a" if x <= 0.13 else "b" for x in rows["x"]]).deviations
    >>> print(found.expected, "| got", found.got, "|", found.why)
    x = 0.12600000000000003: b, for x > 0.126 at path [] | got a | thresholds are rounded to 2 decimals
    """
    model = model_of(tree, conventions)
    names = [*values_of(model)] if features is None else features
    if lacking := sorted({*values_of(model)} - {*names}):
        raise InvalidData(f"the tree asks about {', '.join(lacking)}: name these features too")
    if not names:
        return Verdict(check=CHECK, judged=0, canonical=0, note="a leaf alone asks about no feature, and none is named")
    rows = [*{tuple(row.items()): row for row in rows_of(model)}.values()]
    answers = taken(
        Sequence[object], "predictions", predict({name: [row.get(name, 0.0) for row in rows] for name in names})
    )
    if len(answers) != len(rows):
        raise InvalidData(f"{len(answers)} predictions for {len(rows)} rows")
    right, wrong, found = list[Said](), list[Said](), dict[Any, Finding]()
    for one in zip(rows, answers, strict=True):
        (right if model.gives(*one) else wrong).append(one)
    known = reasons(model, right, wrong) if wrong else []
    for row, got in wrong:
        why, other = next(((why, other) for why, other in known if other.gives(row, got)), ("", None))
        way, node = model.way(row), separating(model, row, got, other)
        cells = ", ".join(
            f"{name} = {row[name]}" for name in dict.fromkeys(n.question.feature for n in way if n.question)
        )
        expected = f"{cells}: {way[-1]}" + (f", for {_condition(model, node, row)}" if node else "")
        kind, inputs = "row" if node else "prediction", str(row)
        first = Finding(kind=kind, path=way[-1].path, expected=expected, got=str(got), why=why, inputs=inputs, times=0)
        so_far = found.get((why, (node or way[-1]).path, kind), first)
        found[why, (node or way[-1]).path, kind] = attrs.evolve(so_far, times=so_far.times + 1)
    return Verdict(check=CHECK, judged=len(rows), canonical=len(right), deviations=tuple(found.values()))


def separating(model: Model, row: Row, got: Any, other: Model | None) -> Node | None:
    """Return the node where *row* goes another way in the *other* model; without one, where the other way gives *got*.

    Of several of these the one whose threshold is nearest to the row is returned, and None if there is none.
    """
    steps = list(pairwise(model.way(row)))
    if other:
        ways = zip(steps, other.way(row)[1:], strict=False)
        return next((node for (node, child), theirs in ways if child is not theirs), None)
    beside = [(node, place) for node, child in steps for place in node.children if model.nodes[place] is not child]
    fits = [node for node, place in beside if model.predicts(model.way(row, place)[-1], got)]
    return min(fits, key=lambda node: _distance(node, row), default=None)


def _distance(node: Node, row: Row) -> float:
    """Return how far the row is from the node's threshold, as a share of the larger one; infinity without one."""
    asked = node.question and plain_questions(node.question)[0]
    value = row[asked.feature] if asked else None
    if not isinstance(asked, Threshold) or value is None:
        return inf
    cut = nearest(asked.threshold)
    return abs(value - cut) / max(abs(value), abs(cut)) if value != cut else 0.0


def _condition(model: Model, node: Node, row: Row) -> str:
    """Return the answer of the row at *node* in words."""
    asked: Any = node.question
    text = str(asked.describe(model.child(asked, row[asked.feature])))
    if model.comparison == "<" and isinstance(plain_questions(asked)[0], Threshold):
        text = text.replace("<=", "<").replace(">", ">=")
    return f"{text} at path {list(node.path)}"
