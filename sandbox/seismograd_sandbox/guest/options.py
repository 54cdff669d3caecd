"""What the runner was asked to do."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Options:
    trace: str
    root: str
    entry: str
    arguments: list[str] = field(default_factory=list)
    module: bool = False
    folder: str | None = None
    id: str = ""
    seed: int | None = None
    shift_seeds: int = 0
    """Every seed that the script sets becomes another one, unless this is zero."""
    most_steps: int | None = None
    """Optimiser steps after which the script is ended."""
    check_network: bool = False
    """Whether the trained network is asked some questions when the script is over."""
    alter: list[str] = field(default_factory=list)
    """Names of alterations, with "=" and a value where they take one."""
    budget: float = 0.05
    probes: str = "auto"
    reached: bool = False
    lines: list[str] = field(default_factory=list)
    """Lines of the project of which is told whether they are executed: `model.py:40-42`."""
    live: bool = False
    max_trace_mb: float = 64.0
    channel: int | None = None
    """Where events go instead of into a file; the script is guarded then."""
