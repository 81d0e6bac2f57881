"""The adapter for the CART of chefboost, which has thresholds at observed values and no midpoints."""

from __future__ import annotations

import sys
import tempfile
from contextlib import chdir
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from dtrees.growing.cart import cart
from dtrees.growing.grow import grow
from dtrees.peers.shared.from_scratch import FLOATS, FromScratch
from dtrees.trees.tree import Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dtrees.oracle.examination import Examination
    from dtrees.oracle.finding import Finding


class Chefboost(FromScratch):
    """The CART of chefboost, which has thresholds at observed values and no midpoints."""

    learners: ClassVar = {"cart": cart(numbers="observed")}
    usual_cases = 20
    conventions = attrs.evolve(FLOATS, cut="observed", comparison="<=")

    @staticmethod
    def make() -> Any:
        """Return a function that makes a new, unfitted `Chef`."""
        import_module("chefboost")
        return partial(Chef, import_module("chefboost.Chefboost"))

    def explain(self, finding: Finding, around: Examination) -> str:
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        again = finding.path or _asks_again(grow(around.data, around.case.learner))
        return "defect: a column of numbers is asked once on each way" if again else "unexplained"


def _asks_again(tree: Tree, asked: Sequence[str] = ()) -> bool:
    """Return whether a column is asked again below a question about it, or one that is *asked*."""
    if isinstance(tree, Leaf):
        return False
    column = tree.question.feature
    return column in asked or any(_asks_again(child, (*asked, column)) for child in tree.children)


class Chef:
    """A decision tree of chefboost, which writes its rules to a Python file and imports them to predict."""

    def __init__(self, package: Any, max_depth: int = 100) -> None:
        self.package, self.depth = package, max_depth

    def fit(self, rows: Any, targets: Any) -> None:
        """Grow the tree in a temporary folder, because chefboost writes files where it runs."""
        data = import_module("pandas").DataFrame(rows)
        data.columns = [f"v{place}" for place in range(len(data.columns))]
        data["Decision"] = [f"c{target}" for target in targets]
        data["Decision"] = data["Decision"].astype(object)
        config = {"algorithm": "CART", "max_depth": self.depth, "enableParallelism": False}
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            sys.path.insert(0, folder)
            try:
                self.tree = self.package.fit(data, config, silent=True)
            finally:
                sys.path.remove(folder)

    def predict(self, rows: Any) -> list[int]:
        """Return the class of each row."""
        return [int(self.package.predict(self.tree, list(row))[1:]) for row in rows]
