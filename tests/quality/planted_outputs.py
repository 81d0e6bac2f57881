"""Small wrong implementations of several outputs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
from quality.planted import bug

import dtrees as dt

PAIRS, ALIKE, EACH = (
    "mean_impurity_is_how_much_pairs_differ", "equal_outputs_are_as_one", "a_tree_of_several_outputs_sums_up_each",
)  # fmt: skip


class OfTheSum(dt.MeanImpurity):
    """Sum the outputs' impurities, so that alphas and limits are those of m outputs."""

    def __call__(self, summary: dt.OutputSummaries) -> dt.Exact:
        return super().__call__(summary) * len(summary.parts)


class OfTheFirst(dt.MeanImpurity):
    """Look at the first output alone."""

    def __call__(self, summary: dt.OutputSummaries) -> dt.Exact:
        return super().__call__(dt.OutputSummaries(summary.parts[:1]))


class OfTheLargest(dt.MeanImpurity):
    """Take the most impure output for all of them."""

    def __call__(self, summary: dt.OutputSummaries) -> dt.Exact:
        return max([super(OfTheLargest, self).__call__(dt.OutputSummaries([part])) for part in summary.parts])


class OfHalves(dt.MeanImpurity):
    """Halve responses."""

    def __call__(self, summary: dt.OutputSummaries) -> dt.Exact:
        parts = [
            dt.Moments(part.weight, part.total / 2, Fraction(part.squares) / 4) if type(part) is dt.Moments else part
            for part in summary.parts
        ]
        return super().__call__(dt.OutputSummaries(parts))


bug("outputs_are_summed", PAIRS, ALIKE, MeanImpurity=OfTheSum)
bug("the_first_output_decides", PAIRS, MeanImpurity=OfTheFirst)
bug("the_most_impure_output_decides", PAIRS, MeanImpurity=OfTheLargest)
bug("outputs_of_numbers_are_halved", PAIRS, MeanImpurity=OfHalves)


def the_first(tree: Any, _output: int) -> dt.Tree:
    """Return the first output, whichever is meant."""
    return dt.output_of(tree, 0)


def of_the_root(tree: Any, output: int) -> dt.Tree:
    """Give each node the summary of the root."""
    found = dt.output_of(tree, output)

    def branch(node: dt.Branch, children: tuple[dt.Tree, ...]) -> dt.Tree:
        return dt.Branch(found.summary, node.question, children)

    return dt.fold(found, lambda leaf: attrs.evolve(leaf, summary=found.summary), branch)


bug("each_output_is_the_first", EACH, output_of=the_first)
bug("an_output_has_one_summary", EACH, ALIKE, output_of=of_the_root)
