"""Data loaders: what they are, when an epoch ends, and what their batches look like."""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...batches import arrays_in, split_batch
from ...fingerprint import Fingerprint
from ..identity import ByIdentity
from .credit import Credit
from .evaluations import Evaluations
from .kit import Kit
from .plan import Plan

MAX_TOLD = 4
"""Times that what is known of the data of one loader is told anew."""
AGAIN_SHARE = 0.05
"""Of the budget, for comparisons of examples that come again."""
AGAIN_AT_ONCE = 2.0
"""Times the budget: seconds at the beginning."""
MOST_MADE = 8
"""Batches of a loader that are compared with what the loop made of them."""


@dataclass
class _Loader:
    number: int
    batch_size: int | None
    fingerprint: Fingerprint = field(default_factory=Fingerprint)
    trained_on: bool = False
    looked_at: int = 0
    made: int = 0
    """Batches that were compared with what the loop made of them."""
    told_at: int = 0
    told: int = 0


@dataclass
class _Pass:
    """One time through a loader."""

    loader: _Loader
    iterator: weakref.ref[Any]
    began: float = field(default_factory=time.perf_counter)
    batches: int = 0
    steps: int = 0
    without_graph: bool = False
    waited: float = 0.0
    """Seconds in which the script waited for batches."""
    over: bool = False


