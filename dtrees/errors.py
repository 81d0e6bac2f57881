"""The kinds of error that dtrees raises; every message says what is wrong, where, and what to do.

Users of scikit-learn, rpart, tree, Weka and pandas first type the names that they know from there: tables say what to
type here instead.  `Shown` values answer by them; the chapter `dtrees.render` registers their text and HTML here.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import singledispatch
from typing import TYPE_CHECKING, Final
from unicodedata import category

LONGEST: Final = 60
"""The most characters of a value that stand in an error message."""


def shown(text: str) -> str:
    r"""Return *text* on one line, with escapes for control characters and others that a terminal does not print.

    >>> shown("\x1b[2J \u202enull\n \ud800"), shown("caf\u00e9\u3000\u5929")
    ('\\x1b[2J \\u202enull\\n \\ud800', 'café\u3000天')
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or category(letter) == "Zs" else letter.encode("unicode_escape").decode()
        for letter in text
    )


def shown_lines(text: str) -> str:
    r"""Return *text* with each of its lines escaped by `shown`.

    >>> shown_lines("a\x00\nb")
    'a\\x00\nb'
    """
    return "\n".join(map(shown, text.split("\n")))


class DtreesError(Exception):
    """The base class of all errors that dtrees raises on purpose; its text is safe to print, whatever it quotes."""

    def __str__(self) -> str:
        return shown_lines(super().__str__())


class InvalidData(DtreesError, ValueError):
    """Input that cannot be used: data, the text of a tree or the text of a number."""


class InvalidLearner(DtreesError, ValueError):
    """A learner whose options contradict each other, or do not fit the data."""


class ZeroDivisor(InvalidData, ZeroDivisionError):
    """A division by zero."""


class Unsupported(DtreesError, NotImplementedError):
    """A well-formed request whose exact answer is out of reach, such as 2**40 subsets."""


class TooLarge(Unsupported, OverflowError):
    """A number beyond float64 where a float is needed, or an input that would take too long."""


class Undecided(DtreesError, ArithmeticError):
    """Two numbers that could not be ordered at the stated precision: quotients, or sums of roots."""


class Impossible(DtreesError, AssertionError):
    """A bug of dtrees itself: please report it."""


def abbreviated(value: object) -> str:
    """Return any *value* as a short text for an error message.

    >>> abbreviated("abc"), abbreviated(10**5000)
    ("'abc'", 'int object')
    """
    try:
        text = str(value) if isinstance(value, Fraction) else f"{value!r:.{LONGEST + 1}}"
    except Exception:  # noqa: BLE001 (a representation may fail in any way: of too many digits, too deep, or unwilling)
        return f"{type(value).__name__} object"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def too_large(error: OverflowError) -> TooLarge:
    """Return the `TooLarge` error for a number beyond the range of float64, or *error* itself if it is one already.

    >>> too_large(OverflowError("int too large to convert to float"))
    TooLarge('int too large to convert to float: rescale the data, for a float is asked for')
    """
    return error if isinstance(error, TooLarge) else TooLarge(f"{error}: rescale the data, for a float is asked for")


def refused(value: object, name: str, give: str, error: type[DtreesError] = InvalidData) -> DtreesError:
    """Return the error to raise for a wrong argument: its name, its *value*, and what to *give* instead.

    >>> refused(5, "tree", "a tree")
    InvalidData('tree=5: give a tree')
    """
    return error(f"{name}={abbreviated(value)}: give {give}")


def no_such_column(name: object, names: Iterable[str]) -> InvalidData:
    """Return the error for a column *name* that is not among the *names*.

    >>> no_such_column("wind", ["sky"])
    InvalidData("there is no column 'wind'; there are 'sky'")
    """
    return InvalidData(f"there is no column {abbreviated(name)}; there are {', '.join(map(repr, names))}")


GROW: Final = "dt.grow(data, dt.cart()) returns a tree"

NAMES: Final = {
    "DecisionTreeClassifier": GROW,
    "DecisionTreeRegressor": GROW,
    "DecisionTree": GROW,
    "fit": GROW,
    "rpart": GROW,
    "tree": GROW,
    "CART": "dt.cart() is the learner",
    "C45": "dt.c45() is the learner",
    "J48": "dt.c45() is the learner",
    "ID3": "dt.id3() is the learner",
    "plot_tree": "dt.plot(tree) draws it",
    "show": "dt.plot(tree) draws it",
    "prp": "dt.plot(tree) draws it",
    "export_text": "dt.render_text(tree), or print(tree)",
    "export_graphviz": "dt.to_dot(tree)",
    "growing_to_html": "dt.render.growing_to_html(data, learner)",
    "load_iris": "dt.datasets.load('iris'); dt.datasets.load() lists the tables",
    "load": "dt.datasets.load(name) loads a table, dt.from_json(text) a tree",
    "prune": "dt.optimal_subtree(tree, alpha), or dt.reduced_error_prune(tree, validation)",
    "cost_complexity_pruning_path": "dt.pruning_sequence(tree)",
    "pruning_path": "dt.pruning_sequence(tree)",
    "printcp": "print(dt.render_cp_table(dt.cross_validate(...)))",
    "cross_val_score": "dt.cross_validate(data, dt.cart(), dt.shuffled_folds(len(data), 10, seed=0))",
    "KFold": "dt.shuffled_folds(len(data), 10, seed=0)",
    "train_test_split": "data.take(rows)",
    "verify": "dt.oracle.conformance(implementation), or dtrees verify on the command line",
    "score": "dt.ACCURACY.of(tree, data)",
    "accuracy": "dt.ACCURACY.of(tree, data)",
    "accuracy_score": "dt.ACCURACY.of(tree, data)",
    "feature_importances": "dt.importances(tree)",
    "information_gain": "dt.gain",
    "gini_impurity": "dt.gini",
    "mse": "dt.squared_error",
}
"""Names that are looked for in the package."""

