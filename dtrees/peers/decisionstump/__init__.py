"""The adapter for Weka's DecisionStump: a tree with one split."""

from __future__ import annotations

from typing import ClassVar

import attrs

import dtrees as dt
from dtrees.peers.shared.weka import Weka
from dtrees.peers.shared.weka_why import explain_stump


class DecisionStump(Weka):
    """Weka's DecisionStump: a tree with one question."""

    main = "Trees DecisionStump"
    conventions = attrs.evolve(Weka.conventions, comparison="<=", zero_gain="split")
    learners: ClassVar = {
        "entropy": dt.cart(impurity=dt.entropy, max_depth=1, missing="category"),
        "squares": dt.cart(impurity=dt.squared_error, max_depth=1, missing="category"),
    }
    explain = staticmethod(explain_stump)
