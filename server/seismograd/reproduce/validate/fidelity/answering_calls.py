"""Where a script asks a network for an answer, as opposed to training it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.context.project_view import Role, SymbolKind
from seismograd.reproduce.validate.fidelity.subject import Script, assignments

_WITHOUT_GRADIENTS = ("no_grad", "inference_mode")
TRAINS = re.compile(r"\.(?:backward|step|fit|train_step)\(")
_NO_ANSWER = re.compile(r"(?:^|_)(?:train|fit|step|update|optimi[sz]e|save|load|init)")
BUILT = (Role.NETWORK, Role.LAYER)


def answers(script: Script) -> list[ast.Call]:
    """Within `torch.no_grad()`, and wherever a script uses them that trains nothing."""
    called = {id(node): node for node in _calls_of_networks(script)}
    if TRAINS.search(script.source):
        blocks = [node for node in ast.walk(script.tree) if _is_without_gradients(node)]
        inside = {id(node) for block in blocks for node in ast.walk(block)}
        return [node for key, node in called.items() if key in inside]
    alone = {id(node.value) for node in ast.walk(script.tree) if isinstance(node, ast.Expr)}
    return _outermost([node for key, node in called.items() if key not in alone])


def all_answers(script: Script) -> list[ast.Call]:
    """Also of functions that are given networks; without what gradients are taken of."""
    called = {id(node): node for node in _calls_of_networks(script)}
    for call in script.calls:
        name = call.callee.name.rpartition(".")[2]
        is_training = call.callee.role is Role.TRAINING or _NO_ANSWER.search(name)
        if call.callee.kind is not SymbolKind.CLASS and not is_training:
            called[id(call.node)] = call.node
    trained = {id(node) for one in _trained(script.tree) for node in ast.walk(one)}
    return _outermost([node for key, node in called.items() if key not in trained])


def _trained(tree: ast.Module) -> Iterator[ast.stmt]:
    """Statements that lead to `backward`, by the names that they assign."""
    simple = [one for one in ast.walk(tree) if isinstance(one, ast.Assign | ast.Expr)]
    found = {id(one): one for one in simple if ".backward(" in ast.unparse(one)}
    before = -1
    while before != len(found):
        before = len(found)
        names = {
            node.id
            for one in found.values()
            for node in ast.walk(one.value)
            if isinstance(node, ast.Name)
        }
        for one in simple:
            targets = one.targets if isinstance(one, ast.Assign) else []
            is_answer = any(isinstance(node, ast.Call) for node in ast.walk(one.value))
            if is_answer and any(isinstance(t, ast.Name) and t.id in names for t in targets):
                found[id(one)] = one
    return iter(found.values())


def _calls_of_networks(script: Script) -> Iterator[ast.Call]:
    """Of those that are held by name, and of what the project has built or read."""
    ours = {id(call.node) for call in script.calls}
    made = {name for name, value in assignments(script.tree) if id(value) in ours}
    known = {
        call.node.func.id
        for call in script.calls
        if isinstance(call.node.func, ast.Name)
        and call.owner is not None
        and call.owner.role in BUILT
    }
    for node in ast.walk(script.tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in known or name in made:
                yield node
            case ast.Call(func=ast.Call() as inner) if id(inner) in ours:
                yield node


def _outermost(calls: list[ast.Call]) -> list[ast.Call]:
    """Texts that are replaced must not overlap."""
    inner = {id(one) for call in calls for one in ast.walk(call.func) if one is not call.func}
    return [call for call in calls if id(call) not in inner]


def _is_without_gradients(node: ast.AST) -> bool:
    if not isinstance(node, ast.With):
        return False
    words = " ".join(ast.unparse(item.context_expr) for item in node.items)
    return any(word in words for word in _WITHOUT_GRADIENTS)
