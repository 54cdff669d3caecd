"""Files that change on disk: Python sources, project files, and configurations that code loads."""

from __future__ import annotations

import os
from functools import partial

from lsprotocol import types

from seismograd.lsp.config_files import is_config_file
from seismograd.lsp.configuration import tell_problems
from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.uris import path_of
from seismograd.settings_file import FILE_NAME

PATTERNS = ("**/*.py", "**/*.{yaml,yml,json,toml}", "**/.gitignore")


def register(server: SeismogradServer) -> None:
    server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)(did_change_watched_files)


def watchers() -> types.Registration:
    options = types.DidChangeWatchedFilesRegistrationOptions(
        watchers=[types.FileSystemWatcher(glob_pattern=pattern) for pattern in PATTERNS]
    )
    return types.Registration(
        id="seismograd-watched-files",
        method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
        register_options=options,
    )


def did_change_watched_files(
    ls: SeismogradServer, params: types.DidChangeWatchedFilesParams
) -> None:
    for event in params.changes:
        ls.run_findings.file_changed(path_of(event.uri))
        ls.enqueue(partial(_note, ls, path_of(event.uri), event.type))
    ls.spawn(tell_problems(ls))
    ls.recheck()


def _note(ls: SeismogradServer, path: str, change: types.FileChangeType) -> None:
    name = os.path.basename(path)
    if name.endswith(".py"):
        came_or_went = change != types.FileChangeType.Changed
        ls.project.changed_on_disk(path, came_or_went=came_or_went)
    elif name in (FILE_NAME, ".gitignore"):
        ls.project.settings_changed()
    elif is_config_file(name):
        ls.project.configuration_changed_on_disk(path)
    else:
        # A folder, perhaps: whatever was in it came or went as well.
        ls.project.settings_changed()
