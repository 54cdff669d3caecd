"""Where this session may find what was kept of earlier work."""

from __future__ import annotations

from pathlib import Path

from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.uris import is_on_disk
from seismograd.own_folder import NAME
from seismograd.source.project_root import project_root


def roots_of_own_folders(ls: SeismogradServer) -> list[Path]:
    """Open folders, those right below, projects of open files, and where work goes on."""
    project = ls.project
    folders = [Path(folder.root) for folder in project.settings.folders]
    below = [own.parent for folder in folders for own in folder.glob(f"*/{NAME}")]
    opened = [Path(project_root(path)) for path in project.files.paths if is_on_disk(path)]
    runs = [live.plan.entry.root for live in list(ls.live_runs.values())]
    reproductions = [live.request.root for live in list(ls.live_reproductions.values())]
    return list(dict.fromkeys([*folders, *below, *opened, *runs, *reproductions]))
