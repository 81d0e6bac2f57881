"""A case that stands in the generator beside its id, and a format: the cases of one kind, and how they are answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from dtrees.laws.system import SPECIFICATION, System

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


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
    """A file of vectors: its name, its cases, how a system answers one, and what else may be answered."""

    name: str
    cases: tuple[Case, ...]
    answer: Callable[[System, Mapping[str, Any]], Any]
    others: Callable[[Mapping[str, Any]], list[Any]] = no_others

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
