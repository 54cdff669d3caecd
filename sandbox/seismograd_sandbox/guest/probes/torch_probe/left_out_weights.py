"""Weights that get a gradient and that no optimiser has (PyTorch, and Keras on it).

Some backward passes are looked at, ever farther apart: what a training gets in its second stage is
seen then as well, at the price of a walk through the graph.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...observer import Observer
from ..births import Births
from ..gradient_leaves import leaves_of
from ..identity import ByIdentity
from ..weight_owners import Owner, line_that_sets, owners_of
from .samples import pick, rounded
from .untraced import aside, can_be_read, may_look

FARTHER = 1.2
"""From one pass that is looked at to the next: a stage of half the steps before is seen twice."""
MOST_NODES = 5_000
MOST_KEPT = 500
MOST_TOLD = 100
ELEMENTS = 1024
FEWEST_STEPS = 20
"""Since a weight was first seen, that should have changed it."""
LARGE = 1_000_000
"""Elements of a weight that is not kept for the end of a run, where the script lets go of it."""


class _Seen:
    def __init__(self, sample: Any, step: int) -> None:
        self.sample = sample
        self.step = step
        self.passes = 0
        self.is_settled = False


class LeftOutWeights:
    def __init__(
        self,
        torch: Any,
        observer: Observer,
        births: Births,
        trained: Callable[[], set[int]],
        facts: Callable[[Owner], dict[str, Any]],
        wanted: Callable[[Any, Owner], bool] = lambda leaf, owner: True,
    ) -> None:
        """`trained` gives the identities of what optimisers have; `facts` adds to an owner;
        `wanted` says of a tensor and its owner whether nobody else tells of it."""
        self._torch = torch
        self._observer = observer
        self._births = births
        self._trained = trained
        self._facts = facts
        self._wanted = wanted
        self._seen: ByIdentity[_Seen] = ByIdentity()
        self._told: ByIdentity[dict[str, Any]] = ByIdentity()
        self._held: list[Any] = []
        self._passes = 0
        self._next = 1
        self._by_data = False

    def differentiated(self, roots: Any, is_whole: bool) -> None:
        """Right before a backward pass; one that is told what to give a gradient says nothing."""
        if not self._observer.steps or not is_whole:
            return
        self._passes += 1
        if self._passes < self._next or not may_look(self._torch):
            return
        self._next = max(self._passes + 1, int(self._passes * FARTHER))
        some = roots if isinstance(roots, (list, tuple)) else (roots,)
        losses = [root for root in some if isinstance(root, self._torch.Tensor)]
        with aside(self._torch):
            self._look(leaves_of(losses, MOST_NODES))

    def derived(self, inputs: Any) -> None:
        """A derivative by data was asked for: then data may be what gets a gradient, too."""
        some = inputs if isinstance(inputs, (list, tuple)) else (inputs,)
        kind = self._torch.nn.Parameter
        self._by_data = self._by_data or any(not isinstance(one, kind) for one in some)

    def finish(self) -> None:
        trained = self._trained()
        with aside(self._torch):
            told = [
                {**fields, **self._counts(leaf)}
                for leaf, fields in self._told.living()
                if id(leaf) not in trained and self._is_meant(leaf, fields["registered"])
            ]
        if told:
            self._observer.record("left_out_weights", weights=told[:MOST_TOLD])

    def _look(self, leaves: list[Any]) -> None:
        trained = self._trained()
        readable = [one for one in leaves if can_be_read(self._torch, one)]
        left = [one for one in readable if id(one) not in trained]
        for leaf in left:
            self._note(leaf)
        due = {id(leaf): leaf for leaf in left if self._is_due(leaf)}
        for number, owner in (owners_of(set(due), self._births.living()) if due else {}).items():
            if self._wanted(due[number], owner):
                self._keep(due[number], owner)

    def _note(self, leaf: Any) -> None:
        seen = self._seen.get(leaf)
        if seen is None and len(self._seen) < MOST_KEPT:
            sample = pick(self._torch, leaf.detach(), ELEMENTS).clone()
            seen = _Seen(sample, self._observer.steps)
            self._seen.set(leaf, seen)
        if seen is not None:
            seen.passes += 1

    def _is_due(self, leaf: Any) -> bool:
        """Whether to look for who has it: once, when enough steps have left it as it was."""
        seen = self._seen.get(leaf)
        if seen is None or seen.is_settled or self._observer.steps - seen.step < FEWEST_STEPS:
            return False
        seen.is_settled = True
        return self._is_unchanged(leaf, seen)

    def _keep(self, leaf: Any, owner: Owner) -> None:
        """What is local to a function would be gone when the run is over."""
        seen = self._seen.get(leaf)
        if seen is not None and len(self._told) < MOST_TOLD:
            self._told.set(leaf, self._fields(leaf, seen, owner))
            if leaf.numel() <= LARGE:
                self._held.append(leaf)

    def _is_unchanged(self, leaf: Any, seen: _Seen) -> bool:
        torch = self._torch
        if not leaf.requires_grad or not can_be_read(torch, leaf):
            return False
        now = pick(torch, leaf.detach(), ELEMENTS).to(seen.sample.device)
        return now.shape == seen.sample.shape and bool(torch.equal(now, seen.sample))

    def _is_meant(self, leaf: Any, is_registered: bool) -> bool:
        """A plain tensor still has its gradient, as nobody clears it; a dummy gets none.
        Where the script differentiates by data, tensors may be data, and parameters are not."""
        seen = self._seen.get(leaf)
        if seen is None or not self._is_unchanged(leaf, seen):
            return False
        gradient = leaf.grad
        has_gradient = gradient is not None and bool((gradient.detach() != 0).any())
        is_data = (
            self._by_data and leaf.dim() > 0 and not isinstance(leaf, self._torch.nn.Parameter)
        )
        return is_registered or (has_gradient and not is_data)

    def _counts(self, leaf: Any) -> dict[str, Any]:
        seen = self._seen.get(leaf)
        steps, passes = (self._observer.steps - seen.step, seen.passes) if seen else (0, 0)
        return {"steps": steps, "passes": passes}

    def _fields(self, leaf: Any, seen: _Seen, owner: Owner) -> dict[str, Any]:
        line = None if owner.is_registered else line_that_sets(owner, self._observer.places)
        size = int(leaf.numel())
        return {
            "type": type(owner.holder).__name__,
            "name": owner.name,
            "registered": owner.is_registered,
            "n": size,
            "place": line or self._births.place_of(owner.holder),
            "first": _statistics(seen.sample, size),
            **self._facts(owner),
        }


def _statistics(sample: Any, size: int) -> dict[str, Any]:
    values = sample.float()
    numbers = {
        "mean": values.mean(),
        "std": values.std(unbiased=False),
        "min": values.min(),
        "max": values.max(),
        "norm": (values.pow(2).mean() * size).sqrt(),
    }
    return {"n": size, **{name: rounded(float(one)) for name, one in numbers.items()}}
