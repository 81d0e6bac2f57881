"""Probes of growing: how numbers are read, where thresholds lie, and which questions are asked.

Each grows trees from small decisive data sets, and returns the fields of `Conventions` that it found.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import attrs

import dtrees as dt
from dtrees.errors import Unsupported
from dtrees.growing.candidates import Questions
from dtrees.laws.definitions import parts_of
from dtrees.oracle.conventions import EXACT
from dtrees.oracle.documents import row_of, tree_of
from dtrees.oracle.judge.granted import granted
from dtrees.oracle.laws.adapt import Growing
from dtrees.oracle.laws.probed import Inference, ProbedImplementation, Unexplained
from dtrees.oracle.leaves import any_tree_behind, shows_rows
from dtrees.oracle.nodes import question_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dtrees.trees.questions import Question

NEIGHBOURS: Final = ((1.0, 4.0), (0.0, 10.0), (-3.0, 5.0))
"""Values between which a cut may lie at the midpoint, at either of them, or elsewhere."""

PLACES: Final = {"midpoint": "midpoint", "observed": "low", "training": "training"}
"""Where each style of a learner puts its thresholds."""

FLOAT32_STEP: Final = 13
"""The float32 after 1024 is 1024 + 2^-13."""

TINY: Final = {"exact": 2.0**-1000, "float32": 2.0**-120}
"""Numbers near 0 that are not denormal."""

SIMPLE: Final = ((2.0, 2 + 2.0**-21), (998.2, 998.4), (9.0, 10.0), (-2.0, -1.0))
"""Neighbours that any way to read numbers separates, but not a float of few bits, nor the order of texts."""

SIZES: Final = {
    math.inf: ((9e307, 1.7e308), (-1.7e308, -9e307), (5e-324, 2e-323)),
    **{size: ((size / 2, size), (-size, -size / 2), (1 / size, 2 / size)) for size in (1e300, 1e150, 1e100, 1e30)},
}
"""Limits that magnitudes may have, each with neighbours as large or as small as it allows."""

AGAIN: Final = 8
"""The number of times that each tie is put, so that chance hardly ever settles all alike."""


# --- numbers ----------------------------------------------------------------------------------------------------


def two_values(low: float, high: float) -> dt.Dataset:
    """Return data that make a learner put a threshold between *low* and *high*; a leaf of all has no tie."""
    return dt.classification_data({"x": [low, low, high]}, list("aab"))


def reading(probed: ProbedImplementation) -> Inference:
    """Find which neighbouring numbers the implementation can separate by a threshold."""
    if not probed.supported.numbers:
        message = "it takes no numbers"
        raise Unsupported(message)

    def parted(low: float, high: float) -> bool:
        return low < high and probed.root(two_values(low, high)) is not None  # what is equal in float64 is not asked

    if not parted(0, 1):
        message = "x = 0 for a, x = 1 for b is a leaf"
        raise Unexplained(message)
    steps = [next((k for k in range(52, 0, -1) if parted(low, low + 2.0**-k)), 0) for low in (1.0, 1024.0)]
    precision: Any = "float32" if steps[1] == FLOAT32_STEP < steps[0] else "exact"
    low, high = 0.0, 0.0 if parted(0, TINY[precision]) else 1.0
    while high - low > high / 2**30:
        low, high = (low, (low + high) / 2) if parted(0, (low + high) / 2) else ((low + high) / 2, high)
    gap = float(f"{low:.6g}")
    read = attrs.evolve(probed.conventions, precision=precision, smallest_gap=gap)
    for below, above in ((1.0, 1.0 + gap), (1.0, 1.0 + 3 * gap), (0.0, 0.9 * gap), (0.0, 1.1 * gap), *SIMPLE):
        if below < above and parted(below, above) != bool(read.parts(below, above)):
            message = (
                f"{precision} with a smallest gap of {gap:g} does not explain whether {below!r}, {above!r} are parted"
            )
            raise Unexplained(message)
    return {"precision": precision, "smallest_gap": gap}


def largest(probed: ProbedImplementation) -> Inference:
    """Find the largest magnitude at which the program still puts a threshold between two distinct values."""
    if not probed.supported.numbers:
        message = "it takes no numbers"
        raise Unsupported(message)

    def right(low: float, high: float) -> bool:
        data = two_values(low, high)
        if not probed.conventions.reads(data):
            return True  # its precision or its smallest gap says why
        try:
            return bool(low <= probed.root(data).threshold <= high)
        except Unsupported:
            raise
        except Exception:  # noqa: BLE001 (a leaf has no threshold, and a peer may raise anything)
            return False

    for size, pairs in SIZES.items():
        if all(right(low, high) for low, high in pairs):
            return {"largest": size}
    return {}


def cut(probed: ProbedImplementation) -> Inference:
    """Find where a threshold lies between two values, and to which child a value equal to it goes."""
    if not probed.supported.numbers or shows_rows(probed.grown(two_values(0, 1), probed.learner())):
        message = "it shows no thresholds"
        raise Unsupported(message)
    styles = [style for style in PLACES if style in probed.supported.numbers][:2]  # who errs by a third takes it too
    places = {style: _place(probed, style) for style in styles}
    if not places:
        message = "it asks no thresholds"
        raise Unsupported(message)
    found = set(places.values())
    where = "between" if len(found) > 1 else places[styles[0]]
    if len(places) > 1 and all(PLACES[style] == place for style, place in places.items()):
        where = "asked"
    return {
        "cut": "observed" if where in {"low", "high"} else where,
        "comparison": "<" if "high" in found else _comparison(probed),
    }


def _place(probed: ProbedImplementation, style: Any) -> str:
    """Return where cuts lie between all of the `NEIGHBOURS`: at the midpoint, the low or the high one, or between.

    Those at the low one of two rows may be ``training`` values elsewhere.
    """
    found = set()
    for low, high in NEIGHBOURS:
        question = probed.root(two_values(low, high), probed.learner(questions=Questions(style, "equals")))
        place = question.threshold
        if not low <= place <= high:
            message = f"a cut at {place} between {low} and {high}"
            raise Unexplained(message)
        found.add({(low + high) / 2: "midpoint", low: "low", high: "high"}.get(place, "between"))
    if found != {"low"}:
        return found.pop() if len(found) == 1 else "between"
    below = {_place_below(probed, style, low, high) for low, high in NEIGHBOURS}
    return below.pop() if len(below) == 1 else "between"


def _place_below(probed: ProbedImplementation, style: Any, low: float, high: float) -> str:
    """Return where the cut between *low* and *high* lies at a node below rows of low + 1: C4.5's is at such a value."""
    columns = {"x": [low] * 2 + [high] * 3 + [low, low + 1, high] * 3, "z": [0] * 5 + [1] * 9}
    data = probed.taken(dt.classification_data(columns, list("aabbb" + "a" * 9)))
    tree = tree_of(probed.tree(data, probed.learner(questions=Questions(style, "equals"))), data, EXACT)
    questions: list[Any] = [branch.question for branch in dt.branches(tree)[1:]]
    cuts = {asked.threshold for asked in questions if asked.feature == "x"}
    return {frozenset({low}): "low", frozenset({low + 1}): "training"}.get(frozenset(cuts), "between")


