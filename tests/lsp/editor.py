"""An editor for tests: opens, edits and asks, and waits for what the server says."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from lsprotocol import types
from pytest_lsp import LanguageClient

PATIENCE = 15.0


class Editor:
    """A client with short names."""

    def __init__(self, client: LanguageClient, root: Path) -> None:
        self.client = client
        self.root = root
        self.published: dict[str, types.PublishDiagnosticsParams] = {}
        self.publications = 0
        self.registrations: list[types.Registration] = []
        client.feature(types.CLIENT_REGISTER_CAPABILITY)(partial(self._register))
        client.protocol.fm.features.pop(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(partial(self._publish))
        self._told_jobs: list[dict[str, Any]] = []
        client.feature("seismograd/job")(partial(self._tell_job))

    def _register(self, params: types.RegistrationParams) -> None:
        self.registrations += params.registrations

    def _publish(self, params: types.PublishDiagnosticsParams) -> None:
        self.publications += 1
        self.published[params.uri] = params

    def _tell_job(self, params: Any) -> None:
        self._told_jobs.append(params._asdict())

    def jobs(self, job_id: str) -> list[dict[str, Any]]:
        """Everything that was told of a job."""
        return [status for status in self._told_jobs if status["id"] == job_id]

    async def cancel_job(self, job_id: str) -> Any:
        answer = await self.client.protocol.send_request_async(
            "seismograd/cancelJob", {"id": job_id}
        )
        return answer._asdict()

    def uri(self, name: str) -> str:
        return (self.root / name).as_uri()

    def write(self, name: str, text: str) -> str:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path.as_uri()

    def open(self, uri: str, text: str, language: str = "python") -> str:
        item = types.TextDocumentItem(uri, language, 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def change(self, uri: str, version: int, *changes: tuple[tuple[int, ...], str] | str) -> None:
        events: list[types.TextDocumentContentChangeEvent] = []
        for change in changes:
            if isinstance(change, str):
                events.append(types.TextDocumentContentChangeWholeDocument(change))
            else:
                events.append(types.TextDocumentContentChangePartial(area(*change[0]), change[1]))
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version, uri), events
            )
        )

    def close(self, uri: str) -> None:
        identifier = types.TextDocumentIdentifier(uri)
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(identifier))

    async def diagnostics(self, uri: str, version: int | None) -> Sequence[types.Diagnostic]:
        """What the server pushed for a version."""

        def has_come() -> bool:
            return uri in self.published and self.published[uri].version == version

        await until(has_come)
        return self.published[uri].diagnostics

    def shown(self, uri: str) -> list[str]:
        """The codes last pushed for a file, of whatever version; none where nothing has come."""
        return codes(self.published[uri].diagnostics) if uri in self.published else []

    async def pull(self, uri: str, previous: str | None = None) -> types.DocumentDiagnosticReport:
        return await self.client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(
                types.TextDocumentIdentifier(uri), previous_result_id=previous
            )
        )

    async def pull_workspace(
        self, previous: Sequence[types.PreviousResultId] = ()
    ) -> dict[str, Any]:
        report = await self.client.workspace_diagnostic_async(
            types.WorkspaceDiagnosticParams(list(previous))
        )
        return {item.uri: item for item in report.items}

    async def actions(
        self,
        uri: str,
        where: types.Range,
        diagnostics: Sequence[types.Diagnostic] = (),
        only: Sequence[str] | None = None,
    ) -> dict[str, types.CodeAction]:
        found = await self.client.text_document_code_action_async(
            types.CodeActionParams(
                types.TextDocumentIdentifier(uri),
                where,
                types.CodeActionContext(list(diagnostics), only=only),  # type: ignore[arg-type]
            )
        )
        return {action.title: action for action in found or ()}  # type: ignore[misc]

    async def resolve(self, action: types.CodeAction) -> types.WorkspaceEdit:
        resolved = await self.client.code_action_resolve_async(action)
        assert resolved.edit is not None
        return resolved.edit

    async def hover(self, uri: str, line: int, character: int) -> str | None:
        found = await self.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        )
        return found.contents.value if found else None  # type: ignore[union-attr]

    async def command(self, name: str, *arguments: Any) -> Any:
        params = types.ExecuteCommandParams(name, list(arguments) or None)
        return await self.client.workspace_execute_command_async(params)

    def configure(self, values: dict[str, Any], scope: str | None = None) -> None:
        self.client.set_configuration({"seismograd": values}, scope_uri=scope)
        self.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))

    def disk_changed(self, uri: str, kind: types.FileChangeType) -> None:
        self.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams([types.FileEvent(uri, kind)])
        )


async def until(condition: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait until something is so."""
    end = asyncio.get_running_loop().time() + patience
    while not condition():
        assert asyncio.get_running_loop().time() < end, "it never came to be so"
        await asyncio.sleep(0.01)


def area(line: int, character: int, end_line: int, end_character: int) -> types.Range:
    return types.Range(types.Position(line, character), types.Position(end_line, end_character))


def bounds(diagnostic: types.Diagnostic) -> tuple[int, int, int, int]:
    start, end = diagnostic.range.start, diagnostic.range.end
    return start.line, start.character, end.line, end.character


def codes(diagnostics: Sequence[types.Diagnostic]) -> list[str]:
    return [str(diagnostic.code) for diagnostic in diagnostics]
