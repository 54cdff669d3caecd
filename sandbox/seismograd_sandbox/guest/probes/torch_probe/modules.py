"""Networks and layers as they are met: each gets a number, a name and two places."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import Any

from ..identity import ByIdentity
from ..weight_owners import Owner
from .activations import of_layer
from .kit import Kit
from .samples import FIELDS, Samples, as_fields
from .untraced import can_be_read

MAX_LAYERS = 5_000
MAX_NETWORKS = 100
"""Of those that are met outside of sampled steps."""


class Modules:
    """Describes a module once, when it is first called."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._layers: ByIdentity[int] = ByIdentity()
        self._networks: ByIdentity[int] = ByIdentity()
        self._names: ByIdentity[str] = ByIdentity()
        self._network_of: ByIdentity[int] = ByIdentity()
        self._places: dict[int, dict[str, Any] | None] = {}
        self._recent: tuple[weakref.ref[Any], int] | None = None

    def layer(self, module: Any) -> int | None:
        return self._layers.get(module)

    def layers(self) -> Iterator[tuple[Any, int]]:
        return self._layers.living()

    def networks(self) -> Iterator[tuple[Any, int]]:
        return self._networks.living()

    def network(self, module: Any) -> int | None:
        return self._networks.get(module)

    def has_room(self) -> bool:
        return len(self._networks) < MAX_NETWORKS

    def recent(self) -> tuple[Any, int] | None:
        """The network that was met last, and its number."""
        network = self._recent[0]() if self._recent is not None else None
        return (network, self._recent[1]) if network is not None and self._recent else None

    def place_of_layer(self, layer: int) -> dict[str, Any] | None:
        return self._places.get(layer)

    def owner_facts(self, owner: Owner) -> dict[str, Any]:
        """What is known of the module that has a weight, if it is one of a network."""
        part = owner.holder
        for network, _ in self.networks():
            name = next((name for name, one in network.named_modules() if one is part), None)
            if name is not None:
                added = self._added(network, name)
                built = self._kit.births.place_of(added) if added is not None else None
                return {
                    "layer": self.layer(part),
                    "path": name,
                    "added": added is not None,
                    **({"place": built} if built is not None and owner.is_registered else {}),
                }
        return {"layer": self.layer(part)}

    def _added(self, network: Any, name: str) -> Any:
        """The outermost module on the way that the network did not have at first."""
        steps = name.split(".") if name else []
        ways = (".".join(steps[: end + 1]) for end in range(len(steps)))
        parts = (network.get_submodule(way) for way in ways)
        return next((part for part in parts if part not in self._names), None)

    def meet_network(self, module: Any) -> int:
        known = self._networks.get(module)
        if known is not None:
            return known
        number = self._kit.observer.new_id("network")
        self._networks.set(module, number)
        self._recent = (weakref.ref(module), number)
        for name, part in module.named_modules():
            if part not in self._names:
                self._names.set(part, name)
                self._network_of.set(part, number)
        parameters = list(module.parameters())
        self._kit.observer.record(
            "network",
            network=number,
            type=type(module).__name__,
            built=self._kit.births.place_of(module),
            called=self._kit.observer.places.caller(),
            parameters=_count(parameters),
            trainable=_count([p for p in parameters if p.requires_grad]),
            mode_dependent=_mode_dependent(module),
        )
        return number

    def meet_layer(self, module: Any, inputs: Any = None, output: Any = None) -> int | None:
        known = self._layers.get(module)
        if known is not None or len(self._layers) >= MAX_LAYERS:
            return known
        number = self._kit.observer.new_id("layer")
        self._layers.set(module, number)
        own = dict(module.named_parameters(recurse=False))
        activation = of_layer(module)
        called = self._kit.observer.places.caller() if output is not None else None
        built = self._kit.births.place_of(module)
        self._places[number] = called or built
        fields = {
            "layer": number,
            "name": self._names.get(module),
            "type": type(module).__name__,
            "network": self._network_of.get(module),
            "built": built,
            "called": called,
            "parameters": _count(own.values()),
            "trainable": _count([p for p in own.values() if p.requires_grad]),
            "input_shape": _shape(inputs),
            "output_shape": _shape(output),
            "activation": activation.name if activation is not None else None,
            "equal_rows": self._with_equal_rows(own) or None,
        }
        self._tell(fields, {**own, **self._forget_gate(module)})
        return number

    def meet_all(self, network: Any) -> None:
        """Also those that are never called: their parameters may be used, or wrongly are not."""
        for part in network.modules():
            if part._parameters and not isinstance(part, self._kit.observer.claimed):
                self.meet_layer(part)

    def _tell(self, fields: dict[str, Any], parameters: dict[str, Any]) -> None:
        """With the initial weights, which may have to come from a device first."""
        named = self._initial(parameters)
        samples = None
        for parameter in named.values():
            samples = samples or Samples(self._kit.torch, parameter.device, rows=len(named))
            samples.add(parameter)
        sizes = samples.sizes if samples is not None else []

        def read(numbers: list[float]) -> None:
            rows = [numbers[at : at + len(FIELDS)] for at in range(0, len(numbers), len(FIELDS))]
            initial = {name: as_fields(row, size) for name, row, size in zip(named, rows, sizes)}
            self._kit.observer.record("layer", **fields, initial=initial or None)

        self._kit.mail.send(samples.measure().view(-1) if samples is not None else None, read)

    def _forget_gate(self, layer: Any) -> dict[str, Any]:
        """The biases of an LSTM that decide what it keeps: two of them, which add up."""
        torch = self._kit.torch
        if not isinstance(layer, torch.nn.LSTM) or not layer.bias:
            return {}
        gate = slice(layer.hidden_size, 2 * layer.hidden_size)
        with torch.no_grad():
            return {"forget_gate": layer.bias_ih_l0[gate] + layer.bias_hh_l0[gate]}

    def _with_equal_rows(self, parameters: dict[str, Any]) -> list[str]:
        """Weights whose units are all the same, at first: not looked for where it would wait."""
        return [
            name
            for name, weight in self._initial(parameters).items()
            if weight.dim() > 1
            and weight.shape[0] > 1
            and weight.device.type == "cpu"
            and bool((weight[1] == weight[0]).all())
            and bool((weight == weight[0]).all())
        ]

    def _initial(self, parameters: dict[str, Any]) -> dict[str, Any]:
        """The weights before the first step; met later, they are not the initial ones."""
        if self._kit.observer.steps:
            return {}
        named = {name: p for name, p in parameters.items() if can_be_read(self._kit.torch, p)}
        device = next((p.device for p in named.values()), None)
        return {name: p for name, p in named.items() if p.device == device}


