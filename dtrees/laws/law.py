"""What a law is: a named, documented function that raises `LawBroken` where a system disobeys it."""

from __future__ import annotations

import ast
import inspect
import os
import re
import sys
import textwrap
import traceback
from functools import cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, ParamSpec, TypeAlias

import attrs

from dtrees.data.dataset import Classes, Dataset, Ordinal
from dtrees.errors import Unsupported
from dtrees.growing.candidates import Questions
from dtrees.growing.learner import Learner, Stopping
from dtrees.growing.missing_options import Missing
from dtrees.laws.definitions import weights_of
from dtrees.laws.plain import targets_of
from dtrees.laws.targets import target_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Inputs = ParamSpec("Inputs")
Grown: TypeAlias = Literal["used", "judged", "compared"]

PACKAGE: Final = str(Path(__file__).parents[1])
STANDARD_LIBRARY: Final = str(Path(os.__file__).parent)


class LawBroken(AssertionError):  # noqa: N818 (a law is broken; nobody erred)
    """The failure of a law: its name, the inputs, what was expected and what the system gave instead.

    *remarks* are further lines of the message: for an `Implementation` the citation, how much is lost by the mistake,
    and code that reproduces it.
    """

    def __init__(
        self,
        expected: object,
        got: object,
        *,
        law: str = "",
        inputs: Mapping[str, object] | None = None,
        remarks: tuple[str, ...] = (),
    ) -> None:
        self.expected, self.got, self.law, self.inputs, self.remarks = expected, got, law, dict(inputs or {}), remarks
        lines = [self.law, *(f"    {name} = {as_text(value)}" for name, value in self.inputs.items())]
        lines += [f"expected: {as_text(expected)}", f"     got: {as_text(got)}", *remarks]
        super().__init__("\n".join(lines))


@attrs.frozen
class Law:
    """A law with all that it takes to list, cite and run it.

    name      the claim's id, with underscores
    function  law(system, *inputs), which returns nothing where the system obeys
    strategy  the name of the strategy that draws its inputs, in `dtrees.laws.inputs` or `dtrees.laws.tree_strategies`
    where     its citations, each ``KEY place``, separated by semicolons
    presumes  the conventions without which the law says nothing; empty for a law of the mathematics alone
    grown     whether it has a grown tree's splits ``judged``, two grown trees ``compared``, or any grown tree ``used``
    """

    name: str
    function: Callable[..., None]
    strategy: str
    where: str
    presumes: tuple[str, ...] = ()
    grown: Grown = "used"

    @property
    def doc(self) -> str:
        """The law in words, its formula and its citations."""
        return inspect.getdoc(self.function) or ""

    @property
    def citations(self) -> tuple[str, ...]:
        """The places cited, each ``KEY place``."""
        return tuple(self.where.split("; "))

    @property
    def uses(self) -> tuple[str, ...]:
        """The names of the system's functions that the law calls, each as often as its source does.

        >>> from dtrees.laws import LAWS
        >>> LAWS["row_order_never_matters"].uses
        ('grow', 'grow')
        """
        return _uses(inspect.unwrap(self.function))


@cache
def _uses(function: Any) -> tuple[str, ...]:
    """Return the attributes of ``system`` that *function* calls, itself or by handing ``system`` to a helper."""
    used: list[str] = []
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))):
        match node:
            case ast.Call(ast.Attribute(ast.Name("system"), name)):
                used += BY_NAME.get(name, (name,))
            case ast.Attribute(ast.Name("system"), name) if name in MEASURES:
                used.append(name)
            case ast.Call(ast.Name(helper), [ast.Name("system"), *_]) if helper != "by":  # which names the measure only
                used += _uses(function.__globals__[helper])
    return tuple(used)


MEASURES: Final = ("gini", "entropy", "misclassification", "squared_error", "absolute_error", "poisson_deviance")
"""The names of the impurities of a node."""

BY_NAME: Final[dict[str, tuple[str, ...]]] = {
    "risk_options": (),
    "impurity": MEASURES,
    "remade": ("classification_data", "regression_data"),
}
"""The methods of a system, each with the functions that it may return or call."""


LAWS: Final[dict[str, Law]] = {}
"""Every law, by name."""


def law(
    strategy: str, where: str, *, presumes: tuple[str, ...] = (), grown: Grown = "used"
) -> Callable[[Callable[Inputs, None]], Callable[Inputs, None]]:
    """Return a decorator that registers a law in `LAWS` and adds its name and its inputs to its failures.

    A system that raises any other error breaks the law too, except `Unsupported`, by which it refuses the input.
    """

    def register(function: Callable[Inputs, None]) -> Callable[Inputs, None]:
        name, function.__doc__ = function.__name__, f"{inspect.getdoc(function)}\n\n[{where}]"

        @wraps(function)
        def obeyed(*args: Inputs.args, **kwargs: Inputs.kwargs) -> None:
            inputs = inspect.signature(function).bind(*args, **kwargs).arguments
            inputs.pop("system")
            try:
                function(*args, **kwargs)
            except LawBroken as broken:
                raise LawBroken(broken.expected, broken.got, law=name, inputs=inputs) from None
            except Unsupported:
                raise
            except Exception as error:
                answer = "an answer"
                raise LawBroken(answer, text_of(error), law=name, inputs=inputs) from error

        LAWS[name] = Law(name, obeyed, strategy, where, presumes, grown)
        return obeyed

    return register


