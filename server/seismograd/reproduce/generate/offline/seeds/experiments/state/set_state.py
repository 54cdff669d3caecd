"""What a method puts on a network, such as the scale of its inputs, has to come back with it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import (
    methods_of,
    short_name,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    FORWARD,
    NUMBERS,
    Scene,
)
from seismograd.reproduce.generate.offline.seeds.experiments.state.storage import (
    FINDER,
    saved_and_loaded,
)

NAME = "difference_after_reload"
MOST_METHODS = 2
_OTHERS = re.compile(
    r"_|save|load|dump|store|export|restore|train$|eval$|to$|reset|state_dict|from_|forward|call$"
)


def experiments(scene: Scene, pairs: list[tuple[Symbol, Symbol]]) -> Iterator[Draft]:
    """By the project's own way to save first; without the call of the method all must be well."""
    if not any(f"{one} = torch.randn" in " ".join(scene.after) for one in scene.inputs[:1]):
        return
    for method in _setting_methods(scene)[:MOST_METHODS]:
        for saving, loading in (*pairs[:1], (None, None)):
            yield from _through(scene, method, saving, loading)


def _through(
    scene: Scene, method: Symbol, saving: Symbol | None, loading: Symbol | None
) -> Iterator[Draft]:
    stored = saved_and_loaded(scene, saving, loading)
    if stored is None or "optimizer" in " ".join(stored):
        return
    name = short_name(method)
    body = (
        *scene.setting,
        f"if CALLS_{name.upper()}:",
        f"    model.{name}(2 * {scene.inputs[0]} + 1)",
        f"again = {scene.build}",
        *stored,
        "model.eval()",
        "again.eval()",
        "with torch.no_grad():",
        f"    before = numbers({scene.call})",
        f"    after = numbers({scene.called('again')})",
        f"{NAME} = (before - after).abs().max().item()",
    )
    finder = (FINDER,) if "network_in(" in " ".join(stored) else ()
    idea = f"Call {name} of {scene.symbol.name}, save and load it, and compare."
    switch = Constant(f"CALLS_{name.upper()}", "True", "False")
    yield from scene.draft(idea, body, NAME, setup=(NUMBERS, *finder), constants=(switch,))


def _setting_methods(scene: Scene) -> list[Symbol]:
    """Those that take data and set what the call of the network reads."""
    trees = Maker(scene.case).trees
    forward = next((f for name in FORWARD if (f := trees.method(scene.symbol, name))), None)
    read = set(_attributes(forward[1], ast.Load)) if forward else set()
    return [
        symbol
        for symbol in methods_of(scene.case, scene.symbol)
        if not _OTHERS.match(short_name(symbol))
        and len([p for p in symbol.parameters if p.default is None and not p.is_variadic]) == 1
        and (function := trees.function(symbol)) is not None
        and read & set(_attributes(function, ast.Store))
    ]


def _attributes(function: ast.AST, context: type[ast.expr_context]) -> Iterator[str]:
    for node in ast.walk(function):
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, context):
            continue
        if ast.unparse(node.value) == "self":
            yield node.attr