def is_layer(module: Any) -> bool:
    """What computes by itself: it has parameters of its own, or nothing inside of it."""
    return bool(module._parameters) or not module._modules


def _mode_dependent(network: Any) -> list[str]:
    """Types of layers that compute something else in training mode."""
    parts = (part for part in network.modules() if _depends_on_mode(part))
    return sorted({type(part).__name__ for part in parts})


def _depends_on_mode(layer: Any) -> bool:
    """Dropout with a rate, inside of recurrent and attention layers too; batch statistics."""
    rate = getattr(layer, "p", None) if "Dropout" in type(layer).__name__ else None
    inside = getattr(layer, "dropout", None)  # a layer of its own in some, a number in others
    rates = [one for one in (rate, inside) if isinstance(one, (int, float))]
    keeps = hasattr(layer, "running_mean") and getattr(layer, "track_running_stats", False)
    return bool(keeps) or any(one > 0 for one in rates)


def _count(parameters: Any) -> int:
    return sum(_size(p) for p in parameters)


def _size(parameter: Any) -> int:
    try:
        return int(parameter.numel())
    except (RuntimeError, ValueError, TypeError):  # not made yet, in a lazy layer
        return 0


def _shape(tensor: Any) -> list[int] | None:
    return [int(size) for size in tensor.shape] if tensor is not None else None
