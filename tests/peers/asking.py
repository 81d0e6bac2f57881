"""Which peers can be asked here, and what the files of expected deviations say of each."""

from __future__ import annotations

import json
import os
from contextlib import ExitStack, nullcontext
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import pytest

from dtrees.errors import Unsupported
from dtrees.oracle.adapters import PEERS, Adapter
from dtrees.oracle.cases import Case, of_record, with_costs
from dtrees.oracle.examination import Examination
from dtrees.oracle.examine import examine, verdicts
from dtrees.oracle.record import Record, record_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


NAMES: Final = {module.partition(":")[0].rpartition(".")[2]: name for name, module in reversed(PEERS.items())}
"""What `dtrees verify` calls the program of a folder; Weka's Id3 is asked where SimpleCart is."""


@attrs.frozen
class Trial:
    """How a peer is tried: so many random cases, the checks by which it surely deviates, the first case that does."""

    cases: int
    checks: frozenset[str] = frozenset({"growth"})
    first: int = 0
    package: str | None = None
    """What is imported, where it is a Python package."""
    dear: bool = False
    """Whether CI does without it: its tests are collected where it is installed and DTREES_DEAR is set."""


TRIALS: Final = {
    "decisionstump": Trial(80, first=21, dear=True),
    "extra-tree": Trial(150, frozenset({"path", "pruned"}), first=4, package="sklearn.tree", dear=True),
    "hist-gradient-boosting": Trial(40, first=3, package="sklearn.ensemble"),
    "c45-decision-tree": Trial(40, package="C45", dear=True),
    "c5tree": Trial(60, first=5, package="c5tree", dear=True),
    "chefboost": Trial(4, package="chefboost", dear=True),
    "decision-tree": Trial(60, frozenset({"growth", "predictions"}), first=2, dear=True),
    "decision-tree-id3": Trial(60, first=2, package="id3", dear=True),
    "imodels": Trial(140, first=50, package="imodels", dear=True),
    "j48": Trial(9, frozenset({"growth", "growth with -R"})),
    "lightgbm": Trial(100, first=1, package="lightgbm"),
    "ml-cart": Trial(100, first=1, dear=True),
    "mlpack": Trial(40, package="mlpack", dear=True),
    "nltk": Trial(40, first=13, package="nltk", dear=True),
    "numpy-ml": Trial(40, first=2, package="numpy_ml", dear=True),
    "h2o": Trial(40, dear=True),
    "h2o-boosting": Trial(40, first=1, dear=True),
    "onedal": Trial(100, frozenset({"growth", "predictions"}), package="daal4py", dear=True),
    "onedal-forest": Trial(100, first=1, package="daal4py", dear=True),
    "opencv": Trial(40, first=5, package="cv2"),
    "orange": Trial(120, first=56, package="Orange", dear=True),
    "as-party": Trial(40, dear=True),
    "partykit": Trial(20, first=9, dear=True),
    "randomforest": Trial(20, first=17),
    "ranger": Trial(20),
    "randomtree": Trial(40, first=5, dear=True),
    "reptree": Trial(40, first=7, dear=True),
    "rpart": Trial(45, frozenset({"cross-validation"}), first=2),
    "scikit-learn": Trial(150, frozenset({"path", "pruned"}), first=4, package="sklearn"),
    "spark": Trial(8, first=1, package="pyspark", dear=True),
    "simplecart": Trial(40, frozenset({"path", "pruned"}), dear=True),
    "tree": Trial(40, frozenset({"growth", "path"}), dear=True),
    "scikitjs": Trial(160, first=62, dear=True),
    "xgboost": Trial(100, package="xgboost"),
}
"""The peers that the suite asks; of those that are dear the files of ``expected`` are records of their last run."""


def install_of(name: str) -> str:
    """Return the command that installs the peer."""
    module, _, made = PEERS[name].partition(":")
    return (
        f"pip install 'dtrees-spec[{name}]'"
        if TRIALS[name].package
        else str(getattr(import_module(module), made).install)
    )


@cache
def is_installed(name: str) -> bool:
    """Return whether the peer can be asked."""
    package = TRIALS[name].package
    if package:
        return find_spec(package.partition(".")[0]) is not None
    try:
        with Adapter(name).opened():
            return True
    except Unsupported:
        return False


def needs(name: str) -> pytest.MarkDecorator:
    """Return the mark of a test that asks the peer: it is skipped where the peer is missing."""
    return pytest.mark.skipif(not is_installed(name), reason=f"needs {name}: {install_of(name)}")


def each_of(*names: str) -> list[Any]:
    """Return the peers' names as parameters, each skipped where the peer is missing."""
    return [pytest.param(name, marks=needs(name)) for name in names]


ASKED: Final = [
    name for name, trial in TRIALS.items() if not trial.dear or ("DTREES_DEAR" in os.environ and is_installed(name))
]
"""The peers that are asked here: starting a dear one, to see whether it is installed, takes long too."""

EACH: Final = each_of(*ASKED)


EXPECTED: Final = Path(__file__).with_name("expected")


def expected_of(name: str) -> dict[str, Any]:
    """Return what ``expected/NAME.json`` says."""
    record: dict[str, Any] = json.loads((EXPECTED / f"{name}.json").read_text("utf-8"))
    return record


def judged_alike(name: str, examples: Mapping[str, Mapping[str, Any]]) -> dict[str, Record]:
    """Return what is found of each example, asked of the peer with the example's options."""
    made = class_of(name)
    found, implementations = {}, {}
    with ExitStack() as opened:
        for key, example in examples.items():
            options = example.get("options", {})
            asked = json.dumps(options)
            if asked not in implementations:
                one = made(*options) if isinstance(options, list) else made(**options)
                implementations[asked] = opened.enter_context(one if hasattr(one, "__enter__") else nullcontext(one))
            data = of_record(example)
            case = Case(
                name=key,
                data=data,
                criterion=example["criterion"],
                learner=with_costs(made.learners[example["criterion"]], data, example.get("costs")),
                folds=tuple(example.get("folds", ())),
                alphas=tuple(example.get("alphas", ())),
            )
            implementation = implementations[asked]
            found[key] = record_of(verdicts(Examination(implementation, case, implementation.conventions)))
    return found


def examined(name: str, cases: Iterable[Case]) -> list[Record]:
    """Return what is found of each case."""
    with Adapter(name).opened() as implementation:
        return [record_of(examine(implementation, case, implementation.conventions)) for case in cases]


def class_of(name: str) -> Any:
    """Return the peer's adapter."""
    module, _, made = PEERS[name].partition(":")
    return getattr(import_module(module), made)
