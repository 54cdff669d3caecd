"""A diagnosis is kept with its run, and read back while the code is what was run."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from seismograd.faults import (
    Edit,
    Evidence,
    EvidenceKind,
    FaultType,
    Finding,
    Fix,
    Position,
    Safety,
    Severity,
    Span,
)
from seismograd.localise.diagnosis import Cause
from seismograd.localise.kept_diagnosis import FILE, keep_diagnosis, kept_diagnosis
from seismograd.runs.folder import new_run_folder
from seismograd.runs.record import RunRecord
from seismograd.runs.summary import RunSummary
from seismograd.signed_files import write_signed
from seismograd.traces import TraceSummary

SCRIPT = "rate = 3.0\ntrain(rate)\n"
EARLIER_S = 60.0


@pytest.fixture
def summary(tmp_path: Path) -> RunSummary:
    (tmp_path / "train.py").write_text(SCRIPT)
    os.utime(tmp_path / "train.py", (1.7e9, 1.7e9))
    started = datetime.fromtimestamp(1.7e9 + EARLIER_S).isoformat()
    record = RunRecord(entry="train.py", root=str(tmp_path), started=started)
    return RunSummary(new_run_folder(tmp_path), record, TraceSummary())


def cause(root: Path, name: str = "train.py", **changes: Any) -> Cause:
    span = Span(str(root / name), Position(1, 8), Position(1, 11))
    finding = Finding(
        "RUN-HLR",
        "learning-rate-too-large",
        FaultType.HLR,
        Severity.WARNING,
        0.75,
        "The learning rate is too large for this training.",
        span,
        alternatives=(FaultType.OCH,),
        layer=2,
        evidence=(Evidence(EvidenceKind.DYNAMIC, "The loss rises.", "loss-diverges"),),
        fixes=(Fix("Set it to 0.01", Safety.UNSAFE, (Edit(span, "0.01"),), verified=True),),
    )
    return Cause(replace(finding, **changes), confirmed=True)


def test_causes_come_back_as_they_were(summary: RunSummary, tmp_path: Path) -> None:
    causes = (cause(tmp_path), replace(cause(tmp_path), confirmed=False, is_guess=True))
    keep_diagnosis(summary, causes, "Confirmed: it is too large (1 more)")
    kept = kept_diagnosis(summary.folder, tmp_path)
    assert kept is not None
    assert kept.sentence == "Confirmed: it is too large (1 more)"
    assert kept.causes == causes


def test_that_nothing_was_found_is_kept_too(summary: RunSummary, tmp_path: Path) -> None:
    assert kept_diagnosis(summary.folder, tmp_path) is None
    keep_diagnosis(summary, (), "no fault found.")
    kept = kept_diagnosis(summary.folder, tmp_path)
    assert kept is not None
    assert (kept.sentence, kept.causes) == ("no fault found.", ())


def test_nothing_is_said_about_other_code(summary: RunSummary, tmp_path: Path) -> None:
    keep_diagnosis(summary, [cause(tmp_path)], "Confirmed")
    (tmp_path / "train.py").write_text(SCRIPT.replace("3", "4"))
    kept = kept_diagnosis(summary.folder, tmp_path)
    assert kept is not None
    assert kept.causes == ()


def test_a_file_that_changed_while_it_ran_is_not_what_was_run(
    summary: RunSummary, tmp_path: Path
) -> None:
    (tmp_path / "train.py").write_text(SCRIPT)
    keep_diagnosis(summary, [cause(tmp_path)], "Confirmed")
    kept = kept_diagnosis(summary.folder, tmp_path)
    assert kept is not None
    assert kept.causes == ()


def test_what_stands_outside_of_the_project_is_left_out(
    summary: RunSummary, tmp_path: Path
) -> None:
    keep_diagnosis(summary, [cause(tmp_path.parent, "elsewhere.py"), cause(tmp_path)], "Confirmed")
    kept = kept_diagnosis(summary.folder, tmp_path)
    assert kept is not None
    assert kept.causes == (cause(tmp_path),)


def test_a_diagnosis_that_came_with_the_project_says_nothing(
    summary: RunSummary, tmp_path: Path
) -> None:
    keep_diagnosis(summary, [cause(tmp_path)], "Confirmed")
    file = summary.folder.path / FILE
    file.write_bytes(file.read_bytes().replace(b"0.01", b"9.99"))
    assert kept_diagnosis(summary.folder, tmp_path) is None


@pytest.mark.parametrize(
    "edits", [[], "all", [{"new_text": "0.01"}], [{"place": {"file": "../x.py"}, "new_text": ""}]]
)
def test_half_of_a_fix_is_none(summary: RunSummary, tmp_path: Path, edits: object) -> None:
    keep_diagnosis(summary, [cause(tmp_path)], "Confirmed")
    file = summary.folder.path / FILE
    document: Any = json.loads(file.read_bytes())
    document["causes"][0]["fixes"][0]["edits"] = edits
    write_signed(file, json.dumps(document).encode(), tmp_path)
    kept = kept_diagnosis(summary.folder, tmp_path)
    assert kept is not None
    assert kept.causes == (cause(tmp_path, fixes=()),)
