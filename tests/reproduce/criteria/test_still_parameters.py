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
    ("temperature stays at 0.07 no matter how long I train", "The retrieval improves."),
    ("`gate` is 0.5 in every epoch", "Trained the mixer for 30 epochs, the loss goes down."),
    ("alpha of the mixer is exactly 1.0 in each checkpoint", "I train with the defaults."),
    ("tau reads 0.1 at all steps", "The rest of the training is fine."),
    ("log_sigma is -2.3 throughout the whole training", "Isn't it learnt?"),
)
OTHERS = (
    ("Accuracy remains 0", "after training for 10 epochs"),
    ("memory stays at 1 GB after training", ""),
    ("lr stays 1.0", "the scheduler has no effect while training"),
    ("Counter is still 0", "global step is not increased during training"),
    ("Seeds stay 0 whatever I pass", "The seed option is ignored when I train."),
    ("Shelf stays zero", "It is always empty."),
    ("The loss of Net is 2.3 in every epoch", "I train with the defaults."),
    ("val_acc is 0.1 in every epoch", "I train with the defaults."),
    ("The learning rate is 0.001 in every epoch", "The scheduler does nothing in training."),
    ("Batch size is 32 in all steps", "The option is ignored in training."),
    ("noise is the same for every step", "I train with a seed."),
)


@pytest.mark.parametrize(("title", "body"), STILL)
def test_what_does_not_move(title: str, body: str) -> None:
    found = derive(parse_report(f"# {title}\n\n{body}\n"))
    assert "parameter_change" in found[0].criteria[0].check


@pytest.mark.parametrize(("title", "body"), OTHERS)
def test_what_stays_for_other_reasons(title: str, body: str) -> None:
    found = derive(parse_report(f"# {title}\n\n{body}\n"))
    assert not any(one.symptom == "gradient" and one.confidence > 0.4 for one in found)
