"""What a log shows is a criterion where the words beside it complain of the same."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.report.parse import parse_report

STILL = 'series("losses", "constant")'
NEGATIVE = 'measured("value", "<", 0.0)'

_SAME = ("ep 0 loss 1.609", "ep 1 loss 1.609", "ep 2 loss 1.609")
_MOVING = ("$ python run.py --folds 2", "ep 0 loss 1.601", "ep 1 loss 1.5", "ep 2 loss 1.2")


def _checks(title: str, *rows: str) -> list[str]:
    log = "".join(f"    {row}\n" for row in rows)
    text = f"# {title}\n\n    $ python run.py --folds 3\n{log}"
    return [one.criteria[0].check for one in derive(parse_report(text))]


@pytest.mark.parametrize(
    "title",
    [
        "Does not learn with three folds",
        "Loss stuck",
        "nothing changes from epoch to epoch",
        "Training has no effect",
        "the log is the same in every epoch",
    ],
)
def test_a_loss_that_stands_still(title: str) -> None:
    assert STILL in _checks(title, *_SAME, *_MOVING)


@pytest.mark.parametrize(
    ("title", "rows"),
    [
        ("Does not learn", ("loss 1.61", "loss 1.60", "loss 1.59")),
        ("Loss stuck", ("loss 0.0", "loss 0.0", "loss 0.0")),
        ("Loss stuck", ("accuracy 0.51", "accuracy 0.51", "accuracy 0.51")),
        ("Loss stuck", _SAME),
        ("Print more digits", (*_SAME, *_MOVING)),
    ],
)
def test_other_logs_do_not_stand_still(title: str, rows: tuple[str, ...]) -> None:
    assert STILL not in _checks(title, *rows)


@pytest.mark.parametrize(
    ("title", "label"),
    [
        ("KL term is negative", "kl"),
        ("Why is my distance below zero?", "mean distance"),
        ("mse < 0", "mse"),
        ("Variance less than zero", "var"),
    ],
)
def test_what_cannot_be_negative(title: str, label: str) -> None:
    assert NEGATIVE in _checks(title, f"{label} -0.1", f"{label} -0.4", f"{label} -2.5")


@pytest.mark.parametrize(
    ("title", "rows"),
    [
        ("Goes below zero", ("reward -0.1", "reward -0.2", "reward -0.3")),
        ("Goes below zero", ("nll -0.1", "nll -0.2", "nll -0.3")),
        ("Goes below zero", ("kl 0.1", "kl -0.2", "kl 0.3")),
        ("Prints too much", ("kl -0.1", "kl -0.2", "kl -0.3")),
    ],
)
def test_what_may_be_negative(title: str, rows: tuple[str, ...]) -> None:
    assert NEGATIVE not in _checks(title, *rows)
