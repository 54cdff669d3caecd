"""The layer, loss or optimiser whose method a frame is."""

from __future__ import annotations

from collections.abc import Callable
from types import FrameType
from typing import Any, Optional

from .shortening import shortened

BuiltAt = Callable[[Any], Optional[dict[str, Any]]]
"""The line of the project where an object was built, for objects that a probe watches."""
MAX_SETTINGS = 300


def describe_module(frame: FrameType, built_at: BuiltAt) -> dict[str, Any] | None:
    """None for functions, and for objects that no probe saw being built."""
    owner = _owner(frame)
    try:
        built = built_at(owner)
        if owner is None or built is None:
            return None
        return {"type": type(owner).__name__, "built": built, "settings": _settings(owner)}
    except Exception:  # an object of the script may fail at anything
        return None


def innermost_of_each_owner(frames: list[FrameType]) -> set[int]:
    """Positions without the frames that only lead on: a layer is called through three methods."""
    last: dict[Any, int] = {}
    for at, frame in enumerate(frames):
        owner = _owner(frame)
        last[at if owner is None else ("owner", id(owner))] = at
    return set(last.values())


def _owner(frame: FrameType) -> Any:
    code = frame.f_code
    return frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None


def _settings(owner: Any) -> str | None:
    """What torch shows of its own layers: `in_features=8, out_features=4, bias=True`."""
    if str(type(owner).__module__).split(".")[0] != "torch":
        return None
    show = getattr(owner, "extra_repr", None)
    return (shortened(str(show()), MAX_SETTINGS) or None) if show is not None else None
