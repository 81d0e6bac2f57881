"""The adapter for Weka's package simpleCART: a CART classifier that splits by Gini and prunes."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import attrs

import dtrees as dt
from dtrees.peers.shared.weka import Driver, Weka

GINI: Final[Any] = {"impurity": dt.gini, "categories": "subset", "zero_gain": "stop", "missing": "fractional"}


class SimpleCart(Weka):
    """Weka's SimpleCart, a CART classifier that tries every subset of a feature's categories."""

    main = "Trees SimpleCart"
    install = f"{Driver.install}; java weka.core.WekaPackageManager -install-package simpleCART"
    usual = ("-U", "-H")
    conventions = attrs.evolve(Weka.conventions, scale="proportion", risk=dt.misclassification)
    learners: ClassVar = {
        "gini": dt.cart(**GINI, min_split=2),
        "gini, 2 rows": dt.cart(**GINI, min_split=4, min_leaf=2),
    }
