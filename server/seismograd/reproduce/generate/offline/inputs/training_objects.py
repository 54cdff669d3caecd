"""What training code hands around: networks, losses, optimisers, data."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from seismograd.reproduce.context.project_view import Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.draft_builder import TORCH, DraftBuilder
from seismograd.reproduce.generate.offline.inputs.parameter_use import Usage
from seismograd.reproduce.generate.offline.inputs.tensors import PLAIN, Kind, TensorSpec

if TYPE_CHECKING:
    from seismograd.reproduce.generate.offline.inputs.input_maker import InputMaker

BY_ANNOTATION: Mapping[str, Usage] = {
    "Module": Usage.NETWORK,
    "Model": Usage.NETWORK,
    "Optimizer": Usage.OPTIMISER,
    "DataLoader": Usage.BATCHES,
    "device": Usage.DEVICE,
}


class CannotMake(Exception):
    """There is nothing to go by."""


class TrainingObjects:
    """For one case."""

    def __init__(self, maker: InputMaker, named: set[str]) -> None:
        """Names are those of the report."""
        self._maker = maker
        self._named = named

    def made(self, builder: DraftBuilder, use: Usage, name: str, depth: int = 0) -> str | None:
        """For what a parameter is used as; None where that is no such object."""
        if use in (Usage.NETWORK, Usage.CALLED):
            return self._network(builder, name, depth)
        if use is Usage.BATCHES:
            dataset = self._dataset(builder, depth)
            made = f"torch.utils.data.DataLoader({dataset}, batch_size={builder.size('BATCH')})"
        elif use is Usage.OPTIMISER:
            network = self._network(builder, "model", depth)
            made = f"torch.optim.SGD({network}.parameters(), lr=0.01)"
        elif use is Usage.DEVICE:
            made = "torch.device('cpu')"
        elif use is Usage.LOSS:
            made = "torch.nn.CrossEntropyLoss()"
            builder.guessed.append(name)
        else:
            return None
        builder.use(TORCH)
        return builder.define(name, made)

    def network_symbol(self) -> Symbol | None:
        """The one that the report names, else the first."""
        return next(iter(self.networks(SymbolKind.CLASS)), None)

    def networks(self, kind: SymbolKind) -> list[Symbol]:
        """Classes, or functions that build one; first those that the report names."""
        found = [
            symbol
            for symbol in self._maker.project.symbols
            if symbol.role is Role.NETWORK
            and symbol.kind is kind
            and symbol.module
            and symbol.file not in self._maker.project.tests
        ]
        return sorted(found, key=lambda symbol: symbol.name not in self._named)

    def _network(self, builder: DraftBuilder, name: str, depth: int) -> str:
        """The one that is there already, else one of the project; where it brings none, any."""
        if builder.network:
            return builder.network
        known = [*self.networks(SymbolKind.CLASS)[:1], *self.networks(SymbolKind.FUNCTION)]
        for symbol in known:
            with suppress(CannotMake):
                builder.with_numpy = builder.with_numpy or is_keras(symbol)
                builder.network = self._maker.instance(builder, symbol, name, depth + 1)
                return builder.network
        if known:
            raise CannotMake(name)
        builder.use(TORCH)
        sizes = f"{builder.size('FEATURES')}, {builder.size('CLASSES')}"
        builder.network = builder.define(name, f"torch.nn.Linear({sizes})")
        return builder.network

    def _dataset(self, builder: DraftBuilder, depth: int) -> str:
        """One of the project that needs nothing; else tensors that the network takes."""
        for symbol in self._maker.project.symbols:
            is_ours = symbol.role is Role.DATASET and symbol.kind is SymbolKind.CLASS
            if is_ours and symbol.module and all(p.default for p in symbol.parameters):
                return self._maker.instance(builder, symbol, "dataset", depth + 1)
        model = self._network(builder, "model", depth) if self.network_symbol() else ""
        spec = self.first_input(model) or PLAIN
        samples = builder.size("SAMPLES")
        inputs = builder.tensor("inputs", replace(spec, sizes=(samples, *spec.sizes[1:])))
        labels = builder.tensor("labels", TensorSpec(Kind.WHOLE, (samples,), "2"))
        return f"torch.utils.data.TensorDataset({inputs}, {labels})"

    def first_input(self, model: str, symbol: Symbol | None = None) -> TensorSpec | None:
        """Of the network that a variable holds."""
        network = symbol or self.network_symbol()
        specs = self._maker.shapes.of_inputs(network, model) if network and model else {}
        return next(iter(specs.values()), None)


def is_keras(symbol: Symbol) -> bool:
    return any("keras" in base for base in symbol.bases)
