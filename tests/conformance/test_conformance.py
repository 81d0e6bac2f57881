"""The oracle is tested itself: it blames nothing right, finds every planted bug, and says how to see it again."""

from __future__ import annotations

import math
import subprocess
import sys
from fractions import Fraction
from functools import cache
from types import SimpleNamespace
from typing import Any

import attrs
import numpy as np
import pytest
from conformance.third_party import Document, FloatCart
from conformance.variants import VARIANTS
from hypothesis import settings
from quality.plain.adapter import plain
from quality.planted import PLANTED

import dtrees as dt
from dtrees.laws import LAWS, SPECIFICATION, LawBroken
from dtrees.laws.plain import columns_of
from dtrees.oracle import system_of
from dtrees.oracle.conventions import EXACT, Conventions
from dtrees.oracle.judge.stated import judge_importances
from dtrees.oracle.laws import Conformance, LawResult, conformance, parametrize_with_laws

EXAMPLES = settings().max_examples // 10
OPTIONS = {f"dtrees.laws.{chapter}" for chapter in ("best_first", "boosting", "kept", "monotone", "outputs")}
"""The laws of what few programs offer."""
"""Five for the fixed profile, hundreds in a campaign."""


# --- soundness: what is right is not blamed ---------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_right_variant_is_blamed_by_no_law(name: str) -> None:
    implementation, conventions = VARIANTS[name]
    found = conformance(implementation, conventions=Conventions(**conventions), examples=EXAMPLES)
    assert found.named("holds")
    assert found.surprises == {}


@pytest.mark.parametrize("law", LAWS)
def test_right_floats_of_a_third_party_are_not_blamed(law: str) -> None:
    assert conformance(FloatCart(), laws=[law], examples=EXAMPLES).surprises == {}


def test_alphas_of_squares_that_are_not_centred_are_within_rounding() -> None:
    """A node's sums are all that a tree holds, so that the mean of its squares less the square of its mean is right."""
    data = dt.regression_data({"x": [1, 1, 2]}, [-1.25, -1.25, -1])
    system = system_of(plain(), law="own_trees_have_the_sequence_of_any")
    LAWS["own_trees_have_the_sequence_of_any"].function(system, data, dt.Learner())


def test_importances_of_a_tree_that_gains_nothing_are_what_rounding_leaves_in_floats_alone() -> None:
    data = dt.classification_data({"x": [0] * 6 + [1]}, list("nnnnnyn"))
    learner = dt.Learner(impurity=dt.misclassification)
    system = system_of(plain(), law="importances_sum_to_one")
    LAWS["importances_sum_to_one"].function(system, data, learner)
    tree, floats = dt.grow(data, learner), Conventions(arithmetic="float64")
    for grown, conventions, deviating in ((tree, floats, 0), (tree, EXACT, 1), (dt.prune_at(tree, ()), floats, 1)):
        found = judge_importances({"x": 1.0}, grown, data, dt.misclassification, conventions)
        assert found.deviating == deviating


def test_what_a_third_party_prunes_by_the_training_errors_is_read_by_its_shape() -> None:
    def shape(tree: dt.Tree) -> dict[str, Any]:
        return dt.fold(tree, lambda _: {}, lambda _, children: {"children": list(children)})

    right = SimpleNamespace(
        upper_limit=lambda errors, rows, *, confidence: float(dt.upper_limit(errors, rows, confidence=confidence)),
        pessimistic_prune=lambda tree: shape(dt.pessimistic_prune(tree)),
        minimum_error_prune=lambda tree, *, m: shape(dt.minimum_error_prune(tree, m=m)),
    )
    laws = [law.name for law in LAWS.values() if law.function.__module__ == "dtrees.laws.estimating"]
    found = conformance(right, laws=laws, examples=EXAMPLES)
    assert (len(found.named("holds")), found.named("broken")) == (4, ())


