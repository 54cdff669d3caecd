"""How far a step moved the parameters: the same elements before and after it."""

from __future__ import annotations

from typing import Any

from ..identity import ByIdentity
from .samples import pick
from .untraced import can_be_read

ELEMENTS = 256
"""Of each parameter; there are many parameters."""


class Updates:
    """Holds the sample of a step between its two ends."""

    def __init__(self, torch: Any) -> None:
        self._torch = torch
        self._views: ByIdentity[_Views] = ByIdentity()
        self._before: Any = None

    def before(self, optimiser: Any) -> None:
        views = self._views.get(optimiser)
        if views is None or not views.hold(optimiser):
            views = _Views(self._torch, optimiser)
            self._views.set(optimiser, views)
        self._before = views.sample()

    def after(self, optimiser: Any) -> Any:
        """A tensor with one element, the norm of the change over the norm; None if unknown."""
        before, self._before = self._before, None
        views = self._views.get(optimiser)
        if before is None or views is None or not views.hold(optimiser):
            return None
        change = views.norm(views.sample() - before)
        return change / views.norm(before).clamp(min=1e-12)


class _Views:
    """Views of the parameters' own memory, made once: they see what a step does."""

    def __init__(self, torch: Any, optimiser: Any) -> None:
        self._torch = torch
        parameters = [p for p in parameters_of(optimiser) if can_be_read(torch, p)]
        device = parameters[0].device if parameters else None
        here = [p for p in parameters if p.device == device and p.is_floating_point()]
        self._all = len(here) == len(parameters)
        self._pointers = [p.data_ptr() for p in here]
        self._picked = [pick(torch, p, ELEMENTS) for p in here]
        shares = [p.numel() / v.numel() for p, v in zip(here, self._picked)]
        counts = [int(view.numel()) for view in self._picked]
        each, times = torch.tensor(shares, device="cpu"), torch.tensor(counts, device="cpu")
        self._weights = torch.repeat_interleave(each, times).to(device, non_blocking=True)

    def hold(self, optimiser: Any) -> bool:
        """Whether the parameters still are where they were."""
        return self._all and self._pointers == [p.data_ptr() for p in parameters_of(optimiser)]

    def sample(self) -> Any:
        return self._torch.cat(self._picked).float() if self._picked else None

    def norm(self, sample: Any) -> Any:
        return (sample.square() * self._weights).sum().sqrt()


def parameters_of(optimiser: Any) -> list[Any]:
    return [p for group in optimiser.param_groups for p in group["params"]]
