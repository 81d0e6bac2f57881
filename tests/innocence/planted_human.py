# ruff: noqa: E501  (a mistake stands in a line)
"""Mistakes as people make them, planted in the family of right trees: each is found, and named where it is.

A mistake is a text of `plain_tree` or of the estimator exchanged for another, in a member that shows it best, and in
each way in which it can be seen at all (`ways_of`).  ``python -m innocence.planted_human`` tries all of them.
"""

from __future__ import annotations

import inspect
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import attrs
from innocence.matrix import members, plain_tree
from innocence.matrix.members import USUAL, Member, Server, settled

from dtrees.oracle.campaign import Campaign
from dtrees.oracle.campaign.description import described
from dtrees.oracle.campaign.judging import judge_cases
from dtrees.oracle.campaign.plan import adapter_of, cases_of

if TYPE_CHECKING:
    from collections.abc import Iterator

RANDOM = 60
"""So many random cases are judged: fewer than by default."""

SOURCE = inspect.getsource(plain_tree)


@attrs.frozen
class Mistake:
    """What is exchanged for what, in which member, and the kinds that name it."""

    old: str
    new: str
    named: frozenset[str]
    one: dict[str, Any]


MISTAKES: dict[str, Mistake] = {}


def mistake(name: str, old: str, new: str, named: str, **choices: Any) -> None:
    MISTAKES[name] = Mistake(old, new, frozenset(named.split(", ")), settled({**USUAL, **choices}))


CHOICE = "split, early leaf, late leaf"

# --- impurity ---------------------------------------------------------------------------------------------------

mistake("gini of the first class", "1 - sum(p * p for p in shares)", "1 - shares[0] ** 2", CHOICE)
mistake("gini halves three classes", "1 - sum(p * p for p in shares)", "2 * shares[0] * (1 - shares[0])", CHOICE)
mistake("the least share", "return 1 - max(shares)", "return min(shares)", CHOICE, impurity="misclassification")
mistake("absolute error", "w * (y - mean) ** 2", "w * abs(y - mean)", CHOICE, impurity="squared_error")
mistake("entropy without the factor", "sum(p * LOGARITHMS", "sum(LOGARITHMS", CHOICE, impurity="entropy")
mistake("entropy of large shares", "for p in shares if p > 0", "for p in shares if p > 0.3", CHOICE, impurity="entropy")
mistake("roots for squares", "1 - sum(p * p for p in shares)", "sum(p ** 0.5 for p in shares)", CHOICE)
mistake("variance of a sample", "zip(targets, weights)) / whole\n    shares", "zip(targets, weights)) / max(whole - 1, 1)\n    shares",
        CHOICE, impurity="squared_error")  # fmt: skip
mistake("variance about 0", "w * (y - mean) ** 2", "w * y ** 2", CHOICE, impurity="squared_error")
mistake(
    "counts of rows for weights", "counts.get(y, 0) + w", "counts.get(y, 0) + 1", f"{CHOICE}, prediction", weights=True
)
mistake("a mean without weights", "mean = sum(w * y for y, w in zip(targets, weights)) / whole", "mean = sum(targets) / len(targets)",
        CHOICE, impurity="squared_error", weights=True)  # fmt: skip

# --- where a number is cut --------------------------------------------------------------------------------------

mistake("cuts at whole numbers", "middle = low / 2 + high / 2\n", "middle = float(round(low / 2 + high / 2))\n", "cut")
mistake("cuts of one decimal", "middle = low / 2 + high / 2\n", "middle = round(low / 2 + high / 2, 1)\n", "cut")
mistake("cuts in float16", "middle = low / 2 + high / 2\n",
        "middle = struct.unpack('e', struct.pack('e', low / 2 + high / 2))[0]\n", "cut")  # fmt: skip
