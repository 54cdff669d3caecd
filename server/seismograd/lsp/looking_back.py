"""What earlier sessions left: interrupted jobs, and what reproductions, runs, repairs showed."""

from __future__ import annotations

import asyncio

from seismograd.lsp import diagnose_feature, repair_feature, reproduce_feature
from seismograd.lsp.job_history import tell_all_interrupted
from seismograd.lsp.language_server import SeismogradServer

LOOK_BACK_AFTER = 3.0
"""Seconds after the start: nothing that a person waits for has to wait for this."""


def look_back_later(ls: SeismogradServer) -> None:
    """Once the beginning of the session is well over."""
    asyncio.get_running_loop().call_later(LOOK_BACK_AFTER, _look_back, ls)


def _look_back(ls: SeismogradServer) -> None:
    if not ls.was_shut_down:
        ls.spawn(tell_all_interrupted(ls))
        ls.spawn(reproduce_feature.show_kept(ls))
        ls.spawn(diagnose_feature.show_kept(ls))
        ls.spawn(repair_feature.show_kept(ls))
