"""What runs have shown about lines: shown until the file changes or the run is forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import attrs
from lsprotocol import types

from seismograd.source.document import MAX_BYTES
from seismograd_sandbox.untrusted_files import read_regular_file

if TYPE_CHECKING:
    from seismograd.lsp.language_server import SeismogradServer

RUN_SOURCE = "seismograd (run)"
CHANGED = "[code changed since]"
Shown = Mapping[str, list[tuple[str, types.Diagnostic]]]
"""Diagnostics, each with the address it belongs to, by the path of the file."""


def is_text_of_file(path: str, text: str) -> bool:
    """Whether this is what lies on the disk, however its lines end."""
    try:
        on_disk = read_regular_file(path, MAX_BYTES).decode("utf-8-sig", "replace")
    except OSError:
        return False
    return text.splitlines() == on_disk.splitlines()


class RunFindings:
    """Only the event loop may change it."""

    def __init__(self, server: SeismogradServer) -> None:
        self._server = server
        self._by_path: dict[str, dict[str, list[tuple[str, types.Diagnostic]]]] = {}

    def of(self, path: str) -> list[tuple[str, types.Diagnostic]]:
        by_origin = self._by_path.get(path, {})
        return [found for several in list(by_origin.values()) for found in several]

    def show(self, origin: str, shown: Shown) -> None:
        for path, found in shown.items():
            before = self._addresses(path)
            self._by_path.setdefault(path, {})[origin] = list(found)
            self._publish(path, before)

    def forget(self, origin: str) -> None:
        """What it showed is no longer of interest."""
        for path in [path for path, found in self._by_path.items() if origin in found]:
            before = self._addresses(path)
            del self._by_path[path][origin]
            self._publish(path, before)

    def fade(self, origin: str) -> None:
        """What it showed is about code that has changed elsewhere: told less loudly."""
        faded = {
            path: [(uri, self._faded(diagnostic)) for uri, diagnostic in found[origin]]
            for path, found in self._by_path.items()
            if origin in found
        }
        self.show(origin, faded)

    def file_opened(self, path: str, text: str) -> None:
        """An editor may come back with changes that were never saved."""
        is_known = path in self._by_path or self._server.last_runs.about(path) is not None
        if is_known and not is_text_of_file(path, text):
            self.file_changed(path)

    def file_changed(self, path: str) -> None:
        """Whatever was shown was shown about other text."""
        if path in self._by_path:
            before = self._addresses(path)
            del self._by_path[path]
            self._publish(path, before)
        self._server.last_runs.file_changed(path)

    def _faded(self, diagnostic: types.Diagnostic) -> types.Diagnostic:
        grey = [types.DiagnosticTag.Unnecessary] if self._server.client.diagnostic_tags else None
        message = f"{diagnostic.message} {CHANGED}"
        hint = types.DiagnosticSeverity.Hint
        return attrs.evolve(diagnostic, severity=hint, tags=grey, message=message)

    def _addresses(self, path: str) -> set[str]:
        return {uri for uri, _ in self.of(path)}

    def _publish(self, path: str, before: Iterable[str]) -> None:
        if not self._server.client.pulls_diagnostics:
            self._server.publisher.publish_again(path)
            return
        # Whoever pulls the findings of the rules keeps what is pushed beside them.
        found = self.of(path)
        for uri in sorted({*before, *(uri for uri, _ in found)}):
            items = [diagnostic for where, diagnostic in found if where == uri]
            self._server.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(uri, items)
            )
