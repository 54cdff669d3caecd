"""What is given to a call, before it and after it: it must be the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.calls import targets
from seismograd.reproduce.generate.offline.seeds.experiments.stage.oracle import wanted
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import (
    NUMBERS,
    drafted,
    networks,
)

NAME = "change_of_input"
MOST_TARGETS = 4
_BY_INTENT = re.compile(r"in[- ]?place", re.I)
_TENSOR = re.compile(r"\btorch\.\w+\(")


def experiments(case: Case) -> Iterator[Draft]:
    if NAME not in wanted(case.fingerprint):
        return
    maker = Maker(case)
    for symbol in targets(case)[:MOST_TARGETS]:
        if symbol.kind is SymbolKind.FUNCTION and not _is_by_intent(maker, symbol):
            yield from _of_function(case, maker, symbol)
    for scene in networks(case):
        body = _compared(scene.setting, scene.call, scene.inputs)
        yield from scene.draft(_idea(scene.symbol), body, NAME, setup=(NUMBERS,))


def _is_by_intent(maker: Maker, symbol: Symbol) -> bool:
    """As the name or the words of the function say."""
    node = maker.trees.function(symbol)
    said = ast.get_docstring(node) if node is not None else None
    return symbol.name.endswith("_") or _BY_INTENT.search(f"{symbol.name} {said or ''}") is not None


def _of_function(case: Case, maker: Maker, symbol: Symbol) -> Iterator[Draft]:
    bench = maker.bench(symbol)
    try:
        call = maker.call(bench, symbol)
    except CannotMake:
        return
    made = [statement for statement in bench.statements if _TENSOR.search(statement)]
    inputs = tuple(statement.partition(" = ")[0] for statement in made)
    if inputs:
        body = _compared(tuple(bench.statements), call, inputs)
        yield from drafted(case, bench, _idea(symbol), body, NAME, setup=(NUMBERS,))


def _compared(setting: tuple[str, ...], call: str, inputs: tuple[str, ...]) -> tuple[str, ...]:
    given = f"({', '.join(inputs)},)"
    return (
        *setting,
        f"before = copy.deepcopy({given})",
        call,
        f"{NAME} = (numbers({given}) - numbers(before)).abs().max().item()",
    )


def _idea(symbol: Symbol) -> str:
    return f"Compare what {symbol.name} was given with what is left of it."
