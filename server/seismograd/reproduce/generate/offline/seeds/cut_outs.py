"""Calls cut out of the project, with all that it gives them itself and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Draft
from seismograd.reproduce.generate.offline.inputs.function_calls import function_calls
from seismograd.reproduce.generate.offline.inputs.making import Maker
from seismograd.reproduce.generate.offline.inputs.named_sizes import with_named_batch

SEED = "own-use"
_WHOLE_RUNS = ("main", "cli", "run")


def cut_out_uses(maker: Maker, symbol: Symbol) -> Iterator[Draft]:
    if symbol.kind is not SymbolKind.FUNCTION:
        return
    for call in function_calls(maker, symbol):
        draft = Draft(
            idea=f"Call {symbol.name} as {call.file} does.",
            imports=call.imports,
            exercise=(*call.before, f"output = {call.call}"),
            seed=SEED,
            is_baseline=True,
        )
        yield with_named_batch(draft)


def is_quick(symbol: Symbol) -> bool:
    """Whether it is not all that a program does."""
    return symbol.role is not Role.TRAINING and symbol.name not in _WHOLE_RUNS
