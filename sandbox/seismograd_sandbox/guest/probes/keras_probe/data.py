"""What a model is trained, validated and tested on: told little by little, as time allows."""

from __future__ import annotations

import math
import time
import weakref
from collections.abc import Iterator
from typing import Any

from ...batches import arrays_in
from ...fingerprint import MAX_HASHED_ARRAYS, Fingerprint
from .scene import Scene

CHUNK = 512
AT_ONCE_S = 0.03
"""Spent on a set before its training begins."""
SHARE = 0.6
"""The part of the budget up to which data is looked at while a model trains."""
GOLDEN = 0.618
"""Of all pieces: steps of that length leave no large gap, however many there are."""
DEFAULT_SIZE = 32
"""Of a batch that Keras cuts from arrays."""
OF_BATCHES = frozenset({"label_batches", "one_label_batches", "label_changes"})


class DataSet:
    """Arrays that are looked at in pieces, or batches as they come."""

    def __init__(
        self, role: str, inputs: list[Any], targets: list[Any], batch_size: int | None = None
    ) -> None:
        """`batch_size`: of arrays that are trained on in their order. Of others, which are
        shuffled before each epoch, the order says nothing of batches."""
        self.role = role
        self._batch_size = batch_size
        self.fingerprint = Fingerprint(batch_size)
        self.in_batches = not inputs
        self.made: dict[str, Any] | None = None
        """The function of the project that makes the batches."""
        self.epoch: int | None = None
        self._told = 0
        self._pieces = _pieces(inputs, targets, batch_size)

    @property
    def grew(self) -> bool:
        return self.fingerprint.examples > self._told

    def look(self) -> bool:
        """Look at another piece; False where all were looked at."""
        piece = next(self._pieces, None)
        if piece is not None:
            self.fingerprint.add(*piece)
        return piece is not None

    def let_go(self) -> None:
        """The arrays are the user's: they are not kept longer than the call."""
        self._pieces = iter(())

    def fields(self) -> dict[str, Any]:
        self._told = self.fingerprint.examples
        told = self.fingerprint.fields()
        if not self.in_batches:
            told.pop("overlapping", None)
        if not (self.in_batches or self._batch_size):
            told = {name: value for name, value in told.items() if name not in OF_BATCHES}
        return {"role": self.role, "made": self.made, **told}


