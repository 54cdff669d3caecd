"""Parameters that can be written; all others are refused."""

from __future__ import annotations

from dataclasses import replace

from seismograd.repair.parameter import CannotWrite, Choices, Parameter, Value
from seismograd.repair.scene import Scene


def writable(parameter: Parameter, scene: Scene) -> Parameter | None:
    """With the choices that can be written; None, with a word to the user, where there are none.

    Numbers stand at one place: the first candidate speaks for all.
    """
    if isinstance(parameter.space, Choices):
        return _with_writable_choices(parameter, parameter.space.options, scene)
    reason = _reason(parameter, parameter.candidates[0]) if parameter.candidates else ""
    if reason:
        scene.refuse(parameter.name, reason)
    return None if reason else parameter


def _with_writable_choices(
    parameter: Parameter, options: tuple[str, ...], scene: Scene
) -> Parameter | None:
    reasons = {option: _reason(parameter, option) for option in options}
    kept = tuple(option for option in options if not reasons[option])
    if options and not kept:
        scene.refuse(parameter.name, reasons[options[0]])
    if not kept:
        return None
    candidates = tuple(one for one in parameter.candidates if one in kept)
    return replace(parameter, space=Choices(kept), candidates=candidates)


def _reason(parameter: Parameter, value: Value) -> str:
    """Why a value cannot be written."""
    try:
        parameter.write(value)
    except CannotWrite as error:
        return str(error)
    return ""


def numbered(name: str, what: str, number: int, count: int) -> str:
    """`lr`, or `lr of optimiser 2` where there are several."""
    return name if count == 1 else f"{name} of {what} {number}"
