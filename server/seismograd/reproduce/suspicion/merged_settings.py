"""Settings from several places: those that were given hold against those that are usual."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.case import Case
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.suspicion.rewriting import by_expression
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement, suspect_statements
from seismograd.reproduce.suspicion.unheard_options import option_names

MOST_PATCHES = 12
MOST_OPTIONS = 2
_SWITCHES = ("store_true", "store_false")
_Operator = Callable[[SuspectStatement], Iterator[Patch]]


def merging_patches(case: Case, seen: Observation) -> Iterator[Patch]:
    """Those of defaults on the command line first: they name the option itself."""
    suspects = list(suspect_statements(case, seen))
    names = option_names(case)[:MOST_OPTIONS]
    operators = [*map(_without_default, names), *map(_in_other_order, names)]
    found = (patch for operator in operators for one in suspects for patch in operator(one))
    for _, patch in zip(range(MOST_PATCHES), found, strict=False):
        yield patch


def _without_default(name: str) -> _Operator:
    """An argument that nobody gave is no value."""

    def alternatives(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
        if isinstance(node, ast.Call) and _adds_argument(node, name) and _has_default(node):
            changed = copy.deepcopy(node)
            changed.keywords = [one for one in changed.keywords if one.arg != "default"]
            changed.keywords.append(ast.keyword("default", ast.Constant(None)))
            yield changed, f"without a default for {name}"

    return by_expression(alternatives)


def _in_other_order(name: str) -> _Operator:
    def alternatives(node: ast.expr, _suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
        for other in _orders(node):
            yield other, f"with {name} from the other one"

    return by_expression(alternatives)


def _adds_argument(node: ast.Call, name: str) -> bool:
    if not (isinstance(node.func, ast.Attribute) and node.func.attr == "add_argument"):
        return False
    flags = [one.value for one in node.args if isinstance(one, ast.Constant)]
    stored = [ast.unparse(one.value).strip("'") for one in node.keywords if one.arg == "dest"]
    return name in [*stored, *(str(flag).lstrip("-").replace("-", "_") for flag in flags)]


def _has_default(node: ast.Call) -> bool:
    given = {one.arg: ast.unparse(one.value).strip("'") for one in node.keywords}
    return given.get("default", "None") != "None" or (
        "default" not in given and given.get("action") in _SWITCHES
    )


def _orders(node: ast.expr) -> Iterator[ast.expr]:
    """`{**one, **other}`, `one | other`, `dict(one, **other)`, `one.update(other)`."""
    if isinstance(node, ast.Dict) and len(node.keys) > 1 and not any(node.keys):
        yield ast.Dict(list(node.keys), node.values[::-1])
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        yield ast.BinOp(node.right, node.op, node.left)
    elif isinstance(node, ast.Call) and len(node.args) == 1:
        yield from _orders_of_call(node, ast.unparse(node.args[0]))


def _orders_of_call(node: ast.Call, given: str) -> Iterator[ast.expr]:
    if ast.unparse(node.func) == "dict" and len(node.keywords) == 1:
        more = node.keywords[0]
        if more.arg is None:
            yield ast.parse(f"dict({ast.unparse(more.value)}, **{given})", mode="eval").body
    elif isinstance(node.func, ast.Attribute) and node.func.attr == "update":
        holder = ast.unparse(node.func.value)
        text = f"{holder}.update({{**({given}), **{holder}}})"
        yield ast.parse(text, mode="eval").body
