"""Running a law: Hypothesis looks for inputs on which a system breaks it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import count
from threading import RLock
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from unittest import SkipTest
from unittest.mock import patch

import attrs
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Flaky
from hypothesis.internal.conjecture.providers import HypothesisProvider

from dtrees.arguments import checked
from dtrees.errors import Unsupported
from dtrees.laws import inputs, option_inputs, tree_strategies
from dtrees.laws.law import Law, LawBroken
from dtrees.laws.system import SPECIFICATION, System

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Fit: TypeAlias = Callable[[tuple[Any, ...]], tuple[Any, ...]]

CHUNK: Final = 50
"""So many inputs are drawn from one seed."""

FIRST: Final = 10
"""So many of them are drawn at first: a law that is tried on few needs no more."""

PATIENCE: Final = 50
"""So many inputs may be refused before the first is answered, and ten more for each that is."""


_ONE_SEARCH: Final = RLock()
"""One search at a time, because `_no_constants` holds for all threads."""


@attrs.frozen(kw_only=True)
class Attempt:
    """The result of running a law.

    broken       the failure, or None where no input broke the law
    judged       the number of inputs that the system answered, including the one that broke the law
    refused      the number of inputs that it refused to answer
    passed_over  the reason given for the first refusal, or an empty text
    chunk        the seed of the inputs among which that one was

    >>> Attempt(broken=None, judged=50).passed_over
    ''
    """

    broken: LawBroken | None
    judged: int
    refused: int = 0
    passed_over: str = ""
    chunk: int = 0


@contextmanager
def fixed_inputs() -> Iterator[None]:
    """Return a context in which Hypothesis draws the same inputs on every run, whatever profile is loaded.

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


@checked
def check(
    law: Law, system: System = SPECIFICATION, *, examples: int | None = None, shrink: bool = True
) -> LawBroken | None:
    """Return the failure of *law* for *system*, or None if the law holds on *examples* inputs.

    The failure is shrunk to the smallest inputs found, unless *shrink* is false, which is faster.

    >>> from dtrees.laws import LAWS
    >>> check(LAWS["gain_nonnegative"], examples=5) is None
    True
    """
    found = attempt(law, system, examples=examples)
    if found.broken is None or not shrink or hangs(found.broken):
        return found.broken
    return smallest_failure(law, system, found.broken, found.chunk)


def attempt(
    law: Law, system: System = SPECIFICATION, *, examples: int | None = None, fit: Fit | None = None
) -> Attempt:
    """Run *law* on random inputs until one breaks it, or *system* has answered *examples* of them (not `Unsupported`).

    The current Hypothesis profile sets the default of *examples*.  *fit* turns drawn inputs into inputs that the system
    accepts.

    >>> from dtrees.laws import LAWS
    >>> attempt(LAWS["gain_nonnegative"], examples=5).judged
    5
    """
    wanted = examples or settings().max_examples
    judged = refused = 0
    passed_over = ""
    for start, case in _inputs(law.strategy):
        try:
            law.function(system, *(case if fit is None else fit(case)))
        except Unsupported as refusal:
            refused += 1
            passed_over = passed_over or str(refusal)
        except LawBroken as broken:
            return Attempt(broken=broken, judged=judged + 1, refused=refused, passed_over=passed_over, chunk=start)
        else:
            judged += 1
        if judged == wanted or refused == PATIENCE + 10 * judged:
            break
    return Attempt(broken=None, judged=judged, refused=refused, passed_over=passed_over)


def _inputs(strategy: str) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Yield inputs, each with the seed of its chunk, until there are no more: the same each time by a fixed profile."""
    for start in count(0 if settings().derandomize else secrets.randbits(64)):
        first = drawn(strategy, start, FIRST)
        yield from ((start, case) for case in first)
        cases = drawn(strategy, start) if len(first) == FIRST else first
        yield from ((start, case) for case in cases[FIRST:])
        if len(cases) < CHUNK:
            return


@lru_cache(maxsize=512)
def drawn(strategy: str, start: int, most: int = CHUNK) -> tuple[tuple[Any, ...], ...]:
    """Return `CHUNK` inputs of the strategy named *strategy*, or the first of them, cached for other laws.

    >>> drawn("trials", 0) is drawn("trials", 0), len(drawn("trials", 0))
    (True, 50)
    """
    cases = []

    def keep(case: tuple[Any, ...]) -> None:
        cases.append(case)
        if len(cases) == most:
            message = "no more are asked for"  # which ends the search
            raise SkipTest(message)

    with suppress(SkipTest):
        _search(strategy, start, keep, Phase.generate)
    return tuple(cases)


def hangs(broken: LawBroken) -> bool:
    """Return whether the answer did not come in time: then each further input may take as long.

    >>> hangs(LawBroken(1, 2))
    False
    """
    return getattr(broken.__cause__, "kind", "") == "hang"


def smallest_failure(law: Law, system: System, found: LawBroken, chunk: int, fit: Fit | None = None) -> LawBroken:
    """Return the failure on the smallest input that the failing inputs of a chunk shrink to, *found* if none fails."""

    def run(case: tuple[Any, ...]) -> None:
        with suppress(Unsupported):
            law.function(system, *(case if fit is None else fit(case)))

    try:
        _search(law.strategy, chunk, run, Phase.generate, Phase.shrink)
    except LawBroken as broken:
        return broken
    except Flaky:  # the system answered otherwise when asked again
        pass
    return found


def _search(strategy: str, start: int, run: Callable[[tuple[Any, ...]], None], *phases: Phase) -> None:
    """Call *run* with a chunk of inputs; raise the failure of one, of the smallest where the last phase shrinks."""
    chapter = next(one for one in (inputs, option_inputs, tree_strategies) if hasattr(one, strategy))
    limits = settings(
        max_examples=CHUNK,
        phases=phases,
        database=None,
        deadline=None,
        report_multiple_bugs=False,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
        print_blob=False,
    )

    @seed(start)
    @limits
    @given(getattr(chapter, strategy))
    def search(case: tuple[Any, ...]) -> None:
        run(case)

    with _ONE_SEARCH, _no_constants():
        search()


@contextmanager
def _no_constants() -> Iterator[None]:
    """Keep Hypothesis from drawing constants of the modules that are loaded: one seed gives one list of inputs."""
    with patch.object(HypothesisProvider, "_maybe_draw_constant", lambda *_, **__: None):
        yield


@checked
def broken_laws(laws: Iterable[Law], system: System, *, examples: int | None = None) -> dict[str, LawBroken]:
    """Return the failure of each of the *laws* that *system* breaks, by the law's name."""
    found = {law.name: check(law, system, examples=examples, shrink=False) for law in laws}
    return {name: broken for name, broken in found.items() if broken is not None}
