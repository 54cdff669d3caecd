"""Methods that stand in the place of others, and do only a part of what those did."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import by_expression, inserted
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_OF_MODULES = frozenset(
    {"train", "eval", "to", "cuda", "cpu", "float", "half", "double", "requires_grad_", "_apply",
     "apply", "zero_grad", "state_dict", "load_state_dict", "_load_from_state_dict"}
)  # fmt: skip
"""Methods that every network has, and that go down to its parts."""
_SWITCHES = frozenset({"train", "requires_grad_"})
"""They take a truth value, and mean yes without one."""
_GIVE_ITSELF = frozenset({"train", "eval", "to", "cuda", "cpu", "float", "half", "double"})


@by_expression
def handed_on(node: ast.expr, suspect: SuspectStatement) -> Iterator[tuple[ast.expr, str]]:
    """What the function is given and nowhere uses, for a call of the same name, or a switch."""
    if not isinstance(node, ast.Call) or suspect.function is None:
        return
    if _called(node) != suspect.function.name and not _is_open_switch(node):
        return
    for name in unused_parameters(suspect):
        value = ast.Name(name, ast.Load())
        yield ast.Call(node.func, [*node.args, value], node.keywords), f"with {name} handed on"
        named = [*node.keywords, ast.keyword(name, value)]
        yield ast.Call(node.func, node.args, named), f"with {name} handed on"


def rest_done(suspect: SuspectStatement) -> Iterator[Patch]:
    """What the method that is replaced did, first of all."""
    function = suspect.function
    if not suspect.first_in_function or not _replaces_one_of_modules(suspect) or function is None:
        return
    if not any(_is_super(node) for node in ast.walk(function)):
        call = f"super().{function.name}({', '.join(_arguments(function))})"
        yield inserted(suspect, f"after {call}", call)


def itself_returned(suspect: SuspectStatement) -> Iterator[Patch]:
    """`model = model.eval()` wants the model back."""
    function = suspect.function
    if not _replaces_one_of_modules(suspect) or function is None:
        return
    is_last = bool(function.body) and function.body[-1] is suspect.statement
    returns = any(isinstance(node, ast.Return) for node in ast.walk(function))
    if is_last and function.name in _GIVE_ITSELF and not returns:
        yield inserted(suspect, "that returns the object itself", "return self", after=True)


def unused_parameters(suspect: SuspectStatement) -> list[str]:
    """Names that the function around is given and never reads."""
    function = suspect.function
    nodes = [node for part in function.body for node in ast.walk(part)] if function else []
    read = {node.id for node in nodes if isinstance(node, ast.Name)}
    return [name for name in suspect.parameters if name not in read and not name.startswith("_")]


def _replaces_one_of_modules(suspect: SuspectStatement) -> bool:
    """Of a class with a base, and a method that every network has."""
    function, owner = suspect.function, suspect.owner
    return bool(owner and owner.bases and function and function.name in _OF_MODULES)


def _arguments(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    given = function.args
    yield from (one.arg for one in (*given.posonlyargs, *given.args)[1:])
    if given.vararg:
        yield f"*{given.vararg.arg}"
    yield from (f"{one.arg}={one.arg}" for one in given.kwonlyargs)
    if given.kwarg:
        yield f"**{given.kwarg.arg}"


def _is_open_switch(node: ast.Call) -> bool:
    return _called(node) in _SWITCHES and not node.args and not node.keywords


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _is_super(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "super"
