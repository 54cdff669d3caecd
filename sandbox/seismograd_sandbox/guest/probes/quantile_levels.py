"""Quantiles that a network is to give, and those that it gives.

An output for each of some levels is right when as large a share of the targets as the level says is
below it. In a pinball loss whose error is turned around, it is the share above. Of a single output,
any share may be meant: there, the loss itself must ask for the other end than the level it holds.
The same goes for several outputs of which each has a loss of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

from ..places import Places
from .quantile_loss import SAME, asked_level, function_of, levels_held, speaks_of_quantiles
from .tried_network import Answer, Comparison, TriedNetwork

FEWEST_ROWS = 16
NEAR = 0.2
"""Of a share: the batch is small, and quantiles at the ends are learned late."""
APART = 0.5
"""Between the first and the last level: those turned around are others then."""
Levels = tuple[float, ...]


def levels_are_kept(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether the outputs are the quantiles whose levels the project names, in their order."""
    numbers = network.numbers
    if len(network.comparisons) > 1:
        return _levels_of_losses(network)
    if numbers is not None and plain.size == numbers.size >= FEWEST_ROWS:
        return _level_is_kept(network, plain)
    if numbers is None or plain.ndim != 2 or not 1 < plain.shape[1] <= 32:
        return None
    if len(plain) < FEWEST_ROWS or numbers.size != len(plain):
        return None
    shares = (numbers.reshape(-1, 1) <= plain).mean(axis=0).tolist()
    known = [one for one in network.named_levels(len(shares)) if abs(one[-1] - one[0]) >= APART]
    if any(_are_near(shares, levels) for levels in known):
        return Answer(True)
    turned = [[1 - one for one in levels] for levels in known]
    return Answer(False) if any(_are_near(shares, levels) for levels in turned) else None


def _level_is_kept(network: TriedNetwork, plain: Any) -> Answer | None:
    """Whether the only output is the quantile whose level the loss holds."""
    targets = network.numbers.reshape(plain.shape)
    holds = _keeps_level(Comparison(network.loss, targets, plain), network.loss_of)
    return None if holds is None else Answer(holds)


def _levels_of_losses(network: TriedNetwork) -> Answer | None:
    """Whether each output is the quantile whose level its own loss holds."""
    answers = [
        _keeps_level(one, partial(network.cost, one.loss, one.targets))
        for one in network.comparisons
        if one.targets.size == one.output.size >= FEWEST_ROWS
    ]
    known = [one for one in answers if one is not None]
    return Answer(all(known)) if known else None


def _keeps_level(of: Comparison, loss_of: Callable[[Any], float | None]) -> bool | None:
    function = function_of(of.loss)
    if function is None or not speaks_of_quantiles(of.loss, function):
        return None
    asked = asked_level(loss_of, of.targets)
    if asked is None or abs(2 * asked - 1) < APART:
        return None
    held = levels_held(of.loss, function)
    if any(abs(one - asked) <= SAME for one in held):
        return True
    share = float((of.targets <= of.output).mean())
    is_turned = any(abs(1 - one - asked) <= SAME for one in held) and abs(share - asked) <= NEAR
    return False if is_turned else None


def named_levels(places: Places, count: int) -> list[Levels]:
    """Sequences of that many ordered numbers between 0 and 1, in the modules of the project."""
    found: list[Levels] = []
    for module in list(sys.modules.values()):
        if _is_of_project(places, module):
            values = list(vars(module).values())
            inside = [part for one in values if type(one) is dict for part in one.values()]
            found += _levels_in([*values, *inside, *_constants(places, values)], count)
    return found


def _is_of_project(places: Places, module: Any) -> bool:
    if not isinstance(module, ModuleType):
        return False
    file = vars(module).get("__file__")
    return isinstance(file, str) and places.in_project(file) is not None


def _levels_in(values: Iterable[Any], count: int) -> Iterator[Levels]:
    for value in values:
        is_array = type(value).__name__ in ("ndarray", "Tensor")
        if is_array and tuple(value.shape) == (count,):
            value = value.tolist()
        if type(value) in (list, tuple) and len(value) == count and _are_levels(value):
            yield tuple(value)


def _are_levels(value: Any) -> bool:
    if not all(type(one) is float and 0 < one < 1 for one in value):
        return False
    return sorted(value) in (list(value), list(value)[::-1]) and len(set(value)) == len(value)


def _constants(places: Places, values: list[Any]) -> Iterator[Any]:
    """Of the functions and methods: a list of numbers is a constant there."""
    methods = [part for one in values if isinstance(one, type) for part in vars(one).values()]
    for one in (*values, *methods):
        if type(one) is FunctionType and places.in_project(one.__code__.co_filename) is not None:
            yield from one.__defaults__ or ()
            yield from _constants_of(one.__code__)


def _constants_of(code: CodeType) -> Iterator[Any]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _constants_of(one)
        else:
            yield one


def _are_near(shares: list[float], levels: Iterable[float]) -> bool:
    return all(abs(share - level) <= NEAR for share, level in zip(shares, levels))
