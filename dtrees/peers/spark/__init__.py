"""The adapter for Spark MLlib's decision trees, both classifier and regressor; ``spark.java`` speaks the protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dtrees.errors import Unsupported
from dtrees.growing.cart import cart
from dtrees.growing.impurity import entropy, gini, squared_error
from dtrees.oracle.cases import Task, random_data, random_numbers
from dtrees.oracle.conventions import Conventions
from dtrees.oracle.laws.supported import Supported
from dtrees.peers.shared.java import INSTALL, JavaProgram, jars_of
from dtrees.peers.shared.peer import Peer, varied
from dtrees.peers.spark.why import categories_of, explain

if TYPE_CHECKING:
    import numpy as np

    from dtrees.data.dataset import Dataset
    from dtrees.growing.learner import Learner
    from dtrees.oracle.protocol.program import GrownDocument

LEARNERS: Final = {
    one.__name__: cart(impurity=one, categories="subset", zero_gain="stop") for one in (gini, squared_error, entropy)
} | {
    "gini, small": cart(impurity=gini, categories="subset", zero_gain="stop", max_depth=2, min_gain=1 / 16),
    "squared_error, 2 rows": cart(impurity=squared_error, categories="subset", zero_gain="stop", min_leaf=2),
    "entropy, 2 rows": cart(impurity=entropy, categories="subset", zero_gain="stop", min_leaf=2),
}


class Spark(Peer, JavaProgram):
    """Spark's decision trees, with the rows in so many *partitions*."""

    scripts = ("shared/speaking.java", "spark/spark.java")
    install = INSTALL.format("spark")
    conventions: Final = Conventions(
        cut="between", arithmetic="float64", ties="any", zero_gain="stop", categories="subset", wording="any"
    )
    learners = LEARNERS
    explain = staticmethod(explain)
    supported: Final = Supported(
        numbers=("midpoint",), categories=("subset",), impurities=(None, gini, entropy, squared_error),
        scores=("gain",), gates=("none",), limits=("max_depth", "min_gain", "min_leaf", "zero_gain"), gainless=False,
    )  # fmt: skip

    def __init__(self, partitions: int = 2) -> None:
        super().__init__(jars_of("pyspark", "jars/*", self.install), str(partitions))

    @classmethod
    def drawn(cls, number: int, chance: np.random.Generator, task: Task) -> Dataset:
        """Return small random data, by turns `varied`, maybe with categories, and numeric with weights."""
        if number % 2:
            return varied(random_data(chance, task), number // 2)
        return random_numbers(chance, task, scales=(1.0, 0.1, 1e3), targets=(1.0, 0.1, 1e-9), heaviest=3)

    def grow(self, data: Dataset, learner: Learner) -> GrownDocument:
        """Return the tree that Spark grows; raises `Unsupported` if Spark has no option for *learner*."""
        self.supported.require(data, learner)
        if max(map(len, categories_of(data))) > len(data):
            message = "it takes no column of more categories than rows"
            raise Unsupported(message)
        return super().grow(data, learner)
