"""Whether the source of a line asks for columns, to compare all pairs: `x[:, None]` and the like.

What is not learned has no graph that tells where it comes from. So its source is read: the line,
what its names were set to in the same function, the functions of the project that it calls, and
the line that called this function, where a name is one of its parameters.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import textwrap
from types import FrameType, FunctionType
from typing import Any

EXPANDING = frozenset({
    "unsqueeze", "unsqueeze_", "expand_dims", "newaxis", "outer", "meshgrid", "cdist",
    "atleast_2d", "diag_embed",
})  # fmt: skip
RESHAPING = frozenset({"view", "reshape", "unflatten"})
PICKING = frozenset({"gather", "take_along_dim", "take_along_axis", "scatter", "index_select"})
"""Their indices have as many dimensions as what they pick from."""
KEEPING = frozenset({"keepdim", "keepdims"})
DEEP = 4
"""Frames of callers, and functions that call each other."""


def asks_for_pairs(frame: FrameType, depth: int = 0, known: Any = None) -> bool:
    """Whether it may be: also where the source cannot be read. What is `known` was looked at."""
    scope = _scope(frame)
    statement = _statement(scope, frame.f_lineno) if scope is not None else None
    if scope is None or statement is None or depth > DEEP:
        return True
    parts = _slice(scope, statement)
    if any(map(_expands, parts)) or any(_helper_expands(one, frame, known) for one in parts):
        return True
    caller = frame.f_back
    return bool(_names(parts) & _parameters(scope)) and _calls_with_pairs(frame, caller, depth)


def _calls_with_pairs(frame: FrameType, caller: FrameType | None, depth: int) -> bool:
    """A caller in another file may be the framework's, which passes on what it was given."""
    is_near = caller is not None and caller.f_code.co_filename == frame.f_code.co_filename
    return is_near and caller is not None and asks_for_pairs(caller, depth + 1, frame.f_code)


def _scope(frame: FrameType) -> ast.AST | None:
    """The function, or the whole file where the line stands in none."""
    code = frame.f_code
    lines = linecache.getlines(code.co_filename, frame.f_globals)
    try:
        tree = ast.parse("".join(lines))
    except (SyntaxError, ValueError):
        return None
    if not lines or code.co_name == "<module>":
        return tree if lines else None
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
    known = [one for one in ast.walk(tree) if isinstance(one, kinds)]
    return next((one for one in known if _begins(one) == code.co_firstlineno), None)


def _begins(function: Any) -> int:
    lines = [one.lineno for one in getattr(function, "decorator_list", ())]
    return int(min([function.lineno, *lines]))


def _statement(scope: ast.AST, line: int) -> ast.AST | None:
    """The smallest that has the line."""
    if isinstance(scope, ast.Lambda):
        return scope.body
    found = [
        one
        for one in ast.walk(scope)
        if isinstance(one, ast.stmt) and one.lineno <= line <= (one.end_lineno or one.lineno)
    ]
    return min(found, key=lambda one: (one.end_lineno or 0) - one.lineno, default=None)


def _slice(scope: ast.AST, statement: ast.AST) -> list[ast.AST]:
    """All expressions that the values of a statement were computed from in this function."""
    parts, names = [], {""}
    waiting = [getattr(statement, "value", None) or statement]
    for one in waiting:  # which grows meanwhile
        own = list(_walk(one))
        parts += own
        fresh = _names(own) - names
        names |= fresh
        waiting += [set_to for name in fresh for set_to in _assigned(scope, name)]
    return parts


def _walk(node: ast.AST) -> list[ast.AST]:
    """What a value is made of; not the indices that it was picked by."""
    found = [node]
    for one in found:  # which grows meanwhile
        if isinstance(one, ast.Call) and _called(one) in PICKING:
            found.append(one.func)
            found += [] if _is_method(one) else one.args[:1]
        else:
            found += ast.iter_child_nodes(one)
    return found


def _is_method(call: ast.Call) -> bool:
    """`scores.gather(1, labels)`; modules are named in `torch.gather(scores, 1, labels)`."""
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    modules = ("torch", "ops", "np", "numpy", "keras", "tf")
    return owner is not None and not (isinstance(owner, ast.Name) and owner.id in modules)


def _assigned(scope: ast.AST, name: str) -> list[ast.AST]:
    """What a name is set to; not by a loop, which gives parts of what it goes through."""
    found: list[ast.AST] = []
    for one in ast.walk(scope):
        value = getattr(one, "value", None)
        if isinstance(one, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr)) and value:
            targets = one.targets if isinstance(one, ast.Assign) else [one.target]
            inside = [part for target in targets for part in ast.walk(target)]
            found += [value] if name in _names(inside) else []
    return found


def _names(parts: list[ast.AST]) -> set[str]:
    return {one.id for one in parts if isinstance(one, ast.Name)}


def _parameters(scope: ast.AST) -> set[str]:
    given = getattr(scope, "args", None)
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs] if given is not None else []
    return {one.arg for one in every} - {"self"}


def _called(call: ast.Call) -> str:
    return str(getattr(call.func, "attr", None) or getattr(call.func, "id", ""))


def _expands(node: ast.AST) -> bool:
    if isinstance(node, ast.Subscript):
        return any(
            isinstance(one, ast.Constant) and one.value is None for one in ast.walk(node.slice)
        )
    if isinstance(node, ast.keyword):
        return node.arg in KEEPING
    if isinstance(node, ast.Call) and _called(node) in RESHAPING:
        sizes = [one for given in node.args for one in ast.walk(given)]
        return any(
            isinstance(one, ast.Constant) and one.value == 1 and not _is_negative(one, sizes)
            for one in sizes
        )
    return getattr(node, "attr", None) in EXPANDING or getattr(node, "id", None) in EXPANDING


def _is_negative(constant: ast.AST, sizes: list[ast.AST]) -> bool:
    signs = [one for one in sizes if isinstance(one, ast.UnaryOp) and isinstance(one.op, ast.USub)]
    return any(one.operand is constant for one in signs)


def _helper_expands(node: ast.AST, frame: FrameType, known: Any) -> bool:
    """Whether a function of the script's own that is called here makes columns."""
    helper = _helper(node, frame) if isinstance(node, ast.Call) else None
    if helper is None or helper.__code__ is known:
        return False
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(helper)))
    except (OSError, SyntaxError, ValueError):
        return True
    return any(map(_expands, _walk(tree)))


def _helper(call: ast.Call, frame: FrameType) -> FunctionType | None:
    if isinstance(call.func, ast.Name):
        found = frame.f_locals.get(call.func.id, frame.f_globals.get(call.func.id))
    elif isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
        owner = frame.f_locals.get(call.func.value.id)
        found = getattr(type(owner), call.func.attr, None) if owner is not None else None
    else:
        found = None
    module = str(getattr(found, "__module__", "")).partition(".")[0]
    is_own = isinstance(found, FunctionType) and module not in ("torch", "keras", "numpy")
    return found if is_own else None
