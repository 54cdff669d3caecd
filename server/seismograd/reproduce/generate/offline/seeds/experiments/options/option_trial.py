"""One way to give an option a value and to see what comes of it."""

from __future__ import annotations

from dataclasses import dataclass

from seismograd.reproduce.generate.offline.inputs.bench import Bench


@dataclass(frozen=True, slots=True)
class Trial:
    """Statements that take `value` and leave a `result`, and what has to be there before."""

    bench: Bench
    before: tuple[str, ...]
    run: tuple[str, ...]
    what: str
    """With a place for the name of the option."""
