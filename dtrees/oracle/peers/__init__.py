"""The real implementations that are judged, a room each, all alike.

`peer` is what is known of each; ``NAME/peer.py`` (of the boosters, their own modules) fills it in.  In a room ``run``
asks the peer, ``trees`` has its conventions and translates its trees, ``judge`` gives the verdicts, ``why`` or
``rules`` explains them, and ``implementation`` is what the laws are tried on.  `command` is any program that speaks
the protocol.
"""
