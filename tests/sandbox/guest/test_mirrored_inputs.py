"""Pictures that come again mirrored are counted by their targets, and nothing else is."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

from seismograd_sandbox.guest.fingerprint import Fingerprint

N = 80


def pictures(*form: int) -> Any:
    return numpy.random.default_rng(0).normal(size=(N, *form)).astype("float32")


def points(numbers: int = 2) -> Any:
    return numpy.random.default_rng(1).random((N, numbers)).astype("float32")


def masks() -> Any:
    return (numpy.random.default_rng(2).random((N, 12, 12)) < 0.3).astype("int64")


def told(first: tuple[Any, Any], again: tuple[Any, Any]) -> Any:
    fingerprint = Fingerprint()
    for batch in (first, again):
        fingerprint.begin_pass()
        for start in range(0, N, 20):
            fingerprint.add(*(part[start : start + 20] for part in batch))
    return fingerprint.fields().get("mirrored")


@pytest.mark.parametrize(
    ("form", "axis", "turn"),
    [
        ((1, 12, 12), 3, "width"),
        ((12, 12, 3), 2, "width"),
        ((3, 40, 50), 2, "height"),
        ((12, 14), 1, "height"),
        ((3, 12, 12), (2, 3), "both"),
    ],
)
def test_mirrored_pictures_are_known_by_their_targets(form: Any, axis: Any, turn: str) -> None:
    x, y = pictures(*form), points()
    found = told((x, y), (numpy.flip(x, axis) * 1.2 + 0.1, y))
    assert (found["turn"], found["target"]) == (turn, "numbers")
    assert found["turned"] == found["again"] == N
    assert found["followed"] == 0


def test_a_quarter_of_a_turn_is_seen_in_squares() -> None:
    x, y = pictures(1, 12, 12), points()
    found = told((x, y), (numpy.rot90(x, axes=(2, 3)), y))
    assert found["turned"] == N
    assert "quarter" in found["turn"]


def test_masks_that_stay_are_told_and_those_that_go_along_are_not() -> None:
    x, y = pictures(1, 12, 12), masks()
    assert told((x, y), (x[..., ::-1], y))["target"] == "mask"
    assert told((x, y), (x[..., ::-1], y[..., ::-1])) is None


def test_masks_and_pictures_that_are_mirrored_apart_from_each_other() -> None:
    x, y = pictures(1, 12, 12), masks()
    x[::2], y[::3] = x[::2, ..., ::-1].copy(), y[::3, :, ::-1].copy()
    plain = pictures(1, 12, 12), masks()
    found = told(plain, (x, y))
    assert found["again"] == N
    assert found["turned"] == sum((n % 2 == 0) != (n % 3 == 0) for n in range(N))
    assert (found["turn"], found["followed"]) == ("width", 0)


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_masks_that_are_turned_with_their_pictures(turn: int) -> None:
    x, y = pictures(1, 12, 12), masks()
    turned = numpy.rot90(x, turn, axes=(2, 3)), numpy.rot90(y, turn, axes=(1, 2))
    assert told((x, y), turned) is None
    assert told((x, y), (x, turned[1]))["turned"] == N


def test_a_mask_that_is_the_mirror_of_another_one_says_nothing_of_a_picture_much_like_it() -> None:
    at = numpy.arange(N)
    x, y = numpy.zeros((N, 1, 24, 24), "float32"), numpy.zeros((N, 24, 24), "int64")
    x += numpy.linspace(0, 3, 24, dtype="float32") + numpy.linspace(0, 5, 24)[:, None]
    x[at, 0, at % 5 + 2, at % 24] += 1
    y[at, at % 5 + 2, at % 24] = 1
    x, y = x[: 5 * 16], y[: 5 * 16]
    assert told((x, y), (x, y)) is None


def test_a_mask_that_is_its_own_mirror_says_nothing() -> None:
    x, y = pictures(1, 12, 12), masks()
    y = y + y[..., ::-1]
    assert told((x, y), (x[..., ::-1], y)) is None


def test_some_that_go_along_are_counted() -> None:
    x, y = pictures(1, 12, 12), points()
    moved = numpy.where(numpy.arange(N)[:, None] % 2, y, 1 - y)
    fingerprint = Fingerprint()
    fingerprint.add(x[:60], y[:60])
    fingerprint.add(x[::-1][:36] ** 3, y[:36] + 2)  # the memory is full
    for start in range(0, 60, 4):
        fingerprint.add(x[start : start + 4, ..., ::-1], moved[start : start + 4])
    assert fingerprint.fields()["mirrored"]["followed"] > 10


@pytest.mark.parametrize(
    "targets",
    [
        numpy.arange(N),
        numpy.arange(N, dtype="float32"),
        numpy.eye(N, dtype="float32"),
        numpy.random.default_rng(3).dirichlet(numpy.ones(5), N),
    ],
    ids=["labels", "counts", "one-hot", "shares"],
)
def test_what_a_picture_keeps_in_the_mirror_is_no_name(targets: Any) -> None:
    x = pictures(1, 12, 12)
    assert told((x, targets), (x[..., ::-1], targets)) is None


def test_targets_that_many_pictures_have_are_no_names() -> None:
    x, y = pictures(1, 12, 12), numpy.repeat(points()[:4], N // 4, axis=0)
    assert told((x, y), (x[..., ::-1], y)) is None


@pytest.mark.parametrize("form", [(3, 12), (144,), (2, 2, 40)])
def test_tables_and_rows_are_no_pictures(form: Any) -> None:
    x, y = pictures(*form), points()
    assert told((x, y), (x[..., ::-1], y)) is None


def test_pictures_that_are_their_own_mirror_say_nothing() -> None:
    x, y = pictures(1, 12, 12), points()
    x = x + x[..., ::-1]
    assert told((x, y), (x[..., ::-1], y)) is None


def test_data_that_does_not_change_is_not_mirrored() -> None:
    x, y = pictures(1, 12, 12), points()
    noise = 0.1 * pictures(1, 12, 12)[::-1]
    assert told((x, y), (x + noise, y)) is None


def test_targets_that_tell_the_sides_apart() -> None:
    at = numpy.random.default_rng(4).uniform(2, 13, (N, 1, 1))
    x = numpy.exp(-((numpy.arange(16)[None, None] - at) ** 2)) + 0.05 * pictures(16, 16)
    sides = Fingerprint()
    sides.add(x, numpy.concatenate([at[:, 0], points(1)], axis=1))
    found = sides.fields()["sided"]
    assert found["width"] > 0.8
    assert found["height"] < 0.1
