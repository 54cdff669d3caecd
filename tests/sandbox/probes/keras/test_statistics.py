from __future__ import annotations

import numpy
import pytest

from seismograd_sandbox.guest.probes.keras_probe.statistics import (
    activation_statistics,
    statistics,
)


def test_moments_are_those_of_the_finite_elements() -> None:
    values = numpy.array([1.0, 3.0, 0.0, float("nan"), float("inf")], dtype="float32")
    fields = statistics(numpy, values, 5)
    assert fields["nan"] == fields["inf"] == fields["zero"] == 0.2
    assert (fields["min"], fields["max"]) == (0.0, 3.0)
    assert fields["mean"] == pytest.approx(4 / 3, rel=1e-5)


def test_the_norm_is_that_of_the_whole_tensor() -> None:
    assert statistics(numpy, numpy.ones(10, "float32"), 1000)["norm"] == pytest.approx(1000**0.5)


def test_nothing_but_nan_has_no_moments() -> None:
    fields = statistics(numpy, numpy.full(4, numpy.nan, "float32"), 4)
    assert fields == {"n": 4, "nan": 1.0, "inf": 0.0, "zero": 0.0}


def test_a_unit_is_dead_that_is_zero_for_every_example() -> None:
    table = numpy.array([[0.0, 1.0, 0.0], [0.0, 0.0, 0.0]], dtype="float32")
    fields = activation_statistics(numpy, table.reshape(-1), 6, (2, 3), "relu")
    assert fields["dead"] == pytest.approx(2 / 3, rel=1e-5)
    assert "saturated" not in fields


def test_flat_ends_of_saturating_functions() -> None:
    table = numpy.array([[0.999, 0.5], [0.001, 0.5]], dtype="float32")
    fields = activation_statistics(numpy, table.reshape(-1), 4, (2, 2), "sigmoid")
    assert fields["saturated"] == 0.5
    assert fields["dead"] == 0.5


def test_other_functions_have_neither() -> None:
    fields = activation_statistics(numpy, numpy.zeros(4, "float32"), 4, (2, 2), "linear")
    assert "dead" not in fields
    assert "saturated" not in fields