mistake("cuts a third of the way", "middle = low / 2 + high / 2\n", "middle = low + (high - low) / 3\n", "cut")
mistake("cuts at the mean of the column", 'return {"midpoint": middle,', 'middle = max(low, min(sum(column) / len(column), (low + 3 * high) / 4))\n    return {"midpoint": middle,', "cut")  # fmt: skip
mistake("the first cut never", "for low in distinct:", "for low in distinct[len(distinct) > 2 :]:", CHOICE)
mistake("the last cut never", "for low in distinct:", "for low in distinct[: max(1, len(distinct) - 2)]:", CHOICE)
mistake("numbers in the order of texts", "distinct.sort()", "distinct.sort(key=str); distinct = distinct[: max(1, len(distinct) - 2)]", CHOICE)  # fmt: skip
mistake("only three values are tried", "distinct = list(dict.fromkeys(values))", "distinct = list(dict.fromkeys(values))[:3]", CHOICE)  # fmt: skip
mistake("negative numbers lose their sign", "list(column)\n            for", "[abs(x) if numeric[name] else x for x in column]\n            for",
        f"{CHOICE}, cut, prediction")  # fmt: skip

# --- categories -------------------------------------------------------------------------------------------------

mistake(
    "subsets of one category", "for size in range(len(rest)):", "for size in range(1):", CHOICE, categories="subset"
)
mistake(
    "the last category never",
    "if len(distinct) == 2 else distinct\n",
    "if len(distinct) == 2 else distinct[:-1]\n",
    CHOICE,
    categories="one",
)
mistake(
    "of a subset the first alone",
    "return 0 if value in what else 1",
    "return 0 if value == what[0] else 1",
    f"{CHOICE}, prediction",
    categories="subset",
)

# --- limits -----------------------------------------------------------------------------------------------------

mistake("one level too deep", "node.depth >= max_depth", "node.depth > max_depth", "late leaf")
mistake("one level too few", "node.depth >= max_depth", "node.depth >= max_depth - 1", "early leaf")
mistake("depth never grows", "node.depth + 1, node", "node.depth, node", "late leaf")
mistake("min_split not reached by itself", "sum(weights) < min_split", "sum(weights) <= min_split", "early leaf")
mistake("min_split of all rows", "sum(weights) < min_split", "len(table.targets) < min_split", "late leaf")
mistake("min_leaf ignored", "if min(sizes) < min_leaf:", "if False:", "limit, late leaf")
mistake("min_leaf not reached by itself", "if min(sizes) < min_leaf:", "if min(sizes) <= min_leaf:", CHOICE)
mistake("min_leaf of the larger child", "if min(sizes) < min_leaf:", "if max(sizes) < min_leaf:", "limit, late leaf")
mistake("two classes are pure", "if len(set(targets)) == 1", "if len(set(targets)) <= 2", "early leaf")
mistake(
    "four fifths are pure",
    "if len(set(targets)) == 1",
    "if max(map(targets.count, targets)) > 0.75 * len(targets)",
    "early leaf",
)
mistake("small gains are none", "if one[0] > tiny]", "if one[0] > 0.05]", "early leaf", zero_gain="stop")
mistake("two rows are a leaf", "sum(weights) < min_split:", "sum(weights) < max(min_split, 3):", "early leaf")

# --- the choice -------------------------------------------------------------------------------------------------

