"""What is padding, and what only looks like it."""

from __future__ import annotations

import numpy
import pytest

from seismograd_sandbox.guest.probes.padding import padded_positions

TOKENS = [[3, 5, 7, 0, 0], [4, 6, 0, 0, 0], [5, 3, 4, 7, 6], [7, 6, 5, 4, 0]]
PADDED = [[0, 0, 0, 0, 1], [0, 0, 0, 1, 1], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]
"""Without the one next to the content, which may be a mark of its end."""


def test_a_token_at_the_end() -> None:
    found = padded_positions(numpy.array(TOKENS))
    assert found is not None
    assert found.chosen.tolist() == numpy.array(PADDED, bool).tolist()


def test_at_the_beginning() -> None:
    found = padded_positions(numpy.array(TOKENS)[:, ::-1])
    assert found is not None
    assert found.chosen[:, ::-1].astype(int).tolist() == PADDED


def test_positions_may_come_first() -> None:
    found = padded_positions(numpy.array(TOKENS).T)
    assert found is not None
    assert found.by_example.astype(int).tolist() == PADDED
    assert found.chosen.shape == (5, 4)


def test_rows_of_zeros() -> None:
    values = numpy.array(TOKENS)[..., None] * numpy.ones(3)
    found = padded_positions(values)
    assert found is not None
    assert found.chosen.astype(int).tolist() == PADDED


@pytest.mark.parametrize(
    "rows",
    [
        [[3, 0, 7, 0, 0], *TOKENS[1:]],
        [[3, 5, 7, 0, 0], [4, 6, 5, 0, 0], [5, 3, 4, 0, 0], [7, 6, 5, 0, 0]],
        [[1, 1, 1, 0, 0], [1, 1, 0, 0, 0], [1, 1, 1, 1, 1], [1, 1, 1, 1, 0]],
        [[3, 5, 7, 8, 1], [4, 6, 9, 2, 0], [5, 3, 4, 7, 6], [7, 6, 5, 4, 2]],
        [[0, 0, 0, 0, 0], *TOKENS[1:]],
        TOKENS[:2],
    ],
    ids=["inside", "one-length", "two-letters", "no-runs", "nothing-else", "few-examples"],
)
def test_no_padding(rows: list[list[int]]) -> None:
    assert padded_positions(numpy.array(rows)) is None


def test_tables_and_images_have_none() -> None:
    assert padded_positions(numpy.zeros((8, 5))) is None
    assert padded_positions(numpy.zeros((8, 1, 5, 5))) is None
