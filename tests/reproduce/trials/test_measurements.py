from __future__ import annotations

import math

import pytest

from seismograd.reproduce.trials.measurements import measurements


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("MEASURED loss 0.5", 0.5),
        ('MEASURED loss "float32"', "float32"),
        ("MEASURED loss [1, 2]", [1, 2]),
        ("MEASURED loss: 0.5", 0.5),
        ("MEASURED loss = 0.5", 0.5),
        ("MEASURED loss=0.5", 0.5),
        ("MEASURED loss :  -1e-3", -1e-3),
        ("  MEASURED loss 0.5", 0.5),
        ("MEASURED: loss 0.5", 0.5),
        ("MEASURED loss True", True),
        ("MEASURED loss None", None),
        ("MEASURED loss (2, 3)", [2, 3]),
        ("MEASURED loss torch.Size([2, 3])", [2, 3]),
        ("MEASURED loss tensor(0.25)", 0.25),
        ("MEASURED loss tensor(0.25, grad_fn=<MeanBackward0>)", 0.25),
        ("MEASURED loss np.float64(0.25)", 0.25),
        ("MEASURED loss torch.float16", "torch.float16"),
        ("MEASURED loss 'mean'", "mean"),
        ("MEASURED loss {'a': 1}", {"a": 1}),
        ("MEASURED loss inf", math.inf),
        ("MEASURED loss 0.1\nMEASURED loss 0.2", 0.2),
    ],
)
def test_values_are_read_as_people_write_them(line: str, value: object) -> None:
    assert measurements(f"before\n{line}\nafter") == {"loss": value}


def test_no_number_is_one_as_well() -> None:
    for word in ("NaN", "nan"):
        found = measurements(f"MEASURED loss {word}")["loss"]
        assert isinstance(found, float)
        assert math.isnan(found)


@pytest.mark.parametrize(
    "line",
    ["MEASURED", "MEASURED loss", "MEASURED loss is about 0.5", "we MEASURED loss 0.5",
     "MEASURED loss __import__('os')", "MEASURED loss " + "[" * 100_000],
)  # fmt: skip
def test_what_has_no_value_is_none(line: str) -> None:
    assert measurements(line) == {}
