"""Packages of PyPI written from scratch, judged by what they predict of the rows that they learned from.

Each is asked by `from_estimator`; what has no ``fit`` of columns gets one here.  Nothing of a tree is read.
"""

from __future__ import annotations

import sys
import tempfile
import warnings
from contextlib import chdir
from functools import partial
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from operator import attrgetter
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

import attrs

from dtrees.data.dataset import Categorical, Dataset
from dtrees.errors import Unsupported
from dtrees.growing.best_split import scored_splits
from dtrees.growing.c45 import c45
from dtrees.growing.cart import cart
from dtrees.growing.grow import grow
from dtrees.growing.id3 import id3
from dtrees.growing.impurity import entropy, misclassification
from dtrees.numbers.quotient import of_largest
from dtrees.oracle.cases import Task, random_categories
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.estimators import from_estimator
from dtrees.oracle.estimators.estimator import Estimator, Kind, Predicting
from dtrees.oracle.finding import Finding, NoAnswer
from dtrees.peers.shared import MIDPOINT, Peer, is_rounded
from dtrees.trees.tree import Leaf, Tree

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np

    from dtrees.growing.learner import Learner
    from dtrees.oracle.examination import Examination
    from dtrees.oracle.implementation import Document

FLOATS: Final = Conventions(arithmetic="float64", ties="any", majority="any", zero_gain="split", largest=1e150)

BINARY: Final = cart(impurity=entropy)


class FromScratch(Peer, Predicting):
    """A package, of columns of these *kinds*; it grows the first of its learners, and the others' limits.

    Raises `ModuleNotFoundError` where it is missing.
    """

    known: ClassVar[Sequence[str]] = ()
    random_options: ClassVar = {"scales": (1.0, 0.1, 1e3), "targets": (1.0,)}
    conventions: ClassVar[Conventions] = FLOATS
    kinds: ClassVar[tuple[Kind, ...]] = ("numbers",)
    parameters: ClassVar[Mapping[str, str]] = {}
    usual_cases: ClassVar[int] = 200
    failures: ClassVar[Mapping[str, str]] = {}
    """What explains an error, by words of its message."""

    def __init__(self) -> None:
        learner = next(iter(self.learners.values()))
        table = frame if "categories" in self.kinds else None
        found = from_estimator(self.make(), learner=learner, table=table, parameters=self.parameters)
        self.estimator: Estimator = attrs.evolve(found, kinds=self.kinds)
        self.capabilities = self.estimator.capabilities

    @staticmethod
    def make() -> Any:
        """Return what makes an estimator."""
        raise NotImplementedError

    def explain(self, finding: Finding, around: Examination) -> str:  # noqa: ARG002 (some look around)
        """Return what explains a deviation, or ``unexplained``."""
        known = (why for words, why in self.failures.items() if finding.kind == "error" and words in finding.got)
        return next(known, "unexplained")

    def grow(self, data: Dataset, learner: Learner) -> Document:
        """Return what is predicted for each row, with the estimator itself as ``fitted``."""
        try:
            with warnings.catch_warnings(action="ignore"):
                return self.estimator.grow(data, learner)
        except Unsupported:
            raise
        except Exception as error:
            raise NoAnswer(kind="error", message=f"{type(error).__name__}: {error}") from error

    @classmethod
    def drawn(cls, number: int, chance: np.random.Generator, task: Task) -> Dataset:
        """Return small data of such columns."""
        if "numbers" not in cls.kinds:
            return random_categories(chance, task)
        return super().drawn(number, chance, task)


def frame(columns: Mapping[str, Sequence[Any]]) -> Any:
    """Return columns as a data frame, of texts as objects."""
    pandas = import_module("pandas")
    kinds = {name: object if isinstance(column[0], str) else float for name, column in columns.items()}
    return pandas.DataFrame({name: pandas.Series(column, dtype=kinds[name]) for name, column in columns.items()})


class NumpyMl(FromScratch):
    """numpy-ml: CART; its module of trees alone, for the package cannot be imported (NM3)."""

    learners: ClassVar = {"entropy": BINARY, "max_depth 2": cart(impurity=entropy, max_depth=2)}
    conventions = attrs.evolve(FLOATS, repeats="any")
    failures = dict.fromkeys(("zero-size array", "RecursionError"), "defect: a column of one value is asked")

    @staticmethod
    def make() -> Any:
        """Return the class of trees."""
        package = find_spec("numpy_ml")
        if package is None:
            raise ModuleNotFoundError(name="numpy_ml")
        path = Path(cast("list[str]", package.submodule_search_locations)[0]) / "trees" / "dt.py"
        spec = spec_from_file_location("numpy_ml_trees", path)
        module = module_from_spec(spec)  # type: ignore[arg-type]  # the file is there
        spec.loader.exec_module(module)  # type: ignore[union-attr]  # likewise
        return module.DecisionTree


