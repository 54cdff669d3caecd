"""Views between a network and its loss: those that mix axes, and those that keep them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.sandbox.probes.torch.watching import Watched, fingerprint, plain, watched

LOOP = """
import torch
from torch import nn
import torch.nn.functional as F
image, sequence = nn.Conv2d(2, 3, 3, padding=1), nn.Linear(4, 5)
wide, coarse, map = nn.Linear(4, 60), nn.Conv2d(2, 4, 1), nn.Conv2d(2, 36, 1)
square, plain = nn.Linear(4, 12), nn.Linear(4, 5, bias=False)
parts = (image, sequence, wide, coarse, map, square, plain)
parameters = [p for one in parts for p in one.parameters()]
optimizer = torch.optim.SGD(parameters, lr=0.01)
for step in range(6):
    x, s = torch.randn(8, 2, 6, 6), torch.randn(8, 12, 4)
    marks, tags = torch.randint(0, 3, (8, 6, 6)), torch.randint(0, 5, (8, 12))
    values = torch.randn(8, 12, 5)
    given = {given}
    loss = {loss}
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
result = [p.detach() for p in parameters]
"""
OF_IMAGES, OF_TAGS = "F.cross_entropy(given, marks.view(-1))", "F.cross_entropy(given, tags)"
OF_FIRST = "F.cross_entropy(given, torch.ones(len(given)).long())"
OF_VALUES = "F.mse_loss(given, torch.randn(8, 5, 12))"
MIXED = {
    "classes of images": ("image(x).reshape(-1, 3)", OF_IMAGES),
    "flattened first": ("image(x).flatten(2).view(-1, 3)", OF_IMAGES),
    "logarithms": ("F.log_softmax(image(x).view(-1, 3), 1)", "F.nll_loss(given, marks.view(-1))"),
    "upsampled": (
        "F.interpolate(image(x[..., :3, :3]), scale_factor=2).reshape(-1, 3)", OF_IMAGES,
    ),
    "sequences": ("sequence(s).view(-1, 5, 12)", OF_TAGS),
    "sequences without bias": ("plain(s).reshape(8, 5, -1)", OF_TAGS),
    "rows": ("sequence(s.reshape(-1, 4)).view(8, 5, 12) / 2", OF_TAGS),
    "wrong permutation": ("image(x).permute(0, 2, 1, 3).reshape(-1, 3)", OF_IMAGES),
}  # fmt: skip
KEPT = {
    "permuted": ("image(x).permute(0, 2, 3, 1).reshape(-1, 3)", OF_IMAGES),
    "transposed": ("image(x).transpose(1, -1).transpose(1, -2).reshape(-1, 3)", OF_IMAGES),
    "moved": ("image(x).flatten(2).movedim(1, -1).flatten(0, 1)", OF_IMAGES),
    "not reshaped": ("image(x)", "F.cross_entropy(given, marks)"),
    "flat images": ("image(x).view(8, 3, -1)", "F.cross_entropy(given, marks.view(8, -1))"),
    "rows of a sequence": ("sequence(s).view(-1, 5)", "F.cross_entropy(given, tags.view(-1))"),
    "swapped": ("sequence(s).permute(0, 2, 1)", OF_TAGS),
    "forth and back": ("sequence(s).view(8, 5, 12).view(8, 12, 5).mT", OF_TAGS),
    "all at once": ("wide(s[:, 0]).view(8, 5, 12)", OF_TAGS),
    "several for each": ("coarse(x).reshape(-1, 2)", OF_FIRST),
    "a place in a map": ("map(x).view(8 * 36, 36)", OF_FIRST),
    "a place in a sequence": ("square(s)", "F.cross_entropy(given, given.argmin(1))"),
    "some of them": ("image(x)[:, :, 1:].permute(0, 2, 3, 1).reshape(-1, 3)", OF_FIRST),
}  # fmt: skip
REGROUPED_ALIKE = "F.mse_loss(given, values.view(8, 5, 12))"


def seen(folder: Path, lines: tuple[str, str]) -> Watched:
    given, loss = lines
    found = watched(folder, LOOP.format(given=given, loss=loss), check_network=True)
    assert found.of_kind("trouble") == []
    return found


def told(found: Watched) -> list[dict[str, Any]]:
    names = ("classes-are-kept", "axes-are-kept", "groups-are-kept")
    return [one for one in found.of_kind("network_check") if one["check"] in names]


@pytest.mark.parametrize("name", MIXED)
def test_a_view_that_mixes_classes(name: str, tmp_path: Path) -> None:
    found = seen(tmp_path, MIXED[name])
    (event,) = told(found)
    assert event["check"] == "classes-are-kept"
    assert event["result"] is False
    assert event["place"] == found.place("given = ")


@pytest.mark.parametrize("name", KEPT)
def test_classes_that_stay_together(name: str, tmp_path: Path) -> None:
    assert told(seen(tmp_path, KEPT[name])) == []


def test_the_view_that_loses_the_classes_is_told_not_the_last(tmp_path: Path) -> None:
    lines = ("image(x).reshape(8, -1, 3)\n    rows = given.reshape(-1, 3)", OF_IMAGES)
    found = seen(tmp_path, (lines[0], lines[1].replace("given", "rows")))
    (event,) = told(found)
    assert event["place"] == found.place("given = ")


def test_other_losses_may_compare_with_what_was_reshaped_alike(tmp_path: Path) -> None:
    (event,) = told(seen(tmp_path, ("sequence(s).view(8, 5, 12)", OF_VALUES)))
    assert event["check"] == "groups-are-kept"
    assert told(seen(tmp_path, ("sequence(s).view(8, 5, 12)", REGROUPED_ALIKE))) == []
    assert told(seen(tmp_path, ("sequence(s).transpose(1, 2)", OF_VALUES))) == []


def test_nothing_is_told_without_being_asked(tmp_path: Path) -> None:
    given, loss = MIXED["sequences"]
    assert told(watched(tmp_path, LOOP.format(given=given, loss=loss))) == []


def test_nothing_else_changes(tmp_path: Path) -> None:
    import torch

    before = [getattr(torch.Tensor, part) for part in ("view", "reshape", "flatten")]
    given, loss = MIXED["classes of images"]
    source = LOOP.format(given=given, loss=loss)
    alone = fingerprint(plain(tmp_path, source))
    assert fingerprint(watched(tmp_path, source, check_network=True).names) == alone
    assert [getattr(torch.Tensor, part) for part in ("view", "reshape", "flatten")] == before
