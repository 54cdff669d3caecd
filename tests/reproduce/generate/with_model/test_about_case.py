from __future__ import annotations

import pytest

from seismograd.llm.quotes import Quotes
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint
from seismograd.reproduce.generate.with_model.about_case import about_criteria


def told(check: str) -> str:
    return about_criteria(Fingerprint((Criterion("c1", "", "", check),), "learning"), Quotes())


@pytest.mark.parametrize(
    ("check", "instead"),
    [
        ("loss_does_not_fall()", "MEASURED loss_first <JSON> and"),
        ("loss_is_nan(within=100)", "MEASURED loss <JSON>"),
    ],
)
def test_where_losses_come_from_is_said(check: str, instead: str) -> None:
    assert f"print {instead}" in told(check)


def test_what_is_to_be_printed_is_said() -> None:
    assert "MEASURED duplicates <JSON>" in told('measured("duplicates", ">", 0)')
    assert "loss_first" not in told('measured("duplicates", ">", 0)')
