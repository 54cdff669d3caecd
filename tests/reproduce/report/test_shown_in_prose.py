"""Calls in sentences, with what they gave and should have given."""

from __future__ import annotations

import pytest

from seismograd.reproduce.report.parse import parse_report
from seismograd.reproduce.report.values.shown import shown_in_prose


def _told(sentence: str) -> list[tuple[str, object, object]]:
    found = shown_in_prose(parse_report(f"# It is off\n\n{sentence}\n"))
    return [
        (one.code, one.seen and one.seen.value, one.expected and one.expected.value)
        for one in found
    ]


@pytest.mark.parametrize(
    ("sentence", "code", "seen", "expected"),
    [
        ("`rmse(torch.zeros(3), truth)` returns 4.0 instead of 2.0.",
         "rmse(torch.zeros(3), truth)", 4.0, 2.0),
        ("`len(Windows(range(100), 24, 6))` is 70, I count 71.",
         "len(Windows(range(100), 24, 6))", 70.0, 71.0),
        ("With hit = [1, 0] and truth = [1, 1] `precision(hit, truth)` gives 0.25, should be 0.5.",
         "precision(hit, truth)", 0.25, 0.5),
        ("`accuracy(x, y)` with x = torch.eye(4) and y = [0, 1] gives 0.25. It should be 1.0.",
         "accuracy(x, y)", 0.25, 1.0),
        ("`pad([5, 6], 4)` comes out as `[0, 0, 5, 6]`. I expected `[5, 6, 0, 0]`.",
         "pad([5, 6], 4)", (0, 0, 5, 6), (5, 6, 0, 0)),
        ("`Warmup(steps=100).factor(100)` is 0.0 (should be 1.0).",
         "Warmup(steps=100).factor(100)", 0.0, 1.0),
        ("For `distance('abc', 'abd')` I get 2, the right answer is 1.",
         "distance('abc', 'abd')", 2.0, 1.0),
        ("`encode('a b').shape` is torch.Size([1, 3]) but must be torch.Size([3]).",
         "encode('a b').shape", (1, 3), (3,)),
    ],
)  # fmt: skip
def test_a_sentence_tells_what_a_call_gives(
    sentence: str, code: str, seen: object, expected: object
) -> None:
    assert _told(sentence) == [(code, seen, expected)]


@pytest.mark.parametrize(
    "sentence",
    [
        "`fit(x)` takes 20 s instead of 2 s.",
        "After `model.fit(x, y, epochs=3)` the loss is 3.2, it should be below 1.",
        "`Trainer(model, lr=0.1)` is 3 times slower than expected.",
        "`quantile([1, 2, 3, 4], 0.5)` was 2 before the update.",
        "`accuracy(x, y)` returns 0.5.",
        "`torch.zeros(3)` is 0 instead of 1.",
        "`forward()` returns 3 instead of 4 tensors.",
    ],
)
def test_what_is_told_in_passing_is_left_alone(sentence: str) -> None:
    assert _told(sentence) == []
