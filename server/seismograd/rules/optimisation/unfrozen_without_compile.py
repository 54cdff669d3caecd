from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Severity
from seismograd.program.attribute_writes import sets_attribute
from seismograd.program.model import Fit, Program
from seismograd.rules.rule import Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Const


class UnfrozenWithoutCompile(Rule):
    """
    ## What it does
    Finds a Keras network, or a part of it, that is made trainable again between two trainings
    without another `compile`.

    ## Why is this bad?
    `compile` settles which weights are trained. What is made trainable later stays frozen, and the
    second training goes on with the first, or it ends with an error about unknown variables.

    ## Example
    ```python
    base.trainable = False
    model.compile("adam", loss="sparse_categorical_crossentropy")
    model.fit(train, epochs=5)
    base.trainable = True
    model.fit(train, epochs=10)
    ```

    ## How to fix
    Compile again, with a low learning rate for the pre-trained weights:
    ```python
    base.trainable = True
    model.compile(keras.optimizers.Adam(1e-5), loss="sparse_categorical_crossentropy")
    model.fit(train, epochs=10)
    ```

    ## When to ignore
    Hardly ever. Freezing a discriminator after it was compiled, as adversarial networks do, is not
    reported.

    ## References
    - Keras developer guide, "Transfer learning & fine-tuning": call `compile` again after a change
      of `trainable`.
    """

    code = "SG521"
    name = "unfrozen-without-compile"
    fault_type = FaultType.LOOP
    severity = Severity.ERROR
    confidence = 0.9

    def check(self, program: Program) -> Iterator[Finding]:
        writes = [call for call in program.calls_to("operator.setattr") if _is_plain(call)]
        for call in writes:
            if _sets(call, True) and _was_frozen(call, writes):
                fit = next((fit for fit in program.fits if _goes_on(program, fit, call)), None)
                if fit is not None:
                    yield self._finding(call, fit)

    def _finding(self, call: Call, fit: Fit) -> Finding:
        return self.finding(
            call.place.span,
            "This is made trainable after `compile`, and nothing is compiled before the next "
            "training: its weights stay frozen.",
            because="The network was trained before, and is trained on as it was compiled.",
            related=[Related(fit.place.span, "trained without another compile")],
        )


def _is_plain(call: Call) -> bool:
    """Whether it certainly happens, once."""
    return sets_attribute(call, "trainable") and call.loop is None and not call.branches


def _sets(call: Call, wanted: bool) -> bool:
    value = call.positional[-1].value
    return isinstance(value, Const) and value.value is wanted


def _was_frozen(call: Call, writes: list[Call]) -> bool:
    return any(
        other.receiver is call.receiver and other.index < call.index and _sets(other, False)
        for other in writes
    )


def _goes_on(program: Program, fit: Fit, unfreezing: Call) -> bool:
    """Whether a network that was trained before is trained on, with nothing compiled between."""
    if fit.framework != "keras" or fit.call.index < unfreezing.index or fit.compile is None:
        return False
    if fit.compile.call.index > unfreezing.index or fit.network is None:
        return False
    parts = [fit.network.value, *(layer.value for layer in fit.network.layers)]
    trained_before = any(
        other.network is fit.network and other.call.index < unfreezing.index
        for other in program.fits
    )
    return trained_before and any(part is unfreezing.receiver for part in parts)
