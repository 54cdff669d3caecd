"""What a user asks for, from the settings of their project to the folder with the result."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from seismograd.cancellation import Cancellation
from seismograd.reproduce.criteria.criterion import Fingerprint
from seismograd.reproduce.generate.generator import Generator
from seismograd.reproduce.handing_over import hand_over
from seismograd.reproduce.listener import Listener
from seismograd.reproduce.loop import Patience
from seismograd.reproduce.report.bug_report import BugReport
from seismograd.reproduce.reproducing import Order, reproduce
from seismograd.reproduce.result import Reproduction
from seismograd.reproduce.trials.preloading import BACKEND_VARIABLE
from seismograd.reproduce.trials.sandboxed import SandboxedLaboratory
from seismograd.reproduce.trials.tree import Tree
from seismograd.runs.interpreter import find_interpreter
from seismograd.settings import Settings
from seismograd_sandbox.host.sandbox import Sandbox


@dataclass(frozen=True, slots=True)
class Commission:
    report: BugReport
    root: Path
    out: Path
    settings: Settings
    sandbox: Sandbox
    patience: Patience
    fingerprint: Fingerprint | None = None
    fixed: Path | None = None
    """A folder with a version of the project in which the bug is gone."""
    model: Generator | None = None
    environment: Mapping[str, str] = field(default_factory=dict)


def carry_out(commission: Commission, listen: Listener, cancel: Cancellation) -> Reproduction:
    """Raises `NoInterpreter`, `SandboxUnusable` and `CannotHandOver`."""
    with ExitStack() as open_things:
        laboratory = open_things.enter_context(_laboratory(commission, commission.root, cancel))
        fixed = None
        if commission.fixed is not None:
            fixed = open_things.enter_context(_laboratory(commission, commission.fixed, cancel))
        order = Order(
            report=commission.report,
            root=commission.root,
            laboratory=laboratory,
            patience=commission.patience,
            fixed=fixed,
            fingerprint=commission.fingerprint,
            model=commission.model,
        )
        return hand_over(reproduce(order, listen, cancel), commission.out)


def _laboratory(commission: Commission, root: Path, cancel: Cancellation) -> SandboxedLaboratory:
    settings = commission.settings
    tree = Tree(
        root=root,
        python=find_interpreter(settings.python, commission.root).path,
        sandbox=commission.sandbox,
        environment={**_backend(), **commission.environment},
        gpu=settings.gpu,
        cancel=cancel,
    )
    return SandboxedLaboratory(tree)


def _backend() -> dict[str, str]:
    """Keras must not be loaded ahead with another backend than the user's."""
    chosen = os.environ.get(BACKEND_VARIABLE)
    return {BACKEND_VARIABLE: chosen} if chosen else {}
