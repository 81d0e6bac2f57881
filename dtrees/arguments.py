"""Checks of the arguments of public functions, made before the function's first line runs.

A class says in ``GIVE`` what to give where one is asked for.  Any other type may name its check, a function from an
argument's name and value to the value to use: ``Annotated[int, a_year]``.
"""

import operator
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial, wraps
from inspect import signature
from numbers import Real
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from dtrees.errors import CALLS, DtreesError, InvalidData, abbreviated, refused, too_large

Function = TypeVar("Function", bound=Callable[..., Any])


def instance(kinds: Any, name: str, value: Any, give: str = "") -> Any:
    """Take a value of one of the *kinds*, or what the first of them is ``MADE_FROM``."""
    if isinstance(value, kinds):
        return value
    kind = kinds[0] if isinstance(kinds, tuple) else kinds
    if isinstance(value, getattr(kind, "MADE_FROM", ())):
        return kind(value)
    give = give or getattr(kind, "GIVE", f"an instance of {kind.__name__}")
    raise refused(value, name, give, getattr(kind, "REFUSAL", InvalidData))


def one_of(words: Collection[str], name: str, value: Any) -> Any:
    """Take one of the *words*."""
    if isinstance(value, str) and value in words:
        return value
    raise InvalidData(f"{name}={abbreviated(value)} is unknown: give {' or '.join(map(repr, words))}")


def whole_number(name: str, value: Any) -> int:
    """Take an integer of at least 0, as one of Python."""
    with suppress(TypeError):
        if operator.index(value) >= 0:
            return operator.index(value)
    raise refused(value, name, "a whole number of at least 0")


def each(take: Callable[[str, Any], Any], name: str, values: Any) -> tuple[Any, ...]:
    """Take the items of a list or an iterator, each by *take*, as a tuple."""
    items: Any = None if isinstance(values, str | bytes) else values
    try:
        items = list(items)
    except TypeError as error:  # of what is not iterable
        raise refused(values, name, "a list or tuple") from error
    return tuple([take(f"{name}[{place}]", item) for place, item in enumerate(items)])


def a_function(places: int, name: str, value: Any, named: Sequence[str] = ()) -> Any:
    """Take a function of so many positional arguments, and of the keyword arguments *named*."""
    give = f"a function of {places} argument{'s' * (places > 1)}{''.join([f', {name}=' for name in named])}"
    if not callable(value):  # which `signature` need not say of an integer too long to be written
        raise refused(value, name, give)
    try:
        with suppress(ValueError):  # of a builtin function that does not say what it takes
            signature(value).bind(*range(places), **dict.fromkeys(named))
    except TypeError as error:
        raise refused(value, name, give) from error
    return value


CHECKS: Final[dict[Any, Any]] = {
    Any: None, object: None, int: whole_number, float: partial(instance, Real, give="a number"),
    bool: partial(instance, bool, give="True or False"), str: partial(instance, str, give="text"),
    Mapping: partial(instance, Mapping, give="a mapping"), Callable: partial(instance, Callable, give="a function"),
}  # fmt: skip


@cache
def check_of(hint: Any) -> Any:  # noqa: PLR0911 (a line a kind)
    """Return the check for a type hint, or None for one that accepts any value."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return hint.__metadata__[0]
    if origin is Literal:
        return partial(one_of, inner)
    if origin in (Union, UnionType) and inner[-1] is NoneType:
        take = check_of(Union[inner[:-1]])  # noqa: UP007 (of as many types as there are)
        return take and (lambda name, value: None if value is None else take(name, value))
    if origin in (Union, UnionType):
        return partial(instance, inner) if all(hasattr(kind, "GIVE") for kind in inner) else None
    if origin in (Iterable, Collection, Sequence) or inner[1:] == (...,):
        return (take := check_of(inner[0])) and partial(each, take)
    if origin is Callable and inner[0] is not ...:
        return partial(a_function, len(inner[0]))
    return CHECKS.get(origin or hint, partial(instance, hint) if isinstance(hint, type) else None)


@cache
def check_in(owner: Any) -> Callable[[str, Any], Any]:
    """Return a function that checks a parameter of a function, or a field of a class, by its name and hint."""
    checks = {name: check_of(hint) for name, hint in get_type_hints(owner, include_extras=True).items()}
    return lambda name, value: checks[name](name, value) if checks.get(name) else value


def checked(function: Function) -> Function:
    """Decorate *function* so that each argument is checked, as its type hint says, before the first line.

    >>> @checked
    ... def double(number: int) -> int:
    ...     return 2 * number
    >>> double("x")
    Traceback (most recent call last):
    dtrees.errors.InvalidData: number='x': give a whole number of at least 0
    """
    names = list(signature(function).parameters)
    usage = f"type {CALLS[function.__name__]}" if function.__name__ in CALLS else ""

    @wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        take = check_in(function)  # at a call: by then all types are known
        misused = True
        try:
            placed = list(map(take, names, arguments))
            named = {name: take(name, value) for name, value in named.items()}
            misused = False
            return function(*placed, *arguments[len(names) :], **named)
        except OverflowError as error:
            raise too_large(error) from error
        except (DtreesError, TypeError) as error:
            if usage and (misused or f"{function.__name__}()" in str(error)):
                error.add_note(usage)
            raise

    return call  # type: ignore[return-value]  # it takes and returns what the function does


def fields_as_annotated(owner: type, fields: list[Any]) -> list[Any]:
    """Return the *fields* of an attrs class, each checked by its annotation: a field transformer.

    A field with a converter or validator checks itself.  What is refused raises the class's ``REFUSAL``.
    """

    def as_annotated(field: Any) -> Any:
        def take(value: Any) -> Any:
            try:
                return check_in(owner)(field.name, value)
            except InvalidData as error:
                raise getattr(owner, "REFUSAL", InvalidData)(*error.args) from None

        take.__annotations__["value"] = field.type  # which `help` shows
        return field.evolve(converter=take)

    return [field if field.converter or field.validator else as_annotated(field) for field in fields]
