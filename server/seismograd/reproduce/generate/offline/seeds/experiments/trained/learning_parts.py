"""Parts of a network that should learn: those that the report names, else its layers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.identifiers import tokens_of
from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import NETWORKS, Scene

MOST_PARTS = 4
MOST_INNER = 12
PARTS = '''\
def parameters_in(part):
    """Of a layer, of a tensor, or of layers in a list or a dict."""
    if isinstance(part, torch.Tensor):
        return [part]
    if isinstance(part, torch.nn.Module):
        return list(part.parameters())
    parts = part.values() if isinstance(part, dict) else part
    return [parameter for one in parts for parameter in parameters_in(one)]
'''
_NO_PARTS = {"Dropout", "ReLU", "GELU", "Sigmoid", "Tanh", "Softmax", "Identity", "Flatten",
             "MaxPool2d", "AvgPool2d", "AdaptiveAvgPool2d", "AvgPool1d", "MaxPool1d", "SiLU",
             "CrossEntropyLoss", "MSELoss", "NLLLoss", "BCEWithLogitsLoss"}  # fmt: skip
_DULL = frozenset({"layer", "layers", "weight", "weights", "model", "module", "net", "network",
                   "parameter", "parameters", "in", "out", "size", "dim"})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    """For people."""
    expression: str
    """Of the network `model`."""
    imports: tuple[str, ...] = ()


def parts_of(case: Case, scene: Scene) -> list[Part]:
    """In the order in which the report speaks of them.

    A bare tensor may well be a constant; it counts only where the report speaks of it. Where the
    report speaks of something that only another class has, nothing here is meant.
    """
    words = _words(case)
    maker = Maker(case)
    members = maker.demands.members(scene.symbol)
    named = [*named_parts(members, words), *_named_within(maker, members, words)]
    named = [name for name in named if _is_used(maker, scene.symbol, name.partition(".")[0])]
    found = [*map(_attribute, named), *_of_inner_classes(maker, scene.symbol, words, named)]
    if found or _is_named_elsewhere(case, maker, words):
        return sorted(found, key=lambda part: _first_mention(case, part))[:MOST_PARTS]
    layers = [name for name, value in members.items() if _holds_layers(value)]
    layers.sort(key=lambda n: not set(plain(n).split("_")) & words)
    return [_attribute(name) for name in layers[:MOST_PARTS]]


def parts_named_in(case: Case, maker: Maker, symbol: Symbol) -> list[str]:
    """Attributes of a network by their names."""
    return named_parts(maker.demands.members(symbol), _words(case))


def _words(case: Case) -> set[str]:
    return set(tokens_of(f"{case.report.title}\n{case.report.text}"))


def _attribute(name: str) -> Part:
    return Part(name, f"model.{name}")


def _first_mention(case: Case, part: Part) -> int:
    text = f"{case.report.title}\n{case.report.text}"
    last = part.name.partition(" of ")[0].rpartition(".")[2]
    found = re.search(rf"(?<![A-Za-z0-9]){re.escape(plain(last))}(?![A-Za-z0-9])", text, re.I)
    return found.start() if found else len(text)


def on_stage_with(scene: Scene, part: Part) -> Scene:
    bench = replace(scene.bench, imports=list(dict.fromkeys([*scene.bench.imports, *part.imports])))
    return replace(scene, bench=bench)


def _of_inner_classes(
    maker: Maker, symbol: Symbol, words: set[str], known: list[str]
) -> Iterator[Part]:
    """What the report names of layers that the network is made of, wherever they are in it."""
    for inner in _made_of(maker, symbol):
        for name in named_parts(maker.demands.members(inner), words - _DULL):
            if any(one.endswith(f".{name}") for one in known) or not _is_used(maker, inner, name):
                continue
            layers = f"one.{name} for one in model.modules() if isinstance(one, {inner.name})"
            use = f"from {inner.module} import {inner.name}"
            yield Part(f"{name} of {inner.name}", f"[{layers}]", (use,))


def _made_of(maker: Maker, symbol: Symbol) -> list[Symbol]:
    """Layers of the project that a network has in a list, a dict or in other layers."""
    found, waiting = [symbol], [symbol]
    networks = [s for s in maker.project.symbols if s.role in NETWORKS and s.module]
    while waiting and len(found) < MOST_INNER:
        node = maker.trees.class_of(waiting.pop(0))
        used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} if node else set()
        new = [s for s in networks if s.name in used and s not in found]
        found += new
        waiting += new
    return found[1:]


def named_parts(members: dict[str, ast.expr], words: set[str]) -> list[str]:
    """By the whole name first, then by the last word of it: `log_temperature`."""
    learning = [name for name, value in members.items() if may_learn(value)]
    whole = [name for name in learning if plain(name) in words]
    return whole or [name for name in learning if plain(name).rpartition("_")[2] in words - _DULL]


def _named_within(maker: Maker, members: dict[str, ast.expr], words: set[str]) -> Iterator[str]:
    """What a part of the network has: `moe.experts`."""
    for name, value in members.items():
        made = ast.unparse(value.func).rpartition(".")[2] if isinstance(value, ast.Call) else ""
        inner = maker.demands.network(made) if made else None
        if inner is not None:
            found = maker.demands.members(inner)
            yield from (f"{name}.{one}" for one in named_parts(found, words))


def _is_named_elsewhere(case: Case, maker: Maker, words: set[str]) -> bool:
    symbols = [s for s in case.project.symbols if s.role in NETWORKS]
    return any(named_parts(maker.demands.members(s), words) for s in symbols)


def _is_used(maker: Maker, symbol: Symbol, part: str) -> bool:
    """False where it is used only if a setting says so, and none does by default."""
    node = maker.trees.class_of(symbol)
    off = {p.name for p in symbol.parameters if p.default in ("False", "None", "0")}
    conditions: list[bool] = []
    for function in node.body if node else ():
        if isinstance(function, ast.FunctionDef) and function.name != "__init__":
            conditions += _uses(function, part, off)
    return not conditions or any(conditions)


def _uses(function: ast.FunctionDef, part: str, off: set[str]) -> Iterator[bool]:
    """For each use, whether it happens without a setting that is off."""
    hidden = [
        one
        for block in ast.walk(function)
        if isinstance(block, ast.If) and set(re.findall(r"\w+", ast.unparse(block.test))) & off
        for statement in block.body
        for one in ast.walk(statement)
    ]
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and ast.unparse(node) == f"self.{part}":
            yield not any(node is one for one in hidden)


def plain(name: str) -> str:
    return name.lower().strip("_")


def may_learn(value: ast.expr) -> bool:
    """Not what is made with `requires_grad=False`: that is meant to stay as it is."""
    text = ast.unparse(value)
    if "requires_grad=False" in text:
        return False
    if _holds_layers(value):
        return True
    makes_tensor = re.search(r"torch\.(?:zeros|ones|randn|rand|tensor|full|empty)\(", text)
    return bool(makes_tensor) and not re.search(r"long|\bint|bool|arange", text)


def _holds_layers(value: ast.expr) -> bool:
    if isinstance(value, ast.List | ast.ListComp | ast.Dict | ast.DictComp):
        return re.search(r"\b[A-Z]\w*\(", ast.unparse(value)) is not None
    if isinstance(value, ast.BoolOp):
        return any(map(_holds_layers, value.values))
    if isinstance(value, ast.IfExp):
        return _holds_layers(value.body) or _holds_layers(value.orelse)
    if not isinstance(value, ast.Call):
        return False
    name = ast.unparse(value.func).rpartition(".")[2]
    return name[:1].isupper() and name not in _NO_PARTS
