"""The adapter for Weka's Id3, of the package simpleEducationalLearningSchemes."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import dtrees as dt
from dtrees.oracle.cases import as_record, of_record, random_categories
from dtrees.peers.shared.weka import Weka, growing

if TYPE_CHECKING:
    import numpy as np

    from dtrees.oracle.cases import Task


class Id3(Weka):
    """Weka's Id3: classification on categorical features."""

    main = "Trees Id3"
    learners: ClassVar = {"id3": growing(dt.entropy)}
    known = ("loan", "watermelon2")

    @classmethod
    def drawn(cls, _number: int, chance: np.random.Generator, task: Task) -> dt.Dataset:
        """Return small random data with categorical features."""
        return of_record(as_record(random_categories(chance, task)))