def _comparison(probed: ProbedImplementation) -> str:
    """Return the side of a value on the cut: from a midpoint that rounds to a value, else from predictions that agree.

    Two rows of either order of the classes: one that always says the same decides nothing.
    """
    step = 2.0**-23 if probed.conventions.coarsest == "float32" else 2.0**-52
    for low, high in ((1.0, 1 + step), (1 + step, 1 + 2 * step)):
        question = probed.root(two_values(low, high))
        if question is not None and question.threshold in {low, high}:
            return "<=" if question.threshold == low else "<"
    sides = {_side_of_the_cut(probed, classes) for classes in ("ab", "ba")} if "predict" in probed.offered else set()
    return "<" if sides == {"high"} else "<="


def _side_of_the_cut(probed: ProbedImplementation, classes: str) -> str:
    """Return the side whose class is predicted for a value on the cut."""
    data = dt.classification_data({"x": [1.0, 4.0]}, list(classes), classes=["a", "b"])
    tree = probed.grown(data, probed.learner())
    cut = question_of(tree, EXACT).threshold  # type: ignore[union-attr]
    said = next(iter(probed.peer.call("predict", tree, probed.row(x=cut))))
    return "low" if said in {classes[0], "ab".index(classes[0])} else "high"


# --- the choice -------------------------------------------------------------------------------------------------


