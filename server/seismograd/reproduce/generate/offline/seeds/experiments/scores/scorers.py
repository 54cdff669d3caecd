"""Metrics of a project: functions of predictions and truths, and objects that collect them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.identifiers import tokens_of
from seismograd.reproduce.context.project_view import Role, Symbol
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker, is_keras
from seismograd.reproduce.generate.offline.seeds.experiments.scores.score_inputs import (
    CLASSES,
    Form,
    Inputs,
    inputs_of,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.members import methods_by_name
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import functions, ranked

MOST_FUNCTIONS = 4
MOST_CLASSES = 4
MOST_RESULTS = 3
_NAMES = (
    r"acc|mse|mae|rmse|f1|f_?score|precision|recall|iou|jaccard|dice|mean|error|top_?k|score|hit|"
    r"ndcg|auc|metric|distance|similarity"
)
_UPDATES = ("update", "update_state", "add", "add_batch", "accumulate", "step", "log", "process")
_RESULTS = r"compute|result|value|get|summary|avg|mean|average|evaluate|finali[sz]e|total"
_RESETS = ("reset", "reset_state", "reset_states", "clear", "start_epoch", "on_epoch_start")
_LOSSES = re.compile(r"error|loss|dist|mse|mae|rmse|wer|cer|perplexity|diverg", re.I)
_CLASSES = re.compile(r"(num|n)_?(classes|labels|class)|classes|labels|num_class")


@dataclass(frozen=True, slots=True)
class Function:
    symbol: Symbol
    inputs: Inputs
    bench: Bench

    def call(self, prediction: str, truth: str, **others: str) -> str:
        given = [prediction, truth] if not self.inputs.truth_first else [truth, prediction]
        named = [f"{name}={value}" for name, value in others.items()]
        return f"{self.symbol.name}({', '.join([*given, *named])})"


@dataclass(frozen=True, slots=True)
class Collector:
    """An object that is told of batches and then asked for the result."""

    symbol: Symbol
    inputs: Inputs
    bench: Bench
    build: str
    before: tuple[str, ...]
    update: str
    results: tuple[str, ...]
    """Methods, the likeliest first."""
    reset: str | None
    with_numpy: bool

    def told(self, thing: str, prediction: str, truth: str) -> str:
        given = [truth, prediction] if self.inputs.truth_first else [prediction, truth]
        return f"{thing}.{self.update}({', '.join(given)})"

    def made(self, form: Form, prediction: str) -> tuple[str, ...]:
        """Statements for the truth and a prediction."""
        end = ".numpy()" if self.with_numpy else ""
        lines = [f"truth = {form.truth}", f"prediction = {prediction}"]
        if end:
            lines.append("truth, prediction = truth.numpy(), prediction.numpy()")
        return tuple(lines)


def score_functions(case: Case) -> Iterator[Function]:
    """Those that the report speaks of."""
    maker = Maker(case)
    found = functions(case, _NAMES, Role.METRIC, Role.LOSS)
    for symbol in [s for s in found if is_spoken_of(case, s.name)][:MOST_FUNCTIONS]:
        inputs = inputs_of(maker, symbol)
        if inputs is not None:
            bench = maker.bench(symbol)
            bench.use(f"from {symbol.module} import {symbol.name}")
            bench.use("import torch")
            yield Function(symbol, inputs, bench)


def collectors(case: Case) -> Iterator[Collector]:
    maker = Maker(case)
    found = (one for symbol in ranked(case) if (one := _collector(case, maker, symbol)))
    for number, one in enumerate(found):
        if number < MOST_CLASSES:
            yield one


def _collector(case: Case, maker: Maker, symbol: Symbol) -> Collector | None:
    methods = methods_by_name(case, symbol)
    update = next((methods[name] for name in _UPDATES if name in methods), None)
    results = _results(case, methods)
    inputs = inputs_of(maker, update) if update else None
    if update is None or inputs is None or not results:
        return None
    bench = maker.bench(symbol)
    bench.use("import torch")
    shared = {p.name: CLASSES for p in symbol.parameters if _CLASSES.fullmatch(p.name)}
    try:
        build = maker.call(bench, symbol, shared=shared)
    except CannotMake:
        return None
    return Collector(
        symbol,
        inputs,
        bench,
        build,
        tuple(bench.statements),
        update.name.rpartition(".")[2],
        tuple(results),
        next((name for name in _RESETS if name in methods), None),
        is_keras(symbol),
    )


def is_spoken_of(case: Case, name: str) -> bool:
    """By its name, or by the words that it is made of; "mIoU" is a mean IoU."""
    if name in {one.rpartition(".")[2] for one in case.report.names}:
        return True
    telling = _telling(name)
    return bool(telling) and telling == _said_of(case, telling)


def _telling(name: str) -> set[str]:
    return set(re.findall(_NAMES, name.lower()))


def _said_of(case: Case, telling: set[str]) -> set[str]:
    """Those that a word of the report begins with."""
    said = set(tokens_of(f"{case.report.title} {case.report.text[:4000]}"))
    said |= {word[1:] for word in said if len(word) > 3 and word.startswith("m")}
    return {one for one in telling if any(word.startswith(one) for word in said)}


def is_loss(name: str) -> bool:
    """Whether nought is the best that can come."""
    return _LOSSES.search(name) is not None


def _results(case: Case, methods: dict[str, Symbol]) -> list[str]:
    """Methods that want nothing and give a number; what the report speaks of first."""
    names = {name.rpartition(".")[2] for name in case.report.names}

    def rank(name: str) -> tuple[bool, int]:
        return (name not in names, -len(_said_of(case, _telling(name))))

    found = [
        name
        for name, one in methods.items()
        if not name.startswith("_")
        and name not in (*_RESETS, *_UPDATES)
        and not any(p.default is None and not p.is_variadic for p in one.parameters)
        and (re.fullmatch(_RESULTS, name) or is_spoken_of(case, name))
    ]
    return sorted(found, key=rank)[:MOST_RESULTS]
