"""The adapter for Weka's REPTree, unpruned or pruned by its errors on given validation rows."""

from __future__ import annotations

from dtrees.peers.shared.weka import LEARNERS, Weka


class RepTree(Weka):
    """Weka's REPTree, grown without pruning, or pruned by its errors on given validation rows."""

    main = "Trees REPTree"
    usual = ("-P", "-V", "0")
    learners = LEARNERS