def tied_tables() -> list[dt.Dataset]:
    """Return small data of which several questions are equally good."""
    twins = [[0, 1]] * 3
    return [
        dt.classification_data({f"x{place}": column for place, column in enumerate(twins)}, ["a", "b"]),
        dt.classification_data({"x": [0, 1, 2]}, ["a", "b", "a"]),
        dt.classification_data({"x": [0, 1, 2, 3], "y": [0, 1, 0, 1]}, ["a", "b", "a", "b"]),
        dt.classification_data({"x": [0, 1, 2, 3, 4]}, ["a", "b", "b", "b", "a"]),
        dt.classification_data(
            {f"x{a}": [int(row != a) for row in range(17)] for a in range(8)}, ["a"] * 8 + ["b"] * 9
        ),
        dt.classification_data({"x": [2, 1, 0]}, ["a", "b", "a"]),
        dt.classification_data({"x": list("rqp")}, ["a", "b", "c"]),
    ]


def ties(probed: ProbedImplementation) -> Inference:
    """Find which of several equally good questions is asked, and whether it is the same one each time."""
    learner, found = probed.deciding(), []
    for data in map(probed.asked, tied_tables()):
        optimal = [split.question for split in dt.admissible_splits(data, learner)]
        found.append({_place_among_ties(probed, data, learner, optimal) for _ in range(AGAIN)})
    places = frozenset(place for some in found for place in some if place is not None)
    return {
        "ties": {frozenset({0}): "canonical", frozenset({-1}): "last"}.get(places, "any"),
        "repeats": "any" if any(len(some) > 1 for some in found) else "same",
    }


def _place_among_ties(
    probed: ProbedImplementation, data: dt.Dataset, learner: dt.Learner, best: list[Question]
) -> int | None:
    """Return 0 if the canonical best question is asked, -1 if the last, 1 if another; None if there is only one."""
    optimal = [(question.feature, parts_of(data, question)) for question in best]
    question = question_of(probed.tree(data, learner), probed.conventions)
    asked = question and (question.feature, parts_of(data, question))
    if asked in optimal:
        place = optimal.index(asked)
        return None if len(optimal) == 1 else -1 if place == len(optimal) - 1 else min(place, 1)
    may = granted(data, 0, learner, probed.conventions)
    if asked is None and may.leaf:
        return None
    if asked not in [(split.question.feature, parts_of(data, split.question)) for split in may.splits]:
        did = f"it asks {question}, which is none of" if question else "early leaf: it asks none of"
        message = f"{did} the optimal questions {optimal}"
        raise Unexplained(message)
    return 1


def zero_gain(probed: ProbedImplementation) -> Inference:
    """Find whether a question without gain is asked, on the exclusive or of two features."""
    data = dt.classification_data({"x": [0, 0, 1, 1], "y": [0, 1, 0, 1]}, ["a", "b", "b", "a"])
    if probed.root(data) is None:
        return {"zero_gain": "stop"}
    stopping = probed.learner(stopping=dt.Stopping(zero_gain="stop"))
    obeys = stopping.stopping.zero_gain == "stop" and probed.root(data, stopping) is None
    return {"zero_gain": "asked" if obeys else "split"}


def response_zero_gain(probed: ProbedImplementation) -> Inference:
    """Find whether a question without gain is asked for responses as it is for classes."""
    data = dt.regression_data({"x": [0, 0, 1, 1], "y": [0, 1, 0, 1]}, [0, 1, 1, 0])
    learner = probed.learner()
    usual = attrs.evolve(learner, impurity=None)
    opened = probed.root(data, learner if learner.impurity in {None, dt.squared_error} else usual) is not None
    if opened == (probed.conventions.zero_gain != "stop"):
        return {"response_zero_gain": "same"}
    return {"response_zero_gain": "split" if opened else "stop"}


