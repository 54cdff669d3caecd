"""The settings under which a project's code is run, and what of them its own file chose."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from seismograd.cli.folder_settings import FolderSettings
from seismograd.cli.trouble import say
from seismograd.runs.project_choices import (
    OF_A_REPRODUCTION,
    OF_A_RUN,
    choices_of_file,
    within_the_walls,
)
from seismograd.settings import Settings


def settings_of_own_project(root: Path, given: Mapping[str, object]) -> Settings:
    """Of a project that the user runs as they would themselves: what its file says is told."""
    folders = _read(root, given)
    settings = folders.of(str(root))
    _tell(folders, root, choices_of_file(settings, folders.plain, OF_A_RUN))
    return settings


def settings_of_any_project(root: Path, given: Mapping[str, object]) -> Settings:
    """Of a project that may be a stranger's: what would weaken its walls is not heard.

    Raises `SandboxUnusable`.
    """
    folders = _read(root, given)
    asked = folders.of(str(root))
    settings, refused = within_the_walls(asked, folders.plain, root)
    for name, why in refused.items():
        (choice,) = choices_of_file(asked, folders.plain, [name])
        say(f"{folders.file_of(str(root))}: {choice} is not heard: {why}")
    _tell(folders, root, choices_of_file(settings, folders.plain, OF_A_REPRODUCTION))
    return settings


def _read(root: Path, given: Mapping[str, object]) -> FolderSettings:
    folders = FolderSettings({name: value for name, value in given.items() if value is not None})
    folders.of(str(root))
    for problem in folders.problems:
        say(problem)
    return folders


def _tell(folders: FolderSettings, root: Path, choices: list[str]) -> None:
    if choices:
        say(f"by {folders.file_of(str(root))}: {', '.join(choices)}")
