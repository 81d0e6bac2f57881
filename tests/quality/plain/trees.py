"""Decision trees in plain Python floats, as an ordinary author writes them: it knows nothing of `dtrees`.

A node is a dictionary: "sums" of its rows (the weight of each class, or weight, total and sum of squares of the
responses), "classes" (None for numbers), and what a reader wants of it: "weight", "value", "impurity", "prediction".
A branch has "feature", one of "threshold", "category", "one_of" and "categories", and "children" besides.
"""

import math
import random
from collections import namedtuple
from itertools import combinations

Table = namedtuple("Table", "columns numeric targets weights classes")
Options = namedtuple(
    "Options",
    "impurity numbers categories score gate max_depth min_split min_leaf min_gain min_impurity min_risk zero_gain",
)
Split = namedtuple("Split", "gain score question parts")

QUESTIONS = ("threshold", "category", "one_of", "categories")

# --- impurities of sums -----------------------------------------------------------------------------------------


def gini(sums):
    total = sum(sums)
    return 1 - sum((one / total) ** 2 for one in sums)


def entropy(sums):
    total = sum(sums)
    return -sum(one / total * math.log2(one / total) for one in sums if one > 0)


def misclassification(sums):
    return 1 - max(sums) / sum(sums)


def variance(sums):
    weight, total, squares = sums
    return squares / weight - (total / weight) ** 2


def weight_of(sums, impurity):
    return sums[0] if impurity is variance else sum(sums)


def conditional(parts, impurity):
    parts = [part for part in parts if weight_of(part, impurity) > 0]
    weights = [weight_of(part, impurity) for part in parts]
    return sum(weight * impurity(part) for weight, part in zip(weights, parts)) / sum(weights)


def gain(parts, impurity):
    whole = [sum(column) for column in zip(*parts)]
    return impurity(whole) - conditional(parts, impurity)


def intrinsic_value(weights):
    return entropy(weights)


def gain_ratio(parts, impurity):
    return gain(parts, impurity) / intrinsic_value([weight_of(part, impurity) for part in parts])


# --- nodes ------------------------------------------------------------------------------------------------------


def sums_of(table, rows):
    if table.classes is None:
        pairs = [(table.weights[row], table.targets[row]) for row in rows]
        return [sum(w for w, _ in pairs), sum(w * y for w, y in pairs), sum(w * y * y for w, y in pairs)]
    sums = [0.0] * len(table.classes)
    for row in rows:
        sums[table.classes.index(table.targets[row])] += table.weights[row]
    return sums


def leaf(sums, classes, impurity):
    node = {"sums": sums, "classes": classes, "impurity": impurity(sums)}
    if classes is None:
        mean = sums[1] / sums[0]
        return {**node, "weight": sums[0], "value": [mean], "prediction": mean}
    weight = sum(sums)
    shares = [one / weight for one in sums]
    return {**node, "weight": weight, "value": shares, "prediction": classes[sums.index(max(sums))]}


def children(node):
    return node.get("children", [])


def as_leaf(node):
    return {key: value for key, value in node.items() if key not in (*QUESTIONS, "feature", "children")}


def leaves(node):
    if not children(node):
        return [node]
    return [below for child in children(node) for below in leaves(child)]


def depth(node):
    return 1 + max(depth(child) for child in children(node)) if children(node) else 0


def answer(question, value):
    """Return the number of the child that *value* goes to, or None where there is none."""
    if "threshold" in question:
        return 0 if value <= question["threshold"] else 1
    if "category" in question:
        return 0 if value == question["category"] else 1
    if "one_of" in question:
        return 0 if value in question["one_of"] else 1
    return question["categories"].index(value) if value in question["categories"] else None


# --- growing ----------------------------------------------------------------------------------------------------


def middle(low, high):
    cut = low + (high - low) / 2 if high - low < math.inf else low / 2 + high / 2
    return cut if low <= cut < high else low