METHODS: Final = {
    "fit": GROW,
    "predict": "dt.predict(tree, columns)",
    "predict_proba": "dt.predict_proba(tree, columns)",
    "apply": "dt.apply(tree, columns)",
    "score": "dt.ACCURACY.of(tree, data)",
    "feature_importances_": "dt.importances(tree)",
    "cost_complexity_pruning_path": "dt.pruning_sequence(tree)",
    "get_depth": "dt.depth(tree)",
    "depth": "dt.depth(tree)",
    "get_n_leaves": "len(dt.leaves(tree))",
    "n_leaves": "len(dt.leaves(tree))",
    "leaves": "dt.leaves(tree)",
    "prediction": "node.summary.prediction",
    "prune": "dt.optimal_subtree(tree, alpha)",
    "plot": "dt.plot(tree)",
    "to_json": "dt.to_json(tree)",
    "head": "print(data), or data.take([0, 1, 2])",
    "shape": "len(data), len(data.features)",
    "columns": "data.feature_names",
    "describe": "print(data)",
}
"""Attributes that are looked for on data, trees and learners."""

OPTIONS: Final = {
    "criterion": "dt.cart(impurity=dt.entropy), dt.gini or dt.misclassification; dt.id3() and dt.c45() take entropy",
    "impurity": "dt.cart(impurity='gini') has one; dt.id3() and dt.c45() take entropy, dt.multiway_gini() Gini",
    "min_samples_leaf": "min_leaf=",
    "min_samples_split": "min_split=",
    "min_weight_fraction_leaf": "min_leaf=, that share times data.weights.sum()",
    "min_impurity_decrease": "min_saving=, a share of the root's impurity: the decrease over i(root)",
    "max_leaf_nodes": "dt.best_first(tree, 8) limits the leaves of a grown tree",
    "ccp_alpha": "dt.optimal_subtree(tree, alpha) prunes, after growing",
    "cp": "dt.optimal_subtree(tree, cp, scale='root') prunes, after growing",
    "mindev": "min_saving=, with impurity='entropy' for classes",
    "minsize": "min_split=",
    "mincut": "min_leaf=",
    "minsplit": "min_split=",
    "minbucket": "min_leaf=",
    "maxdepth": "max_depth=",
    "random_state": "nothing here is random: leave it out",
    "splitter": "the best split is always asked: leave it out",
    "class_weight": "dt.with_priors(data, 'balanced')",
    "confidence": "dt.error_based_prune(tree, confidence=0.25) prunes, after growing",
}
"""Options of learners."""

CALLS: Final = {
    "grow": "dt.grow(data, dt.cart()), data being dt.classification_data(columns, labels) or dt.regression_data(...)",
    "best_split": "dt.best_split(data, dt.cart())",
    "admissible_splits": "dt.admissible_splits(data, dt.cart())",
    "scored_splits": "dt.scored_splits(data, dt.cart())",
    "predict": "dt.predict(tree, columns)",
    "read_csv": "dt.read_csv(path, target='the column to predict')",
    "classification_data": "dt.classification_data({'sky': ['sun', 'rain']}, ['yes', 'no'])",
    "regression_data": "dt.regression_data({'x': [1, 2]}, [0.5, 0.7])",
    "optimal_subtree": "dt.optimal_subtree(tree, alpha)",
    "to_html": "dt.to_html(dt.pruning_sequence(tree))",
    "select_by_holdout": "dt.select_by_holdout(dt.pruning_sequence(tree), validation_data)",
    "cross_validate": "dt.cross_validate(data, dt.cart(), dt.shuffled_folds(len(data), 10, seed=0))",
    "reduced_error_prune": "dt.reduced_error_prune(tree, validation_data)",
    "importances": "dt.importances(tree, data.feature_names)",
    "shuffled_folds": "dt.shuffled_folds(len(data), 10, seed=0)",
    "gain": "dt.gain(data, 'outlook')",
    "gain_ratio": "dt.gain_ratio(data, 'outlook')",
    "gini": "dt.gini([9, 5])",
    "entropy": "dt.entropy([9, 5])",
}
"""Functions that are called with too few or too many arguments."""


def instead(table: dict[str, str], name: str) -> str:
    """Return the end of an error message that says what to type instead of *name*; empty if *table* does not know it.

    >>> instead(NAMES, "plot_tree"), instead(NAMES, "plotting")
    (': dt.plot(tree) draws it', '')
    """
    return f": {table[name]}" if name in table else ""


# --- what shows itself, and answers who looks for a method ------------------------------------------------------------


@singledispatch
def as_text(value: object) -> str:
    """Return the text that ``print`` writes for *value*, by default its representation.

    >>> as_text(1)
    '1'
    """
    return repr(value)


@singledispatch
def as_html(value: object) -> str | None:
    """Return the HTML that a notebook shows for *value*, by default None: its representation is shown.

    >>> as_html(1) is None
    True
    """


class Shown:
    """A value that ``print`` writes as text, and a notebook shows as HTML.

    It has no methods to fit, predict or score: where one is looked for, the error says what to type.
    """

    __slots__ = ()

    if not TYPE_CHECKING:  # for which any name would be there

        def __getattr__(self, name: str) -> object:
            message = f"{type(self).__name__!r} object has no attribute {name!r}{instead(METHODS, name)}"
            raise AttributeError(message, name=name, obj=self)

    def __str__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str | None:
        return as_html(self)
