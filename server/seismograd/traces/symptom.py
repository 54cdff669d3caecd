"""A symptom: what a trace shows of a training that goes wrong, before anybody asks why."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from seismograd.faults import Severity
from seismograd.traces.events import Layer, Place
from seismograd.traces.history import RunHistory


@dataclass(frozen=True, slots=True)
class Symptom:
    name: str
    severity: Severity
    message: str
    step: int | None = None
    """When it was first seen."""
    layer: int | None = None
    layer_name: str | None = None
    place: Place | None = None
    """The line that it points at: where a layer, loss or optimiser is built."""
    values: Mapping[str, float] = field(default_factory=dict)
    """The measured numbers that it rests on."""


class SymptomDetector(ABC):
    """Finds one kind of symptom. The docstring of a subclass is its page for users.

    `{NAME}` in it is the constant of that name beside the class, so that pages show the
    thresholds that hold.
    """

    name: ClassVar[str]
    """Of the page, and of its symptoms where they are not told apart."""
    names: ClassVar[tuple[str, ...]] = ()
    """Of its symptoms, where it tells several apart."""
    severity: ClassVar[Severity] = Severity.WARNING
    of_a_stage: ClassVar[bool] = False
    """Whether it looks at the course of a training: of a run with several, at each alone."""

    @property
    def symptom_names(self) -> tuple[str, ...]:
        return self.names or (self.name,)

    @abstractmethod
    def find(self, history: RunHistory) -> Iterator[Symptom]:
        """What the run shows so far; it may still be going on."""

    def symptom(
        self,
        message: str,
        *,
        name: str | None = None,
        step: int | None = None,
        layer: Layer | None = None,
        place: Place | None = None,
        severity: Severity | None = None,
        **values: float,
    ) -> Symptom:
        return Symptom(
            name=name or self.name,
            severity=severity or self.severity,
            message=message,
            step=step,
            layer=layer.layer if layer else None,
            layer_name=described(layer) if layer else None,
            place=place or (layer.built or layer.called if layer else None),
            values={name: value for name, value in values.items() if value is not None},
        )


def described(layer: Layer) -> str:
    """As a user knows the layer: its name in the network, or else its type."""
    kind = layer.type or "layer"
    return f"{layer.name} ({kind})" if layer.name else kind
