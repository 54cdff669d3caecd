"""What training code customarily hands around: networks, settings, data, optimisers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Protocol

from seismograd.reproduce.context.project_view import (
    Parameter,
    ProjectView,
    Role,
    Symbol,
    SymbolKind,
)
from seismograd.reproduce.generate.offline.inputs.bench import TORCH, Bench
from seismograd.reproduce.generate.offline.inputs.configs import attributes_read, keys_read
from seismograd.reproduce.generate.offline.inputs.customary import (
    CONFIG_NAMES,
    DATASET_NAMES,
    LOADER_NAMES,
    NETWORK_NAMES,
    customary_thing,
)
from seismograd.reproduce.generate.offline.inputs.demands import Demands
from seismograd.reproduce.generate.offline.inputs.known_settings import KnownSettings
from seismograd.reproduce.generate.offline.inputs.network_functions import network_functions
from seismograd.reproduce.generate.offline.inputs.ordinary import ordinary_value, other_than
from seismograd.reproduce.generate.offline.inputs.reported import Reported
from seismograd.reproduce.generate.offline.inputs.settings_choice import settings_with
from seismograd.reproduce.generate.offline.inputs.source_trees import SourceTrees
from seismograd.reproduce.generate.offline.inputs.tensors import PLAIN, Kind, TensorSpec

_OF_A_STAND_IN = ("FEATURES", "CLASSES")


_OPTIMISERS = re.compile(r"(?:\w+_)?(?:optimi[sz]er|optim|opt)")


class CannotMake(Exception):
    """There is nothing to go by."""


class Makes(Protocol):
    """What makes objects of the project's classes."""

    trees: SourceTrees
    settings: KnownSettings
    demands: Demands
    reported: Reported

    def instance(self, bench: Bench, symbol: Symbol, variable: str, depth: int = 0) -> str: ...


