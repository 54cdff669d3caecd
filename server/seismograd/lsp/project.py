"""What the server knows about the user's code. Only the worker thread may touch it."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Mapping, Sequence

from lsprotocol import types

from seismograd.faults import Finding
from seismograd.lsp.config_files import ConfigFiles
from seismograd.lsp.file_checks import FileChecks
from seismograd.lsp.finding_store import FindingStore
from seismograd.lsp.folder_settings import Folder, FolderSettings
from seismograd.lsp.freshness import Freshness, ObservedWorkspace
from seismograd.lsp.open_files import OpenFiles, OpenNotebook, OpenText
from seismograd.lsp.places import Places
from seismograd.lsp.uris import is_on_disk
from seismograd.lsp.workspace_files import WorkspaceFiles
from seismograd.rules.rule import Rule
from seismograd.source.document import TOO_LARGE, Document, TextChange
from seismograd.source.positions import Encoding
from seismograd.source.project_root import project_root

log = logging.getLogger(__name__)


class Project:
    """Open files, their folders and settings, and the findings so far."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self.rules = rules
        self.encoding = Encoding.UTF16
        self.files = OpenFiles()
        self.config_files = ConfigFiles()
        self.settings = FolderSettings(rules)
        self.findings = FindingStore()
        self.freshness = Freshness()
        self.workspace = ObservedWorkspace()
        self.workspace_files = WorkspaceFiles(self.settings)
        self.checks = FileChecks(self.workspace, self.settings, rules)
        self._left_unread: set[str] = set()

    @property
    def places(self) -> Places:
        return Places(self.files, self.workspace, self.encoding)

    def configure(self, folders: list[Folder], unscoped: Mapping[str, object]) -> None:
        """Take over folders and editor settings; everything is to be checked again."""
        before = [folder.root for folder in self.settings.folders]
        roots = [folder.root for folder in folders]
        self.settings.replace(folders, unscoped)
        if roots != before:
            self.workspace = ObservedWorkspace(roots)
            for path in self.files.paths:
                self._enter(path)
        self.settings_changed()

    def _enter(self, path: str) -> None:
        file = self.files.get(path)
        if file is None:
            return
        if is_on_disk(path) and self.settings.folder_of(path) is None:
            # A file outside of every folder brings its project along, for its imports.
            self.workspace.add_root(project_root(path))
        self.workspace.open(file.document)

    def settings_changed(self) -> None:
        self.settings.reload()
        self.checks = FileChecks(self.workspace, self.settings, self.rules)
        self.workspace_files.forget()
        self.freshness.touch_everything()
        self.findings.mark_all_changed()

    def widen(self) -> None:
        """Check whole folders from now on, whatever their mode."""
        self.workspace_files.everywhere = True
        self.workspace_files.forget()
        self.findings.mark_all_changed()

    def adopt(self, path: str) -> None:
        """Check a file of the workspace and show what is found, whatever its folder's mode."""
        self.workspace_files.adopt(path)
        self.settle(path)

    def open(self, file: OpenText | OpenNotebook) -> None:
        self.files.add(file)
        self._enter(file.document.path)
        self._note_arrival(file.document.path)

    def _note_arrival(self, path: str) -> None:
        self.freshness.touch(path)
        if not is_on_disk(path) or not os.path.exists(path):
            self.freshness.came_or_went(path)

    def change_text(self, path: str, changes: Sequence[TextChange], version: int) -> None:
        file = self.files.get(path)
        if isinstance(file, OpenText):
            file.document.change(changes, version, self.encoding)
            self.freshness.touch(path)

    def change_notebook(self, path: str, params: types.DidChangeNotebookDocumentParams) -> None:
        notebook = self.files.get(path)
        if isinstance(notebook, OpenNotebook):
            notebook.change(params, self.encoding)
            self.files.index_cells(notebook)
            self.freshness.touch(path)

    def close(self, path: str) -> None:
        self.files.remove(path)
        self.workspace.close(path)
        self._note_arrival(path)
        if path not in self.workspace_files:
            self.findings.forget(path)
            self.freshness.forget(path)

    def changed_on_disk(self, path: str, *, came_or_went: bool) -> None:
        """A Python file changed; an open one counts by what the editor holds."""
        self.workspace.forget(path)
        if came_or_went or path not in self.workspace_files:
            self.workspace_files.look_again_at(path)
        if came_or_went:
            self.freshness.came_or_went(path)
        if not self.workspace.is_open(path):
            self.freshness.touch(path)

    def configuration_changed_on_disk(self, path: str) -> None:
        """A file that code may load changed, came or went."""
        self.workspace.forget(path)
        self.freshness.came_or_went(path)

    def checked_paths(self) -> list[str]:
        """Every file to be checked: open ones, the latest edited first, then the workspace's."""
        opened = sorted(self.files.paths, key=self.freshness.last_change, reverse=True)
        return list(dict.fromkeys([*opened, *self.workspace_files]))

    def stale_paths(self) -> list[str]:
        paths = self.checked_paths()
        for gone in set(self.findings.checked) - set(paths):
            self.findings.forget(gone)
            self.freshness.forget(gone)
        return [path for path in paths if not self.freshness.is_fresh(path)]

    def settle(self, path: str) -> None:
        """Bring everything that is known about a file up to date, if the client wants to know."""
        if self.is_visible(path):
            for source in dict.fromkeys([path, *self.findings.sources_of(path)]):
                self._ensure_checked(source)

    def is_settled(self, path: str) -> bool:
        """Whether nothing that is known about a file comes from a check that no longer holds."""
        sources = {path, *self.findings.sources_of(path)} & set(self.findings.checked)
        return all(self.freshness.is_fresh(source) for source in sources)

    def _ensure_checked(self, path: str) -> None:
        if self.freshness.is_fresh(path):
            return
        with self.workspace.observed() as observed:
            document = self.workspace.document(path)
            found = self._findings(document) if document else []
        self.findings.record(path, found)
        self.freshness.mark_checked(path, observed)

    def _findings(self, document: Document) -> Iterable[Finding]:
        if document.is_too_large and not self.settings.is_excluded(document.path):
            self._say_once_that_it_is_too_large(document.path)
        return self.checks.look_at(document.path)[0]

    def _say_once_that_it_is_too_large(self, path: str) -> None:
        if path not in self._left_unread:
            self._left_unread.add(path)
            log.warning("%s: %s", path, TOO_LARGE)

    def is_visible(self, path: str) -> bool:
        """Whether the client wants to hear of findings in a file."""
        return self.files.get(path) is not None or path in self.workspace_files

    def visible_findings(self, path: str) -> list[Finding]:
        return self.findings.found_in(path) if self.is_visible(path) else []
