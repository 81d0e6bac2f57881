"""The adapter for LightGBM: one tree without regularisation, with a bin for each value.

Rows with x <= cut go left; the cut is the float after the midpoint, or 1e-35 beside 0.  Three trees by default options
are judged too.  Not judged: other objectives, and predictions.
"""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

import attrs
import lightgbm
import numpy as np
import pandas as pd

import dtrees as dt
from dtrees.growing.best_split import optimal_among, scored_splits
from dtrees.oracle.boosted import Boosted
from dtrees.oracle.cases import Case
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.examination import Examination
from dtrees.oracle.examine import verdicts
from dtrees.oracle.finding import Finding, NoAnswer
from dtrees.oracle.laws.supported import Supported
from dtrees.oracle.rounding import rounding_of_squares
from dtrees.peers.shared.booster_data import (
    ROUNDS,
    TIMES,
    as_numbers,
    binned,
    boostable,
    categorical,
    inputs,
    repeated,
)
from dtrees.peers.shared.boosters import NOT_ASKED, Node, OneTree, lost, mean_of, question_at
from dtrees.peers.shared.peer import ORDERED, mean_regret
from dtrees.trees.split import answers_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from dtrees.trees.questions import Question

OPTIONS: Final[dict[str, Any]] = {
    "objective": "regression", "boost_from_average": False, "learning_rate": 1, "min_data_in_leaf": 1, "lambda_l1": 0,
    "lambda_l2": 0, "min_gain_to_split": 0, "max_bin": 100_000, "min_data_in_bin": 1, "feature_pre_filter": False,
    "enable_bundle": False, "max_cat_to_onehot": 1, "max_cat_threshold": 100_000, "cat_smooth": 1e-12, "cat_l2": 0,
    "min_data_per_group": 1, "deterministic": True, "force_col_wise": True, "num_threads": 1, "verbosity": -1,
}  # fmt: skip
"""The options of one unregularised tree with a bin for each value; num_leaves is the number of rows, at least 2."""

DEFAULTS: Final[dict[str, Any]] = {
    "learning_rate": 0.1, "min_data_in_leaf": 20, "lambda_l2": 0, "lambda_l1": 0, "min_gain_to_split": 0,
    "max_delta_step": 0, "num_leaves": 31,
}  # fmt: skip
"""The defaults that later trees depend on, too: at most 255 bins a column, bundles of columns, a start at the mean."""

NEAR: Final = "convention: neighbours in one bin"
"""Why no threshold lies between neighbours a few floats apart."""

ONE_BIN: Final = "defect: values up to 1e-35, or whose sum overflows, share a bin"
NOT_TRIED: Final = "defect: a column that gained nothing above is not tried"
HALF: Final = "defect: no more than half of the categories are parted from the others and missing values"
TINY: Final = "defect: values up to 1e-35 count as 0"
LEAST: Final = "defect: below the root a child of exactly the least weight is refused"

ZERO: Final = float(np.float32(1e-35))
"""LightGBM's kZeroThreshold: values up to it count as 0."""


