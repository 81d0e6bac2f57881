"""The competitors of a split: the best question about each other feature, as rpart lists them."""

from operator import attrgetter

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.growing.best_split import ScoredSplit, scored_splits
from dtrees.growing.learner import Learner
from dtrees.numbers.quotient import of_largest


@checked
def competitors(data: Dataset, learner: Learner) -> tuple[ScoredSplit, ...]:
    """Return the best question about each feature that splits *data*, best first.

    argmax over the questions about x of the score, for each x      [RPART26 §6.1]

    The first is that of the node.  N(t) times the gain is rpart's ``improve`` of classes, the gain over i(t) that of
    numbers.

    >>> [(split.feature, str(split.gain)) for split in competitors(dt.datasets.load("loan"), dt.cart())]
    [('owns_house', '16/75'), ('has_job', '4/25'), ('credit', '4/25'), ('age', '1/25')]
    """
    scored = scored_splits(data, learner)
    about = [[split for split in scored if split.feature == name] for name in data.feature_names]
    best = [of_largest(splits, attrgetter("score"))[0] for splits in about if splits]
    return tuple(sorted(best, key=attrgetter("score"), reverse=True))
