"""Say in the protocol's JSON what the extracted definitions answer.

    make -C proofs/peer
    dtrees verify --command "python proofs/peer/peer.py"

The program is `model`, the definitions of `coq/Spec` extracted to OCaml.  This file translates: it computes nothing of
what is judged but class shares and means, which it divides.  What Coq does not execute is unsupported: entropy, gain
ratios, missing values.
"""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

MODEL: Final = Path(__file__).with_name("model")
LIMITS: Final = ("min_split", "min_leaf", "min_gain", "min_impurity", "min_risk")
EXECUTED: Final = {"classes": ("gini", "misclassification"), "numbers": ("squared_error",)}
CONVENTIONS: Final = {"comparison": "<=", "cut": "asked", "arithmetic": "exact", "links": "together"}
CAPABILITIES: Final = ["grow", "pruning_sequence", "optimal_subtree"]


class Unsupported(Exception):
    """What Coq does not execute."""


class Model:
    """The extracted program."""

    def __init__(self) -> None:
        """Start it."""
        self.process = subprocess.Popen([MODEL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *words: str) -> Words:
        """Return what it answers to one line."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(" ".join(words) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().split()
        if not answer or answer[0] == "error":
            raise RuntimeError(" ".join(answer) or "the program ended")
        return Words(answer)


class Words:
    """An answer, word by word."""

    def __init__(self, words: list[str]) -> None:
        """Begin with the first."""
        self.words = iter(words)

    def next(self) -> str:
        """Return the next word."""
        return next(self.words)

    def count(self) -> int:
        """Return it as a whole number."""
        return int(self.next())

    def number(self) -> Fraction:
        """Return it as a rational."""
        above, below = self.next().split("/")
        return Fraction(int(above, 2), int(below, 2))

    def numbers(self) -> list[Fraction]:
        """Return a list."""
        return [self.number() for _ in range(self.count())]


def number(value: Any) -> str:
    """Return a number as the program reads it."""
    exact = Fraction(value)
    return f"{exact.numerator:b}/{exact.denominator:b}"


def exact(value: Fraction) -> str:
    """Return a number as the protocol has it."""
    return str(value)


# --- growing -----------------------------------------------------------------------------------------------------


def asked(data: dict[str, Any], learner: dict[str, Any]) -> list[str]:
    """Return the words that ask for a tree."""
    target, stopping, questions = data["target"], learner["stopping"], learner["questions"]
    if learner["score"] != "gain" or learner["impurity"] not in EXECUTED[target["kind"]]:
        raise Unsupported("entropies and gain ratios are not executed")
    if "missing" in learner or "costs" in learner:
        raise Unsupported("missing values and costs are not executed")
    features = data["features"]
    styles = [questions["numbers" if feature["kind"] == "numeric" else "categories"] for feature in features]
    classes = target["kind"] == "classes"
    words = ["classes", learner["impurity"], str(len(target["classes"]))] if classes else ["numbers"]
    depth = stopping["max_depth"]
    words += [str(len(styles)), *styles, "-" if depth is None else str(depth)]
    words += [*(number(stopping[limit]) for limit in LIMITS), stopping["zero_gain"], str(len(data["weights"]))]
    columns = [feature["values"] if feature["kind"] == "numeric" else feature["codes"] for feature in features]
    for row, weight in enumerate(data["weights"]):
        words += [*(number(column[row]) for column in columns), number(weight)]
        words.append(str(target["codes"][row]) if classes else number(target["values"][row]))
    return words


def read_tree(words: Words, features: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the nodes of a tree, parents first, each with its numbers and how many children it has."""
    kind = words.next()
    node: dict[str, Any] = {"summary": words.numbers(), "children": 0}
    if kind == "leaf":
        return [node]
    node["question"] = read_question(words, features)
    node["children"] = words.count()
    return [node, *(below for _ in range(node["children"]) for below in read_tree(words, features))]


def read_question(words: Words, features: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a question in the protocol's words."""
    ask = words.next()
    feature = features[words.count()]

    def category(place: Fraction) -> Any:
        return feature["categories"][int(place)] if feature["kind"] == "categorical" else float(place)

    question = {"ask": ask, "feature": feature["name"]}
    if ask == "threshold":
        return question | {"threshold": exact(words.number())}
    if ask == "equals":
        return question | {"category": category(words.number())}
    return question | {"categories": [category(place) for place in words.numbers()]}


def stated(node: dict[str, Any], classes: list[Any] | None) -> dict[str, Any]:
    """Return a node as the protocol has it: weight, value and prediction."""
    summary = node["summary"]
    if classes is None:
        weight, total, _ = summary
        said = {"weight": exact(weight), "value": exact(total / weight)}
    else:
        weight = sum(summary)
        shares = [exact(count / weight) for count in summary]
        said = {"weight": exact(weight), "value": shares, "prediction": classes[summary.index(max(summary))]}
    return said | ({"question": node["question"]} if "question" in node else {})


# --- pruning -----------------------------------------------------------------------------------------------------


def given_tree(tree: dict[str, Any]) -> tuple[list[dict[str, Any]], list[Any] | None]:
    """Return a tree that was sent, as `read_tree` does, and its classes."""
    nodes = []
    for node in tree["nodes"]:
        question = node.get("question")
        numbers = node["counts"] if "counts" in node else [node["weight"], node["total"], node["squares"]]
        arity = 0 if question is None else len(question["categories"]) if question["ask"] == "each_category" else 2
        nodes.append({"summary": [Fraction(value) for value in numbers], "children": arity})
        if question is not None:
            nodes[-1]["question"] = question
    return nodes, tree.get("classes")


def pruned_by(shape: Words, nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the nodes that a shape leaves."""
    waiting = iter(nodes)

    def skip(node: dict[str, Any]) -> None:
        for _ in range(node["children"]):
            skip(next(waiting))

    def keep() -> list[dict[str, Any]]:
        node = next(waiting)
        if shape.next() == "leaf":
            skip(node)
            return [{"summary": node["summary"], "children": 0}]
        return [node, *(below for _ in range(shape.count()) for below in keep())]

    return keep()


def unit_of(scale: str, root: dict[str, Any], impurity: str, classes: list[Any] | None) -> Fraction:
    """Return what an alpha is divided by."""
    if scale == "count":
        return Fraction(1)
    if scale == "proportion":
        return Fraction(root["summary"][0] if classes is None else sum(root["summary"]))
    raise Unsupported("alphas are on the scale of counts, or of shares")


def run(model: Model, operation: str, task: dict[str, Any]) -> Any:
    """Return the result of one question."""
    if "tree" in task:
        nodes, classes = given_tree(task["tree"])
    else:
        target = task["data"]["target"]
        classes = target["classes"] if target["kind"] == "classes" else None
        nodes = read_tree(model.ask(*asked(task["data"], task["learner"])), task["data"]["features"])
    if operation == "grow":
        return {"nodes": [stated(node, classes) for node in nodes]}
    impurity = task["impurity"]
    if impurity not in EXECUTED["numbers" if classes is None else "classes"]:
        raise Unsupported("risks by entropy are not executed")
    if task.get("ties") == "one_at_a_time":
        raise Unsupported("tied links are cut together")
    unit = unit_of(task["scale"], nodes[0], impurity, classes)
    measured = [impurity] if classes is None else [impurity, str(len(classes))]
    words = [word for node in nodes for word in (
        "branch" if node["children"] else "leaf",
        *map(number, node["summary"]),
        *([str(node["children"])] if node["children"] else []),
    )]  # fmt: skip
    if operation == "optimal_subtree":
        shape = model.ask("optimum", *measured, number(Fraction(task["alpha"]) * unit), *words)
        return {"nodes": [stated(node, classes) for node in pruned_by(shape, nodes)]}
    found = model.ask("sequence", *measured, *words)
    return [
        {"alpha": exact(found.number() / unit), "nodes": [stated(node, classes) for node in pruned_by(found, nodes)]}
        for _ in range(found.count())
    ]


def main() -> None:
    """Answer line by line."""
    model, started = Model(), {"name": "Coq's definitions, extracted", "language": "OCaml", "version": "1"}
    for line in sys.stdin:
        message = json.loads(line)
        if message["cmd"] == "stop":
            break
        if message["cmd"] == "start":
            answer = {"version": 1, "implementation": started, "capabilities": CAPABILITIES, "conventions": CONVENTIONS}
        else:
            answer = {"id": message["id"]}
            try:
                answer["result"] = run(model, message["operation"], message["input"])
            except Unsupported as why:
                answer["unsupported"] = str(why)
            except Exception as error:  # noqa: BLE001 (told to whoever asked)
                answer["error"] = f"{type(error).__name__}: {error}"
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
