"""Hyperparameters as people want to see them: the value, and the trail that led to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from seismograd.faults import Position, Span
from seismograd.program.model import Program
from seismograd.program.settings import Setting
from seismograd.source.evaluate.values import Const


class ResolvedSetting(NamedTuple):
    """A hyperparameter for people: what it comes down to and where that was said."""

    name: str
    value: str
    span: Span
    origins: tuple[Span, ...]

    def stands_at(self, path: str, position: Position) -> bool:
        """Whether its use or its origin stands at a place."""
        places = (self.span, *self.origins)
        return any(place.file == path and place.touches(position) for place in places)


def settings_at(program: Program, position: Position) -> list[ResolvedSetting]:
    """The hyperparameters whose use or origin stands at a place of a program's own document."""
    found = resolved_settings(program)
    return [setting for setting in found if setting.stands_at(program.path, position)]


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
