"""The paths that a client may name: what it holds open, and what lies in its open folders."""

from __future__ import annotations

import os

from pygls.exceptions import JsonRpcException

from seismograd.lsp.project import Project
from seismograd.lsp.uris import is_on_disk
from seismograd_sandbox.untrusted_files import is_below


class OutsideOfFolders(JsonRpcException):
    """The client named something that its user has not opened."""

    CODE = -32803
    """The protocol's "request failed"."""

    def __init__(self, uri: str) -> None:
        wanted = "open it, or its folder, first"
        super().__init__(f"{uri} is not open and lies outside of the open folders: {wanted}")


def named_path(project: Project, uri: str) -> str:
    """The path of an address; raises where it leads out of the open folders, by link or dots."""
    path = project.files.path_of(uri)
    if project.files.get(path) is not None or not is_on_disk(path):
        return path
    plain = os.path.normpath(path)
    # No file can be named with this byte; the system's functions raise where they meet it.
    if "\0" in plain or not is_in_open_folder(project, plain):
        raise OutsideOfFolders(uri)
    return plain


def is_in_open_folder(project: Project, path: str) -> bool:
    """Whether a path lies in an open folder as it is written, and once links are followed."""
    if project.settings.folder_of(path) is None:
        return False
    real = os.path.realpath(path)
    roots = [os.path.realpath(folder.root) for folder in project.settings.folders]
    return any(is_below(real, root) for root in roots)
