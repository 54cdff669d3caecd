"""Words for conversions that are not taken back, and words that only look like them."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.report.parse import parse_report

CHECK = 'measured("difference_after_round_trip", ">", 0.0001)'


def _checks(text: str) -> list[str]:
    return [one.criteria[0].check for one in derive(parse_report(f"# {text}\n\nSee title.\n"))]


@pytest.mark.parametrize(
    "text",
    [
        "Tokenizer: decode(encode(x)) is not x",
        "denormalize does not undo normalize",
        "Inverse transform returns other values than the input",
        "inverse_transform is not the inverse of transform",
        "cxcywh_to_xyxy does not invert xyxy_to_cxcywh",
        "The round trip through the codec is lossy",
        "Encoding and decoding a text gives another text",
        "unscale never restores the original values",
        "I cannot get my original values back",
        "Converting boxes back and forth gives wrong corners",
    ],
)
def test_what_words_mean(text: str) -> None:
    assert CHECK in _checks(text)[:2]


@pytest.mark.parametrize(
    "text",
    [
        "decode works fine after encode",
        "The model cannot reverse a list",
        "Loading a checkpoint does not restore the optimizer",
        "The encoder and decoder have different widths",
        "Training does not recover from NaN",
        "A file that was saved and loaded back is not the same",
    ],
)
def test_what_words_do_not_mean(text: str) -> None:
    assert CHECK not in _checks(text)
