"""The settings of a search for another machine: the same there as here."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from seismograd.compute.trial_setup import THREADS, TrialSetup
from seismograd.runs.plan import Plan
from seismograd.runs.python_variables import PYTHON_PATH
from seismograd_sandbox.host.environment import harmless_variables
from seismograd_sandbox.host.sandbox import Obstacle, SandboxUnusable
from seismograd_sandbox.host.selection import choose
from seismograd_sandbox.untrusted_files import is_below

OF_A_MACHINE = frozenset(
    {
        *("CONDA_PREFIX", "CUDA_HOME", "CUDA_PATH", "CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES"),
        *("LD_LIBRARY_PATH", "NVIDIA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "VIRTUAL_ENV"),
    }
)
"""Variables that name places and devices: those of the node hold, some of them set by Ray."""


@dataclass(frozen=True, slots=True)
class NodeSetup:
    """A `TrialSetup` that can travel."""

    plan: Plan
    sandbox: str
    packages: tuple[str, ...]
    wall_s: float
    variables: Mapping[str, str]
    """That libraries compute by, of the machine that searches."""

    def on_this_node(self, root: Path) -> TrialSetup:
        """For the project as it lies here. Raises `SandboxUnusable`."""
        if not self.plan.python.exists():
            raise SandboxUnusable(
                Obstacle(
                    f"there is no {self.plan.python}",
                    "give every node the same environment at this path, or name one that all "
                    "nodes have with --python",
                )
            )
        choice = choose(self.sandbox, root)
        return TrialSetup(_moved(self.plan, root), choice, self.packages, self.wall_s)


def node_setup(setup: TrialSetup, threads: int) -> NodeSetup:
    variables = {THREADS: str(threads), **travelling_variables(os.environ)}
    sandbox = setup.choice.sandbox.name
    return NodeSetup(setup.plan, sandbox, setup.packages, setup.wall_s, variables)


def travelling_variables(owner: Mapping[str, str]) -> dict[str, str]:
    found = harmless_variables(owner)
    return {name: value for name, value in found.items() if name not in OF_A_MACHINE}


def forget_own_variables() -> None:
    """Of this process, a node's: a training shall not depend on where it runs."""
    for name in travelling_variables(os.environ):
        del os.environ[name]


def _moved(plan: Plan, root: Path) -> Plan:
    old = plan.entry.root
    environment = {
        name: _moved_search_path(value, old, root) if name == PYTHON_PATH else value
        for name, value in plan.environment.items()
    }
    return replace(
        plan,
        entry=replace(plan.entry, root=root),
        environment=environment,
        python_path=plan.python_path and _moved_search_path(plan.python_path, old, root),
        readable=tuple(_moved_path(one, old, root) for one in plan.readable),
    )


def _moved_search_path(folders: str, old: Path, new: Path) -> str:
    moved = (one and str(_moved_path(Path(one), old, new)) for one in folders.split(os.pathsep))
    return os.pathsep.join(moved)


def _moved_path(path: Path, old: Path, new: Path) -> Path:
    """What lies outside of the project has to be at the same place on every node."""
    if not path.is_absolute() or not is_below(str(path), str(old)):
        return path
    return new / path.relative_to(old)
