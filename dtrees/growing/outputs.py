"""The impurity of several outputs: the mean of theirs, so that each split lowers them together."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

import attrs

from dtrees.arguments import fields_as_annotated, taken
from dtrees.data.outputs import Outputs
from dtrees.growing.impurity import Impurity, usual_impurity
from dtrees.numbers.exact import Exact
from dtrees.trees.outputs import OutputSummaries


@attrs.frozen(field_transformer=fields_as_annotated)
class MeanImpurity:
    """The mean of the outputs' impurities: pass it where an impurity is asked for.

    i(t) = 1/m sum_j i_j(t)      [DEATH02, of numbers and as a sum; scikit-learn's trees of a matrix y]

    The i_j are one *impurity*, or by default the usual one of each output, `gini` for classes and `squared_error` for
    numbers.  A sum in place of the mean chooses the same questions, and has m times the gains, risks and alphas.  The
    unit of a response decides how much it counts beside the others: its squared error times 100 is that of 10 y.

    >>> both = dt.OutputSummaries([dt.ClassCounts((1, 1)), dt.Moments.of([1, 3])])
    >>> MeanImpurity()(both)
    Exact('3/4')
    """

    __name__: ClassVar[str] = "mean impurity"

    impurity: Impurity | None = None

    def __call__(self, summary: OutputSummaries) -> Exact:
        """Return i(t) of a node."""
        parts = taken(OutputSummaries, "summary", summary).parts
        impurities = [Exact((self.impurity or usual_impurity(part))(part)) for part in parts]
        return Fraction(1, len(parts)) * sum(impurities, start=Exact(0))


@usual_impurity.register(OutputSummaries)
@usual_impurity.register(Outputs)
def _(of: OutputSummaries | Outputs) -> Impurity:  # noqa: ARG001 (the kind decides)
    return MeanImpurity()
