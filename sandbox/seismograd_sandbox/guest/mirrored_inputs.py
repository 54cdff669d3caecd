"""Whether a picture comes again mirrored, or turned, while its target stays as it was.

A target of measured numbers, or a mask, is as good as the name of its example. A few examples are
remembered by it; where it comes again, its picture is compared with the one that is remembered. A
mask is known in the mirror, too: its picture has to come mirrored in the same way.
"""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from typing import Any

from .picture_grids import MIRRORED, Grid, axes_of_size, direction, picture_axes
from .sidedness import sidedness

MOST_EXAMPLES = 96
"""Remembered, of about three kilobytes each."""
MOST_ROWS = 512
"""Of a batch that are looked at."""
MOST_COMPARISONS = 256
"""Of a set of data, after which all is known. About 20 milliseconds."""
MOST_UNTURNED = 96
"""As long as none is mirrored."""
POINTS = 16
"""Of a picture along each axis that are compared."""
MASK_POINTS = 64
ALIKE = 0.9
"""The correlation of a picture with the one that it is taken for: some noise is added anew."""
CLEARLY = 3.0
"""Times as far away is any other way to hold the picture."""
APART = 0.02
"""As far at least: a picture may be its own mirror."""
EXACTLY = 1e-4
"""As far is a picture at most from another one that it is taken for by itself."""
MOST_SEARCHED = 4
"""Pictures of a batch that are looked for without their targets."""
BACK = {"quarter": "three quarters", "three quarters": "quarter"}
"""What takes a turn back; every other one is taken back by itself."""
FEW_VALUES = 32
"""In a mask; a target of the form of the input with more of them is a picture itself."""


class _Example:
    """A picture that is remembered, and how it came again."""

    def __init__(self, points: Any, picture: bytes, numbers: Any) -> None:
        self.points = points
        self.picture = picture
        """The name of all of it."""
        self.numbers = numbers
        """Its target, where that is no picture."""
        self.same = 0
        self.others = 0
        self.turns: Counter[str] = Counter()
        self.followed = False
        """Whether it came mirrored with another target."""

    @property
    def is_sure(self) -> bool:
        """Whether the target is its name: not where other pictures have the same one."""
        return 0 < self.same + sum(self.turns.values()) > self.others


class MirroredInputs:
    """Of one set of data."""

    def __init__(self) -> None:
        self._examples: dict[bytes, _Example] = {}
        """By their targets as they came at first."""
        self._names: dict[bytes, tuple[_Example, frozenset[str]]] = {}
        """By their targets in every turn, with the turns of the picture that take it back: several
        where a mask is its own mirror."""
        self._kind: str | None = None
        self._forms: tuple[tuple[int, ...], tuple[int, ...]] | None = None
        self._grid: Grid | None = None
        self._mask_grid: Grid | None = None
        self._compared = 0
        self._turned = False
        self._passes = 0

    @property
    def is_watching(self) -> bool:
        """Whether examples are remembered that may come again now, or more are wanted."""
        if not self._examples or self._is_over:
            return False
        return self._passes != 1 or len(self._examples) < MOST_EXAMPLES

    @property
    def _is_over(self) -> bool:
        return self._compared >= (MOST_COMPARISONS if self._turned else MOST_UNTURNED)

    def begin_pass(self) -> None:
        """The same examples come again from here on."""
        self._passes += 1

    def given(self, numpy: Any, inputs: list[Any], targets: list[Any]) -> None:
        """What the script made of a batch that was seen: some mirror it as a whole.

        That it left a picture alone says nothing, and it may have made another one of it.
        """
        before = [(one, one.same, one.others) for one in self._examples.values()]
        compared = self._compared
        self.add(numpy, inputs, targets)
        self._compared = compared
        for one, same, others in before:
            one.same, one.others = same, others
        for name in list(self._examples)[len(before) :]:
            self._forget(name)  # a loader has to show it first

    def add(self, numpy: Any, inputs: list[Any], targets: list[Any]) -> None:
        """A batch, as NumPy sees it."""
        pair = _picture_and_target(inputs, targets)
        if pair is None or self._is_over:
            return
        pictures, answers = (array[:MOST_ROWS] for array in pair)
        self._forms = self._forms or (pictures.shape[1:], answers.shape[1:])
        if (pictures.shape[1:], answers.shape[1:]) != self._forms:
            return  # of another size: they cannot be compared
        grid = self._grid = self._grid or _grid(numpy, pictures)
        kind = _kind(numpy, pictures, answers)
        self._kind = self._kind or kind
        if kind is not None and kind == self._kind:
            self._mask_grid = self._mask_grid or _mask_grid(numpy, pictures, answers)
            self._take(numpy, grid, pictures, answers)

    def fields(self) -> dict[str, Any]:
        """How many came mirrored; where none did, whether their targets tell the sides apart."""
        again = [one for one in self._examples.values() if one.is_sure]
        turned = [one for one in again if one.turns]
        if not turned:
            return self._sides()
        turns = sum((one.turns for one in turned), Counter[str]())
        counts = {
            "again": len(again),
            "turned": len(turned),
            "followed": sum(one.followed for one in self._examples.values()),
        }
        return {"mirrored": {"target": self._kind, "turn": turns.most_common(1)[0][0], **counts}}

    def _sides(self) -> dict[str, Any]:
        numpy, grid = sys.modules.get("numpy"), self._grid
        named = [one for one in self._examples.values() if one.numbers is not None]
        if numpy is None or grid is None or not named:
            return {}
        with numpy.errstate(all="ignore"):
            pictures = numpy.stack([one.points.reshape(grid.form) for one in named])
            targets = numpy.stack([one.numbers for one in named])
            return {"sided": sidedness(numpy, pictures, targets) or None}

    def _take(self, numpy: Any, grid: Grid, pictures: Any, answers: Any) -> None:
        points = self._mask_grid.of if self._mask_grid is not None else _as_it_is
        unknown = []
        for at, (picture, answer) in enumerate(zip(pictures, answers)):
            target = points(answer)
            name = _name(target)
            known = self._names.get(name)
            if known is not None:
                self._compare(numpy, grid, picture, *known)
            elif len(self._examples) < MOST_EXAMPLES:
                self._remember(numpy, grid, picture, name, target)
            else:
                unknown.append(at)
        if self._turned:
            self._search(numpy, grid, [pictures[at] for at in unknown[:MOST_SEARCHED]])

    def _remember(self, numpy: Any, grid: Grid, picture: Any, name: bytes, target: Any) -> None:
        points = direction(numpy, grid.of(picture))
        if not points.any() or not numpy.isfinite(points).all():
            return
        masks = self._mask_grid
        names = _names_in_turns(masks, target) if masks else {name: frozenset({""})}
        if masks is not None and len(names) == 1:
            return  # many pictures have an empty mask
        numbers = target.copy() if masks is None else None
        example = self._examples[name] = _Example(points, _name(picture), numbers)
        for other, turns in names.items():
            self._names.setdefault(other, (example, turns))

    def _forget(self, name: bytes) -> None:
        example = self._examples.pop(name)
        self._names = {name: one for name, one in self._names.items() if one[0] is not example}

    def _compare(
        self, numpy: Any, grid: Grid, picture: Any, known: _Example, expected: frozenset[str]
    ) -> None:
        """The turn that makes it the one that is remembered, if any other is worse by far."""
        self._compared += 1
        points = direction(numpy, grid.of(picture))
        like = (grid.all_turns(points) @ known.points).tolist()
        turn = grid.turns[like.index(max(like))]
        best, second = sorted(like, reverse=True)[:2]
        if not (best >= ALIKE and 1 - second >= max(CLEARLY * (1 - best), APART)):
            known.others += 1
        elif turn in expected:
            known.same += 1
        elif not turn and _name(picture) != known.picture:
            known.others += 1  # of two pictures, one may have the mask of the other in the mirror
        else:
            known.turns[turn or min(expected)] += 1
            self._turned = True

    def _search(self, numpy: Any, grid: Grid, pictures: list[Any]) -> None:
        """Where some are mirrored: others whose target changes along are a sign of good sense."""
        examples = list(self._examples.values())
        known = numpy.stack([one.points for one in examples])
        wanted = [grid.turns.index(turn) for turn in MIRRORED]
        for picture in pictures:
            turned = grid.all_turns(direction(numpy, grid.of(picture)))[wanted]
            near = (1 - known @ turned.T <= EXACTLY).any(axis=1)
            for at in numpy.flatnonzero(near):
                examples[at].followed = True


