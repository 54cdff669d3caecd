"""The first sizes of tensors in code that others wrote, as a constant that can be changed."""

from __future__ import annotations

import ast

from seismograd.reproduce.generate.offline.draft import Constant, Draft

BATCH = "BATCH"
_MAKERS = {f"torch.{name}" for name in ("randn", "rand", "zeros", "ones", "empty", "randint")}
_LEAST_AXES = 2


def with_named_batch(draft: Draft) -> Draft:
    """Where all tensors that the code makes begin with the same number of examples."""
    trees = [ast.parse(statement) for statement in draft.exercise]
    places = [place for tree in trees for place in _first_sizes(tree)]
    numbers = {place.value for place in places}
    if len(numbers) != 1 or any(one.name == BATCH for one in draft.constants):
        return draft
    (number,) = numbers
    if not isinstance(number, int) or number < 2:
        return draft
    exercise = tuple(ast.unparse(_Naming(places).visit(tree)) for tree in trees)
    constants = (*draft.constants, Constant(BATCH, repr(number)))
    return draft.changed(exercise=exercise, constants=constants)


def _first_sizes(tree: ast.Module) -> list[ast.Constant]:
    found: list[ast.Constant] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in _MAKERS:
            found += _first_size(node)
    return found


def _first_size(call: ast.Call) -> list[ast.Constant]:
    """Of `randn(4, 3)`, `zeros((4, 3))` and `randint(0, 9, (4,))`; a lone size says nothing."""
    pairs = [a for a in call.args if isinstance(a, ast.Tuple | ast.List)]
    sizes = pairs[0].elts if pairs else call.args
    is_whole = bool(pairs) or len(sizes) >= _LEAST_AXES
    first = sizes[0] if sizes and is_whole else None
    return [first] if isinstance(first, ast.Constant) and type(first.value) is int else []


class _Naming(ast.NodeTransformer):
    def __init__(self, places: list[ast.Constant]) -> None:
        self._places = places

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if any(node is place for place in self._places):
            return ast.copy_location(ast.Name(BATCH, ast.Load()), node)
        return node
