"""Words that once were read as something else."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive.derivation import derive
from seismograd.reproduce.report.parse import parse_report


def best(text: str) -> str:
    found = derive(parse_report(text))
    return found[0].criteria[0].check if found else ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "--weight-decay is ignored\n\nBoth values print the same losses.",
            "difference_with_option",
        ),
        ("Embedding of a text depends on the other texts in the batch", "alone_and_in_batch"),
        (
            "Scores are not the same if a query is alone or together with a longer one",
            "alone_and_in",
        ),
        ("fit.py prints the very same loss for all steps", "loss_does_not_fall"),
    ],
)
def test_the_first_thing_that_is_looked_for(text: str, expected: str) -> None:
    assert expected in best(text)
