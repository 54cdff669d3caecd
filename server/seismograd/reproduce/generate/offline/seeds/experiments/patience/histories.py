"""Functions of the project that look back on a metric, and say whether it is time to stop."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.experiments.patience.told_series import (
    LONGEST,
    USUAL,
    Direction,
    direction_of,
)
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import functions

_STOPS = r"stop|plateau|patience|converged|stagnat"
_HISTORY = re.compile(
    r"(?:val(?:id(?:ation)?)?_|dev_|past_|all_|previous_|epoch_)?(?:history|losses|scores|values|metrics|"
    r"accuracies|errors|accs|log)"
)


@dataclass(frozen=True, slots=True)
class LookBack:
    symbol: Symbol
    bench: Bench
    call: str
    """In `history`, the values so far."""
    direction: Direction
    patience: int


def look_backs(case: Case) -> Iterator[LookBack]:
    maker = Maker(case)
    for symbol in functions(case, _STOPS):
        history = next((p for p in symbol.parameters if _HISTORY.fullmatch(p.name)), None)
        patience = next((p for p in symbol.parameters if p.name == "patience"), None)
        mode = next((p for p in symbol.parameters if p.name == "mode"), None)
        if history is None or patience is None:
            continue
        words = (mode.default or "" if mode else "", history.name, symbol.docstring)
        direction = _by_mode(words[0]) or direction_of(*words[1:], case.report.text)
        bench = maker.bench(symbol)
        try:
            call = maker.call(
                bench, symbol, shared={history.name: "history", "patience": "PATIENCE"}
            )
        except CannotMake:
            continue
        if direction is not None:
            told = (maker.reported.value("patience"), patience.default)
            known = [int(one) for one in told if one and one.isdigit() and 0 < int(one) <= LONGEST]
            yield LookBack(symbol, bench, call, direction, known[0] if known else USUAL)


def _by_mode(default: str) -> Direction | None:
    known = {"min": Direction(falls=True), "max": Direction(falls=False)}
    return known.get(default.strip("'\""))
