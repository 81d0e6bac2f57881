"""Checks of arguments by type hints, before the first line runs; ``Annotated[int, a_year]`` has a check of its own."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial, wraps
from inspect import signature
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from dtrees.errors import CALLS, DtreesError, InvalidData, refused

Function = TypeVar("Function", bound=Callable[..., Any])
Result = TypeVar("Result")
GIVE: Final = {Real: "a number", bool: "True or False", str: "text", Mapping: "a mapping", Callable: "a function"}
_hints_of = cache(partial(get_type_hints, include_extras=True))
_parts_of: Any = cache(lambda hint: (get_origin(hint) or {float: Real}.get(hint, hint), get_args(hint)))  # type: ignore[truthy-bool, unreachable]


def taken(hint: Any, name: str, value: Any, instead: str = "") -> Any:  # noqa: C901, PLR0911 (a few lines a kind)
    """Return *value* as a parameter of this type takes it, or raise the error that says what to give, or *instead*."""
    kind, inside = _parts_of(hint)
    if kind is Annotated:
        return hint.__metadata__[0](name, value)  # the type's own check: it returns the value to use, or raises
    if kind is Any or inside[:1] == (Any,):
        return value
    if NoneType in inside:
        of_any_other: Any = Union[inside[:-1]]  # noqa: UP007 (of any number)
        return None if value is None else taken(of_any_other, name, value, ", or None")
    if kind is int:
        if isinstance(value, Integral) and int(value) >= 0:
            return int(value)
        give = "a whole number of at least 0"
    elif kind is Literal:
        if isinstance(value, str) and value in inside:
            return value
        give = " or ".join(map(repr, inside))
    elif kind in (Iterable, Sequence, tuple):
        with suppress(TypeError):  # of what has no items
            items: Any = None if isinstance(value, str | bytes) else value
            return tuple([taken(inside[0], f"{name}[{place}]", item) for place, item in enumerate(items)])
        give = "a list or tuple"
    elif kind is Callable and inside[0] is not ...:
        with suppress(TypeError):  # of what is no function, and of one that takes other arguments
            with suppress(ValueError):  # of a builtin function that does not say what it takes
                signature(value if callable(value) else None).bind(*inside[0])  # type: ignore[arg-type]
            return value
        give = f"a function of {len(inside[0])} argument{'s' * (len(inside[0]) > 1)}"
    else:
        kinds: Any = [_parts_of(one)[0] for one in inside] if kind in (Union, UnionType) else [kind]
        if isinstance(value, tuple(kinds)):
            return value
        if isinstance(value, getattr(kinds[0], "MADE_FROM", ())):  # a class says what else makes one, and what to GIVE
            return kinds[0](value)
        give = ", or ".join(dict.fromkeys(GIVE.get(one) or getattr(one, "GIVE", one.__name__) for one in kinds))
    raise refused(value, name, give + instead, getattr(kind, "REFUSAL", InvalidData))


def checked(function: Function) -> Function:
    """Decorate *function* so that each argument is checked, as its type hint says, before the first line."""
    names, usage = list(signature(function).parameters), CALLS.get(function.__name__)

    @wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        hints, misused = _hints_of(function), True  # at a call: by then all types are known
        try:
            placed = [taken(hints.get(name, Any), name, value) for name, value in zip(names, given, strict=False)]
            named = {name: taken(hints.get(name, Any), name, value) for name, value in named.items()}
            misused = False
            return function(*placed, *given[len(names) :], **named)
        except (DtreesError, TypeError) as error:
            if usage and (misused or f"{function.__name__}()" in str(error)):
                error.add_note(f"type {usage}")
            raise

    return call  # type: ignore[return-value]  # it takes and returns what the function does


def fields_as_annotated(owner: type, fields: list[Any]) -> list[Any]:
    """Return the *fields* of an attrs class, each checked by its annotation if it has no converter: a transformer."""

    def as_annotated(field: Any) -> Any:
        def take(value: field.type) -> Any:  # which `help` shows
            try:
                return taken(_hints_of(owner)[field.name], field.name, value)
            except InvalidData as error:
                raise getattr(owner, "REFUSAL", InvalidData)(*error.args) from None

        return field.evolve(converter=take)

    return [field if field.converter else as_annotated(field) for field in fields]
