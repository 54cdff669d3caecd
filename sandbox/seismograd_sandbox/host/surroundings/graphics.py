"""Graphics cards and their driver, asked of the driver's own program: no framework is loaded."""

from __future__ import annotations

import platform
import sys
from dataclasses import dataclass
from pathlib import Path

from seismograd_sandbox.host.limits import MIB
from seismograd_sandbox.host.sandbox import Obstacle
from seismograd_sandbox.host.surroundings.command import Answer, ask

FIELDS = ("name", "memory.total", "driver_version")
PROGRAM = "nvidia-smi"
PATIENCE_S = 15.0
_QUESTION = [f"--query-gpu={','.join(FIELDS)}", "--format=csv,noheader,nounits"]
_INSTALL = "install the NVIDIA driver with its program nvidia-smi, and restart"


@dataclass(frozen=True)
class Card:
    name: str
    memory_bytes: int | None
    driver: str | None


@dataclass(frozen=True)
class Graphics:
    cards: tuple[Card, ...] = ()
    gap: Obstacle | None = None
    """A card that is there and cannot be used."""


def find_graphics(project: Path) -> Graphics:
    """The driver's program is looked for outside of the project."""
    if sys.platform == "darwin" and platform.machine() == "arm64":
        return Graphics((Card("Apple GPU (Metal)", None, None),))
    answer = ask(PROGRAM, _QUESTION, project, PATIENCE_S)
    if answer.failure is None:
        return Graphics(tuple(map(_card, filter(None, answer.output.splitlines()))))
    return Graphics(gap=_gap(answer))


def _card(line: str) -> Card:
    name, memory, driver, *_ = [*map(str.strip, line.split(",")), "", ""]
    return Card(name, int(memory) * MIB if memory.isdigit() else None, driver or None)


def _gap(answer: Answer) -> Obstacle | None:
    """Nothing is missing where there is no card."""
    if not has_nvidia_card():
        return None
    return Obstacle(
        f"there is an NVIDIA card, but nvidia-smi does not work: {answer.failure}", _INSTALL
    )


def has_nvidia_card(devices: Path = Path("/sys/bus/pci/devices")) -> bool:
    """Whether the bus has a display device of NVIDIA's, whatever drivers there are."""
    return any(
        _content(device / "vendor") == "0x10de" and _content(device / "class").startswith("0x03")
        for device in (devices.iterdir() if devices.is_dir() else ())
    )


def _content(path: Path) -> str:
    try:
        return path.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""
