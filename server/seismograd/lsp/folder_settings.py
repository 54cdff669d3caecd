"""Which settings hold for a file: first the editor's for its folder, then the project's."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from seismograd.lsp.client_options import BRIEF_HOVER, LANGUAGE_MODEL, OWN_BASE_URL, TRUSTED
from seismograd.lsp.uris import is_on_disk
from seismograd.rules.rule import Rule
from seismograd.rules.unknown_selectors import unknown_selectors
from seismograd.settings import (
    MODEL_ADDRESS,
    Settings,
    left_out,
    static_only,
    with_model_address,
)
from seismograd.settings_file import load_settings, merge_settings
from seismograd.source.ignore_files import layer_of

CHECK_MODE = "checkMode"
REPAIR = "repair"
EDITOR_ONLY = frozenset(
    {
        CHECK_MODE,
        "enable",
        "logLevel",
        "path",
        REPAIR,
        "server",
        "trace",
        TRUSTED,
        LANGUAGE_MODEL,
        BRIEF_HOVER,
        OWN_BASE_URL,
    }
)
"""Keys of the editor's section that are not settings of the analysis."""
_NOT_YOURS = (
    "llm.baseUrl is ignored {where}: your key would be sent to an address that a project can "
    "choose. Set ANTHROPIC_BASE_URL in the environment of the editor instead."
)


class CheckMode(StrEnum):
    OPEN_FILES = "openFiles"
    WORKSPACE = "workspace"


@dataclass(slots=True)
class Folder:
    """A folder that the client has open, with what the editor sets for it."""

    uri: str
    root: str
    overrides: Mapping[str, object] = field(default_factory=dict)

    def holds(self, path: str) -> bool:
        return path == self.root or path.startswith(self.root.rstrip(os.sep) + os.sep)


@dataclass(frozen=True, slots=True)
class RepairSettings:
    """None where nothing is set."""

    trainings: int | None = None
    objective: str | None = None


class FolderSettings:
    """Settings by file. What is wrong with them is collected as messages, each once."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self._rules = rules
        self.trusted = True
        self.takes_base_url = False
        """Whether the editor's settings may say where a model is asked."""
        self.folders: list[Folder] = []
        self.unscoped: Mapping[str, object] = {}
        self._by_directory: dict[str, Settings] = {}
        self._ignored: dict[str, list[str]] = {}
        self._problems: list[str] = []
        self._told: set[str] = set()

    def replace(self, folders: list[Folder], unscoped: Mapping[str, object]) -> None:
        self.folders = folders
        self.unscoped = unscoped
        for overrides in (unscoped, *(folder.overrides for folder in folders)):
            self._note_mistakes(overrides)
        self.reload()

    def reload(self) -> None:
        """Read the project files anew when next asked."""
        self._by_directory.clear()
        self._ignored.clear()

    def folder_of(self, path: str) -> Folder | None:
        """The innermost open folder around a file; unsaved texts belong to the first one."""
        if not is_on_disk(path):
            return self.folders[0] if self.folders else None
        holders = [folder for folder in self.folders if folder.holds(path)]
        return max(holders, key=lambda folder: len(folder.root), default=None)

    def settings(self, path: str) -> Settings:
        directory = self.directory_of(path)
        known = self._by_directory.get(directory)
        if known is None:
            known = self._by_directory[directory] = self._read(directory, path)
        return known

    def of_the_editor(self, path: str) -> Settings:
        """The settings as they would be without any file of the project."""
        return merge_settings(Settings(), _for_analysis(self._overrides(path)))[0]

    def ignored(self, path: str) -> list[str]:
        """The names of the settings that do not hold because the workspace is not trusted."""
        self.settings(path)
        return self._ignored.get(self.directory_of(path), [])

    def directory_of(self, path: str) -> str:
        if is_on_disk(path):
            return os.path.dirname(path)
        return self.folders[0].root if self.folders else ""

    def _read(self, directory: str, path: str) -> Settings:
        base, problems = load_settings(Path(directory)) if directory else (Settings(), [])
        of_the_editor = _for_analysis(self._overrides(path))
        settings, _ = merge_settings(base, of_the_editor)
        settings = with_model_address(settings, self._base_url(base, of_the_editor))
        if not self.trusted:
            self._ignored[directory] = left_out(settings)
            settings = static_only(settings)
        self._problems += [*problems, *unknown_selectors(settings, self._rules)]
        return settings

    def _base_url(self, base: Settings, of_the_editor: Mapping[str, object]) -> str | None:
        """The address that the user named; a folder's file and its editor settings have no say."""
        if MODEL_ADDRESS in base.llm:
            self._problems.append(_NOT_YOURS.format(where="in pyproject.toml"))
        address = merge_settings(Settings(), of_the_editor)[0].llm.get(MODEL_ADDRESS)
        if address is None or self.takes_base_url:
            return address
        self._problems.append(_NOT_YOURS.format(where="in the settings of this editor"))
        return None

    def _overrides(self, path: str) -> Mapping[str, object]:
        folder = self.folder_of(path)
        return folder.overrides if folder else self.unscoped

    def mode(self, path: str) -> CheckMode:
        folder = self.folder_of(path)
        value = folder.overrides.get(CHECK_MODE) if folder else None
        return CheckMode.WORKSPACE if value == CheckMode.WORKSPACE else CheckMode.OPEN_FILES

    def of_repair(self, path: str) -> RepairSettings:
        """What the editor sets for searches; what makes no sense is left out."""
        given = self._overrides(path).get(REPAIR)
        values: Mapping[str, object] = given if isinstance(given, Mapping) else {}
        trainings, objective = values.get("trainings"), values.get("objective")
        return RepairSettings(
            trainings if isinstance(trainings, int) and trainings > 0 else None,
            objective if isinstance(objective, str) and objective else None,
        )

    def is_excluded(self, path: str) -> bool:
        folder = self.folder_of(path)
        if folder is None or not is_on_disk(path):
            return False
        layer = layer_of(folder.root, self.settings(path).exclude)
        return layer is not None and bool(layer.verdict(path))

    def _note_mistakes(self, overrides: Mapping[str, object]) -> None:
        _, found = merge_settings(Settings(), _for_analysis(overrides))
        if overrides.get(CHECK_MODE) not in (None, *CheckMode):
            found.append(f"setting '{CHECK_MODE}' must be one of {', '.join(CheckMode)}")
        self._problems += [f"editor settings: {problem}" for problem in found]

    def take_problems(self) -> list[str]:
        """Messages that were not given out before."""
        new = [problem for problem in dict.fromkeys(self._problems) if problem not in self._told]
        self._problems.clear()
        self._told.update(new)
        return new


def _for_analysis(overrides: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in overrides.items() if key not in EDITOR_ONLY}