class CutsOrders(FloatCart):
    """The same, which takes the places of ordered categories for numbers."""

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Document:
        if learner.questions.categories == "each":
            message = "it has no child for each category"
            raise dt.Unsupported(message)
        features = [dt.Numeric(one.name, one.codes) if isinstance(one, dt.Ordinal) else one for one in data.features]
        return self.worded(super().grow(attrs.evolve(data, features=features), learner), data)

    def worded(self, node: Document, data: dt.Dataset) -> Document:
        if "children" not in node:
            return node
        node = {**node, "children": [self.worded(child, data) for child in node["children"]]}
        feature = data.feature(node["feature"])
        if isinstance(feature, dt.Ordinal):
            node["one_of"] = feature.categories[: int(node.pop("threshold")) + 1]
        return node

    def said(self, node: Document, row: dict[str, Any]) -> Any:
        while "one_of" in node:
            node = node["children"][0 if row[node["feature"]] in node["one_of"] else 1]
        return super().said(node, row) if "children" not in node else self.said(self.below(node, row), row)

    def below(self, node: Document, row: dict[str, Any]) -> Any:
        return node["children"][0 if row[node["feature"]] <= node["threshold"] else 1]


def test_right_floats_of_a_third_party_are_judged_by_more_than_half_of_the_laws_of_growing() -> None:
    """All of them hold, also of ordered categories, which it says that it does not know where it does not."""
    growing = [name for name, law in LAWS.items() if "grow" in law.uses and law.function.__module__ not in OPTIONS]
    held = {make: conformance(make(), laws=growing, examples=1).named("holds") for make in (FloatCart, CutsOrders)}
    assert len(held[CutsOrders]) > len(growing) / 2
    more = {"branches_cut_along_the_order_of_categories", "categories_may_be_renamed_in_order"}
    assert {*held[CutsOrders]} - {*held[FloatCart]} == more


class Tables(SimpleNamespace):
    """A peer that tells the rows of its cross-validation alone, in mappings."""

    def cross_validate(self, data: dt.Dataset, learner: dt.Learner, folds: Any, *, impurity: Any, scale: Any) -> Any:
        found = dt.cross_validate(data, learner, folds, impurity=impurity, scale=scale)
        return [
            {
                "alpha": row.alpha,
                "tree": row.tree,
                "error": row.error,
                "standard_error": math.sqrt(row.squared_standard_error),
            }
            for row in found.rows
        ]


def test_cross_validation_may_be_told_by_its_rows() -> None:
    laws = ["least_error_is_chosen", "one_standard_error_rule"]
    assert conformance(Tables(), conventions=EXACT, laws=laws, examples=EXAMPLES).named("holds") == tuple(laws)


# --- completeness: what is wrong is found -----------------------------------------------------------------------


def test_a_choice_that_is_not_optimal_is_blamed_in_any_order_of_the_columns() -> None:
    wrong = PLANTED["D02_last_candidate_wins"].system
    found = conformance(wrong, conventions=EXACT, laws=["column_order_settles_ties_alone"], examples=300, shrink=False)
    assert found.named("broken")


class ForgetsWeights(FloatCart):
    """The same in floats, but its children are not weighted."""

    def cuts(self, data: dt.Dataset, rows: Any, y: Any, w: Any, least: float) -> Any:
        for _, *cut in super().cuts(data, rows, y, w, least):
            yes = cut[-1]
            yield self.inside(y[yes], w[yes]) + self.inside(y[~yes], w[~yes]), *cut


class RoundsToSinglePrecision(FloatCart):
    """The same in floats, but the impurities are float32."""

    def inside(self, targets: Any, weights: Any) -> float:
        return float(np.float32(super().inside(targets, weights)))


class CutsAtTheLowerValue(FloatCart):
    """The same in floats, but it cuts where its conventions do not say."""

    def midpoint(self, low: float, high: float) -> float:
        return low


class PrunesByNodes(FloatCart):
    """The same in floats, but g(t) is divided by the leaves, not by the leaves less one."""

    def pruned(self, node: dt.Tree, alpha: float, impurity: Any, unit: float) -> Any:
        found, below, leaves = super().pruned(node, alpha * 1.5, impurity, unit)
        return found, below, leaves


WRONG_FLOATS = {
    ForgetsWeights: "branches_ask_optimal_questions",
    RoundsToSinglePrecision: "nodes_state_their_rows",
    CutsAtTheLowerValue: "branches_cut_where_they_are_said_to",
    PrunesByNodes: "smallest_minimiser",
}


@pytest.mark.parametrize(("wrong", "law"), WRONG_FLOATS.items(), ids=[wrong.__name__ for wrong in WRONG_FLOATS])
def test_wrong_floats_of_a_third_party_are_blamed(wrong: type[FloatCart], law: str) -> None:
    assert conformance(wrong(), laws=[law], examples=300, shrink=False).named("broken") == (law,)


