"""Running means that are told of values with the number of examples behind them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import methods_by_name
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted, ranked

_UPDATES = ("update", "add", "log", "append", "push")
_WEIGHT = re.compile(r"n|num|count|size|batch_size|weight|k|examples|samples|num_samples|n_samples")
_RESULTS = ("avg", "average", "mean", "global_avg", "compute", "value", "result", "get")
LAST = Constant("LAST_BATCH", "2", "4")
"""A last batch that is smaller than the first, or as large."""


def experiments(case: Case, name: str) -> Iterator[Draft]:
    maker = Maker(case)
    for symbol in ranked(case):
        try:
            yield from _of_class(case, maker, symbol, name)
        except CannotMake:
            continue


def _of_class(case: Case, maker: Maker, symbol: Symbol, name: str) -> Iterator[Draft]:
    methods = methods_by_name(case, symbol)
    update = next((methods[one] for one in _UPDATES if one in methods), None)
    if update is None or len(update.parameters) != 2:
        return
    if not _WEIGHT.fullmatch(update.parameters[1].name):
        return
    bench = maker.bench(symbol)
    build = maker.call(bench, symbol)
    for result in _results(maker, symbol, set(methods))[:2]:
        body = (
            *bench.statements,
            f"meter = {build}",
            "values, sizes = [1.0, 4.0], [4, LAST_BATCH]",
            "for value, size in zip(values, sizes):",
            f"    meter.{update.name.rpartition('.')[2]}(value, size)",
            "mean = sum(value * size for value, size in zip(values, sizes)) / sum(sizes)",
            f"{name} = abs(float(meter.{result}) - mean)",
        )
        idea = f"Tell {symbol.name} of two batches, the second of which is smaller."
        yield from drafted(case, bench, idea, body, name, constants=(LAST,))


def _results(maker: Maker, symbol: Symbol, methods: set[str]) -> list[str]:
    """Attributes and properties as they are, methods called."""
    node = maker.trees.class_of(symbol)
    members = (
        {one.name: one for one in node.body if isinstance(one, ast.FunctionDef)} if node else {}
    )
    read = {
        one.attr
        for one in (ast.walk(node) if node else ())
        if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store)
    }
    found: list[str] = []
    for name in _RESULTS:
        if name in members and name in methods:
            is_property = any("property" in ast.unparse(d) for d in members[name].decorator_list)
            found.append(name if is_property else f"{name}()")
        elif name in read:
            found.append(name)
    return found
