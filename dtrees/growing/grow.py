"""Growing a tree: split the root's rows by the best question, then each part's, until a stopping rule holds."""

from dtrees.arguments import checked
from dtrees.data.dataset import Dataset
from dtrees.growing.best_split import best_split
from dtrees.growing.learner import Learner
from dtrees.growing.training_values import asking_training_values
from dtrees.trees.recursion import recursive
from dtrees.trees.split import split
from dtrees.trees.summary import Summary, summarize
from dtrees.trees.tree import Branch, Leaf, Tree


@checked
@asking_training_values
@recursive
def grow(data: Dataset, learner: Learner) -> Tree:
    """Return the canonical tree that *learner* grows on *data*.

    A node where the stopping rule holds, or that has no question to ask, is a leaf; any other asks its best question
    and grows a child from each part.      [CART84 §2.4; ZHOU16 figure 4.2; LIHANG2 algorithms 5.2, 5.3, 5.6]

    >>> grow(dt.classification_data({"x": [1, 2, 3]}, ["a", "b", "b"]), dt.cart()).question
    Threshold(feature='x', threshold=1.5)
    """
    data = data.present
    node = summarize(data)
    best = None if stops(node, learner) else best_split(data, learner)
    if best is None:
        return Leaf(node)
    return Branch(node, best.question, [grow(part, learner.below(node)) for part in split(data, best.question)])


def stops(node: Summary, learner: Learner) -> bool:
    """Return whether the stopping rule makes a leaf of *node*; `Stopping` explains each limit."""
    rule, inside = learner.stopping, learner.impurity_for(node)(node)
    is_small = rule.max_depth == 0 or node.weight < rule.min_split
    return is_small or inside <= rule.min_impurity or inside * node.weight < rule.min_risk
