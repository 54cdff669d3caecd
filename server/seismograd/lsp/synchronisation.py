"""Texts and notebooks as the editor opens, edits, saves and closes them."""

from __future__ import annotations

from functools import partial

from lsprotocol import types

from seismograd.lsp.config_files import is_config_file
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.open_files import PYTHON, OpenNotebook, OpenText, text_changes
from seismograd.lsp.uris import path_of
from seismograd.source.document import TextChange


def register(server: SeismogradServer) -> None:
    server.feature(types.TEXT_DOCUMENT_DID_OPEN)(did_open)
    server.feature(types.TEXT_DOCUMENT_DID_CHANGE)(did_change)
    server.feature(types.TEXT_DOCUMENT_DID_SAVE)(did_save)
    server.feature(types.TEXT_DOCUMENT_DID_CLOSE)(did_close)
    server.feature(types.NOTEBOOK_DOCUMENT_DID_OPEN)(did_open_notebook)
    server.feature(types.NOTEBOOK_DOCUMENT_DID_CHANGE)(did_change_notebook)
    server.feature(types.NOTEBOOK_DOCUMENT_DID_SAVE)(did_save)
    server.feature(types.NOTEBOOK_DOCUMENT_DID_CLOSE)(did_close_notebook)


def did_open(ls: SeismogradServer, params: types.DidOpenTextDocumentParams) -> None:
    item = params.text_document
    if item.language_id == PYTHON:
        ls.run_findings.file_opened(path_of(item.uri), item.text)
        ls.edit(item.uri, lambda: ls.project.open(OpenText(item)))
        _publish(ls)
    elif is_config_file(path_of(item.uri)):
        ls.edit(item.uri, lambda: ls.project.config_files.open(item))


def did_change(ls: SeismogradServer, params: types.DidChangeTextDocumentParams) -> None:
    uri, version = params.text_document.uri, params.text_document.version
    changes = text_changes(params.content_changes)
    if is_config_file(path_of(uri)):
        _change_config_file(ls, uri, changes, version)
        return
    ls.run_findings.file_changed(path_of(uri))
    ls.edit(uri, partial(ls.project.change_text, path_of(uri), changes, version))
    _publish(ls, after_pause=True)


def _change_config_file(
    ls: SeismogradServer, uri: str, changes: list[TextChange], version: int
) -> None:
    project, path = ls.project, path_of(uri)
    ls.edit(uri, lambda: project.config_files.change(path, changes, version, project.encoding))


def did_save(
    ls: SeismogradServer,
    params: types.DidSaveTextDocumentParams | types.DidSaveNotebookDocumentParams,
) -> None:
    # A client that reports no changes on disk may have saved files that are not open here.
    if not ls.client.registers_file_watchers:
        ls.enqueue(ls.project.freshness.touch_everything)
        ls.recheck()


def did_close(ls: SeismogradServer, params: types.DidCloseTextDocumentParams) -> None:
    path = path_of(params.text_document.uri)
    if is_config_file(path):
        ls.edit(params.text_document.uri, partial(ls.project.config_files.close, path))
        return
    _close(ls, params.text_document.uri)


def did_open_notebook(ls: SeismogradServer, params: types.DidOpenNotebookDocumentParams) -> None:
    ls.edit(params.notebook_document.uri, lambda: ls.project.open(OpenNotebook(params)))
    _publish(ls)


def did_change_notebook(
    ls: SeismogradServer, params: types.DidChangeNotebookDocumentParams
) -> None:
    uri = params.notebook_document.uri
    ls.edit(uri, partial(ls.project.change_notebook, path_of(uri), params))
    _publish(ls, after_pause=True)


def did_close_notebook(ls: SeismogradServer, params: types.DidCloseNotebookDocumentParams) -> None:
    _close(ls, params.notebook_document.uri)


def _close(ls: SeismogradServer, uri: str) -> None:
    ls.edit(uri, partial(ls.project.close, path_of(uri)))
    if ls.client.pulls_diagnostics:
        ls.spawn(_refresh_others(ls))
    _publish(ls)


async def _refresh_others(ls: SeismogradServer) -> None:
    """Findings that a closed file had brought up in other files are gone with it."""
    changed = await ls.worker.run(ls.project.findings.take_changed)
    if any(map(ls.project.is_visible, changed)):
        ls.publisher.ask_to_pull_again()


def _publish(ls: SeismogradServer, *, after_pause: bool = False) -> None:
    if not ls.client.pulls_diagnostics:
        ls.publisher.refresh(after_pause=after_pause)
