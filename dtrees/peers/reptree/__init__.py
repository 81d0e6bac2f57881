"""The adapter for Weka's REPTree, unpruned or pruned by its errors on given validation rows."""

from __future__ import annotations

from dtrees.peers.shared.weka import LEARNERS, Weka


class RepTree(Weka):
    """REPTree, grown without pruning, and pruned by its reduced errors on rows that are given."""

    main = "Trees REPTree"
    usual = ("-P", "-V", "0")
    learners = LEARNERS
