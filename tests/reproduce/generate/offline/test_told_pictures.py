"""A size of pictures that the report names is the trigger, once sizes are known to be free."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Attempt, Candidate, Rung
from seismograd.reproduce.generate.offline.draft import Constant, Draft
from seismograd.reproduce.generate.offline.triggers.told_pictures import told_pictures
from tests.reproduce.generate.offline.test_triggers import CLEAN, DRAFT, case_of

PICTURES = DRAFT.changed(
    constants=(Constant("BATCH", "4"),),
    exercise=(
        "model = Net()",
        "image = torch.randn(BATCH, 3, 32, 32)",
        "mask = torch.ones(BATCH, 1, 32, 32, dtype=torch.bool)",
        "output = model(image)",
    ),
)


def found(root: Path, told: str, draft: Draft = PICTURES) -> list[Draft]:
    attempt = Attempt(Candidate("", "offline", ""), Rung.DRY_RUN, "", CLEAN)
    return list(told_pictures(case_of(root, f"# Net fails\n\n{told}"), draft, attempt))


def sides(draft: Draft) -> tuple[Constant, ...]:
    return tuple(one for one in draft.constants if one.name in ("HEIGHT", "WIDTH"))


@pytest.mark.parametrize(
    ("told", "first", "trigger"),
    [
        (
            "100 x 100 dies. 64 x 64 and 128 x 128 are fine.",
            (Constant("HEIGHT", "128"), Constant("WIDTH", "128")),
            (Constant("HEIGHT", "100", "64"), Constant("WIDTH", "100", "64")),
        ),
        (
            "64x64 works, 64x50 does not work",
            (Constant("HEIGHT", "128"), Constant("WIDTH", "128")),
            (Constant("HEIGHT", "64"), Constant("WIDTH", "50", "64")),
        ),
        (
            "It crashes with crops of 97 pixels.",
            (Constant("HEIGHT", "64"), Constant("WIDTH", "64")),
            (Constant("HEIGHT", "97", "32"), Constant("WIDTH", "97", "32")),
        ),
    ],
)
def test_the_size_is_switched(
    tmp_path: Path, told: str, first: tuple[Constant, ...], trigger: tuple[Constant, ...]
) -> None:
    (free,) = found(tmp_path, told)
    assert sides(free) == first
    assert free.leads_to is not None
    assert sides(free.leads_to) == trigger
    assert free.exercise[1] == "image = torch.randn(BATCH, 3, HEIGHT, WIDTH)"


def test_a_size_that_is_demanded_is_no_bug(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("Sides must be multiples of 8.\n")
    assert not found(tmp_path, "100 x 100 dies. 64 x 64 is fine.")


def test_where_no_pictures_are_made_nothing_is_switched(tmp_path: Path) -> None:
    rows = PICTURES.changed(exercise=("rows = torch.randn(BATCH, 8)", "output = model(rows)"))
    assert not found(tmp_path, "100 x 100 dies. 64 x 64 is fine.", rows)
    assert not found(tmp_path, "It always dies.")
