"""Folders that a user shows to runs by a name in the project, where a link may lead anywhere."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from seismograd_sandbox.host.sandbox import Obstacle, SandboxUnusable
from seismograd_sandbox.untrusted_files import is_below


def refuse_links_out(project: Path, readable: Iterable[Path]) -> None:
    """Whoever named the place of the project did not mean what a link in it leads to."""
    for place in readable:
        named = is_below(os.path.abspath(place), os.path.abspath(project))
        real = os.path.realpath(place)
        if named and not is_below(real, os.path.realpath(project)):
            reason = f"{place} is a link out of the project, to {real}"
            raise SandboxUnusable(Obstacle(reason, f"name {real} itself to show it to the run"))
