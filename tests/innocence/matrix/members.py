"""The family of `plain_tree` as the oracle meets it: as an object, as an estimator, or behind a pipe.

Each shows its trees, the leaf of each row, or predictions alone.  `members(n)` are n of them in which, from some sixty
on, every pair of choices occurs.
"""

from __future__ import annotations

import json
import random
import sys
from functools import cache, partial
from itertools import combinations
from typing import Any, NoReturn

from innocence.matrix import plain_tree as plain
from innocence.matrix.plain_tree import Choices

OPTIONS: dict[str, tuple[Any, ...]] = {
    "impurity": ("gini", "entropy", "misclassification", "squared_error"),
    "logarithm": ("2", "e", "10"),
    "score": ("gain", "ratio", "ratio_of_all"),
    "gate": ("none", "at_least", "above"),
    "numbers": ("threshold", "each", "none"),
    "categories": ("none", "one", "subset", "each"),
    "comparison": ("<=", "<", ">=", ">"),
    "place": ("midpoint", "lower", "upper", "training", "between"),
    "ties": ("first", "last", "seeded", "by_row"),
    "precision": (64, 32),
    "zero_gain": ("split", "stop"),
    "merged": (False, True),
    "growth": ("depth", "breadth", "best"),
    "majority": ("first", "last", "rarest", "parent"),
    "labels": ("texts", "integers", "booleans"),
    "weights": (False, True),
    "shows": ("tree", "leaves", "predictions"),
    "way": ("object", "estimator", "pipe"),
    "stated": (True, False),
}
"""What authors choose, and how they come before the oracle; *stated*: an object says its conventions."""

USUAL = {name: values[0] for name, values in OPTIONS.items()}


def settled(one: dict[str, Any]) -> dict[str, Any]:  # noqa: C901 (a rule a choice)
    """Return the choices with those that have no meaning beside others as usual."""
    one = dict(one)

    def usual(*names: str) -> None:
        one.update({name: USUAL[name] for name in names})

    if one["impurity"] != "entropy":
        usual("logarithm", "score")
    if one["score"] not in ("ratio", "best_ratio"):
        usual("gate")
    if one["impurity"] == "squared_error":
        usual("majority", "labels")
        if one["categories"] == "each":
            one["categories"] = "one"
    if one["score"] == "gain" and one["numbers"] == "each":
        one["categories"] = "each"
    if one["numbers"] == "none" and one["categories"] == "none":
        usual("numbers")
    if one["numbers"] != "threshold":
        usual("comparison", "place", "precision")
    on_cut_low = one["comparison"] in ("<=", ">")
    if (one["place"] in ("lower", "training") and not on_cut_low) or (one["place"] == "upper" and on_cut_low):
        usual("place")
    if one["way"] == "estimator":
        one["stated"] = False
        if one["shows"] == "tree":
            one["shows"] = "leaves"
    return one


@cache
def members(number: int) -> tuple[dict[str, Any], ...]:
    """Return so many different members; each new one makes the most pairs of choices that were not there yet."""
    found: list[dict[str, Any]] = []
    pairs: set[Any] = set()
    chance = random.Random(1)  # noqa: S311 (chance, not secrecy)
    while len(found) < number:
        drawn = (settled({name: chance.choice(values) for name, values in OPTIONS.items()}) for _ in range(40))
        best = max((one for one in drawn if one not in found), key=lambda one: len(pairs_of(one) - pairs))
        pairs |= pairs_of(best)
        found.append(best)
    return tuple(found)


BY_RATIO = {"impurity": "entropy", "score": "best_ratio"}

FURTHER = tuple(
    settled({**USUAL, **BY_RATIO, "categories": "each", **choices})
    for choices in (
        {"gate": "at_least"},
        {"gate": "at_least", "stated": False},
        {"gate": "at_least", "stated": False, "categories": "none"},
        {"gate": "above", "stated": False, "zero_gain": "stop", "way": "pipe"},
        {"gate": "at_least", "stated": False, "ties": "last", "shows": "leaves", "way": "estimator"},
        {"gate": "above", "stated": False, "shows": "predictions", "categories": "one"},
        {"score": "ratio", "gate": "at_least", "place": "training", "stated": False},
    )
)
"""Authors beside the family: all but the last cut at a feature's largest ratio, whose own gain the gate takes."""

