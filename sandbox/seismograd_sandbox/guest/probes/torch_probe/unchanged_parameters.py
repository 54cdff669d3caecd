"""Parameters that training did not change, each by name: compared with what they were at first."""

from __future__ import annotations

from typing import Any

from ..identity import ByIdentity
from ..parameter_effects import Effect
from .kit import Kit
from .network_checks import NetworkChecks
from .optimisers import Optimisers
from .samples import pick, rounded
from .untraced import aside, can_be_read

ELEMENTS = 1024
"""Of each parameter, spread over it; smaller ones are compared as a whole."""
MOST_KEPT = 5_000
MOST_TOLD = 500
MOST_LAYERS = 2_000


class _Known:
    def __init__(self, layer: int, name: str, sample: Any) -> None:
        self.layer = layer
        self.name = name
        self.sample = sample
        self.had_gradient = False
        self.samples = 0


class UnchangedParameters:
    def __init__(self, kit: Kit, optimisers: Optimisers) -> None:
        self._kit = kit
        self._optimisers = optimisers
        self._known: ByIdentity[_Known] = ByIdentity()

    def look(self, layer: int, name: str, parameter: Any) -> None:
        """Right before a sampled step; the first time, keep a sample."""
        known = self._known.get(parameter)
        if known is None and len(self._known) < MOST_KEPT:
            sample = pick(self._kit.torch, parameter.detach(), ELEMENTS).clone()
            known = _Known(layer, name, sample)
            self._known.set(parameter, known)
        if known is not None:
            known.samples += 1
            known.had_gradient = known.had_gradient or parameter.grad is not None

    def finish(self, checks: NetworkChecks) -> None:
        if not self._kit.observer.steps or not self._kit.is_ours:
            return
        with aside(self._kit.torch):
            optimised = self._optimisers.parameters()
            living = list(self._known.living())
            same = [pair for pair in living if self._is_unchanged(*pair)]
            left = sorted(share for pair in living if (share := self._size_left(*pair)) is not None)
        used = checks.effects([one for one, _ in same if self._could_learn(one)])
        facts = [self._fields(*pair, optimised, used) for pair in same[:MOST_TOLD]]
        changed = {known.layer for _, known in living} - {known.layer for _, known in same}
        compared = len(self._known)
        if compared:
            self._kit.observer.record(
                "parameters",
                compared=compared,
                unchanged=facts,
                changed=sorted(changed)[:MOST_LAYERS],
                size_left=rounded(left[len(left) * 3 // 4]) if left else None,
            )

    def _is_unchanged(self, parameter: Any, known: _Known) -> bool:
        torch = self._kit.torch
        if not can_be_read(torch, parameter):
            return False
        now, before = pick(torch, parameter.detach(), ELEMENTS), known.sample
        return now.shape == before.shape and bool(torch.equal(now.to(before.device), before))

    def _size_left(self, parameter: Any, known: _Known) -> float | None:
        """The size of a weight over that at first; none for biases, which begin at zero."""
        torch = self._kit.torch
        if parameter.dim() < 2 or not parameter.requires_grad or not can_be_read(torch, parameter):
            return None
        now, before = pick(torch, parameter.detach(), ELEMENTS), known.sample
        size = float(before.norm())
        return float(now.norm()) / size if size > 0 and now.shape == before.shape else None

    def _fields(
        self, parameter: Any, known: _Known, optimised: set[int], used: dict[int, Effect]
    ) -> dict[str, Any]:
        return {
            "layer": known.layer,
            "name": known.name,
            "n": int(parameter.numel()),
            "trainable": bool(parameter.requires_grad),
            "optimised": id(parameter) in optimised,
            "had_gradient": known.had_gradient,
            "samples": known.samples,
            **(used[id(parameter)].fields() if id(parameter) in used else {}),
        }

    def _could_learn(self, parameter: Any) -> bool:
        return bool(parameter.requires_grad) and self._optimisers.was_given(parameter)
