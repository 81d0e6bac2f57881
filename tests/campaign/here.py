"""A stand-in for the process in which an implementation is judged: this one, for tests of what is printed of it.

What is judged apart, and may do anything, stands in ``test_apart.py`` and ``test_running.py``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Self

from dtrees.oracle import adapters
from dtrees.oracle.campaign import running
from dtrees.oracle.campaign.description import Description, conventions_of, described
from dtrees.oracle.campaign.judging import judging
from dtrees.oracle.campaign.plan import Campaign, adapter_named
from dtrees.oracle.estimators.asking import KNOWN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pytest

    from dtrees.oracle.record import Record


class Here:
    """What `dtrees.oracle.campaign.apart.Worker` does, in this process."""

    said = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    close = stop = __exit__

    def describe(self, campaign: Campaign) -> Description:
        return described(campaign)

    def judge(
        self, campaign: Campaign, cases: Sequence[str], conventions: Mapping[str, Any], until: float = math.inf
    ) -> list[Record]:
        return list(judging(campaign, cases, conventions_of(campaign, conventions), until=until))


def judge_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let campaigns judge in this process, each implementation asked anew what it is.

    That it answers alike under each hash seed, which two more processes would show, is taken for granted: that excuses
    less.
    """
    monkeypatch.setattr(adapters, "_answers_alike", lambda *_: True)
    monkeypatch.setattr(running, "Worker", Here)
    running._described.cache_clear()  # noqa: SLF001 (an implementation may be another than in the test before)
    adapter_named.cache_clear()
    KNOWN.clear()
