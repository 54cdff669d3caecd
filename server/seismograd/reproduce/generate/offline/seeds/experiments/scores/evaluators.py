"""What goes through a loader: how examples are put into batches must not matter."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Symbol, SymbolKind
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.calls import owner_of
from seismograd.reproduce.generate.offline.seeds.experiments.stage.scene import NUMBERS, drafted

MOST_EVALUATORS = 5
_EVALUATES = re.compile(r"eval|valid|test|score|accuracy|metric|loss|mae|mse|perplexity", re.I)
_LOADER = re.compile(r"(?:\w+\.)*DataLoader\((\w+), batch_size=(\w+)\)")
_SIZES = ("batch_size", "batch", "bs", "batchsize", "chunk_size")
SIZES = (Constant("SAMPLES", "10", "8"), Constant("BATCH", "4"))
"""A last batch that is smaller, or none."""


def by_batches(case: Case, name: str) -> Iterator[Draft]:
    """A mean over examples does not depend on how they are put into batches."""
    maker = Maker(case)
    for symbol in _evaluators(case)[:MOST_EVALUATORS]:
        try:
            yield from _compared(case, maker, symbol, name)
        except CannotMake:
            continue


def _evaluators(case: Case) -> list[Symbol]:
    """By name; what the report names first."""
    kinds = (SymbolKind.FUNCTION, SymbolKind.METHOD)
    words = {name.rpartition(".")[2] for name in case.report.names}
    found = [
        s
        for s in case.project.symbols
        if s.kind in kinds and s.module and s.file not in case.project.tests
        if _EVALUATES.search(s.name.rpartition(".")[2]) and s.parameters
    ]
    return sorted(found, key=lambda s: s.name.rpartition(".")[2] not in words)


def _called(maker: Maker, bench: Bench, symbol: Symbol) -> str:
    if symbol.kind is SymbolKind.FUNCTION:
        return maker.call(bench, symbol)
    owner = owner_of(maker.project, symbol)
    if owner is None:
        raise CannotMake(symbol.name)
    variable = maker.instance(bench, owner, owner.name.lower())
    return maker.call(bench, symbol, on=variable)


def _compared(case: Case, maker: Maker, symbol: Symbol, name: str) -> Iterator[Draft]:
    bench = maker.bench(symbol)
    call = _called(maker, bench, symbol)
    lines = "\n".join(bench.statements)
    found = _LOADER.search(lines)
    if found is None or "TensorDataset" not in lines:
        yield from _with_own_loader(case, bench, symbol, call, name)
        return
    loader = next(s.partition(" = ")[0] for s in bench.statements if _LOADER.search(s))
    network = next((s.partition(" = ")[0] for s in bench.statements if _is_network(maker, s)), "")
    body = (
        *bench.statements,
        *([f"{network}.eval()"] if network else []),
        f"in_batches = numbers({call})",
        f"{loader} = torch.utils.data.DataLoader({found[1]}, batch_size=SAMPLES)",
        f"at_once = numbers({call})",
    )
    yield from _of_both(case, bench, symbol, body, name)


def _with_own_loader(
    case: Case, bench: Bench, symbol: Symbol, call: str, name: str
) -> Iterator[Draft]:
    """One that is told the size of its batches."""
    size = next((p.name for p in symbol.parameters if p.name in _SIZES), None)
    if size is None or "TensorDataset" not in "\n".join(bench.statements):
        return
    bare = re.sub(rf",? ?\b{size}=\w+", "", call).removesuffix(")")
    body = (
        *bench.statements,
        f"in_batches = numbers({bare}, {size}=BATCH))",
        f"at_once = numbers({bare}, {size}=SAMPLES))",
    )
    yield from _of_both(case, bench, symbol, body, name)


def _of_both(
    case: Case, bench: Bench, symbol: Symbol, body: tuple[str, ...], name: str
) -> Iterator[Draft]:
    """Of `in_batches` and `at_once`, which the statements have made."""
    difference = (
        "scale = max(1.0, at_once.abs().max().item())",
        f"{name} = (in_batches - at_once).abs().max().item() / scale",
    )
    idea = f"Compare {symbol.name} in batches and with all examples at once."
    for draft in drafted(case, bench, idea, (*body, *difference), name, setup=(NUMBERS,)):
        others = tuple(c for c in draft.constants if c.name not in ("SAMPLES", "BATCH"))
        yield draft.changed(constants=(*others, *SIZES), made_up=())


def _is_network(maker: Maker, statement: str) -> bool:
    symbol = maker.network_symbol()
    return symbol is not None and f" = {symbol.name}(" in statement
