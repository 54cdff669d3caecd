"""Settings from the client: asked for where it answers, taken as they come where it does not."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial

from lsprotocol import types

from seismograd.lsp.folder_settings import Folder
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.uris import path_of

SECTION = "seismograd"


def register(server: SeismogradServer) -> None:
    server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)(did_change_configuration)
    server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)(did_change_folders)


def did_change_configuration(
    ls: SeismogradServer, params: types.DidChangeConfigurationParams
) -> None:
    if not ls.client.answers_configuration:
        ls.initialization_options = params.settings
    ls.spawn(update_configuration(ls))


def did_change_folders(ls: SeismogradServer, params: types.DidChangeWorkspaceFoldersParams) -> None:
    ls.spawn(update_configuration(ls))


async def update_configuration(ls: SeismogradServer) -> None:
    """Take over the client's folders and settings, and check everything under them."""
    folders = _open_folders(ls)
    if not ls.project.settings.folders:
        # Known without an answer, and a client may take its time with that.
        await _take_over(ls, folders, _own_values(ls, folders))
    await _take_over(ls, folders, await _values(ls, folders))
    ls.note_configuration()
    await tell_problems(ls)
    ls.recheck()


async def _take_over(
    ls: SeismogradServer, folders: list[str], values: list[Mapping[str, object]]
) -> None:
    scoped = [
        Folder(uri, _root(uri), overrides)
        for uri, overrides in zip(folders, values[1:], strict=True)
    ]
    await ls.worker.run(partial(ls.project.configure, scoped, values[0]))


async def tell_problems(ls: SeismogradServer) -> None:
    """Read every folder's settings and log what is wrong with them, each thing once."""
    for problem in await ls.worker.run(partial(_problems, ls)):
        ls.window_log_message(types.LogMessageParams(types.MessageType.Warning, problem))


def _problems(ls: SeismogradServer) -> list[str]:
    settings = ls.project.settings
    for path in [os.path.join(folder.root, "") for folder in settings.folders]:
        settings.settings(path)
    return settings.take_problems()


def _open_folders(ls: SeismogradServer) -> list[str]:
    folders = [folder.uri for folder in ls.workspace.folders.values()]
    root = ls.workspace.root_uri
    return folders or ([root] if root else [])


def _root(uri: str) -> str:
    path = path_of(uri)
    return path.rstrip(os.sep) or path


def _own_values(ls: SeismogradServer, folders: list[str]) -> list[Mapping[str, object]]:
    """What the client said of itself, for everything alike."""
    return [_section(ls.initialization_options)] * (len(folders) + 1)


async def _values(ls: SeismogradServer, folders: list[str]) -> list[Mapping[str, object]]:
    """The settings without a scope, then those of each folder."""
    if not ls.client.answers_configuration:
        return _own_values(ls, folders)
    fallback = _section(ls.initialization_options)
    items = [types.ConfigurationItem(section=SECTION, scope_uri=uri) for uri in (None, *folders)]
    answer = await ls.workspace_configuration_async(types.ConfigurationParams(items=items))
    given = [value if isinstance(value, Mapping) else {} for value in answer]
    given += [{}] * (len(items) - len(given))
    return [{**fallback, **_set_values(value)} for value in given[: len(items)]]


def _set_values(value: Mapping[str, object]) -> dict[str, object]:
    return {key: item for key, item in value.items() if item is not None}


def _section(options: object) -> Mapping[str, object]:
    """Our part of what a client sent; some wrap it in the section's name, or in `settings`."""
    for key in (SECTION, "settings"):
        if isinstance(options, Mapping) and isinstance(options.get(key), Mapping):
            options = options[key]
    return options if isinstance(options, Mapping) else {}
