"""Views between a network and its loss that mix what the network gives for different things.

As with broadcasts, the graphs of the first losses are asked whether there is such a view at all.
Only then are views looked at, for a few losses, to learn on which line it stands.
"""

from __future__ import annotations

from typing import Any

from ..reshapes import swaps_axes
from .asking_frame import asking_frame, place_of
from .kit import Kit
from .patches import Patches
from .score_layout import layout_of, regrouped, swapping_view
from .untraced import may_look

OF_CLASSES = frozenset({"cross_entropy", "nll_loss"})
CLASSES = 1
"""The axis of the classes."""
VIEWS = ("view", "reshape", "view_as", "reshape_as", "flatten", "unflatten")
LOOKS = 12
"""Losses that are looked at: a script does the same in all others, and may have several."""
WATCHED = 6
"""Losses between which views are looked at."""
MOST_NOTES = 256


class MixedScores:
    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._patches = Patches()
        self._note = kit.guard(self._noted)
        self._looks = LOOKS
        self._left = 0
        self._lines: dict[Any, dict[str, Any] | None] = {}
        """By node of the graph: they are the same objects for as long as they are kept."""
        self.is_open = bool(kit.observer.options.check_network)

    def computed(self, name: str, given: Any, target: Any) -> None:
        """A loss, which has a graph where it is to be differentiated."""
        if given.grad_fn is None or given.dim() < 2:
            return
        found = _mixing_view(name, given, target)
        if self._left:
            self._judge(found)
        elif found is not None:
            self._left = WATCHED
            self._watch()
        self._looks -= 1
        if self._looks <= 0 and not self._left:
            self.close()

    def close(self) -> None:
        self.is_open, self._left = False, 0
        self._patches.undo()
        self._lines = {}

    def _judge(self, found: tuple[str, Any] | None) -> None:
        check, view = found if found is not None else ("", None)
        place = self._lines.get(view)
        self._lines = {}
        self._left -= 1
        if place is not None:
            self._kit.observer.record("network_check", check=check, result=False, place=place)
        if place is not None or not self._left:
            self.close()

    def _watch(self) -> None:
        torch = self._kit.torch
        for name in VIEWS:
            self._patches.replace(torch.Tensor, name, self._watched)
            self._patches.around(torch, name, self._watched)

    def _watched(self, plain: Any) -> Any:
        def view(*arguments: Any, **options: Any) -> Any:
            made = plain(*arguments, **options)
            if self._left and len(self._lines) < MOST_NOTES:
                self._note(made)
            return made

        return view

    def _noted(self, made: Any) -> None:
        node = getattr(made, "grad_fn", None)
        if node is None or node in self._lines or not may_look(self._kit.torch):
            return  # one function may call another
        frame = asking_frame(self._kit.observer.places)
        self._lines[node] = frame and place_of(frame, self._kit.observer.places)


def _mixing_view(name: str, given: Any, target: Any) -> tuple[str, Any] | None:
    """With the name of the check that it fails."""
    layout = layout_of(given.grad_fn)
    if layout is None:
        return None
    if name in OF_CLASSES:
        view = regrouped(layout, CLASSES)
        return None if view is None else ("classes-are-kept", view)
    swap = swapping_view(layout)
    if swap is None or not swaps_axes(*swap[:2]) or _was_regrouped(target, swap[0]):
        return None
    # Targets may have been regrouped alike, long before: then it does no harm.
    return "groups-are-kept", swap[2]


def _was_regrouped(target: Any, before: tuple[int, ...]) -> bool:
    base = getattr(target, "_base", None)
    return base is not None and tuple(base.shape)[1:] == before[1:]
