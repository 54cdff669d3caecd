"""Tensors and layers that a network holds without knowing of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from seismograd.reproduce.candidate import Patch
from seismograd.reproduce.suspicion.rewriting import replaced
from seismograd.reproduce.suspicion.suspect_statements import SuspectStatement

_CONTAINERS = {ast.List: "ModuleList", ast.ListComp: "ModuleList", ast.Dict: "ModuleDict",
               ast.DictComp: "ModuleDict"}  # fmt: skip
_NN = "__import__('torch').nn"


def layers_in_a_container(suspect: SuspectStatement) -> Iterator[Patch]:
    """Layers in a plain list or dict are none of the network's; a module that holds them is."""
    for name, value in _own_attribute(suspect):
        kind = _CONTAINERS.get(type(value))
        if kind:
            yield _assigned(suspect, f"self.{name} = {_NN}.{kind}({ast.unparse(value)})", kind)
        if kind == "ModuleDict":
            held = f"self.{name} = {ast.unparse(value)}"
            known = f"self._{name} = {_NN}.ModuleList(self.{name}.values())"
            yield _assigned(suspect, f"{held}\n{known}", "layers that are known, too")


def tensor_as_parameter(suspect: SuspectStatement) -> Iterator[Patch]:
    for name, value in _own_attribute(suspect):
        if isinstance(value, ast.Call) and not _is_module_call(value):
            text = f"self.{name} = {_NN}.Parameter({ast.unparse(value)})"
            yield _assigned(suspect, text, "Parameter")


def tensor_as_buffer(suspect: SuspectStatement) -> Iterator[Patch]:
    for name, value in _own_attribute(suspect):
        if isinstance(value, ast.Call) and not _is_module_call(value):
            text = f"self.register_buffer({name!r}, {ast.unparse(value)})"
            yield _assigned(suspect, text, "buffer")


def persistent_buffer(suspect: SuspectStatement) -> Iterator[Patch]:
    statement = suspect.statement
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("register_buffer"):
        kept = [keyword for keyword in call.keywords if keyword.arg != "persistent"]
        if len(kept) < len(call.keywords) or len(call.args) > 2:
            new = ast.Call(call.func, call.args[:2], kept)
            yield replaced(suspect, "as a persistent buffer", ast.Expr(new))


def _own_attribute(suspect: SuspectStatement) -> Iterator[tuple[str, ast.expr]]:
    statement = suspect.statement
    if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
        return
    if suspect.function is not suspect.constructor:
        return
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    for target in targets:
        if isinstance(target, ast.Attribute) and ast.unparse(target.value) == "self":
            yield target.attr, statement.value


def _is_module_call(call: ast.Call) -> bool:
    """`nn.Linear(...)` and other classes: they register themselves."""
    name = ast.unparse(call.func).rpartition(".")[2]
    return name[:1].isupper()


def _assigned(suspect: SuspectStatement, text: str, kind: str) -> Patch:
    return replaced(suspect, f"as {kind}", *ast.parse(text).body)
