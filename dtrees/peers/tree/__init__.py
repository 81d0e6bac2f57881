"""The adapter for tree, Ripley's R package; the script ``tree.R`` lets it speak the protocol."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

import dtrees as dt
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.protocol.program import GrownDocument, Script
from dtrees.peers.shared.peer import MIDPOINT, ROUNDED, SQUARES, Peer, is_rounded, is_rounding, varied

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.data.dataset import Feature
    from dtrees.growing.impurity import Impurity
    from dtrees.oracle.cases import Task
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding

LEARNERS: Final = {
    name: dt.cart(impurity=measure, categories="subset", zero_gain="stop")
    for name, measure in (("gini", dt.gini), ("deviance", dt.entropy), ("squares", dt.squared_error))
} | {"deviance, 5 rows": dt.cart(impurity=dt.entropy, categories="subset", zero_gain="stop", min_split=10, min_leaf=5)}
"""The learners of tree with mindev = 0, minsize = 2 and mincut = 1, and with its default limits."""

PRINTED: Final = "defect: a cut is kept as text of six digits"
FIRST: Final = "defect: Gini of a column's first cut is wrong"
WEIGHTS: Final = "defect: weights are taken in the order of the rows, not of the values"
MINCUT: Final = "defect: mincut counts rows of numbers, though it is documented to be weighted"
NEARLY_PURE: Final = "defect: a node of a millionth of the root's deviance is a leaf"
ORDERED: Final = "defect: of two classes, categories are grouped in one order alone, though mincut forbids the best"
BEFORE: Final = "defect: whether a column is ordered is read of the column before it"
CLOSE: Final = "defect: links closer than 1e-4 (1 + alpha) are cut as one"


class Tree(Peer, Script):
    """Ripley's R package tree, with limits so small that trees grow to full size."""

    script = Path(__file__).with_name("tree.R")
    patience = 20.0
    install = "apt-get install r-base-dev r-cran-jsonlite; Rscript -e 'install.packages(\"tree\")'"
    conventions: Final = Conventions(
        comparison="<", cut="midpoint", arithmetic="float64", ties="any", repeats="any", zero_gain="stop",
        categories="subset", wording="any", majority="any",
    )  # fmt: skip
    learners = LEARNERS
    known = ("loan", "weather", "watermelon3", "regression", "iris")

    @classmethod
    def drawn(cls, number: int, chance: np.random.Generator, task: Task) -> dt.Dataset:
        """Return small random data, changed by `varied`."""
        return varied(super().drawn(number, chance, task), number)

    def pruning_sequence(self, tree: dt.Tree | GrownDocument, *, impurity: Impurity | None = None) -> Any:  # type: ignore[override]  # k is on one scale
        """Return the rows of ``prune.tree``, each with the tree at its k (the package's alpha)."""
        return super().pruning_sequence(tree, impurity=impurity)

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        numeric = [feature for feature in around.data.features if isinstance(feature, dt.Numeric)]
        if any(map(_is_printed_otherwise, numeric)):
            return PRINTED
        if is_rounded(around.data):
            return MIDPOINT
        if finding.check == "growth" and _is_ordered_otherwise(around.data.features):
            return BEFORE
        if finding.check in {"path", "pruned"}:
            return ROUNDED if finding.regret == "0" else CLOSE
        return _why_grown(finding, around, has_numbers=bool(numeric))


def _why_grown(finding: Finding, around: Examination, *, has_numbers: bool) -> str:
    """Return the reason why the package grows another tree, or ``unexplained``."""
    data, learner, rows = around.data, around.case.learner, around.rows[finding.path or ()]
    if has_numbers and learner.impurity is dt.gini:
        return FIRST
    weighted = not np.all(data.weights == 1)
    if learner.stopping.min_leaf:
        return MINCUT if has_numbers and weighted else ORDERED
    if has_numbers and weighted:
        return WEIGHTS
    if learner.impurity is not dt.squared_error:
        return ROUNDED if finding.kind == "late leaf" else "unexplained"
    whole, here = (dt.squared_error(dt.summarize(each)) * dt.summarize(each).weight for each in (data, rows))
    if finding.kind == "early leaf" and here * 1000000 <= whole:
        return NEARLY_PURE
    return SQUARES if is_rounding(finding, rows) else "unexplained"


def _is_printed_otherwise(feature: dt.Numeric) -> bool:
    """Return whether a threshold of the column changes when it is printed with "%g"."""
    values = np.unique(feature.values.astype(float))
    return any(float(f"{cut:g}") != cut for cut in (values[1:] / 2 + values[:-1] / 2).tolist())


def _is_ordered_otherwise(features: Sequence[Feature]) -> bool:
    """Return whether a column of categories is ordered and the one before is not, or the reverse."""
    pairs = zip([None, *features], features, strict=False)
    return any(
        isinstance(before, dt.Ordinal) != isinstance(one, dt.Ordinal) and not isinstance(one, dt.Numeric)
        for before, one in pairs
    )