class ParsesNothing(FloatCart):
    """The same in floats, but below each leaf it asks once more, what no row answers with no."""

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Document:
        return self.asked_once_more(super().grow(data, learner), data.feature_names[0])

    def asked_once_more(self, node: Document, name: str) -> Document:
        if "children" in node:
            return {**node, "children": [self.asked_once_more(child, name) for child in node["children"]]}
        return {"feature": name, "threshold": math.inf, "children": [node, {"weight": 0, "value": math.nan}]}


@pytest.mark.parametrize(
    "law",
    [
        "nodes_state_their_rows",
        "rows_end_where_the_answers_lead",
        "weightless_rows_are_no_rows",
    ],
)
def test_a_node_without_rows_breaks_a_law_and_is_no_error_of_ours(law: str) -> None:
    broken = failure(ParsesNothing, law)
    assert broken.expected == "rows at every node"
    assert isinstance(broken.got, dt.Branch)


class PredictsNothing(FloatCart):
    """The same in floats, but it predicts no number."""

    def predict(self, tree: Any, data: Any) -> list[Any]:
        return [math.nan if isinstance(said, float) else said for said in super().predict(tree, data)]


NUMBERS = dt.regression_data({"x": [1, 2]}, [0, 3])


def test_a_prediction_that_is_no_number_breaks_a_law_and_is_no_error_of_ours() -> None:
    system = system_of(PredictsNothing())
    with pytest.raises(LawBroken, match=r"expected: 0\.0\n     got: nan"):
        system.predict(system.grow(NUMBERS, dt.cart()), NUMBERS)


class StatesMean(FloatCart):
    """The same in floats; the root's mean is stated in a given way."""

    def __init__(self, mean: Any) -> None:
        self.mean = mean

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> Document:
        return {**super().grow(data, learner), "value": self.mean}


@pytest.mark.parametrize(
    ("said", "read"),
    [
        (1.5, (Fraction(3, 2),)),
        ([1.5], (Fraction(3, 2),)),
        (np.array([1.5 + 2**-52]), (Fraction(3, 2),)),
        (2.5, (Fraction(5, 2),)),
    ],
)
def test_a_mean_is_stated_as_a_number_or_in_a_list(said: Any, read: tuple[Any, ...]) -> None:
    assert system_of(StatesMean(said)).stated(NUMBERS, dt.cart())[1][()]["value"] == read


def test_a_mean_of_two_numbers_is_refused() -> None:
    with pytest.raises(dt.InvalidData, match="value: 2 numbers, not 1"):
        system_of(StatesMean([1.5, 1.5])).stated(NUMBERS, dt.cart())


# --- conventions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", ["responses_may_be_shifted_and_scaled", "class_order_settles_ties_alone"])
def test_the_first_child_may_be_another_when_a_law_grows_twice_by_convention_alone(law: str) -> None:
    implementation, _ = VARIANTS["subset_of_smaller_mean_first"]
    [free] = conformance(implementation, conventions=Conventions(wording="any"), laws=[law], examples=150).results
    assert (free.outcome, free.judged) == ("holds", 150)
    assert conformance(implementation, conventions=EXACT, laws=[law], examples=150, shrink=False).named("broken")


class Single(SimpleNamespace):
    """A learner that rounds its columns to float32, and remembers what it was asked about."""

    conventions = Conventions(precision="float32")

    def __init__(self) -> None:
        super().__init__(grow=VARIANTS["float32"][0].grow, asked=[])

    def predict(self, tree: dt.Tree, data: Any, **options: Any) -> Any:
        columns = columns_of(data) if isinstance(data, dt.Dataset) else data
        self.asked += [value for column in columns.values() for value in column if isinstance(value, float)]
        return self.said(tree, columns, **options)

    def said(self, tree: dt.Tree, columns: Any, **options: Any) -> Any:
        return dt.predict(tree, columns, **options)


def below(value: float) -> float:
    return float(np.nextafter(np.float32(value), np.float32(-math.inf)))


class SingleThatCutsAbove(Single):
    """The same, but the cuts of its predictions lie one float32 higher."""

    def said(self, tree: dt.Tree, columns: Any, **options: Any) -> Any:
        lower = {
            name: [
                float(np.nextafter(np.float32(x), np.float32(-math.inf))) if isinstance(x, float) else x for x in column
            ]
            for name, column in columns.items()
        }
        return dt.predict(tree, lower, **options)


