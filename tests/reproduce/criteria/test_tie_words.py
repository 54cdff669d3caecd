"""Words for rankings of equal scores, and words that only look like them."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.report.parse import parse_report

AREA = 'measured("difference_with_ties", ">", 0.0001)'
RANK = 'measured("result_of_equal_scores", "~", 1.0, within=0.001)'


def _first(text: str) -> str:
    found = derive(parse_report(text))
    return found[0].criteria[0].check if found else ""


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("# AUC of a constant model is 1.0\n\nIt should be one half.", AREA),
        ("# Dummy baseline\n\nIf I predict the same for everyone, auroc() returns 0.97.", AREA),
        ("# compute_auc ignores ties\n\nThe result depends on how the rows are sorted.", AREA),
        ("# roc_auc\n\nWhen all scores are equal the AUC is 0.0 instead of 0.5.", AREA),
        ("# Concordance index\n\nTied predictions are counted as concordant.", AREA),
        ("# MRR is perfect for a constant model\n\nAll candidates get the same score.", RANK),
        ("# Optimistic ranks\n\nIf all scores are equal hits@1 is 100 %.", RANK),
        ("# mean_reciprocal_rank\n\nA model that predicts a constant gets 1.0.", RANK),
    ],
)
def test_words_are_understood(text: str, check: str) -> None:
    assert _first(text) == check


@pytest.mark.parametrize(
    "text",
    [
        "AUC drops after the second epoch",
        "The weights of encoder and decoder are tied but the checkpoint has both",
        "A constant learning rate is ignored by the scheduler",
        "The precision-recall AUC is too low",
        "Ranking loss is NaN",
        "Only rank 0 prints, all scores are equal",
    ],
)
def test_words_that_only_look_like_it_are_left_alone(text: str) -> None:
    assert _first(text) not in (AREA, RANK)
