"""Parameters that can be written; all others are refused."""

from __future__ import annotations

from seismograd.repair.parameter import CannotWrite, Choices, Parameter
from seismograd.repair.scene import Scene


def writable(parameter: Parameter, scene: Scene) -> Parameter | None:
    """The parameter, or None with a word to the user where its first value cannot be written."""
    options = parameter.space.options if isinstance(parameter.space, Choices) else ()
    samples = parameter.candidates or options
    if not samples:
        return None
    try:
        parameter.write(samples[0])
    except CannotWrite as error:
        scene.refuse(parameter.name, str(error))
        return None
    return parameter


def numbered(name: str, what: str, number: int, count: int) -> str:
    """`lr`, or `lr of optimiser 2` where there are several."""
    return name if count == 1 else f"{name} of {what} {number}"
