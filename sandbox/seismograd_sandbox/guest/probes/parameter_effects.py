"""Whether the answer of a trained network depends on a parameter, whatever gradients say of it."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ..places import Places
from .torch_gradients import TriedWithGradients
from .tried_network import differs

MOST_TRIED = 16
"""Parameters: each costs a call of the network."""
MOST_NODES = 2_000
"""Of a graph that is searched for a parameter."""
CUTTING = ("item", "__float__", "__int__", "__array__", "numpy", "tolist", "detach")


@dataclass
class Effect:
    is_there: bool
    cut: dict[str, Any] | None = None
    """The line that takes what was made of the parameter out of the graph."""

    def fields(self) -> dict[str, Any]:
        line = {"cut": self.cut} if self.cut is not None else {}
        return {"has_effect": self.is_there, **line}


def effects(
    torch: Any, places: Places, tried: TriedWithGradients, parameters: list[Any]
) -> dict[int, Effect]:
    """By identity: whether the answer changes when a parameter is moved.

    One that is not used in this run, such as that of an option, changes nothing.
    """
    some = parameters[:MOST_TRIED]
    plain = tried.answer(tried.batch) if some else None
    again = None if plain is None else tried.answer(tried.batch)
    if again is None or differs(plain, again, plain):
        return {}
    found = {id(one): Effect(_changes(torch, tried, plain, one)) for one in some}
    moving = [one for one in some if found[id(one)].is_there]
    for key, line in _cuts(places, tried, moving).items():
        found[key].cut = line
    return found


def _changes(torch: Any, tried: TriedWithGradients, plain: Any, parameter: Any) -> bool:
    with _moved(torch, parameter):
        other = tried.answer(tried.batch)
    return other is not None and differs(plain, other, plain)


@contextmanager
def _moved(torch: Any, parameter: Any) -> Iterator[None]:
    """Each element by another step, and all of them together by one: what sums them up sees one,
    and what compares them (a softmax) the other."""
    whole = parameter.detach()
    before = whole.clone()
    size = max(float(before.abs().max()), 1.0)
    steps = torch.linspace(1.0, -0.5, before.numel()).reshape(before.shape)
    try:
        whole.copy_(before + size * steps.to(device=before.device, dtype=before.dtype))
        yield
    finally:
        whole.copy_(before)


def _cuts(
    places: Places, tried: TriedWithGradients, parameters: list[Any]
) -> dict[int, dict[str, Any]]:
    """The first line for each parameter that makes plain numbers of something made of it."""
    found: dict[int, dict[str, Any]] = {}

    def handle(self: Any, called: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if getattr(called, "__name__", "") in CUTTING and args and args[0].requires_grad:
            line = places.caller(1)
            made = [one for one in parameters if _is_made_of(args[0], one)] if line else []
            for parameter in made:
                found.setdefault(id(parameter), line or {})
        return called(*args, **(kwargs or {}))

    overrides = importlib.import_module("torch.overrides")
    mode = type("Watched", (overrides.TorchFunctionMode,), {"__torch_function__": handle})
    if parameters:
        tried.call_under(mode())
    return found


def _is_made_of(tensor: Any, parameter: Any) -> bool:
    if tensor is parameter:
        return True
    nodes, seen = [tensor.grad_fn], set[Any]()
    while nodes and len(seen) < MOST_NODES:
        node = nodes.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        if getattr(node, "variable", None) is parameter:
            return True
        nodes += [one for one, _ in node.next_functions]
    return False
