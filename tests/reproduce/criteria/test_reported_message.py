"""Patterns from reported messages fit other machines, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seismograd.reproduce.criteria.matching.automaton import automaton
from seismograd.reproduce.criteria.matching.reported_message import (
    numbers_of,
    pattern_of,
    unwrapped,
)
from seismograd.reproduce.criteria.matching.wordings import says, tolerant


@pytest.mark.parametrize(
    ("reported", "seen"),
    [
        (
            "mat1 and mat2 shapes cannot be multiplied (32x128 and 64x10)",
            "mat1 and mat2 shapes cannot be multiplied (1x16 and 8x2)",
        ),
        ("Target 10 is out of bounds.", "Target 3 is out of bounds."),
        (
            "[Errno 2] No such file or directory: '/home/me/runs/last.pt'",
            "[Errno 2] No such file or directory: 'C:\\tmp\\last.pt'",
        ),
        (
            "Expected more than 1 value per channel when training, got input size "
            "torch.Size([1, 32])",
            "Expected more than 1 value per channel when training, got input size "
            "torch.Size([1, 4, 1])",
        ),
        (
            "<net.Net object at 0x7f3a2c001d30> is no layer",
            "<net.Net object at 0x55d1> is no layer",
        ),
        (
            "forward() got an unexpected keyword argument 'mask'",
            "Net.forward() got an unexpected keyword argument 'mask'",
        ),
        (
            "size mismatch, m1: [4 x 8], m2: [16 x 2] at /pytorch/TH/THTensorMath.cpp:136",
            "mat1 and mat2 shapes cannot be multiplied (4x8 and 16x2)",
        ),
        (
            "expected scalar type Double but found Float",
            "mat1 and mat2 must have the same dtype, but got Float and Double",
        ),
        (
            "CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 15.78 GiB total capacity)",
            "CUDA out of memory. Tried to allocate 512.00 MiB (GPU 1; 7.5 GiB total capacity)",
        ),
    ],
)
def test_what_varies_may_vary(reported: str, seen: str) -> None:
    assert says(seen, pattern_of(reported))


@pytest.mark.parametrize(
    ("reported", "seen"),
    [
        ("'NoneType' object has no attribute 'shape'", "'NoneType' object has no attribute 'size'"),
        ("Target 10 is out of bounds.", "index 10 is out of bounds for dimension 0 with size 3"),
        ("'mask'", "'labels'"),
        (
            "mat1 and mat2 shapes cannot be multiplied (32x128 and 64x10)",
            "The size of tensor a (3) must match the size of tensor b (4)",
        ),
    ],
)
def test_words_must_stay(reported: str, seen: str) -> None:
    assert not says(seen, pattern_of(reported))


@pytest.mark.parametrize("message", ["3", "", "(2, 3)", "0x7fff0000", "!!!"])
def test_a_message_without_words_gives_no_pattern(message: str) -> None:
    assert pattern_of(message) == ""


def test_numbers_are_kept_apart() -> None:
    assert numbers_of("cannot be multiplied (32x128 and 64x10)") == (32, 128, 64, 10)
    assert numbers_of("size mismatch, m1: [4 x 8] at /pytorch/TH/Math.cpp:136") == (4, 8)
    assert numbers_of("Conv2d at 0x7f3a2c001d30: lr 1e-4") == (1e-4,)


def test_errors_of_workers_are_taken_out_of_their_wrapping() -> None:
    message = (
        "Caught KeyError in DataLoader worker process 0.\nOriginal Traceback "
        "(most recent call last):\n  File \"data.py\", line 3\nKeyError: 'label'\n"
    )
    error = unwrapped("KeyError", message)
    assert (error.exception, error.message) == ("KeyError", "'label'")


@given(st.text(max_size=300))
def test_every_message_fits_its_own_pattern(message: str) -> None:
    pattern = pattern_of(message)
    automaton(tolerant(pattern))
    assert says(message, pattern)