def questions(table, rows, name, options):
    present = sorted({table.columns[name][row] for row in rows})
    style = options.numbers if table.numeric[name] else options.categories
    if len(present) < 2:
        return
    if style == "each":
        yield {"feature": name, "categories": present}
    elif style == "midpoint":
        for low, high in zip(present, present[1:]):
            yield {"feature": name, "threshold": middle(low, high)}
    elif style == "observed":
        for low in present[:-1]:
            yield {"feature": name, "threshold": low}
    elif style == "equals":
        for category in present:
            yield {"feature": name, "category": category}
    else:
        for size in range(len(present) - 1):
            for others in combinations(present[1:], size):
                yield {"feature": name, "one_of": [present[0], *others]}


def parted(table, rows, question):
    column = table.columns[question["feature"]]
    many = len(question["categories"]) if "categories" in question else 2
    parts = [[] for _ in range(many)]
    for row in rows:
        child = answer(question, column[row])
        if child is not None:
            parts[child].append(row)
    return parts


def candidates(table, rows, options):
    """Return for each feature the questions that leave every child enough weight, with their gains and scores."""
    found = {}
    for name in table.columns:
        for question in questions(table, rows, name, options):
            parts = parted(table, rows, question)
            sums = [sums_of(table, part) for part in parts]
            weights = [weight_of(one, options.impurity) for one in sums]
            if min(weights) < options.min_leaf:
                continue
            gained = gain(sums, options.impurity)
            score = gain_ratio(sums, options.impurity) if options.score == "gain_ratio" else gained
            found.setdefault(name, []).append(Split(gained, score, question, parts))
    return found


def past_the_gate(found, gate):
    """Return of each feature that passes the gate the questions of largest gain."""
    largest = {name: max(split.gain for split in splits) for name, splits in found.items()}
    average = sum(largest.values()) / len(largest) if largest else 0.0
    passing = {}
    for name, splits in found.items():
        if gate == "at_least" and largest[name] < average:
            continue
        if gate == "above" and largest[name] <= average:
            continue
        passing[name] = [split for split in splits if split.gain == largest[name]]
    return passing


def best_split(table, rows, options):
    found = candidates(table, rows, options)
    if options.score == "gain_ratio":
        found = past_the_gate(found, options.gate)
    best = None
    for splits in found.values():
        for split in splits:
            if split.gain < options.min_gain or (options.zero_gain == "stop" and split.gain <= 0):
                continue
            if best is None or split.score > best.score:
                best = split
    return best


def is_pure(table, rows):
    return len({table.targets[row] for row in rows}) == 1


def stops(table, rows, node, level, options):
    if options.max_depth is not None and level >= options.max_depth:
        return True
    if node["weight"] < options.min_split or is_pure(table, rows):
        return True
    return node["impurity"] <= options.min_impurity or node["impurity"] * node["weight"] < options.min_risk


def grow(table, options, rows=None, level=0):
    if rows is None:
        rows = [row for row in range(len(table.targets)) if table.weights[row] > 0]
    node = leaf(sums_of(table, rows), table.classes, options.impurity)
    if stops(table, rows, node, level, options):
        return node
    best = best_split(table, rows, options)
    if best is None:
        return node
    below = [grow(table, options, part, level + 1) for part in best.parts]
    return {**node, **best.question, "children": below}


# --- predicting -------------------------------------------------------------------------------------------------


def ending(node, row, unseen="stop"):
    """Return the path and the node where *row*, a dictionary, ends."""
    path = ()
    while children(node):
        child = answer(node, row[node["feature"]])
        if child is None:
            if unseen == "stop":
                break
            weights = [below["weight"] for below in node["children"]]
            child = weights.index(max(weights))
        path, node = (*path, child), node["children"][child]
    return path, node


def predict(node, rows, unseen="stop"):
    return [ending(node, row, unseen)[1]["prediction"] for row in rows]


def predict_proba(node, rows, unseen="stop"):
    return [ending(node, row, unseen)[1]["value"] for row in rows]


