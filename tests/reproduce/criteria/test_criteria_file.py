"""Criteria that people edit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seismograd.reproduce.criteria.criteria_file import (
    CriteriaFileError,
    criteria_document,
    criteria_from_json,
    read_criteria,
    write_criteria,
)
from seismograd.reproduce.criteria.criterion import Criterion, Fingerprint

NAN = Fingerprint(
    (Criterion("c1", "the loss becomes NaN", "with fp16", "loss_is_nan(within=100)"),), "nan", 0.7
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "criteria.json"
    file.write_text(write_criteria(NAN), encoding="utf-8")
    assert read_criteria(file) == NAN
    assert criteria_from_json(criteria_document(NAN)) == NAN


def test_toml_and_bare_checks_will_do(tmp_path: Path) -> None:
    file = tmp_path / "criteria.toml"
    file.write_text(
        'criteria = ["times_out()", "loss_is_nan()"]\nsymptom = "hang"\n', encoding="utf-8"
    )
    found = read_criteria(file)
    assert [criterion.id for criterion in found.criteria] == ["c1", "c2"]
    assert found.criteria[0].fact == found.criteria[0].check == "times_out()"
    assert (found.symptom, found.confidence) == ("hang", 1.0)


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        ([], "wants an object"),
        ({}, "'criteria' must be a list"),
        ({"criteria": []}, "one criterion or more"),
        ({"criteria": [3]}, "criterion 1 must be an object or a check"),
        ({"criteria": [{"fact": "x"}]}, "criterion 1 has no check"),
        ({"criteria": [{"check": "rises('E')"}]}, "criterion 1: unknown check 'rises'"),
        ({"criteria": [{"check": "times_out()", "facts": "x"}]}, "did you mean 'fact'?"),
        ({"criteria": [{"check": 3}]}, "'check' must be a string, not 3"),
        ({"criteria": ["times_out()"], "simptom": "x"}, "did you mean 'symptom'?"),
        ({"criteria": ["times_out()"], "version": 2}, "version 2 is not known"),
        ({"criteria": ["times_out()"], "confidence": "high"}, "a number from 0 to 1"),
        ({"criteria": [{"id": "a", "check": "times_out()"}] * 2}, "two criteria have the id 'a'"),
        ({"criteria": ["times_out()"] * 51}, "more than 50"),
    ],
)
def test_errors_say_what_is_wrong(document: object, complaint: str) -> None:
    with pytest.raises(CriteriaFileError) as error:
        criteria_from_json(document)
    assert complaint in str(error.value)


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "criteria.json"
    file.write_text(json.dumps({"criteria": ["rises()", "prints()"], "version": 9}))
    with pytest.raises(CriteriaFileError) as error:
        read_criteria(file)
    assert len(error.value.problems) == 3
    assert str(error.value).startswith(f"{file}: version 9")


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("c.json", b"{", "not valid JSON"),
        ("c.json", b"\xff\xfe", "not valid JSON"),
        ("c.json", b"[" * 100_000, "not valid JSON"),
        ("c.toml", b"criteria = ", "not valid TOML"),
        ("c.json", b" " * 1_000_001, "larger than"),
    ],
)
def test_files_that_are_none(tmp_path: Path, name: str, content: bytes, complaint: str) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(CriteriaFileError, match=complaint):
        read_criteria(file)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CriteriaFileError, match="no such file"):
        read_criteria(tmp_path / "missing.json")
    with pytest.raises(CriteriaFileError, match="no such file"):
        read_criteria(tmp_path)
