"""Findings and verdicts: each answer is canonical, admissible or a deviation, or there is no answer."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import attrs
from attrs.validators import deep_iterable, optional

from dtrees.errors import DtreesError, refused, shown_lines
from dtrees.trees.summary import ClassCounts
from dtrees.trees.tree import leaves, preorder
from dtrees.trees.tree_json import from_document, tree_document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from dtrees.trees.paths import Path
    from dtrees.trees.tree import Tree

MOST_LEAVES: Final = 40
"""A tree of more leaves is not kept, for nobody could see what is wrong in its picture."""


def _as_path(steps: Iterable[int] | None) -> Path | None:
    """Return the path that JSON keeps as a list."""
    return None if steps is None else tuple(steps)


def writable(text: Any) -> Any:
    """Return *text* in a form that every terminal and file can hold, escaped by `shown_lines`."""
    return shown_lines(text) if isinstance(text, str) else text


def text_field(default: Any = "") -> Any:
    """Return an attrs field for text, escaped so that every report can write it."""
    return attrs.field(default=default, converter=writable, validator=TEXT)


def _take(is_so: Callable[[Any], bool], give: str) -> Any:
    """Return the validator of a field whose values must satisfy *is_so*; it raises `InvalidData` for others."""

    def require(_: Any, field: attrs.Attribute[Any], value: Any) -> None:
        """Refuse a value that the field does not hold."""
        if not is_so(value):
            raise refused(value, field.name, give)

    return require


def _is_size(value: Any) -> bool:
    """Return whether *value* is a number, no truth value, finite and not negative."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf


TEXT: Final = _take(lambda value: isinstance(value, str), "a text")
TRUTH: Final = _take(lambda value: isinstance(value, bool), "True or False")
WHOLE: Final = _take(lambda value: type(value) is int and value >= 0, "0 or more, a whole number")
SIZE: Final = _take(_is_size, "0 or more, a finite number")
STEPS: Final[Any] = deep_iterable(WHOLE)


def _document(_: Any, __: Any, value: Any) -> None:
    if value is not None:
        from_document(value)


@attrs.frozen(kw_only=True)
class Finding:
    """One deviation: an answer that is neither canonical (the specification's own) nor admissible (another right one).

    check    the check that found it, such as ``growth``;  kind, what is wrong, such as ``early leaf``
    path     the node of the tree that deviates;  row and alpha, the row of a pruning path;  inputs, those of a law
    regret   the exact score or cost that was given away; empty where none is at stake
    why      the convention or the defect that explains it, where one is known
    cause    what broken laws have in common, where that is known: the function whose answer alone explains them
    times    how many there are of this kind and reason in the case
    code     lines of Python, or of a shell, that repeat it
    got_tree, right_tree    the documents that `to_json` writes, where there are trees to draw

    >>> print(Finding(check="growth", kind="early leaf", path=(), expected="x <= 1", got="a leaf", why="defect: ties"))
    growth: early leaf at path []: expected x <= 1, got a leaf [defect: ties]
    """

    check: str = text_field()
    kind: str = text_field(attrs.NOTHING)
    expected: str = text_field(attrs.NOTHING)
    got: str = text_field(attrs.NOTHING)
    regret: str = text_field()
    why: str = text_field()
    cause: str = text_field()
    path: Path | None = attrs.field(default=None, converter=_as_path, validator=optional(STEPS))
    row: int | None = attrs.field(default=None, validator=optional(WHOLE))
    alpha: str = text_field()
    inputs: str = text_field()
    times: int = attrs.field(default=1, validator=WHOLE)
    code: str = text_field()
    got_tree: Mapping[str, Any] | None = attrs.field(default=None, validator=_document)
    right_tree: Mapping[str, Any] | None = attrs.field(default=None, validator=_document)

    @property
    def place(self) -> str:
        """The place of the answer, in words."""
        if self.path is not None:
            return f"at path {list(self.path)}"
        if self.row is not None:
            return f"at row {self.row}" + (f", alpha {self.alpha}" if self.alpha else "")
        return self.inputs

    def __str__(self) -> str:
        where = f" {self.place}" if self.place else ""
        regret = f", regret {self.regret}" if self.regret else ""
        why = f" [{self.why}]" if self.why else ""
        check = f"{self.check}: " if self.check else ""
        return f"{check}{self.kind}{where}: expected {self.expected}, got {self.got}{regret}{why}"


