"""Keras models, losses and layers: is every number a number?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker, is_keras
from seismograd.reproduce.generate.offline.seeds.experiments.keras.stage import (
    NUMBERS,
    TRAIN,
    stages,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import LOSS, wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import drafted

NAME = "nan_count"
MOST_LOSSES = 4
_COUNT = f"{NAME} = int((~np.isfinite(result)).sum())"
_SPECIAL = (
    ("all noughts", r"zero|empty|blank|silen|black|nought", "x = x * SPREAD", "0.0", "1.0"),
    ("all the same", r"constant|same|uniform|variance|std|identical", "x = x * SPREAD + 1", "0.0",
     "1.0"),
    ("large", r"large|big|huge|extreme|overflow|high", "x = x * SPREAD", "1000.0", "1.0"),
)  # fmt: skip
"""Inputs that reports speak of, and what makes ordinary ones of them again."""
_SURE = re.compile(
    r"\b(?:confiden\w+|certain|saturat\w+|exactly|probabilit\w+|perfect\w*|log\b|log\(0|"
    r"(?:0|zero) (?:or|and) (?:1|one)|[01]\.0\b|clip\w*|epsilon|sigmoid|softmax)",
    re.I,
)
"""Words for predictions of nought and one; a loss that nobody speaks of may well be as it is."""


def experiments(case: Case) -> Iterator[Draft]:
    yield from _of_losses(case)
    for stage in stages(case, layers=True):
        if not stage.is_layer and LOSS in wanted(case.fingerprint):
            body = (
                *stage.setting,
                "losses = train_a_little(model, x, 20).history['loss']",
                f"{LOSS} = next((one for one in losses if not math.isfinite(one)), losses[-1])",
            )
            idea = f"Fit what {stage.symbol.name} gives; see whether the loss stays a number."
            yield from stage.draft(idea, body, LOSS, helpers=(TRAIN,))
        for line, constants, idea in _kinds_of_input(case):
            body = (*stage.setting, *line, f"result = numbers({stage.outputs()})", _COUNT)
            told = f"Call what {stage.symbol.name} gives{idea} and count what is no number."
            yield from stage.draft(told, body, NAME, helpers=(NUMBERS,), constants=constants)


def _kinds_of_input(
    case: Case,
) -> Iterator[tuple[tuple[str, ...], tuple[Constant, ...], str]]:
    yield (), (), ""
    text = f"{case.report.title} {case.report.text}".lower()
    for word, pattern, line, value, ordinary in _SPECIAL:
        if re.search(rf"\b(?:{pattern})", text):
            yield (line,), (Constant("SPREAD", value, ordinary),), f" with inputs that are {word}"


def _of_losses(case: Case) -> Iterator[Draft]:
    """A loss on predictions that are as sure as can be, beside some that are less sure."""
    maker = Maker(case)
    if not _SURE.search(f"{case.report.title}\n{case.report.text}"):
        return
    for symbol in _losses(case)[:MOST_LOSSES]:
        bench = maker.bench(symbol)
        bench.use(f"from {symbol.module} import {symbol.name}")
        try:
            is_class = symbol.kind is SymbolKind.CLASS
            call = maker.call(bench, symbol) if is_class else symbol.name
        except CannotMake:
            continue
        for labels in ("np.eye(3)[rng.integers(0, 3, 8)]", "rng.integers(0, 2, (8, 1))",
                       "rng.integers(0, 3, 8)"):  # fmt: skip
            width = "1" if "(8, 1)" in labels else "3"
            body = (
                *bench.statements,
                "rng = np.random.default_rng(0)",
                f"y_true = {labels}",
                f"y_pred = 0.5 + SURE * (rng.integers(0, 2, (8, {width})) - 0.5)",
                "y_pred = y_pred.astype('float32')",
                f"result = numbers(({call})(y_true, y_pred))" if is_class
                else f"result = numbers({call}(y_true, y_pred))",
                f"{LOSS} = float(result.sum())",
                _COUNT,
            )  # fmt: skip
            name = NAME if NAME in wanted(case.fingerprint) else LOSS
            idea = f"Give {symbol.name} predictions of exactly nought and one."
            for one in drafted(case, bench, idea, body, name, setup=(NUMBERS,),
                               constants=(Constant("SURE", "1.0", "0.9"),)):  # fmt: skip
                yield one.with_import("import keras").with_import("import numpy as np")


def _losses(case: Case) -> list[Symbol]:
    """Of Keras: classes of losses, and functions that take labels and predictions."""
    found = [s for s in case.project.symbols if s.module and s.file not in case.project.tests]
    classes = [s for s in found if s.kind is SymbolKind.CLASS and s.role is Role.LOSS]
    functions = [s for s in found if s.kind is SymbolKind.FUNCTION and _takes_predictions(s)]
    return [*(s for s in classes if is_keras(s)), *functions]


def _takes_predictions(symbol: Symbol) -> bool:
    return [p.name for p in symbol.parameters if p.default is None] == ["y_true", "y_pred"]
