"""Words for reading and calling that change something, and words that only look like them."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.report.parse import parse_report

REREAD = 'measured("difference_between_reads", ">", 1e-06)'
GIVEN = 'measured("change_of_input", ">", 1e-06)'


def _checks(text: str) -> list[str]:
    return [one.criteria[0].check for one in derive(parse_report(f"# {text}\n\nSee title.\n"))]


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("Samples are not the same each time I look at them", REREAD),
        ("Reading the same sample twice gives different values", REREAD),
        ("dataset[0] is different the second time", REREAD),
        ("__getitem__ modifies the stored tensors", REREAD),
        ("Iterating over the loader corrupts the underlying array", REREAD),
        ("The dataset is overwritten while iterating", REREAD),
        ("The data is changed after the first epoch", REREAD),
        ("Images get darker with every epoch", REREAD),
        ("Pixels shrink from epoch to epoch, they fade with each pass", REREAD),
        ("Spectrograms are normalised twice in TrackDataset", REREAD),
        ("In the second epoch all inputs are zeros", REREAD),
        ("The features are wrong from the second epoch on", REREAD),
        ("`clip_boxes` modifies its input", GIVEN),
        ("normalize() overwrites the original image", GIVEN),
        ("My input tensor is changed after the call", GIVEN),
        ("collate mutates its arguments in place", GIVEN),
        ("mixup has side effects on its inputs", GIVEN),
    ],
)
def test_what_words_mean(text: str, check: str) -> None:
    assert check in _checks(text)[:2]


@pytest.mark.parametrize(
    "text",
    [
        "Results are different each time I run the script",
        "Samples are not the same each time although I set the seed",
        "The loss changes after the first epoch",
        "Validation accuracy gets worse with every epoch",
        "The same image comes twice per epoch",
        "The dataset does not change while iterating",
        "Reading the data takes twice as long",
        "The input is not normalised",
        "Changing the input size crashes",
        "The embedding of a sentence is another one each time",
        "The model gives other predictions for the same image each time",
        "The learning rate is changed again in every epoch",
        "The model changes its prediction for another input",
        "Please add an argument to change the input format",
    ],
)
def test_what_words_do_not_mean(text: str) -> None:
    assert not {REREAD, GIVEN} & set(_checks(text))