class LightGBM(OneTree):
    """LightGBM's first tree with `OPTIONS`, some changed; cuts lie between neighbours among all training rows."""

    conventions: Final = Conventions(
        response_precision="float32", stated_precision="float32", cut="between", arithmetic="float64", ties="any",
        wording="any", zero_gain="stop", direction="any",
    )  # fmt: skip
    passed_over: Final = (ONE_BIN, TINY)
    supported: ClassVar[Supported] = attrs.evolve(OneTree.supported, ordered=True)

    def nodes(self, data: dt.Dataset, rule: dt.Stopping) -> list[Node]:
        """Return the nodes of the tree that LightGBM grows on *data* with the limits of *rule*, the root first."""
        target: Any = data.target
        limits = {"max_depth": rule.max_depth or -1, "min_sum_hessian_in_leaf": float(rule.min_leaf)}
        whole = {"use_missing": data.holds_missing, "num_leaves": max(2, len(data))}
        options = {**OPTIONS, **limits, **whole, **self.options}
        try:
            training = lightgbm.Dataset(
                _table(data), target.values, weight=data.weights, params=options, categorical_feature=categorical(data)
            )
            booster = lightgbm.train(options, training, 1)
        except lightgbm.basic.LightGBMError as failure:
            message = str(failure).partition(" at /")[0]  # without the place in its source
            raise NoAnswer(kind="error", message=message) from failure
        return _nodes_of(booster.dump_model()["tree_info"][0])

    def boost(self, data: dt.Dataset, rounds: int = ROUNDS, weights: Any = None, **changed: Any) -> Boosted:
        """Return the trees that LightGBM boosts by its default options, or with some *changed*.

        Rows weigh 1, unless there are many, and *weights* are given.  The first tree states its values with the start
        added, which is the mean of the float32 responses.
        """
        data, options = boostable(data, TIMES), {**DEFAULTS, **changed}
        asked = {"objective": "regression", "num_threads": 1, "verbosity": -1, "deterministic": True, **changed}
        often: Any = repeated(data)
        training = lightgbm.Dataset(inputs(often), often.target.values, weight=weights, params=asked)
        grown = lightgbm.train(asked, training, rounds).dump_model()["tree_info"]
        bins = _bins_of(training)[np.cumsum(data.weights).astype(int) - 1]  # each row's last
        data = data if weights is None else attrs.evolve(data, weights=weights)
        start = float(dt.summarize(self.conventions.seen(data)).mean)  # type: ignore[union-attr]  # of numbers
        trees = [_nodes_of(tree) for tree in grown]
        trees[0] = [attrs.evolve(node, value=cast("float", node.value) - start) for node in trees[0]]
        learner = dt.regularised_cart(
            reg_lambda=options["lambda_l2"], reg_alpha=options["lambda_l1"], gamma=options["min_gain_to_split"],
            max_delta_step=options["max_delta_step"], min_leaf=options["min_data_in_leaf"], missing="either_side",
        )  # fmt: skip
        return Boosted(
            trees=tuple(self.document(data, tree) for tree in trees), data=binned(data, bins),
            learner=learner, start=start, rate=options["learning_rate"], max_leaf_nodes=options["num_leaves"],
        )  # fmt: skip

    @staticmethod
    def explain(finding: Finding, around: Examination) -> str:
        """Return the convention or the defect that explains a deviation, or ``unexplained``."""
        weighted = len(set(around.data.weights.tolist())) > 1
        if finding.path is None:
            return "defect: weights are not repeated rows" if weighted else "unexplained"
        way = [as_numbers(around.rows[finding.path[:steps]]) for steps in range(len(finding.path) + 1)]
        if finding.kind == "value":
            tiny = np.abs(way[-1].target.values).max() <= ZERO  # type: ignore[union-attr]  # numbers
            return TINY if tiny else "unexplained"
        learner = attrs.evolve(around.case.learner, impurity=dt.squared_error)
        asked = question_at(finding.path, around)
        return (
            _why_chosen(asked, way, learner, weighted=weighted, regret=mean_regret(finding, around.data))
            if len(way[-1])
            else "unexplained"
        )


def _table(data: dt.Dataset) -> Any:
    """Return the columns as numbers; ordered categories in a frame, as pandas has them."""
    ordered = [one for one in data.features if isinstance(one, dt.Ordinal)]
    if not ordered:
        return inputs(data)
    frame = pd.DataFrame(inputs(data), columns=[f"column {place}" for place in range(len(data.features))])
    for one in ordered:
        kind = pd.CategoricalDtype(list(one.categories), ordered=True)
        place = data.feature_names.index(one.name)
        frame[f"column {place}"] = pd.Series(pd.Categorical.from_codes(one.codes, dtype=kind))
    return frame


