"""The functions that an implementation may offer for judging: any subset of the specification's, by the same names.

An implementation is an object or a module. It need not know `System`, exact numbers or the trees of dtrees: each method
below says which answers are accepted, and what the implementation chooses for itself is stated as data (`Conventions`).
`dtrees.oracle.system_of` adapts it.
"""

from __future__ import annotations

import inspect
import signal
import threading
import time
from collections.abc import Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from dtrees.data.scaled import one_a_row
from dtrees.errors import DtreesError, InvalidData, Unsupported
from dtrees.laws.law import text_of
from dtrees.laws.plain import columns_of as columns_of_data
from dtrees.oracle.finding import AdapterFailed, NoAnswer, adapter_failure
from dtrees.oracle.world import their_world

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.numbers.exact import Exact, Rational
    from dtrees.oracle.conventions import Conventions
    from dtrees.trees.paths import Path
    from dtrees.trees.summary import ClassCounts, Moments, Summary
    from dtrees.trees.tree import Tree

Number: TypeAlias = "Exact | Rational | float"
"""An exact number, or a float: within rounding (`rounding_bound`) it is taken for the exact one, else as it is."""

Document: TypeAlias = Mapping[str, Any]
"""A tree in place of a `Tree`, as `dtrees.oracle.documents` says; its rows are found by its questions.

    {"feature": "x", "threshold": 0.5, "children": [yes, no]}       x <= 0.5, or x < 0.5 where that is the convention
    {"feature": "x", "category": "a", "children": [yes, no]}        x = a
    {"feature": "x", "one_of": ["a", "c"], "children": [yes, no]}   x is one of these
    {"feature": "x", "categories": ["a", "b", "c"], "children": [one a category]}
    {}                                                              a leaf

Any node may state numbers of its rows, which are then judged too: "weight", "value" (the class shares in class order,
or the mean), "impurity", "risk" and "prediction".
"""


