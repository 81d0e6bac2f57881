"""Running a law: Hypothesis looks for inputs on which a system breaks it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import attrs
from hypothesis import HealthCheck, Phase, given, reject, settings
from hypothesis.errors import Flaky, Unsatisfiable

from dtrees.errors import Unsupported
from dtrees.laws import inputs, tree_strategies
from dtrees.laws.law import Law, LawBroken
from dtrees.laws.system import SPECIFICATION, System

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


PATIENCE: Final = 200
"""So many inputs may be refused in a row before the first is answered."""


@attrs.frozen(kw_only=True)
class Trial:
    """What came of running a law: its failure, or None; and how many inputs it took.

    judged       the inputs that the system answered, up to and with the first on which it broke the law
    passed_over  why the first of those that it did not answer was passed over; empty where there was none

    >>> Trial(broken=None, judged=50).passed_over
    ''
    """

    broken: LawBroken | None
    judged: int
    passed_over: str = ""


@contextmanager
def fixed_inputs() -> Iterator[None]:
    """Draw, while this lasts, the same inputs each time, whatever Hypothesis profile is loaded.

    >>> with fixed_inputs():
    ...     settings().derandomize
    True
    """
    before = settings.get_current_profile_name()
    settings.register_profile("dtrees: fixed inputs", derandomize=True, database=None, deadline=None)
    settings.load_profile("dtrees: fixed inputs")
    try:
        yield
    finally:
        settings.load_profile(before)


def check(
    law: Law, system: System = SPECIFICATION, *, examples: int | None = None, shrink: bool = True
) -> LawBroken | None:
    """Return the failure of *law* for *system*, or None where *examples* inputs find none; see `attempt`.

    >>> from dtrees.laws import LAWS
    >>> check(LAWS["gain_nonnegative"], examples=5) is None
    True
    """
    return attempt(law, system, examples=examples, shrink=shrink).broken


def attempt(
    law: Law,
    system: System = SPECIFICATION,
    *,
    examples: int | None = None,
    shrink: bool = True,
    fit: Callable[[tuple[Any, ...]], tuple[Any, ...]] | None = None,
) -> Trial:
    """Return what comes of running *law* on *examples* inputs that *system* answers (it may say `Unsupported`).

    The current Hypothesis profile decides what is left open, *examples* too.  The failure's inputs are the smallest
    found, unless *shrink* is false, which is faster.  *fit* exchanges drawn inputs for some that the system takes.

    >>> from dtrees.laws import LAWS
    >>> attempt(LAWS["gain_nonnegative"], examples=5).judged
    5
    """
    drawn = {**vars(tree_strategies), **vars(inputs)}[law.strategy]()
    phases = (Phase.explicit, Phase.reuse, Phase.generate, Phase.target, Phase.shrink)
    judged = refused = 0
    first: LawBroken | None = None
    passed_over = ""

    @settings(
        max_examples=examples or settings().max_examples,
        phases=phases if shrink else phases[:-1],
        deadline=None,
        report_multiple_bugs=False,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
        print_blob=False,
    )
    @given(drawn if fit is None else drawn.map(fit))
    def run(case: tuple[Any, ...]) -> None:
        nonlocal judged, refused, first, passed_over
        if refused >= PATIENCE and not judged:
            return
        try:
            law.function(system, *case)
        except Unsupported as refusal:
            refused += 1
            passed_over = passed_over or str(refusal)
            reject()
        except LawBroken as found:
            judged += first is None
            first = first or found
            raise
        judged += first is None

    broken = None
    try:
        run()
    except LawBroken as found:
        broken = found
    except Flaky:  # the system answered otherwise when asked again
        broken = first
    except Unsatisfiable:  # there are but few inputs, and every one was passed over
        pass
    return Trial(broken=broken, judged=judged, passed_over=passed_over)


def broken_laws(laws: Iterable[Law], system: System, *, examples: int | None = None) -> dict[str, LawBroken]:
    """Return the failures by law's name: what a system gets wrong."""
    found = {law.name: check(law, system, examples=examples, shrink=False) for law in laws}
    return {name: broken for name, broken in found.items() if broken is not None}
