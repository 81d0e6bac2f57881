"""Running a law: Hypothesis looks for inputs on which a system breaks it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, Phase, given, settings

from dtrees.laws import inputs, tree_strategies
from dtrees.laws.law import Law, LawBroken
from dtrees.laws.system import SPECIFICATION, System

if TYPE_CHECKING:
    from collections.abc import Iterable


def check(
    law: Law, system: System = SPECIFICATION, *, examples: int | None = None, shrink: bool = True
) -> LawBroken | None:
    """Return the failure of *law* for *system*, or None where *examples* inputs find none.

    The current Hypothesis profile decides what is left open, *examples* too.  The failure's inputs are the smallest
    found, unless *shrink* is false, which is faster.

    >>> from dtrees.laws import LAWS
    >>> check(LAWS["gain_nonnegative"], examples=5) is None
    True
    """
    phases = (Phase.explicit, Phase.reuse, Phase.generate, Phase.target, Phase.shrink)

    @settings(
        max_examples=examples or settings().max_examples,
        phases=phases if shrink else phases[:-1],
        deadline=None,
        report_multiple_bugs=False,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        print_blob=False,
    )
    @given({**vars(tree_strategies), **vars(inputs)}[law.strategy]())
    def run(case: tuple[Any, ...]) -> None:
        law.function(system, *case)

    try:
        run()
    except LawBroken as broken:
        return broken
    return None


def broken_laws(laws: Iterable[Law], system: System, *, examples: int | None = None) -> dict[str, LawBroken]:
    """Return the failures by law's name: what a system gets wrong."""
    found = {law.name: check(law, system, examples=examples, shrink=False) for law in laws}
    return {name: broken for name, broken in found.items() if broken is not None}
