"""Sizes of pictures, and whether the report calls them fine."""

from __future__ import annotations

import pytest

from seismograd.reproduce.report.values.picture_sizes import PictureSize, picture_sizes_in


@pytest.mark.parametrize(
    ("text", "bad", "fine"),
    [
        ("Tiles (100 x 100 pixels) die. 64 x 64 and 128 x 128 are fine.", (100, 100), (64, 64)),
        ("Crashes for 100x75 images, 64x64 works", (100, 75), (64, 64)),
        ("A 97px crop fails but 96 pixels are ok", (97, 97), (96, 96)),
        ("It stops for 250 by 130. No problem with 256 × 128.", (250, 130), (256, 128)),
    ],
)
def test_sizes_are_read(text: str, bad: tuple[int, int], fine: tuple[int, int]) -> None:
    found = picture_sizes_in(text)
    assert found[0] == PictureSize(*bad)
    assert PictureSize(*fine, is_fine=True) in found


@pytest.mark.parametrize(
    "text",
    [
        "a 3x3 conv and 16x16 patches",
        "mat1 and mat2 shapes cannot be multiplied (32x512 and 256x10)",
        "x = torch.rand(2*16, 32*8)",
        "a 2 x 4 table",
    ],
)
def test_other_numbers_are_no_pictures(text: str) -> None:
    assert not picture_sizes_in(text)
