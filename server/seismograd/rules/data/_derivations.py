"""What code derives from data as a whole: means and spreads over examples, and vocabularies."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

CENTRES = frozenset({"mean", "nanmean", "median", "nanmedian", "min", "amin", "nanmin"})
SPREADS = frozenset({"std", "nanstd", "var", "nanvar", "max", "amax", "nanmax", "ptp"})
_AXES = ("axis", "dim")
_GATHERING = frozenset({"update", "add", "append", "extend"})
Function = ast.FunctionDef | ast.AsyncFunctionDef


def names_in(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def statistic_of(node: ast.AST) -> tuple[str, ast.expr] | None:
    """The statistic over all examples that a call computes, and of what."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np" | "numpy" | "torch"), attr=name)):
            data, rest = node.args[:1], node.args[1:]
        case ast.Call(func=ast.Attribute(value=owner, attr=name)):
            data, rest = [owner], node.args
        case _:
            return None
    if name not in CENTRES | SPREADS or not data or not _is_over_examples(rest, node.keywords):
        return None
    return name, data[0]


def is_scaled(node: ast.AST) -> bool:
    """`(x - x.mean()) / x.std()`, which is made of nothing but one data."""
    match node:
        case ast.BinOp(
            op=ast.Div(), left=ast.BinOp(op=ast.Sub(), left=data, right=centre), right=spread
        ):
            return _holds(centre, CENTRES, data) and _holds(spread, SPREADS, data)
    return False


def scaled_data(node: ast.AST) -> ast.expr | None:
    """What is scaled there by its own statistics."""
    if is_scaled(node) and isinstance(node, ast.BinOp) and isinstance(node.left, ast.BinOp):
        return node.left.left
    return None


def statistics_from(function: Function, data: str) -> set[str]:
    """Kinds (centre, spread) that it computes of a parameter, unless it may leave it."""
    known = _same_data(function, data)
    kinds: set[str] = set()
    for node in _certain(function):
        found = statistic_of(node)
        if found is not None and isinstance(found[1], ast.Name) and found[1].id in known:
            kinds.add("centre" if found[0] in CENTRES else "spread")
    return kinds


def mappings_from(function: Function, data: str) -> list[ast.AST]:
    """Where it numbers what it finds in a parameter: the dictionary, or its entry."""
    tainted = _made_from(function, data)
    return [node for node in _certain(function) if _numbers(node, tainted)]


def may_leave(function: Function) -> bool:
    """Whether a condition may end it early: what was fitted before may be kept then."""
    for node in ast.walk(function):
        if isinstance(node, ast.Global | ast.Nonlocal):
            return True
        if isinstance(node, ast.If) and any(isinstance(one, ast.Return) for one in ast.walk(node)):
            return True
    return False


def _certain(function: Function) -> Iterator[ast.AST]:
    """Nodes that no condition guards, but for those that ask whether an entry is new."""
    stack: list[ast.AST] = list(function.body)
    while stack:
        node = stack.pop()
        if not isinstance(node, ast.If | ast.IfExp | ast.BoolOp | ast.Lambda) or _is_of_new(node):
            yield node
            stack.extend(ast.iter_child_nodes(node))


def _is_of_new(node: ast.AST) -> bool:
    match node:
        case ast.If(test=ast.Compare(ops=[ast.NotIn()])):
            return True
    return False


def _is_over_examples(rest: list[ast.expr], keywords: list[ast.keyword]) -> bool:
    """The first axis is that of the examples: without it, each is scaled by itself."""
    named = [one.value for one in keywords if one.arg in _AXES]
    given = (named or rest)[:1]
    if not given:
        return True
    axes = given[0].elts if isinstance(given[0], ast.Tuple | ast.List) else given
    return any(isinstance(one, ast.Constant) and one.value == 0 for one in axes)


def _holds(node: ast.AST, kinds: frozenset[str], data: ast.expr) -> bool:
    wanted = ast.dump(data)
    found = (statistic_of(each) for each in ast.walk(node))
    return any(one is not None and one[0] in kinds and ast.dump(one[1]) == wanted for one in found)


def _same_data(function: Function, data: str) -> set[str]:
    """The names of a parameter: not of its parts, each of which may be one example."""
    known = {data}
    for _ in range(2):
        for node in ast.walk(function):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as value):
                    if names_in(value) & known and statistic_of(value) is None:
                        known.add(name)
    return known


def _made_from(function: Function, data: str) -> set[str]:
    """Names that hold anything of a parameter."""
    known, before = {data}, 0
    while len(known) > before:
        before = len(known)
        for node in ast.walk(function):
            targets, source = _flow(node)
            if source is not None and names_in(source) & known:
                known.update(name for target in targets for name in names_in(target))
    return known


def _flow(node: ast.AST) -> tuple[Iterable[ast.AST], ast.AST | None]:
    match node:
        case ast.Assign(targets=targets, value=value):
            return targets, value
        case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
            return [target], value
        case ast.AugAssign(target=target, value=value):
            return [target], value
        case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name in _GATHERING:
            return [owner], ast.Tuple(list(node.args), ast.Load())
    return [], None


def _numbers(node: ast.AST, tainted: set[str]) -> bool:
    """`{word: number for number, word in enumerate(words)}`, or `ids[word] = len(ids)`."""
    match node:
        case ast.DictComp(generators=[ast.comprehension(iter=source)]):
            return _is_enumeration(source) and bool(names_in(source) & tainted)
        case ast.Assign(targets=[ast.Subscript(value=held, slice=key)], value=value):
            return _is_length(value, held) and bool(names_in(key) & tainted)
        case ast.Call(func=ast.Attribute(value=held, attr="setdefault"), args=[key, value]):
            return _is_length(value, held) and bool(names_in(key) & tainted)
    return False


def _is_enumeration(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and names_in(node.func) == {"enumerate"}


def _is_length(node: ast.AST, held: ast.AST) -> bool:
    calls = (one for one in ast.walk(node) if isinstance(one, ast.Call))
    wanted = _written(held)
    return any(
        names_in(call.func) == {"len"} and [_written(one) for one in call.args] == [wanted]
        for call in calls
    )


def _written(node: ast.AST) -> str:
    return ast.unparse(node)
