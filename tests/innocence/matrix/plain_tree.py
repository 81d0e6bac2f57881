# ruff: noqa: ANN001, ANN201, ANN204, B905, C416, C901, S311, SIM102
# mypy: ignore-errors
"""A decision tree as its author writes it, in floats and dictionaries, with everything that authors choose differently.

It knows nothing of `dtrees`.  Each set of `Choices` is one author; all of them are right.
"""

import math
import random
import struct
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Choices:
    impurity: str = "gini"  # or entropy, misclassification, squared_error
    logarithm: str = "2"  # or e, 10
    score: str = "gain"  # or ratio: of each feature's best cut; ratio_of_all: of every cut; best_ratio: of its own best
    gate: str = "none"  # or at_least, above the mean of the features' gains
    numbers: str = "threshold"  # or each: a child a value; none
    categories: str = "none"  # or one against the rest; subset; each: a child a category
    comparison: str = "<="  # or <, >=, >
    place: str = "midpoint"  # or lower, upper, training, between
    ties: str = "first"  # or last, seeded, by_row
    precision: int = 64  # or 32
    zero_gain: str = "split"  # or stop
    merged: bool = False
    growth: str = "depth"  # or breadth, best
    majority: str = "first"  # or last, rarest, parent
    labels: str = "texts"  # or integers, booleans
    weights: bool = False


# --- impurity ---------------------------------------------------------------------------------------------------


LOGARITHMS = {"2": math.log2, "e": math.log, "10": math.log10}


def impurity(c, targets, weights):
    whole = sum(weights)
    if c.impurity == "squared_error":
        mean = sum(w * y for y, w in zip(targets, weights)) / whole
        return sum(w * (y - mean) ** 2 for y, w in zip(targets, weights)) / whole
    shares = [count / whole for count in counts_of(targets, weights).values()]
    if c.impurity == "gini":
        return 1 - sum(p * p for p in shares)
    if c.impurity == "misclassification":
        return 1 - max(shares)
    return -sum(p * LOGARITHMS[c.logarithm](p) for p in shares if p > 0)


def counts_of(targets, weights):
    counts = {}
    for y, w in zip(targets, weights):
        counts[y] = counts.get(y, 0) + w
    return counts


# --- questions --------------------------------------------------------------------------------------------------


def single(value):
    try:
        return struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def threshold(c, low, high, column):
    """Return a cut between the neighbours low < high."""
    inclusive = c.comparison in ("<=", ">")  # a value on the cut belongs to the lower side
    middle = low / 2 + high / 2
    if c.precision == 32:
        middle = single(middle)
    if not low <= middle <= high:
        middle = low
    if inclusive and middle >= high:
        middle = low
    if not inclusive and middle <= low:
        middle = high
    if c.place == "between":
        other = low / 4 + 3 * (high / 4)
        return other if low < other < high else middle
    if c.place == "training":
        return max(x for x in column if x <= middle)
    return {"midpoint": middle, "lower": low, "upper": high}[c.place]


def goes_low(c, value, cut):
    if c.comparison == "<=":
        return value <= cut
    if c.comparison == "<":
        return value < cut
    if c.comparison == ">":
        return not value > cut
    return not value >= cut


def answer(c, question, value):
    """Return the number of the child, or None for a value that the node has not seen."""
    kind, _, what = question
    if kind == "threshold":
        return 0 if goes_low(c, value, what) else 1
    if kind == "category":
        return 0 if value == what else 1
    if kind == "one_of":
        return 0 if value in what else 1
    return what.index(value) if value in what else None


def questions(c, table, rows):
    for name in table.order:
        values = [table.columns[name][row] for row in rows]
        distinct = list(dict.fromkeys(values))
        if len(distinct) < 2:
            continue
        if c.ties != "by_row":
            distinct.sort()
        style = c.numbers if table.numeric[name] else c.categories
        if style == "each":
            yield ("each_category", name, tuple(distinct))
        elif style == "one":
            some = distinct[:1] if len(distinct) == 2 else distinct
            yield from (("category", name, value) for value in some)
        elif style == "subset":
            first, *rest = distinct
            for size in range(len(rest)):
                yield from (("one_of", name, (first, *some)) for some in combinations(rest, size))
        else:
            above = {low: high for low, high in zip(sorted(distinct), sorted(distinct)[1:])}
            for low in distinct:
                if low in above:
                    yield ("threshold", name, threshold(c, low, above[low], table.columns[name]))


def parted(c, table, rows, question):
    parts = {}
    for row in rows:
        parts.setdefault(answer(c, question, table.columns[question[1]][row]), []).append(row)
    return [parts[place] for place in sorted(parts)]


# --- growing ----------------------------------------------------------------------------------------------------


