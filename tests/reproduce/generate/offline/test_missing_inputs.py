"""Small files that a run looks for, and their columns."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from seismograd.reproduce.candidate import Attempt, Candidate, Stage
from seismograd.reproduce.case import Case
from seismograd.reproduce.context.project_view import ProjectView
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.drafts.draft import Constant, Draft
from seismograd.reproduce.drafts.rendering import render
from seismograd.reproduce.generate.offline.completions.missing_inputs import (
    add_missing_columns,
    use_small_files,
)
from seismograd.reproduce.observation import Observation
from seismograd.reproduce.report.parse import parse_report
from seismograd.traces import TraceSummary
from seismograd.traces.events import Raised
from seismograd_sandbox.host.outcome import Ending

CASE = Case(parse_report("# It fails"), Path(), Fingerprint((), "crash"), ProjectView(Path(), ()))
DRAFT = Draft("Read.", exercise=("read('data/wine.csv', 'quality')",), seed="snippet")


def attempt(kind: str, message: str) -> Attempt:
    raised = Raised(type=kind, message=message, frames=())
    seen = Observation(Ending.EXITED, 1, "", "", TraceSummary(exception=raised))
    return Attempt(Candidate("", "offline", ""), Stage.DRY_RUN, message, seen)


def missing(path: str) -> Attempt:
    return attempt("FileNotFoundError", f"[Errno 2] No such file or directory: '{path}'")


def constants(draft: Draft) -> dict[str, str]:
    return {one.name: one.value for one in draft.constants}


def test_a_file_has_the_columns_that_the_draft_names() -> None:
    (made,) = use_small_files(CASE, DRAFT, missing("data/wine.csv"))
    assert constants(made) == {"ROWS": "40", "COLUMNS": "['quality', 'x']"}
    assert not list(use_small_files(CASE, made, missing("data/wine.csv")))


def test_a_key_that_is_looked_up_in_vain_becomes_a_column() -> None:
    draft = DRAFT.changed(constants=(Constant("COLUMNS", "['acid']"),))
    (made,) = add_missing_columns(CASE, draft, attempt("KeyError", "'price'"))
    assert constants(made) == {"COLUMNS": "['acid', 'price']"}
    assert not list(add_missing_columns(CASE, DRAFT, attempt("KeyError", "'price'")))


@pytest.mark.parametrize("name", ["a.csv", "in/a.tsv", "a.jsonl", "a.json", "a.npy", "a.npz", "a"])
def test_files_can_be_read(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (made,) = use_small_files(CASE, Draft("Read."), missing(name))
    exec(render(made, Fingerprint((), "crash")), {})
    content = (tmp_path / name).read_bytes()
    if name.endswith((".csv", ".tsv")):
        comma = "\t" if name.endswith(".tsv") else ","
        rows = list(csv.DictReader(content.decode().splitlines(), delimiter=comma))
        assert len(rows) == 40
    elif name.endswith("json"):
        assert len(json.loads(content)) == 40
    assert content
