"""The project's own training, small: its functions and methods that train, then its scripts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import Parameter, Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.bench import Bench
from seismograd.reproduce.generate.offline.inputs.making import CannotMake, Maker
from seismograd.reproduce.generate.offline.seeds.entry_points import from_entry_points
from seismograd.reproduce.generate.offline.seeds.experiments.scene import NETWORKS

MOST_TRAININGS = 5
MOST_SCRIPTS = 3
LOSSES = """\
losses = []
backward = torch.Tensor.backward


def note_loss(loss, *arguments, **options):
    losses.append(loss.item())
    return backward(loss, *arguments, **options)


torch.Tensor.backward = note_loss
"""
"""Records every loss that a backward pass starts from."""


@dataclass(frozen=True, slots=True)
class Training:
    bench: Bench
    statements: tuple[str, ...]
    idea: str
    has_model: bool = False
    """Whether the model is at hand as `model` afterwards."""
    is_script: bool = False


def trainings(case: Case, *, epochs: int = 2) -> Iterator[Training]:
    yield from _functions(case, epochs)
    yield from _scripts(case)


def _functions(case: Case, epochs: int) -> Iterator[Training]:
    maker = Maker(case)
    words = {name.rpartition(".")[2] for name in case.report.names}
    found = [
        s
        for s in case.project.symbols
        if s.role is Role.TRAINING and s.kind is not SymbolKind.CLASS
        and s.module and s.file not in case.project.tests and not _is_main(s)
    ]  # fmt: skip
    found.sort(key=lambda s: s.name.rpartition(".")[2] not in words)
    for symbol in found[:MOST_TRAININGS]:
        try:
            yield _of_function(maker, symbol, epochs)
        except CannotMake:
            continue


def _of_function(maker: Maker, symbol: Symbol, epochs: int) -> Training:
    bench = maker.bench(symbol)
    longer = replace(symbol, parameters=tuple(_with_epochs(p, epochs) for p in symbol.parameters))
    if symbol.kind is SymbolKind.METHOD:
        owner = next(s for s in maker.project.symbols if s.qualified == _owner_name(symbol))
        variable = maker.instance(bench, owner, _variable(owner))
        call = maker.call(bench, longer, on=variable)
    else:
        call = maker.call(bench, longer)
    for name in ("EPOCHS", "NUM_EPOCHS", "N_EPOCHS", "MAX_EPOCHS"):
        if name in bench.constants:
            bench.constants[name] = str(epochs)
    idea = f"Train with {symbol.name}."
    return Training(bench, (*bench.statements, call), idea, "model" in bench.defined)


def _owner_name(symbol: Symbol) -> str:
    return symbol.qualified.rpartition(".")[0]


def _variable(owner: Symbol) -> str:
    return "model" if owner.role in NETWORKS else owner.name.lower()


def _with_epochs(parameter: Parameter, epochs: int) -> Parameter:
    """A default of one epoch shows nothing of what happens between them."""
    is_epochs = parameter.name in ("epochs", "num_epochs", "n_epochs", "max_epochs")
    return replace(parameter, default=None, annotation="int") if is_epochs else parameter


def _is_main(symbol: Symbol) -> bool:
    return symbol.name in ("main", "cli", "run")


def _scripts(case: Case) -> Iterator[Training]:
    for number, draft in enumerate(from_entry_points(case)):
        if number < MOST_SCRIPTS:
            bench = Bench(imports=list(draft.imports))
            bench.constants.update((one.name, one.value) for one in draft.constants)
            yield Training(bench, draft.exercise, draft.idea, is_script=True)