def _picture_and_target(inputs: list[Any], targets: list[Any]) -> tuple[Any, Any] | None:
    """The one picture of a batch, and its target; without one, the other of two arrays."""
    arrays = [*inputs, *targets]
    if any(array is None or array.dtype.kind not in "biuf" or not array.size for array in arrays):
        return None
    pictures = [array for array in inputs if picture_axes(array.shape)]
    others = targets or [array for array in inputs if not picture_axes(array.shape)]
    if len(pictures) != 1 or len(others) != 1 or not others[0].ndim:
        return None
    return (pictures[0], others[0]) if len(pictures[0]) == len(others[0]) else None


def _grid(numpy: Any, pictures: Any) -> Grid:
    return Grid(numpy, pictures.shape, picture_axes(pictures.shape) or (1, 2), POINTS)


def _mask_grid(numpy: Any, pictures: Any, answers: Any) -> Grid | None:
    """None where the targets are numbers."""
    axes = _mask_axes(pictures, answers)
    return None if axes is None else Grid(numpy, answers.shape, axes, MASK_POINTS)


def _mask_axes(pictures: Any, answers: Any) -> tuple[int, int] | None:
    height, width = picture_axes(pictures.shape) or (1, 2)
    return axes_of_size(answers.shape, (pictures.shape[height], pictures.shape[width]))


def _kind(numpy: Any, pictures: Any, answers: Any) -> str | None:
    """None for labels, counts and shares of classes: a picture keeps them in the mirror."""
    if _mask_axes(pictures, answers) is not None:
        alike = answers.shape == pictures.shape
        return "picture" if alike and numpy.unique(answers[:1]).size > FEW_VALUES else "mask"
    if answers.dtype.kind != "f" or bool((answers == numpy.floor(answers)).all()):
        return None
    numbers = answers.reshape(len(answers), -1)
    if numbers.shape[1] == 1:
        return "number"
    are_shares = (numbers >= 0).all() and (abs(numbers.sum(axis=1) - 1) < 1e-3).all()
    return None if are_shares else "numbers"


def _as_it_is(target: Any) -> Any:
    return target


def _names_in_turns(grid: Grid, mask: Any) -> dict[bytes, frozenset[str]]:
    """Of a mask in every turn, with the turns that take it back."""
    names: dict[bytes, set[str]] = {}
    for turn, turned in zip(grid.turns, grid.all_turns(mask)):
        names.setdefault(_name(turned), set()).add(BACK.get(turn, turn))
    return {name: frozenset(turns) for name, turns in names.items()}


def _name(target: Any) -> bytes:
    return hashlib.blake2b(target.tobytes(), digest_size=16).digest()
