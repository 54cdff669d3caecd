"""Derivatives that the script takes to make a loss of them, as the first steps show them.

Whether one is zero everywhere, and whether one is the derivative of another.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FrameType
from typing import Any

from ..torch_operations import BLOCK
from .kit import Kit
from .untraced import aside, can_be_read, may_look

LOOKS = (1, 2, 4, 8, 16, 32)
"""Calls of a line that are looked at: networks may begin with zeros, and leave them."""
FEWEST_LOOKS = 3
MOST_STEPS = 64
MOST_CALLS = 2_000
MOST_SITES = 20
DEEP = 8
"""Frames of the project that tell calls apart: one line may take all derivatives."""
PARAMETERS = ("outputs", "inputs", "grad_outputs", "retain_graph", "create_graph")
MARK = "seismograd_derivative"
"""Among what a node of the graph is said to be about; kept there, it keeps nothing alive."""


@dataclass
class Site:
    place: dict[str, Any] | None
    calls: int = 0
    looks: int = 0
    zero: int = 0
    of_derivative: bool = False
    """Whether it is at least a second derivative."""


class Derivatives:
    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self.asked: list[Callable[[Any], None]] = []
        """Told of all that is differentiated by."""
        self._sites: dict[Any, Site] = {}
        self._calls = 0
        self._is_open = True

    @property
    def second(self) -> Site | None:
        """The first place where a derivative of a derivative is taken."""
        return next((one for one in self._sites.values() if one.of_derivative), None)

    def begin(self) -> None:
        note, tell = self._kit.guard(self._taken), self._kit.guard(self._tell)

        def make(plain: Any) -> Any:
            def grad(*arguments: Any, **options: Any) -> Any:
                made = plain(*arguments, **options)
                given = {**dict(zip(PARAMETERS, arguments)), **options}
                tell(given)
                if self._is_open:
                    note(given, made)
                return made

            return grad

        self._kit.patches.around(self._kit.torch.autograd, "grad", make)

    def finish(self) -> None:
        self._is_open = False
        for site in self._sites.values():
            if site.looks >= FEWEST_LOOKS:
                self._kit.observer.record(
                    "derivative",
                    order=2 if site.of_derivative else 1,
                    looks=site.looks,
                    zero=site.zero,
                    place=site.place,
                )

    def _tell(self, given: dict[str, Any]) -> None:
        for one in self.asked:
            one(given["inputs"])

    def _taken(self, given: dict[str, Any], made: Any) -> None:
        self._calls += 1
        if self._calls > MOST_CALLS or self._kit.observer.steps > MOST_STEPS:
            self._is_open = False
        elif given.get("create_graph") and self._is_of_data(given["inputs"]):
            self._note(_several(given["outputs"]), _several(made))

    def _is_of_data(self, inputs: Any) -> bool:
        """Derivatives by weights are for steps inside of steps, and for curvatures of the loss."""
        kind = self._kit.torch.nn.Parameter
        are_weights = any(isinstance(one, kind) for one in _several(inputs))
        return not are_weights and may_look(self._kit.torch)

    def _note(self, outputs: list[Any], made: list[Any]) -> None:
        site = self._site()
        if site is not None:
            site.calls += 1
            if site.calls in LOOKS:
                self._look(site, outputs, made)
        for one in made:
            if one is not None and one.grad_fn is not None:
                one.grad_fn.metadata[MARK] = True

    def _site(self) -> Site | None:
        key = tuple(self._calling())
        if key not in self._sites and len(self._sites) < MOST_SITES:
            self._sites[key] = Site(self._kit.observer.places.caller())
        return self._sites.get(key)

    def _calling(self) -> Iterator[tuple[Any, int]]:
        """Instructions of the project: d(d(u, x), x) is two of them on one line."""
        frame: FrameType | None = sys._getframe(1)
        found = 0
        while frame is not None and found < DEEP:
            if self._kit.observer.places.in_project(frame.f_code.co_filename) is not None:
                found += 1
                yield frame.f_code, frame.f_lasti
            frame = frame.f_back

    def _look(self, site: Site, outputs: list[Any], made: list[Any]) -> None:
        torch = self._kit.torch
        values = [one for one in made if can_be_read(torch, one)]
        if not values or len(values) < len(made):
            return
        site.of_derivative = site.of_derivative or any(map(_is_of_derivative, outputs))
        with aside(torch):
            site.zero += not any(bool((one != 0).any()) for one in values)
        site.looks += 1


def _several(tensors: Any) -> list[Any]:
    return list(tensors) if isinstance(tensors, (list, tuple)) else [tensors]


def _is_of_derivative(output: Any) -> bool:
    """Whether a derivative that was taken before is in what it was computed from."""
    nodes = [output.grad_fn] if output.grad_fn is not None else []
    known = set(nodes)
    for one in nodes:  # which grows meanwhile
        if MARK in one.metadata:
            return True
        if len(nodes) > BLOCK:
            return False
        fresh = {after for after, _ in one.next_functions if after is not None} - known
        known |= fresh
        nodes.extend(fresh)
    return False
