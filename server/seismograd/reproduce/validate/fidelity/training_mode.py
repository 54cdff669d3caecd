"""Answers of a network that was left in training mode, where chance has a part in them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.context.project_view import Role
from seismograd.reproduce.validate.added_code import on_top
from seismograd.reproduce.validate.fidelity.doubt import Doubt, Variant
from seismograd.reproduce.validate.fidelity.edits import replaced
from seismograd.reproduce.validate.fidelity.script import Script, assignments
from seismograd.reproduce.validate.fidelity.subject import Subject

_ABOUT_MODES = re.compile(
    r"\b(?:train(?:ing)?|eval(?:uation)?)[ _-]mode|\.(?:eval|train)\(|"
    r"\b(?:during|while|in|when|at) training\b|\bdrop[ _]?(?:out|path)|\bbatch[ _]?norm|"
    r"\bstochastic|\baugment|\bnois[ey]|\brunning[ _](?:mean|var|stat)",
    re.IGNORECASE,
)
"""A report with one of these may be about just that."""
_WITHOUT_GRADIENTS = ("no_grad", "inference_mode")
_TRAINS = re.compile(r"\.(?:backward|step|fit|train_step)\(")
_BUILT = (Role.NETWORK, Role.LAYER)
_NAME = "_in_evaluation"
_IN_EVALUATION = f"""\
def {_NAME}(network):
    def answer(*given, **named):
        was = getattr(network, "training", None)
        if not isinstance(was, bool):
            return network(*given, **named)
        network.eval()
        try:
            return network(*given, **named)
        finally:
            network.train(was)

    return answer


"""


def training_modes(subject: Subject) -> Iterator[Doubt]:
    """Calls for answers: each is made in evaluation mode, and nothing else is."""
    if _ABOUT_MODES.search(subject.grounds.text):
        return
    script = subject.script
    changes = [(node.func, f"{_NAME}({ast.unparse(node.func)})") for node in _answers(script)]
    if changes:
        source = on_top(replaced(script.source, changes), _IN_EVALUATION)
        line = min(node.lineno for node, _ in changes)
        what = "answers of a network in training mode"
        yield Doubt(what, line, [Variant("evaluation mode", source)])


def _answers(script: Script) -> list[ast.Call]:
    """Within `torch.no_grad()`, and wherever a script uses them that trains nothing."""
    called = {id(node): node for node in _calls_of_networks(script)}
    if _TRAINS.search(script.source):
        blocks = [node for node in ast.walk(script.tree) if _is_without_gradients(node)]
        inside = {id(node) for block in blocks for node in ast.walk(block)}
        return [node for key, node in called.items() if key in inside]
    alone = {id(node.value) for node in ast.walk(script.tree) if isinstance(node, ast.Expr)}
    return _outermost([node for key, node in called.items() if key not in alone])


def _calls_of_networks(script: Script) -> Iterator[ast.Call]:
    """Of those that are held by name, and of what the project has built or read."""
    ours = {id(call.node) for call in script.calls}
    made = {name for name, value in assignments(script.tree) if id(value) in ours}
    known = {
        call.node.func.id
        for call in script.calls
        if isinstance(call.node.func, ast.Name)
        and call.owner is not None
        and call.owner.role in _BUILT
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
