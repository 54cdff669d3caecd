"""Words for gradients that are clipped or added up wrongly, and words that look like them."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from seismograd.reproduce.report.parse import parse_report

OVER = 'measured("gradient_over_limit", ">", 1e-06)'
OTHER = 'measured("difference_from_big_batch", ">", 0.0001)'
MISSING = 'measured("missing_updates", ">", 0)'


def _checks(text: str) -> list[str]:
    return [one.criteria[0].check for one in derive(parse_report(text))]


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("Gradient clipping has no effect", OVER),
        ("Gradients are never clipped", OVER),
        ("max_grad_norm is ignored by the trainer", OVER),
        ("clip_grad_norm_ is called before backward", OVER),
        ("The gradient norm is still 40 although max_norm=1", OVER),
        ("With grad_clip=0.5 the gradients still explode", OVER),
        ("clipping does not work, the norm of the gradients exceeds the limit", OVER),
        ("clip_value does nothing", OVER),
        ("Gradients are clipped too early, before loss.backward()", OVER),
        ("Gradient accumulation gives other results than a large batch", OTHER),
        ("accumulation_steps=4 is not equivalent to a batch four times as large", OTHER),
        ("The loss is not divided by the number of accumulation steps", OTHER),
        ("With accum_steps 8 the effective gradient is eight times too large", OTHER),
        ("accumulate_grad_batches is ignored", OTHER),
        ("Accumulated gradients differ from those of the full batch", OTHER),
        ("The last incomplete accumulation is dropped", MISSING),
        ("With gradient accumulation the remaining batches of an epoch are never used", MISSING),
        ("accumulation: trainer loses the last partial group of micro batches", MISSING),
    ],
)
def test_words_are_understood(text: str, check: str) -> None:
    assert check in _checks(text)


@pytest.mark.parametrize(
    "text",
    [
        "Predictions are clipped to 0 and 1",
        "The loss does not go down",
        "Audio clips are loaded in the wrong order",
        "The last batch is dropped",
        "Results differ between two runs",
        "Memory accumulates until it crashes",
        "Gradient clipping works, but training is slow",
        "How do I use gradient accumulation?",
    ],
)
def test_words_that_only_look_like_it_are_left_alone(text: str) -> None:
    assert not {OVER, OTHER, MISSING} & set(_checks(text))
