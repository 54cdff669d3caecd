"""Check files one after the other."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from seismograd.cli.folder_settings import FolderSettings
from seismograd.faults import Finding
from seismograd.program import release
from seismograd.rules.checker import Checker
from seismograd.settings import Settings
from seismograd.source.document import Document, UnreadableSource, decode
from seismograd.source.prefilter import mentions_deep_learning
from seismograd.source.source_file import NOTEBOOK_SUFFIX, SourceFile, read_bytes, read_source
from seismograd.source.workspace import Workspace
from seismograd.time_limit import TookTooLong

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FileResult:
    """What checking one file gave: findings, here or in modules it imports, or an error.

    `gaps` counts what was read in part only.
    """

    path: str
    findings: Sequence[Finding] = ()
    error: str | None = None
    gaps: int = 0


class Analysis:
    """Checks files one after the other, sharing what was read of their imports."""

    def __init__(self, roots: Sequence[str], settings: FolderSettings) -> None:
        self.workspace = Workspace(roots)
        self._settings = settings
        self._checkers: dict[Path | None, Checker] = {}

    def checker(self, path: str) -> Checker:
        """The checker under the settings that hold for a file."""
        folder = os.path.dirname(path)
        file = self._settings.file_of(folder)
        if file not in self._checkers:
            settings: Settings = self._settings.of(folder)
            self._checkers[file] = Checker(self.workspace, settings)
        return self._checkers[file]

    def check_file(self, path: str) -> FileResult:
        try:
            raw = read_bytes(path)
            if not mentions_deep_learning(raw):
                decode(raw)
                return FileResult(path)
            return self.check_source(path, read_source(path, raw))
        except OSError as error:
            return FileResult(path, error=f"cannot be read: {error.strerror}")
        except UnreadableSource as error:
            return FileResult(path, error=str(error))

    def check_source(self, path: str, source: SourceFile) -> FileResult:
        """Check a text that stands for the file of a path."""
        try:
            document = self._document(path, source)
            checker = self.checker(path)
            findings = checker.check(document)
            release(document)
            return FileResult(path, findings, gaps=len(checker.gaps))
        except TookTooLong as error:
            return FileResult(path, error=f"not analysed: {error}")
        except Exception as error:
            # One file that the analysis cannot digest must not hide the findings of the others.
            log.debug("check of %s failed", path, exc_info=True)
            return FileResult(path, error=f"internal error: {type(error).__name__}: {error}")
        finally:
            if path.endswith(NOTEBOOK_SUFFIX):
                self.workspace.close(path)

    def _document(self, path: str, source: SourceFile) -> Document:
        known = None if path.endswith(NOTEBOOK_SUFFIX) else self.workspace.document(path)
        if known is not None and known.text == source.text:
            return known
        document = Document(path, source.text)
        self.workspace.open(document)
        return document