class Loaders:
    def __init__(
        self,
        kit: Kit,
        plan: Plan,
        evaluations: Evaluations,
        epoch_ended: Callable[[int, float, float], None],
    ) -> None:
        self._kit = kit
        self._plan = plan
        self._evaluations = evaluations
        self._epoch_ended = epoch_ended
        self._known: ByIdentity[_Loader] = ByIdentity()
        self._all: list[_Loader] = []
        self._passes: ByIdentity[_Pass] = ByIdentity()
        self._shared: dict[tuple[int, int], int] = {}
        self._current: _Pass | None = None
        budget = kit.observer.options.budget
        self._for_again = Credit(budget * AGAIN_SHARE, budget * AGAIN_AT_ONCE)
        self.epoch = 0
        self.batch: int | None = None
        """Examples in the last batch."""

    def begin(self) -> None:
        data = self._kit.torch.utils.data
        self._kit.births.watch(data.DataLoader)
        begun, clock = self._kit.guard(self._begun), time.perf_counter
        given, ended = self._kit.guard(self._given), self._kit.guard(self._ended)

        def iterating(plain: Any) -> Any:
            def __iter__(self: Any) -> Any:  # noqa: N807
                iterator = plain(self)
                begun(self, iterator)
                return iterator

            return __iter__

        def advancing(plain: Any) -> Any:
            def __next__(self: Any) -> Any:  # noqa: N807
                began = clock()
                try:
                    batch = plain(self)
                except StopIteration:
                    ended(self)
                    raise
                given(self, batch, clock() - began)
                return batch

            return __next__

        self._kit.patches.around(data.DataLoader, "__iter__", iterating)
        base = data.dataloader._BaseDataLoaderIter
        self._kit.patches.around(base, "__next__", advancing)

    @property
    def is_active(self) -> bool:
        """Whether a loader is being gone through: the batches are from there."""
        current = self._current
        return current is not None and not current.over and current.iterator() is not None

    @property
    def is_without_steps(self) -> bool:
        """Whether nothing was learned from the loader that is being gone through, so far."""
        return self._current is not None and self.is_active and not self._current.steps

    @property
    def wants_again(self) -> bool:
        """Whether what the script makes of the batch is worth a look."""
        current = self._current if self.is_active else None
        return (
            current is not None
            and current.loader.made < MOST_MADE
            and current.loader.fingerprint.wants_again
            and self._for_again.is_enough
        )

    def given_on(self, inputs: Any, targets: Any) -> None:
        """What a network is trained with while a loader is gone through."""
        if self._current is not None and targets is not None:
            self._current.loader.made += 1
            self._compare_again(self._current.loader, (inputs, targets), is_made=True)

    def hashes_trained_on(self) -> list[set[int]]:
        return [loader.fingerprint.hashes for loader in self._all if loader.trained_on]

    def stepped(self) -> None:
        if self._current is not None:
            self._current.steps += 1
            self._current.loader.trained_on = True

    def finish(self) -> None:
        for _, each in self._passes.living():
            self._close(each)
        for loader in self._all:
            self._tell_data(loader)

    def _begun(self, loader: Any, iterator: Any) -> None:
        if self._kit.is_claimed(getattr(loader, "dataset", None)):
            return
        known = self._known.get(loader) or self._meet(loader)
        before = self._passes.get(iterator)  # workers that persist are asked again
        for each in [before] if before is not None else []:
            self._close(each)
        if self._current is not None and self._current.loader is known:
            self._close(self._current)
        known.fingerprint.begin_pass()
        self._passes.set(iterator, _Pass(known, weakref.ref(iterator)))

    def _meet(self, loader: Any) -> _Loader:
        size = getattr(loader, "batch_size", None)
        if size is None:
            size = getattr(getattr(loader, "batch_sampler", None), "batch_size", None)
        number = self._kit.observer.new_id("loader")
        known = _Loader(number, size)
        self._known.set(loader, known)
        self._all.append(known)
        self._kit.observer.record(
            "loader",
            loader=number,
            type=type(loader).__name__,
            built=self._kit.births.place_of(loader),
            batch_size=size,
            shuffle=_shuffles(loader),
            length=_length(loader),
            drop_last=getattr(loader, "drop_last", None),
            workers=getattr(loader, "num_workers", None),
        )
        return known

    def _given(self, iterator: Any, batch: Any, waited: float) -> None:
        current = self._passes.get(iterator)
        if current is None:
            return
        self._current = current
        current.batches += 1
        current.waited += waited
        if current.batches == 2:
            current.without_graph = not self._kit.torch.is_grad_enabled()
        if self._plan.sampling:
            arrays = arrays_in(batch)
            self.batch = int(arrays[0].shape[0]) if arrays and len(arrays[0].shape) else None
        if current.loader.looked_at == 0 or self._plan.wants_data():
            self._look(current.loader, batch)
        elif current.loader.fingerprint.wants_again and self._for_again.is_enough:
            self._compare_again(current.loader, split_batch(batch))

    def _look(self, loader: _Loader, batch: Any) -> None:
        began = time.perf_counter()
        loader.looked_at += 1
        loader.fingerprint.add(*split_batch(batch))
        if loader.looked_at == 1:
            self._tell_data(loader)
        self._plan.charge_data(time.perf_counter() - began)

    def _compare_again(
        self, loader: _Loader, batch: tuple[Any, Any], *, is_made: bool = False
    ) -> None:
        began = time.perf_counter()
        loader.looked_at += 1
        loader.fingerprint.compare(*batch, is_made=is_made)
        seconds = time.perf_counter() - began
        self._for_again.spend(seconds)
        self._plan.charge_data(seconds)

    def _ended(self, iterator: Any) -> None:
        current = self._passes.get(iterator)
        if current is not None:
            self._close(current)

    def _close(self, ended: _Pass) -> None:
        if ended.over:
            return
        ended.over = True
        if ended.steps:
            self._epoch_ended(self.epoch, time.perf_counter() - ended.began, ended.waited)
            self.epoch += 1
        elif ended.batches and self._kit.is_ours:
            self._evaluations.loader_ended(ended.batches, without_graph=ended.without_graph)
        if ended.loader.told < MAX_TOLD:
            self._tell_data(ended.loader)
        self._compare(ended.loader)

    def _tell_data(self, loader: _Loader) -> None:
        if loader.told_at == loader.looked_at:
            return  # nothing new
        loader.told_at = loader.looked_at
        loader.told += 1
        self._kit.observer.record("data", loader=loader.number, **loader.fingerprint.fields())

    def _compare(self, loader: _Loader) -> None:
        """Which examples it shares with others, told when it is more than was told before."""
        for other in self._all:
            if other is loader:
                continue
            first, second = sorted((loader, other), key=lambda each: each.number)
            found = first.fingerprint.overlap(second.fingerprint)
            pair = (first.number, second.number)
            if found is not None and found["shared"] > self._shared.get(pair, 0):
                self._shared[pair] = found["shared"]
                self._kit.observer.record("overlap", first=pair[0], second=pair[1], **found)


def _shuffles(loader: Any) -> bool | None:
    sampler = getattr(loader, "sampler", None)
    names = [type(sampler).__name__, type(getattr(loader, "batch_sampler", None)).__name__]
    if "RandomSampler" in names or "SubsetRandomSampler" in names:
        return True
    if "SequentialSampler" in names:
        return False
    shuffle = getattr(sampler, "shuffle", None)
    return shuffle if isinstance(shuffle, bool) else None


def _length(loader: Any) -> int | None:
    try:
        return len(loader)
    except TypeError:
        return None
