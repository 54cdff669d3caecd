"""Of each script the newest repair counts."""

from __future__ import annotations

from pathlib import Path

from seismograd.faults import Edit, Position, Span
from seismograd.lsp.known_repairs import KnownRepairs
from seismograd.repair.patches.patched_file import PatchedFile
from seismograd.repair.results.saved_repair import SavedPatch, SavedRepair

EDIT = Edit(Span("/p/train.py", Position(1, 1), Position(1, 2)), "x")
FILE = PatchedFile("/p/train.py", "before", "after", (EDIT,), EDIT)


def repair(name: str, status: str = "repaired", verified: bool = True) -> SavedRepair:
    patches = (SavedPatch(1, "lr", verified, files=(FILE,)),)
    return SavedRepair(Path("/p"), name, "train.py", status, patches=patches)


def offered(*repairs: SavedRepair) -> list[str]:
    known = KnownRepairs()
    for one in repairs:
        known.add(one)
    return [found.id for found, _ in known.patches_in("/p/train.py")]


def test_the_newest_takes_the_place_of_older_ones() -> None:
    assert offered(repair("1"), repair("2")) == ["2"]
    assert offered(repair("2"), repair("1")) == ["2"]


def test_a_search_that_was_cancelled_leaves_what_is_known() -> None:
    assert offered(repair("1"), repair("2", "cancelled")) == ["1"]


def test_only_verified_patches_of_the_file_are_offered() -> None:
    assert offered(repair("1", verified=False)) == []
    known = KnownRepairs()
    known.add(repair("1"))
    assert list(known.patches_in("/p/other.py")) == []
