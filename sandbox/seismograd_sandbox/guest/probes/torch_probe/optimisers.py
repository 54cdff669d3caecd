"""Optimisers as they are met, and what their groups say."""

from __future__ import annotations

from typing import Any

from ..identity import ByIdentity
from .kit import Kit
from .modules import Modules
from .updates import parameters_of

PLAIN = (bool, int, float, str)
MOST_LAYERS = 2_000
MOST_MOVES = 200
"""Of learning rates that are told: some go up and down all the time."""


class Optimisers:
    """Describes an optimiser once, when it first steps."""

    def __init__(self, kit: Kit, modules: Modules) -> None:
        self._kit = kit
        self._modules = modules
        self._numbers: ByIdentity[int] = ByIdentity()
        self._rates: dict[int | None, float] = {}
        self._moves = 0
        self._given: ByIdentity[bool] = ByIdentity()
        self._made: ByIdentity[bool] = ByIdentity()
        self.built = 0

    def begin(self) -> None:
        kind = self._kit.torch.optim.Optimizer
        self._kit.births.watch(kind)

        def counting(plain: Any) -> Any:
            def __init__(optimiser: Any, *arguments: Any, **options: Any) -> None:  # noqa: N807
                self.built += 1
                plain(optimiser, *arguments, **options)
                self._made.set(optimiser, True)

            return __init__

        self._kit.patches.around(kind, "__init__", counting)

    def meet(self, optimiser: Any) -> int:
        known = self._numbers.get(optimiser)
        if known is not None:
            return known
        self.built = max(self.built, 1)
        number = self._kit.observer.new_id("optimiser")
        self._numbers.set(optimiser, number)
        for parameter in parameters_of(optimiser):
            self._given.set(parameter, True)
        self._kit.observer.record(
            "optimiser",
            optimiser=number,
            type=type(optimiser).__name__,
            built=self._kit.births.place_of(optimiser),
            called=self._kit.observer.places.caller(),
            groups=[_group(group) for group in optimiser.param_groups],
            layers=self._layers(optimiser),
            unknown_parameters=self._unknown(optimiser),
        )
        return number

    def number(self, optimiser: Any) -> int | None:
        return self._numbers.get(optimiser)

    def has_other_rate(self, optimiser: Any, number: int | None) -> bool:
        """Whether its learning rate was half or twice as large when this was last true.

        Sampled steps may be far apart; a schedule must be seen all the same.
        """
        rate = max((one for one in learning_rates(optimiser) if one is not None), default=0.0)
        told = self._rates.get(number, 0.0)
        if told / 2 < rate < 2 * told or rate == told or self._moves >= MOST_MOVES:
            return False
        self._rates[number] = rate
        self._moves += 1
        return True

    def parameters(self) -> set[int]:
        """The identities of all that are trained by an optimiser that has stepped."""
        groups = (group for one, _ in self._numbers.living() for group in one.param_groups)
        return {id(parameter) for group in groups for parameter in group["params"]}

    def all_parameters(self) -> set[int]:
        """Also of those that have not stepped, and of those that have and are gone."""
        given = {id(parameter) for parameter, _ in self._given.living()}
        made = (id(one) for optimiser, _ in self._made.living() for one in _all_of(optimiser))
        return given | self.parameters() | set(made)

    def was_given(self, parameter: Any) -> bool:
        """To one that has stepped, which may be gone by now."""
        return parameter in self._given

    def _layers(self, optimiser: Any) -> list[int]:
        mine = {id(p) for group in optimiser.param_groups for p in group["params"]}
        layers = self._modules.layers()
        found = (
            number for layer, number in layers if mine & {*map(id, layer._parameters.values())}
        )
        return sorted(found)[:MOST_LAYERS]

    def _unknown(self, optimiser: Any) -> int:
        known = {id(p) for network, _ in self._modules.networks() for p in network.parameters()}
        mine = (p for group in optimiser.param_groups for p in group["params"])
        return sum(id(p) not in known for p in mine)


def _all_of(optimiser: Any) -> list[Any]:
    groups = getattr(optimiser, "param_groups", ())
    return [parameter for group in groups for parameter in group["params"]]


def learning_rates(optimiser: Any) -> list[float | None]:
    """One a group; a rate that lies on a device is not fetched from there."""
    return [_number(group.get("lr")) for group in optimiser.param_groups]


def _number(value: Any) -> float | None:
    if isinstance(value, (int, float)):
        return float(value)
    device = getattr(value, "device", None)
    return float(value) if device is not None and device.type == "cpu" else None


def _group(group: dict[str, Any]) -> dict[str, Any]:
    fields = {name: _plain(value) for name, value in group.items() if name != "params"}
    fields["lr"] = _number(group.get("lr"))
    told = {name: value for name, value in fields.items() if value is not None}
    return {**told, "parameters": sum(int(p.numel()) for p in group["params"])}


def _plain(value: Any) -> Any:
    if isinstance(value, (tuple, list)) and all(isinstance(item, PLAIN) for item in value):
        return list(value)[:8]
    return value if isinstance(value, PLAIN) else None
