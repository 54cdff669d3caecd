"""A network on one device and its inputs on another, by the script's own doing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from seismograd.reproduce.context.project_view import ProjectView, SymbolKind
from seismograd.traces.events.parts import TensorFacts

_OF_DEVICES = re.compile(r"\bdevices?\b", re.IGNORECASE)
_PLACES = re.compile(r"\.(?:to|cuda|to_empty)\(|\bdevice\b|\bDEVICE\b")
_DEFAULT = re.compile(r"set_default_device|with torch\.device\(")
_HERE = "cpu"


def two_devices(
    project: ProjectView, script: ast.Module, message: str, given: Sequence[TensorFacts]
) -> Iterator[str]:
    """A mistake of whoever wrote the script; one of the project is not in its statements."""
    if not _OF_DEVICES.search(message) or _DEFAULT.search(ast.unparse(script)):
        return
    elsewhere = [one for one in given if one.device and not one.device.startswith(_HERE)]
    behind = [one.name for one in given if one.device and one not in elsewhere]
    made = _made(script)
    left = [name for name in behind if _is_plain_tensor(made.get(name, []))]
    if left and (elsewhere or _moves_something(script)):
        yield (
            f"The script moves something to another device and leaves {', '.join(left)} on the "
            "CPU: that fails by itself. Put all inputs where the network is."
        )
    unmoved = [name for name, values in made.items() if _is_left(project, script, name, values)]
    if elsewhere and unmoved:
        yield (
            f"The inputs are on another device, and {', '.join(unmoved)} was never moved there: "
            "that fails by itself."
        )


def _made(script: ast.Module) -> dict[str, list[ast.expr]]:
    """All that is assigned to each name."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(script):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(node.value)
    return found


def _is_plain_tensor(values: list[ast.expr]) -> bool:
    """Made by the framework alone."""
    calls = [node for value in values for node in ast.walk(value) if isinstance(node, ast.Call)]
    roots = {ast.unparse(call.func).partition(".")[0] for call in calls}
    return bool(calls) and roots <= {"torch", "np", "numpy", "range", "list"}


def _moves_something(script: ast.Module) -> bool:
    return any(
        isinstance(node, ast.Call) and _PLACES.search(ast.unparse(node))
        for node in ast.walk(script)
    )


def _is_left(project: ProjectView, script: ast.Module, name: str, values: list[ast.expr]) -> bool:
    """An object of the project that no statement puts anywhere."""
    classes = {s.name for s in project.symbols if s.kind is SymbolKind.CLASS}
    called = {
        ast.unparse(value.func).rpartition(".")[2]
        for value in values
        if isinstance(value, ast.Call)
    }
    if not called & classes or any(_PLACES.search(ast.unparse(value)) for value in values):
        return False
    moves = re.compile(rf"\b{re.escape(name)}\.(?:to|cuda|to_empty)\(")
    return not moves.search(ast.unparse(script))
