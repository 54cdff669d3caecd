from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import LossUse, Network, Program
from seismograd.program.operations import ancestors
from seismograd.program.scores import layer_of, width_of
from seismograd.rules.activation_edits import other_name_edit, own_argument
from seismograd.rules.agreement._outputs import outputs
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import Object, Place, Tensor


class SoftmaxOnOneUnit(Rule):
    """
    ## What it does
    Finds a softmax (or log-softmax) over an axis of size one, usually after a last layer with one
    unit.

    ## Why is this bad?
    A softmax divides by the sum over its axis. With one value that is the value itself, so the
    result is always 1 whatever the network computes: it predicts the same class for every input
    and no gradient flows.

    ## Example
    ```python
    model.add(Dense(1, activation="softmax"))
    model.compile(loss="binary_crossentropy", optimizer="adam")
    ```

    ## How to fix
    Use a sigmoid for one unit, or one unit per class:
    ```python
    model.add(Dense(1, activation="sigmoid"))
    model.compile(loss="binary_crossentropy", optimizer="adam")
    ```

    ## When to ignore
    Never: the layer and everything before it cannot learn.

    ## References
    - Keras documentation of `keras.activations.softmax`: the values of the output vector sum
      to 1.
    """

    code = "SG107"
    name = "softmax-on-one-unit"
    fault_type = FaultType.ACH
    alternatives = (FaultType.LCN,)
    severity = Severity.ERROR
    confidence = 0.98
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE

    def check(self, program: Program) -> Iterator[Finding]:
        seen: set[int] = set()
        for loss, output in outputs(program):
            if output.function in ("softmax", "log_softmax") and _is_one(output.tensor, loss):
                seen.add(id(output.tensor))
                yield self._finding(output.tensor, output.place, loss.network, loss)
        for network in program.networks:
            for tensor in ancestors(network.output):
                if tensor.place and id(tensor) not in seen and _is_one_wide(tensor, network):
                    yield self._finding(tensor, tensor.place, network, None)

    def _finding(
        self, tensor: Tensor, place: Place, network: Network | None, loss: LossUse | None
    ) -> Finding:
        layer = layer_of(tensor, network)
        related = [] if loss is None else [Related(loss.built_at.span, "the loss that gets it")]
        return self.finding(
            place.span,
            "Softmax over one value is always 1: the output is the same for every input and the "
            "network cannot learn.",
            because="The axis that the softmax runs over has size 1.",
            related=related,
            layer=None if layer is None else layer.index,
            fixes=_fixes(tensor),
        )


def _is_one(tensor: Tensor, loss: LossUse) -> bool:
    """What reaches a loss is examples by scores, so that axis 1 is the scores as well."""
    return width_of(tensor, loss.network) == 1 and _axis(tensor) in (-1, 1)


def _is_one_wide(tensor: Tensor, network: Network) -> bool:
    if tensor.op not in ("softmax", "log_softmax"):
        return False
    axis = _axis(tensor)
    shape = tensor.shape
    if axis is not None and shape is not None and -len(shape) <= axis < len(shape):
        return shape[axis] == 1 and width_of(tensor, network) == 1
    return axis == -1 and width_of(tensor, network) == 1 and _is_dense(tensor)


def _is_dense(tensor: Tensor) -> bool:
    inner = tensor.inputs[0]
    return isinstance(inner, Tensor) and inner.op == "dense"


def _axis(tensor: Tensor) -> int | None:
    """The axis of a softmax; the last where Keras is not told."""
    call = tensor.layer.call if isinstance(tensor.layer, Object) else tensor.call
    if call is None or own_argument(tensor) is not None:
        return -1
    torch = call.path.startswith(("torch.", "Tensor."))
    if not torch:
        return call.integer(None, "axis", -1)
    functional = call is tensor.call and call.receiver is None
    return call.integer(1 if functional else 0, "dim")


def _fixes(tensor: Tensor) -> list[Fix]:
    edit = other_name_edit(tensor, "sigmoid") if tensor.op == "softmax" else None
    return unsafe_fix("Use sigmoid", edit)
