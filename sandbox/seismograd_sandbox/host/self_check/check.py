"""One check, and the themes that checks are grouped by."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from seismograd_sandbox.host.limits import GIB, MIB, Limits
from seismograd_sandbox.host.sandbox import Promise
from seismograd_sandbox.host.self_check.ground import Ground

Body: TypeAlias = Callable[[Ground], None]
MODEST = Limits(
    wall_s=40.0,
    memory_bytes=GIB,
    pids=256,
    file_bytes=64 * MIB,
    output_bytes=MIB,
    disk_bytes=256 * MIB,
)
"""Enough for any script of a check, and little enough to hurt nobody."""


@dataclass(frozen=True)
class Check:
    """Does no harm where the sandbox fails it: it touches only what was made for it."""

    name: str
    theme: str
    sentence: str
    """What holds where the check passes."""
    body: Body
    needs: Promise | None = None
    after: tuple[str, ...] = ()
    """Checks that must have passed: they prove the limits that make this one harmless."""
    limits: Limits = MODEST
    most_s: float = 60.0
    unix_only: bool = False


@dataclass
class Theme:
    """Checks about one matter, in the order in which they are tried."""

    name: str
    checks: list[Check] = field(default_factory=list)

    def check(
        self,
        *,
        needs: Promise | None = None,
        after: tuple[Body, ...] = (),
        limits: Limits = MODEST,
        most_s: float = 60.0,
        unix_only: bool = False,
    ) -> Callable[[Body], Body]:
        """Take a function in: its name and its docstring are those of the check."""

        def taken(body: Body) -> Body:
            sentence = (inspect.getdoc(body) or "").partition("\n\n")[0].replace("\n", " ")
            proofs = tuple(map(name_of, after))
            name = name_of(body)
            self.checks.append(
                Check(name, self.name, sentence, body, needs, proofs, limits, most_s, unix_only)
            )
            return body

        return taken


def name_of(body: Body) -> str:
    return body.__name__.replace("_", "-")
