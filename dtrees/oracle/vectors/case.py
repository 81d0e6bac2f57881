"""A case, which stands in a shipped file beside its id, and a format: cases of one kind, and how they are answered."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from dtrees.laws.system import SPECIFICATION, System

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


SHIPPED: Final = Path(__file__).parent / "files"


@cache
def shipped(name: str) -> tuple[dict[str, Any], ...]:
    """Return the vectors of the shipped file called *name*.

    >>> shipped("impurities.json")[0]["id"]
    'gini-loan'
    """
    return tuple(json.loads((SHIPPED / name).read_text(encoding="utf-8"))["tests"])


@attrs.frozen
class Case:
    """What a vector asks; the answer is the specification's.

    The id is for ever: it is never given to another question.  A flag names a trap, explained in `FLAGS`; a citation
    is a key of `dtrees.citations` and a place.
    """

    id: str
    comment: str
    citations: tuple[str, ...] = attrs.field(kw_only=True)
    flags: tuple[str, ...] = attrs.field(kw_only=True)
    input: dict[str, Any]


def no_others(_: Mapping[str, Any]) -> list[Any]:
    """Return no other answers: there is one."""
    return []


@attrs.frozen(kw_only=True)
class Format:
    """A file of vectors: its name, how a system answers a case, and what else may be answered."""

    name: str
    answer: Callable[[System, Mapping[str, Any]], Any]
    others: Callable[[Mapping[str, Any]], list[Any]] = no_others

    @property
    def cases(self) -> tuple[Case, ...]:
        """What the shipped file asks."""
        fields = [field.name for field in attrs.fields(Case)]
        return tuple(Case(**{name: test[name] for name in fields}) for test in shipped(self.file))

    @property
    def file(self) -> str:
        """The name of the file."""
        return f"{self.name}.json"

    @property
    def schema(self) -> str:
        """The name of the file's schema."""
        return f"vector-{self.name}.schema.json"

    def vector(self, case: Case) -> dict[str, Any]:
        """Return the vector of *case*: with its result, and what else is acceptable where there is more."""
        others = self.others(case.input)
        record = {**attrs.asdict(case), "result": self.answer(SPECIFICATION, case.input)}
        return record | ({"acceptable": others} if others else {})
