"""Copies of a network that are asked while it is trained, as those that targets are made with.

A copy is a network of the same class that has the same weights before the first step. Some steps
later it is known which of the two is trained. From then on a few backward passes are looked at,
ever farther apart: whether the copy was called for them, and with what.
"""

from __future__ import annotations

import weakref
from itertools import permutations
from typing import Any

from ..identity import ByIdentity
from .kit import Kit
from .modules import Modules
from .samples import pick
from .untraced import aside, can_be_read, may_look

MOST_NETWORKS = 32
MOST_WEIGHTS = 32
"""Of a network, the first and the last ones."""
MOST_PAIRS = 8
MOST_CALLS = 8
"""For one backward pass: a network that is called more often goes through time, or plays."""
ELEMENTS = 256
"""Of a weight or an input, spread over it."""
STEPS_TO_TELL = 10
"""Before the two are told apart: by then most copies that follow the network have changed."""
FARTHER = 1.05
LARGE = 1_000_000
"""Elements of weights that are not kept for the end of a run, where the script lets go of them."""


class _Call:
    def __init__(self, network: int, sample: Any, shape: tuple[int, ...]) -> None:
        self.network = network
        self.sample = sample
        self.shape = shape


class _Pair:
    """A copy and the network that is trained."""

    def __init__(self, copy: Any, trained: Any, weights: list[Any], first: list[Any]) -> None:
        self.copy = weakref.ref(copy)
        self.copy_id = id(copy)
        self.trained = weakref.ref(trained)
        self.trained_id = id(trained)
        self.weights: list[weakref.ref[Any]] = [weakref.ref(one) for one in weights]
        self.held = weights if sum(one.numel() for one in weights) <= LARGE else []
        """What is local to a function would be gone when the run is over."""
        self.first = first
        self.numbers: tuple[int | None, int | None] = (None, None)
        self.ended: int | None = None
        """The step at which the script let go of the copy."""
        self.is_followed = False
        """Whether the copy was changed, or given weights of its own."""
        self.looks = self.beside = self.same_input = self.last = 0
        self.place: dict[str, Any] | None = None