class Things:
    """For one case."""

    def __init__(self, maker: Makes, project: ProjectView, named: set[str]) -> None:
        """Names are those of the report."""
        self._maker = maker
        self._project = project
        self._named = named

    def thing(
        self, bench: Bench, name: str, depth: int = 0, is_constructor: bool = False
    ) -> str | None:
        """What training code customarily calls so: a network, settings, data, an optimiser."""
        plain = name.lower().strip("_")
        if NETWORK_NAMES.fullmatch(plain):
            return self.network(bench, name, depth)
        if LOADER_NAMES.fullmatch(plain):
            return self.loader(bench, name, depth)
        if DATASET_NAMES.fullmatch(plain):
            return self.dataset(bench, name, depth)
        found = customary_thing(name)
        if found is not None and not (is_constructor and found.expression == "torch.relu"):
            parts = {
                part: self._shared(bench, part, depth)
                for part in ("model", "optimizer")
                if f"{{{part}}}" in found.expression
            }
            for statement in found.imports:
                bench.use(statement)
            made = bench.define(name, found.expression.format(**parts))
            bench.guessed += [] if found.is_sure else [made]
            return made
        return self.config(bench, name, depth) if CONFIG_NAMES.fullmatch(plain) else None

    def _shared(self, bench: Bench, name: str, depth: int) -> str:
        """What is there already, under whatever name: an optimiser is for the network at hand."""
        known = _made_as(bench, name)
        if known is not None:
            return known
        made = self.thing(bench, name, depth + 1)
        if made is None:
            raise CannotMake(name)
        return made

    def network(self, bench: Bench, name: str, depth: int = 0) -> str:
        if "model" in bench.defined and NETWORK_NAMES.fullmatch(name.lower()):
            return "model"
        symbol = self.network_symbol()
        if symbol is None:
            return self._other_network(bench, name, depth)
        bench.with_numpy = bench.with_numpy or is_keras(symbol)
        return self._maker.instance(bench, symbol, name, depth + 1)

    def loss(self, bench: Bench, name: str) -> str:
        """One number of what the network gives, which a gradient can start from."""
        model = self._shared(bench, "model", 0)
        symbol = self.network_symbol()
        specs = self._maker.demands.of_inputs(symbol, model) if symbol else {}
        stand_in = TensorSpec(Kind.FLOAT, ("BATCH", f"{model}.in_features"))
        inputs = [bench.tensor(one, spec) for one, spec in (specs or {"x": stand_in}).items()]
        return bench.define(name, f"{model}({', '.join(inputs)}).pow(2).mean()")

    def _other_network(self, bench: Bench, name: str, depth: int) -> str:
        """One that a function of the project makes; where it brings none, any will do."""
        for symbol in network_functions(self._maker.trees, self._named):
            with suppress(CannotMake):
                return self._maker.instance(bench, symbol, name, depth + 1)
        if any(s.role is Role.NETWORK or is_keras(s) for s in self._project.symbols):
            raise CannotMake(name)
        bench.use(TORCH)
        sizes = [bench.constant(one, bench.sizes[one], made_up=True) for one in _OF_A_STAND_IN]
        return bench.define(name, f"torch.nn.Linear({', '.join(sizes)})")

    def network_symbol(self) -> Symbol | None:
        """The one that the report names, else a whole network, else any layer."""
        kinds = [s for s in self._project.symbols if s.kind is SymbolKind.CLASS and s.module]
        networks = [
            s for s in kinds if s.role is Role.NETWORK and s.file not in self._project.tests
        ]
        named = [s for s in networks if s.name in self._named]
        return next(iter([*named, *networks]), None)

    def config(self, bench: Bench, name: str, depth: int = 0) -> str:
        classes = [
            s
            for s in self._project.symbols
            if s.role is Role.CONFIG and s.kind is SymbolKind.CLASS and s.module
        ]
        fields = attributes_read(self._maker.trees, name)
        if classes:
            meant = max(classes, key=lambda s: len({p.name for p in s.parameters} & set(fields)))
            return self._maker.instance(bench, meant, name, depth + 1)
        keys = [] if fields else keys_read(self._maker.trees, name)
        written = settings_with(self._maker.settings.files, fields or keys)
        values = {one: self._setting(bench, one, written) for one in (fields or keys)}
        if not values:
            raise CannotMake(name)
        if "None" in values.values():
            bench.guessed.append(name)
        if keys:
            pairs = ", ".join(f"{key!r}: {value}" for key, value in values.items())
            return bench.define(name, f"{{{pairs}}}")
        bench.use("from types import SimpleNamespace")
        pairs = ", ".join(f"{key}={value}" for key, value in values.items())
        return bench.define(name, f"SimpleNamespace({pairs})")

    def _setting(self, bench: Bench, name: str, written: Mapping[str, object]) -> str:
        """By a file that has them all, where there is one; what nobody knows is left empty."""
        known = repr(written[name]) if name in written else self._maker.settings.value(name)
        reported = self._maker.reported.value(name)
        if reported is not None:
            made_up = known is None or known == reported
            value = other_than(ordinary_value(name) or reported, reported) if made_up else known
            return bench.constant(name.upper(), value or reported, made_up=made_up)
        if known is not None:
            return known
        value = ordinary_value(name)
        return bench.constant(name.upper(), value, made_up=True) if value else "None"

    def dataset(self, bench: Bench, name: str, depth: int = 0) -> str:
        """One of the project, where it can be made; else tensors that the network takes."""
        for symbol in self._project.symbols:
            is_class = symbol.kind is SymbolKind.CLASS and bool(symbol.module)
            required = [p for p in symbol.parameters if p.default is None]
            if symbol.role is Role.DATASET and is_class and not any(map(_is_path, required)):
                return self._maker.instance(bench, symbol, name, depth + 1)
        return self._tensor_dataset(bench, name)

    def _tensor_dataset(self, bench: Bench, name: str) -> str:
        symbol = self.network_symbol()
        model = self._shared(bench, "model", 0) if symbol else ""
        specs = self._maker.demands.of_inputs(symbol, model) if symbol else {}
        spec = next(iter(specs.values()), PLAIN)
        samples = bench.constant("SAMPLES", bench.sizes["SAMPLES"], made_up=True)
        sized = TensorSpec(spec.kind, (samples, *spec.sizes[1:]), spec.below, spec.is_sure)
        inputs = bench.tensor("inputs", sized)
        labels = bench.tensor("labels", TensorSpec(Kind.WHOLE, (samples,), "2"))
        bench.use("import torch")
        return bench.define(name, f"torch.utils.data.TensorDataset({inputs}, {labels})")

    def loader(self, bench: Bench, name: str, depth: int = 0) -> str:
        dataset = self.dataset(bench, "dataset", depth)
        bench.use("import torch")
        batch = bench.constant("BATCH", bench.sizes["BATCH"], made_up=True)
        return bench.define(name, f"torch.utils.data.DataLoader({dataset}, batch_size={batch})")


def _made_as(bench: Bench, name: str) -> str | None:
    if name in bench.defined:
        return name
    kind = NETWORK_NAMES if name == "model" else _OPTIMISERS
    made = (statement.partition(" = ")[0] for statement in bench.statements)
    return next((one for one in made if one.isidentifier() and kind.fullmatch(one.lower())), None)


def is_keras(symbol: Symbol) -> bool:
    return any("keras" in base for base in symbol.bases)


def _is_path(parameter: Parameter) -> bool:
    words = ("path", "dir", "root", "file", "folder", "csv", "json")
    return any(word in parameter.name.lower() for word in words)
