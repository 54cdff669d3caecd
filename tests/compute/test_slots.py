"""How many trainings fit, from what machines have and a training needs."""

from __future__ import annotations

import math

import pytest

from seismograd.compute.slots import Capacity, Needs, Slots, find_slots

GIB = 1 << 30
SMALL = Needs(GIB)


@pytest.mark.parametrize(
    ("machines", "needs", "most", "slots"),
    [
        ([Capacity(8)], SMALL, 5, Slots(5, 1)),
        ([Capacity(8)], SMALL, 4, Slots(4, 2)),
        ([Capacity(8)], SMALL, 99, Slots(8, 1)),
        ([Capacity(8, 3 * GIB)], SMALL, 99, Slots(3, 2)),
        ([Capacity(8, GIB / 2)], SMALL, 99, Slots(0, 8)),
        ([Capacity(8, math.inf, gpus=2)], Needs(GIB, gpus=1), 99, Slots(2, 4)),
        ([Capacity(8)], Needs(GIB, gpus=1), 99, Slots(0, 8)),
        ([Capacity(8)], Needs(GIB, threads=4), 99, Slots(2, 4)),
        ([Capacity(2)], Needs(GIB, threads=4), 99, Slots(1, 4)),
        ([Capacity(16), Capacity(16)], SMALL, 5, Slots(5, 5)),
        ([Capacity(0), Capacity(2)], SMALL, 5, Slots(2, 1)),
        ([], SMALL, 5, Slots(0, 1)),
    ],
)
def test_as_many_as_cores_memory_and_gpus_allow(
    machines: list[Capacity], needs: Needs, most: int, slots: Slots
) -> None:
    assert find_slots(machines, needs, most) == slots