class Table:
    def __init__(self, c, columns, numeric, targets, weights, classes):
        self.columns = {
            name: [single(x) for x in column] if numeric[name] and c.precision == 32 else list(column)
            for name, column in columns.items()
        }
        self.numeric, self.targets, self.weights, self.classes = numeric, targets, weights, classes
        self.order = list(columns)


class Node:
    def __init__(self, rows, depth, parent):
        self.rows, self.depth, self.parent = rows, depth, parent
        self.question, self.children, self.said = None, [], None


def grow(c, table, max_depth=None, min_split=2, min_leaf=1):
    chance = random.Random(7)
    root = Node(list(range(len(table.targets))), 0, None)
    waiting = [(0, root)]
    while waiting:
        if c.growth == "breadth":
            _, node = waiting.pop(0)
        elif c.growth == "best":
            waiting.sort(key=lambda one: one[0])
            _, node = waiting.pop()
        else:
            _, node = waiting.pop()
        node.said = predicted(c, table, node)
        best = choose(c, table, node, chance, max_depth, min_split, min_leaf)
        if best is None:
            continue
        gain, node.question, parts = best
        node.children = [Node(part, node.depth + 1, node) for part in parts]
        waiting += [(gain * len(child.rows), child) for child in reversed(node.children)]
    if c.merged:
        merge(root)
    return root


def choose(c, table, node, chance, max_depth, min_split, min_leaf):
    targets = [table.targets[row] for row in node.rows]
    weights = [table.weights[row] for row in node.rows]
    if len(set(targets)) == 1 or (max_depth is not None and node.depth >= max_depth) or sum(weights) < min_split:
        return None
    inside, whole, scored = impurity(c, targets, weights), sum(weights), []
    tiny = 1e-12 * inside
    for question in questions(c, table, node.rows):
        parts = parted(c, table, node.rows, question)
        sizes = [sum(table.weights[row] for row in part) for part in parts]
        if min(sizes) < min_leaf:
            continue
        left = sum(
            size * impurity(c, [table.targets[row] for row in part], [table.weights[row] for row in part])
            for size, part in zip(sizes, parts)
        )
        gain = inside - left / whole
        log = LOGARITHMS[c.logarithm]
        ratio = gain / -sum(size / whole * log(size / whole) for size in sizes)
        scored.append((gain, ratio, question, parts))
    if c.score in ("ratio", "best_ratio") and scored:
        best, by = {}, 0 if c.score == "ratio" else 1
        for one in scored:
            name = one[2][1]
            if (
                name not in best
                or one[by] > best[name][by] + tiny
                or (c.ties == "last" and one[by] > best[name][by] - tiny)
            ):
                best[name] = one
        scored = list(best.values())
        mean = sum(one[0] for one in scored) / len(scored)
        if c.gate == "at_least":
            scored = [one for one in scored if one[0] >= mean - tiny]
        elif c.gate == "above":
            scored = [one for one in scored if one[0] > mean + tiny]
    if c.zero_gain == "stop":
        scored = [one for one in scored if one[0] > tiny]
    if not scored:
        return None
    place = 0 if c.score == "gain" else 1
    largest = max(one[place] for one in scored)
    tied = [one for one in scored if one[place] > largest - 1e-12 * abs(largest) - 1e-300]
    gain, _, question, parts = {"last": tied[-1]}.get(c.ties, tied[0]) if c.ties != "seeded" else chance.choice(tied)
    return gain, question, parts


def merge(root):
    """Make one leaf of leaves that say the same, from the bottom up."""
    order = [root]
    for node in order:
        order += node.children
    for node in reversed(order):
        if node.children and not any(child.children for child in node.children):
            if len({child.said for child in node.children}) == 1:
                node.said, node.question, node.children = node.children[0].said, None, []


# --- predicting -------------------------------------------------------------------------------------------------


def predicted(c, table, node):
    targets = [table.targets[row] for row in node.rows]
    weights = [table.weights[row] for row in node.rows]
    if table.classes is None:
        return sum(w * y for y, w in zip(targets, weights)) / sum(weights)
    counts = counts_of(targets, weights)
    tied = [label for label in table.classes if counts.get(label, 0) == max(counts.values())]
    if len(tied) == 1 or c.majority == "first":
        return tied[0]
    if c.majority == "last":
        return tied[-1]
    if c.majority == "parent":
        return node.parent.said if node.parent and node.parent.said in tied else tied[0]
    whole = counts_of(table.targets, table.weights)
    return min(tied, key=lambda label: whole[label])


def ending(c, root, row):
    node = root
    while node.children:
        value = row[node.question[1]]
        place = answer(c, node.question, single(value) if c.precision == 32 and isinstance(value, float) else value)
        if place is None:
            break
        node = node.children[place]
    return node
