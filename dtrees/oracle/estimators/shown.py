"""Questions that find contradictions in an estimator's answers, such as predictions for the same rows in another order.

Each is one that any right estimator answers alike, whatever it chooses; methods that it lacks are not called.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dtrees.laws.law import text_of
from dtrees.oracle.estimators.frames import takes_names, watched
from dtrees.oracle.estimators.printed import printed_by, told
from dtrees.oracle.finding import Finding
from dtrees.oracle.implementation import limited

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Make = Callable[..., Any]

FEW: Final = 20
"""An estimator is fitted again in other ways to at most so many rows."""

AGAIN, AFTER, LISTS, INTEGERS = "fit again", "fit after another fit", "lists", "whole numbers as integers"
OF_FITS: Final = (AGAIN, AFTER, LISTS, INTEGERS)
"""The questions about an estimator that is fitted anew."""

FITS: Final = 8
"""The number of fits to the same rows after which another answer is not put down to chance."""

TOLERANCE: Final = 1e-9
"""The difference up to which floats that sum a few terms are taken for equal."""


def contradictions(
    make: Make, fitted: Any, rows: Any, targets: Any, *, numbers: bool
) -> Iterator[tuple[str, Finding | None]]:
    """Yield each question put to *fitted*, made by *make* and fitted to these *rows*, with the finding or None.

    If another fit to the same rows predicts otherwise, that is the last finding: other fits would show nothing more.
    """
    said = _answer(fitted.predict, rows)
    for asked, expected, got in _questions(make, fitted, rows, targets, said, numbers=numbers):
        if _alike(expected, got):
            yield asked, None
            continue
        other = _otherwise(make, rows, targets, said) if asked in OF_FITS else None
        yield (asked, _differing(asked, expected, got)) if other is None else (AGAIN, _differing(AGAIN, said, other))
        if other is not None:
            return


def _otherwise(make: Make, rows: Any, targets: Any, said: Any) -> Any:
    """Return the first predictions after a few more fits to the same rows that differ from *said*, or None."""
    answers = (_answer(_fit(make(), rows, targets).predict, rows) for _ in range(FITS))
    return next((answer for answer in answers if not _alike(said, answer)), None)


def _differing(asked: str, expected: Any, got: Any) -> Finding:
    """Return the finding that the answers differ; of many rows it shows the first that does."""
    one, two = np.asarray(expected), np.asarray(got)
    if one.shape != two.shape or one.ndim != 1 or len(one) <= FEW:
        return Finding(kind=asked, expected=_text(one), got=_text(two))
    places = [place for place in range(len(one)) if not _alike(one[place], two[place])]
    of_row = f"{_text(one[places[0]])} for row {places[0]}"
    return Finding(kind=asked, expected=of_row, got=f"{_text(two[places[0]])}; {len(places)} of {len(one)} rows differ")


def _questions(
    make: Make, fitted: Any, rows: Any, targets: Any, said: Any, *, numbers: bool
) -> Iterator[tuple[str, Any, Any]]:
    """Yield the name of each question, the right answer, and the estimator's."""
    yield "predict again", said, _answer(fitted.predict, rows)
    if isinstance(rows, np.ndarray):
        yield "predict in another order", said[::-1], _answer(fitted.predict, rows[::-1].copy())
        if len(rows) <= FEW:
            yield (
                "predict one row",
                said,
                np.concatenate([_answer(fitted.predict, rows[[row]]) for row in range(len(rows))]),
            )
    yield from _of_leaves(fitted, rows, said)
    yield from _of_classes(fitted, rows, targets, said, numbers=numbers)
    if isinstance(rows, np.ndarray):
        text = str(_or("", lambda: printed_by(fitted)))
        printed = [told(text, row, one) for row, one in zip(rows.tolist(), said.tolist(), strict=True)]
        if set(printed) != {None}:
            got = [one if other is None else other for one, other in zip(said.tolist(), printed, strict=True)]
            yield "export_text", said, np.array(got)
    if hasattr(rows, "columns") and len(rows.columns) > 1:
        yield "columns in another order", said, _predicted_or(said, fitted, rows[[*rows.columns[::-1]]])
    if isinstance(rows, np.ndarray) and len(said) <= FEW and rows.shape[1] > 1:
        yield from _of_frames(make, rows, targets, said)
    if len(said) <= FEW:
        yield from _of_fits(make, rows, targets, said)
        has_path = hasattr(fitted, "cost_complexity_pruning_path") and hasattr(fitted, "apply")
        if has_path and _or(None, lambda: make(ccp_alpha=1.0)) is not None:
            yield from _of_pruning(make, rows, targets, fitted.cost_complexity_pruning_path(rows, targets))


