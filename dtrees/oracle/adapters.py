"""Finding an implementation by its name, and choosing the tables and random cases it is judged on."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from contextlib import contextmanager
from functools import cache, cached_property, partial
from importlib import import_module
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from dtrees.data.constructors import classification_data
from dtrees.errors import InvalidData, Unsupported
from dtrees.growing.c45 import c45
from dtrees.growing.candidates import Questions
from dtrees.growing.cart import cart
from dtrees.growing.id3 import id3
from dtrees.growing.impurity import entropy, gini, misclassification, squared_error
from dtrees.growing.multiway_gini import multiway_gini
from dtrees.oracle.cases import (
    LEARNERS,
    Case,
    Task,
    evened,
    fitting,
    limited,
    moved,
    random_data,
    several,
    task_of,
    textbook_cases,
    weighed,
    word_for,
)
from dtrees.oracle.estimators import from_estimator
from dtrees.oracle.estimators.asking import assume_grown, grown_by
from dtrees.oracle.finding import NoAnswer
from dtrees.oracle.implementation import ask, has_function, importing, limiting
from dtrees.oracle.laws.adapt import supported_of
from dtrees.oracle.laws.probes import Inferred, inferred, tied_questions
from dtrees.oracle.laws.translator import functions_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.oracle.conventions import Conventions
    from dtrees.oracle.laws.supported import Supported

PEERS: Final = {
    "scikit-learn": "dtrees.peers.scikit_learn:ScikitLearn",
    "rpart": "dtrees.peers.rpart:Rpart",
    "j48": "dtrees.peers.j48:J48",
    "xgboost": "dtrees.peers.xgboost:XGBoost",
    "lightgbm": "dtrees.peers.lightgbm:LightGBM",
    "extra-tree": "dtrees.peers.scikit_learn:ExtraTree",
    "hist-gradient-boosting": "dtrees.peers.hist_gradient_boosting:HistGradientBoosting",
    "opencv": "dtrees.peers.opencv:OpenCV",
    "h2o": "dtrees.peers.h2o:H2O",
    "h2o-boosting": "dtrees.peers.h2o:Boosting",
    "orange": "dtrees.peers.orange:Orange",
    "onedal": "dtrees.peers.onedal:OneDal",
    "onedal-forest": "dtrees.peers.onedal:OneDalForest",
    "ranger": "dtrees.peers.ranger:Ranger",
    "randomforest": "dtrees.peers.randomforest:RandomForest",
    "spark": "dtrees.peers.spark:Spark",
    "partykit": "dtrees.peers.partykit:Partykit",
    "as-party": "dtrees.peers.partykit:AsParty",
    "tree": "dtrees.peers.tree:Tree",
    "reptree": "dtrees.peers.reptree:RepTree",
    "randomtree": "dtrees.peers.randomtree:RandomTree",
    "simplecart": "dtrees.peers.simplecart:SimpleCart",
    "decisionstump": "dtrees.peers.decisionstump:DecisionStump",
    "ml-cart": "dtrees.peers.ml_cart:MlCart",
    "decision-tree": "dtrees.peers.decision_tree:DecisionTree",
    "scikitjs": "dtrees.peers.scikitjs:ScikitJs",
    "numpy-ml": "dtrees.peers.numpy_ml:NumpyMl",
    "imodels": "dtrees.peers.imodels:Imodels",
    "c45-decision-tree": "dtrees.peers.c45_decision_tree:C45DecisionTree",
    "chefboost": "dtrees.peers.chefboost:Chefboost",
    "decision-tree-id3": "dtrees.peers.decision_tree_id3:DecisionTreeId3",
    "nltk": "dtrees.peers.nltk:Nltk",
    "c5tree": "dtrees.peers.c5tree:C5tree",
    "mlpack": "dtrees.peers.mlpack:Mlpack",
}
"""The implementations that are known here, each with its module and class."""

COMMAND: Final = "command: "
"""The prefix of a name that is the command line of a program which speaks the protocol."""

ESTIMATOR: Final = "estimator: "
"""The prefix of a name ``module:Class`` of anything with ``fit`` and ``predict``."""


FOLDS: Final = 3
"""The number of folds of a case's rows for cross-validation; every fourth random case has two more."""

