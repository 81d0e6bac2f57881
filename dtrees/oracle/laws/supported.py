"""Which learners and data an implementation supports, as it states or as trials show, and inputs fitted to that.

Only `Unsupported` says no.  Inputs are fitted in ways that change no law: another option of the learner where the drawn
one is refused, a column of categories as the numbers of its categories, a weight of 1 for each row.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, product
from math import lcm
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

import attrs
import numpy as np

from dtrees.arguments import fields_as_annotated
from dtrees.data.constructors import classification_data, regression_data
from dtrees.data.dataset import MISSING_CODE, Categorical, Classes, Dataset, Feature, Numeric, Ordinal, Responses
from dtrees.data.kept import Centre, KeptResponses
from dtrees.data.outputs import Outputs
from dtrees.errors import Unsupported
from dtrees.growing.candidates import Categories, Numbers, Questions
from dtrees.growing.impurity import entropy, gini, misclassification, squared_error
from dtrees.growing.learner import Gate, Learner, Score, Stopping
from dtrees.growing.missing_options import Way
from dtrees.trees.summary import ClassCounts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

LimitName: TypeAlias = Literal[
    "max_depth", "min_split", "min_leaf", "min_gain", "min_impurity", "min_risk", "zero_gain"
]
"""The name of a limit."""

LIMITED: Final[dict[LimitName, Any]] = {
    "max_depth": 1, "min_split": 2, "min_leaf": 1, "min_gain": 0.125, "min_impurity": 0.25, "min_risk": 0.5,
    "zero_gain": "stop",
}  # fmt: skip
"""A value of each limit other than its default."""

MOST_CATEGORIES: Final = 6
"""The most categories, in order, that replace the numbers of a column where numbers are not taken."""

TargetKind: TypeAlias = Literal["classes", "numbers"]
"""What a target holds: ``classes`` or ``numbers``."""

SCORES: Final[tuple[Score, ...]] = ("gain", "gain_ratio")
"""The scores that are tried; twoing is tried only if the implementation states that it supports it."""

DATA: Final = {
    "numbers": classification_data({"x": [0, 1, 2, 3]}, ["a", "b", "b", "a"]),
    "categories": classification_data({"x": ["p", "q", "r", "q"]}, ["a", "b", "b", "a"]),
    "responses": regression_data({"x": [0, 1, 2, 3]}, [0, 1, 1, 0]),
    "categories of responses": regression_data({"x": ["p", "q", "r", "q"]}, [0, 1, 1, 0]),
}
"""The data on which it is tried what an implementation supports."""

IN_ORDER: Final = attrs.evolve(
    classification_data({"x": ["a", "b", "c", "b"]}, ["n", "y", "n", "y"]),
    features=(Ordinal("x", ["c", "b", "a"], [2, 1, 0, 1]),),
)
"""Data where the best binary question is about the category in the middle of an order, unless the order is known."""

KEPT: Final = {
    centre: regression_data({"x": [1, 2, 3, 3]}, KeptResponses(centre, [0, 1, 2 if centre == "rate" else 1, 3]))
    for centre in get_args(Centre)
}
"""Data that trees of medians, or of rates, split otherwise than trees of means do; one leaf has two medians."""

SEVERAL: Final = regression_data(
    {"x": [1, 1, 0, 0, 1], "y": [2, 1, 0, 1, 0], "z": [2, 2, 2, 1, 2]},
    Outputs([Classes(["a", "b"], [1, 1, 0, 0, 1]), Responses([1, 1, 2, 0, 2])]),
)
"""Data of a class and a number, where the best question for both is about z, and for one alone about x, or y."""

RESPONSES: Final = {"numbers": "responses", "categories": "categories of responses"}
"""The same columns with responses in place of classes."""


@attrs.frozen(kw_only=True, field_transformer=fields_as_annotated)
class Supported:
    """The data, and the options of learners, that an implementation's ``grow`` supports; by default everything.

    numbers, categories  the kinds of questions about such columns; empty: it takes no such columns
    impurities  None is the usual one;  scores, gates  as in `Learner`;  limits  the names of the limits it has
    targets     ``classes`` and ``numbers``;  missing  the ways with missing values, by default none (`Missing`)
    weights     whether rows may have other weights than 1;  counted  whether they may not where a limit counts rows
    gainless    whether questions that gain nothing can be asked for;  least_depth  the least depth that can
    ordered     whether ordered categories are cut along their order; else they are given without one
    kept        the centres of `KeptResponses` that its leaves predict; others are given as plain responses
    outputs     whether it grows one tree for several `Outputs`, classes beside numbers, by their mean impurity

    The first value of an option replaces one that is not supported.  An implementation may state this as its attribute
    `supported`, and check what it is given by `require`.

    >>> only = Supported(numbers=("midpoint",), categories=(), gates=("none",), limits=("max_depth",), weights=False)
    >>> only.require(DATA["categories"], Learner())
    Traceback (most recent call last):
        ...
    dtrees.errors.Unsupported: the column 'x' holds categories, which it does not take
    """

    numbers: tuple[Numbers, ...] = get_args(Numbers)
    categories: tuple[Categories, ...] = get_args(Categories)
    impurities: tuple[Any, ...] = (None, gini, entropy, misclassification, squared_error)
    scores: tuple[Score, ...] = SCORES
    gates: tuple[Gate, ...] = get_args(Gate)
    limits: tuple[LimitName, ...] = tuple(LIMITED)
    targets: tuple[TargetKind, ...] = ("classes", "numbers")
    weights: bool = True
    counted: bool = False
    gainless: bool = True
    least_depth: int = 0
    ordered: bool = False
    kept: tuple[Centre, ...] = ()
    outputs: bool = False
    missing: tuple[Way, ...] = ("refuse",)

    @property
    def untaken(self) -> tuple[str, ...]:
        """The names of the options and features of learners and data that are not supported.

        >>> Supported(gates=("none",), weights=False).untaken
        ('gates at_least', 'gates above', 'ordered categories', 'several outputs', 'weights')
        """
        everything = Supported()
        options = [name for name in attrs.fields_dict(Supported) if isinstance(getattr(everything, name), tuple)]
        pairs = ((name, one) for name in options for one in getattr(everything, name))
        refused = [
            f"{name} {getattr(one, '__name__', one or 'usual')}"
            for name, one in pairs
            if one not in getattr(self, name)
        ]
        others = {"ordered categories": self.ordered, "several outputs": self.outputs, "weights": self.weights}
        return (*refused, *(name for name, is_taken in others.items() if not is_taken))

    def require(self, data: Dataset, learner: Learner) -> None:
        """Raise `Unsupported` for the first column or option that is not supported, and name it."""
        refused = next(chain(self._refused_columns(data, learner), self._refused_options(learner)), None)
        if refused:
            raise Unsupported(refused)

    def _refused_columns(self, data: Dataset, learner: Learner) -> Iterator[str]:
        for feature in data.features:
            kind = "categories" if isinstance(feature, Categorical) else "numbers"
            styles = getattr(self, kind)
            if not styles:
                yield f"the column {feature.name!r} holds {kind}, which it does not take"
            elif getattr(learner.questions, kind) not in styles:
                yield f"{kind}={getattr(learner.questions, kind)!r} is not among {styles}"
            elif isinstance(feature, Ordinal) and not self.ordered:
                yield f"the categories of {feature.name!r} have an order, which it does not know"
        if isinstance(data.target, KeptResponses) and data.target.centre not in self.kept:
            yield f"it predicts no {data.target.centre}"
        target = "classes" if isinstance(data.target, Classes) else "numbers"
        if target not in self.targets:
            yield f"the target holds {target}, which it does not take"
        if self.unweighted(data, learner) is not data:
            yield "limits count rows, not weights" if self.weights else "it takes no weights but 1"

    def _refused_options(self, learner: Learner) -> Iterator[str]:
        options: dict[str, tuple[Any, tuple[Any, ...]]] = {
            "impurity": (learner.impurity, self.impurities),
            "score": (learner.score, self.scores),
            "gate": (learner.gate, self.gates),
            "missing": (learner.missing.way, self.missing),
        }
        for name, (asked, offered) in options.items():
            if asked not in offered:
                yield f"{name}={_named(asked)} is not among {', '.join(map(_named, offered))}"
        rule = learner.stopping
        if rule.zero_gain == "split" and not self.gainless:
            yield "it asks no questions that gain nothing"
        if rule.max_depth is not None and rule.max_depth < self.least_depth:
            yield f"a depth below {self.least_depth} cannot be asked for"
        for name in LIMITED:
            if (
                name not in self.limits
                and (name != "zero_gain" or self.gainless)
                and getattr(rule, name) != getattr(Stopping(), name)
            ):
                yield f"it has no limit {name}"

    def fitted(self, case: tuple[Any, ...], *, columns: bool, asked: Callable[[Numeric], bool]) -> tuple[Any, ...]:
        """Return a law's inputs *case* with supported learners, weights and, if *columns*, kinds of columns.

        Inputs without a learner keep their columns.  The numbers of a column for which *asked* is False become their
        ranks.
        """
        if not self.ordered:
            case = tuple(map(_without_order, case))
        learner = next((given for given in case if isinstance(given, Learner)), None)
        if learner is None:
            return case if self.weights else tuple(map(_of_rows, case))
        case = tuple(map(self._with_plain_responses, case))
        offered = self
        if any(isinstance(given, Dataset) and not isinstance(given.target, Classes) for given in case):
            fitting = tuple(one for one in self.impurities if one in {None, squared_error})
            offered = attrs.evolve(self, impurities=fitting)

        def fit(given: Any) -> Any:
            if isinstance(given, Learner):
                return offered.learner(given)
            if not isinstance(given, Dataset):
                return given
            features = [_with_texts(_ranked(one, asked) if columns else one) for one in given.features]
            return self.data(attrs.evolve(given, features=features), columns=columns)

        return tuple(map(fit, case))

    def _with_plain_responses(self, given: Any) -> Any:
        """Return an input whose kept responses of a centre that is not supported are plain ones."""
        target = given.target if isinstance(given, Dataset) else None
        if not isinstance(target, KeptResponses) or target.centre in self.kept:
            return given
        return attrs.evolve(given, target=Responses(target.numbers))

    def learner(self, learner: Learner) -> Learner:
        """Return *learner* with supported options; it keeps its gate and one child a value, which laws are about."""
        asked, rule = learner.questions, learner.stopping
        if (asked.numbers, asked.categories) != ("each", "each"):
            asked = Questions(_offered(asked.numbers, self.numbers), _offered(asked.categories, self.categories))
        gate = learner.gate if learner.gate != "none" else _offered(learner.gate, self.gates)
        impurity = learner.impurity
        limits = {name: getattr(rule, name) for name in self.limits} | ({} if self.gainless else {"zero_gain": "stop"})
        return attrs.evolve(
            learner,
            questions=asked,
            impurity=impurity if impurity is squared_error else _offered(impurity, self.impurities),
            gate=gate,
            score="gain_ratio" if gate != "none" else _offered(learner.score, self.scores),
            stopping=Stopping(**limits),
        )

    def unweighted(self, data: Dataset, learner: Learner) -> Dataset:
        """Return *data* with weights of 1 if weights are not supported, or a limit of *learner* counts rows."""
        counts = self.counted and bool(learner.stopping.min_split or learner.stopping.min_leaf)
        is_taken = (self.weights and not counts) or np.all(data.weights == 1)
        return data if is_taken else attrs.evolve(data, weights=np.ones(len(data)))

    def data(self, data: Dataset, *, columns: bool = True) -> Dataset:
        """Return *data* with weights of 1 if others are not supported, and, if *columns*, with supported columns."""
        if not self.weights:
            data = attrs.evolve(data, weights=np.ones(len(data)))
        if not columns or (self.numbers and self.categories):
            return data
        return attrs.evolve(data, features=tuple(map(self._column, data.features)))

    def _column(self, feature: Any) -> Any:
        if isinstance(feature, Ordinal) and self.ordered:
            return feature
        if isinstance(feature, Categorical) and not self.categories:
            return Numeric(feature.name, feature.codes)
        if isinstance(feature, Numeric) and not self.numbers:
            codes = np.unique(feature.values, return_inverse=True)[1]
            classes = min(MOST_CATEGORIES, int(codes.max()) + 1)
            codes = codes * classes // (codes.max() + 1)  # subsets of more take too long
            return Categorical(feature.name, [f"c{place}" for place in range(classes)], codes)
        return feature


def _without_order(given: Any) -> Any:
    """Return an input whose ordered categories have no order, but for that of their names."""
    if not isinstance(given, Dataset):
        return given
    features = [_named_in_order(one) if isinstance(one, Ordinal) else one for one in given.features]
    return attrs.evolve(given, features=features)


def _named_in_order(feature: Ordinal) -> Categorical:
    names = sorted(feature.categories)
    places = np.array([*map(names.index, feature.categories), MISSING_CODE])
    return Categorical(feature.name, names, places[feature.codes])


def _of_rows(given: Any) -> Any:
    """Return an input with whole weights: rows of weight 1 each, and counts of rows in the same proportions."""
    if isinstance(given, Dataset):
        return attrs.evolve(given, weights=np.ones(len(given)))
    if isinstance(given, ClassCounts):
        unit = lcm(*(Fraction(count).denominator for count in given.counts))
        return ClassCounts([count * unit for count in given.counts], given.classes)
    if isinstance(given, tuple | list) and given and all(isinstance(one, ClassCounts) for one in given):
        unit = lcm(*(Fraction(count).denominator for one in given for count in one.counts))
        return type(given)(ClassCounts([count * unit for count in one.counts], one.classes) for one in given)
    return given


def _ranked(feature: Feature, asked: Callable[[Numeric], bool]) -> Feature:
    if not isinstance(feature, Numeric) or asked(feature):
        return feature
    return Numeric(feature.name, np.unique(feature.values, return_inverse=True)[1])


def _with_texts(feature: Feature) -> Feature:
    """Return *feature* with texts for categories that are True and False, which programs may take for numbers."""
    if not isinstance(feature, Categorical) or all(isinstance(one, str) for one in feature.categories):
        return feature
    return type(feature)(
        feature.name, [f"{place:02}: {one}" for place, one in enumerate(feature.categories)], feature.codes
    )


def _offered(drawn: Any, offered: tuple[Any, ...]) -> Any:
    return drawn if drawn in offered or not offered else offered[0]


def _named(option: Any) -> str:
    return getattr(option, "__name__", repr(option))


# --- what is found by asking ------------------------------------------------------------------------------------


def supported_by(grow: Callable[[Dataset, Learner], Any]) -> Supported:
    """Return the learners and data that *grow* supports, found by changing one option at a time from one that works.

    >>> from dtrees.growing.grow import grow
    >>> supported_by(grow) == Supported()
    True
    """
    tried = ((data, learner) for data in DATA.values() for learner in simple_learners(data))
    data, base = next((pair for pair in tried if takes(grow, *pair)), (None, None))
    if data is None or base is None:
        return Supported()
    of_classes = isinstance(data.target, Classes)
    kinds = {kind: DATA[kind if of_classes else of_responses] for kind, of_responses in RESPONSES.items()}

    def options(name: str, values: tuple[Any, ...], **others: Any) -> tuple[Any, ...]:
        return tuple(one for one in values if takes(grow, data, attrs.evolve(base, **{name: one, **others})))

    def styles(kind: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
        asked = {one: attrs.evolve(base, questions=attrs.evolve(base.questions, **{kind: one})) for one in values}
        return tuple(one for one, learner in asked.items() if takes(grow, kinds[kind], learner))

    def has_target(names: Iterable[str], learner: Learner) -> bool:
        return any(takes(grow, DATA[name], learner) for name in names)

    usual = attrs.evolve(base, impurity=base.impurity if base.impurity is squared_error else None)
    targets: list[tuple[TargetKind, Iterable[str], Learner]]
    targets = [("classes", RESPONSES, base), ("numbers", RESPONSES.values(), usual)]
    measures = (None, gini, entropy, misclassification)
    limits = {name: attrs.evolve(base, stopping=Stopping(**{name: value})) for name, value in LIMITED.items()}
    return Supported(
        numbers=styles("numbers", get_args(Numbers)),
        categories=styles("categories", get_args(Categories)),
        impurities=(*options("impurity", measures), squared_error) if of_classes else (None, squared_error),
        scores=options("score", SCORES) if base.gate == "none" else (base.score,),
        gates=options("gate", get_args(Gate), score="gain_ratio") or (base.gate,),
        limits=tuple(name for name, learner in limits.items() if takes(grow, data, learner)),
        targets=tuple(kind for kind, names, learner in targets if has_target(names, learner)),
        weights=takes(grow, attrs.evolve(data, weights=np.array([1.0, 2.0, 1.0, 1.0])), base),
    )


def takes(grow: Callable[[Dataset, Learner], Any], data: Dataset, learner: Learner) -> bool:
    """Return False if *grow* raises `Unsupported` for *data* and *learner*, else True: laws find other errors."""
    try:
        grow(data, learner)
    except Unsupported:
        return False
    except Exception:  # noqa: BLE001 (a peer may raise anything)
        return True
    return True


def simple_learners(data: Dataset) -> Iterator[Learner]:
    """Yield learners without limits, the plainest first."""
    impurities = (None, gini, entropy, misclassification) if isinstance(data.target, Classes) else (None, squared_error)
    scores: list[tuple[Score, Gate]] = [("gain", "none"), *(("gain_ratio", gate) for gate in get_args(Gate))]
    for numbers, categories in product(get_args(Numbers), get_args(Categories)[::-1]):
        for impurity, (score, gate) in product(impurities, scores):
            yield Learner(questions=Questions(numbers, categories), impurity=impurity, score=score, gate=gate)
