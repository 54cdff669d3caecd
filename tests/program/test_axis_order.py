from __future__ import annotations

import pytest

from seismograd.program.axis_order import Order, axis_order, joined_neighbours
from seismograd.program.shapes.sizes import BATCH, fresh
from seismograd.source.evaluate.values import Shape

SOME, OTHER, THIRD = fresh(), fresh(), fresh()


@pytest.mark.parametrize(
    ("before", "after", "order"),
    [
        ((8, 5, 32), (8, 32, 5), (0, 2, 1)),
        ((BATCH, SOME, 3), (BATCH, 3, SOME), (0, 2, 1)),
        ((8, 16, 16, 3), (8, 3, 16, 16), (0, 3, 1, 2)),
        ((2, SOME, 16), (OTHER, 2, 16), (1, 0, 2)),
        ((8, 5, 32), (8, 5, 32), None),
        ((8, 1, 32), (8, 32, 1), None),
        ((8, 5, 32), (8, 160), None),
        ((8, 6, 4), (8, 3, 8), None),
        ((8, SOME, OTHER), (8, THIRD, SOME), (0, 2, 1)),
        ((8, SOME, OTHER), (8, THIRD, fresh()), None),
        ((8, None, 3), (8, 3, None), (0, 2, 1)),
        (None, (8, 3), None),
    ],
)
def test_order_is_known_where_sizes_tell(before: Shape, after: Shape, order: Order | None) -> None:
    assert axis_order(before, after) == order


def test_neighbours_are_joined_where_a_size_is_a_multiple() -> None:
    assert joined_neighbours((8, 6, 24), (8, 24, 6)) == 4
    assert joined_neighbours((8, 5, 24), (8, 24, 5)) == 0
    assert joined_neighbours((8, SOME, 3), (8, 3, SOME)) == 0