class NetworkCopies:
    def __init__(self, kit: Kit, modules: Modules) -> None:
        self._kit = kit
        self._modules = modules
        self._first: ByIdentity[list[Any]] = ByIdentity()
        """Samples of the weights that networks have before the first step."""
        self._pairs: list[_Pair] | None = None
        """None until it is known which there are."""
        self._calls: list[_Call] = []
        self._next = 0
        self.looks = True
        """Whether all calls up to the next backward pass are heard of."""

    def called(self, network: Any, given: Any, made: Any) -> None:
        if not self._kit.observer.steps:
            self._keep(network)
        elif self._pairs and self.looks:
            self._note(network, given, made)

    def differentiated(self) -> None:
        """A backward pass begins: the calls since the last one were for it."""
        steps = self._kit.observer.steps
        if steps < STEPS_TO_TELL or self._pairs == [] or not may_look(self._kit.torch):
            return
        with aside(self._kit.torch):
            if self._pairs is None:
                self._pairs = self._find_pairs()
            elif self.looks and self._calls:
                self._look(self._pairs)
        if not self.looks:
            self._calls.clear()

    def listen(self, hears_all: bool) -> None:
        """To the calls up to the next backward pass, if all are heard of and it is time again."""
        self.looks = hears_all and self._kit.observer.steps >= self._next

    def finish(self) -> None:
        steps = self._kit.observer.steps
        for pair in self._pairs or ():
            with aside(self._kit.torch):
                self._compare(pair)
            is_let_go = pair.ended is not None and pair.ended < steps
            if pair.beside and not pair.is_followed and not is_let_go:
                self._kit.observer.record("network_copy", **_fields(pair), steps=steps)

    def _keep(self, network: Any) -> None:
        if network in self._first or len(self._first) >= MOST_NETWORKS:
            return
        with aside(self._kit.torch):
            self._first.set(network, [self._sample(one) for one in self._weights(network)])

    def _weights(self, network: Any) -> list[Any]:
        found = [one for one in network.parameters() if can_be_read(self._kit.torch, one)]
        half = MOST_WEIGHTS // 2
        return found if len(found) <= MOST_WEIGHTS else found[:half] + found[-half:]

    def _sample(self, tensor: Any) -> Any:
        return pick(self._kit.torch, tensor.detach(), ELEMENTS).clone()

    def _find_pairs(self) -> list[_Pair]:
        known = [pair for pair in self._first.living() if pair[1]]
        stays = {id(one): self._are_equal(self._now(one), first) for one, first in known}
        found = (
            self._pair(copy, trained, first)
            for (copy, first), (trained, other) in permutations(known, 2)
            if stays[id(copy)] and not stays[id(trained)]
            if type(copy) is type(trained) and self._are_equal(first, other)
        )
        return list(found)[:MOST_PAIRS]

    def _pair(self, copy: Any, trained: Any, first: list[Any]) -> _Pair:
        pair = _Pair(copy, trained, self._weights(copy), first)
        pair.numbers = self._modules.network(copy), self._modules.network(trained)
        pair.copy = weakref.ref(copy, lambda _: self._let_go(pair))
        return pair

    def _let_go(self, pair: _Pair) -> None:
        pair.ended = self._kit.observer.steps

    def _now(self, network: Any) -> list[Any]:
        torch = self._kit.torch
        return [pick(torch, one.detach(), ELEMENTS) for one in self._weights(network)]

    def _are_equal(self, some: list[Any], others: list[Any]) -> bool:
        if len(some) != len(others):
            return False
        return all(self._is_equal(one, other) for one, other in zip(some, others))

    def _is_equal(self, one: Any, other: Any) -> bool:
        if one.shape != other.shape or one.dtype != other.dtype or one.device != other.device:
            return False
        return bool(self._kit.torch.equal(one, other))

    def _note(self, network: Any, given: Any, made: Any) -> None:
        """A call of the network that is trained counts where it has a graph."""
        pairs = [pair for pair in self._pairs or () if _has(pair, network, made)]
        if not pairs or len(self._calls) > MOST_CALLS:
            return
        for pair in pairs:
            if pair.place is None and pair.copy_id == id(network):
                pair.place = self._kit.observer.places.caller()
        with aside(self._kit.torch):
            self._calls.append(_Call(id(network), self._sample(given), tuple(given.shape)))

    def _look(self, pairs: list[_Pair]) -> None:
        calls = self._calls if len(self._calls) <= MOST_CALLS else []
        networks = {call.network for call in calls}
        mine = [pair for pair in pairs if pair.trained_id in networks]
        for pair in mine:
            self._look_at(pair, calls)
        if mine or not calls:  # else the copy may have been called for a pass that is to come
            self._calls.clear()
            steps = self._kit.observer.steps
            self._next = max(steps + 1, int(steps * FARTHER))

    def _look_at(self, pair: _Pair, calls: list[_Call]) -> None:
        pair.looks += 1
        self._compare(pair)
        copies = [call for call in calls if call.network == pair.copy_id]
        others = [call for call in calls if call.network == pair.trained_id]
        both = [(one, other) for one in copies for other in others]
        if any(self._is_same_input(*two) for two in both):
            pair.same_input += 1
        elif both and all(_is_alike(*two) for two in both):
            pair.beside += 1
            pair.last = self._kit.observer.steps

    def _is_same_input(self, one: _Call, other: _Call) -> bool:
        return one.shape == other.shape and self._is_equal(one.sample, other.sample)

    def _compare(self, pair: _Pair) -> None:
        copy = pair.copy()
        weights = [reference() for reference in pair.weights]
        if copy is not None and any(
            one is not two for one, two in zip(self._weights(copy), weights)
        ):
            pair.is_followed = True
        for weight, first in zip(weights, pair.first):
            if weight is not None and not pair.is_followed:
                now = pick(self._kit.torch, weight.detach(), ELEMENTS)
                pair.is_followed = not self._is_equal(now, first)


def _has(pair: _Pair, network: Any, made: Any) -> bool:
    """By identity, and not by a number that another network may have got since."""
    if pair.copy_id == id(network):
        return pair.copy() is network
    return bool(made.requires_grad) and pair.trained() is network


def _is_alike(one: _Call, other: _Call) -> bool:
    """Batches of one form: what is asked for single examples is the use of a network."""
    return one.shape == other.shape and len(one.shape) > 1 and one.shape[0] > 1


def _fields(pair: _Pair) -> dict[str, Any]:
    copy, trained = pair.numbers
    return {
        "network": copy,
        "trained": trained,
        "looks": pair.looks,
        "beside": pair.beside,
        "same_input": pair.same_input,
        "last": pair.last,
        "place": pair.place,
    }
