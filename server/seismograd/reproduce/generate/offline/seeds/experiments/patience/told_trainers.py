"""Trainers that watch a metric themselves: their validation is told what it gives."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.inputs.source_trees import AnyFunction
from seismograd.reproduce.generate.offline.seeds.experiments.patience.told_series import (
    LONGEST,
    USUAL,
    Direction,
    direction_of,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import (
    methods_by_name,
    short_name,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import ranked

_VALIDATES = re.compile(
    r"_?(?:run_)?(?:validat\w*|evaluat\w*|eval(?:_\w+)?|val(?:_\w+)?|test|score)"
)
_EPOCHS = re.compile(r"(?:num_|n_|max_)?epochs")
_WATCHES = re.compile(r"patience|best|early_?stop|plateau", re.I)


@dataclass(frozen=True, slots=True)
class ToldTrainer:
    symbol: Symbol
    bench: Bench
    body: tuple[str, ...]
    direction: Direction
    patience: int


def trainers(case: Case) -> Iterator[ToldTrainer]:
    maker = Maker(case)
    for owner in ranked(case):
        methods = methods_by_name(case, owner)
        node = maker.trees.class_of(owner)
        trains = next((m for m in methods.values() if _trains(m)), None)
        validates = next((m for n, m in methods.items() if _VALIDATES.fullmatch(n)), None)
        code = ast.unparse(node) if node else ""
        if trains is None or validates is None or "patience" not in code:
            continue
        try:
            yield _told(case, maker, owner, trains, validates)
        except CannotMake:
            continue


def _trains(method: Symbol) -> bool:
    return re.fullmatch(
        r"fit|train|run|train_model|run_training", short_name(method)
    ) is not None and (method.role is Role.TRAINING or method.kind is SymbolKind.METHOD)


def _told(
    case: Case, maker: Maker, owner: Symbol, trains: Symbol, validates: Symbol
) -> ToldTrainer:
    """Every epoch is told the next value, and how many there were says when it was stopped."""
    function = maker.trees.function(validates)
    given, direction = _answer(case, function, validates)
    bench = maker.bench(owner)
    shared = {p.name: "PATIENCE" for p in owner.parameters if p.name == "patience"}
    longer = replace(owner, parameters=tuple(_without_epochs(p) for p in owner.parameters))
    build = maker.call(bench, longer, shared={**shared, **_all_epochs(owner)})
    before = tuple(bench.statements)
    bench.statements.clear()
    bench.defined.add("trainer")
    of_call = {p.name: "PATIENCE" for p in trains.parameters if p.name == "patience"}
    call = maker.call(bench, trains, on="trainer", shared={**of_call, **_all_epochs(trains)})
    if "len(VALUES)" not in f"{build} {call}" or direction is None:
        raise CannotMake(owner.name)
    told = (
        "epochs = []",
        "def told(*_arguments, **_options):",
        "    value = VALUES[len(epochs)]",
        "    epochs.append(value)",
        f"    return {given}",
        f"trainer.{short_name(validates)} = told",
    )
    body = (*before, f"trainer = {build}", *told, *bench.statements, call)
    acted = ("acted = [len(epochs) < len(VALUES)]",)
    return ToldTrainer(owner, bench, (*body, *acted), direction, _patience(maker, owner, trains))


def _without_epochs(parameter: Parameter) -> Parameter:
    return replace(parameter, default=None) if _EPOCHS.fullmatch(parameter.name) else parameter


def _all_epochs(symbol: Symbol) -> dict[str, str]:
    return {p.name: "len(VALUES)" for p in symbol.parameters if _EPOCHS.fullmatch(p.name)}


def _patience(maker: Maker, *symbols: Symbol) -> int:
    told = [maker.reported.value("patience")]
    told += [p.default for symbol in symbols for p in symbol.parameters if p.name == "patience"]
    known = [int(one) for one in told if one and one.isdigit() and 0 < int(one) <= LONGEST]
    return known[0] if known else USUAL


def _answer(
    case: Case, function: AnyFunction | None, validates: Symbol
) -> tuple[str, Direction | None]:
    """What the validation returns, with the told value in the place of every number."""
    returned = [
        one.value for one in ast.walk(function) if isinstance(one, ast.Return) and one.value
    ] if function else []  # fmt: skip
    last = returned[-1] if returned else None
    text = ast.unparse(last) if last is not None else ""
    direction = direction_of(text, short_name(validates), validates.docstring, case.report.text)
    if isinstance(last, ast.Dict):
        keys = [ast.unparse(key) for key in last.keys if key is not None]
        return f"{{{', '.join(f'{key}: value' for key in keys)}}}", direction
    if isinstance(last, ast.Tuple):
        return f"({', '.join('value' for _ in last.elts)})", direction
    return "value", direction
