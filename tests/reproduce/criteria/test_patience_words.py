"""Words for stops at the wrong time and for a best that is none, and words that look like them."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.report.parse import parse_report

EARLY = 'measured("acted_too_early", "==", True)'
NEVER = 'measured("never_acted", "==", True)'
BEST = 'measured("epochs_from_best", ">", 0)'


def _checks(text: str) -> list[str]:
    return [one.criteria[0].check for one in derive(parse_report(text))]


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("DropOnPlateau lowers the learning rate although the loss still improves", EARLY),
        ("Early stopping triggers while the loss is still decreasing", EARLY),
        ("Training stops too early, patience is not respected", EARLY),
        ("The patience counter is never reset when the metric improves", EARLY),
        ("EarlyStopping stops training after two epochs", EARLY),
        ("The validation loss keeps improving but training is stopped anyway", EARLY),
        ("lr is halved even though val_loss got better", EARLY),
        ("My accuracy goes up every epoch and still early stopping ends the run", EARLY),
        ("Early stopping with mode=max stops immediately", EARLY),
        ("The counter doesn't get reset after an improvement", EARLY),
        ("EarlyStopping never stops", NEVER),
        ("Early stopping does not trigger", NEVER),
        ("patience has no effect, all 100 epochs are run", NEVER),
        ("Training keeps going although nothing improved for 50 epochs, patience is 5", NEVER),
        ("Early stopping doesn't work for accuracy", NEVER),
        ("The checkpoint callback saves the worst model", BEST),
        ("best.pt is always the last epoch", BEST),
        ("restore_best gives the last weights instead of the best ones", BEST),
        ("Best checkpoint gets overwritten in every epoch", BEST),
        ("The best weights are those of the final epoch", BEST),
        ("best_model.pth is not the best checkpoint", BEST),
        ("save_best keeps the worst checkpoint when mode is max", BEST),
    ],
)
def test_words_are_understood(text: str, check: str) -> None:
    assert check in _checks(text)


@pytest.mark.parametrize(
    "text",
    [
        "Training crashes when early stopping is enabled",
        "Early stopping works as it should, but the plot is empty",
        "Add early stopping",
        "The loss does not decrease",
        "Accuracy drops to zero in the second epoch",
        "What is the best learning rate?",
        "The last batch is smaller than the others",
        "Loading the best checkpoint gives other predictions than before saving",
        "The learning rate is never lowered",
        "Memory grows in every epoch until the process is killed",
    ],
)
def test_words_that_only_look_like_it_are_left_alone(text: str) -> None:
    assert not {EARLY, NEVER, BEST} & set(_checks(text))