class Implementation(Protocol):
    """The functions that an implementation may offer. Leave out those it lacks; no base class is needed.

    Further functions of the specification, by their own names, are verified too (the fields of `dtrees.laws.System`).
    Raise `dtrees.Unsupported` for what a function does not do (a learner, a kind of column, an option): such inputs
    are passed over.  Any other error breaks the law that called.  Inputs must not be changed.

    A function that cannot choose the *impurity* or the *scale* leaves that parameter out: then it prunes by the usual
    impurity, and on the scale that its conventions name.
    """

    conventions: Conventions
    """What it chooses for itself; without this attribute, `infer_conventions` finds out."""

    capabilities: Collection[str]
    """The names of the functions that it offers; without this attribute, all those that it has."""

    expression: str
    """The Python that makes it, for the reproduction of a failure; without this attribute, its type is called."""

    def gini(self, summary: ClassCounts) -> Number:
        """Return the Gini index of a node, given its summary; `entropy` (in bits) and `misclassification` are alike."""

    def squared_error(self, summary: Moments) -> Number:
        """Return the mean squared deviation from the mean."""

    def gain(self, parts: Sequence[Summary], impurity: Any) -> Number:
        """Return the decrease of *impurity*, a function such as `dtrees.gini`, by a split. Some parts may be empty."""

    def grow(self, data: Dataset, learner: Learner) -> Tree | Document:
        """Return the tree that *learner* grows on *data*, with all of the learner's limits."""

    def best_split(self, data: Dataset, learner: Learner) -> Any:
        """Return the best question for the rows of *data*, taken as one node, or None for a leaf.

        The answer is a question, a `ScoredSplit`, or a document without children.  An implementation without `grow` has
        its trees grown by this function.
        """

    def predict(self, tree: Any, data: Dataset | Mapping[str, Sequence[Any]]) -> Sequence[Any]:
        """Return the prediction of *tree* for each row.

        The tree is one that `grow` returned, unchanged, or one of dtrees.
        """

    def predict_proba(self, tree: Any, data: Dataset | Mapping[str, Sequence[Any]]) -> Sequence[Sequence[float]]:
        """Return the class shares for each row, in class order."""

    def apply(self, tree: Any, data: Dataset | Mapping[str, Sequence[Any]]) -> Sequence[Path]:
        """Return the path to the leaf where each row ends."""

    def best_first(self, tree: Tree, max_leaf_nodes: int, *, impurity: Any = None) -> Tree | Document:
        """Return the tree of at most so many leaves, of which that one is split next whose question saves most risk.

        It is grown as *tree* was, or made of *tree*, as by `dtrees.best_first`.
        """

    def grow_monotone(self, data: Dataset, learner: Learner, constraints: Mapping[str, int]) -> Tree | Document:
        """Return the tree under monotone constraints: predictions never fall (1) or never rise (-1) along a column."""

    def predict_monotone(self, tree: Any, data: Any, constraints: Mapping[str, int]) -> Sequence[Any]:
        """Return the prediction of *tree*, which `grow_monotone` returned, for each row."""

    def boost(self, data: Dataset) -> Any:
        """Return a few trees that boosting with squared error grew by default options, as `Boosted` describes them."""

    def prune_at(self, tree: Tree, path: Path) -> Tree | Document:
        """Return *tree* with the node at *path* replaced by a leaf.

        Here and below *tree* is one that `grow` returned, unchanged, or one of dtrees.  Numbers that the answer states
        of its nodes are judged.
        """

    def alpha_of(self, tree: Tree, path: Path = (), *, impurity: Any = None, scale: str = "count") -> Number:
        """Return g(t) of the branch at *path*, the alpha at which it is cut."""

    def optimal_subtree(
        self, tree: Tree, alpha: Number, *, impurity: Any = None, scale: str = "count"
    ) -> Tree | Document:
        """Return T(alpha), the smallest subtree of least cost. If it is a document, only its shape is read."""

    def pruning_sequence(self, tree: Tree, *, impurity: Any = None, scale: str = "count") -> Sequence[Any]:
        """Return the pruning sequence of *tree*, by ascending alpha.

        A row is a `Pruned`, a pair (alpha, tree), or a mapping with "alpha" and "tree", "leaves" or the "risk" R(T).
        """

    def cross_validate(self, data: Dataset, learner: Learner, folds: Sequence[int], **options: Any) -> Any:
        """Return a `CrossValidation`, or one mapping for each tree of the sequence.

        A mapping has "alpha", "error" and "standard_error", and "tree" or "leaves", the number of leaves.

        Errors are mean losses. Alphas are on the scale that the argument ``scale`` names, or, without such an argument,
        on that of the conventions. On the scale ``root``, errors are shares of R(root).
        """


