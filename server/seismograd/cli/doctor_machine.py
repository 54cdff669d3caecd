"""What `seismograd doctor` says about the machine: where code would run, and what is missing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from seismograd.runs.folder import runs_folder
from seismograd.runs.interpreter import Interpreter, NoInterpreter, find_interpreter
from seismograd.settings import Settings
from seismograd_sandbox.host.limits import Limits, UnknownLimit
from seismograd_sandbox.host.sandbox import Obstacle
from seismograd_sandbox.host.selection import AUTO
from seismograd_sandbox.host.surroundings.engines import SandboxState
from seismograd_sandbox.host.surroundings.graphics import Card
from seismograd_sandbox.host.surroundings.machine import Machine, look_at_machine
from seismograd_sandbox.host.surroundings.packages import Installation


def examine_machine(folder: str, settings: Settings) -> tuple[dict[str, Any], list[str]]:
    """Facts for programs, and what keeps runs with these settings from working."""
    problems: list[str] = []
    interpreter = _interpreter(settings, Path(folder), problems)
    python = interpreter.path if interpreter else None
    machine = look_at_machine(Path(folder), python, runs_folder(Path(folder)))
    limits = _limits(settings, problems)
    chosen = _chosen(settings.sandbox, machine, problems)
    facts = {
        "sandboxes": {state.name: _sandbox(state) for state in machine.sandboxes},
        "sandbox": chosen,
        "gpus": [_card(card) for card in machine.graphics.cards],
        "environment": _environment(interpreter, machine.installation),
        "disk": {"folder": str(machine.room.folder), "free_bytes": machine.room.free_bytes},
        "gaps": [_gap(obstacle) for obstacle in machine.gaps(limits)],
    }
    return facts, problems


def _interpreter(settings: Settings, folder: Path, problems: list[str]) -> Interpreter | None:
    try:
        return find_interpreter(settings.python, folder)
    except NoInterpreter as missing:
        problems.append(str(missing))
        return None


def _limits(settings: Settings, problems: list[str]) -> Limits:
    try:
        return Limits().with_settings(settings.limits)
    except UnknownLimit as unknown:
        problems.append(f"setting 'limits': {unknown}")
        return Limits()


def _chosen(wanted: str, machine: Machine, problems: list[str]) -> str | None:
    """The sandbox that a run would get."""
    usable = [state.name for state in machine.sandboxes if state.obstacle is None]
    if wanted == AUTO:
        return next(iter(usable), None)
    for state in machine.sandboxes:
        if state.name == wanted and state.obstacle is not None:
            problems.append(f"the sandbox {wanted} cannot be used: {state.obstacle}")
    return wanted if wanted in usable else None


def _sandbox(state: SandboxState) -> dict[str, Any]:
    return {
        "usable": state.obstacle is None,
        "version": state.version,
        "promises": sorted(state.promises),
        **(_gap(state.obstacle) if state.obstacle else {}),
    }


def _card(card: Card) -> dict[str, Any]:
    return {"name": card.name, "memory_bytes": card.memory_bytes, "driver": card.driver}


def _environment(
    interpreter: Interpreter | None, installation: Installation | None
) -> dict[str, Any] | None:
    """The user's interpreter, which is seldom the one that runs Seismograd."""
    if interpreter is None or installation is None:
        return None
    return {
        "interpreter": str(interpreter.path),
        "why": interpreter.why,
        "python": ".".join(map(str, installation.version)) or None,
        "packages": installation.packages,
        "torch_cuda": installation.cuda,
    }


def _gap(obstacle: Obstacle) -> dict[str, str]:
    return {"reason": obstacle.reason, "remedy": obstacle.remedy}
