"""What the data of a run looks like: shapes, ranges, labels, and a hash of every example.

A probe keeps one `Fingerprint` for each set of data (a loader, an argument of `fit`), gives it
batches as it can afford to, and writes its `fields` as a `data` event. Nothing here copies from
a device, draws random numbers or changes what it is given. The measuring is done by NumPy on
memory that is shared with the framework; without NumPy only shapes and types are told.
"""

from __future__ import annotations

import sys
from typing import Any

from .arrays import dtype_name, shape_of
from .batches import arrays_in
from .columns import Columns
from .commonest_target import CommonestTarget
from .copies import CopyErrors
from .example_hashes import ExampleHashes
from .labels import Labels
from .mirrored_inputs import MirroredInputs
from .moments import Moments
from .on_host import on_host
from .overlapping_batches import OverlappingBatches

MAX_HASHED_ARRAYS = 64
"""Of one example: where there are more, a part of it would be taken for the whole."""
MAX_DESCRIBED_ARRAYS = 16


class Fingerprint:
    """Of one set of data; grows with every batch and stays small."""

    def __init__(self, batch_size: int | None = None) -> None:
        """`batch_size`: where it is given arrays that the training cuts into batches."""
        self.examples = 0
        self._hashes = ExampleHashes()
        self._inputs: list[_Part] = []
        self._targets: list[_Part] = []
        self._labels = Labels(batch_size)
        self._commonest = CommonestTarget()
        self._copies = CopyErrors()
        self._mirrored = MirroredInputs()
        self._overlapping = OverlappingBatches()

    @property
    def hashes(self) -> set[int]:
        return self._hashes.all

    def begin_pass(self) -> None:
        """The same examples come again from here on."""
        self._hashes.begin_pass()
        self._mirrored.begin_pass()
        self._overlapping.begin_pass()

    @property
    def wants_again(self) -> bool:
        """Whether examples that come again are worth a comparison, whatever else was seen."""
        return self._mirrored.is_watching

    def compare(self, inputs: Any, targets: Any = None, *, is_made: bool = False) -> None:
        """Look at a batch for nothing but examples that come again, which is soon done.

        `is_made` says that it is what the script made of a batch that was seen.
        """
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            seen = [[on_host(one) for one in arrays_in(part)] for part in (inputs, targets)]
            take = self._mirrored.given if is_made else self._mirrored.add
            with numpy.errstate(all="ignore"):
                take(numpy, *seen)

    def add(self, inputs: Any, targets: Any = None) -> None:
        """Look at a batch, or at whole arrays: the first axis counts the examples."""
        inputs, targets = arrays_in(inputs, MAX_HASHED_ARRAYS + 1), arrays_in(targets)
        self.examples += _examples_in(inputs or targets)
        described = inputs[:MAX_DESCRIBED_ARRAYS]
        rows = [_add(self._inputs, at, array) for at, array in enumerate(described)]
        answers = [_add(self._targets, at, array) for at, array in enumerate(targets)]
        numpy = sys.modules.get("numpy")
        if numpy is not None:
            with numpy.errstate(all="ignore"):
                self._mirrored.add(numpy, rows, answers)
                self._overlapping.add(numpy, rows, answers)
        labels = None
        if numpy is not None and len(answers) == 1 and answers[0] is not None:
            with numpy.errstate(all="ignore"):
                self._labels.add(numpy, answers[0])
                self._commonest.add(numpy, answers[0])
                if len(rows) == 1:
                    self._copies.add(numpy, rows[0], answers[0])
            labels = self._labels.of_examples(answers[0])
        more = [on_host(array) for array in inputs[MAX_DESCRIBED_ARRAYS:]]
        self._hash(numpy, rows + more, labels)

    def fields(self) -> dict[str, Any]:
        """For a `data` event; the caller adds the loader or the role."""
        return {
            "inputs": [part.fields() for part in self._inputs],
            "targets": [part.fields() for part in self._targets],
            **self._labels.fields(),
            **self._hashes.fields(),
            **self._commonest.fields(),
            **self._copies.fields(),
            **self._mirrored.fields(),
            **self._overlapping.fields(),
            "examples": self.examples,
        }

    def overlap(self, other: Fingerprint) -> dict[str, int] | None:
        """For an `overlap` event: how many of the other's examples are in this set too."""
        shared = len(self.hashes & other.hashes)
        return {"shared": shared, "of": len(other.hashes)} if shared else None

    def _hash(self, numpy: Any, rows: list[Any], labels: Any) -> None:
        there = numpy is not None and all(row is not None for row in rows)
        if there and 0 < len(rows) <= MAX_HASHED_ARRAYS:
            with numpy.errstate(all="ignore"):
                self._hashes.add(numpy, rows, labels)


class _Part:
    """One array of a batch, over all batches."""

    def __init__(self) -> None:
        self._shape: list[Any] | None = None
        self._dtype: str | None = None
        self._moments = Moments()
        self._columns = Columns()

    def add(self, array: Any) -> Any:
        """The array as NumPy sees it, None where it cannot be looked at."""
        shape = shape_of(array)
        self._shape = shape if self._shape is None else _merged(self._shape, shape)
        self._dtype = self._dtype or dtype_name(array)
        seen = on_host(array)
        if seen is not None and seen.dtype.kind in "biuf":
            numpy = sys.modules["numpy"]
            with numpy.errstate(all="ignore"):
                self._moments.add(numpy, seen)
                self._columns.add(numpy, seen)
        return seen

    def fields(self) -> dict[str, Any]:
        measured = {**self._moments.fields(), **self._columns.fields()}
        return {"shape": self._shape, "dtype": self._dtype, **measured}


def _add(parts: list[_Part], at: int, array: Any) -> Any:
    if at == len(parts):
        parts.append(_Part())
    return parts[at].add(array)


def _merged(known: list[Any], shape: list[Any] | None) -> list[Any] | None:
    """Sizes that differ between batches are unknown; the last batch is often a shorter one."""
    if shape is None or len(shape) != len(known):
        return known if shape is None else None
    rest = [size if size == other else None for size, other in zip(known, shape)]
    return [max(known[0], shape[0]), *rest[1:]] if rest and known[0] and shape[0] else rest


def _examples_in(arrays: list[Any]) -> int:
    shape = shape_of(arrays[0]) if arrays else None
    return int(shape[0] or 0) if shape else len(arrays[:1])
