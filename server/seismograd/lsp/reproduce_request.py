"""What is asked for when something shall be reproduced: a project, a report, and criteria."""

from __future__ import annotations

import io
import json
import os
from dataclasses import dataclass
from pathlib import Path

from pygls.exceptions import JsonRpcException

from seismograd.lsp.commands import REQUEST_FAILED
from seismograd.lsp.project import Project
from seismograd.lsp.reproduce_feature import ReproduceParams
from seismograd.lsp.uris import is_on_disk
from seismograd.lsp.workspace_paths import is_in_open_folder
from seismograd.reproduce.criteria.criteria_file import (
    MAX_BYTES,
    CriteriaFileError,
    criteria_from_json,
)
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.report.bug_report import BugReport, NoReport
from seismograd.reproduce.report.issues import is_address
from seismograd.reproduce.report.load import STANDARD_INPUT, load_report, load_report_file
from seismograd.reproduce.results.saved_results import KeptReproduction
from seismograd.runs.project_choices import sandbox_for_strangers
from seismograd.settings import Settings
from seismograd.source.project_root import project_root

NO_PROJECT = "Open the folder of the project first: a report is about one."
NOT_KEPT = "Its report was not kept: reproduce it from the report itself."
NO_REPORT = "there is no report: pass its text, a file on disk, or the address of an issue"


@dataclass(frozen=True, slots=True)
class Place:
    """The project, and the settings that hold there."""

    root: Path
    settings: Settings
    sandbox: str
    """The one that the user chose: a project may not choose the weakest for itself."""


def place_of(project: Project, asked: ReproduceParams, again: Path | None) -> Place:
    """Where an earlier one was, or where the report lies, or the folder that is named."""
    root = str(again) if again is not None else _root(project, asked)
    inside = os.path.join(root, "")
    settings = project.settings.settings(inside)
    chosen = sandbox_for_strangers(settings, project.settings.of_the_editor(inside))
    return Place(Path(root), settings, chosen)


def _root(project: Project, asked: ReproduceParams) -> str:
    """By the document, or by the folder that is named, or the first that is open."""
    for uri in filter(None, (asked.uri, asked.folder)):
        path = project.files.path_of(uri)
        inside = is_on_disk(path) and is_in_open_folder(project, path)
        folder = project.settings.folder_of(os.path.join(path, "")) if inside else None
        if folder is not None:
            # A project within the folder, but never one around it: that is not open.
            nearest = project_root(path, folder.root)
            return nearest if Path(nearest).is_relative_to(folder.root) else folder.root
    if not project.settings.folders:
        raise JsonRpcException(NO_PROJECT, code=REQUEST_FAILED)
    return project.settings.folders[0].root


def report_of(
    asked: ReproduceParams, again: KeptReproduction | None, path: str, root: Path
) -> BugReport:
    """Raises `NoReport`."""
    if again is not None:
        if again.report is None:
            raise NoReport(NOT_KEPT)
        return load_report_file(str(again.report))
    if asked.text is not None:
        text = io.BytesIO(asked.text.encode("utf-8", "replace"))
        return load_report(STANDARD_INPUT, root, text)
    if asked.address is not None and is_address(asked.address):
        return load_report(asked.address, root)
    if not is_on_disk(path):
        raise NoReport(NO_REPORT)
    return load_report_file(path)


def criteria_of(text: str | None) -> Fingerprint | None:
    """Raises `CriteriaFileError`."""
    if text is None:
        return None
    try:
        document = json.loads(text) if len(text) <= MAX_BYTES else None
    except (ValueError, RecursionError) as error:
        raise CriteriaFileError("criteria", [f"not valid JSON: {error}"]) from None
    return criteria_from_json(document)
