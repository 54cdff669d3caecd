"""The files of a result, and its JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from seismograd.reproduce.candidate import Stage
from seismograd.reproduce.commits.bisect import Answer, Bisection, Outcome, Step
from seismograd.reproduce.results.result import Reproduction, Status, as_dict
from seismograd.reproduce.results.write_results import (
    CannotWriteResults,
    Destination,
    name_from,
    write_results,
)
from tests.reproduce.some_results import CRASH, attempt, failed, reproduced

TEXT: dict[str, Any] = {"type": "string"}
COUNT: dict[str, Any] = {"type": "integer", "minimum": 0}


def _objects(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": list(properties), "properties": properties}


def _lists(**properties: Any) -> dict[str, Any]:
    return {"type": "array", "items": _objects(**properties)}


def _or_null(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema, {"type": "null"}]}


CONTRACT = _objects(
    version={"const": 1},
    status={"enum": ["reproduced", "not-reproduced", "needs", "cancelled"]},
    needs={"type": "array", "items": {"enum": ["gpu", "data", "package", "cluster"]}},
    script=_or_null(TEXT),
    criteria=_lists(id=TEXT, fact=TEXT, scope=TEXT, check=TEXT, passed={"type": "boolean"}),
    provenance=_lists(file=TEXT, line={"type": "integer", "minimum": 1}),
    control=_or_null(
        _objects(kind={"enum": ["fixed-commit", "variant", "patched-line"]}, fired={"const": False})
    ),
    repeats=_or_null(_objects(runs=COUNT, fired=COUNT)),
    attempts=_lists(generator=TEXT, outcome=TEXT, seconds={"type": "number"}),
    cost=_objects(input_tokens=COUNT, output_tokens=COUNT),
)


@pytest.mark.parametrize(
    "result",
    [
        reproduced(),
        reproduced(bisection=Bisection(Outcome.FOUND, "", "c0ffee", "Odd", ("c0ffee",))),
        failed(),
        failed(status=Status.NEEDS, needs=("gpu",), missing=("a GPU",)),
        failed(status=Status.CANCELLED, fingerprint=None, attempts=()),
    ],
)
def test_the_json_keeps_its_contract(result: Reproduction) -> None:
    jsonschema.validate(json.loads(json.dumps(as_dict(result))), CONTRACT)


def test_a_bisection_is_a_field_of_its_own() -> None:
    step = Step("c0ffee", "Odd", Answer.BAD, 2)
    found = Bisection(Outcome.FOUND, "it is", "c0ffee", "Odd", ("c0ffee",), (step,))
    assert as_dict(reproduced(bisection=found))["bisect"] == {
        "outcome": "found",
        "first_bad": "c0ffee",
        "subject": "Odd",
        "why": "it is",
        "suspects": ["c0ffee"],
        "steps": [{"commit": "c0ffee", "subject": "Odd", "answer": "bad"}],
    }


def test_the_size_is_told_before_and_after() -> None:
    before, after = reproduced().lines or (0, 0)
    assert before == after + 1
    assert failed().lines is None


def test_a_reproduction_is_written_with_all_that_belongs_to_it(tmp_path: Path) -> None:
    out = tmp_path / "new" / "folder"
    result = write_results(
        reproduced(test_source="def test_it(): ...\n"), Destination(out, tmp_path)
    )
    assert {path.name for path in out.iterdir()} == {
        "reproduce_halve_3_fails.py",
        "test_halve_3_fails.py",
        "reproduction.md",
        "result.json",
    }
    assert result.script is not None
    assert result.script.read_text() == CRASH
    told = json.loads((out / "result.json").read_text())
    assert (told["script"], told["test"]) == (str(result.script), str(result.test))


def test_no_test_is_ever_written_over(tmp_path: Path) -> None:
    wanted = tmp_path / "tests" / "test_mine.py"
    wanted.parent.mkdir()
    wanted.write_text("mine")
    asked = reproduced(test_source="def test_it(): ...\n")
    written = [
        write_results(asked, Destination(tmp_path / "out", tmp_path, place)).test
        for place in (wanted, None, None)
    ]
    written.append(
        write_results(asked, Destination(tmp_path / "out", tmp_path, wanted.parent)).test
    )
    assert wanted.read_text() == "mine"
    assert [path.relative_to(tmp_path).as_posix() for path in written if path] == [
        "out/test_halve_3_fails.py",
        "out/test_halve_3_fails_2.py",
        "out/test_halve_3_fails_3.py",
        "tests/test_halve_3_fails.py",
    ]


def test_what_came_nearest_is_kept_but_is_no_script(tmp_path: Path) -> None:
    attempts = (attempt(Stage.PROVENANCE, source="near = 1\n"), attempt(Stage.NONE))
    result = write_results(
        failed(status=Status.CANCELLED, attempts=attempts), Destination(tmp_path, tmp_path)
    )
    assert result.script is None
    assert result.nearest is not None
    assert result.nearest.read_text() == "# This is no reproduction: it has no control.\nnear = 1\n"
    assert "cancelled" in (tmp_path / "reproduction.md").read_text()


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotWriteResults, match="cannot be written"):
        write_results(failed(), Destination(tmp_path / "file" / "out", tmp_path))


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("NaN loss in Trainer.fit()", "nan_loss_in_trainer_fit"),
        ("Übergröße ist falsch", "ubergroe_ist_falsch"),
        ("../../etc/passwd; rm -rf /", "etc_passwd_rm_rf"),
        ("日本語", "issue"),
        ("", "issue"),
        ("word " * 50, "_".join(["word"] * 9)),
    ],
)
def test_names_from_titles(title: str, name: str) -> None:
    assert name_from(title) == name
    assert f"test_{name_from(title)}".isidentifier()


def test_what_was_seen_once_is_told_as_such(tmp_path: Path) -> None:
    result = write_results(
        failed(attempts=(attempt(Stage.REPEATS),)), Destination(tmp_path, tmp_path)
    )
    assert result.nearest is not None
    assert "was not confirmed" in result.nearest.read_text().splitlines()[0]