mistake("a plain mean of the parts", "size * impurity(c", "whole / len(parts) * impurity(c", CHOICE)
mistake("a plain sum of the parts", "size * impurity(c", "impurity(c", CHOICE)
mistake("the least gain", "gain = inside - left / whole", "gain = left / whole - inside", CHOICE)
mistake("gains of two decimals", "gain = inside - left / whole", "gain = round(inside - left / whole, 1)", CHOICE)
mistake("the first that there is", "largest = max(one[place] for one in scored)", "largest = scored[0][place]", CHOICE)
mistake(
    "the last column never",
    "for name in table.order:",
    "for name in table.order[: max(1, len(table.order) - 1)]:",
    CHOICE,
)
RATIO = {"impurity": "entropy", "score": "ratio", "categories": "each"}
mistake(
    "over the entropy of the classes",
    "ratio = gain / -sum(size / whole * log(size / whole) for size in sizes)",
    "ratio = gain / inside",
    CHOICE,
    **RATIO,
)
mistake(
    "over logarithms without the factor",
    "sum(size / whole * log(size / whole)",
    "sum(log(size / whole)",
    CHOICE,
    **RATIO,
)
mistake("the gain for the ratio", 'place = 0 if c.score == "gain" else 1', "place = 0", CHOICE, **RATIO)
GATED = {**RATIO, "gate": "at_least"}
mistake("a gate one too many", "/ len(scored)\n", "/ (len(scored) + 1)\n", CHOICE, **GATED)
mistake(
    "a gate at the largest",
    "mean = sum(one[0] for one in scored) / len(scored)",
    "mean = max(one[0] for one in scored)",
    CHOICE,
    **GATED,
)
mistake("a gate for small gains", "if one[0] >= mean - tiny", "if one[0] <= mean + tiny", CHOICE, **GATED)
mistake(
    "sizes without weights",
    "sum(table.weights[row] for row in part) for part in parts",
    "float(len(part)) for part in parts",
    f"{CHOICE}, limit",
    weights=True,
)
mistake("parts without weights", "[table.weights[row] for row in part])", "[1.0] * len(part))", CHOICE, weights=True)
mistake(
    "a node without weights",
    "impurity(c, targets, weights), sum(weights), []",
    "impurity(c, targets, [1.0] * len(targets)), sum(weights), []",
    CHOICE,
    weights=True,
    zero_gain="stop",
)

# --- leaves -----------------------------------------------------------------------------------------------------

mistake("the rarest class", "== max(counts.values())]", "== min(counts.values())]", "prediction")
mistake(
    "what the parent says",
    "tied = [label for label in table.classes",
    "counts = counts_of([table.targets[row] for row in (node.parent or node).rows], [1] * len((node.parent or node).rows))\n    tied = [label for label in table.classes",
    "prediction",
)
mistake(
    "the median",
    "return sum(w * y for y, w in zip(targets, weights)) / sum(weights)",
    "return sorted(targets)[len(targets) // 2]",
    "prediction, value",
    impurity="squared_error",
)
mistake(
    "leaves without weights",
    "    counts = counts_of(targets, weights)\n    tied",
    "    counts = counts_of(targets, [1] * len(targets))\n    tied",
    "prediction",
    weights=True,
)
mistake(
    "means without weights",
    "return sum(w * y for y, w in zip(targets, weights)) / sum(weights)",
    "return sum(targets) / len(targets)",
    "prediction, value",
    impurity="squared_error",
    weights=True,
)
mistake(
    "leaves merged too soon",
    "for child in node.children}) == 1:",
    "for child in node.children}) <= 2:",
    "early leaf, prediction",
    merged=True,
)
mistake(
    "both children from the first rows",
    "for part in parts]\n        waiting",
    "for part in [parts[0]] * len(parts)]\n        waiting",
    f"{CHOICE}, prediction",
)
mistake(
    "children in another order",
    "for place in sorted(parts)]",
    "for place in sorted(parts, reverse=True)]",
    f"{CHOICE}, prediction",
)
mistake(
    "less in predict, at most in fit",
    "place = answer(c, node.question,",
    "place = answer(Choices(comparison='<'), node.question,",
    f"prediction, {CHOICE}",
    place="lower",
    shows="predictions",
)

# --- of estimators alone ----------------------------------------------------------------------------------------

ESTIMATOR = {"way": "estimator", "stated": False}
AT_FIT = "columns, choices = self.columns(rows), choices_of(self.one)"
mistake(
    "a second fit keeps the first",
    AT_FIT,
    f"if hasattr(self, 'root'):\n            return self\n        {AT_FIT}",
    "fit after another fit, fit again",
    **ESTIMATOR,
)
mistake("columns by position", "{name: rows[name].tolist() for name in rows.columns}",
        "{f'x{place}': rows.iloc[:, place].tolist() for place in range(rows.shape[1])}", "columns in another order", **ESTIMATOR, categories="one")  # fmt: skip
