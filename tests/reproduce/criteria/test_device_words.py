"""Words for tensors that do not go along to another device."""

from __future__ import annotations

import pytest

from seismograd.reproduce.criteria.derive import derive
from tests.reproduce.criteria.reports import report

MIXED = "mixed_devices"


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Positional table stays on CPU", "When I move the model the table is left on the cpu."),
        (
            "to(device) forgets the anchors",
            "`detector.to(device)` leaves the anchors where they are.",
        ),
        ("Mask is not a buffer", "`attn.mask.device` is still cpu after `model.to('cuda')`."),
        ("cos and sin are not moved to the GPU", ""),
        ("Encoder is not moved completely", ""),
        ("Different devices in the loss", "The class weights are never moved to the device."),
    ],
)
def test_what_stays_behind(title: str, body: str) -> None:
    found = derive(report(title, body))
    assert any(MIXED in one.criteria[0].check for one in found[:3])


def test_an_exception_about_devices_has_a_cause_that_can_be_measured() -> None:
    said = "RuntimeError: Expected all tensors to be on the same device, but found cuda:0 and cpu!"
    found = derive(report("Fails on CUDA", said))
    assert "raises" in found[0].criteria[0].check
    assert MIXED in found[1].criteria[0].check


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("Slow data loading", "Workers stay on the CPU, the GPU waits."),
        ("Training is slow", "Is it meant for a GPU?"),
        ("Move the docs", "The page about devices is left out."),
        ("Wrong accuracy on the GPU", "0.3 in place of 0.9."),
        ("Crash", "RuntimeError: CUDA error: device-side assert triggered"),
    ],
)
def test_words_about_devices_alone_are_no_sign(title: str, body: str) -> None:
    found = derive(report(title, body))
    assert not any(MIXED in criterion.check for one in found for criterion in one.criteria)