@attrs.frozen(kw_only=True)
class Verdict:
    """The result of one check: the numbers of answers judged, canonical and admissible, and every deviation.

    An answer may deviate in more ways than one.
    """

    check: str = ""
    function: str = ""
    """The name of the function whose answers are judged."""
    judged: int
    canonical: int
    admissible: int = 0
    deviations: tuple[Finding, ...] = ()
    note: str = attrs.field(default="", repr=False)
    """Why nothing was judged."""

    @property
    def deviating(self) -> int:
        """The number of answers that deviate."""
        return self.judged - self.canonical - self.admissible


def verdict_on(answers: Iterable[tuple[Sequence[Finding], bool]]) -> Verdict:
    """Return the verdict on *answers*, each given with its finding, or else with whether it is canonical."""
    judged = tuple(answers)
    right = [is_canonical for found, is_canonical in judged if not found]
    deviations = tuple(each for found, _ in judged for each in found)
    return Verdict(judged=len(judged), canonical=sum(right), admissible=right.count(False), deviations=deviations)


def right_but(judged: int, found: Sequence[Finding]) -> Verdict:
    """Return the verdict on *judged* answers with one right value each; *found* lists those that deviate."""
    return Verdict(judged=judged, canonical=judged - len(found), deviations=tuple(found))


def no_answer(kind: str, message: str, *, check: str = "answer", why: str = "", code: str = "") -> Verdict:
    """Return the verdict where an answer failed to come: *kind* says how (a `Failure`), *message* what came instead."""
    finding = Finding(check=check, kind=kind, expected="an answer", got=message, why=why, code=code)
    return Verdict(check=check, judged=1, canonical=0, deviations=(finding,))


def document_of(tree: Tree | None) -> dict[str, Any] | None:
    """Return the document of *tree*, or None where a picture shows nothing: too many leaves, or a node without rows."""
    if tree is None or len(leaves(tree)) > MOST_LEAVES:
        return None
    summaries = (node.summary for node, _ in preorder(tree))
    if not all(summary.weight or isinstance(summary, ClassCounts) for summary in summaries):
        return None
    return tree_document(tree)


# --- no answer --------------------------------------------------------------------------------------------------


Failure: TypeAlias = Literal["error", "crash", "hang", "malformed", "flood"]

ADAPTERS: Final = "dtrees.peers."
PROGRAMMING: Final = (AttributeError, ImportError, LookupError, NameError, TypeError, ValueError)
"""The errors that a line of Python raises where it presumes what is not true."""

WIDTH: Final = 160
"""The length to which longer lines of a peer are cut where they are shown."""


class NoAnswer(DtreesError):  # noqa: N818 (nobody erred here: the other side did)
    """Raised where an implementation gave no answer; *message* says what happened instead, *seen* quotes its output.

    kind  an ``error`` that it reports itself; or, leaving the program dead or its output out of step, a ``crash``, a
          ``hang``, ``malformed`` output, or a ``flood`` of output
    """

    def __init__(self, *, kind: Failure, message: str, seen: str = "") -> None:
        self.kind = kind
        super().__init__(": ".join(map(shortened, filter(None, (message, seen)))))


class AdapterFailed(DtreesError, RuntimeError):  # noqa: N818 (the adapter did, not the program)
    """Raised where our own adapter of a program failed, so that nothing is known of the program."""


def adapter_failure(error: BaseException) -> AdapterFailed | None:
    """Return an `AdapterFailed` if *error* is a built-in exception raised by a line of `dtrees.peers`; else None.

    >>> adapter_failure(KeyError("raised elsewhere")) is None
    True
    """
    place = error.__traceback__
    while place and place.tb_next and place.tb_next.tb_frame.f_code.co_name != "__getattr__":  # a name is misspelt here
        place = place.tb_next
    module = str(place.tb_frame.f_globals.get("__name__")) if place else ""
    if not module.startswith(ADAPTERS) or not isinstance(error, PROGRAMMING) or type(error).__module__ != "builtins":
        return None
    return AdapterFailed(f"the adapter failed, in {module}: {shortened(f'{type(error).__name__}: {error}')}")


def shortened(text: str) -> str:
    """Return *text* as one line, cut to `WIDTH` characters."""
    line = " ".join(text.split())
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 3]}..."