mistake(
    "ties by chance",
    "chance = random.Random(7)",
    "chance = random.Random()",
    "fit again, fit after another fit, lists, whole numbers as integers, apply",
    **ESTIMATOR,
    ties="seeded",
)
mistake(
    "whole numbers in fit",
    AT_FIT,
    f"rows = rows.astype(int)\n        {AT_FIT}",
    f"{CHOICE}, prediction",
    **ESTIMATOR,
)
mistake("cuts in float16, of rows alone", 'return {"midpoint": middle,',
        "middle = struct.unpack('e', struct.pack('e', max(-6e4, min(6e4, middle))))[0]\n    return {'midpoint': middle,",
        f"{CHOICE}, error, ZeroDivisionError", **ESTIMATOR)  # fmt: skip
mistake("values compared as texts in predict", "value = row[node.question[1]]\n",
        "value = row[node.question[1]]\n        node.question = (*node.question[:2], str(float(node.question[2])))\n        value = str(float(value))\n",
        f"{CHOICE}, prediction", **ESTIMATOR)  # fmt: skip
mistake("numbers in the order of texts, of rows alone", "above = {low: high for low, high in zip(sorted(distinct), sorted(distinct)[1:])}",
        "distinct.sort(key=str); above = {low: high for low, high in zip(distinct, distinct[1:]) if low < high}", CHOICE, **ESTIMATOR)  # fmt: skip
mistake("max_leaf_nodes ignored", "min_samples_leaf: int = 1) -> None:", "min_samples_leaf: int = 1, max_leaf_nodes=None) -> None:",
        "max_leaf_nodes=2", **ESTIMATOR)  # fmt: skip
mistake(
    "depth for leaves",
    "return [numbers[id(end)] for end in self.ends(rows)]",
    "return [end.depth for end in self.ends(rows)]",
    "apply, late leaf, split, early leaf",
    **ESTIMATOR,
    shows="leaves",
)
mistake(
    "predictions of sorted rows",
    "return [end.said for end in self.ends(rows)]",
    "return [end.said for end in self.ends(rows[rows[:, 0].argsort()])]",
    f"predict in another order, {CHOICE}, prediction",
    **ESTIMATOR,
)
mistake(
    "predict grows again",
    "return [end.said for end in self.ends(rows)]",
    "self.calls = getattr(self, 'calls', 0) + 1\n        return [end.said for end in self.ends(rows)][:: 1 if self.calls < 3 else -1]",
    "predict again, predict in another order, predict one row, score",
    **ESTIMATOR,
)
mistake(
    "no depth by default",
    "self.max_depth, self.min_samples_split, self.min_samples_leaf = max_depth,",
    "self.max_depth, self.min_samples_split, self.min_samples_leaf = max_depth + 0,",
    "its own defaults",
    **ESTIMATOR,
)


# --- the ways in which they are shown ---------------------------------------------------------------------------------

WAYS = (
    ("object", "tree"),
    ("object", "leaves"),
    ("object", "predictions"),
    ("estimator", "leaves"),
    ("estimator", "predictions"),
)
"""As what a mistake comes, and what it shows."""

RIGHT_AS_ESTIMATORS = {
    **dict.fromkeys(
        (
            "cuts at whole numbers",
            "cuts of one decimal",
            "cuts in float16",
            "cuts a third of the way",
            "cuts at the mean of the column",
        ),
        "an estimator may cut anywhere between two values, and this one does",
    ),
    "the gain for the ratio": "without a ratio it is a right tree of entropy",
    "over the entropy of the classes": "gains divided by one number are in the order of gains",
    "a gate at the largest": "of the largest gain alone the ratio does not matter",
}
"""What is no mistake in a program that states nothing."""


