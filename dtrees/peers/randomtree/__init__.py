"""The adapter for Weka's RandomTree, set to try every column at each node."""

from __future__ import annotations

from dtrees.peers.shared.weka import LEARNERS, Weka
from dtrees.peers.shared.weka_why import explain_random_tree


class RandomTree(Weka):
    """Weka's RandomTree, set to try each column at each node."""

    main = "Trees RandomTree"
    usual = ("-V", "0", "-S", "1")
    learners = LEARNERS
    explain = staticmethod(explain_random_tree)
