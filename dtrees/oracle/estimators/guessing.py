"""By which learner an estimator grows: the usual ones, tried on small random tables until one explains each answer."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count, islice, product
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs
import numpy as np

from dtrees.data.constructors import classification_data, regression_data
from dtrees.errors import Undecided
from dtrees.growing.best_split import admissible_splits
from dtrees.growing.candidates import Questions
from dtrees.growing.cart import cart
from dtrees.growing.impurity import entropy, gini, misclassification
from dtrees.growing.learner import Learner, Stopping
from dtrees.laws.definitions import parts_of
from dtrees.laws.law import as_text
from dtrees.oracle.cases import CENTRES, keeping, word_for
from dtrees.oracle.estimators.estimator import Estimator, judged_freely, unlimited
from dtrees.oracle.estimators.parameters import SPELLINGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from dtrees.data.dataset import Dataset

STYLES: Final = (
    Questions("midpoint", "equals"), Questions("midpoint", "each"), Questions("midpoint", "subset"),
    Questions("each", "each"), Questions("each", "equals"), Questions("each", "subset"),
)  # fmt: skip
"""The kinds of questions that it may ask, the likeliest first."""

OF_CLASSES: Final = (
    *((measure, "gain", "none") for measure in (None, entropy, misclassification)),
    *((entropy, "gain_ratio", gate) for gate in ("none", "at_least", "above")),
)
"""The impurity, the score and the gate by which it may choose a question about classes."""

Grown: TypeAlias = "tuple[Mapping[Learner, Mapping[str, Any]], tuple[Learner, ...], tuple[str, ...]]"
"""The learners that an estimator can be asked to grow by, others that explain it as well, and what none explains."""

TABLES: Final = 40
"""On how many random tables the candidates are tried."""

TELLING, TRIES = 12, 200
"""On how many more, of so many, those are tried that explain all of these."""


def candidates(*, numbers: bool) -> list[Learner]:
    """Return the learners that an estimator may implement, the likeliest first."""
    chosen: Any = [(measure, "gain", "none") for measure in (None, *CENTRES)] if numbers else OF_CLASSES
    return [
        Learner(questions=style, impurity=measure, score=score, gate=gate)
        for style, (measure, score, gate) in product(STYLES, chosen)
    ]


HOW_TO_GIVE: Final = 'say its learner (--learner "c45()", or from_estimator(Tree, learner=dt.c45()))'
"""The advice how an adopter states an estimator's learner."""


def learners_of(estimator: Estimator) -> Grown:
    """Return the learners that it can be asked to grow by, others that explain it as well, and what none explains.

    That is each impurity whose name it takes, or the first candidate that explains every small table.
    """
    measures: dict[str, Any] = {"squared_error": None} if estimator.numbers else {"gini": gini, "entropy": entropy}
    spelled = {cart(impurity=measure): _spelled(estimator, name) for name, measure in measures.items()}
    known: dict[Learner, Mapping[str, Any]] = {one: options for one, options in spelled.items() if options is not None}
    against: dict[Learner, tuple[int, str] | None] = {}
    for candidate, options in known.items():
        against[candidate] = first_against(candidate, answers_of(estimator, options))
    if known and not any(against.values()):
        return known, (), ()
    answers = answers_of(estimator, {})
    if not answers:
        return {}, (), (f"it fails on every small table: {HOW_TO_GIVE}",)
    if not known:
        tried: dict[Any, Learner] = {}
        for candidate in candidates(numbers=estimator.numbers):
            tried.setdefault(tuple(unlimited(candidate, data) for data, *_ in answers[:4]), candidate)
        against = {candidate: first_against(candidate, answers) for candidate in tried.values()}
        explaining = [candidate for candidate, found in against.items() if found is None]
        if len(explaining) > 1:
            told, answers = len(answers), answers + answers_of(estimator, {}, _telling(estimator, explaining))
            against |= {candidate: first_against(candidate, answers, told) for candidate in explaining}
            explaining = [candidate for candidate in explaining if against[candidate] is None]
        if explaining:
            return {explaining[0]: {}}, tuple(explaining[1:]), ()
    explanations = [(*found, one) for one, found in against.items() if found]
    explained, said, nearest = max(explanations, key=lambda one: one[0])
    message = (
        f"none of the usual learners grows its trees of small tables; the nearest is {word_for(nearest)}, "
        f"which explains the first {explained} of {len(answers)}, then {said}: "
        f"{HOW_TO_GIVE}, or switch off what else limits or prunes its trees"
    )
    return {}, (), (message,)


