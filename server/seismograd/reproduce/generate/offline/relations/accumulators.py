"""Objects that are added to and asked for a total: metrics, meters, running statistics."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol
from seismograd.reproduce.generate.offline.inputs.input_maker import InputMaker
from seismograd.reproduce.generate.offline.inputs.training_objects import CannotMake
from seismograd.reproduce.generate.offline.relations.script_definitions import NUMBERS, SEEDING
from seismograd.reproduce.generate.offline.relations.subject import Subject, likely_classes

MOST_CLASSES = 3
_ADDS = ("update", "update_state", "add", "add_batch", "push", "__call__")
_TOTALS = ("compute", "result", "value", "average", "avg", "summary", "get", "total", "score")
_MORE = ("reset", "state_dict", "load_state_dict")
ROWS = "8"


def accumulators(case: Case) -> Iterator[Subject]:
    maker = InputMaker(case)
    found = 0
    for symbol in likely_classes(case):
        add, total = maker.method(symbol, *_ADDS), maker.method(symbol, *_TOTALS)
        if add is None or total is None or found >= MOST_CLASSES:
            continue
        with suppress(CannotMake):
            yield _subject(maker, symbol, add, total)
            found += 1


def _subject(maker: InputMaker, symbol: Symbol, add: Symbol, total: Symbol) -> Subject:
    """Raises `CannotMake`."""
    builder = maker.builder(symbol)
    build = maker.call(builder, symbol)
    builder.sizes["BATCH"] = ROWS
    before = builder.take_statements()
    call = maker.call(builder, add, on="thing")
    names = [statement.partition(" = ")[0] for statement in builder.statements]
    for name in names:
        call = call.replace(f"({name}", f"({name}[rows]").replace(f" {name}", f" {name}[rows]")
    asked = f"thing.{total.name.rpartition('.')[2]}"
    return Subject(
        symbol.name,
        builder,
        frozenset(name for name in _MORE if maker.method(symbol, name)),
        (NUMBERS, SEEDING),
        (
            "seed(0)",
            *before,
            f"def make():\n    return {build}",
            *builder.statements,
            f"def add(thing, rows):\n    {call}",
            f"def total(thing):\n    return numbers({asked}() if callable({asked}) else {asked})",
        ),
    )
