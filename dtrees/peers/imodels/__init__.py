"""The adapter for C45TreeClassifier of imodels."""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar

import attrs

from dtrees.growing.c45 import c45
from dtrees.peers.shared.from_scratch import FLOATS, FromScratch, hidden


class Imodels(FromScratch):
    """C45TreeClassifier of imodels: classification by gain ratio, without a gate."""

    learners: ClassVar = {"c45": c45(gate="none", zero_gain="stop")}
    conventions = attrs.evolve(FLOATS, comparison="<", cut="observed", zero_gain="stop", repeats="any")
    failures: ClassVar = {
        "at least 2 classes": "convention: one class is refused",
        "could not convert string to float: ''": "defect: a tree of one leaf cannot predict three classes",
    }

    @staticmethod
    def make() -> Any:
        """Return a function that makes an estimator without ``predict_proba``, whose shares are 0 or 1 (IM1)."""
        base: Any = import_module("imodels").C45TreeClassifier
        return lambda max_rules=None: hidden(base(max_rules))