def ways_of(name: str) -> list[tuple[str, str]]:
    """Return the ways in which a mistake can be seen, that of its member first."""
    own = MISTAKES[name].one
    base = own["way"], own["shows"]
    if name == "depth for leaves":
        return [base]  # it is a mistake of `apply` alone
    others = [
        (way, shows)
        for way, shows in WAYS
        if (way == "estimator" or own["way"] == "object")
        and not (way == "estimator" and (own["weights"] or name in RIGHT_AS_ESTIMATORS))
    ]
    return [base, *(one for one in others if one != base)]


def told(name: str, way: str, shows: str) -> Iterator[str]:
    """Yield what the default run tells of a mistake shown in a way: what no learner explains, and each finding's kind.

    Why an estimator is not asked about texts, which it has not said that it takes, tells what it does wrong of them.
    """
    is_estimator = way == ESTIMATOR["way"]
    peer = f"{'estimator: ' * is_estimator}innocence.planted_human:{way}_{shows}_{[*MISTAKES].index(name)}"
    campaign = Campaign(peer=peer, cases=RANDOM, tables=True)
    if is_estimator:
        it = described(campaign)
        yield from it.unexplained
        yield from (one for one in it.untaken if "expected" in one)
    else:
        adapter_of(campaign).assume(made(name, way, shows).conventions)
    for case in cases_of(campaign, len(adapter_of(campaign).tables)):
        for record in judge_cases(campaign, [case]):
            yield from (one.kind for one in record.findings)


def is_named(said: str, name: str, shows: str) -> bool:
    """Return whether what is *said* is the place of the mistake; of questions not shown it is the rows that they send."""
    named = MISTAKES[name].named
    if shows != "tree" and named & {"split", "cut"}:
        named |= {"predict another row", "are parted"}  # these two values, by no or by another threshold
    if shows == "predictions":
        named |= {"prediction"} if "split" in named else {"early leaf"} if "prediction" in named else set()
    return any(kind in said for kind in named)


def exchanged(name: str, source: str, module: str) -> ModuleType:
    """Return a module with the text of a mistake in place of the right one."""
    planted = MISTAKES[name]
    made = ModuleType(module)
    made.__dict__["__file__"] = module
    text = source.replace(planted.old, planted.new, 1)
    sys.modules[module] = made  # where dataclasses look
    exec(compile(text, f"{name}.py", "exec"), made.__dict__)  # noqa: S102 (our own text)
    return made


def made(name: str, way: str, shows: str) -> Any:
    """Return the member with the mistake, shown in a way: an object, or a class with `fit` and `predict`."""
    planted, whole = MISTAKES[name], inspect.getsource(members)
    one = settled({**planted.one, "way": way, "shows": shows, "stated": way == "object"})
    if planted.old not in SOURCE:
        return exchanged(name, whole, "planted_members").estimator(one)
    code = exchanged(name, SOURCE, "planted_tree")
    if way == "object":
        return Member(one, type("Wrong", (Server,), {"code": code}))
    wrong = members.estimator(one)
    wrong.code = code
    return wrong


def __getattr__(name: str) -> Any:
    """Return a mistake by its way and number: ``innocence.planted_human:object_leaves_7``."""
    way, _, rest = name.partition("_")
    shows, _, place = rest.partition("_")
    if (way, shows) not in WAYS or not place.isdigit():
        raise AttributeError(name)
    return made([*MISTAKES][int(place)], way, shows)


def main(first: int = 0, step: int = 1) -> None:
    """Write of each mistake and way, or of every *step*-th from *first* on, what is told first."""
    ways = [(name, *way) for name in MISTAKES for way in ways_of(name)][first::step]
    named = 0
    for name, way, shows in ways:
        said = next(told(name, way, shows), "not found")
        named += is_named(said, name, shows)
        verdict = "named" if is_named(said, name, shows) else "NOT NAMED"
        sys.stdout.write(f"{verdict}: {name}, {way}, {shows}: {said:.300}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{named} of {len(ways)} named\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