def _spelled(estimator: Estimator, impurity: str) -> Mapping[str, Any] | None:
    """Return the parameter that chooses this *impurity*, by the first name for it that is not refused."""
    parameter = estimator.parameters.get("criterion")
    data = data_of(estimator, {"x": [0, 0, 0, 1, 1]}, [0, 1, 1, 2, 2])
    for name in SPELLINGS[impurity] if parameter else ():
        options = {str(parameter): name}
        try:
            estimator.fit(data, Stopping(), options)
        except Exception:  # noqa: BLE001, S112 (whatever it refuses a name by)
            continue
        return options
    return None


def answers_of(
    estimator: Estimator, options: Mapping[str, Any], tables: Iterable[Dataset] | None = None
) -> list[tuple[Dataset, Stopping, Any]]:
    """Return the estimator's answers for *tables*, small ones by default, with *options*; none where it fails.

    It is asked for the root alone, or for two levels, where that can be asked.
    """
    depth = 1 if "max_depth" in estimator.parameters else None
    answers = []
    for number, data in enumerate(islice(_random_tables(estimator, 0), TABLES) if tables is None else tables):
        rule = Stopping(max_depth=depth and 1 + (number % 4 == 0))
        answers.append((data, rule, answered(estimator, data, rule, options)))
    return [answer for answer in answers if answer[2] is not None]


def first_against(
    candidate: Learner, answers: Sequence[tuple[Dataset, Stopping, Any]], start: int = 0
) -> tuple[int, str] | None:
    """Return the number of the first answer from *start* on that *candidate* does not explain, and how it deviates."""
    for number, (data, rule, answer) in enumerate(answers[start:], start):
        try:
            verdict = judged_freely(answer, keeping(data, candidate), attrs.evolve(candidate, stopping=rule))
        except Undecided:
            continue
        if verdict.deviations:
            depth = "" if rule.max_depth is None else f" to max_depth {rule.max_depth}"
            return number, f"{verdict.deviations[0]}, grown{depth} of {as_text(data)}"
    return None


def _telling(estimator: Estimator, learners: Sequence[Learner]) -> Iterator[Dataset]:
    """Yield a few tables at whose root no question is optimal for all *learners*."""
    found = 0
    for data in islice(_random_tables(estimator, 1), TRIES):
        asked = (admissible_splits(keeping(data, by), by) for by in learners)
        best = [{(one.feature, parts_of(data, one.question)) for one in splits} for splits in asked]
        if not set.intersection(*best):
            yield data
            found += 1
        if found == TELLING:
            return


def _random_tables(estimator: Estimator, seed: int) -> Iterator[Dataset]:
    """Yield small tables of two and three classes and of one to three columns, of each kind that it takes in turn."""
    chance = np.random.default_rng(seed)
    for number in count():
        kind = estimator.kinds[number // 2 % len(estimator.kinds)]
        columns = {name: chance.integers(0, 4, 9).tolist() for name in "xyz"[: 3 - number % 5 % 3]}
        classes = [*range(2 + number % 2), *chance.integers(0, 2 + number % 2, 7 - number % 2)]
        yield data_of(attrs.evolve(estimator, kinds=(kind,)), columns, classes)


def answered(estimator: Estimator, data: Dataset, rule: Stopping, options: Mapping[str, Any]) -> Any:
    """Return the estimator's answer for *data*, or None where it fails."""
    try:
        return estimator.fit(data, rule, options)
    except Exception:  # noqa: BLE001 (an estimator may raise anything; on real cases it is a finding)
        return None


def data_of(estimator: Estimator, columns: Mapping[str, list[int]], targets: list[int]) -> Dataset:
    """Return a data set of the first kind of columns that the estimator takes."""
    texts = {name: [f"c{value}" for value in column] for name, column in columns.items()}
    make = regression_data if estimator.numbers else classification_data
    return make(columns if estimator.kinds[0] == "numbers" else texts, targets)
