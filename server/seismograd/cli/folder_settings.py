"""The settings of each folder of a check: its pyproject.toml below the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from seismograd.cli.trouble import UsageError
from seismograd.rules.registry import all_rules
from seismograd.rules.unknown_selectors import unknown_selectors
from seismograd.settings import Settings
from seismograd.settings_file import FILE_NAME, merge_settings, read_settings


class FolderSettings:
    """Settings by folder; what is wrong in the files is kept as problems, each once."""

    def __init__(self, overrides: Mapping[str, object]) -> None:
        self.overrides = dict(overrides)
        self.problems: dict[str, None] = {}
        self._known: dict[str, tuple[Settings, Path | None]] = {}
        plain, problems = merge_settings(Settings(), self.overrides)
        problems += unknown_selectors(plain, all_rules())
        if problems:
            raise UsageError(problems[0].replace("setting ", "option ", 1))
        self.plain = plain

    def of(self, folder: str) -> Settings:
        return self._read(folder)[0]

    def file_of(self, folder: str) -> Path | None:
        """The file that the settings of a folder stand in."""
        return self._read(folder)[1]

    def excludes(self, folder: str) -> Sequence[str] | None:
        """The exclude patterns that a folder sets itself, unless the command line sets them."""
        if "exclude" in self.overrides or not os.path.exists(os.path.join(folder, FILE_NAME)):
            return None
        settings, file = self._read(folder)
        return settings.exclude if file == Path(folder, FILE_NAME) else None

    def _read(self, folder: str) -> tuple[Settings, Path | None]:
        heirs: list[str] = []
        while folder not in self._known:
            parent = os.path.dirname(folder)
            if parent == folder or os.path.exists(os.path.join(folder, FILE_NAME)):
                self._known[folder] = self._load(folder)
            else:
                heirs.append(folder)
                folder = parent
        found = self._known[folder]
        self._known |= dict.fromkeys(heirs, found)
        return found

    def _load(self, folder: str) -> tuple[Settings, Path | None]:
        settings, file, problems = read_settings(Path(folder))
        if file is not None:
            unknown = unknown_selectors(settings, all_rules())
            problems += [f"{file}: {problem}" for problem in unknown]
        self.problems |= dict.fromkeys(problems)
        return merge_settings(settings, self.overrides)[0], file