class Data:
    """The sets of the calls under way, and those that later ones are compared with."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._open: list[DataSet] = []
        self._by_role: dict[str, DataSet] = {}
        self._arrays: dict[str, list[Any]] = {}
        self._made: dict[str, Any] | None = None

    def training(self, arguments: dict[str, Any]) -> None:
        """What `fit` was given; a new set to train on has nothing to do with earlier tests."""
        self._made = self._place_of_batches(arguments.get("x"))
        x, y = _arrays(arguments.get("x")), _arrays(arguments.get("y"))
        split, validation = arguments.get("validation_split"), arguments.get("validation_data")
        if self._is_known("train", x + y):
            return
        size = _size_of_ordered(arguments)
        self._by_role.clear()
        self._remember("train", x + y)
        if validation is None and split and x:
            at = math.floor(len(x[0]) * (1.0 - split))
            self._add("train", [a[:at] for a in x], [a[:at] for a in y], size)
            self._add("validation", [a[at:] for a in x], [a[at:] for a in y])
            return
        self._add("train", x, y, size)
        if isinstance(validation, (list, tuple)) and len(validation) > 1:
            self._add("validation", _arrays(validation[0]), _arrays(validation[1]))

    def testing(self, arguments: dict[str, Any]) -> None:
        """What `evaluate` was given, unless that is what the model was trained on by intent."""
        x, y = _arrays(arguments.get("x")), _arrays(arguments.get("y"))
        if x and not self._is_known("test", x + y) and not self._shares_memory("train", x):
            self._remember("test", x + y)
            self._add("test", x, y)

    def batch(self, x: Any, y: Any) -> None:
        """A batch of data that does not lie in arrays: the sampled steps show some of it."""
        data = self._by_role.get("train")
        if data is None:
            data = self._by_role["train"] = DataSet("train", [], [])
            data.made = self._made
        if data.in_batches:
            if data.epoch != self._scene.progress.epoch:
                data.epoch = self._scene.progress.epoch
                data.fingerprint.begin_pass()
            data.fingerprint.add(x, y)
            if data not in self._open:
                self._open.append(data)

    def _place_of_batches(self, source: Any) -> dict[str, Any] | None:
        """Where the class of a data set says what a batch is, or a generator begins."""
        method = getattr(type(source), "__getitem__", None)
        code = getattr(method, "__code__", None) or getattr(source, "gi_code", None)
        file = code and self._scene.observer.places.in_project(code.co_filename)
        return {"file": file, "line": code.co_firstlineno} if code and file else None

    def go_on(self) -> None:
        """Look at another piece, if there is time for it."""
        if self._open and self._has_time(SHARE):
            any(data.look() for data in self._open)

    def finish(self) -> None:
        """A call has ended: look at what time is left for, and tell."""
        while self._has_time(1.0) and any(data.look() for data in self._open):
            pass
        for data in self._open:
            data.let_go()
            if data.grew:
                self._scene.observer.record("data", **data.fields())
        if self._open:
            self._tell_overlaps()
        self._open = []

    def _add(
        self, role: str, inputs: list[Any], targets: list[Any], size: int | None = None
    ) -> None:
        if not inputs:
            return
        self._by_role[role] = data = DataSet(role, inputs, targets, size)
        self._open.append(data)
        end = time.perf_counter() + AT_ONCE_S
        while time.perf_counter() < end and data.look():
            pass
        self._scene.observer.record("data", **data.fields())

    def _remember(self, role: str, arrays: list[Any]) -> None:
        try:
            self._arrays[role] = [weakref.ref(array) for array in arrays]
        except TypeError:
            self._arrays.pop(role, None)

    def _is_known(self, role: str, arrays: list[Any]) -> bool:
        known = [reference() for reference in self._arrays.get(role, ())]
        return bool(known) and [id(a) for a in known] == [id(a) for a in arrays]

    def _shares_memory(self, role: str, arrays: list[Any]) -> bool:
        numpy = self._scene.backend.numpy
        known = [reference() for reference in self._arrays.get(role, ())]
        for array in arrays:
            for other in known:
                both = isinstance(array, numpy.ndarray) and isinstance(other, numpy.ndarray)
                if array is other or (both and numpy.may_share_memory(array, other)):
                    return True
        return False

    def _has_time(self, part: float) -> bool:
        return self._scene.budget.share_spent < part * self._scene.observer.options.budget

    def _tell_overlaps(self) -> None:
        sets = list(self._by_role.values())
        for at, first in enumerate(sets):
            for second in sets[at + 1 :]:
                shared = first.fingerprint.overlap(second.fingerprint)
                if shared is not None and (first in self._open or second in self._open):
                    self._scene.observer.record(
                        "overlap", first=first.role, second=second.role, **shared
                    )


def _size_of_ordered(arguments: dict[str, Any]) -> int | None:
    """Of the batches that `fit` cuts from arrays; None where it shuffles them."""
    if arguments.get("shuffle") is not False:
        return None
    return int(arguments.get("batch_size") or DEFAULT_SIZE)


def _pieces(
    inputs: list[Any], targets: list[Any], batch_size: int | None
) -> Iterator[tuple[list[Any], list[Any]]]:
    """Time may end early: what was seen until then stands for all, unless the order is told.

    In order, a piece is whole batches.
    """
    size = max(1, CHUNK // batch_size) * batch_size if batch_size else CHUNK
    starts = range(0, min((len(array) for array in inputs), default=0), size)
    for start in starts if batch_size else _spread(starts):
        end = start + size
        yield [array[start:end] for array in inputs], [array[start:end] for array in targets]


def _spread(starts: range) -> Iterator[int]:
    """Each once, and any first few of them from all over the range."""
    count = len(starts)
    stride = next(
        (step for step in range(round(GOLDEN * count), count) if math.gcd(step, count) == 1), 1
    )
    return (starts[turn * stride % count] for turn in range(count))


def _arrays(value: Any) -> list[Any]:
    """The arrays of an argument; tables and columns of pandas count as well."""
    found = arrays_in(_without_tables(value), MAX_HASHED_ARRAYS + 1)
    return found if all(len(array.shape) for array in found) else []


def _without_tables(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_tables(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)) and len(value) <= MAX_HASHED_ARRAYS:
        return [_without_tables(part) for part in value]
    return value.to_numpy() if hasattr(value, "to_numpy") else value
