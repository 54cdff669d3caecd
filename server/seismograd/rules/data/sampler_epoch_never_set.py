from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Program, TrainingLoop
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Object, options

_SAMPLERS = frozenset(
    {"torch.utils.data.DistributedSampler", "torch.utils.data.distributed.DistributedSampler"}
)


class SamplerEpochNeverSet(Rule):
    """
    ## What it does
    Finds training over several epochs with a `DistributedSampler` that is never told the epoch.

    ## Why is this bad?
    The sampler draws its order from a seed and the number of the epoch. Without `set_epoch` the
    number stays 0: every process sees the same examples in the same order in each epoch, as
    though nothing were shuffled.

    ## Example
    ```python
    sampler = DistributedSampler(train_set)
    loader = DataLoader(train_set, batch_size=64, sampler=sampler)
    for epoch in range(90):
        for x, y in loader:
            ...
    ```

    ## How to fix
    ```python
    for epoch in range(90):
        sampler.set_epoch(epoch)
        for x, y in loader:
            ...
    ```

    ## When to ignore
    When the order of the examples does not matter, or a launcher sets the epoch.

    ## References
    - PyTorch documentation of `torch.utils.data.distributed.DistributedSampler`: "calling the
      set_epoch() method at the beginning of each epoch".
    """

    code = "SG618"
    name = "sampler-epoch-never-set"
    fault_type = FaultType.CPP
    alternatives = (FaultType.LOOP,)
    severity = Severity.WARNING
    confidence = 0.9
    about_absence = True

    def check(self, program: Program) -> Iterator[Finding]:
        if any(program.index.named("set_epoch")):
            return
        for training in program.loops:
            sampler = _sampler(training)
            if sampler is not None and sampler.place is not None:
                yield self.finding(
                    sampler.place.span,
                    "This sampler is never told the epoch: each epoch has the same order. Call "
                    "set_epoch(epoch) before going over the loader.",
                    because="set_epoch is called nowhere.",
                    related=[Related(training.place.span, "the examples are gone through here")],
                )


def _sampler(training: TrainingLoop) -> Object | None:
    """The shuffling sampler of a loop over batches that epochs stand around."""
    loop, loader = training.loop, training.loader
    if loop is None or loop.outer is None or loader is None or not training.complete:
        return None
    given = loader.settings["sampler"].value
    for sampler in () if given is None else options(given):
        if isinstance(sampler, Object) and sampler.path in _SAMPLERS and _shuffles(sampler):
            return sampler
    return None


def _shuffles(sampler: Object) -> bool:
    return sampler.call.flag(3, "shuffle", True) is True
