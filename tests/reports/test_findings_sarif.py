from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from seismograd.faults import Severity
from seismograd.reports.findings_sarif import findings_sarif
from seismograd.reports.report import Report
from tests.reports.samples import finding, sample
from tests.reports.sarif_schema import SARIF


def _run(report: Report) -> dict[str, Any]:
    log = json.loads(findings_sarif(report))
    Draft202012Validator(SARIF).validate(log)
    return log["runs"][0]


def test_the_log_is_valid_and_complete(tmp_path: Path) -> None:
    run = _run(sample(tmp_path))
    (result,) = run["results"]
    region = {"startLine": 2, "startColumn": 15, "endLine": 2, "endColumn": 34}
    assert run["columnKind"] == "unicodeCodePoints"
    assert (result["ruleId"], result["level"], result["rank"]) == ("SG101", "error", 93.0)
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "SG101"
    (location,) = result["locations"]
    assert location["physicalLocation"]["region"] == region
    assert location["physicalLocation"]["artifactLocation"]["uri"] == "train%2C%201.py"
    assert result["relatedLocations"][0]["message"]["text"] == "the loss"
    change = result["fixes"][0]["artifactChanges"][0]["replacements"][0]
    assert change["insertedContent"]["text"] == "logits"
    (notice,) = run["invocations"][0]["toolExecutionNotifications"]
    assert notice["message"]["text"] == "contains NUL bytes; not Python source"


def test_an_empty_report_is_a_valid_log() -> None:
    assert _run(Report([]))["results"] == []


@pytest.mark.parametrize("severity", Severity)
def test_every_severity_has_a_level(tmp_path: Path, severity: Severity) -> None:
    level = _run(sample(tmp_path, severity=severity))["results"][0]["level"]
    assert level == {"error": "error", "warning": "warning"}.get(severity.value, "note")


def test_the_fingerprint_survives_a_move_of_the_line(tmp_path: Path) -> None:
    report = sample(tmp_path)
    before = _run(report)["results"][0]["partialFingerprints"]
    path = tmp_path / "train, 1.py"
    path.write_text("import os\n" + path.read_text("utf-8"), "utf-8")
    span = report.findings[0].span
    from dataclasses import replace

    moved = replace(span, start=replace(span.start, line=3), end=replace(span.end, line=3))
    after = _run(Report([finding(path, span=moved)], base=str(tmp_path)))
    assert after["results"][0]["partialFingerprints"] == before


def test_a_notebook_has_a_cell_instead_of_a_region(tmp_path: Path) -> None:
    path = tmp_path / "study.ipynb"
    cells = [{"cell_type": "code", "source": "import torch\nx = softmax(y); loss(softmax(x))"}]
    path.write_text(json.dumps({"cells": cells}))
    (result,) = _run(Report([finding(path)], base=str(tmp_path)))["results"]
    assert result["locations"][0]["logicalLocations"] == [{"name": "cell 1"}]
    assert "region" not in result["locations"][0]["physicalLocation"]
    assert result["message"]["text"].endswith("(cell 1, line 2)")
    assert "fixes" not in result