FURTHER_FROM = 10_000
"""The number of the first of them."""


def member(place: int) -> dict[str, Any]:
    """Return the member of this number."""
    return FURTHER[place - FURTHER_FROM] if place >= FURTHER_FROM else members(place + 1)[-1]


def pairs_of(one: dict[str, Any]) -> set[Any]:
    return set(combinations(one.items(), 2))


def choices_of(one: dict[str, Any]) -> Choices:
    return Choices(**{name: value for name, value in one.items() if name not in ("shows", "way", "stated")})


def text_of(one: dict[str, Any]) -> str:
    """Return in what a member is not the usual one."""
    return ", ".join(f"{name} {value}" for name, value in one.items() if value != USUAL[name]) or "usual"


# --- what is said in the protocol -------------------------------------------------------------------------------


class Refused(Exception):  # noqa: N818 (nobody erred)
    """What the member does not do."""


def refuse(reason: str) -> NoReturn:
    raise Refused(reason)


class Server:
    """A member that answers the protocol's questions."""

    code: Any = plain

    def __init__(self, one: dict[str, Any]) -> None:
        self.one, self.choices = one, choices_of(one)

    @property
    def conventions(self) -> dict[str, Any]:
        """What its author states."""
        c = self.choices
        place = {"midpoint": "midpoint", "lower": "observed", "upper": "observed"}
        said = {
            "arithmetic": "float64",
            "ties": "any",
            "wording": "any",
            "comparison": "<=" if c.comparison in ("<=", ">") else "<",
            "cut": place.get(c.place, c.place),
            "zero_gain": c.zero_gain,
            "merged": c.merged,
            "majority": c.majority if c.majority in ("first", "last") else "any",
            "precision": "float32" if c.precision == 32 else "float64",
        }
        cut = {"ratio_of_all": "any_cut", "best_ratio": "best_ratio"}.get(c.score, "best_cut")
        return said | {"ratio": cut}

    def grown(self, asked: dict[str, Any]) -> tuple[Any, Any]:
        c, learner, rule = self.choices, asked["learner"], asked["learner"]["stopping"]
        table = self.table(asked["data"])
        categorical = [not numeric for numeric in table.numeric.values()]
        wanted = {
            "impurity": (learner["impurity"], c.impurity),
            "score": (learner["score"], "gain" if c.score == "gain" else "gain_ratio"),
            "gate": (learner["gate"], c.gate),
            "numbers": ("each" if learner["questions"]["numbers"] == "each" else "threshold", c.numbers),
            "categories": (learner["questions"]["categories"], {"one": "equals"}.get(c.categories, c.categories)),
        }
        if not any(categorical):
            del wanted["categories"]
        if all(categorical):
            del wanted["numbers"]
        for name, (theirs, mine) in wanted.items():
            if theirs != mine:
                refuse(f"{name} {theirs}: only {mine}")
        limits = [name for name in ("min_gain", "min_impurity", "min_risk") if rule[name] not in ("0", 0)]
        if limits or (rule["zero_gain"] == "stop" and c.zero_gain == "split"):
            refuse(f"it has no limit {limits or 'zero_gain'}")
        if not c.weights and any(weight != 1 for weight in table.weights):
            refuse("rows have no weights")
        sizes = {name: number(rule[name]) for name in ("min_split", "min_leaf")}
        return table, self.code.grow(c, table, rule["max_depth"], **sizes)

    def table(self, data: dict[str, Any]) -> Any:
        target, weights = data["target"], list(map(number, data["weights"]))
        columns, numeric = columns_in(data["features"])
        if target["kind"] == "numbers" and self.choices.impurity != "squared_error":
            refuse("it predicts classes")
        if target["kind"] == "classes" and self.choices.impurity == "squared_error":
            refuse("it predicts numbers")
        classes = target.get("classes")
        targets = [classes[code] for code in target["codes"]] if classes else list(map(number, target["values"]))
        return self.code.Table(self.choices, columns, numeric, targets, weights, classes)

    def grow(self, asked: dict[str, Any]) -> Any:
        table, root = self.grown(asked)
        if self.one["shows"] == "tree":
            return {"nodes": self.nodes(root)}
        rows = [dict(zip(table.columns, row, strict=True)) for row in zip(*table.columns.values(), strict=True)]
        ends = [self.code.ending(self.choices, root, row) for row in rows]
        if self.one["shows"] == "predictions":
            return {"predictions": [end.said for end in ends]}
        names = {id(end): place for place, end in enumerate(dict.fromkeys(ends))}
        return {"leaves": [names[id(end)] for end in ends]}

    def nodes(self, root: Any) -> list[dict[str, Any]]:
        found, waiting = [], [root]
        while waiting:
            node = waiting.pop()
            said: dict[str, Any] = {"prediction": node.said}
            if node.children:
                kind, feature, what = node.question
                name = {"threshold": "threshold", "category": "category"}.get(kind, "categories")
                asked = {"ask": {"category": "equals"}.get(kind, kind), "feature": feature}
                said["question"] = asked | {name: list(what) if isinstance(what, tuple) else what}
            found.append(said)
            waiting += reversed(node.children)
        return found

    def predict(self, asked: dict[str, Any]) -> Any:
        if "learner" not in asked:
            refuse("it predicts by trees that it grew")
        _, root = self.grown(asked)
        columns, _ = columns_in(asked["rows"])
        rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
        return [self.code.ending(self.choices, root, row).said for row in rows]


