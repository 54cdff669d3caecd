"""How the demo talks: what is done next and why, and the command that does it."""

from __future__ import annotations

from dataclasses import dataclass

from seismograd.cli.terminal import write
from seismograd.reports.style import Style


@dataclass(frozen=True, slots=True)
class Narration:
    style: Style

    def step(self, title: str, command: str = "") -> None:
        write(f"\n{self.style.paint('# ' + title, 'bold')}")
        if command:
            write(f"{self.style.paint('$ ' + command, 'cyan')}\n")

    def say(self, text: str) -> None:
        write(text)
