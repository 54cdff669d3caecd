"""Hyperparameters as people want to see them: the value, and the trail that led to it."""

from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import Span
from seismograd.program.model import Program, ResolvedSetting
from seismograd.program.settings import Setting
from seismograd.source.evaluate.values import Const


def resolved_settings(program: Program) -> Iterator[ResolvedSetting]:
    """Every hyperparameter of a program that came down to a constant."""
    seen: set[tuple[str, Span]] = set()
    for setting in program.settings:
        if setting.is_default or not isinstance(setting.value, Const):
            continue
        key = (setting.name, setting.span)
        if key not in seen:
            seen.add(key)
            yield ResolvedSetting(setting.name, _text(setting), setting.span, _origins(setting))


def _text(setting: Setting) -> str:
    soft = isinstance(setting.value, Const) and setting.value.soft
    return f"{setting.constant!r}{' (default, can be overridden)' if soft else ''}"


def _origins(setting: Setting) -> tuple[Span, ...]:
    value = setting.value
    if not isinstance(value, Const):
        return ()
    places = [*value.trail, *([] if value.place is None else [value.place])]
    spans = dict.fromkeys(place.span for place in places)
    return tuple(span for span in spans if span != setting.span)
