"""What reproductions of earlier sessions showed about lines, shown again."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from seismograd.lsp.language_server import SeismogradServer
from seismograd.lsp.own_folders import roots_of_own_folders
from seismograd.lsp.reproduce_findings import Shown, findings_by_path
from seismograd.lsp.side_thread import in_side_thread
from seismograd.reproduce.results.saved_results import kept_findings, list_kept


async def show(ls: SeismogradServer) -> None:
    """Only about files that are what they were, on the disk and in the editor."""
    await ls.configured()
    roots = await ls.worker.run(partial(roots_of_own_folders, ls))
    for name, shown in await in_side_thread(partial(_kept, roots)):
        found = await ls.worker.run(partial(findings_by_path, ls, shown))
        if not ls.was_shut_down:
            ls.run_findings.show(name, found)


def _kept(roots: list[Path]) -> list[tuple[str, Shown]]:
    return [
        (one.id, Shown(one.title, found, one.script))
        for root in roots
        for one in list_kept(root)
        if (found := kept_findings(one.folder, root))
    ]
