from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Program
from seismograd.rules.loops._lightning import automatic_modules, own_method
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Instance, Member, Object

_BY_HAND = frozenset({"backward", "manual_backward", "step", "zero_grad"})


class ManualStepUnderAutomaticOptimisation(Rule):
    """
    ## What it does
    Finds `backward()`, `step()` or `zero_grad()` in a Lightning `training_step` whose module
    leaves optimisation to Lightning.

    ## Why is this bad?
    Lightning does these itself after `training_step`. Done by hand as well, gradients are computed
    twice (which raises an error) or emptied at the wrong moment, and the optimiser steps twice.

    ## Example
    ```python
    def training_step(self, batch, batch_idx):
        loss = F.mse_loss(self(batch[0]), batch[1])
        loss.backward()
        self.optimizers().step()
        return loss
    ```

    ## How to fix
    Return the loss and leave the rest to Lightning, or set `self.automatic_optimization = False`
    in `__init__`.

    ## When to ignore
    Never.

    ## References
    - Lightning documentation, "Manual optimization".
    """

    code = "SG224"
    name = "manual-step-under-automatic-optimisation"
    fault_type = FaultType.LOOP
    severity = Severity.ERROR
    confidence = 0.95

    def check(self, program: Program) -> Iterator[Finding]:
        for module in automatic_modules(program):
            step = own_method(module.cls, "training_step")
            for call in program.index.named(*_BY_HAND):
                if step is not None and call.function is step and _is_by_hand(call, module):
                    yield self._finding(call, module)

    def _finding(self, call: Call, module: Instance) -> Finding:
        return self.finding(
            call.place.span,
            f"{call.method}() by hand in training_step of {module.cls.name}, although Lightning "
            "does it itself.",
            because="automatic_optimization is not set to False.",
        )


def _is_by_hand(call: Call, module: Instance) -> bool:
    if call.method not in _BY_HAND:
        return False
    if call.method in ("backward", "manual_backward"):
        return True
    receiver = call.receiver
    made = receiver.call if isinstance(receiver, Object) else None
    from_module = made is not None and made.method == "optimizers"
    named = isinstance(receiver, Member) and "opt" in receiver.name.lower()
    family = made is not None and made.path.startswith("torch.optim.")
    return from_module or named or (family and "lr_scheduler" not in call.path)
