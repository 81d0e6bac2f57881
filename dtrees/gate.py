"""C4.5's gate: of which features the gain is large enough for a gain ratio, which else prefers questions of no use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from dtrees.exact import Exact

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dtrees.learner import Gate
    from dtrees.questions import Question


class _Scored(Protocol):
    """What the gate needs of a scored split."""

    @property
    def question(self) -> Question:
        """The question."""

    @property
    def gain(self) -> Exact:
        """Its gain."""


AnySplit = TypeVar("AnySplit", bound=_Scored)


def past_the_gate(candidates: Sequence[AnySplit], gate: Gate) -> tuple[AnySplit, ...]:
    """Return each feature's questions of largest gain, for the features whose gain passes the gate.

    The average is over the features that can part the rows: a constant column changes nothing.  [C45 §2.2]
    """
    largest: dict[str, Exact] = {}
    for candidate in candidates:
        name = candidate.question.feature
        largest[name] = max(largest.get(name, candidate.gain), candidate.gain)
    passing = {name for name, gained in largest.items() if passes_gate(gained, largest.values(), gate)}
    return tuple(
        candidate
        for candidate in candidates
        if candidate.question.feature in passing and candidate.gain == largest[candidate.question.feature]
    )


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
