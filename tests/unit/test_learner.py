"""Learners as data: what each book's learner is made of, and the options that are refused."""

from __future__ import annotations

import copy
import math
import pickle
from fractions import Fraction
from typing import Any

import attrs
import pytest

from dtrees import (
    DtreesError,
    InvalidLearner,
    Learner,
    Questions,
    Stopping,
    c45,
    cart,
    classification_data,
    entropy,
    gini,
    grow,
    id3,
    misclassification,
    multiway_gini,
    regression_data,
    squared_error,
)

CLASSES = classification_data({"x": [1, 2]}, ["a", "b"])
NUMBERS = regression_data({"x": [1, 2]}, [1, 2])


def test_the_four_learners_are_what_their_books_say() -> None:
    """Questions, impurity, score and gate of ID3, C4.5, CART and note C's tree."""
    each = Questions(numbers="each", categories="each")
    assert id3() == Learner(questions=each, impurity=entropy, score="gain", gate="none")
    assert c45() == Learner(
        questions=Questions(numbers="midpoint", categories="each"),
        impurity=entropy,
        score="gain_ratio",
        gate="at_least",
    )
    assert cart() == Learner(questions=Questions(numbers="midpoint", categories="equals"), impurity=None, score="gain")
    assert multiway_gini() == Learner(questions=each, impurity=gini, score="gain", gate="none")


def test_options_reach_the_learner() -> None:
    """Those of C4.5 and CART, and the stopping limits of all."""
    assert c45(gate="above", numbers="observed").gate == "above"
    assert c45(numbers="observed").questions.numbers == "observed"
    assert cart(categories="subset", numbers="observed").questions == Questions("observed", "subset")
    assert cart(impurity=misclassification).impurity is misclassification
    limits: Any = {"max_depth": 3, "min_split": 4, "min_leaf": 2, "min_gain": 0.5, "min_impurity": 0.25, "min_risk": 1}
    for learner in (id3, c45, cart, multiway_gini):
        assert learner(**limits, zero_gain="stop").stopping == Stopping(**limits, zero_gain="stop")
        assert learner().stopping == Stopping()


def test_at_their_defaults_limits_stop_nothing() -> None:
    """No depth limit, and zero for all else."""
    assert attrs.asdict(Stopping()) == {
        "max_depth": None, "min_split": 0, "min_leaf": 0, "min_gain": 0, "min_impurity": 0, "min_risk": 0,
        "min_saving": 0, "root_risk": None, "zero_gain": "split",
    }  # fmt: skip


def test_limits_are_exact() -> None:
    """A float limit is the rational that it is; whole ones are integers."""
    assert Stopping(min_gain=0.1).min_gain == Fraction(0.1) != Fraction(1, 10)
    assert Stopping(min_gain=Fraction(1, 10)).min_gain == Fraction(1, 10)
    assert repr(Stopping(min_leaf=5.0).min_leaf) == "5"


def test_learners_are_values() -> None:
    """Equal, hashable, frozen, picklable."""
    assert cart(min_leaf=2) == cart(min_leaf=2) != cart(min_leaf=3)
    assert hash(c45(min_gain=0.5)) == hash(c45(min_gain=0.5))
    assert pickle.loads(pickle.dumps(id3(max_depth=2))) == copy.deepcopy(id3(max_depth=2)) == id3(max_depth=2)  # noqa: S301
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        cart().score = "gain_ratio"  # type: ignore[misc]  # the assignment that must fail


