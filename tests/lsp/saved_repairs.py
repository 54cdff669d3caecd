"""A repair that an earlier session has left."""

from __future__ import annotations

from pathlib import Path

from seismograd.faults import Edit, FaultType, Position, Span
from seismograd.repair.patches.apply_patch import Snapshot
from seismograd.repair.patches.change import Change, Patch
from seismograd.repair.results.save_repair import RepairReport, save_repair

NAME = "20260102-030405-abcd"
MEASURED = {
    "verified": True,
    "changes": [{"name": "lr", "old": "1e-6", "new": "0.001", "contribution": 0.5}],
}


def save_patch(root: Path, file: str, old: str, new: str, text: str) -> str:
    """Of the first line that has `old`; gives the id."""
    (root / file).write_text(text)
    line = next(at for at, one in enumerate(text.split("\n")) if old in one)
    column = text.split("\n")[line].index(old)
    start, end = (Position(line + 1, column + 1 + more) for more in (0, len(old)))
    edit = Edit(Span(str(root / file), start, end), new)
    patch = Patch((Change(FaultType.HLR, "lr", old, new, (edit,)),))
    summary = f"{patch.title} (val accuracy 0.41 -> 0.93, 6 seeds, p 0.016)"
    result = {"version": 1, "status": "repaired", "patches": [MEASURED], "trials": []}
    report = RepairReport("train.py", "train.py", [], "Verified.", result, [summary], "<p>")
    save_repair(NAME, report, [patch], Snapshot(root))
    return NAME
