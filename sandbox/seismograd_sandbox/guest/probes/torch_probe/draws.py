"""Draws from distributions: `sample()` lets no gradient through, where `rsample()` would.

Whoever scores what was drawn by `log_prob` learns from it in another way (policy gradients).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from ...places import Places
from ..replacements import Replacements
from .kit import Kit

MOST_LINES = 4
"""Of a script that are tried: a pass forward and one back each."""
Line = dict[str, Any]
Shape = tuple[int, ...]


@dataclass
class Draw:
    line: Line
    shapes: set[Shape] = field(default_factory=set)
    """Of what was drawn, without that of the batch."""


class Draws:
    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._scored: set[Shape] = set()
        self.any = False
        """Whether something was drawn during the run."""

    def begin(self) -> None:
        drawn, scored = self._kit.guard(self._drawn), self._kit.guard(self._score)
        for kind in _kinds(self._kit.torch):
            self._kit.patches.around(kind, "sample", _followed_by(drawn))
            self._kit.patches.around(kind, "log_prob", _followed_by(scored))

    def line_that_cuts(self, reached: Callable[[], bool]) -> Line | None:
        """Where a gradient passes if `rsample()` is called on it instead."""
        torch, places = self._kit.torch, self._kit.observer.places
        draws: dict[Any, Draw] = {}
        with _watched(torch, places, draws):
            reached()
        for draw in list(draws.values())[:MOST_LINES]:
            if draw.shapes.isdisjoint(self._scored):
                with _with_gradients(torch, places, draw.line):
                    if reached():
                        return draw.line
        return None

    def _drawn(self, made: Any, *arguments: Any, **options: Any) -> None:
        self.any = True

    def _score(self, made: Any, distribution: Any, value: Any, *rest: Any) -> None:
        """Of a value without a gradient, by parameters that have one: a draw, perhaps."""
        if made.requires_grad and not value.requires_grad:
            self._scored.add(tuple(value.shape[1:]))


def _followed_by(action: Callable[..., None]) -> Callable[[Any], Any]:
    def make(plain: Any) -> Any:
        def called(*arguments: Any, **options: Any) -> Any:
            made = plain(*arguments, **options)
            action(made, *arguments, *options.values())
            return made

        return called

    return make


@contextmanager
def _watched(torch: Any, places: Places, found: dict[Any, Draw]) -> Iterator[None]:
    """Notes the lines of the script that draw from what could be drawn with gradients."""

    def make(plain: Any) -> Any:
        def sample(distribution: Any, *arguments: Any, **options: Any) -> Any:
            made = plain(distribution, *arguments, **options)
            line = places.caller(2) if distribution.has_rsample else None
            if line is not None:
                draw = found.setdefault(tuple(line.values()), Draw(line))
                draw.shapes.add(tuple(made.shape[1:]))
            return made

        return sample

    with _replaced(torch, make):
        yield


@contextmanager
def _with_gradients(torch: Any, places: Places, line: Line) -> Iterator[None]:
    def make(plain: Any) -> Any:
        def sample(distribution: Any, *arguments: Any, **options: Any) -> Any:
            is_chosen = distribution.has_rsample and places.caller(2) == line
            if is_chosen:
                return distribution.rsample(*arguments, **options)
            return plain(distribution, *arguments, **options)

        return sample

    with _replaced(torch, make):
        yield


@contextmanager
def _replaced(torch: Any, make: Callable[[Any], Any]) -> Iterator[None]:
    replaced = Replacements()
    for kind in _kinds(torch):
        if "sample" in vars(kind):
            replaced.replace(kind, "sample", make)
    try:
        yield
    finally:
        replaced.undo()


def _kinds(torch: Any) -> list[type]:
    """All kinds of distributions that there are."""
    kinds = [torch.distributions.Distribution]
    for kind in kinds:  # which grows meanwhile
        kinds.extend(one for one in kind.__subclasses__() if one not in kinds)
    return kinds
