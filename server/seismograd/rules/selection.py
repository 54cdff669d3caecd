"""Which rules are on, and how grave their findings are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from seismograd.rules.rule import Rule
from seismograd.settings import Settings


def selected_rules(rules: Iterable[Rule], settings: Settings) -> tuple[Rule, ...]:
    """The rules that are on under these settings."""
    return tuple(rule for rule in rules if is_selected(rule, settings))


def is_selected(rule: Rule, settings: Settings) -> bool:
    """A rule is on when the longest selector that matches it selects it; ignoring wins a tie.

    Preview rules are on only when named exactly, or when previews are switched on.
    """
    chosen = _best_match(rule, settings.select)
    if chosen is None or (rule.preview and not settings.preview and not _is_exact(rule, settings)):
        return False
    ignored = _best_match(rule, settings.ignore)
    return ignored is None or chosen > ignored


def matches_any(rule: Rule, selectors: Sequence[str]) -> bool:
    return _best_match(rule, selectors) is not None


def _is_exact(rule: Rule, settings: Settings) -> bool:
    return rule.code in settings.select or rule.name in settings.select


def _best_match(rule: Rule, selectors: Sequence[str]) -> int | None:
    lengths = [_match_length(rule, selector) for selector in selectors]
    return max((length for length in lengths if length is not None), default=None)


def _match_length(rule: Rule, selector: str) -> int | None:
    if selector == "ALL":
        return 0
    if selector == rule.name:
        return len(rule.code)
    return len(selector) if rule.code.startswith(selector) else None
