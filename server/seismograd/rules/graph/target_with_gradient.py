from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.gradients import followed, is_torch, passes_learned_layer
from seismograd.program.model import LossUse, Program
from seismograd.rules.graph._backward import differentiated
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.values import Tensor

_KINDS = frozenset({"huber", "mae", "mse"})
_PICKS = frozenset({"max", "min"})


class TargetWithGradient(Rule):
    """
    ## What it does
    Finds a regression loss whose target is picked from a network's output (`max`), as in
    Q-learning, with gradients flowing into the target as well.

    ## Why is this bad?
    The target is meant to be fixed: the estimate moves towards it. With gradients in the target it
    moves towards the estimate too, and the two chase each other; Q-learning becomes unstable.

    ## Example
    ```python
    target = reward + gamma * target_net(next_state).max(1).values
    loss = F.mse_loss(q, target)
    ```

    ## How to fix
    ```python
    with torch.no_grad():
        target = reward + gamma * target_net(next_state).max(1).values
    ```

    ## When to ignore
    In residual-gradient methods, which differentiate the target on purpose.

    ## References
    - Mnih et al.: "Human-level control through deep reinforcement learning".
    - Baird: "Residual Algorithms: Reinforcement Learning with Function Approximation".
    """

    code = "SG712"
    name = "target-with-gradient"
    fault_type = FaultType.GRAPH
    severity = Severity.INFO
    confidence = 0.8

    def check(self, program: Program) -> Iterator[Finding]:
        for loss in program.losses:
            picked = _picked(loss)
            if picked is None:
                continue
            if id(loss.result) in differentiated(program):
                yield self._finding(loss, picked)

    def _finding(self, loss: LossUse, picked: Tensor) -> Finding:
        place = picked.place
        related = [] if place is None else [Related(place.span, "the target comes from here")]
        return self.finding(
            loss.place.span,
            "Gradients flow into the target of this loss: the target follows the estimate. Compute "
            "it under no_grad() or detach() it.",
            because=f"The target is the {picked.op} of a network's output, with its graph.",
            related=related,
        )


def _picked(loss: LossUse) -> Tensor | None:
    if loss.kind not in _KINDS or not isinstance(loss.target, Tensor) or not is_torch(loss.target):
        return None
    for tensor in followed(loss.target):
        if tensor.op in _PICKS and passes_learned_layer(tensor):
            return tensor if _is_open(tensor) else None
    return None


def _is_open(tensor: Tensor) -> bool:
    """Whether gradients go on from a pick into learned layers."""
    return any(inner.layer is not None for inner in followed(tensor))
