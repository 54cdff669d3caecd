from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.model import Program, Step
from seismograd.program.operations import ancestors
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Object, Tensor

_TAPE = "tensorflow.GradientTape"


class GradientTapeOutsideForward(Rule):
    """
    ## What it does
    Finds a custom training step whose forward pass runs outside the `tf.GradientTape` that is
    asked for gradients.

    ## Why is this bad?
    The tape records only what runs inside its `with` block. For everything else `tape.gradient`
    returns None, and `apply_gradients` skips those weights or raises "No gradients provided".

    ## Example
    ```python
    prediction = model(x, training=True)
    with tf.GradientTape() as tape:
        loss = loss_fn(y, prediction)
    gradients = tape.gradient(loss, model.trainable_variables)
    ```

    ## How to fix
    ```python
    with tf.GradientTape() as tape:
        prediction = model(x, training=True)
        loss = loss_fn(y, prediction)
    ```

    ## When to ignore
    Never.

    ## References
    - TensorFlow guide "Introduction to gradients and automatic differentiation".
    """

    code = "SG227"
    name = "gradient-tape-outside-forward"
    fault_type = FaultType.LOOP
    alternatives = (FaultType.GRAPH,)
    severity = Severity.ERROR
    confidence = 0.95

    def check(self, program: Program) -> Iterator[Finding]:
        for training in program.loops:
            if training.framework != "keras":
                continue
            for gradient in training.of_kind("backward"):
                forwards = _forwards_behind(training.of_kind("forward"), gradient.call)
                if forwards and not any(_is_recorded(call, gradient.call) for call in forwards):
                    yield self._finding(gradient.call, forwards[0])

    def _finding(self, gradient: Call, forward: Call) -> Finding:
        return self.finding(
            forward.place.span,
            "The forward pass runs outside the gradient tape: tape.gradient() gives None for all "
            "its weights.",
            because="The loss is computed from this call, which the tape's with block does not "
            "hold.",
            related=[Related(gradient.place.span, "gradients are asked for here")],
        )


def _forwards_behind(forwards: list[Step], gradient: Call) -> list[Call]:
    """The runs of a model that the differentiated value was computed from."""
    tape, loss = gradient.receiver, gradient.value(0, "target")
    if not isinstance(tape, Object) or tape.path != _TAPE or not isinstance(loss, Tensor):
        return []
    behind = {id(tensor) for tensor in ancestors(loss)}
    return [step.call for step in forwards if id(step.call.result) in behind]


def _is_recorded(call: Call, gradient: Call) -> bool:
    return any(context is gradient.receiver for context in call.contexts)
