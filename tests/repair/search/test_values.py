"""Steps from a value that helps."""

from __future__ import annotations

import pytest

from seismograd.repair.parameter import Choices, Numbers, as_text
from seismograd.repair.search.values import stepped_values
from tests.repair.search.problems import parameter


def _steps(old: str, value: float) -> list[str]:
    rate = parameter("lr", old, Numbers(1e-5, 1.0))
    return [as_text(one) for one in stepped_values(rate, value)]


def test_further_first_then_back() -> None:
    assert _steps("0.0001", 0.01) == ["0.1", "0.0316", "0.001", "0.00316"]


def test_smaller_where_smaller_helps() -> None:
    assert _steps("1", 0.01) == ["0.001", "0.00316", "0.1", "0.0316"]


def test_never_past_the_old_value() -> None:
    assert _steps("0.002", 0.01) == ["0.1", "0.0316", "0.00316"]


def test_steps_end_at_the_edge() -> None:
    assert _steps("0.001", 0.5)[:2] == ["1", "1"]


def test_without_an_old_number_both_ways() -> None:
    assert _steps("", 0.01) == ["0.1", "0.0316", "0.001", "0.00316"]


@pytest.mark.parametrize("value", ["b", 1.0])
def test_options_have_no_steps(value: str | float) -> None:
    assert stepped_values(parameter("act", "a", Choices(("a", "b"))), value) == []
