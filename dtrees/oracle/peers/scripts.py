"""What the adapters of programs share: a script that speaks the protocol, small cases, and common causes."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import ClassVar, Final

import attrs
import numpy as np

import dtrees as dt
from dtrees.oracle.protocol.program import Program

MIDPOINT: Final = "defect: a midpoint that overflows, or rounds to a neighbour"
SQUARES: Final = "defect: squares not centred"
ROUNDED: Final = "defect: a question that gains nothing but rounding is asked"


class Script(Program):
    """A program that a *script* of this folder lets speak the protocol; *seconds* is how long an answer may take.

    Raises `Unsupported` where what it needs is missing.
    """

    interpreter: ClassVar[str] = "Rscript"
    script: ClassVar[str]
    package: ClassVar[str] = ""
    """What the script is told, where it serves several packages."""

    def __init__(self, seconds: float = 10.0) -> None:
        path = shlex.quote(str(Path(__file__).with_name(self.script)))
        super().__init__(f"{self.interpreter} {path} {self.package}", seconds=seconds)

    @property
    def expression(self) -> str:
        """The Python that makes it again."""
        return f"{type(self).__module__}.{type(self).__name__}({self.seconds:g})"


def varied(data: dt.Dataset, number: int) -> dt.Dataset:
    """Return *data*, every fourth with weights, responses sometimes small and sometimes far from 0."""
    if number % 4 == 3:  # noqa: PLR2004 (every fourth)
        data = attrs.evolve(data, weights=np.random.default_rng(number).integers(1, 4, len(data)).astype(float))
    if isinstance(data.target, dt.Responses):
        scale, far = (1 / 1024 if number % 5 == 0 else 1.0), (1e8 if number % 7 == 0 else 0.0)
        data = attrs.evolve(data, target=dt.Responses(data.target.values * scale + far))
    return data


def is_rounded(feature: dt.Numeric) -> bool:
    """Return whether a midpoint of the column is one of its values in float64, or overflows."""
    values = np.unique(feature.values.astype(float))
    with np.errstate(over="ignore"):
        cuts = (values[1:] + values[:-1]) / 2
    return bool(np.any(np.isin(cuts, values) | np.isinf(cuts)))
