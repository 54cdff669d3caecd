"""What a reproduction showed is shown again as long as the files are what they were."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from seismograd.own_folder import new_folder
from seismograd.reproduce.results.findings import findings_of
from seismograd.reproduce.results.saved_results import FINDINGS, findings_document, kept_findings
from seismograd.signed_files import write_signed
from tests.reproduce.some_results import patched_proof, reproduced
from tests.reproduce.validate.small_project import ARITHMETIC


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "arithmetic.py").write_text(ARITHMETIC)
    return root


@pytest.fixture
def folder(root: Path) -> Path:
    return new_folder(root, "reproductions")


def keep(folder: Path, document: Any) -> Path:
    write_signed(folder / FINDINGS, json.dumps(document).encode(), folder.parents[2])
    return folder


def test_what_was_found_is_found_again(root: Path, folder: Path) -> None:
    found = findings_of(reproduced(proof=patched_proof()), root)
    assert found[0].related
    keep(folder, findings_document(found, root, time.time() + 1))
    assert kept_findings(folder, root) == found


def test_nothing_is_said_about_a_file_that_is_another(root: Path, folder: Path) -> None:
    keep(folder, findings_document(findings_of(reproduced(), root), root, time.time() + 1))
    (root / "arithmetic.py").write_text(ARITHMETIC + "\n")
    assert kept_findings(folder, root) == []
    (root / "arithmetic.py").write_text(ARITHMETIC)
    assert len(kept_findings(folder, root)) == 1
    (root / "arithmetic.py").unlink()
    assert kept_findings(folder, root) == []


def test_a_file_that_was_changed_meanwhile_is_not_what_was_run(root: Path) -> None:
    found = findings_of(reproduced(), root)
    began = time.time()
    os.utime(root / "arithmetic.py", (began + 5, began + 5))
    assert findings_document(found, root, began) is None
    assert findings_document([], root, began) is None


@pytest.mark.parametrize(
    "change",
    [
        {"version": 99},
        {"findings": "none"},
        {"findings": [3, {}]},
        {"files": []},
        {"files": {"arithmetic.py": None}},
    ],
)
def test_a_document_that_makes_no_sense_says_nothing(
    root: Path, folder: Path, change: dict[str, Any]
) -> None:
    document = findings_document(findings_of(reproduced(), root), root, time.time() + 1)
    assert document is not None
    keep(folder, {**document, **change})
    assert kept_findings(folder, root) == []


@pytest.mark.parametrize(
    "change",
    [
        {"severity": "catastrophe"},
        {"fault_type": ["API"]},
        {"confidence": "high"},
        {"place": {"file": "../secret.py", "start": [1, 1], "end": [1, 2]}},
        {"place": {"file": "arithmetic.py", "start": [0, 1], "end": [1, 2]}},
        {"place": {"file": "arithmetic.py", "start": [1], "end": [1, 2]}},
        {"evidence": [{"kind": "gossip", "summary": "x"}]},
    ],
)
def test_a_finding_that_makes_no_sense_is_left_out(
    root: Path, folder: Path, change: dict[str, Any]
) -> None:
    (root.parent / "secret.py").write_text("x = 1\n")
    document: Any = findings_document(findings_of(reproduced(), root), root, time.time() + 1)
    good = document["findings"][0]
    keep(folder, {**document, "findings": [{**good, **change}, good]})
    assert len(kept_findings(folder, root)) == 1


def test_texts_of_others_cannot_steer_whatever_shows_them(root: Path, folder: Path) -> None:
    document: Any = findings_document(findings_of(reproduced(), root), root, time.time() + 1)
    document["findings"][0] |= {"message": "a\x1b[2J\nb" + "c" * 10**5, "confidence": 1e9}
    (finding,) = kept_findings(keep(folder, document), root)
    assert finding.message.startswith("a [2J b")
    assert len(finding.message) <= 1000
    assert finding.confidence == 1.0


def test_a_link_is_not_followed(root: Path, folder: Path, tmp_path: Path) -> None:
    document = findings_document(findings_of(reproduced(), root), root, time.time() + 1)
    (tmp_path / "elsewhere.json").write_text(json.dumps(document))
    (folder / FINDINGS).symlink_to(tmp_path / "elsewhere.json")
    assert kept_findings(folder, root) == []
