"""Time and memory of a pair of works: interleaved, so that both meet the machine in the same moods."""

from __future__ import annotations

import gc
import multiprocessing
import resource
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from benchmarks.rpart import Reported

from dtrees.trees.tree import Branch, Leaf, preorder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.connection import Connection

    from benchmarks.cases import Pair, Work

KIBIBYTE = 1024

RUNS = 9
"""So often a pair is measured at most."""


@attrs.frozen
class Measured:
    """Seconds of each run; nodes of the trees made, if any; peak memory as a multiple of the peer's, where measured."""

    size: int
    own_seconds: Sequence[float]
    peers_seconds: Sequence[float]
    nodes: tuple[int | None, int | None]
    memory: float | None

    @property
    def ours(self) -> float:
        """The median of our seconds."""
        return median(self.own_seconds)

    @property
    def peer(self) -> float:
        """The median of the peer's seconds."""
        return median(self.peers_seconds)

    @property
    def ratios(self) -> list[float]:
        """Our time as a multiple of the peer's just after it, run by run, ascending."""
        return sorted(own / other for own, other in zip(self.own_seconds, self.peers_seconds, strict=True))

    @property
    def ratio(self) -> float:
        """The median of the ratios."""
        return median(self.ratios)


def measured(pair: Pair, *, at_most: int = RUNS, budget: float, memory: bool) -> Measured:
    """Return what the pair takes in *at_most* runs, but at least three, and no new one after *budget* seconds."""
    ours: list[float] = []
    peers: list[float] = []
    while len(ours) < min(at_most, 3) or (len(ours) < at_most and sum(ours) + sum(peers) < budget):
        seconds, own = timed(pair.ours)
        ours.append(seconds)
        seconds, other = timed(pair.peer)
        peers.append(seconds)
    share = peak_bytes(pair.ours) / peak_bytes(pair.peer) if memory and not isinstance(other, Reported) else None
    return Measured(pair.size, ours, peers, (nodes_of(own), nodes_of(other)), share)


def timed(work: Work) -> tuple[float, Any]:
    """Return the processor's seconds that *work* takes, or that it reports, and its result."""
    gc.collect()
    begun = process_time()
    result = work()
    seconds = process_time() - begun
    return (result.seconds if isinstance(result, Reported) else seconds), result


def nodes_of(result: object) -> int | None:
    """Return how many nodes a grown tree has."""
    if isinstance(result, Leaf | Branch):
        return sum(1 for _ in preorder(result))
    if isinstance(result, Reported):
        return result.nodes
    fitted = getattr(result, "tree_", None)
    return None if fitted is None else int(fitted.node_count)


def peak_bytes(work: Work) -> int:
    """Return by how much *work* raises the resident memory of a process forked for it, its result included."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_report_peak, args=(work, sender))
    process.start()
    peak: int = receiver.recv()
    process.join()
    return peak


def _report_peak(work: Work, sender: Connection) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result = work()
    sender.send((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * KIBIBYTE)
    del result


def exponent(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """Return b of the fit seconds = a * size**b."""
    return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])


def worst_doubling(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """Return the largest growth between neighbouring sizes, scaled to a doubling of the size."""
    return float(np.exp2((np.diff(np.log(seconds)) / np.diff(np.log(sizes))).max()))
