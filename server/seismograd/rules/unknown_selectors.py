"""Selectors in settings that name no rule: most often a slip of the pen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from seismograd.near_names import nearest
from seismograd.rules.rule import Rule
from seismograd.rules.selection import matches_any
from seismograd.rules.suppression import JUDGES_OF_COMMENTS
from seismograd.settings import Settings


def unknown_selectors(settings: Settings, rules: Iterable[Rule]) -> list[str]:
    """A message for each selector that matches nothing, with a guess at what was meant."""
    known = tuple(rules)
    return [
        *_unknown("select", settings.select, known),
        *_unknown("ignore", settings.ignore, known),
        *_unknown("severity", tuple(settings.severity), known),
    ]


def _unknown(setting: str, selectors: Sequence[str], rules: Sequence[Rule]) -> Iterator[str]:
    names = [name for rule in rules for name in (rule.code, rule.name)]
    names += ["ALL", *JUDGES_OF_COMMENTS]
    for selector in selectors:
        if selector not in names and not any(matches_any(rule, [selector]) for rule in rules):
            close = nearest(selector, names)
            guess = "" if close is None else f"; did you mean '{close}'?"
            yield f"setting '{setting}' names no rule: '{selector}'{guess}"
