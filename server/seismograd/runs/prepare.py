"""A plan from what the user asked for and what their settings say."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from seismograd.runs.entry import Entry
from seismograd.runs.interpreter import find_interpreter
from seismograd.runs.plan import BUDGET, Plan
from seismograd.runs.python_variables import PYTHON_PATH
from seismograd.settings import Settings
from seismograd_sandbox.host.limits import Limits


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked for this run alone."""

    seed: int | None = None
    budget: float = BUDGET
    probes: str = "auto"
    timeout: float | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    readable: tuple[Path, ...] = ()
    live: bool = True
    check_network: bool = False


def prepare(entry: Entry, settings: Settings, wishes: Wishes) -> Plan:
    """Raises `NoInterpreter`, and `UnknownLimit` for a limit that does not exist."""
    interpreter = find_interpreter(settings.python, entry.root)
    limits = dict(settings.limits)
    if wishes.timeout is not None:
        limits["wall"] = wishes.timeout
    return Plan(
        entry,
        interpreter.path,
        interpreter.why,
        gpu=settings.gpu,
        seed=wishes.seed,
        budget=wishes.budget,
        check_network=wishes.check_network,
        probes=wishes.probes,
        limits=Limits().with_settings(limits),
        environment=wishes.environment,
        live=wishes.live,
        python_path=os.environ.get(PYTHON_PATH),
        readable=wishes.readable,
        build_image=settings.build_image,
    )
