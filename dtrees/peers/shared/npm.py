"""The common adapter for npm packages, which ``npm.mjs`` lets speak the protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from dtrees.oracle.conventions import Conventions
from dtrees.oracle.protocol.program import Script
from dtrees.peers.shared.peer import Peer

if TYPE_CHECKING:
    from collections.abc import Sequence


FLOATS: Final = Conventions(arithmetic="float64", ties="any", majority="any", zero_gain="split", largest=1e150)


class Npm(Peer, Script):
    """A package of npm, by default judged on numeric features."""

    interpreter = "node"
    patience = 20.0
    random_options: ClassVar = {"scales": (1.0, 0.1, 1e3), "targets": (1.0, 0.1, 1e3)}
    known: ClassVar[Sequence[str]] = ("regression", "regression_boosting")
    install = "npm install --ignore-scripts ml-cart decision-tree scikitjs @tensorflow/tfjs"
