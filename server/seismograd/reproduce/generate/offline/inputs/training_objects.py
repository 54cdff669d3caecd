"""What training code hands around: networks, losses, optimisers, data."""

from __future__ import annotations

from contextlib import suppress
from typing import Protocol

from seismograd.reproduce.context.project_view import ProjectView, Role, Symbol, SymbolKind
from seismograd.reproduce.generate.offline.inputs.draft_builder import TORCH, DraftBuilder
from seismograd.reproduce.generate.offline.inputs.input_shapes import InputShapes
from seismograd.reproduce.generate.offline.inputs.network_functions import network_functions
from seismograd.reproduce.generate.offline.inputs.parameter_use import Usage
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees
from seismograd.reproduce.generate.offline.inputs.tensors import PLAIN, Kind, TensorSpec

_OF_A_STAND_IN = ("FEATURES", "CLASSES")
BY_ANNOTATION = {
    "Module": Usage.NETWORK,
    "Model": Usage.NETWORK,
    "Optimizer": Usage.OPTIMISER,
    "DataLoader": Usage.BATCHES,
    "device": Usage.DEVICE,
}


class CannotMake(Exception):
    """There is nothing to go by."""


class _Maker(Protocol):
    """What makes objects of the project's classes."""

    project: ProjectView
    trees: SourceTrees
    shapes: InputShapes

    def instance(
        self, builder: DraftBuilder, symbol: Symbol, variable: str, depth: int = 0
    ) -> str: ...


class TrainingObjects:
    """For one case."""

    def __init__(self, maker: _Maker, named: set[str]) -> None:
        """Names are those of the report."""
        self._maker = maker
        self._named = named

    def made(self, builder: DraftBuilder, use: Usage, name: str, depth: int = 0) -> str | None:
        """For what a parameter is used as; None where that is no such object."""
        if use in (Usage.NETWORK, Usage.CALLED):
            return self.network(builder, name, depth)
        if use is Usage.BATCHES:
            return self._loader(builder, name, depth)
        if use is Usage.OPTIMISER:
            network = self._network_at_hand(builder)
            return self._of_torch(builder, name, f"optim.SGD({network}.parameters(), lr=0.01)")
        if use is Usage.DEVICE:
            return self._of_torch(builder, name, "device('cpu')")
        if use is Usage.LOSS:
            made = self._of_torch(builder, name, "nn.CrossEntropyLoss()")
            builder.guessed.append(made)
            return made
        return None

    def network(self, builder: DraftBuilder, name: str, depth: int = 0) -> str:
        """The one that is there already, else one of the project, else any."""
        if builder.network:
            return builder.network
        symbol = self.network_symbol()
        if symbol is None:
            made = self._other_network(builder, name, depth)
        else:
            builder.with_numpy = builder.with_numpy or is_keras(symbol)
            made = self._maker.instance(builder, symbol, name, depth + 1)
        builder.network = made
        return made

    def loss_value(self, builder: DraftBuilder, name: str) -> str:
        """One number of what the network gives, which a gradient can start from."""
        model = self._network_at_hand(builder)
        symbol = self.network_symbol()
        specs = self._maker.shapes.of_inputs(symbol, model) if symbol else {}
        stand_in = TensorSpec(Kind.FLOAT, ("BATCH", f"{model}.in_features"))
        inputs = [builder.tensor(one, spec) for one, spec in (specs or {"x": stand_in}).items()]
        return builder.define(name, f"{model}({', '.join(inputs)}).pow(2).mean()")

    def network_symbol(self) -> Symbol | None:
        """The one that the report names, else the first."""
        networks = [
            symbol
            for symbol in self._maker.project.symbols
            if symbol.role is Role.NETWORK
            and symbol.kind is SymbolKind.CLASS
            and symbol.module
            and symbol.file not in self._maker.project.tests
        ]
        named = [s for s in networks if s.name in self._named]
        return next(iter([*named, *networks]), None)

    def _network_at_hand(self, builder: DraftBuilder) -> str:
        return self.network(builder, "model")

    def _of_torch(self, builder: DraftBuilder, name: str, expression: str) -> str:
        builder.use(TORCH)
        return builder.define(name, f"torch.{expression}")

    def _other_network(self, builder: DraftBuilder, name: str, depth: int) -> str:
        """One that a function of the project makes; where it brings none, any will do."""
        for symbol in network_functions(self._maker.trees, self._named):
            with suppress(CannotMake):
                return self._maker.instance(builder, symbol, name, depth + 1)
        if any(s.role is Role.NETWORK or is_keras(s) for s in self._maker.project.symbols):
            raise CannotMake(name)
        sizes = [builder.constant(one, builder.sizes[one], made_up=True) for one in _OF_A_STAND_IN]
        return self._of_torch(builder, name, f"nn.Linear({', '.join(sizes)})")

    def _loader(self, builder: DraftBuilder, name: str, depth: int) -> str:
        dataset = self._dataset(builder, "dataset", depth)
        batch = builder.constant("BATCH", builder.sizes["BATCH"], made_up=True)
        loader = f"utils.data.DataLoader({dataset}, batch_size={batch})"
        return self._of_torch(builder, name, loader)

    def _dataset(self, builder: DraftBuilder, name: str, depth: int) -> str:
        """One of the project that needs nothing; else tensors that the network takes."""
        for symbol in self._maker.project.symbols:
            is_ours = symbol.role is Role.DATASET and symbol.kind is SymbolKind.CLASS
            if is_ours and symbol.module and all(p.default for p in symbol.parameters):
                return self._maker.instance(builder, symbol, name, depth + 1)
        return self._tensor_dataset(builder, name)

    def _tensor_dataset(self, builder: DraftBuilder, name: str) -> str:
        symbol = self.network_symbol()
        model = self._network_at_hand(builder) if symbol else ""
        specs = self._maker.shapes.of_inputs(symbol, model) if symbol else {}
        spec = next(iter(specs.values()), PLAIN)
        samples = builder.constant("SAMPLES", builder.sizes["SAMPLES"], made_up=True)
        sized = TensorSpec(spec.kind, (samples, *spec.sizes[1:]), spec.below, spec.is_sure)
        inputs = builder.tensor("inputs", sized)
        labels = builder.tensor("labels", TensorSpec(Kind.WHOLE, (samples,), "2"))
        return self._of_torch(builder, name, f"utils.data.TensorDataset({inputs}, {labels})")


def is_keras(symbol: Symbol) -> bool:
    return any("keras" in base for base in symbol.bases)
