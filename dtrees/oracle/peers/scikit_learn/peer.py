"""The cases of a campaign for scikit-learn: the data sets it ships, and small random ones."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

import attrs
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from dtrees.cart import cart
from dtrees.grow import grow
from dtrees.oracle.campaign.findings import Finding, Subject, finding_of, optimal_at
from dtrees.oracle.peers.scikit_learn.cases import random_case
from dtrees.oracle.peers.scikit_learn.pruning import conventions_of, judge_pruning, pruned_like
from dtrees.oracle.peers.scikit_learn.trees import CASES, CONVENTIONS, CRITERIA, judge_fit, translate
from dtrees.oracle.verdict import Deviation
from dtrees.reading import classification_data, regression_data

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dtrees.oracle.campaign.findings import Pair, Verdicts
    from dtrees.oracle.verdict import PathDeviation

CHUNK: Final = 10


def tables() -> int:
    """Return how many data sets scikit-learn ships, by criterion.

    >>> tables()
    9
    """
    return len(CASES)


def subject(seed: int, number: int) -> Subject:
    """Return what a case is about.

    >>> subject(0, -1).data, subject(0, 2).size
    ('diabetes', (11, 1))
    """
    return _Asked.of(seed, number).subject


def judge(seed: int, numbers: Sequence[int]) -> Iterator[Finding]:
    """Yield the verdicts on what scikit-learn grows and prunes, case by case."""
    for number in numbers:
        asked = _Asked.of(seed, number)
        started = time.perf_counter()
        pruned = judge_pruning(asked.rows, asked.targets, asked.criterion)
        grown = judge_fit(asked.rows, asked.targets, asked.criterion)
        seconds = time.perf_counter() - started
        verdicts: Verdicts = {"growth": grown, "path": pruned.path, "fits": pruned.fits}
        yield finding_of(number, asked.subject, verdicts, asked.trees, seconds)


@attrs.frozen
class _Asked:
    """The rows and targets of a case, how they are named, and the code that makes them."""

    name: str
    rows: Any
    targets: Any
    criterion: str
    made_by: str

    @classmethod
    def of(cls, seed: int, number: int) -> _Asked:
        if number < 0:
            case = CASES[number]
            loading = f"from sklearn.datasets import load_{case.name}\n\nx, y = load_{case.name}(return_X_y=True)"
            return cls(case.name, *case.rows(), case.criterion, loading)
        rows, targets, criterion = random_case(seed, number)
        return cls("random", rows, targets, criterion, f"x = {rows.tolist()}\ny = {targets.tolist()}")

    @property
    def subject(self) -> Subject:
        judged = f'x, y, "{self.criterion}"'
        code = (
            "from dtrees.oracle.peers.scikit_learn.trees import judge_fit\n"
            "from dtrees.oracle.peers.scikit_learn.pruning import judge_pruning\n"
            f"{self.made_by}\nprint(judge_fit({judged}))\nprint(judge_pruning({judged}))"
        )
        rows, columns = self.rows.shape
        return Subject(data=self.name, criterion=self.criterion, rows=rows, columns=columns, code=code)

    def trees(self, deviation: Deviation | PathDeviation) -> Pair:
        """Return the tree that scikit-learn gives, grown or pruned at the alpha, and the right one."""
        whole = self._fit(0.0)
        numbers = self.criterion == "squared_error"
        data = (regression_data if numbers else classification_data)(self.rows, self.targets)
        tree = translate(whole, data)
        if isinstance(deviation, Deviation):
            learner = cart(impurity=CRITERIA[self.criterion])
            return tree, grow(CONVENTIONS.seen(data), learner)
        alpha = float(deviation.alpha or "nan")
        pruned = pruned_like(tree, whole.tree_, self._fit(alpha).tree_) if 0 < alpha < float("inf") else tree
        return pruned, optimal_at(tree, alpha, conventions_of(self.criterion))

    def _fit(self, alpha: float) -> Any:
        make = DecisionTreeRegressor if self.criterion == "squared_error" else DecisionTreeClassifier
        return make(criterion=self.criterion, ccp_alpha=alpha, random_state=0).fit(self.rows, self.targets)
