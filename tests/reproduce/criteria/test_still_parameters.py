"""Words for parameters that training leaves where they were."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.report.parse import parse_report

STILL = (
    ("Phases stay zero", "I plotted what was learnt after a long run. All other weights move."),
    ("alpha is still 1.0 after training", "I expected the mixing weight to learn something."),
    ("position table remains at its initial values", "Trained for 50 epochs."),
    ("gates stay where they were", "Every other parameter moves while training."),
    ("Codebook never learns", "Weights of `codebook` after 10 epochs == at init."),
)
OTHERS = (
    ("Accuracy remains 0", "after training for 10 epochs"),
    ("memory stays at 1 GB after training", ""),
    ("lr stays 1.0", "the scheduler has no effect while training"),
    ("Counter is still 0", "global step is not increased during training"),
    ("Seeds stay 0 whatever I pass", "The seed option is ignored when I train."),
    ("Shelf stays zero", "It is always empty."),
)


@pytest.mark.parametrize(("title", "body"), STILL)
def test_what_does_not_move(title: str, body: str) -> None:
    found = derive(parse_report(f"# {title}\n\n{body}\n"))
    assert "parameter_change" in found[0].criteria[0].check


@pytest.mark.parametrize(("title", "body"), OTHERS)
def test_what_stays_for_other_reasons(title: str, body: str) -> None:
    found = derive(parse_report(f"# {title}\n\n{body}\n"))
    assert not any(one.symptom == "gradient" and one.confidence > 0.4 for one in found)
