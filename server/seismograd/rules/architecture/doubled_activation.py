from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import Network, Program
from seismograd.program.operations import ACTIVATIONS, TRANSPARENT
from seismograd.program.scores import layer_of
from seismograd.rules.activation_edits import remove_activation
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import Tensor

_SQUASHING = frozenset({"hard_sigmoid", "log_softmax", "sigmoid", "softmax"})
_NON_NEGATIVE = frozenset({"relu", "relu6", "sigmoid", "softmax", "softplus"})
_IDEMPOTENT = frozenset({"hardtanh", "relu", "relu6"})
"""Functions that leave their own output as it is."""
_EFFECTS = {
    "sigmoid": "everything after it lies between 0.5 and 1",
    "hard_sigmoid": "everything after it is at least 0.5",
    "tanh": "no value after it is negative",
}


class DoubledActivation(Rule):
    """
    ## What it does
    Finds an activation that is applied to the result of another activation, with no layer
    between: two ReLUs, a softmax on a sigmoid, a sigmoid on a ReLU.

    ## Why is this bad?
    At best the second one does nothing. A sigmoid on a ReLU cannot say less than 0.5, a second
    softmax or sigmoid flattens what the first one gave, and gradients shrink twice.

    ## Example
    ```python
    model.add(Dense(64, activation="relu"))
    model.add(Activation("relu"))
    ```

    ## How to fix
    Keep one of the two.
    ```python
    model.add(Dense(64, activation="relu"))
    ```

    ## When to ignore
    Compositions that make a known function, such as the tanh of a softplus inside Mish, or a
    softmax over scored features in attention, are not reported.

    ## References
    - A. Nikanjam et al., Automatic Fault Detection for Deep Learning Programs Using Graph
      Transformations (NeuraLint): the rule on two activation layers in a row.
    """

    code = "SG302"
    name = "doubled-activation"
    fault_type = FaultType.ARM
    alternatives = (FaultType.ACH,)
    severity = Severity.WARNING
    confidence = 0.9
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for network in program.networks:
            for tensor in network.flow.tensors:
                if tensor.op in ACTIVATIONS and tensor.place is not None:
                    yield from self._follow(network, tensor)

    def _follow(self, network: Network, first: Tensor) -> Iterator[Finding]:
        path = network.flow.path(first, TRANSPARENT | {"dropout"})
        second = path[-1] if path else None
        if second is None or first.place is None or second.place is None:
            return
        effect = _effect(first.op, second.op)
        if effect is None:
            return
        layer = layer_of(second, network)
        yield self.finding(
            second.place.span,
            f"{second.op} is applied to the result of {first.op}: {effect}.",
            because=f"No layer stands between {first.op} and {second.op}.",
            related=[Related(first.place.span, f"the {first.op} before it")],
            layer=None if layer is None else layer.index,
            severity=Severity.INFO if _is_mild(second.op, effect) else None,
            fixes=_fixes(first, second),
        )


def _effect(first: str, second: str) -> str | None:
    """What the second of two activations does to the first; None where it may be meant."""
    if first == second:
        if first in _IDEMPOTENT:
            return "it changes nothing"
        return f"values go through {second} twice"
    if second == "relu" and first in _NON_NEGATIVE:
        return "it changes nothing, for nothing is negative"
    if first in ("relu", "relu6"):
        return _EFFECTS.get(second)
    if first in _SQUASHING and second in _SQUASHING and {first, second} != {"softmax"}:
        return "what was squashed is squashed again, and differences almost vanish"
    return None


def _is_mild(second: str, effect: str) -> bool:
    return second == "tanh" or effect.startswith("it changes nothing")


def _fixes(first: Tensor, second: Tensor) -> list[Fix]:
    changes_nothing = first.op == second.op and first.op in _IDEMPOTENT
    edit = remove_activation(second) if changes_nothing else None
    return safe_fix(f"Remove the second {second.op}", edit)