def categories(probed: ProbedImplementation) -> Inference:
    """Find which kind of question is asked where two of four categories form one class."""
    data = dt.classification_data({"x": list("pqrs")}, ["a", "b", "a", "b"])
    styles = probed.supported.categories
    got = {style: _style(probed.root(data, probed.learner(questions=Questions("midpoint", style)))) for style in styles}
    wording = {"wording": "canonical" if all(map(probed.words_canonically, styles)) else "any"}
    if all(style == kind for style, kind in got.items()):
        return {"categories": "asked", **wording}
    if len(set(got.values())) > 1:
        message = f"asked for questions of these kinds, it asks {got}"
        raise Unexplained(message)
    return {"categories": next(iter(got.values())), **wording}


def _style(question: Any) -> str:
    match question:
        case dt.EachCategory():
            return "each"
        case dt.OneOf(_, some) if len(some) == 2:  # noqa: PLR2004 (two and two)
            return "subset"
        case dt.Equals() | dt.OneOf():
            return "equals"
        case _:
            message = f"it asks {question}"
            raise Unexplained(message)


def gate(probed: ProbedImplementation) -> Inference:
    """Find whether a constant column counts in the average gain that a feature must reach, if there is a gate."""
    gates = [gate for gate in probed.supported.gates if gate != "none"]
    if not gates:
        return {"gate": "parting"}
    columns = {"x": list("pppqqq"), "y": list("qpqqqq"), "k": list("qqqqqq")}  # of two values, so that any style asks
    data = probed.supported.data(dt.classification_data(columns, list("aabbbb")))
    learner = probed.learner(impurity=dt.entropy, score="gain_ratio", gate=gates[0])
    probed.supported.require(data, learner)
    answer = Growing(probed.peer).answered(data, learner)
    tree = any_tree_behind(answer, data, learner) if shows_rows(answer) else answer
    question: Any = question_of(tree, EXACT)
    return {"gate": {"x": "parting", "y": "all"}[question.feature]}


ONE_COUNT: Final = dt.regression_data({"x": [1, 2]}, dt.KeptResponses("rate", [0, 1]))
"""Counts of which each question gives a child of rate 0."""


def rates(probed: ProbedImplementation) -> Inference:
    """Find whether a child may be of rate 0, if there are rates."""
    if "rate" not in probed.supported.kept:
        return {"rates": "any"}
    return {"rates": "any" if probed.root(ONE_COUNT) else "positive"}


def min_leaf(probed: ProbedImplementation) -> Inference:
    """Find whether a node is a leaf where the best question leaves a child less than min_leaf, and another does not."""
    learner = probed.learner(stopping=dt.Stopping(min_leaf=6 if probed.is_above else 3))  # where rows are doubled
    if "min_leaf" not in probed.supported.limits or "midpoint" not in probed.supported.numbers:
        return {"min_leaf": "before"}
    columns = {"x": [0, 0, 1, 1, 1, 1, 1, 1, 1], "y": [1, 1, 0, 0, 0, 1, 1, 1, 1]}  # x gains more, by any impurity
    data = dt.classification_data(columns, list("aaaabbbbb"))
    return {"min_leaf": "before" if probed.root(data, learner) else "after"}


RATIOS: Final[dict[str, tuple[list[Any], str]]] = {
    "numbers": ([1, 2, 3, 4, 5], "aabab"), "equals": (list("srpps"), "aabbb"), "subset": (list("qppqs"), "baaab"),
}  # fmt: skip
"""Columns with classes for which the cut of the largest gain is not that of the largest gain ratio."""


GATED: Final = ({"x": [3, 3, 3, 4, 5, 4, 1, 2], "y": [2, 2, 2, 2, 1, 1, 2, 2]}, "aabbbbab")
"""Columns with classes for which each way to find the largest ratio past a gate asks another question."""


