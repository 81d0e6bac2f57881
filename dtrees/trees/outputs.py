"""The summary of a node of several outputs: a summary of each, and the tree of one of the outputs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import attrs

from dtrees.arguments import checked, fields_as_annotated, taken
from dtrees.data.outputs import Outputs
from dtrees.errors import InvalidData, refused
from dtrees.numbers.exact import Exact, Rational
from dtrees.trees.summary import ClassCounts, Moments, Summary, summary_of
from dtrees.trees.tree import Branch, Leaf, Tree, fold


@attrs.frozen(field_transformer=fields_as_annotated)
class OutputSummaries(Moments):
    """The summaries of a node's rows, one an output; it predicts what each of them predicts.

    Raises `InvalidData` for summaries of different weights, and for none.

    >>> both = OutputSummaries([dt.ClassCounts((1, 2), ("no", "yes")), Moments.of([2, 4, 9])])
    >>> both.weight, both.prediction, both.loss(("no", 6))
    (3, ('yes', 5.0), Fraction(1, 1))
    """

    GIVE = "OutputSummaries, which a node has where the target is Outputs"

    parts: Sequence[Summary]
    weight: Rational = attrs.field(init=False, repr=False, eq=False)
    total: Any = attrs.field(init=False, repr=False, eq=False, default=None)
    squares: Any = attrs.field(init=False, repr=False, eq=False, default=None)

    @weight.default
    def _(self) -> Rational:
        weights = {part.weight for part in self.parts}
        if len(weights) != 1:
            raise InvalidData(
                f"the outputs' weights: {weights or 'none'}: give one summary an output, of the same rows"
            )
        return weights.pop()

    def __attrs_post_init__(self) -> None:
        """Raise `InvalidData` for a part that is itself the summary of several outputs."""
        if [1 for part in self.parts if isinstance(part, OutputSummaries)]:
            raise InvalidData("the summary of an output is itself of several outputs: give all of them in one list")

    @property
    def mean(self) -> Fraction:
        """Raises `InvalidData`: there is no one mean."""
        raise InvalidData("a node of several outputs has no one mean: take one of them by output_of(tree, 0)")

    @property
    def predicted(self) -> Any:
        """The tuple of what each output's summary predicts, exactly: a majority, or a mean."""
        return tuple([part.predicted for part in self.parts])

    @property
    def prediction(self) -> Any:
        """The tuple of what each output's summary predicts."""
        return tuple([part.prediction for part in self.parts])

    def loss(self, y: Any) -> Any:
        """Return the mean over the outputs of what each loses: 1/m sum_j loss_j(y_j)."""
        return Fraction(1, len(self.parts)) * sum([part.loss(value) for part, value in self._with(y)])

    def losses(self, rows: Moments) -> Exact:
        """Return what other *rows* lose, the mean over the outputs: 1/m sum_j losses_j."""
        others = taken(OutputSummaries, "rows", rows).parts
        return sum([_losses(part, other) for part, other in self._with(others)], start=Exact(0)) / len(self.parts)

    def __add__(self, other: Moments, sign: int = 1) -> OutputSummaries:
        others = taken(OutputSummaries, "other", other).parts
        return OutputSummaries([part.__add__(more, sign) for part, more in self._with(others)])

    def __mul__(self, share: Rational) -> OutputSummaries:
        return OutputSummaries([part * share for part in self.parts])

    def _with(self, others: Any) -> list[tuple[Any, Any]]:
        """Return each output's summary with what another row, or other rows, have of this output."""
        if not isinstance(others, tuple) or len(others) != len(self.parts):
            raise refused(others, "the outputs", f"a tuple of {len(self.parts)}, one an output")
        return list(zip(self.parts, others, strict=True))


def _losses(part: Any, rows: Any) -> Exact:
    """Return what other *rows* lose that one output's summary predicts."""
    if isinstance(part, ClassCounts):
        return Exact(sum([count * part.loss(y) for y, count in zip(rows.classes, rows.counts, strict=True)]))
    lost: Exact = part.losses(rows)
    return lost


@summary_of.register
def _(target: Outputs, rows: Sequence[tuple[Rational, Any]]) -> OutputSummaries:
    weights = [w for w, _ in rows]
    columns = zip(*[y for _, y in rows], strict=True) if rows else [()] * len(target.targets)
    parts = zip(target.targets, columns, strict=True)
    return OutputSummaries([summary_of(one, list(zip(weights, column, strict=True))) for one, column in parts])


@checked
def output_of(tree: Tree, output: int) -> Tree:
    """Return *tree* as one that predicts a single *output* of its several, the number of which is from 0.

    It asks the same questions, and can be drawn, and give class shares.  Raises `InvalidData` where there is no such
    output.

    >>> both = OutputSummaries([dt.ClassCounts((1, 2), ("no", "yes")), Moments.of([2, 4, 9])])
    >>> output_of(Leaf(both), 0)
    Leaf(ClassCounts(counts=(1, 2), classes=('no', 'yes')))
    """
    count = len(taken(OutputSummaries, "the root's summary", tree.summary).parts)
    if output >= count:
        raise refused(output, "output", f"a number below {count}")

    def of(node: Tree) -> Any:
        return node.summary.parts[output]  # type: ignore[union-attr]  # of several outputs, as the root's

    def leaf(node: Leaf) -> Tree:
        return Leaf(of(node))

    def branch(node: Branch, children: tuple[Tree, ...]) -> Tree:
        return Branch(of(node), node.question, children)

    return fold(tree, leaf, branch)
