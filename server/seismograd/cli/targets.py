"""The files that a check is about."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

from seismograd.cli.folder_settings import FolderSettings
from seismograd.cli.trouble import UsageError
from seismograd.reports.report import FileError
from seismograd.source.document import UnreadableSource
from seismograd.source.file_search import FileSearch
from seismograd.source.project_root import project_root
from seismograd.source.source_file import SourceFile, read_from_disk, read_source

STANDARD_INPUT = "-"
STANDARD_INPUT_NAME = "<stdin>"


@dataclass(slots=True)
class Targets:
    """Absolute paths in a fixed order, the roots of their projects, and what went wrong.

    `given` holds texts that stand for files, `names` what they are called in reports.
    """

    files: list[str]
    roots: list[str]
    errors: list[FileError] = field(default_factory=list)
    given: dict[str, SourceFile] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def read(self, path: str) -> SourceFile | None:
        return self.given.get(path) or read_from_disk(path)


def find_targets(
    paths: Sequence[str], settings: FolderSettings, *, force_exclude: bool = False
) -> Targets:
    """Files given by name, and the sources below folders given by name.

    What is named is taken even if it is excluded, unless exclusion is forced.
    """
    search = FileSearch(settings.excludes, settings.plain.exclude)
    files: set[str] = set()
    roots: set[str] = set()
    for absolute in map(_existing, paths):
        if force_exclude and search.is_excluded(absolute):
            continue
        roots.add(project_root(absolute, os.getcwd()))
        files |= set(search.files(absolute)) if os.path.isdir(absolute) else {absolute}
    errors = [FileError(path, message) for path, message in search.unreadable.items()]
    return Targets(sorted(files), sorted(roots), errors)


def _existing(path: str) -> str:
    """Refuse what is not there; what is there and cannot be read must not hide the others."""
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise UsageError(f"no such file or folder: {path or repr(path)}") from error
    except ValueError as error:
        raise UsageError(f"{path}: {error}") from error
    except OSError:
        pass
    return os.path.abspath(path)


def standard_input(file_name: str | None) -> Targets:
    """The text on standard input, checked as if it stood in the named file."""
    path = os.path.abspath(file_name or "stdin.py")
    targets = Targets([path], [project_root(path, os.getcwd())])
    if file_name is None:
        targets.names[path] = STANDARD_INPUT_NAME
    if sys.stdin is None:
        raise UsageError("standard input is closed")
    try:
        targets.given[path] = read_source(path, sys.stdin.buffer.read())
    except UnreadableSource as error:
        targets.errors.append(FileError(path, str(error)))
    return targets