def ratio(probed: ProbedImplementation) -> Inference:
    """Find whether the largest ratio is that of any cut, or of each feature's best cut, by gain or by ratio.

    Where no gate takes its gain, the cut of the largest ratio is that of any cut.
    """
    if "gain_ratio" not in probed.supported.scores:
        return {"ratio": "best_cut"}
    styles = [*(["numbers"] if {*probed.supported.numbers} - {"each"} else []), *probed.supported.categories]
    style: Any = next((style for style in styles if style in {"numbers", "equals", "subset"}), None)
    if style is None:
        return {"ratio": "best_cut"}  # a feature has one question
    gates = [gate for gate in probed.supported.gates if gate != "none"]
    column, classes = RATIOS[style]
    found = _readings(probed, style, {"x": column}, classes)
    if "any_cut" in found and gates and style == "numbers":
        gated = _readings(probed, style, *GATED, gate=gates[0])
        found = [name for name in found if name in gated]
    return {"ratio": found[0] if len(found) == 1 or not gates else "either"}


def _readings(
    probed: ProbedImplementation, style: Any, columns: dict[str, list[Any]], classes: str, **gate: Any
) -> list[Any]:
    """Return each way to find the largest ratio that explains what is asked of such data; raises where none does."""
    data = probed.asked(dt.classification_data(columns, list(classes)))
    learner = probed.learner(
        impurity=dt.entropy,
        score="gain_ratio",
        questions=Questions("midpoint", "equals" if style == "numbers" else style),
        stopping=probed.deciding().stopping,
        **gate,
    )
    question = question_of(probed.tree(data, learner), probed.conventions)
    asked = question and (question.feature, parts_of(data, question))
    found = []
    for name in ("best_cut", "any_cut", "best_ratio"):
        may = granted(data, 0, learner, attrs.evolve(EXACT, ratio=name)).splits
        if asked in [(one.question.feature, parts_of(data, one.question)) for one in may]:
            found.append(name)
    if not found:
        message = f"asked for the largest gain ratio, it asks {question}"
        raise Unexplained(message)
    return found


def arithmetic(probed: ProbedImplementation) -> Inference:
    """Find whether the peer computes in floats: it states some, or confuses gains that differ by less than rounding."""
    if any(isinstance(answer, float) for answer in _numbers(probed)):
        return {"arithmetic": "float64"}
    if "grow" not in probed.offered:
        return {"arithmetic": "exact"}
    right = all(getattr(probed.root(data), "feature", None) == best for data, best in _near_ties(probed.learner()))
    return {"arithmetic": "exact" if right else "float64"}


def _numbers(probed: ProbedImplementation) -> Iterator[Any]:
    """Yield a number of each kind that the peer states."""
    data = dt.classification_data({"x": [0, 1, 1]}, ["a", "b", "b"])
    if "gini" in probed.offered:
        yield probed.peer.call("gini", dt.summarize(data))
    if "pruning_sequence" in probed.offered:
        rows = probed.peer.call("pruning_sequence", probed.tree_for("pruning_sequence", data))
        yield from (row_of(row).alpha for row in rows)
    if "alpha_of" in probed.offered:
        yield probed.peer.call("alpha_of", probed.tree_for("alpha_of", data))
    for name in sorted({"importances", "impurity_decreases"} & probed.offered):
        yield from probed.peer.call(name, probed.tree_for(name, data), ["x"]).values()


def _near_ties(learner: dt.Learner) -> Iterator[tuple[dt.Dataset, str]]:
    """Yield data with the column that gains more by about one part in 2^52."""
    large = 2.0**52
    for weights in ([large, large + 1, 1, 1], [large + 1, large, 1, 1], [large - 1, large, 3, 3]):
        columns = {"x": [0, 1, 1, 1], "y": [1, 0, 1, 1]}
        for names in (("x", "y"), ("y", "x")):
            data = dt.classification_data(
                {name: columns[name] for name in names}, ["a", "a", "b", "b"], weights=weights
            )
            best = dt.admissible_splits(data, learner)
            if len(best) == 1:
                yield data, best[0].question.feature