def test_a_peer_in_float32_is_asked_of_every_neighbour_of_a_cut_in_float32_and_of_no_other_number() -> None:
    peer = Single()
    [found] = conformance(peer, laws=["rows_end_where_the_answers_lead"], examples=20).results
    assert (found.outcome, found.judged) == ("holds", 20)
    assert [value for value in peer.asked if float(np.float32(value)) != value] == []
    assert {0.0, float(np.nextafter(np.float32(0), np.float32(1)))} <= {*peer.asked}


def test_a_peer_in_float32_that_errs_next_to_a_cut_is_blamed() -> None:
    law = "rows_end_where_the_answers_lead"
    found = conformance(SingleThatCutsAbove(), laws=[law], examples=100, shrink=False)
    assert found.named("broken") == (law,)
    assert "an optimal prediction" in str(found.results[0].broken)


# --- which laws apply -------------------------------------------------------------------------------------------


class Gini:
    conventions = EXACT

    def gini(self, summary: dt.ClassCounts) -> float:
        return float(1 - sum(float(share) ** 2 for share in summary.proportions))


def test_laws_that_ask_for_other_functions_do_not_apply() -> None:
    reasons = {result.law: result.reason for result in conformance(Gini(), examples=5).results}
    assert reasons["gini_is_disagreement"] == ""
    assert reasons["alpha_monotone"] == "it asks for pruning_sequence"


class SplitsAlone(SimpleNamespace):
    """A peer that has a function beyond its capabilities."""

    conventions = EXACT
    capabilities = ("best_split",)
    best_split = staticmethod(dt.best_split)

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        message = "it only seems to grow"
        raise dt.Unsupported(message)


def test_a_function_beyond_the_capabilities_is_not_offered() -> None:
    laws = ["branches_ask_optimal_questions", "gini_is_disagreement"]
    growing, measuring = conformance(SplitsAlone(), laws=laws, examples=EXAMPLES).results
    assert growing.judged == EXAMPLES
    assert measuring.reason == "it asks for gini"


def test_laws_that_presume_another_convention_do_not_apply() -> None:
    implementation, conventions = VARIANTS["last_of_the_optimal"]
    found = conformance(
        implementation, conventions=Conventions(**conventions), laws=["canonical_pick_is_first"], examples=5
    )
    reason, functions = "it presumes that the canonical split is made", ("admissible_splits", "grow")
    assert found.results == (LawResult(law="canonical_pick_is_first", reason=reason, functions=functions),)


def test_a_law_that_is_never_answered_does_not_apply() -> None:
    found = conformance(FloatCart(), laws=["categories_may_be_renamed_in_order"], examples=5).results[0]
    reason = "no input was answered: it asks numbers for gains of Gini or variance"
    assert (found.outcome, found.reason) == ("not applicable", reason)


class CategoriesAlone:
    supported = dt.oracle.Supported(numbers=(), categories=("each",))

    def grow(self, data: dt.Dataset, learner: dt.Learner) -> dt.Tree:
        self.supported.require(data, learner)
        return dt.grow(data, learner)


def test_a_law_about_the_order_of_numbers_does_not_apply_to_what_takes_none() -> None:
    found = conformance(CategoriesAlone(), laws=["numbers_have_an_order_only"], examples=5).results[0]
    assert (found.outcome, found.broken) == ("not applicable", None)
    assert found.reason.endswith("holds numbers, which it does not take")


# --- expected failures ------------------------------------------------------------------------------------------


class WrongGini(Gini):
    def gini(self, summary: dt.ClassCounts) -> float:
        return super().gini(summary) / 2


def broken_gini(**expected: str) -> Conformance:
    return conformance(WrongGini(), laws=["gini_is_disagreement"], examples=20, expected_failures=expected)


def test_expected_failure_is_matched_by_a_part_of_its_message() -> None:
    assert broken_gini(gini_is_disagreement="law: [NOTE_C 2.3; ZHOU16 §4.2.3]").conforms


def test_failure_with_another_message_is_a_surprise() -> None:
    said = broken_gini(gini_is_disagreement="regret: 1/3").surprises["gini_is_disagreement"]
    assert said.startswith("gini_is_disagreement is expected to fail with 'regret: 1/3', but it fails with\n")


