"""The adapter for numpy-ml's CART: its module of trees alone, since the package cannot be imported (NM3)."""

from __future__ import annotations

from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, ClassVar, cast

import attrs

from dtrees.growing.cart import cart
from dtrees.growing.impurity import entropy
from dtrees.peers.shared.from_scratch import BINARY, FLOATS, FromScratch


class NumpyMl(FromScratch):
    """numpy-ml's CART, from its module of trees alone."""

    learners: ClassVar = {"entropy": BINARY, "max_depth 2": cart(impurity=entropy, max_depth=2)}
    conventions = attrs.evolve(FLOATS, repeats="any")
    failures = dict.fromkeys(("zero-size array", "RecursionError"), "defect: a column of one value is asked")

    @staticmethod
    def make() -> Any:
        """Return numpy-ml's class of decision trees."""
        package = find_spec("numpy_ml")
        if package is None:
            raise ModuleNotFoundError(name="numpy_ml")
        path = Path(cast("list[str]", package.submodule_search_locations)[0]) / "trees" / "dt.py"
        spec = spec_from_file_location("numpy_ml_trees", path)
        module = module_from_spec(spec)  # type: ignore[arg-type]  # the file is there
        spec.loader.exec_module(module)  # type: ignore[union-attr]  # likewise
        return module.DecisionTree
