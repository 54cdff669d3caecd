"""What is handed over: the script, the result as JSON, and a report for the issue."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from seismograd.reproduce.candidate import Rung
from seismograd.reproduce.results.kept import RESULT, WRITE_UP
from seismograd.reproduce.results.kept_findings import FINDINGS
from seismograd.reproduce.results.naming import name_from
from seismograd.reproduce.results.result import Reproduction, as_dict, outcome
from seismograd.reproduce.results.write_up import write_up

NEAREST = "nearest_attempt.py"
"""Not a reproduction: what came nearest to one."""
UNCONFIRMED = "it showed the bug once, and that was not confirmed"


class CannotHandOver(Exception):
    """The folder cannot be written to; the message says why, and whoever tells it what to do."""


def hand_over(
    result: Reproduction,
    folder: Path,
    test: Path | None = None,
    findings: Mapping[str, object] | None = None,
) -> Reproduction:
    """Write everything; the result then knows where its files are."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        result = _with_scripts(result, folder)
        result = _with_test(result, folder, test)
        (folder / RESULT).write_text(json.dumps(as_dict(result), indent=2), encoding="utf-8")
        if findings is not None:
            (folder / FINDINGS).write_text(json.dumps(findings, indent=2), encoding="utf-8")
        (folder / WRITE_UP).write_text(write_up(result), encoding="utf-8")
    except OSError as error:
        raise _cannot(Path(error.filename or folder), error) from error
    return result


def script_name(title: str) -> str:
    """A module name from the title of a report, whatever is in it."""
    return f"reproduce_{name_from(title)}"


def name_of_test(title: str) -> str:
    return f"test_{name_from(title)}.py"


def _with_scripts(result: Reproduction, folder: Path) -> Reproduction:
    if result.proof is not None:
        script = folder / f"{script_name(result.title)}.py"
        script.write_text(result.proof.candidate.source, encoding="utf-8")
        return replace(result, script=script)
    nearest = result.nearest_attempt
    if nearest is None or not nearest.candidate.source.strip():
        return result
    words = UNCONFIRMED if nearest.rung is Rung.REPEATS else f"it {outcome(nearest.rung)}"
    text = f"# This is no reproduction: {words}.\n{nearest.candidate.source}"
    (folder / NEAREST).write_text(text, encoding="utf-8")
    return replace(result, nearest=folder / NEAREST)


def _with_test(result: Reproduction, folder: Path, wanted: Path | None) -> Reproduction:
    """Where it was wanted, or beside the script; nothing that is there is written over."""
    if not result.test_source:
        return result
    name = name_of_test(result.title)
    places = [] if wanted is None else [_free(wanted / name) if wanted.is_dir() else wanted]
    for path in (*places, _free(folder / name)):
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(result.test_source)
        except FileExistsError:
            continue
        return replace(result, test=path)
    return result


def _free(path: Path) -> Path:
    """The path, or one with a number."""
    others = (path.with_stem(f"{path.stem}_{number}") for number in itertools.count(2))
    return next(one for one in itertools.chain([path], others) if not one.exists())


def _cannot(folder: Path, error: OSError) -> CannotHandOver:
    return CannotHandOver(f"{folder} cannot be written ({error.strerror or error})")
