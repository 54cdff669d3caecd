from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Related, Safety, Severity
from seismograd.program.model import Program
from seismograd.rules.evaluation._callbacks import Watcher, has_no_validation, watchers
from seismograd.rules.evaluation._hold_out import hold_out_fixes
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Instance, Object, text


class EarlyStoppingWithoutValidation(Rule):
    """
    ## What it does
    Finds early stopping, best-only checkpoints and plateau schedules that watch a validation
    metric (`val_loss` unless told otherwise) in a training that has no validation data.

    ## Why is this bad?
    There is no such metric, so the callback does nothing but warn: training never stops early, no
    best model is saved, the learning rate is never lowered. Lightning stops with an error.

    ## Example
    ```python
    model.fit(x, y, epochs=100, callbacks=[EarlyStopping(patience=3)])
    ```

    ## How to fix
    ```python
    model.fit(x, y, epochs=100, validation_split=0.2, callbacks=[EarlyStopping(patience=3)])
    ```

    ## When to ignore
    Where another callback adds the metric to the logs.

    ## References
    - Keras documentation of `keras.callbacks.EarlyStopping`, argument `monitor`.
    - Lightning documentation of `EarlyStopping`.
    """

    code = "SG809"
    name = "early-stopping-without-validation"
    fault_type = FaultType.VRM
    severity = Severity.WARNING
    confidence = 0.95
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.UNSAFE
    about_absence = True

    def check(self, program: Program) -> Iterator[Finding]:
        for fit in program.fits:
            callbacks = fit.settings.get("callbacks")
            if callbacks is not None and has_no_validation(fit):
                for found in watchers(callbacks.value):
                    if found.monitor.startswith("val_"):
                        yield self._finding(found, fit.call, hold_out_fixes(fit))
        yield from self._lightning(program)

    def _lightning(self, program: Program) -> Iterator[Finding]:
        for call in program.calls_to("lightning.Trainer.fit"):
            trainer = call.receiver
            callbacks = (
                trainer.call.value(None, "callbacks") if isinstance(trainer, Object) else None
            )
            for found in watchers(callbacks):
                if found.monitor.startswith("val") and _never_validates(program, call, found):
                    yield self._finding(found, call, [])

    def _finding(self, found: Watcher, fit: Call, fixes: list[Fix]) -> Finding:
        return self.finding(
            found.place.span,
            f"{found.kind} watches {found.monitor}, but the training has no validation data: "
            "the metric does not exist and the callback does nothing.",
            because="The training gets neither validation data nor a share to hold out.",
            related=[Related(fit.place.span, "the training without validation data")],
            fixes=fixes,
        )


def _never_validates(program: Program, fit: Call, found: Watcher) -> bool:
    module = fit.value(0, "model")
    if not isinstance(module, Instance) or module.cls.has_unknown_base:
        return False
    logged = any(text(call.value(0, "name")) == found.monitor for call in program.calls_to("*.log"))
    return module.cls.lookup("validation_step") is None and not logged