def _bins_of(training: lightgbm.Dataset) -> np.ndarray:
    """Return the number of the bin of each value, of a row and a column, as LightGBM's text of its data shows it."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "bins"
        training._dump_text(str(file))  # noqa: SLF001 (nothing else shows the bins)
        *_, rows = file.read_text(encoding="utf-8").partition("forced_bins:")
    lines = [line for line in rows.splitlines() if line.strip() and not line.startswith("feature")]
    codes = [[code.strip() for code in line.split(",") if code.strip()] for line in lines]
    return np.array([[-1 if code == "NA" else int(code) for code in row] for row in codes])


def _nodes_of(tree: Mapping[str, Any]) -> list[Node]:
    nodes: list[Node] = []
    waiting = [tree["tree_structure"]]
    for node in waiting:
        children = [node[side] for side in ("left_child", "right_child") if side in node]
        places = tuple(range(len(waiting), len(waiting) + len(children)))
        waiting += children
        nodes.append(_node(node, places))
    return nodes


def _node(node: Mapping[str, Any], children: tuple[int, ...]) -> Node:
    if not children:
        return Node(-1, 0.0, (), node["leaf_value"])
    if node["decision_type"] == "==":
        some = tuple(map(int, node["threshold"].split("||")))
        return Node(node["split_feature"], 0.0, children, node["internal_value"], 1, some)
    left = node["default_left"] if node["missing_type"] == "NaN" else node["threshold"] >= 0  # read as 0
    return Node(node["split_feature"], node["threshold"], children, node["internal_value"], int(not left))


def _why_chosen(  # noqa: PLR0911 (a cause each)
    asked: Question | None, way: Sequence[dt.Dataset], learner: dt.Learner, *, weighted: bool, regret: Fraction
) -> str:
    """Return why LightGBM asks *asked* (None: makes a leaf) of the last rows of the *way* from the root."""
    rows = way[-1]
    candidates: Any = scored_splits(rows, learner)
    apart = [split for split in candidates if are_apart(split.question, rows)]
    if _chooses(asked, apart, rows, learner):
        near = all(are_near(split.question, rows) for split in candidates if split not in apart)
        return NEAR if near else ONE_BIN
    tried = [split for split in apart if _gained(split.question.feature, way[:-1], learner)]
    if _chooses(asked, tried, rows, learner):
        return NOT_TRIED
    heavier = [split for split in tried if min(part.weight for part in split.parts) > learner.stopping.min_leaf]
    if way[1:] and _chooses(asked, heavier, rows, learner):
        return LEAST
    if weighted and _is_right(_repeated(rows), learner):
        return "defect: weights are not repeated rows"
    if regret <= rounding_of_squares(rows):
        return "defect: gains not centred"
    gaps = any(rows.features[place].missing.any() for place in categorical(rows))
    for why, most in ((NOT_ASKED if gaps else ORDERED, 1), (HALF, 2)):
        short = lost(asked, rows, learner, partial(_subsets, way[0], most=most), tried)
        if categorical(rows) and short <= rounding_of_squares(rows):
            return why
    same = [split.gain for split in candidates if asked and _parts(split.question, rows) == _parts(asked, rows)]
    for why, left in ((ONE_BIN, apart), (NOT_TRIED, tried)):
        if max((split.gain for split in left), default=0) <= max(same, default=0) + rounding_of_squares(rows):
            return why  # which is best by the last bits of what is left
    return "unexplained"


def _subsets(training: dt.Dataset, column: dt.Categorical, rows: dt.Dataset, *, most: int) -> list[list[int]]:
    """Return the codes of the first and the last few categories in the order of their means, an *most*-th at most.

    Of equal means the category that has more rows of all the *training* data is the first.
    """
    known: Any = training.feature(column.name)

    def rank(code: int) -> tuple[Fraction, int, int]:
        inside = column.codes == code
        return -mean_of(rows, inside, OPTIONS["cat_smooth"]), -int((known.codes == code).sum()), code

    present = sorted({*column.codes.tolist()} - {-1}, key=rank)
    sizes = range(1, min(len(present) - 1, -(-len(present) // most)) + 1)
    return [run for size in sizes for run in (present[:size], present[-size:])]


def _chooses(
    asked: Question | None, candidates: Sequence[dt.ScoredSplit], rows: dt.Dataset, learner: dt.Learner
) -> bool:
    """Return whether *asked*, or a leaf, is the right answer to the *candidates*."""
    best = {_parts(split.question, rows) for split in optimal_among(candidates, learner)}
    return _parts(asked, rows) in best if asked else not best


def _parts(question: Any, rows: dt.Dataset) -> tuple[str, tuple[bool, ...]]:
    answers = np.array(answers_of(question, rows.features))
    return question.feature, tuple((answers == answers[0]).tolist())  # whichever child is the first


def _gained(name: str, above: Sequence[dt.Dataset], learner: dt.Learner) -> bool:
    """Return whether the column of this *name* gained something, beyond rounding, at each node *above*."""
    return all(
        any(
            split.gain > rounding_of_squares(rows)
            for split in scored_splits(rows, learner)
            if split.question.feature == name and are_apart(split.question, rows)
        )
        for rows in above
    )


def _repeated(rows: dt.Dataset) -> dt.Dataset:
    """Return the data with each row as often as it weighs, by weights rounded up."""
    repeated = rows.take(np.repeat(np.arange(len(rows)), np.ceil(rows.weights).astype(int)))
    return attrs.evolve(repeated, weights=np.ones(len(repeated)))


def _is_right(data: dt.Dataset, learner: dt.Learner) -> bool:
    """Return whether LightGBM asks the right question of *data*, or rightly none, or why it does not is known."""
    case = Case(name="repeated", data=data, learner=learner)
    found = verdicts(Examination(LightGBM(), case, LightGBM.conventions))
    return all(finding.path or finding.why != "unexplained" for verdict in found for finding in verdict.deviations)


def are_apart(question: Question, rows: dt.Dataset) -> bool:
    """Return whether the values beside the cut have two bins: not if too close, both nearly 0, or too large to add."""
    if isinstance(rows.feature(question.feature), dt.Categorical) or isinstance(question, dt.IsMissing):
        return True
    below, above = _neighbours(question, rows)
    return not are_near(question, rows) and max(abs(below), abs(above)) > ZERO and math.isfinite(below + above)


def are_near(question: Question, rows: dt.Dataset) -> bool:
    """Return whether the values beside the cut of *question* are so few floats apart that they share a bin."""
    if isinstance(rows.feature(question.feature), dt.Categorical) or isinstance(question, dt.IsMissing):
        return False
    below, above = _neighbours(question, rows)
    middle = (below + above) / 2
    return math.isfinite(middle) and above <= math.nextafter(middle, math.inf)


def _neighbours(question: Any, rows: dt.Dataset) -> tuple[float, float]:
    feature: Any = rows.feature(question.feature)
    values = feature.values[~feature.missing]  # noqa: PD011 (of a feature, not a frame)
    inside = values <= getattr(question, "question", question).threshold
    return float(values[inside].max()), float(values[~inside].min())
