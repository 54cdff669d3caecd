from __future__ import annotations

import json
from pathlib import Path

from seismograd.reports.findings_json import findings_json
from tests.reports.samples import sample


def test_the_json_is_the_contract(tmp_path: Path) -> None:
    place = {"start": {"line": 2, "column": 15}, "end": {"line": 2, "column": 34}}
    inner = {"start": {"line": 2, "column": 21}, "end": {"line": 2, "column": 34}}
    assert json.loads(findings_json(sample(tmp_path))) == {
        "version": 1,
        "findings": [
            {
                "code": "SG101",
                "name": "softmax-before-cross-entropy",
                "fault_type": "ARM",
                "alternatives": ["LCH"],
                "severity": "error",
                "confidence": 0.93,
                "message": "The loss applies softmax itself.",
                "file": "train, 1.py",
                "range": place,
                "layer": 2,
                "evidence": [{"kind": "static", "summary": "softmax reaches the loss"}],
                "fixes": [
                    {
                        "title": "Remove the softmax",
                        "safety": "safe",
                        "verified": None,
                        "edits": [{"file": "train, 1.py", "range": inner, "new_text": "logits"}],
                    }
                ],
            }
        ],
        "errors": [{"file": "bad.py", "message": "contains NUL bytes; not Python source"}],
    }


def test_files_outside_the_base_keep_their_whole_path(tmp_path: Path) -> None:
    report = sample(tmp_path)
    report.base = str(tmp_path / "elsewhere")
    found = json.loads(findings_json(report))["findings"][0]
    assert found["file"] == (tmp_path / "train, 1.py").as_posix()