def text_of(error: BaseException) -> str:
    """Return the type and message of *error*, with the last line of the implementation's code that led to it.

    That code is neither of this package nor of Python's library.  A file is named from the folder in which Python finds
    its module, so that no text depends on the installation.

    >>> text_of(ValueError("no tree"))
    'ValueError: no tree'
    """
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if _is_theirs(frame.filename)]
    place = f" ({theirs[-1].filename}:{theirs[-1].lineno})" if theirs else ""
    try:
        message = str(error)
    except Exception:  # noqa: BLE001 (an error of theirs may have no text either)
        message = "an error without a text"
    text = f"{type(error).__name__}: {message}{place}"
    for folder in sorted(filter(os.path.isabs, sys.path), key=len, reverse=True):
        text = text.replace(f"{folder}{os.sep}", "")
    return text


def _is_theirs(file: str) -> bool:
    of_python = file.startswith(STANDARD_LIBRARY) and "-packages" not in file
    return not of_python and not file.startswith((PACKAGE, "<"))


def require(condition: object, expected: object, got: object) -> None:
    """Raise `LawBroken` unless *condition* holds.

    >>> require(1 <= 2, expected="at most 2", got=1)
    """
    if not condition:
        raise LawBroken(expected, got)


def require_equal(got: object, expected: object) -> None:
    """Raise `LawBroken` unless *got* equals *expected*."""
    require(got == expected, expected, got)


def require_rows(got: Sequence[Any], expected: Sequence[Any], rows: Sequence[Mapping[str, Any]]) -> None:
    """Raise `LawBroken` unless *got* equals *expected*, an answer for each row; the failure names the first wrong row.

    >>> require_rows(["a", "b"], ["a", "b"], [{"x": 1}, {"x": 2}])
    """
    require_equal(len(got), len(expected))
    for number, (one, other, row) in enumerate(zip(got, expected, rows, strict=True)):
        require(one == other, f"{as_text(other)} for {row_text(number, row)}", one)


def row_text(number: int, row: Mapping[str, Any]) -> str:
    """Return a row of features in words.

    >>> row_text(0, {"x": 2, "sky": "clear"})
    'row 0, x = 2, sky = clear'
    """
    return ", ".join([f"row {number}", *(f"{name} = {value}" for name, value in row.items())])


def _option(owner: object, name: str) -> str:
    value = getattr(owner, name)
    return repr(value) if isinstance(value, str) else as_text(value)


def as_text(value: object) -> str:
    """Return *value* as text to paste into a session after ``from dtrees import *``.

    >>> as_text(frozenset({"'b'", "'a'"}))
    "frozenset({'a', 'b'})"
    >>> from dtrees.data.constructors import classification_data
    >>> as_text(classification_data({"x": [1, 2]}, ["a", "b"], weights=[1, 0.5]))
    "classification_data({'x': [1.0, 2.0]}, ['a', 'b'], weights=[1.0, 0.5], classes=('a', 'b'))"
    >>> as_text(Learner(stopping=Stopping(max_depth=1)))
    'Learner(stopping=Stopping(max_depth=1))'
    """
    if isinstance(value, Learner | Questions | Stopping | Missing):
        usual = type(value)()
        options = [name for name in attrs.fields_dict(type(value)) if getattr(value, name) != getattr(usual, name)]
        return f"{type(value).__name__}({', '.join(f'{name}={_option(value, name)}' for name in options)})"
    if isinstance(value, Ordinal):
        return f"Ordinal({value.name!r}, {value.categories}, {value.codes.tolist()})"
    if isinstance(value, frozenset):
        return f"frozenset({{{', '.join(sorted(map(as_text, value)))}}})"
    if not isinstance(value, Dataset):
        text = value if isinstance(value, str) else repr(value)
        return re.sub(r"<function (\w+) at 0x[0-9a-f]+>", r"\1", text)
    written = {one.name: as_text(one) if isinstance(one, Ordinal) else repr(list(one)) for one in value.features}
    columns = f"{{{', '.join(f'{name!r}: {column}' for name, column in written.items())}}}"
    weights = [float(weight) for weight in weights_of(value)]
    keep = ", missing='keep'" if value.holds_missing else ""
    if isinstance(value.target, Classes):
        return f"classification_data({columns}, {targets_of(value)}, {weights=}, classes={value.target.labels}{keep})"
    return f"regression_data({columns}, {target_text(value.target)}, {weights=}{keep})"
