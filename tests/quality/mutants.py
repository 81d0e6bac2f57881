"""Automatic mutants of a module's syntax tree: each differs from it in one place."""

from __future__ import annotations

import ast
import copy
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

import attrs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

COMPARISONS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATORS: Final[dict[type[ast.operator], tuple[type[ast.operator], ...]]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult,),
    ast.Pow: (ast.Mult,),
    ast.FloorDiv: (ast.Div,),
    ast.Mod: (ast.FloorDiv,),
}
NAMES: Final = {"min": "max", "max": "min", "sum": "max", "sorted": "list"}
"""Functions called in place of others."""


@attrs.frozen(eq=False, slots=False)
class Mutant:
    """A changed module: its line and function, the change in words, and what makes it in the node of that number."""

    line: int
    function: str
    change: str
    make: Callable[[Any], Any]
    number: int
    tree: ast.Module

    @property
    def name(self) -> str:
        """The line and the change."""
        return f"{self.line}: {self.change}"

    @cached_property
    def code(self) -> str:
        """The text of the changed module."""
        mutated = copy.deepcopy(self.tree)
        self.make(next(node for place, node in enumerate(ast.walk(mutated)) if place == self.number))
        return ast.unparse(ast.fix_missing_locations(mutated))


def mutants(source: str) -> Iterator[Mutant]:
    """Yield every mutant of *source*, in the order of its lines."""
    tree = ast.parse(source)
    functions = {
        id(inside): function.name
        for function in tree.body
        if isinstance(function, ast.FunctionDef)
        for inside in ast.walk(function)
    }
    for number, node in enumerate(ast.walk(tree)):
        if id(node) not in functions:
            continue
        for make in _changes(node):
            changed = copy.deepcopy(node)
            said = make(changed)
            said = said if isinstance(said, str) else f"{ast.unparse(node)} -> {ast.unparse(changed)}"
            line = node.lineno  # type: ignore[attr-defined]  # what is changed has one
            yield Mutant(line, functions[id(node)], " ".join(said.split()), make, number, tree)


def _changes(node: ast.AST) -> Iterator[Any]:  # noqa: C901, PLR0912 (a case a kind of mutant)
    """Yield functions, each of which makes one change to a copy of *node*; those that delete a line return its text."""
    match node:
        case ast.Compare(ops=ops):
            for place, op in enumerate(ops):
                for other in COMPARISONS[type(op)]:
                    yield lambda target, place=place, other=other: target.ops.__setitem__(place, other())
        case ast.BinOp(op=op) | ast.AugAssign(op=op):
            for operator in OPERATORS[type(op)]:
                yield lambda target, operator=operator: setattr(target, "op", operator())
        case ast.BoolOp(op=op):
            swapped = ast.And if isinstance(op, ast.Or) else ast.Or
            yield lambda target: setattr(target, "op", swapped())
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            yield lambda target: setattr(target, "value", number + 1)
            if number:
                yield lambda target: setattr(target, "value", 0)
        case ast.Call(func=ast.Name(name), args=args):
            if name in NAMES:
                yield lambda target: setattr(target.func, "id", NAMES[name])
            if len(args) > 1 and not isinstance(args[1], ast.Starred):
                yield lambda target: target.args.__setitem__(slice(0, 2), target.args[1::-1])
        case ast.IfExp():
            yield _exchange_branches
        case _:
            pass
    if isinstance(node, ast.FunctionDef | ast.For | ast.While | ast.If):
        for place, line in enumerate(node.body):
            if not isinstance(line, ast.FunctionDef) and not _is_text(line):
                yield partial(_delete, place=place)


def _exchange_branches(target: ast.IfExp) -> None:
    target.body, target.orelse = target.orelse, target.body


def _delete(target: ast.FunctionDef | ast.For | ast.While | ast.If, place: int) -> str:
    line = ast.unparse(target.body[place])
    target.body[place] = ast.Pass()
    return f"delete {line}"


def _is_text(line: ast.stmt) -> bool:
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)
