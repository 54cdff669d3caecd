"""The text of a file as the user sees it now: in the editor, or else on the disk."""

from __future__ import annotations

from typing import NamedTuple

from seismograd.lsp.open_files import OpenText
from seismograd.lsp.project import Project
from seismograd.lsp.uris import uri_of
from seismograd.source.source_file import read_from_disk


class CurrentText(NamedTuple):
    uri: str
    version: int | None
    """None where the editor does not have it open."""
    text: str


def current_text(project: Project, path: str) -> CurrentText | None:
    """None of what cannot be read; for the worker."""
    opened = project.files.get(path)
    if isinstance(opened, OpenText):
        return CurrentText(opened.uri, opened.document.version, opened.document.text)
    config = project.config_files.get(path)
    if config is not None:
        return CurrentText(config.uri, config.version, config.text)
    found = read_from_disk(path)
    return None if found is None else CurrentText(uri_of(path), None, found.text)


def text_of(project: Project, path: str) -> str | None:
    found = current_text(project, path)
    return None if found is None else found.text