def columns_of(data: Dataset | Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
    """Return the columns that ``predict`` is given as a mapping from names to plain lists.

    >>> columns_of({"x": (1, 2)})
    {'x': [1, 2]}
    """
    if not isinstance(data, Mapping):
        return columns_of_data(data)
    return {name: list(one_a_row(values, f"column {name!r}")) for name, values in data.items()}


IMPORTING: Final = 60.0
"""The seconds that the import of a module may take."""


@contextmanager
def importing(name: str) -> Iterator[None]:
    """Turn an exception that the module of *name* raises on import, also where a script exits, into `InvalidData`.

    >>> with importing("mine:Tree"):
    ...     raise SystemExit(0)
    Traceback (most recent call last):
    dtrees.errors.InvalidData: 'mine:Tree' cannot be imported (SystemExit: 0): give package.module:object
    """
    try:
        with limited(max(IMPORTING, LIMIT.get())):
            yield
    except (DtreesError, ModuleNotFoundError) as error:
        if not isinstance(error, NoAnswer):
            raise
        message = f"{name!r} cannot be imported ({error}): give package.module:object"
        raise InvalidData(message) from error
    except Exception as error:
        message = f"{name!r} cannot be imported ({text_of(error)}): give package.module:object"
        raise InvalidData(message) from error


def has_function(implementation: object, name: str) -> bool:
    """Return whether *implementation* has the function *name*; a list of capabilities, if it has one, decides."""
    named = getattr(implementation, "capabilities", (name,))
    return name in named and callable(getattr(implementation, name, None))


def takes(function: Callable[..., Any], option: str) -> bool:
    """Return whether *function* has a parameter named *option*."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # a builtin tells nothing: give it everything
        return True
    return any(p.name == option or p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters)


def ask(function: Callable[..., Any], *given: Any, seconds: float | None = None, **options: Any) -> Any:
    """Return the result of *function*, which may take *seconds*.

    Raises `Unsupported` as it does, and `NoAnswer` where it raises anything else, or takes longer; `AdapterFailed`
    where our adapter is wrong.

    >>> ask(lambda: 1 / 0)
    Traceback (most recent call last):
    dtrees.oracle.finding.NoAnswer: ZeroDivisionError: division by zero
    """
    try:
        with limited(seconds):
            return function(*given, **options)
    except (Unsupported, NoAnswer, AdapterFailed):
        raise
    except Exception as error:
        raise (adapter_failure(error) or NoAnswer(kind="error", message=text_of(error))) from error


LIMIT: Final[ContextVar[float]] = ContextVar("LIMIT", default=60.0)
"""The seconds that an answer may take, where no other limit is given."""


@contextmanager
def limiting(seconds: float) -> Iterator[None]:
    """Limit each answer asked for in the ``with`` block to *seconds*, unless another limit is given."""
    token = LIMIT.set(seconds)
    try:
        yield
    finally:
        LIMIT.reset(token)


@contextmanager
def limited(seconds: float | None = None) -> Iterator[None]:
    """Interrupt the ``with`` block after *seconds*, if it runs in the main thread, which alone receives signals.

    Raises `NoAnswer`, also in place of a `SystemExit` and the like, which would end the judge as if nothing deviated.

    >>> with limited(0.01):
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    dtrees.oracle.finding.NoAnswer: no answer within 0.01 s
    """
    limit = LIMIT.get() if seconds is None else seconds
    try:
        with _apart(limit), _timed(limit):
            yield
    except BaseException as error:
        if isinstance(error, Exception) or _is_ours(error):
            raise
        raise NoAnswer(kind="error", message=text_of(error)) from error


def _is_ours(error: BaseException) -> bool:
    """Return whether *error* is a user's interruption of this process, not one that the implementation raised."""
    return isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) is signal.default_int_handler


WATCHER: Final[list[Callable[[float | None], object]]] = []
"""Functions that are called with the limit in seconds when an answer is awaited, and with None when it no longer is."""

_WAITING: Final[ContextVar[bool]] = ContextVar("_WAITING", default=False)


@contextmanager
def _apart(limit: float) -> Iterator[None]:
    """Run the block with the implementation's own global state, and tell the watcher; a nested one changes nothing."""
    if _WAITING.get():
        yield
        return
    token = _WAITING.set(True)
    for tell in WATCHER:
        tell(limit)
    try:
        with their_world():
            yield
    finally:
        _WAITING.reset(token)
        for tell in WATCHER:
            tell(None)


@contextmanager
def _timed(limit: float) -> Iterator[None]:
    remaining = signal.getitimer(signal.ITIMER_REAL)[0]
    if threading.current_thread() is not threading.main_thread() or 0 < remaining <= limit:
        yield  # what ends sooner, from outside, is left to do so
        return

    def stop(*_: object) -> None:
        raise NoAnswer(kind="hang", message=f"no answer within {limit:g} s")

    handler, started = signal.signal(signal.SIGALRM, stop), time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if remaining:
            signal.setitimer(signal.ITIMER_REAL, max(remaining - (time.monotonic() - started), SOON))


SOON: Final = 0.001
"""The seconds that an outer limit still gets if it has passed meanwhile: a timer of 0 would be none."""
