"""Words for frozen parts that change all the same, and words that only look like them."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.report.parse import parse_report


def _is_read(text: str) -> bool:
    return any(one.symptom == "frozen" for one in derive(parse_report(text)))


@pytest.mark.parametrize(
    "text",
    [
        "# Frozen encoder\n\nThe features of one image differ before and after training.\n",
        "# Outputs of the frozen backbone drift\n\nThe embeddings change during training.\n",
        "# running_mean of the frozen body is updated by fit\n",
        "# freeze=True: batch norm statistics still change\n\nI train for one epoch.\n",
        "# Frozen trunk\n\nAll weights are identical after fit, but its outputs have changed.\n",
        "# Freezing\n\nThe features are not the same after fine-tuning, though it is frozen.\n",
    ],
)
def test_words_are_understood(text: str) -> None:
    assert _is_read(text)


@pytest.mark.parametrize(
    "text",
    [
        "# The head stays frozen\n\nIts weights are the same after training.\n",
        "# Training freezes\n\nAfter two epochs nothing happens any more.\n",
        "# Features differ\n\nTwo calls in evaluation mode give different features.\n",
        "# Frozen backbone\n\nTraining is slow with a frozen backbone.\n",
    ],
)
def test_other_words_say_nothing(text: str) -> None:
    assert not _is_read(text)
