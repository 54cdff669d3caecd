"""What can be gone through only once, and is empty the second time."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import replaced
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_ONCE = {
    "filter",
    "map",
    "zip",
    "enumerate",
    "reversed",
    "iter",
    "chain",
    "islice",
    "from_iterable",
}
_ONCE_OF_A_NETWORK = {"parameters", "named_parameters", "modules", "named_modules", "children",
                      "named_children", "buffers", "named_buffers"}  # fmt: skip
_READERS = {"reader", "DictReader", "iterrows", "itertuples", "finditer"}
_LOOPS = (ast.For, ast.While, ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.SetComp)


def as_list(suspect: SuspectStatement) -> Iterator[Patch]:
    """An iterator kept in a list, where its name is used more than once."""
    statement = suspect.statement
    if isinstance(statement, ast.Assign) and _is_used_again(suspect, statement.targets[0]):
        if _goes_once(statement.value):
            yield _listed(suspect)
    elif isinstance(statement, ast.Return) and statement.value and _goes_once(statement.value):
        yield _listed(suspect)


def kept_for_every_round(suspect: SuspectStatement) -> Iterator[Patch]:
    """What a call gives, kept in a list, where it is gone through in every round of a loop."""
    statement = suspect.statement
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
        return
    name = statement.targets[0].id
    is_plain_call = isinstance(statement.value, ast.Call) and not _goes_once(statement.value)
    if is_plain_call and name in _gone_through_in_loops(suspect.function):
        yield _listed(suspect)


def _listed(suspect: SuspectStatement) -> Patch:
    changed = copy.deepcopy(suspect.statement)
    assert isinstance(changed, ast.Assign | ast.Return)
    assert changed.value is not None
    changed.value = ast.Call(ast.Name("list", ast.Load()), [changed.value], [])
    kept = ast.unparse(changed.targets[0]) if isinstance(changed, ast.Assign) else "what it returns"
    return replaced(suspect, f"with {kept} in a list", changed)


def _goes_once(value: ast.expr) -> bool:
    if isinstance(value, ast.GeneratorExp):
        return True
    if not isinstance(value, ast.Call):
        return False
    name = ast.unparse(value.func).rpartition(".")[2]
    if isinstance(value.func, ast.Attribute) and name in _ONCE_OF_A_NETWORK:
        return True
    return name in _ONCE or name in _READERS


def _is_used_again(suspect: SuspectStatement, target: ast.expr) -> bool:
    """Twice, or in a loop; an attribute is used by others as well."""
    if isinstance(target, ast.Attribute):
        return True
    scope = suspect.function
    if not isinstance(target, ast.Name) or scope is None:
        return isinstance(target, ast.Name)
    uses = [n for n in ast.walk(scope) if isinstance(n, ast.Name) and n.id == target.id]
    reads = [n for n in uses if isinstance(n.ctx, ast.Load)]
    return len(reads) > 1 or target.id in _read_in_loops(scope)


def _read_in_loops(scope: ast.AST) -> set[str]:
    loops = (n for n in ast.walk(scope) if isinstance(n, _LOOPS))
    inner = (n for loop in loops for part in _rounds(loop) for n in ast.walk(part))
    return {n.id for n in inner if isinstance(n, ast.Name)}


def _gone_through_in_loops(scope: ast.AST | None) -> set[str]:
    if scope is None:
        return set()
    outer = (n for n in ast.walk(scope) if isinstance(n, ast.For | ast.While))
    inner = (n for loop in outer for part in loop.body for n in ast.walk(part))
    loops = (n.iter for n in inner if isinstance(n, ast.For | ast.comprehension))
    return {n.id for one in loops for n in ast.walk(one) if isinstance(n, ast.Name)}


def _rounds(loop: ast.AST) -> list[ast.AST]:
    """What is done again in every round: not what is gone through."""
    if isinstance(loop, ast.For | ast.While):
        return list(loop.body)
    if isinstance(loop, ast.DictComp):
        return [loop.key, loop.value]
    return [loop.elt] if isinstance(loop, ast.ListComp | ast.GeneratorExp | ast.SetComp) else []
