"""A length that the report names is the trigger, and one that it calls fine the control."""

from __future__ import annotations

from pathlib import Path

import pytest

from seismograd.reproduce.generate.offline.draft import Constant
from seismograd.reproduce.generate.offline.triggers.told_lengths import told_lengths
from tests.reproduce.generate.offline.test_triggers import DRAFT, case_of

SEQUENCES = DRAFT.changed(
    constants=(Constant("MAX_LEN", "16"), Constant("LENGTH", "8"), Constant("BATCH", "4"))
)


@pytest.mark.parametrize(
    ("told", "trigger", "control"),
    [
        ("With max_len=64, sequences of 63 tokens work, 64 tokens give an error.", "64", "63"),
        ("A text of 100 tokens is fine. It crashes for 128 tokens.", "128", "100"),
        ("It fails for any clip with 30 frames", "30", "8"),
        ("12 steps work but 13 steps crash", "13", "12"),
    ],
)
def test_the_length_is_switched(tmp_path: Path, told: str, trigger: str, control: str) -> None:
    case = case_of(tmp_path, f"# Net fails: must match\n\n{told}")
    draft = next(told_lengths(case, SEQUENCES, {"MAX_LEN": "64"}))
    assert draft.constants == (
        Constant("MAX_LEN", "64"),
        Constant("LENGTH", trigger, control),
        Constant("BATCH", "4"),
    )


def test_where_nothing_has_a_length_nothing_is_switched(tmp_path: Path) -> None:
    case = case_of(tmp_path, "# Net fails for 64 tokens")
    assert not list(told_lengths(case, DRAFT, {}))
    assert not list(told_lengths(case_of(tmp_path, "# Net fails"), SEQUENCES, {}))
