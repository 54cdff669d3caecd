"""A project that is, or holds, somebody's whole home."""

from __future__ import annotations

from pathlib import Path

from seismograd_sandbox.host.sandbox import Obstacle, SandboxUnusable


def refuse_home(project: Path) -> None:
    """A copy of somebody's whole home would show the run everything that it must not see."""
    home = Path.home().resolve()
    if home.is_relative_to(project.resolve()):
        reason = f"{project} holds your home folder, which code in a sandbox must not see"
        raise SandboxUnusable(Obstacle(reason, "move the project to a folder of its own"))
