"""One check of one file, under the settings of its folder."""

from __future__ import annotations

import logging

from seismograd.faults import Finding
from seismograd.lsp.folder_settings import FolderSettings
from seismograd.lsp.freshness import ObservedWorkspace
from seismograd.rules.checker import Checker
from seismograd.rules.rule import Rule
from seismograd.source.document import TOO_LARGE, Document
from seismograd.source.source_file import NOTEBOOK_SUFFIX, read_from_disk
from seismograd.time_limit import TookTooLong

log = logging.getLogger(__name__)


class FileChecks:
    """Checks files of a workspace; a file that cannot be checked is told of, never raised."""

    def __init__(
        self, workspace: ObservedWorkspace, settings: FolderSettings, rules: tuple[Rule, ...]
    ) -> None:
        self._workspace = workspace
        self._settings = settings
        self._rules = rules
        self._checkers: dict[str, Checker] = {}

    def look_at(self, path: str) -> tuple[list[Finding], str | None]:
        """What a check of a file finds, or why there was none."""
        if self._settings.is_excluded(path):
            return [], None
        if path.endswith(NOTEBOOK_SUFFIX) and not self._workspace.is_open(path):
            return self._look_at_closed_notebook(path)
        document = self._workspace.document(path)
        if document is None:
            return [], "cannot be read"
        if document.is_too_large:
            return [], TOO_LARGE
        return self._check(document)

    def _look_at_closed_notebook(self, path: str) -> tuple[list[Finding], str | None]:
        source = read_from_disk(path) if self._workspace.holds(path) else None
        if source is None:
            return [], "cannot be read"
        self._workspace.open(Document(path, source.text))
        try:
            return self.look_at(path)
        finally:
            self._workspace.close(path)

    def _check(self, document: Document) -> tuple[list[Finding], str | None]:
        try:
            return self._checker(document.path).check(document), None
        except TookTooLong as error:
            return [], f"not analysed: {error}"
        except Exception as error:
            log.exception("the check of %s failed", document.path)
            return [], f"internal error: {type(error).__name__}: {error}"

    def _checker(self, path: str) -> Checker:
        directory = self._settings.directory_of(path)
        if directory not in self._checkers:
            settings = self._settings.settings(path)
            self._checkers[directory] = Checker(self._workspace, settings, self._rules)
        return self._checkers[directory]
