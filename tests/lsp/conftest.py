"""Sessions with the server under the sample rules, one for a module."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

from tests.lsp.editor import Editor

SERVER = (sys.executable, str(Path(__file__).with_name("sample_server.py")))
TEARDOWN_PATIENCE = 5.0


def capabilities(
    *, pull: bool, encodings: tuple[str, ...] = ("utf-16",)
) -> types.ClientCapabilities:
    """What a current editor can do."""
    tags = types.ClientDiagnosticsTagOptions([types.DiagnosticTag.Unnecessary])
    return types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=list(encodings)),
        notebook_document=types.NotebookDocumentClientCapabilities(
            types.NotebookDocumentSyncClientCapabilities()
        ),
        text_document=types.TextDocumentClientCapabilities(
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(
                version_support=True,
                related_information=True,
                tag_support=tags,
                code_description_support=True,
                data_support=True,
            ),
            diagnostic=types.DiagnosticClientCapabilities() if pull else None,
            code_action=types.CodeActionClientCapabilities(
                data_support=True,
                resolve_support=types.ClientCodeActionResolveOptions(["edit"]),
            )
            if pull
            else None,
            hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown]),
        ),
        window=types.WindowClientCapabilities(work_done_progress=True),
        workspace=types.WorkspaceClientCapabilities(
            configuration=True,
            workspace_folders=True,
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=pull),
            did_change_configuration=types.DidChangeConfigurationClientCapabilities(
                dynamic_registration=True
            ),
            did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(
                dynamic_registration=True
            ),
            diagnostics=types.DiagnosticWorkspaceClientCapabilities(refresh_support=True),
        ),
    )


async def session(
    config: ClientServerConfig,
    roots: list[Path],
    abilities: types.ClientCapabilities,
    settings: dict[str, dict[str, object]] | None = None,
    options: dict[str, object] | None = None,
) -> AsyncIterator[Editor]:
    """An editor on a started server; settings are given by the address of a folder."""
    client = await config.start()
    assert isinstance(client, LanguageClient)
    editor = Editor(client, roots[0])
    for scope, values in (settings or {}).items():
        client.set_configuration({"seismograd": values}, scope_uri=scope)
    folders = [types.WorkspaceFolder(root.as_uri(), root.name) for root in roots]
    await client.initialize_session(
        types.InitializeParams(
            abilities,
            workspace_folders=folders,
            root_uri=folders[0].uri,
            initialization_options=options,
        )
    )
    yield editor
    await asyncio.wait_for(client.shutdown_session(), TEARDOWN_PATIENCE)
    await client.stop()


def sample_config() -> ClientServerConfig:
    return ClientServerConfig(server_command=list(SERVER))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("project")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def push(root: Path) -> AsyncIterator[Editor]:
    """An editor to which diagnostics are pushed, and which knows few refinements."""
    async for editor in session(sample_config(), [root], capabilities(pull=False)):
        yield editor


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pull(root: Path) -> AsyncIterator[Editor]:
    """An editor that pulls diagnostics and knows every refinement."""
    async for editor in session(sample_config(), [root], capabilities(pull=True)):
        yield editor