def number(stated: Any) -> float:
    if isinstance(stated, str) and "/" in stated:
        above, below = stated.split("/")
        return int(above) / int(below)
    return float(stated)


def columns_in(features: list[dict[str, Any]]) -> tuple[dict[str, list[Any]], dict[str, bool]]:
    columns = {
        one["name"]: list(map(number, one["values"]))
        if one["kind"] == "numeric"
        else [one["categories"][code] for code in one["codes"]]
        for one in features
    }
    return columns, {one["name"]: one["kind"] == "numeric" for one in features}


def serve(one: dict[str, Any], server: Any = Server) -> None:
    """Answer the lines of standard input."""
    said = server(one)
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "stop":
            return
        if message["cmd"] == "start":
            answer: dict[str, Any] = {
                "version": 1,
                "implementation": {"name": "plain", "language": "Python", "version": "1"},
                "capabilities": ["grow", "predict"],
            }
            if one["stated"]:
                answer["conventions"] = said.conventions
        else:
            try:
                answer = {"id": message["id"], "result": getattr(said, message["operation"])(message["input"])}
            except Refused as refusal:
                answer = {"id": message["id"], "unsupported": str(refusal)}
            except Exception as error:  # noqa: BLE001 (the author's own failures are said)
                answer = {"id": message["id"], "error": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


# --- as an object -----------------------------------------------------------------------------------------------


class Member:
    """A member as an object with `grow` and `predict`."""

    capabilities = ("grow", "predict")

    def __init__(self, one: dict[str, Any], server: Any = Server) -> None:
        self.one, self.server = one, server(one)
        self.expression = f"innocence.matrix.members.Member({one!r})"
        if one["stated"]:
            from dtrees.oracle import Conventions  # noqa: PLC0415 (a program behind a pipe knows nothing of it)

            self.conventions = Conventions(**self.server.conventions)

    def labels(self, data: Any) -> dict[Any, Any]:
        """Return what stands for each class: its own label, its number, or whether it is the last of two."""
        known = getattr(data.target, "labels", ())
        kind = self.one["labels"]
        if kind == "integers":
            return {label: place for place, label in enumerate(known)}
        if kind == "booleans" and len(known) == 2:
            return {label: bool(place) for place, label in enumerate(known)}
        return {label: label for label in known}

    def request(self, data: Any, learner: Any) -> tuple[dict[str, Any], dict[Any, Any]]:
        from dtrees.oracle.conventions import as_float64  # noqa: PLC0415
        from dtrees.oracle.protocol.messages import data_document, learner_document  # noqa: PLC0415

        data, labels = as_float64(data), self.labels(data)
        document = data_document(data)
        if labels:
            document["target"]["classes"] = [labels[label] for label in data.target.labels]
        return {"data": document, "learner": learner_document(learner, data)}, {
            mine: ours for ours, mine in labels.items()
        }

    def answered(self, function: Any, asked: dict[str, Any]) -> Any:
        import dtrees  # noqa: PLC0415

        try:
            return function(asked)
        except Refused as refusal:
            raise dtrees.Unsupported(str(refusal)) from None

    def grow(self, data: Any, learner: Any) -> Any:
        asked, labels = self.request(data, learner)
        answer = self.answered(self.server.grow, asked)
        for node in answer.get("nodes", ()):
            node["prediction"] = labels.get(node["prediction"], node["prediction"])
        if "predictions" in answer and labels:
            answer["predictions"] = [labels[one] for one in answer["predictions"]]
        return {**answer, "request": asked, "labels": labels}

    def predict(self, tree: Any, data: Any) -> list[Any]:
        import dtrees  # noqa: PLC0415
        from dtrees.data.constructors import features_of  # noqa: PLC0415
        from dtrees.oracle.protocol.messages import features_document  # noqa: PLC0415

        if not isinstance(tree, dict):
            message = "it predicts by trees that it grew"
            raise dtrees.Unsupported(message)
        rows = features_document(getattr(data, "features", None) or features_of(data))
        answer = self.answered(self.server.predict, {**tree["request"], "rows": rows})
        return [tree["labels"].get(one, one) for one in answer]


# --- as an estimator --------------------------------------------------------------------------------------------


class Estimator:
    """A member with `fit` and `predict`: of an array, or of a frame where it takes categories."""

    one: dict[str, Any]
    code: Any = plain

    def __init__(self, max_depth: Any = None, min_samples_split: int = 2, min_samples_leaf: int = 1) -> None:
        self.max_depth, self.min_samples_split, self.min_samples_leaf = max_depth, min_samples_split, min_samples_leaf

    def columns(self, rows: Any) -> dict[str, list[Any]]:
        if hasattr(rows, "columns"):
            return {name: rows[name].tolist() for name in rows.columns}
        return {f"x{place}": rows[:, place].tolist() for place in range(rows.shape[1])}

    def fit(self, rows: Any, targets: Any) -> Any:
        columns, choices = self.columns(rows), choices_of(self.one)
        numeric = {name: not isinstance(column[0], str) for name, column in columns.items()}
        if not all(numeric.values()) and choices.categories == "none":
            message = "could not convert string to float"
            raise ValueError(message)
        if any(numeric.values()) and choices.numbers == "none":
            message = "columns must hold texts"
            raise ValueError(message)
        targets = list(targets.tolist())
        classes = None if choices.impurity == "squared_error" else sorted(set(targets))
        table = self.code.Table(choices, columns, numeric, targets, [1.0] * len(targets), classes)
        limits = (self.max_depth, self.min_samples_split, self.min_samples_leaf)
        self.root, self.choices = self.code.grow(choices, table, *limits), choices
        return self

    def ends(self, rows: Any) -> list[Any]:
        columns = self.columns(rows)
        records = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
        return [self.code.ending(self.choices, self.root, row) for row in records]

    def predict(self, rows: Any) -> list[Any]:
        return [end.said for end in self.ends(rows)]


class WithLeaves(Estimator):
    """The same, with `apply`."""

    def apply(self, rows: Any) -> list[int]:
        numbers: dict[Any, int] = {}
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            numbers[id(node)] = len(numbers)
            waiting += node.children
        return [numbers[id(end)] for end in self.ends(rows)]


def estimator(one: dict[str, Any]) -> type[Estimator]:
    """Return the class of a member."""
    base = WithLeaves if one["shows"] == "leaves" else Estimator
    return type("Plain", (base,), {"one": one})


def implementation(one: dict[str, Any]) -> Any:
    """Return the member as `dtrees verify` would have it."""
    if one["way"] == "object":
        return Member(one)
    if one["way"] == "estimator":
        from dtrees.oracle import from_estimator  # noqa: PLC0415

        table = None
        if one["categories"] != "none" or one["numbers"] == "none":
            import pandas as pd  # noqa: PLC0415

            table = pd.DataFrame
        return from_estimator(estimator(one), table=table)
    from dtrees.oracle.protocol.program import Program  # noqa: PLC0415

    return Program(f"{sys.executable} -m innocence.matrix.members {json.dumps(json.dumps(one))}", seconds=20)


def __getattr__(name: str) -> Any:
    """Return a member by its number: ``innocence.matrix.members:object_7``, ``estimator_7``."""
    way, _, place = name.partition("_")
    if way not in ("object", "estimator") or not place.isdigit():
        raise AttributeError(name)
    one = member(int(place))
    return partial(Member, one) if way == "object" else estimator(one)


if __name__ == "__main__":
    serve(json.loads(sys.argv[1]))
