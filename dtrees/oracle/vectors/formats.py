"""What a file of vectors holds, how a system answers it, and all eleven in the order of the chapters."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees.laws.system import SPECIFICATION, System
from dtrees.oracle.vectors import costs, estimating, growing, pruning, selecting

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SHIPPED: Final = Path(__file__).parent / "files"

FIELDS: Final = ("id", "comment", "citations", "flags", "input")
"""What a vector asks.  The id is permanent: it is never given to another question."""


@cache
def shipped(name: str) -> tuple[dict[str, Any], ...]:
    """Return the vectors of the shipped file called *name*.

    >>> shipped("impurities.json")[0]["id"]
    'gini-loan'
    """
    return tuple(json.loads((SHIPPED / name).read_text(encoding="utf-8"))["tests"])


@attrs.frozen(kw_only=True)
class Format:
    """A file of vectors: its name, how a system answers a case, and what else may be answered."""

    name: str
    answer: Callable[[System, Mapping[str, Any]], Any]
    others: Callable[[Mapping[str, Any]], list[Any]] = lambda _: []

    @property
    def file(self) -> str:
        """The name of the file."""
        return f"{self.name}.json"

    @property
    def schema(self) -> str:
        """The name of the file's schema."""
        return f"vector-{self.name}.schema.json"

    @property
    def vectors(self) -> list[dict[str, Any]]:
        """What the shipped file asks, with the specification's answers, and what else is right where there is more."""
        return list(map(self._answered, shipped(self.file)))

    def _answered(self, test: Mapping[str, Any]) -> dict[str, Any]:
        others = self.others(test["input"])
        record = {name: test[name] for name in FIELDS} | {"result": self.answer(SPECIFICATION, test["input"])}
        return record | ({"acceptable": others} if others else {})


FORMATS: Final = (
    Format(name="impurities", answer=growing.impurity),
    Format(name="candidates", answer=growing.candidates),
    Format(name="splits", answer=growing.splits),
    Format(name="trees", answer=growing.tree, others=growing.other_trees),
    Format(name="alphas", answer=pruning.alphas),
    Format(name="weakest_links", answer=pruning.links),
    Format(name="sequences", answer=pruning.sequence, others=pruning.other_sequences),
    Format(name="estimates", answer=estimating.estimate),
    Format(name="selection", answer=selecting.selection),
    Format(name="repetitions", answer=selecting.repetition),
    Format(name="priors_and_costs", answer=costs.costs_and_priors),
)
