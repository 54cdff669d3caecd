from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Related, Safety, Severity
from seismograd.program.model import Compile, Fit, Program
from seismograd.rules.evaluation._callbacks import Watcher, watchers
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.values import Object, Sequence
from seismograd.source.rewrite import replace

_ACCURACY = frozenset({"acc", "accuracy"})
_MODELS = frozenset({"keras.Model", "keras.Sequential"})
_LONG_GONE = frozenset({"nb_epoch", "nb_worker", "samples_per_epoch"})
"""Words of the Keras that wrote `acc` for the accuracy whatever the metric was called."""


class MonitoredMetricNotLogged(Rule):
    """
    ## What it does
    Finds a Keras callback that watches the accuracy under a name that the training does not log:
    `val_acc` where the metric is called `accuracy`, the other way round, or an accuracy that
    nobody measures.

    ## Why is this bad?
    The callback only prints a warning and does nothing: training does not stop early, no best
    weights are saved, the learning rate stays.

    ## Example
    ```python
    model.compile("adam", "categorical_crossentropy", metrics=["accuracy"])
    best = ModelCheckpoint("best.keras", monitor="val_acc", save_best_only=True)
    model.fit(x, y, epochs=50, validation_split=0.1, callbacks=[best])
    ```

    ## How to fix
    ```python
    best = ModelCheckpoint("best.keras", monitor="val_accuracy", save_best_only=True)
    ```

    ## When to ignore
    With a Keras before 2.3, which logged every accuracy as `acc`.

    ## References
    - Keras documentation of `keras.callbacks.EarlyStopping`, argument `monitor`.
    """

    code = "SG816"
    name = "monitored-metric-not-logged"
    fault_type = FaultType.API
    alternatives = (FaultType.MET,)
    severity = Severity.WARNING
    confidence = 0.9
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for fit in program.fits:
            logged = _logged(fit.compile) if _is_plain(fit) else None
            callbacks = fit.settings.get("callbacks")
            if logged is None or callbacks is None or not _all_known(callbacks.value):
                continue
            for found in watchers(callbacks.value):
                stem = found.monitor.removeprefix("val_")
                if stem in _ACCURACY and stem not in logged:
                    yield self._finding(fit, found, logged)

    def _finding(self, fit: Fit, found: Watcher, logged: set[str]) -> Finding:
        called = sorted(logged & _ACCURACY)
        instead = f"it is logged as {called[0]}" if called else "no accuracy is measured"
        given = found.call.argument(None, "monitor")
        place = found.place if given is None else given.place
        prefix = "val_" if found.monitor.startswith("val_") else ""
        better = f"{prefix}{called[0]}" if called else ""
        edit = replace(place, f'"{better}"') if given is not None and called else None
        return self.finding(
            place.span,
            f"{found.kind} watches {found.monitor}, but {instead}: the callback does nothing.",
            because=f"The training logs {', '.join(sorted(logged))}.",
            related=[] if fit.compile is None else [Related(fit.compile.place.span, "compiled")],
            fixes=safe_fix(f"Watch {better}", edit),
        )


def _is_plain(fit: Fit) -> bool:
    """Whether nothing but Keras itself decides what is logged."""
    value = None if fit.network is None else fit.network.value
    known = isinstance(value, Object) and value.path in _MODELS
    return known and not fit.call.open and not fit.call.keywords.keys() & _LONG_GONE


def _logged(compiled: Compile | None) -> set[str] | None:
    """The names of what a training logs, without those of validation; None where not certain."""
    if compiled is None or compiled.loss is None or compiled.call.open:
        return None
    names = [metric.text for metric in compiled.metrics]
    known = {name for name in names if name is not None}
    return {"loss", *known} if len(known) == len(names) else None


def _all_known(callbacks: object) -> bool:
    """Whether no callback of the project's own may log something."""
    if not isinstance(callbacks, Sequence) or callbacks.open:
        return False
    return all(
        isinstance(item, Object) and item.path.startswith("keras.callbacks.")
        for item in callbacks.items
    )
