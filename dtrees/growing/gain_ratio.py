"""C4.5's gate: of which features the gain is large enough for a gain ratio, which else prefers questions of no use."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Protocol, TypeVar

from dtrees.numbers.exact import Exact
from dtrees.numbers.quotient import of_largest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dtrees.growing.learner import Gate


class _Scored(Protocol):
    """What the gate needs of a scored split."""

    @property
    def feature(self) -> str:
        """The feature that its question is about."""

    @property
    def gain(self) -> Exact:
        """Its gain."""


AnySplit = TypeVar("AnySplit", bound=_Scored)


def past_the_gate(candidates: Sequence[AnySplit], gate: Gate) -> tuple[AnySplit, ...]:
    """Return each feature's questions of largest gain, for the features whose gain passes the gate.

    The average is over the features that can part the rows: a constant column changes nothing.  [C45 §2.2]
    """
    offered: dict[str, list[AnySplit]] = {}
    for candidate in candidates:
        offered.setdefault(candidate.feature, []).append(candidate)
    largest = [of_largest(splits, attrgetter("gain")) for splits in offered.values()]
    gains = [splits[0].gain for splits in largest]
    return tuple(split for splits in largest if passes_gate(splits[0].gain, gains, gate) for split in splits)


def passes_gate(gained: Exact, gains: Iterable[Exact], gate: Gate) -> bool:
    """Return whether a feature's gain passes the gate, *gains* being those of all features.

    g(D, A) >= the average of the gains (``at_least``), or > (``above``)      [C45 §2.2; NOTE_D]

    >>> [passes_gate(Exact(1), [Exact(1), Exact(1)], gate) for gate in ("none", "at_least", "above")]
    [True, True, False]
    """
    excess = sum((gained - other for other in gains), start=Exact(0))
    match gate:
        case "none":
            return True
        case "at_least":
            return excess >= 0
        case "above":
            return excess > 0