@pytest.mark.parametrize("learner", [id3, c45, cart, multiway_gini])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_depth": -1}, r"max_depth=-1: give a whole number of at least 0, or None"),
        ({"min_split": -1}, r"min_split=-1: give a finite number of at least 0"),
        ({"min_leaf": -0.5}, r"min_leaf=-1/2: give a finite number of at least 0"),
        ({"min_gain": -1e-300}, r"min_gain=-.*: give a finite number of at least 0"),
        ({"min_impurity": -1}, r"min_impurity=-1: give a finite number of at least 0"),
        ({"min_saving": -1}, r"min_saving=-1: give a finite number of at least 0"),
        ({"root_risk": 1}, r"there is no option 'root_risk'; there are max_depth, .*min_saving, zero_gain"),
        ({"min_risk": -1}, r"min_risk=-1: give a finite number of at least 0"),
        ({"min_gain": math.nan}, r"min_gain=nan: give a finite number of at least 0"),
        ({"min_leaf": math.inf}, r"min_leaf=inf: give a finite number of at least 0"),
        ({"min_split": "many"}, r"min_split='?many'?: give a finite number of at least 0"),
        ({"min_split": None}, r"min_split=None: give a finite number of at least 0"),
        ({"zero_gain": "maybe"}, r"zero_gain='maybe': give 'split' or 'stop'"),
        ({"min_samples_leaf": 3}, r"there is no option 'min_samples_leaf': min_leaf="),
    ],
)
def test_bad_options_are_refused(learner: Any, options: dict[str, Any], message: str) -> None:
    """Negative, not finite, not a number, unknown word, unknown name: by all four learners alike."""
    with pytest.raises(InvalidLearner, match=message):
        learner(**options)


@pytest.mark.parametrize("max_depth", ["3", 2.5, math.nan, math.inf, [1]])
def test_a_depth_that_is_no_integer_is_refused(max_depth: Any) -> None:
    """A depth counts questions; None is no limit."""
    with pytest.raises(InvalidLearner, match="max_depth"):
        cart(max_depth=max_depth)


def test_unknown_words_are_refused() -> None:
    """Of the gate and of the score, saying which there are."""
    unknown: Any = "bogus"
    with pytest.raises(InvalidLearner, match=r"gate='bogus': give 'none' or 'at_least' or 'above'"):
        c45(gate=unknown)
    with pytest.raises(InvalidLearner, match=r"score='bogus': give 'gain' or 'gain_ratio'"):
        Learner(score=unknown)


def test_unknown_styles_of_questions_are_refused() -> None:
    """`cart(categories="bogus")` is an InvalidLearner that says which styles there are."""
    unknown: Any = "bogus"
    with pytest.raises(InvalidLearner, match=r"categories='bogus': give .*'equals'.*'subset'"):
        cart(categories=unknown)
    with pytest.raises(InvalidLearner, match=r"numbers='bogus': give .*'midpoint'.*'observed'"):
        c45(numbers=unknown)


def test_cart_takes_the_impurity_of_the_target() -> None:
    """Gini for classes, squared error for numbers."""
    assert cart().impurity_for(CLASSES) is gini
    assert cart().impurity_for(NUMBERS) is squared_error
    assert cart(impurity=entropy).impurity_for(CLASSES) is entropy


@pytest.mark.parametrize(
    ("data", "learner", "message"),
    [
        (CLASSES, cart(impurity=squared_error), r"squared_error does not measure classes: give gini"),
        (NUMBERS, cart(impurity=gini), r"gini does not measure numbers: give squared_error"),
        (NUMBERS, cart(impurity=entropy), r"entropy does not measure numbers: give squared_error"),
        (NUMBERS, cart(impurity=misclassification), r"misclassification does not measure numbers"),
        (NUMBERS, id3(), r"entropy does not measure numbers"),
        (NUMBERS, c45(), r"entropy does not measure numbers"),
        (NUMBERS, multiway_gini(), r"gini does not measure numbers"),
    ],
)
def test_an_impurity_of_the_other_kind_is_refused(data: Any, learner: Learner, message: str) -> None:
    """Growing says which impurity fits the target."""
    with pytest.raises(InvalidLearner, match=message):
        grow(data, learner)


def test_an_invalid_learner_is_of_the_family() -> None:
    """A DtreesError and a ValueError."""
    assert issubclass(InvalidLearner, DtreesError)
    assert issubclass(InvalidLearner, ValueError)
