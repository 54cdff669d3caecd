"""Batches that repeat each other, moved by some rows, are told from all that looks like it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy
import pytest

from seismograd_sandbox.guest.fingerprint import Fingerprint

N, SIZE = 400, 32
Batches = Iterator[tuple[Any, Any]]


def examples() -> tuple[Any, Any]:
    random = numpy.random.default_rng(0)
    return random.normal(size=(N, 10)).astype("float32"), random.integers(0, 4, N)


def cut(x: Any, y: Any, starts: Any) -> Batches:
    for start in starts:
        yield x[start : start + SIZE], y[start : start + SIZE]


def told(batches: Batches) -> Any:
    fingerprint = Fingerprint()
    fingerprint.begin_pass()
    for inputs, targets in batches:
        fingerprint.add(inputs, targets)
    return fingerprint.fields().get("overlapping")


def test_batches_that_begin_at_their_number_are_seen() -> None:
    found = told(cut(*examples(), range(8)))
    assert found == {"pairs": 7, "moved": 7, "forward": 7, "stride": 1, "rows": SIZE}


def test_the_order_of_batches_may_be_shuffled() -> None:
    found = told(cut(*examples(), [4, 9, 1, 6, 2, 7]))
    assert (found["moved"], found["forward"], found["stride"]) == (5, 3, 1)


def changed() -> Batches:
    random = numpy.random.default_rng(1)
    for x, y in cut(*examples(), range(8)):
        noise = 0.05 * random.normal(size=x.shape)
        yield (x * random.uniform(0.8, 1.2, (len(x), 1)) + noise).astype("float32"), y


def test_inputs_that_are_changed_at_random_are_known_by_their_targets() -> None:
    assert told(changed())["moved"] == 7


def one_after_the_other() -> Batches:
    return cut(*examples(), range(0, N - SIZE, SIZE))


def the_same_again() -> Batches:
    return cut(*examples(), [0] * 8)


def drawn_with_replacement() -> Batches:
    (x, y), random = examples(), numpy.random.default_rng(2)
    for _ in range(8):
        rows = random.integers(0, 40, SIZE)
        yield x[rows], y[rows]


def shuffled_anew() -> Batches:
    (x, y), random = examples(), numpy.random.default_rng(2)
    for start in range(8):
        rows = start + random.permutation(SIZE)
        yield x[rows], y[rows]


def windows_of_a_series() -> Batches:
    series = numpy.sin(numpy.arange(N + 20) / 3).astype("float32")
    x = numpy.stack([series[at : at + 16] for at in range(N)])
    return cut(x, (numpy.arange(N) // 90) % 2, range(0, N - SIZE, SIZE))


def a_few_rows_repeated() -> Batches:
    x, y = examples()
    return cut(numpy.tile(x[:10], (40, 1)), numpy.tile(y[:10], 40), range(0, N - SIZE, SIZE))


def other_targets_of_the_same_inputs() -> Batches:
    x, y = numpy.tile(examples()[0][: SIZE + 1], (10, 1)), examples()[1]
    return cut(x[:N], y[: len(x)], range(0, len(x) - 2 * SIZE, SIZE))


def new_inputs_with_the_same_targets() -> Batches:
    _, y = examples()
    for start in range(8):
        yield numpy.random.default_rng(start).normal(size=(SIZE, 10)), y[start : start + SIZE]


@pytest.mark.parametrize(
    "batches",
    [
        one_after_the_other,
        the_same_again,
        drawn_with_replacement,
        shuffled_anew,
        windows_of_a_series,
        a_few_rows_repeated,
        other_targets_of_the_same_inputs,
        new_inputs_with_the_same_targets,
    ],
)
def test_nothing_is_told_of(batches: Callable[[], Batches]) -> None:
    assert told(batches()) is None


def test_another_pass_begins_anew() -> None:
    fingerprint = Fingerprint()
    for start in range(8):
        fingerprint.begin_pass()
        for inputs, targets in cut(*examples(), [start]):
            fingerprint.add(inputs, targets)
    assert "overlapping" not in fingerprint.fields()
