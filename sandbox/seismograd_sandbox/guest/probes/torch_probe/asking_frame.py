"""The line of the project that computes something, or has its framework do so."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from ...places import Places

LIBRARIES = frozenset({"torch", "keras", "tf_keras"})
"""What they compute was asked for by the project; other packages have reasons of their own."""


def asking_frame(places: Places) -> FrameType | None:
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        if places.in_project(frame.f_code.co_filename) is not None:
            return frame
        package = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if package not in LIBRARIES and not places.is_ours(frame.f_code.co_filename):
            return None
        frame = frame.f_back
    return None


def place_of(frame: FrameType, places: Places) -> dict[str, Any]:
    return {"file": places.in_project(frame.f_code.co_filename), "line": frame.f_lineno}
