"""Inferring the conventions of an implementation by probes, in the order in which they build on each other.

A probe raises `Unexplained` where the answer fits no convention; a learner or column that is `Unsupported` leaves its
fields undecided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from dtrees.errors import Unsupported
from dtrees.laws.law import as_text, text_of
from dtrees.oracle.cases import Case
from dtrees.oracle.checks import growth
from dtrees.oracle.conventions import EXACT, UNKNOWN, Conventions
from dtrees.oracle.examination import Examination
from dtrees.oracle.laws import probes_growing as growing
from dtrees.oracle.laws import probes_pruning as pruning
from dtrees.oracle.laws.adapt import Growing, supported_of
from dtrees.oracle.laws.probed import Inference, ProbedImplementation, Unexplained, small_data
from dtrees.oracle.laws.translator import Translator, functions_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@attrs.frozen
class Probe:
    """A probe, the convention fields that it decides, and the functions it can use: one of them is needed."""

    decides: tuple[str, ...]
    needs: frozenset[str]
    find: Callable[[ProbedImplementation], Inference]


PROBES: Final = tuple(
    Probe(tuple(decides.split()), frozenset(needs.split()), find)
    for decides, needs, find in (
        ("precision smallest_gap", "grow", growing.reading),
        ("largest", "grow", growing.largest),
        ("cut comparison", "grow", growing.cut),
        ("zero_gain", "grow", growing.zero_gain),
        ("response_zero_gain", "grow", growing.response_zero_gain),
        ("ties repeats", "grow", growing.ties),
        ("categories wording", "grow", growing.categories),
        ("gate", "grow", growing.gate),
        ("ratio", "grow", growing.ratio),
        ("rates", "grow", growing.rates),
        ("min_leaf", "grow", growing.min_leaf),
        ("branches", "grow", pruning.branches),
        ("smallest_gain pure_up_to", "grow", pruning.limits),
        ("merged", "grow", pruning.merged),
        (
            "arithmetic",
            "grow gini entropy pruning_sequence alpha_of importances impurity_decreases",
            growing.arithmetic,
        ),
        ("majority", "predict", pruning.majority),
        ("stated_precision", "predict_proba predict grow", pruning.stated_precision),
        ("equal_errors", "select_by_holdout", pruning.equal_errors),
        ("scale risk", "pruning_sequence alpha_of", pruning.scale),
        ("validation_scale", "cross_validate", pruning.validation_scale),
        ("links first", "pruning_sequence", pruning.links),
        ("pruned", "optimal_subtree", pruning.pruned),
        ("equal_losses", "reduced_error_prune", pruning.equal_losses),
    )
)
"""Every probe, in the order in which they build on each other; the docstrings say what each looks at."""


@attrs.frozen
class Inferred:
    """The inferred conventions, the names of undecided ones, and the answers that no convention explains.

    >>> Inferred(conventions=Conventions(), undecided=("gate",), unexplained=()).conventions.ties
    'canonical'
    """

    conventions: Conventions
    undecided: tuple[str, ...]
    unexplained: tuple[str, ...]


def infer_conventions(implementation: object) -> Inferred:
    """Return the conventions of *implementation* (`Implementation`), found by small data sets that decide one each.

    A convention that no probe decides stays as lenient as in `UNKNOWN`.

    >>> found = infer_conventions(dt)
    >>> found.conventions == Conventions(), found.undecided, found.unexplained
    (True, (), ())
    """
    offered, supported = functions_of(implementation), supported_of(implementation, EXACT)
    asked = [probe for probe in PROBES if probe.needs & offered]
    needless = [name for probe in PROBES if probe not in asked for name in probe.decides]
    found = attrs.evolve(UNKNOWN, **{name: getattr(EXACT, name) for name in needless})
    undecided: list[str] = []
    unexplained = []
    for probe in asked:
        probed = ProbedImplementation(Translator(implementation, found), supported, offered, found)
        try:
            found = attrs.evolve(found, **probe.find(probed))
        except Unsupported:
            undecided += probe.decides
        except Unexplained as answer:
            found = attrs.evolve(found, **answer.found)
            unexplained.append(f"{', '.join(probe.decides)}: {answer}")
        except Exception as error:  # noqa: BLE001 (a peer may raise anything)
            unexplained.append(f"{', '.join(probe.decides)}: {text_of(error)}")
    probed = ProbedImplementation(Translator(implementation, found), supported, offered, found)
    known = getattr(implementation, "unexplained", ())
    return Inferred(found, tuple(undecided), (*known, *unexplained, *_remainders(probed)))


def inferred(implementation: object) -> Inferred:
    """Return the conventions that *implementation* declares, else those that are inferred."""
    declared = getattr(implementation, "conventions", None)
    if isinstance(declared, Conventions):
        return Inferred(declared, (), tuple(getattr(implementation, "unexplained", ())))
    return infer_conventions(implementation)


def tied_questions(implementation: object) -> list[str]:
    """Return, for each of `tied_tables`, the question that is asked at the root, or the error if there is none.

    >>> tied_questions(dt)[1]
    "Threshold(feature='x', threshold=0.5)"
    """
    offered, supported = functions_of(implementation), supported_of(implementation, EXACT)
    if "grow" not in offered:
        return []
    probed, found = ProbedImplementation(Translator(implementation, EXACT), supported, offered, EXACT), []
    for data in growing.tied_tables():
        try:
            found.append(str(probed.root(supported.data(data), probed.deciding())))
        except Exception as error:  # noqa: BLE001 (a peer may raise anything)
            found.append(type(error).__name__)
    return found


def _remainders(probed: ProbedImplementation) -> Iterator[str]:
    """Yield the first deviation of trees grown from small data that the conventions found do not explain."""
    if "grow" not in probed.offered:
        return
    learner = probed.learner()
    for data in map(probed.taken, small_data()):
        around = Examination(
            probed.peer.implementation, Case(name="small", data=data, learner=learner), probed.conventions
        )
        try:
            around.__dict__["answer"] = Growing(probed.peer).answered(data, learner)
            verdict = growth(around)
        except Unsupported:
            continue
        except Exception as error:  # noqa: BLE001 (a peer may raise anything)
            yield f"{text_of(error)}, asked to grow {as_text(data)}"
            return
        if verdict.deviations:
            yield f"{verdict.deviations[0]}, grown of {as_text(data)}"
            return
