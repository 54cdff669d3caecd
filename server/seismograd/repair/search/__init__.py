"""Search strategies, one file each, behind one protocol; loaded only when they are asked for."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from seismograd.repair.search.strategy import SearchSpace, Strategy

_HERE = "seismograd.repair.search"
STRATEGIES = {
    "auto": f"{_HERE}.auto:Auto",
    "random": f"{_HERE}.random_search:RandomSearch",
    "halving": f"{_HERE}.halving:Halving",
    "tpe": f"{_HERE}.tpe:Tpe",
    "gp": f"{_HERE}.gp:Gp",
    "bohb": f"{_HERE}.bohb:Bohb",
    "hebo": f"{_HERE}.hebo:Hebo",
}
"""Where the class of each strategy is: `module:class`."""


class UnknownStrategy(ValueError):
    """No strategy has this name; the message lists those that exist."""


def require_strategy(name: str) -> None:
    """Before the first training; raises as `make_strategy` does."""
    make_strategy(name, SearchSpace(()), 0, 1)


def make_strategy(name: str, space: SearchSpace, seed: int, budget: int) -> Strategy:
    """Raises `UnknownStrategy`, and `StrategyUnavailable` where a package is missing."""
    if name not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        raise UnknownStrategy(f"unknown search strategy '{name}'; use one of: {known}")
    module, _, class_name = STRATEGIES[name].partition(":")
    kind = cast(type[Strategy], getattr(import_module(module), class_name))
    return kind(space, seed, budget)
