"""Checks of the arguments of public functions, made before the function's first line runs.

`checked` reads a function's annotations. The module that defines a type calls `admit` to register the check for its
annotation. An error message names the argument, the value given, and what to give.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache, wraps
from inspect import signature
from numbers import Real
from types import FunctionType
from typing import Any, Final, TypeAlias, TypeVar, get_args

from dtrees.errors import DtreesError, InvalidData, TooLarge
from dtrees.first_guesses import CALLS

Function = TypeVar("Function", bound=Callable[..., Any])

Take: TypeAlias = Callable[[str, Any], Any]
"""A function from an argument's name and value to the value to use; it raises a `DtreesError` for one it refuses."""

LONGEST: Final = 60
"""So many characters of a value stand in a complaint."""


def abbreviated(value: object) -> str:
    """Return any *value* as a short text for an error message.

    >>> abbreviated("abc"), abbreviated(10**5000)
    ("'abc'", 'int object')
    """
    try:
        text = str(value) if isinstance(value, Fraction) else f"{value!r:.{LONGEST + 1}}"
    except Exception:  # noqa: BLE001 (a representation may fail in any way: of too many digits, too deep, or unwilling)
        return f"{type(value).__name__} object"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def refused(value: object, name: str, give: str, error: type[DtreesError] = InvalidData) -> DtreesError:
    """Return the error to raise for a wrong argument.

    >>> refused(5, "tree", "a tree")
    InvalidData('tree=5: give a tree')
    """
    return error(f"{name}={abbreviated(value)}: give {give}")


def too_large(error: OverflowError) -> TooLarge:
    """Return the error for a number beyond the range of float64, if *error* is such an error.

    >>> too_large(OverflowError("int too large to convert to float"))
    TooLarge('int too large to convert to float: rescale the data, for a float is asked for')
    """
    return error if isinstance(error, TooLarge) else TooLarge(f"{error}: rescale the data, for a float is asked for")


# --- what there is to take --------------------------------------------------------------------------------------


def instance(kinds: Any, give: str, error: type[DtreesError] = InvalidData) -> Take:
    """Return a check that accepts instances of *kinds*.

    >>> instance(str, "text")("name", "x")
    'x'
    """

    def take(name: str, value: Any) -> Any:
        if isinstance(value, kinds):
            return value
        raise refused(value, name, give, error)

    return take


def choice(words: Any, error: type[DtreesError] = InvalidData) -> Take:
    """Return a check that accepts the words of a literal type or list.

    >>> from typing import Literal
    >>> choice(Literal["a", "b"])("letter", "c")
    Traceback (most recent call last):
    dtrees.errors.InvalidData: letter='c' is unknown: give 'a' or 'b'
    """
    allowed = words if isinstance(words, list) else get_args(words)

    def take(name: str, value: Any) -> Any:
        if isinstance(value, str) and value in allowed:
            return value
        message = f"{name}={abbreviated(value)} is unknown: give {' or '.join(map(repr, allowed))}"
        raise error(message)

    return take


