"""What every probe is given: where to write, how to name places and things, how many steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .options import Options
from .phases import Phases
from .places import Places
from .shortening import shortened
from .trace_writer import TraceWriter

MAX_MESSAGE = 500
PULSE_S = 1.0


@dataclass
class Observer:
    trace: TraceWriter
    places: Places
    options: Options
    steps: int = 0
    """Optimiser steps so far, over all frameworks."""
    claimed: tuple[type, ...] = ()
    """Layers of these types are described by another probe than that of their base class."""
    owner: str | None = None
    """The probe that reports the steps of this run; where there is one, all others are silent."""
    now_and_then: list[Callable[[], None]] = field(default_factory=list)
    """Called after an event, not more than once a second: no thread of ours looks at the run."""
    built_at: list[Callable[[Any], dict[str, Any] | None]] = field(default_factory=list)
    """Each probe's answer to where an object was built."""
    is_pointless: bool = False
    """An alteration that was asked for finds nothing to alter: nobody waits for the rest."""
    _pulse: float = 0.0
    _ids: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.phases = Phases(self.trace)

    def new_id(self, kind: str) -> int:
        self._ids[kind] = self._ids.get(kind, -1) + 1
        return self._ids[kind]

    def record(self, kind: str, **fields: Any) -> None:
        self.phases.hear(kind, self.steps)
        self.trace.record(kind, fields)
        if self.trace.seconds - self._pulse >= PULSE_S:
            self._pulse = self.trace.seconds
            for look in self.now_and_then:
                self.attempt(look.__qualname__, look)

    def stop_if_enough(self) -> None:
        """Before another step: an exit that scripts let pass, as they do with Ctrl-C."""
        most = self.options.most_steps
        if self.is_pointless or (most is not None and self.steps >= most):
            raise SystemExit(0)

    def place_built(self, instance: Any) -> dict[str, Any] | None:
        places = (built_at(instance) for built_at in self.built_at)
        return next((place for place in places if place is not None), None)

    def enter_phase(self, name: str) -> None:
        """`setup` and `train` are entered by the events that show them, the others by this."""
        self.phases.enter(name)

    def attempt(self, name: str, action: Callable[[], object]) -> None:
        """Do something that must not break the run; its failure is an event."""
        try:
            action()
        except Exception as error:
            message = shortened(f"{type(error).__name__}: {error}", MAX_MESSAGE)
            self.trace.record("trouble", {"probe": name, "message": message})
