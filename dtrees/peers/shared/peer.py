"""The common base of the adapters: the cases for judging, categories as numbers, and common causes of deviations."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

import attrs
import numpy as np

import dtrees as dt
from dtrees.oracle.cases import TABLES, Case, Task, in_turn, random_data, random_numbers, textbook_cases, weighed
from dtrees.oracle.estimators.fitted import inputs_of
from dtrees.oracle.laws.supported import Supported
from dtrees.oracle.rounding import rounding_of_squares

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dtrees.oracle.finding import Finding

COUNTED: Final = "defect: categories are ordered by the count of a class, not by its share"
FAR: Final = "defect: squares not centred, or too large for a float"
MIDPOINT: Final = "defect: a midpoint that overflows, or rounds to a neighbour"
SQUARES: Final = "defect: squares not centred"
ORDERED: Final = "convention: categories are cut in the order of their means, also where a limit forbids the best cut"
ROUNDED: Final = "defect: a question that gains nothing but rounding is asked"


class Peer:
    """The base of an adapter: its *learners* are judged on the *known* textbook tables, and on small random data.

    Random data are numeric where *random_options* says how `random_numbers` draws them, else also categorical.
    *alphas* are the values that trees are pruned at, as in `Case`.
    """

    learners: ClassVar[Mapping[str, dt.Learner]]
    known: ClassVar[Sequence[str]] = TABLES
    random_options: ClassVar[Mapping[str, Any]] = {}
    alphas: ClassVar[tuple[float, ...]] = ()

    @classmethod
    def tables(cls) -> Sequence[Case]:
        """Return a case for each known table and each of the learners that can grow a tree from it."""
        return [attrs.evolve(case, alphas=cls.alphas) for case in textbook_cases(cls.learners, cls.known)]

    @classmethod
    def random_case(cls, seed: int, number: int) -> Case:
        """Return the small random case with this seed and number; the learners come in turn."""
        case = in_turn(cls.learners, seed, number, partial(cls.drawn, number))
        taken = getattr(cls, "supported", Supported())
        return attrs.evolve(case, data=taken.unweighted(case.data, case.learner), alphas=cls.alphas)

    @classmethod
    def drawn(cls, _number: int, chance: np.random.Generator, task: Task) -> dt.Dataset:
        """Return random data with a target for *task*, drawn by *chance*."""
        return random_numbers(chance, task, **cls.random_options) if cls.random_options else random_data(chance, task)


def grown_here(tree: Any) -> Any:
    """Return *tree* if an adapter returned it, as a document; raises `Unsupported` for a tree of dtrees."""
    if not isinstance(tree, dict):
        message = "it predicts by what it grew itself"
        raise dt.Unsupported(message)
    return tree


def coded(data: Any, grown: dt.Dataset, kind: type[np.floating[Any]] = np.float64) -> np.ndarray:
    """Return the columns as floats of a *kind*; categories become their places among those of the data *grown*."""
    places = {one.name: list(map(str, one.categories)) for one in grown.features if isinstance(one, dt.Categorical)}

    def table(columns: Mapping[str, Sequence[Any]]) -> np.ndarray:
        codes = [
            [places[name].index(str(one)) for one in column] if name in places else column
            for name, column in columns.items()
        ]
        return np.array(codes, dtype=np.float64).T

    numbers: np.ndarray = inputs_of(data, grown.feature_names, table)
    with np.errstate(over="ignore"):
        return numbers.astype(kind)


def varied(data: dt.Dataset, number: int) -> dt.Dataset:
    """Return *data* changed by `weighed`; for some numbers responses are also small, or far from 0."""
    data = weighed(data, number)
    if isinstance(data.target, dt.Responses):
        scale, far = (1 / 1024 if number % 5 == 0 else 1.0), (1e8 if number % 7 == 0 else 0.0)
        data = attrs.evolve(data, target=dt.Responses(data.target.values * scale + far))
    return data


# --- causes -----------------------------------------------------------------------------------------------------


def mean_regret(finding: Finding, data: dt.Dataset) -> Fraction:
    """Return the regret of *finding* as a mean square; for classes it is stated in Gini, which is twice that."""
    return Fraction(finding.regret or 0) / (1 if isinstance(data.target, dt.Responses) else 2)


def is_rounding(finding: Finding, rows: dt.Dataset) -> bool:
    """Return whether the regret of *finding* is within the rounding of sums of squares about 0 over *rows*."""
    return mean_regret(finding, rows) <= rounding_of_squares(rows)


def is_far(rows: dt.Dataset) -> bool:
    """Return whether the sum of two squares of the responses of *rows* may overflow."""
    return isinstance(rows.target, dt.Responses) and bool(np.abs(rows.target.values).max(initial=0) > 2.0**511)


def is_rounded(data: dt.Dataset, kind: type[np.floating[Any]] = np.float64) -> bool:
    """Return whether a midpoint of a column, in floats of a *kind*, equals a value of the column or overflows."""
    columns = (np.unique(one.values.astype(kind)) for one in data.features if isinstance(one, dt.Numeric))
    with np.errstate(over="ignore"):
        cuts = [((values[1:] + values[:-1]) / 2, values) for values in columns]
    return any(bool(np.any(np.isin(middles, values) | np.isinf(middles))) for middles, values in cuts)