def test_expected_failure_that_holds_is_a_surprise() -> None:
    found = conformance(
        Gini(), laws=["gini_is_disagreement"], examples=5, expected_failures={"gini_is_disagreement": "regret"}
    )
    assert found.surprises == {
        "gini_is_disagreement": "gini_is_disagreement is expected to fail, but it holds (5 inputs): "
        "remove the expected failure"
    }


def test_expected_failure_of_a_law_that_does_not_apply_is_refused() -> None:
    with pytest.raises(dt.InvalidData, match="expected_failures names alpha_monotone: no such law applies here"):
        parametrize_with_laws(Gini(), expected_failures={"alpha_monotone": "anything"})


def cases(**expected: str) -> dict[str, Any]:
    """Return what pytest is given to run, by its name."""
    return decorated(WrongGini(), **expected)


def decorated(implementation: object, **expected: str) -> dict[str, Any]:
    decorator: Any = parametrize_with_laws(implementation, examples=20, expected_failures=expected)
    return dict(zip(decorator.kwargs["ids"], decorator.args[1], strict=True))


def test_parametrized_tests_are_named_by_the_laws_that_apply() -> None:
    named = cases()
    assert {"gini_is_disagreement", "bits_are_the_unit"} & named.keys() == {"gini_is_disagreement"}
    with pytest.raises(LawBroken, match="gini_is_disagreement"):
        named["gini_is_disagreement"]()


def test_parametrized_expected_failures_are_strict() -> None:
    cases(gini_is_disagreement="law: [NOTE_C 2.3; ZHOU16 §4.2.3]")["gini_is_disagreement"]()
    with pytest.raises(AssertionError, match="is expected to fail with 'regret: 1/3', but it fails with"):
        cases(gini_is_disagreement="regret: 1/3")["gini_is_disagreement"]()
    with pytest.raises(AssertionError, match="frequencies_are_optimal is expected to fail, but it holds"):
        decorated(Gini(), frequencies_are_optimal="regret")["frequencies_are_optimal"]()


# --- the failure's text -----------------------------------------------------------------------------------------


@cache
def failure(wrong: type, law: str) -> LawBroken:
    found = conformance(wrong(), laws=[law], examples=100, shrink=False).results[0].broken
    assert found is not None
    return found


def test_failure_names_law_citation_input_expectation_answer_and_regret() -> None:
    name, data, *others = str(failure(WrongGini, "gini_is_disagreement")).splitlines()
    assert name == "gini_is_disagreement"
    assert data.startswith("    data = classification_data({'x0': [")
    expected, got, law, regret, reproduce = others[:5]
    assert (law, reproduce) == ("    law: [NOTE_C 2.3; ZHOU16 §4.2.3]", "reproduce:")
    right, wrong = (
        dt.Exact(line.removeprefix(f"{side}: Exact('").removesuffix("')"))
        for side, line in (("expected", expected), ("     got", got))
    )
    assert dt.Exact(regret.removeprefix("  regret: ")) == abs(right - wrong) > 0


def test_regret_of_a_split_is_the_score_that_it_gave_away() -> None:
    assert "  regret: " in str(failure(ForgetsWeights, "branches_ask_optimal_questions"))


def test_regret_of_a_pruned_tree_is_its_cost_above_the_least() -> None:
    assert "  regret: " in str(failure(PrunesByNodes, "smallest_minimiser"))


@pytest.mark.parametrize(
    ("wrong", "law"),
    [(WrongGini, "gini_is_disagreement"), *WRONG_FLOATS.items()],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_printed_reproduction_breaks_the_law_again(wrong: type, law: str) -> None:
    broken = failure(wrong, law)
    lines = str(broken).split("reproduce:\n")[1].splitlines()
    script = "\n".join(line.removeprefix("    ") for line in lines)
    with pytest.raises(LawBroken) as again:
        exec(script, {})  # noqa: S102 (it is what a user pastes)
    assert (again.value.law, again.value.expected) == (broken.law, broken.expected)
    assert str(again.value.got) == str(broken.got)


# --- what is imported -------------------------------------------------------------------------------------------


def test_importing_dtrees_imports_neither_hypothesis_nor_pytest() -> None:
    code = "import sys, dtrees.oracle.laws as _; print({'hypothesis', 'pytest'} & {*sys.modules})"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


def test_a_system_is_the_specification_where_nothing_is_offered() -> None:
    assert system_of(Gini(), EXACT).grow is SPECIFICATION.grow
    assert set(LAWS) >= {"gini_is_disagreement"}
