"""What a report only circles around is tried last, and what it does not speak of never."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.criteria.derive.topics import FAINT
from tests.reproduce.criteria.reports import report

CIRCLED = (
    (
        "evaluation",
        "Embeddings have a similarity of 0.97 with themselves",
        "I embed the same sentence a second time.\n\nIt should be 1.0. Yes, I called eval.",
    ),
    (
        "batch",
        "Scores of my service are off",
        "It sends clips in one batch of 8.\n\nLocally I run them one by one.\n\nThe numbers do "
        "not agree.",
    ),
    (
        "reload",
        "91 % in the notebook, 12 % in production",
        "The notebook trains.\n\nProduction uses the checkpoint of the notebook.",
    ),
)
NOT_SPOKEN_OF = (
    ("Predictions are too low", "On my data the model predicts 0.1 everywhere."),
    ("Loading the dataset is slow", "It takes ten minutes."),
    ("KeyError: 'labels'", "Happens with the second batch."),
)


@pytest.mark.parametrize(("family", "title", "body"), CIRCLED)
def test_what_is_told_in_pieces_is_tried_last(family: str, title: str, body: str) -> None:
    found = derive(report(title, body))
    assert found[-1].symptom == family
    assert found[-1].confidence == FAINT


@pytest.mark.parametrize(("title", "body"), NOT_SPOKEN_OF)
def test_what_is_not_told_is_not_tried(title: str, body: str) -> None:
    assert not [one for one in derive(report(title, body)) if one.confidence == FAINT]