USUAL_CASES: Final = 200
"""The default number of random cases: they take a few seconds."""

LARGER: Final = {"sizes": (8, 20), "widths": (3, 5)}
"""The smallest and largest numbers of rows and columns of two random tables in five."""

PATIENCE: Final = 60.0
"""The seconds in which another process must have asked the implementation about small tables."""


@attrs.frozen(slots=False)
class Adapter:
    """An implementation to be judged, found by its name.

    The name is one of `PEERS`, ``module:object``, ``command: `` and a command line, or ``estimator: `` and
    ``module:Class`` (`from_estimator`); after the class, parameters that stand for limits may follow, as in
    ``estimator: mine:Tree min_leaf=bucket``.

    Beside the functions of `dtrees.oracle.Implementation` an object may have ``tables()``, ``random_case(seed,
    number)``, ``usual_cases`` (the default number of random cases), ``chunk`` (how many are judged in one batch) and
    ``explain(finding, around)``, which returns the convention or defect behind a deviation.
    """

    name: str
    seconds: float = 10.0

    @contextmanager
    def opened(self) -> Iterator[Any]:
        """Open the implementation for a ``with`` block and close it after; each answer may take `seconds`.

        Raises `Unsupported` where what it needs is missing.
        """
        with limiting(self.seconds):
            implementation = self._made()
            if hasattr(implementation, "__enter__"):
                with implementation as entered:
                    yield entered
            else:
                yield implementation

    def _made(self) -> Any:
        if self.name.startswith(ESTIMATOR):
            return _estimator(self.name.removeprefix(ESTIMATOR))
        try:
            if self.name.startswith(COMMAND):
                program = import_module("dtrees.oracle.protocol.program").Program
                return program(self.name.removeprefix(COMMAND), seconds=self.seconds)
            with importing(self.name):
                made = resolve_name(PEERS.get(self.name, self.name))
                return _offering(made() if isinstance(made, type) else made, self.name)
        except ModuleNotFoundError as missing:
            extra = "protocol" if self.name.startswith(COMMAND) else self.name
            message = f"{self.name} cannot be judged, for there is no module {missing.name}"
            if extra in {"protocol", *PEERS}:
                message += f": pip install 'dtrees-spec[{extra}]'"
            raise Unsupported(message) from missing

    @property
    def conventions(self) -> Conventions:
        """The implementation's conventions: those it states, else those inferred from its answers."""
        return self._inferred[0].conventions

    @property
    def unexplained(self) -> tuple[str, ...]:
        """The answers, among those asked for to infer conventions, that no convention explains."""
        return self._inferred[0].unexplained

    @property
    def undecided(self) -> tuple[str, ...]:
        """The names of the conventions that could not be inferred; every choice is granted for them."""
        return self._inferred[0].undecided

    @property
    def functions(self) -> frozenset[str]:
        """The names of the functions that the implementation offers."""
        return self._inferred[1]

    @cached_property
    def _inferred(self) -> tuple[Inferred, frozenset[str]]:
        with self.opened() as implementation:
            for failure in getattr(implementation, "smoke", partial(_smoke, implementation, self.seconds))():
                raise Unsupported(failure)
            found = inferred(implementation)
            functions, grown = functions_of(implementation) - {"stated"}, grown_by(implementation)
        is_python = ":" in self.name and not self.name.startswith(COMMAND)
        if is_python and not _answers_alike(self.name, self.seconds, grown):
            found = attrs.evolve(found, conventions=attrs.evolve(found.conventions, repeats="any", ties="any"))
        return found, functions

    def assume(self, conventions: Conventions) -> None:
        """Use *conventions* that another process has already inferred."""
        self.__dict__["_inferred"] = Inferred(conventions, (), ()), frozenset()

    @cached_property
    def numbers(self) -> tuple[int, int]:
        """The default number of random cases, and how many are judged in one batch."""
        with self.opened() as implementation:
            return getattr(implementation, "usual_cases", USUAL_CASES), getattr(implementation, "chunk", 20)

    @cached_property
    def tables(self) -> Sequence[Case]:
        """The tables that the implementation is judged on, by default those of the textbooks."""
        with self.opened() as implementation:
            own = getattr(implementation, "tables", None)
            if own:
                known: Sequence[Case] = own()
                return known
        cases = textbook_cases(self._learners)
        return [self._asked(case) for case in cases if task_of(case.data) in self.supported.targets]

    @property
    def untaken(self) -> tuple[str, ...]:
        """The kinds of data and learners that the implementation does not support and is not asked about."""
        return self.supported.untaken if "_offered" in self.__dict__ else ()

    @property
    def supported(self) -> Supported:
        """The data and learners that the implementation supports."""
        return self._offered[0]

    @cached_property
    def _offered(self) -> tuple[Supported, bool]:
        """The data and learners that the implementation supports, and whether it cross-validates.

        Other learners are changed, and categories that it refuses are numbers.
        """
        with self.opened() as implementation:
            return supported_of(implementation, self.conventions), has_function(implementation, "cross_validate")

    @cached_property
    def _learners(self) -> dict[str, Learner]:
        """The books' learners that the implementation supports, each once."""
        offered = self.supported
        taken: dict[str, Learner] = {}
        for learner in LEARNERS.values():
            asked = self._taken(learner)
            numbers = asked.questions.numbers if offered.numbers else "midpoint"
            questions = Questions(numbers, asked.questions.categories if offered.categories else "equals")
            gate = asked.gate if asked.gate in offered.gates else offered.gates[0]
            asked = attrs.evolve(asked, questions=questions, gate=gate)
            is_taken = asked.impurity in offered.impurities and asked.score in offered.scores
            if is_taken and numbers in (offered.numbers or {numbers}) and self.conventions.grows(asked):
                taken[word_for(asked)] = asked
        return taken or LEARNERS

    def random_case(self, seed: int, number: int, implementation: Any) -> Case:
        """Return the small random case with this seed and number; it depends on nothing else."""
        own = getattr(implementation, "random_case", None)
        if own:
            case: Case = own(seed, number)
            return case
        tasks: list[Task] = ["numbers", "classes"] if number % 3 == 1 else ["classes", "numbers"]
        taken = [task for task in tasks if task in self.supported.targets] or tasks
        size = LARGER if number % 5 in {2, 4} else {}  # where features compete for a gate, and trees are deep
        drawn = (random_data(np.random.default_rng((seed, number)), task, **size) for task in taken)
        data, learners = next((each, some) for each in drawn if (some := fitting(self._learners, each)))
        word = tuple(learners)[number // 3 % len(learners)]
        learner = limited(learners[word], self.supported.limits, number)
        word = word if learner == learners[word] else word_for(learner)
        data = moved(evened(weighed(data, number), number), number)
        if self.supported.outputs and number % 6 == 5:  # noqa: PLR2004 (every sixth)
            data, learner, word = several(data, number), attrs.evolve(learner, impurity=None), f"{word}, outputs"
        case = Case(name="random", data=data, criterion=word, learner=learner)
        return self._asked(case, folds=FOLDS + 2 * (number % 4 == 0))

    def _asked(self, case: Case, folds: int = FOLDS) -> Case:
        """Return *case* with data and learner as the implementation supports them, and with folds for its rows."""
        offered, validates = self._offered
        data = offered.unweighted(offered.data(case.data), case.learner)
        dealt = tuple(row % folds for row in range(len(data))) if validates else ()
        return attrs.evolve(case, data=data, learner=self._taken(case.learner, data), folds=dealt)

    def _taken(self, learner: Learner, data: Dataset | None = None) -> Learner:
        """Return *learner* as the implementation takes it; where its thresholds lie is judged, whatever is asked."""
        conventions = attrs.evolve(self.conventions, cut="asked")
        return self.supported.learner(conventions.learner(learner, data))


def _smoke(implementation: Any, seconds: float) -> Iterator[str]:
    """Yield a finding if an implementation of unknown conventions answers nothing within *seconds*."""
    if hasattr(implementation, "conventions") or not has_function(implementation, "grow"):
        return
    try:
        ask(implementation.grow, classification_data({"x": [0, 1]}, ["a", "b"]), cart(), seconds=seconds)
    except Unsupported:
        return
    except NoAnswer as failure:
        if failure.kind == "hang":
            yield f"it does not grow a tree of two rows: {failure}"


def _answers_alike(name: str, seconds: float, grown: str) -> bool:
    """Return whether the Python object *name* gives the same questions under different hash seeds.

    One that does not end is not known to differ: it is asked case by case, with a limit.
    """
    code = f"from dtrees.oracle.adapters import print_ties; print_ties({name!r}, {seconds}, {grown!r})"
    line, known = [sys.executable, "-c", code], {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}

    def asked(seed: str) -> bytes:
        environment = {**known, "PYTHONHASHSEED": seed}
        done = subprocess.run(line, env=environment, stdout=subprocess.PIPE, timeout=PATIENCE, check=False)  # noqa: S603 (our own line)
        return done.stdout

    try:
        return asked("1") == asked("2")
    except subprocess.TimeoutExpired:
        return True


def print_ties(name: str, seconds: float, grown: str) -> None:
    """Print which of several equally good questions the implementation *name* asks, to compare it across processes.

    Each answer may take *seconds*; *grown* is the result of `grown_by` for the implementation.
    """
    assume_grown(grown)
    with Adapter(name, seconds).opened() as implementation:
        sys.stdout.write(f"{tied_questions(implementation)}\n")


def _offering(made: Any, name: str) -> Any:
    """Return the object *made*, or the result of calling it where it is a function without arguments.

    Raises `InvalidData` where it offers none of the specification's functions; what is opened for use says so then.
    """
    if hasattr(made, "__enter__"):
        return made
    if not functions_of(made) and callable(made):
        made = made()
    if not functions_of(made):
        message = f"{name} is {made!r:.80}, which has none of the functions grow, predict, pruning_sequence, gini, ..."
        raise InvalidData(message)
    return made


@cache
def _estimator(name: str) -> Any:
    """Return the adapter of a class with ``fit`` and ``predict``; parameters may follow its name."""
    made, *given = name.split()
    said = [one.removeprefix(LEARNER) for one in given if one.startswith(LEARNER)]
    given = [one for one in given if not one.startswith(LEARNER)]
    for one in given:
        if "=" not in one:
            message = f"--parameter {one}: give the limit and its parameter, such as max_depth=depth"
            raise InvalidData(message)
    learner = learner_of(said[0]) if said else None
    return from_estimator(made, learner=learner, parameters=dict(one.split("=", 1) for one in given))


LEARNER: Final = "learner="
"""The prefix of an estimator's learner, which is written in Python without spaces."""

LEARNERS_BY_NAME: Final[dict[str, Any]] = {"cart": cart, "id3": id3, "c45": c45, "multiway_gini": multiway_gini}


MEASURES_BY_NAME: Final[dict[Any, Any]] = {
    measure.__name__: measure for measure in (gini, entropy, misclassification, squared_error)
}


def learner_of(text: str) -> Learner:
    """Return the learner that *text* writes as a call, such as ``cart(min_leaf=2)``.

    Raises `InvalidData` for any other text.

    >>> learner_of("cart(impurity='entropy')").impurity.__name__
    'entropy'
    """
    try:
        match ast.parse(text, mode="eval").body:
            case ast.Call(ast.Name(name), [], options) if name in LEARNERS_BY_NAME:
                told = {str(one.arg): ast.literal_eval(one.value) for one in options}
                told = {option: MEASURES_BY_NAME.get(value, value) for option, value in told.items()}
                made: Learner = LEARNERS_BY_NAME[name](**told)
                return made
    except (SyntaxError, TypeError, ValueError) as error:
        message = f"--learner {text}: {error}"
        raise InvalidData(message) from error
    message = f"--learner {text}: give a call of {', '.join(LEARNERS_BY_NAME)}, such as cart(impurity='entropy')"
    raise InvalidData(message)