def whole_number(name: str, value: Any) -> int:
    """Return *value* as a Python integer of at least 0.

    >>> whole_number("seed", True)
    1
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = -1
    if number < 0:
        raise refused(value, name, "a whole number of at least 0")
    return number


def each(take: Take) -> Take:
    """Return a check that accepts an iterable, and returns a tuple of its items after *take* checked each."""

    def take_all(name: str, values: Any) -> Any:
        try:
            items = None if isinstance(values, str | bytes) else list(values)
        except TypeError:
            items = None
        if items is None:
            raise refused(values, name, "a list or tuple")
        try:
            return tuple([take(name, item) for item in items])
        except DtreesError:  # once more, to say which
            return tuple([take(f"{name}[{place}]", item) for place, item in enumerate(items)])

    return take_all


def each_in_sequence(take: Take) -> Take:
    """Return a check for a sequence: items of a list or tuple are checked now, those of any other when read."""
    take_all = each(take)

    def take_sequence(name: str, values: Any) -> Any:
        lazy = isinstance(values, Sequence) and not isinstance(values, list | tuple | str | bytes | range)
        return values if lazy else take_all(name, values)

    return take_sequence


def each_named(take: Take) -> Take:
    """Return a check for a mapping from text to values that *take* accepts."""

    def take_all(name: str, values: Any) -> Any:
        if not isinstance(values, Mapping) or not all(isinstance(key, str) for key in values):
            raise refused(values, name, "a mapping from text")
        return {key: take(f"{name}[{key!r}]", value) for key, value in values.items()}

    return take_all


def unless_none(take: Take) -> Take:
    """Return a check that accepts None, and everything that *take* accepts."""
    return lambda name, value: None if value is None else take(name, value)


# --- annotations ------------------------------------------------------------------------------------------------


def a_function_of(places: int, *named: str) -> Take:
    """Return a check that accepts functions of *places* positional arguments and the keyword arguments *named*.

    >>> a_function_of(1)("impurity", divmod)
    Traceback (most recent call last):
    dtrees.errors.InvalidData: impurity=<built-in function divmod>: give a function of 1 argument
    """
    give = ", ".join([f"a function of {places} argument{'s' * (places > 1)}", *(f"{name}=" for name in named)])

    def fits(function: Any) -> bool:
        try:
            signature(function).bind(*range(places), **dict.fromkeys(named))
        except TypeError:
            return False
        except ValueError:  # of a builtin function that does not say what it takes
            return True
        return True

    known = lru_cache(maxsize=64)(fits)  # a learner's functions are asked at each node; other callables may lack a hash

    def take(name: str, value: Any) -> Any:
        if callable(value) and (known if isinstance(value, FunctionType) else fits)(value):
            return value
        raise refused(value, name, give)

    return take


_ADMITTED: Final[dict[str, Take]] = {
    "bool": instance(bool, "True or False"),
    "float": instance(Real, "a number"),
    "int": whole_number,
    "str": instance(str, "text"),
}


def admit(annotation: str, take: Take) -> None:
    """Register *take* as the check for arguments with this *annotation*, in every `checked` function."""
    _ADMITTED[annotation] = take


@cache
def taken_by(annotation: str) -> Take | None:
    """Return the check for this *annotation*, or None if it accepts any value.

    >>> taken_by("int | None")("seed", None) is None, taken_by("Any") is None
    (True, True)
    """
    if annotation in _ADMITTED:
        return _ADMITTED[annotation]
    if annotation.startswith("Callable[") and annotation.endswith("]"):
        parameters: Any = ast.parse(annotation, mode="eval").body
        places = parameters.slice.elts[0]
        return a_function_of(len(places.elts)) if isinstance(places, ast.List) else instance(Callable, "a function")
    if annotation.startswith("Literal["):
        return choice(ast.literal_eval(annotation.removeprefix("Literal")))
    for start, end, form in (
        ("", " | None", unless_none),
        ("Mapping[str, ", "]", each_named),
        ("Iterable[", "]", each),
        ("Sequence[", "]", each_in_sequence),
        ("tuple[", ", ...]", each),
    ):
        inner = annotation[len(start) : len(annotation) - len(end)]
        if annotation.startswith(start) and annotation.endswith(end) and (take := taken_by(inner)):
            return form(take)
    return instance(Mapping, "a mapping") if annotation.startswith("Mapping[") else None


def checked(function: Function) -> Function:
    """Decorate *function* so that each argument is checked, as its annotation says, before the first line.

    >>> @checked
    ... def double(number: int) -> int:
    ...     return 2 * number
    >>> double("x")
    Traceback (most recent call last):
    dtrees.errors.InvalidData: number='x': give a whole number of at least 0
    """

    @cache
    def takes() -> dict[str, Take]:  # when it is first called, by when every type is admitted
        parameters = signature(function).parameters
        found = {name: taken_by(str(parameter.annotation)) for name, parameter in parameters.items()}
        return {name: take or (lambda _, value: value) for name, take in found.items()}

    @wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        known = takes()
        placed = zip(known.items(), arguments, strict=False)  # too many of them are Python's to refuse
        taken = [take(name, value) for (name, take), value in placed]
        if named:
            named |= {name: known[name](name, named[name]) for name in named.keys() & known.keys()}
        try:
            return function(*taken, *arguments[len(taken) :], **named)
        except OverflowError as error:
            raise too_large(error) from error
        except TypeError as error:
            if f"{function.__name__}()" in str(error) and function.__name__ in CALLS:
                error.add_note(f"type {CALLS[function.__name__]}")
            raise

    return call  # type: ignore[return-value]  # it takes and returns what the function does


def taking_also(kind: type, make: Callable[[Any, Any], Any]) -> Callable[[Function], Function]:
    """Return a decorator that lets a function accept a *kind* and one more argument.

    *make* turns the two into the function's first argument.
    """

    def decorate(function: Function) -> Function:
        @wraps(function)
        def call(*given: Any, **named: Any) -> Any:
            if given and isinstance(given[0], kind):
                given = (make(*given[:2]), *given[2:])
            return function(*given, **named)

        return call  # type: ignore[return-value]  # it takes more than the function does

    return decorate


def of_alike(*fields: str) -> Callable[[Function], Function]:
    """Return a decorator for methods that accept only another value of the same class and equal *fields*."""

    def decorate(method: Function) -> Function:
        @wraps(method)
        def call(one: Any, other: Any) -> Any:
            if type(other) is type(one) and all(getattr(one, field) == getattr(other, field) for field in fields):
                return method(one, other)
            own, given, name = abbreviated(one), abbreviated(other), type(one).__name__
            same = f" with the same {' and '.join(fields)}" * bool(fields)
            message = f"{own} and {given} cannot be combined: give two {name}{same}"
            raise InvalidData(message)

        return call  # type: ignore[return-value]  # it takes and returns what the method does

    return decorate


def fields_as_annotated(_: type, fields: list[Any]) -> list[Any]:
    """Return the fields of an attrs class, each with the check of its annotation: a field transformer."""
    return [field if field.validator else field.evolve(validator=as_annotated) for field in fields]


def as_annotated(_: object, field: Any, value: Any) -> None:
    """Refuse a value that the annotation of an attrs field does not accept: a validator."""
    if take := taken_by(str(field.type)):
        take(field.name, value)
