"""Departures in words, for whoever wrote the script."""

from __future__ import annotations

from collections.abc import Sequence

from seismograd.reproduce.candidate import Departure

DEPARTS = (
    "What the script shows depends on something that neither the report nor the project's own use "
    "has. Use what the report says, or what the project does by itself; if the symptom is then "
    "gone, the code shown handles what was reported, and you may say so."
)


def told(departures: Sequence[Departure]) -> str:
    return "\n".join([DEPARTS, *(f"- {words(one)}" for one in departures)])


def words(departure: Departure) -> str:
    instead = f"; with {departure.instead} the symptom is gone" if departure.instead else ""
    return f"line {departure.line}: {departure.what}{instead}"