def _of_leaves(fitted: Any, rows: Any, said: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield questions about leaves: rows of one leaf are predicted alike."""
    ends = _or(None, lambda: fitted.apply(rows)) if hasattr(fitted, "apply") else None
    if ends is not None and ends.ndim == 1:
        first = {end: place for place, end in reversed([*enumerate(ends.tolist())])}
        yield "apply", said[[first[end] for end in ends.tolist()]], said
        leaves = len(first)
        if hasattr(fitted, "get_n_leaves"):
            yield "get_n_leaves", leaves, int(fitted.get_n_leaves())
        if hasattr(fitted, "decision_path"):
            path = np.asarray(fitted.decision_path(rows).todense())
            yield "decision_path", np.ones(len(ends)), path[np.arange(len(ends)), ends]
            if hasattr(fitted, "get_depth"):
                yield "get_depth", int(path.sum(axis=1).max()) - 1, int(fitted.get_depth())


def _of_classes(fitted: Any, rows: Any, targets: Any, said: Any, *, numbers: bool) -> Iterator[tuple[str, Any, Any]]:
    """Yield questions about shares and the score."""
    if hasattr(fitted, "predict_proba") and not numbers:
        shares = np.asarray(_or([], lambda: fitted.predict_proba(rows)), dtype=float)
        if shares.ndim == 2 and len(shares) == len(said):  # noqa: PLR2004 (a table)
            yield "predict_proba", np.ones(len(shares)), shares.sum(axis=1)
            codes = said.astype(int)
            if codes.max() < shares.shape[1]:
                yield "predict the largest share", shares.max(axis=1), shares[np.arange(len(codes)), codes]
    if hasattr(fitted, "score") and len(set(np.asarray(targets).tolist())) > 1:
        centred = ((targets - np.mean(targets)) ** 2).sum()
        right = 1 - ((targets - said) ** 2).sum() / centred if numbers else np.mean(said == targets)
        yield "score", float(right), float(fitted.score(rows, targets))


def _of_fits(make: Make, rows: Any, targets: Any, said: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield questions about predictions after other fits: again, after other rows, to lists and to whole numbers."""
    yield AGAIN, said, _answer(_fit(make(), rows, targets).predict, rows)
    once = _fit(make(), rows[: max(len(targets) // 2, 1)], targets[: max(len(targets) // 2, 1)])
    yield AFTER, said, _answer(_fit(once, rows, targets).predict, rows)
    if isinstance(rows, np.ndarray):
        lists, target = rows.tolist(), np.asarray(targets).tolist()
        yield LISTS, said, _or(said, lambda: _answer(_fit(make(), lists, target).predict, lists))
        if np.all(rows % 1 == 0) and np.abs(rows).max() < 2**31:
            whole = rows.astype(np.int64)
            answered = _or(said, lambda: _answer(_fit(make(), whole, targets).predict, whole))
            yield INTEGERS, said, answered


def _of_pruning(make: Make, rows: Any, targets: Any, path: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield the question whether each alpha of the pruning path is g(t): how much the risk rises for a leaf less.

    alpha (|T_before| - |T_after|) = R(T_after) - R(T_before), whatever the unit of R
    """

    def leaves(alpha: float) -> int:
        return len({*_answer(_fit(make(ccp_alpha=alpha), rows, targets).apply, rows).tolist()})

    alphas, risks = (np.asarray(path[name], dtype=float) for name in ("ccp_alphas", "impurities"))
    ends = [place for place in range(len(alphas)) if not _alike(alphas[place], alphas[min(place + 1, len(alphas) - 1)])]
    ends = [*ends, len(alphas) - 1]  # rows of one alpha are one step
    between = [*((alphas[end] + alphas[end + 1]) / 2 for end in ends[:-1]), 2 * alphas[-1] + 1]
    left = np.array([*map(leaves, between)])
    yield "cost_complexity_pruning_path", np.diff(risks[ends]), alphas[ends[1:]] * -np.diff(left)
    yield "ccp_alpha above all", 1, left[-1]


def _of_frames(make: Make, rows: Any, targets: Any, said: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield the question about a frame with its columns in another order, if the estimator takes frames by name."""
    names = [f"column {place}" for place in range(rows.shape[1])]  # nobody calls them so by default
    frame = watched(dict(zip(names, rows.T.copy(), strict=True)))
    if frame is None:
        return
    try:
        fitted = _fit(make(), frame, targets)
        is_taken = _alike(said, _answer(fitted.predict, frame)) and takes_names(fitted, frame, names)
    except Exception:  # noqa: BLE001 (whatever it refuses a frame by)
        return
    if is_taken:
        yield "columns in another order", said, _predicted_or(said, fitted, frame[names[::-1]])


def of_defaults(make: Callable[..., Any], rows: Any, targets: Any) -> Finding | None:
    """Return the finding that an estimator made with *make*'s defaults fails; None if it works or lacks a default."""
    parameters = inspect.signature(make).parameters.values()
    open_ones = [p for p in parameters if p.default is p.empty and p.kind not in {p.VAR_KEYWORD, p.VAR_POSITIONAL}]
    if open_ones:
        return None
    try:
        with limited():
            _fit(make(), rows, targets).predict(rows)
    except Exception as error:  # noqa: BLE001 (whatever it raises is what it does)
        return Finding(kind="its own defaults", expected="an answer", got=text_of(error))
    return None


def _fit(estimator: Any, rows: Any, targets: Any) -> Any:
    estimator.fit(rows, targets)
    return estimator


def _answer(function: Callable[[Any], Any], rows: Any) -> Any:
    return np.asarray(function(rows)).reshape(-1)


def _or(otherwise: Any, ask: Callable[[], Any]) -> Any:
    """Return the answer of *ask*, or *otherwise* where the estimator refuses the question."""
    try:
        return np.asarray(ask())
    except Exception:  # noqa: BLE001 (whatever it refuses by)
        return otherwise


def _predicted_or(otherwise: Any, fitted: Any, rows: Any) -> Any:
    """Return the predictions of *fitted* for *rows*, or *otherwise* where it refuses them."""
    return _or(otherwise, lambda: _answer(fitted.predict, rows))


def _alike(expected: Any, got: Any) -> bool:
    one, two = np.asarray(expected), np.asarray(got)
    if one.shape != two.shape:
        return False
    if one.dtype.kind in "fiu" and two.dtype.kind in "fiu":
        return bool(np.all(np.abs(one - two) <= TOLERANCE * np.maximum(1, np.abs(one))))
    return bool(np.all(one == two))


def _text(value: Any) -> str:
    return str(np.asarray(value).tolist())
