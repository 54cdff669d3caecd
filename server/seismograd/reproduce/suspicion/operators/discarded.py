"""Results that nobody takes: what was meant to change something has changed nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import inserted, replaced
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_GIVES_ANOTHER = {
    "clamp", "clip", "mul", "div", "add", "sub", "pow", "abs", "lerp", "masked_fill", "fill",
    "relu", "sigmoid", "tanh", "softmax", "to", "float", "half", "long", "detach", "squeeze",
    "unsqueeze", "view", "reshape", "permute", "transpose", "flatten", "cuda", "cpu", "sqrt", "exp",
    "log", "round", "scatter", "index_fill", "replace", "strip", "lower", "addcmul", "addcdiv",
    "zero", "normalize",
}  # fmt: skip
_MODULES = ("torch", "F", "functional", "nn.functional", "torch.nn.functional")
_GOES_THROUGH = (ast.For, ast.comprehension)


def taken(suspect: SuspectStatement) -> Iterator[Patch]:
    """`x.clamp(0, 1)` as `x = x.clamp(0, 1)`, or as `x.clamp_(0, 1)`."""
    statement = suspect.statement
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
        return
    if call.func.attr in _GIVES_ANOTHER:
        target = _changed(call, call.func)
        kept = ast.parse(f"{target} = {ast.unparse(call)}").body[0]
        yield replaced(suspect, f"with its result as {target}", kept)
        if target != ast.unparse(call.func.value):
            return
        method = ast.Attribute(call.func.value, f"{call.func.attr}_", ast.Load())
        in_place = ast.Expr(ast.Call(method, call.args, call.keywords))
        yield replaced(suspect, f"in place, with {call.func.attr}_", in_place)


def _changed(call: ast.Call, function: ast.Attribute) -> str:
    """What `x.clamp(0)` and `torch.clamp(x, 0)` were meant to change."""
    owner = ast.unparse(function.value)
    return ast.unparse(call.args[0]) if owner in _MODULES and call.args else owner


def given_as_list(suspect: SuspectStatement) -> Iterator[Patch]:
    """What a function is given and goes through twice may be empty the second time."""
    if suspect.first_in_function and suspect.function is not None:
        ways = [n.iter for n in ast.walk(suspect.function) if isinstance(n, _GOES_THROUGH)]
        names = [one.id for one in ways if isinstance(one, ast.Name)]
        for name in suspect.parameters:
            if names.count(name) > 1:
                line = f"{name} = list({name})"
                yield inserted(suspect, f"with {name} in a list", line)
