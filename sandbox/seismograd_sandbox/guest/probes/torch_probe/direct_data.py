"""What the batches look like that no loader gave, apart for training and evaluation."""

from __future__ import annotations

from typing import Any

from ...fingerprint import Fingerprint
from .kit import Kit
from .loaders import Loaders

MAX_TOLD = 4
MAX_NETWORKS = 8
MOST_BYTES = 1 << 22
"""Of one batch: whole sets are given to a network at once, too. About ten milliseconds."""
SAME = 0.9
"""Part of the examples of a batch from which on it is one of the training data."""


MOST_STALE = 4
"""Batches of an evaluation in a row that bring nothing new, before no more are looked at."""


class _Set:
    """The batches that one network was called with, in one role."""

    def __init__(self) -> None:
        self.fingerprint = Fingerprint()
        self.looked_at = 0
        self.told_at = 0
        self.told = 0
        self.whole = True
        """Whether every batch so far was looked at, and all of it."""
        self.complete = False
        self.stale = 0

    def holds(self, hashes: set[int]) -> bool:
        return bool(hashes) and hashes <= self.fingerprint.hashes


class DirectData:
    def __init__(self, kit: Kit, loaders: Loaders) -> None:
        self._kit = kit
        self._loaders = loaders
        self._sets: dict[tuple[int, str], _Set] = {}

    def is_new(self, network: int, role: str) -> bool:
        return (network, role) not in self._sets and len(self._sets) < 2 * MAX_NETWORKS

    def is_complete(self, network: int, role: str) -> bool:
        known = self._sets.get((network, role))
        return known is None or known.complete

    def wants_again(self, network: int) -> bool:
        """Whether examples that come again are worth a comparison."""
        known = self._sets.get((network, "train"))
        return known is not None and known.fingerprint.wants_again

    def compare(self, network: int, inputs: Any, targets: Any) -> None:
        known = self._sets.get((network, "train"))
        if known is not None:
            known.looked_at += 1
            known.fingerprint.compare(inputs, targets)

    def missed(self, network: int, role: str) -> None:
        known = self._sets.get((network, role))
        if known is not None and not known.complete:
            known.whole = False

    def complete(self, network: int) -> None:
        """The training data have come round."""
        known = self._sets.get((network, "train"))
        if known is not None and not known.complete:
            known.complete = True
            self._tell(network, "train", known)

    def add(self, network: int, role: str, inputs: Any, targets: Any) -> float | None:
        """For a batch of an evaluation: which part of it was trained on, if that is known."""
        some, all_there = _some_rows(inputs)
        answers, _ = _some_rows([] if targets is None else [targets])
        known = self._sets.setdefault((network, role), _Set())
        seen = None
        if role == "validation":
            hashes = _hashes(some)
            seen = self._part_trained_on(network, hashes)
            if not self._is_of_role(network, seen) or known.holds(hashes):
                known.stale += 1
                known.complete = known.stale >= MOST_STALE
                return seen
            known.stale = 0
        known.whole = known.whole and all_there
        known.looked_at += 1
        known.fingerprint.add(some, answers)
        if known.looked_at == 1:
            self._tell(network, role, known)
        return seen

    def finish(self) -> None:
        for (network, role), known in self._sets.items():
            self._tell(network, role, known)
            if role == "validation":
                self._compare(network, known)

    def _part_trained_on(self, network: int, hashes: set[int]) -> float | None:
        trained = self._trained_on(network)
        if not hashes or not any(trained):
            return None
        return max(len(hashes & some) for some in trained) / len(hashes)

    def _is_of_role(self, network: int, seen: float | None) -> bool:
        """Many scripts evaluate on their training data as well: those are no validation data.

        Where not all training data were hashed, a part may stand for the whole.
        """
        if seen is not None and seen >= SAME:
            return False
        trained = self._sets.get((network, "train"))
        return not seen or (trained is not None and trained.complete and trained.whole)

    def _trained_on(self, network: int) -> list[set[int]]:
        known = self._sets.get((network, "train"))
        own = [known.fingerprint.hashes] if known is not None else []
        return own + self._loaders.hashes_trained_on()

    def _tell(self, network: int, role: str, known: _Set) -> None:
        if known.told_at == known.looked_at or known.told >= MAX_TOLD:
            return
        known.told_at = known.looked_at
        known.told += 1
        fields = known.fingerprint.fields()
        self._kit.observer.record("data", role=role, network=network, **fields)

    def _compare(self, network: int, known: _Set) -> None:
        trained = self._sets.get((network, "train"))
        if trained is not None and trained.complete and trained.whole:
            found = trained.fingerprint.overlap(known.fingerprint)
            if found is not None:
                self._kit.observer.record("overlap", first="train", second="validation", **found)


def _some_rows(tensors: list[Any]) -> tuple[list[Any], bool]:
    """Examples spread over a large batch, the same ones of all its parts."""
    size = sum(_bytes(tensor) for tensor in tensors)
    distance = -(-size // MOST_BYTES)
    if distance <= 1:
        return tensors, True
    return [tensor[::distance] if tensor.ndim else tensor for tensor in tensors], False


def _hashes(inputs: list[Any]) -> set[int]:
    batch = Fingerprint()
    batch.add(inputs)
    return batch.hashes


def _bytes(tensor: Any) -> int:
    return int(tensor.nbytes) if hasattr(tensor, "nbytes") else 0
