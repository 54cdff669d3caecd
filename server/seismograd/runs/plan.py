"""What a run shall be, before anything is started."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from seismograd.runs.entry import Entry
from seismograd_sandbox.host.limits import Limits

PROBES = ("auto", "none", "every-step")
BUDGET = 0.05


@dataclass(frozen=True, slots=True)
class Plan:
    """An entry, the interpreter it runs in, and how it is watched."""

    entry: Entry
    python: Path
    python_why: str = ""
    gpu: bool = False
    seed: int | None = None
    shift_seeds: int = 0
    """Every seed that the script sets becomes another one, unless this is zero."""
    most_steps: int | None = None
    """Optimiser steps after which the run is ended."""
    check_network: bool = False
    """Whether the trained network is asked some questions at the end."""
    alter: tuple[str, ...] = ()
    """What the guest changes in the training while it runs (docs/diagnosing.md)."""
    budget: float = BUDGET
    """The share of the time that probes may take."""
    probes: str = "auto"
    limits: Limits = field(default_factory=Limits)
    environment: Mapping[str, str] = field(default_factory=dict)
    live: bool = False
    """Whether somebody watches: then lines come as they are printed, as on a terminal."""
    python_path: str | None = None
    """The PYTHONPATH of the user's shell."""
    readable: tuple[Path, ...] = ()
    build_image: bool = False
