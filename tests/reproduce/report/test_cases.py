"""Reports of many styles in `cases`, each with the parts that must be read from it beside it."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.report.parse import parse_report

CASES = Path(__file__).parent / "cases"
ENDING = ".expected.json"
REPORTS = sorted(
    path
    for path in CASES.iterdir()
    if path.suffix in (".md", ".txt", ".json") and not path.name.endswith(ENDING)
)
PLAIN = {"title", "symptom", "expected", "commit", "fixed_commit"}
LISTS = {"steps", "names", "values", "places", "versions", "tracebacks", "snippets"}


def expectation(path: Path) -> dict[str, Any]:
    wanted: dict[str, Any] = json.loads((CASES / f"{path.stem}{ENDING}").read_text("utf-8"))
    return wanted


def parts(report: BugReport) -> dict[str, Any]:
    """The lists of a report in the shape that the expectations are written in."""
    return {
        "steps": list(report.steps),
        "names": list(report.names),
        "values": [[value.name, value.value] for value in report.values],
        "places": [[one.file, one.first, one.last, one.commit] for one in report.places],
        "versions": [[name, version] for name, version in report.versions.items()],
        "tracebacks": [asdict(traceback) for traceback in report.tracebacks],
        "snippets": [[snippet.language, snippet.code] for snippet in report.snippets],
    }


def matches(wanted: Any, found: Any) -> bool:
    """Objects need hold only what is asked for; strings that begin with `~` need only occur."""
    if isinstance(wanted, str) and wanted.startswith("~"):
        return isinstance(found, str) and wanted[1:] in found
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(matches(wanted[k], found.get(k)) for k in wanted)
    if isinstance(wanted, list):
        return (
            isinstance(found, list | tuple)
            and len(wanted) == len(found)
            and all(map(matches, wanted, found))
        )
    return type(wanted) is type(found) and bool(wanted == found)


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.name)
def test_parts_of_a_report(path: Path) -> None:
    wanted = expectation(path)
    report = parse_report(path.read_text("utf-8"), path.name)
    found = parts(report)
    for key, value in wanted.items():
        name, _, how = key.partition(" ")
        if name in PLAIN:
            assert _check_plain(how, value, getattr(report, name)), (key, getattr(report, name))
        else:
            assert name in LISTS, key
            assert _check_list(how, value, found[name]), (key, found[name])


def _check_plain(how: str, wanted: Any, found: Any) -> bool:
    if how == "has":
        return all(part in found for part in wanted)
    if how == "lacks":
        return not any(part in found for part in wanted)
    assert how == ""
    return matches(wanted, found)


def _check_list(how: str, wanted: list[Any], found: list[Any]) -> bool:
    if how == "has":
        return all(any(matches(one, other) for other in found) for one in wanted)
    if how == "lacks":
        return not any(matches(one, other) for one in wanted for other in found)
    assert how == ""
    return matches(wanted, found)


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.name)
def test_snippets_are_where_they_say(path: Path) -> None:
    report = parse_report(path.read_text("utf-8"))
    lines = report.text.split("\n")
    for snippet in report.snippets:
        first = snippet.code.strip().split("\n")[0].strip()
        near = lines[snippet.line - 1 : snippet.line + 3]
        assert any(first in line for line in near), (snippet, near)


def test_every_expectation_has_its_report() -> None:
    stems = [path.stem for path in REPORTS]
    assert len(set(stems)) == len(stems) >= 25
    assert {path.name.removesuffix(ENDING) for path in CASES.glob(f"*{ENDING}")} == set(stems)


def test_a_case_asks_for_enough() -> None:
    assert [path.name for path in REPORTS if len(expectation(path)) < 4] == []