def apply(node, rows, unseen="stop"):
    return [ending(node, row, unseen)[0] for row in rows]


def decreases(node, names, impurity):
    """Return how much of the impurity the questions about each feature took away, by weight."""
    found = dict.fromkeys(names, 0.0)
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if children(one):
            below = sum(risk(child, impurity) for child in one["children"])
            found[one["feature"]] += risk(one, impurity) - below
            waiting += one["children"]
    return found


def importances(node, names, impurity):
    found = decreases(node, names, impurity)
    whole = sum(found.values())
    if whole <= 0:
        return dict.fromkeys(names, 0.0)
    return {name: one / whole for name, one in found.items()}


# --- cost-complexity pruning ------------------------------------------------------------------------------------


def risk(node, impurity):
    return impurity(node["sums"]) * weight_of(node["sums"], impurity)


def risk_of_tree(node, impurity):
    return sum(risk(one, impurity) for one in leaves(node))


def unit(root, node, impurity, scale):
    if scale == "proportion":
        return weight_of(root["sums"], impurity)
    if scale == "root":
        return risk(root, impurity)
    if scale == "node":
        return weight_of(node["sums"], impurity)
    return 1.0


def cost(node, alpha, impurity, scale="count"):
    return risk_of_tree(node, impurity) / unit(node, node, impurity, scale) + alpha * len(leaves(node))


def node_at(node, path):
    for child in path:
        node = node["children"][child]
    return node


def branches(node, path=()):
    """Yield the path of every branch, parents first."""
    if children(node):
        yield path
        for place, child in enumerate(children(node)):
            yield from branches(child, (*path, place))


def alpha_of(root, path, impurity, scale="count"):
    node = node_at(root, path)
    saved = risk(node, impurity) - risk_of_tree(node, impurity)
    return saved / (len(leaves(node)) - 1) / unit(root, node, impurity, scale)


def prune_at(node, path):
    if not path:
        return as_leaf(node)
    below = list(node["children"])
    below[path[0]] = prune_at(below[path[0]], path[1:])
    return {**node, "children": below}


def weakest_links(root, impurity, scale="count"):
    alphas = {path: alpha_of(root, path, impurity, scale) for path in branches(root)}
    least = min(alphas.values())
    return least, [path for path, alpha in alphas.items() if alpha == least]


def optimal_subtree(root, alpha, impurity, scale="count"):
    """Cut from the bottom up every branch that costs at least as much as a leaf in its place."""

    def pruned(node):
        if not children(node):
            return node
        smaller = {**node, "children": [pruned(child) for child in node["children"]]}
        one = unit(root, node, impurity, scale)
        branch = risk_of_tree(smaller, impurity) / one + alpha * len(leaves(smaller))
        return as_leaf(node) if risk(node, impurity) / one + alpha <= branch else smaller

    return pruned(root)


def pruning_sequence(root, impurity, scale="count", ties="together"):
    """Return pairs (alpha, tree): the weakest links are cut, all of a round or one, until the root is left."""
    whole = optimal_subtree(root, 0.0, impurity, scale) if ties == "together" else root
    members = [(0.0, whole)]
    tree = whole
    while children(tree):
        alpha, weakest = weakest_links(tree, impurity, scale)
        if ties == "together":
            for path in sorted(weakest, key=len, reverse=True):
                tree = prune_at(tree, path)
        else:
            tree = prune_at(tree, weakest[-1])
        members.append((alpha, tree))
    return members


# --- pruning on validation rows ---------------------------------------------------------------------------------


def loss(node, actual):
    if node["classes"] is None:
        return (actual - node["prediction"]) ** 2
    return 0.0 if actual == node["prediction"] else 1.0


def rows_of(table):
    return [{name: column[row] for name, column in table.columns.items()} for row in range(len(table.targets))]


def losses(node, table):
    return [loss(ending(node, row)[1], actual) for row, actual in zip(rows_of(table), table.targets)]