class Imodels(FromScratch):
    """C45TreeClassifier of imodels, which asks by gain ratio and has no gate."""

    learners: ClassVar = {"c45": c45(gate="none", zero_gain="stop")}
    conventions = attrs.evolve(FLOATS, comparison="<", cut="observed", zero_gain="stop", repeats="any")
    failures: ClassVar = {
        "at least 2 classes": "convention: one class is refused",
        "could not convert string to float: ''": "defect: a tree of one leaf cannot predict three classes",
    }

    @staticmethod
    def make() -> Any:
        """Return the class of trees, without its shares, which are 0 or 1 (IM1)."""
        base: Any = import_module("imodels").C45TreeClassifier
        return lambda max_rules=None: hidden(base(max_rules))


def hidden(estimator: Any) -> Any:
    """Return an estimator of which nothing but ``fit`` and ``predict`` shows."""
    return SimpleNamespace(fit=estimator.fit, predict=estimator.predict)


class C45DecisionTree(FromScratch):
    """c45-decision-tree: of categories, by gain ratio."""

    learners: ClassVar = {"c45": c45(gate="none", zero_gain="stop")}
    known = ("loan", "weather", "watermelon2")
    conventions = attrs.evolve(FLOATS, zero_gain="stop")
    kinds = ("categories",)

    @staticmethod
    def make() -> Any:
        """Return the class of trees, fitted to a named column of classes."""
        series = import_module("pandas").Series
        base: Any = import_module("C45").C45Classifier

        class Named(base):  # type: ignore[misc]  # a class of a package without types
            def fit(self, data: Any, targets: Any) -> None:
                super().fit(data, series(targets, name="class"))

        return Named

    def explain(self, finding: Finding, around: Examination) -> str:
        """Return what explains a deviation, or ``unexplained``."""
        columns = len(around.data.features)
        if finding.kind == "early leaf" and len(finding.path or ()) == columns - 1:
            return "defect: the last column that is left is not asked"
        return "defect: the intrinsic values of columns add up" if columns > 1 else "unexplained"


class Nltk(FromScratch):
    """NLTK: of categories, by errors."""

    learners: ClassVar = {
        "errors": attrs.evolve(id3(zero_gain="stop"), impurity=misclassification),
        "min_split 4": attrs.evolve(id3(zero_gain="stop", min_split=4), impurity=misclassification),
    }
    conventions = attrs.evolve(FLOATS, zero_gain="stop", repeats="any")
    kinds = ("categories",)

    @staticmethod
    def make() -> Any:
        """Return what makes a tree of mappings, without the limits that are there by default."""
        train = import_module("nltk").DecisionTreeClassifier.train
        return partial(Trained, train)

    def explain(self, finding: Finding, around: Examination) -> str:  # noqa: ARG002 (of any finding)
        """Return what explains a deviation, or ``unexplained``."""
        unlimited = not around.case.learner.stopping.min_split
        return "unexplained" if unlimited else "defect: a node is asked a question before its limits are tested"


class Trained:
    """What *train* makes of pairs of a mapping and a class."""

    def __init__(self, train: Any, max_depth: int = 100, min_samples_split: int = 2) -> None:
        self.train = partial(train, depth_cutoff=max_depth, support_cutoff=min_samples_split - 1, entropy_cutoff=0)

    def fit(self, rows: Any, targets: Any) -> None:
        """Train the tree."""
        pairs = list(zip(rows.to_dict("records"), targets, strict=True))
        self.tree = self.train(pairs)

    def predict(self, rows: Any) -> list[Any]:
        """Return the class of each row."""
        return [self.tree.classify(row) for row in rows.to_dict("records")]


class Chefboost(FromScratch):
    """chefboost's CART: of numbers, cut at the observed ones."""

    learners: ClassVar = {"cart": cart(numbers="observed")}
    usual_cases = 20
    conventions = attrs.evolve(FLOATS, cut="observed", comparison="<=")

    @staticmethod
    def make() -> Any:
        """Return what makes a tree."""
        import_module("chefboost")
        return partial(Chef, import_module("chefboost.Chefboost"))

    def explain(self, finding: Finding, around: Examination) -> str:
        """Return what explains a deviation, or ``unexplained``; below a root any column may have been asked before."""
        again = finding.path or _asks_again(grow(around.data, around.case.learner))
        return "defect: a column of numbers is asked once on each way" if again else "unexplained"


