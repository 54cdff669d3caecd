"""Weights that have gradients and are in no optimiser are given to the first one."""

from __future__ import annotations

from typing import Any

from ..altering.alteration import Alteration


class Altered(Alteration):
    """What the script has frozen stays frozen: it may be meant so."""

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._networks: list[Any] = []
        self._is_given = False

    def meet_network(self, torch: Any, network: Any) -> None:
        self._networks.append(network)

    def before_step(self, optimiser: Any) -> None:
        if self._is_given:
            return
        known = {id(weight) for group in optimiser.param_groups for weight in group["params"]}
        missing = [
            weight
            for network in self._networks
            for weight in network.parameters()
            if weight.requires_grad and weight.grad is not None and id(weight) not in known
        ]
        if missing:
            optimiser.add_param_group({"params": missing})
            self._is_given = True
            self.applied += 1