def total_loss(node, table, rows):
    """Return the loss on those *rows* of the table, which come to the node."""
    every = rows_of(table)
    return sum(table.weights[row] * loss(ending(node, every[row])[1], table.targets[row]) for row in rows)


def reduced_error_prune(node, table, ties="prune", rows=None):
    if rows is None:
        rows = range(len(table.targets))
    if not children(node):
        return node
    parts = parted(table, rows, node)
    below = [reduced_error_prune(child, table, ties, part) for child, part in zip(node["children"], parts)]
    smaller = {**node, "children": below}
    kept, cut = total_loss(smaller, table, rows), total_loss(as_leaf(node), table, rows)
    if cut < kept or (cut == kept and ties == "prune"):
        return as_leaf(node)
    return smaller


def grow_with_validation(table, options, validation, ties="prune"):
    """Grow a tree that makes a split only where it lowers the loss on the validation rows."""

    def kept(node, rows):
        if not children(node):
            return node
        stump = {**node, "children": [as_leaf(child) for child in node["children"]]}
        before, after = total_loss(as_leaf(node), validation, rows), total_loss(stump, validation, rows)
        if after < before or (after == before and ties == "keep"):
            parts = parted(validation, rows, node)
            return {**node, "children": [kept(child, part) for child, part in zip(node["children"], parts)]}
        return as_leaf(node)

    return kept(grow(table, options), range(len(validation.targets)))


def select_by_holdout(members, validation):
    """Return the place of the member of least mean loss, the smallest tree among equals, and all the mean losses."""
    values = []
    for _, tree in members:
        values.append(total_loss(tree, validation, range(len(validation.targets))) / sum(validation.weights))
    best = min(values)
    return max(place for place, value in enumerate(values) if value == best), values


# --- cross-validation -------------------------------------------------------------------------------------------


def plain_folds(rows, folds):
    sizes = [rows // folds + (1 if fold < rows % folds else 0) for fold in range(folds)]
    return [fold + 1 for fold, size in enumerate(sizes) for _ in range(size)]


def shuffled_folds(rows, folds, seed):
    dealt = plain_folds(rows, folds)
    random.Random(seed).shuffle(dealt)
    return dealt


def stratified_folds(targets, folds, seed):
    order = list(range(len(targets)))
    random.Random(seed).shuffle(order)
    order.sort(key=lambda row: str(targets[row]))
    dealt = [0] * len(targets)
    for place, row in enumerate(order):
        dealt[row] = place % folds + 1
    return dealt


def taken(table, rows):
    columns = {name: [column[row] for row in rows] for name, column in table.columns.items()}
    targets = [table.targets[row] for row in rows]
    return Table(columns, table.numeric, targets, [table.weights[row] for row in rows], table.classes)


def cross_validate(table, options, folds, impurity, scale="proportion"):
    """Return a row (alpha, tree, error, standard error) for each member of the whole table's pruning sequence."""
    members = pruning_sequence(grow(table, options), impurity, scale)
    alphas = [alpha for alpha, _ in members]
    betas = [math.sqrt(max(low * high, 0.0)) for low, high in zip(alphas, alphas[1:])] + [math.inf]
    tried = [[0.0] * len(table.targets) for _ in members]
    for fold in sorted(set(folds)):
        inside = [row for row, number in enumerate(folds) if number == fold]
        outside = [row for row, number in enumerate(folds) if number != fold]
        held_out = taken(table, inside)
        own = pruning_sequence(grow(taken(table, outside), options), impurity, scale)
        for place, beta in enumerate(betas):
            reached = [tree for alpha, tree in own if alpha <= beta]
            for row, one in zip(inside, losses(reached[-1], held_out)):
                tried[place][row] = one
    weight = sum(table.weights)
    found = []
    for (alpha, tree), values in zip(members, tried):
        error = sum(w * value for w, value in zip(table.weights, values)) / weight
        spread = sum(w * (value - error) ** 2 for w, value in zip(table.weights, values)) / weight
        found.append((alpha, tree, error, math.sqrt(spread / weight)))
    return found
