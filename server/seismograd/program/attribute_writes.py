"""Assignments to attributes, which the evaluation records as calls."""

from __future__ import annotations

from seismograd.source.evaluate.calls import Call


def sets_attribute(call: Call, name: str) -> bool:
    """Whether a call stands for `x.name = ...`."""
    return call.path == "operator.setattr" and call.text(None, "name") == name
