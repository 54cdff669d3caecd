"""Images that a Keras generator distorts as it hands them out."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.program.keras.folders import GENERATOR
from seismograd.program.model import Program
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Const, Object, Place, Value

_RANDOM = (
    "brightness_range", "channel_shift_range", "height_shift_range", "horizontal_flip",
    "rotation_range", "shear_range", "vertical_flip", "width_shift_range", "zoom_range",
)  # fmt: skip


def measured_flows(program: Program) -> Iterator[Call]:
    """The calls that make what networks are validated on or evaluated with, each once."""
    seen: set[int] = set()
    for value in _measured(program):
        call = value.call if isinstance(value, Object) else None
        if call is not None and call.path.startswith(GENERATOR + ".") and id(call) not in seen:
            seen.add(id(call))
            yield call


def _measured(program: Program) -> Iterator[Value | None]:
    for fit in program.fits:
        validation = fit.settings.get("validation_data")
        yield None if validation is None else validation.value
    for call in program.calls_to("*.evaluate"):
        yield call.value(0, "x")


def random_changes(flow: Call) -> list[str]:
    """What the generator of a flow changes at random."""
    generator = flow.receiver
    if not isinstance(generator, Object):
        return []
    given = generator.call.keywords
    return [name for name in _RANDOM if name in given and not _is_off(given[name].value)]


def _is_off(value: Value) -> bool:
    return isinstance(value, Const) and not value.value


def generator_place(flow: Call) -> Place:
    return flow.place if flow.receiver is None else flow.receiver.place or flow.place
