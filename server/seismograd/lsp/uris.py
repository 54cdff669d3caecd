"""Paths for addresses: a file's path, and for everything else the address itself."""

from __future__ import annotations

from pygls.uris import from_fs_path, to_fs_path


def path_of(uri: str) -> str:
    """The name under which a document is known to the analysis."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return path or uri


def is_on_disk(path: str) -> bool:
    """Whether the name is a path, and not the address of something that only the editor has."""
    return path.startswith(("/", "\\\\")) or path[1:3] in (":\\", ":/")


def uri_of(path: str) -> str:
    uri = from_fs_path(path) if is_on_disk(path) else None
    return uri or path