def _asks_again(tree: Tree, asked: Sequence[str] = ()) -> bool:
    """Return whether a column is asked again below a question about it, or one that is *asked*."""
    if isinstance(tree, Leaf):
        return False
    column = tree.question.feature
    return column in asked or any(_asks_again(child, (*asked, column)) for child in tree.children)


class Chef:
    """A tree of chefboost, which writes its rules as Python where it works, and reads them from there."""

    def __init__(self, package: Any, max_depth: int = 100) -> None:
        self.package, self.depth = package, max_depth

    def fit(self, rows: Any, targets: Any) -> None:
        """Grow the tree in a folder of its own."""
        data = import_module("pandas").DataFrame(rows)
        data.columns = [f"v{place}" for place in range(len(data.columns))]
        data["Decision"] = [f"c{target}" for target in targets]
        data["Decision"] = data["Decision"].astype(object)
        config = {"algorithm": "CART", "max_depth": self.depth, "enableParallelism": False}
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            sys.path.insert(0, folder)
            try:
                self.tree = self.package.fit(data, config, silent=True)
            finally:
                sys.path.remove(folder)

    def predict(self, rows: Any) -> list[int]:
        """Return the class of each row."""
        return [int(self.package.predict(self.tree, list(row))[1:]) for row in rows]


class DecisionTreeId3(FromScratch):
    """decision-tree-id3, as decision-tree-id-fork keeps it: of numbers, any of which may be asked again."""

    learners: ClassVar = {
        "entropy": BINARY,
        "max_depth 2": cart(impurity=entropy, max_depth=2),
        "min_gain 1/2": cart(impurity=entropy, min_gain=0.5),
    }
    parameters: ClassVar = {"min_gain": "min_entropy_decrease"}
    conventions = attrs.evolve(FLOATS, precision="float32", largest=1e30)

    @staticmethod
    def make() -> Any:
        """Return what makes a tree."""
        made: Any = import_module("id3").Id3Estimator
        return lambda max_depth=None, min_samples_split=2, min_entropy_decrease=0.0: hidden(
            made(max_depth, min_samples_split, min_entropy_decrease=min_entropy_decrease, is_repeating=True)
        )

    def explain(self, finding: Finding, around: Examination) -> str:  # noqa: ARG002 (of any finding)
        """Return what explains a deviation, or ``unexplained``."""
        unlimited = not around.case.learner.stopping.min_gain
        return "unexplained" if unlimited else "defect: min_entropy_decrease of Python's float type is ignored"


class C5tree(FromScratch):
    """c5tree, without its pruning, which prunes nothing: of numbers and of categories, by gain ratio."""

    learners: ClassVar = {
        "c45": c45(gate="none", zero_gain="stop"),
        "max_depth 2": c45(gate="none", zero_gain="stop", max_depth=2),
        "min_leaf 2": c45(gate="none", zero_gain="stop", min_leaf=2),
    }
    known = ("loan", "weather", "watermelon2", "watermelon3", "iris")
    random_options: ClassVar = {}
    kinds = ("numbers", "categories")
    conventions = attrs.evolve(FLOATS, zero_gain="stop")

    @staticmethod
    def make() -> Any:
        """Return what makes a tree."""
        return partial(import_module("c5tree").C5Classifier, pruning=False)

    def grow(self, data: Dataset, learner: Learner) -> Document:
        """Return the tree itself, of what is grown."""
        grown: Any = super().grow(data, learner)
        return {**_node(grown["fitted"].estimator.tree_, data), "fitted": grown["fitted"]}

    def explain(self, finding: Finding, around: Examination) -> str:
        """Return what explains a deviation, or ``unexplained``."""
        learner, rows = around.case.learner, around.rows[finding.path or ()]
        if learner.stopping.min_leaf:
            return "defect: min_samples_leaf cuts rows off"
        if is_rounded(rows):
            return MIDPOINT
        best = of_largest([split for split in scored_splits(rows, learner) if split.gain > 0], attrgetter("score"))
        chosen = any(finding.got.startswith(repr(split.question)) for split in best)
        return "convention: a threshold is chosen by its gain ratio" if chosen else "unexplained"


def _node(node: Any, data: Dataset) -> dict[str, Any]:
    """Return the document of a node of c5tree and of those below."""
    if not node.children:
        return {}
    feature = data.features[node.feature]
    asked = {"feature": feature.name, "children": [_node(child, data) for child in node.children.values()]}
    if isinstance(feature, Categorical):
        known = {str(category): category for category in feature.categories}
        return {**asked, "categories": [known[category] for category in node.children]}
    return {**asked, "threshold": float(node.threshold)}
