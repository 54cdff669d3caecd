"""The files on disk that are checked although they are not open."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from seismograd.lsp.folder_settings import CheckMode, Folder, FolderSettings
from seismograd.settings import DEFAULT_EXCLUDE
from seismograd.settings_file import FILE_NAME, read_settings
from seismograd.source.file_search import FileSearch
from seismograd.source.prefilter import mentions_deep_learning
from seismograd.source.source_file import read_bytes

log = logging.getLogger(__name__)


class WorkspaceFiles:
    """Python files of the folders in workspace mode, found once and kept until told otherwise."""

    def __init__(self, settings: FolderSettings) -> None:
        self._settings = settings
        self._paths: dict[str, None] | None = None
        self._adopted: set[str] = set()
        self._told: set[str] = set()
        self.everywhere = False
        """Take all folders for being in workspace mode."""

    def forget(self) -> None:
        self._paths = None

    def look_again_at(self, path: str) -> None:
        """One file came, went or changed; the others are as they were."""
        if self._paths is None:
            return
        self._paths.pop(path, None)
        if path in self._adopted and not self._is_still_wanted(path):
            self._adopted.discard(path)
        if path in self._adopted or path in self._below(self._whole(), path):
            self._paths[path] = None

    def adopt(self, path: str) -> None:
        """Count a file in, whatever the mode of its folder."""
        if path not in self:
            self._adopted.add(path)
            self._known()[path] = None

    def everything(self) -> list[str]:
        """The files that there would be if all folders were in workspace mode."""
        return list(self) if self.everywhere else list(self._below(self._settings.folders))

    def __iter__(self) -> Iterator[str]:
        return iter(self._known())

    def __contains__(self, path: str) -> bool:
        return path in self._known()

    def _known(self) -> dict[str, None]:
        if self._paths is None:
            self._adopted = set(filter(self._is_still_wanted, self._adopted))
            self._paths = dict.fromkeys([*self._below(self._whole()), *sorted(self._adopted)])
        return self._paths

    def _whole(self) -> list[Folder]:
        """The folders in workspace mode."""
        folders = self._settings.folders
        if self.everywhere:
            return folders
        return [f for f in folders if self._settings.mode(f.root) is CheckMode.WORKSPACE]

    def _below(self, folders: list[Folder], only: str | None = None) -> Iterator[str]:
        for folder in folders:
            search = FileSearch(partial(self._excludes, folder.root), DEFAULT_EXCLUDE)
            found = (path for path in search.files(folder.root, only) if path.endswith(".py"))
            yield from (path for path in found if self._is_wanted(path))
            self._tell_once(search.unreadable)

    def _tell_once(self, unreadable: Mapping[str, str]) -> None:
        for path, reason in unreadable.items():
            if path not in self._told:
                self._told.add(path)
                log.warning("%s: %s", path, reason)

    def _is_still_wanted(self, path: str) -> bool:
        return self._settings.folder_of(path) is not None and self._is_wanted(path)

    def _excludes(self, root: str, folder: str) -> tuple[str, ...] | None:
        if folder == root:
            return self._settings.settings(os.path.join(root, FILE_NAME)).exclude
        return _own_excludes(Path(folder))

    def _is_wanted(self, path: str) -> bool:
        return not self._settings.is_excluded(path) and _is_promising(path)


def _own_excludes(folder: Path) -> tuple[str, ...] | None:
    if not (folder / FILE_NAME).exists():
        return None
    settings, file, _ = read_settings(folder)
    return settings.exclude if file == folder / FILE_NAME else None


def _is_promising(path: str) -> bool:
    try:
        return mentions_deep_learning(read_bytes(path))
    except OSError:
        return False
