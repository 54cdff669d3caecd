"""Arithmetic on sizes that are numbers, multiples of names, or not known."""

from __future__ import annotations

import pytest

from seismograd.program.shapes.mismatch import shape_text
from seismograd.program.shapes.sizes import (
    differ,
    fresh,
    merged,
    plus,
    product,
    quotient,
    window_count,
)
from seismograd.source.evaluate.values import Dim, Shape, Size

N, H = Dim(1, ("n",)), Dim(1, ("h",))


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ((2, 3, 4), 24),
        ((16, H, H), Dim(16, ("h", "h"))),
        ((N, 3), Dim(3, ("n",))),
        ((2, None), None),
        ((), 1),
    ],
)
def test_product(sizes: tuple[Size, ...], expected: Size) -> None:
    assert product(sizes) == expected


@pytest.mark.parametrize(
    ("whole", "part", "expected"),
    [
        (12, 4, 3),
        (12, 5, None),
        (Dim(12, ("n",)), N, 12),
        (Dim(12, ("n",)), 4, Dim(3, ("n",))),
        (Dim(12, ("n",)), H, None),
        (N, N, 1),
        (None, 2, None),
    ],
)
def test_quotient(whole: Size, part: Size, expected: Size) -> None:
    assert quotient(whole, part) == expected


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (3, 3, False),
        (3, 4, True),
        (Dim(16, ("h",)), 100, True),
        (Dim(16, ("h",)), 160, False),
        (Dim(2, ("n",)), N, True),
        (N, H, False),
        (None, 3, False),
        (N, 5, False),
    ],
)
def test_only_what_is_certain_differs(left: Size, right: Size, expected: bool) -> None:
    assert differ(left, right) is expected
    assert differ(right, left) is expected


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [(2, 3, 5), (N, N, Dim(2, ("n",))), (N, 0, N), (N, 3, None), (N, H, None), (None, 1, None)],
)
def test_plus(left: Size, right: Size, expected: Size) -> None:
    assert plus(left, right) == expected


@pytest.mark.parametrize(
    ("size", "kernel", "stride", "padding", "expected"),
    [
        (28, 5, 1, 0, 24),
        (28, 2, 2, 0, 14),
        (27, 3, 2, 2, 14),
        (3, 5, 1, 0, -1),
        (Dim(4, ("h",)), 2, 2, 0, Dim(2, ("h",))),
        (H, 3, 1, 2, H),
        (H, 2, 2, 0, None),
        (None, 2, 2, 0, None),
    ],
)
def test_windows(size: Size, kernel: int, stride: int, padding: int, expected: Size) -> None:
    assert window_count(size, kernel, stride, padding) == expected


@pytest.mark.parametrize(
    ("shapes", "expected"),
    [
        ([(2, 3), (2, 3)], (2, 3)),
        ([(2, 3), (2, 4)], (2, None)),
        ([(2, 3), (2, 3, 4)], None),
        ([(2,), None], None),
    ],
)
def test_what_alternatives_share(shapes: list[Shape], expected: Shape) -> None:
    assert merged(shapes) == expected


def test_sizes_without_a_name_are_told_apart_but_shown_alike() -> None:
    first, second = fresh(), fresh()
    assert first != second
    assert shape_text((first, Dim(16, (*second.names, *N.names)), 3, None)) == "[?, 16*?*n, 3, ?]"
