from __future__ import annotations

import re
from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Fix, Safety, Severity
from seismograd.program.model import Program, Scheduler
from seismograd.program.operations import ancestors
from seismograd.program.settings import Setting, setting
from seismograd.rules.evaluation._callbacks import WATCHING, watcher
from seismograd.rules.offers import safe_fix
from seismograd.rules.rule import FixAvailability, Rule
from seismograd.source.evaluate.calls import Call
from seismograd.source.evaluate.values import Value
from seismograd.source.rewrite import replace, set_argument

_LOW = re.compile(r"loss|error|(^|_)(mae|mse|rmse|mape|wer|cer|perplexity|ppl)($|_)", re.IGNORECASE)
_HIGH = re.compile(
    r"(^|_)(acc|accuracy|auc|auroc|f1|precision|recall|iou|miou|bleu|r2)($|_|\d)", re.IGNORECASE
)
_MODE_AT = {"EarlyStopping": 4, "ModelCheckpoint": None, "ReduceLROnPlateau": 4}


class CheckpointModeMismatch(Rule):
    """
    ## What it does
    Finds callbacks and schedulers that take the wrong end of a metric for the best: an accuracy
    with `mode="min"`, a loss with `mode="max"`. In Lightning and in PyTorch's
    `ReduceLROnPlateau` the mode is "min" where nothing is said.

    ## Why is this bad?
    The worst model is kept as the best one, training stops as soon as it gets better, or the
    learning rate is lowered while all goes well.

    ## Example
    ```python
    checkpoint = ModelCheckpoint("best.keras", monitor="val_accuracy", mode="min",
                                 save_best_only=True)
    ```

    ## How to fix
    ```python
    checkpoint = ModelCheckpoint("best.keras", monitor="val_accuracy", mode="max",
                                 save_best_only=True)
    ```

    ## When to ignore
    Where the name of the metric says something else than it measures.

    ## References
    - Keras documentation of `keras.callbacks.ModelCheckpoint`, argument `mode`.
    - Lightning documentation of `ModelCheckpoint`, argument `mode`.
    - PyTorch documentation of `torch.optim.lr_scheduler.ReduceLROnPlateau`.
    """

    code = "SG812"
    name = "checkpoint-mode-mismatch"
    fault_type = FaultType.MET
    alternatives = (FaultType.API,)
    severity = Severity.ERROR
    confidence = 0.9
    fix_availability = FixAvailability.SOMETIMES
    fix_safety = Safety.SAFE

    def check(self, program: Program) -> Iterator[Finding]:
        for call in program.index.named(*WATCHING):
            found = watcher(call.path, call)
            if found is not None:
                default = "min" if call.path.startswith("lightning.") else "auto"
                mode = setting(call, _MODE_AT[found.kind], "mode", default)
                yield from self._compare(call, found.monitor, direction(found.monitor), mode)
        for scheduler in program.schedulers:
            yield from self._plateau(program, scheduler)

    def _plateau(self, program: Program, scheduler: Scheduler) -> Iterator[Finding]:
        if scheduler.kind != "reducelronplateau":
            return
        mode = setting(scheduler.call, 1, "mode", "min")
        for call in program.index.on(scheduler.value):
            if call.method == "step":
                wanted = _measured(call.value(0, "metrics"))
                what = "an accuracy" if wanted == "max" else "a loss"
                yield from self._compare(scheduler.call, what, wanted, mode)

    def _compare(
        self, call: Call, what: str, wanted: str | None, mode: Setting
    ) -> Iterator[Finding]:
        given = mode.text
        if wanted is None or given not in ("max", "min") or given == wanted:
            return
        better = "high" if wanted == "max" else "low"
        yield self.finding(
            (call.place if mode.is_default else mode.place).span,
            f'{what} is better when it is {better}, but the mode is "{given}": '
            "the worst is taken for the best.",
            because=f"The mode is {given}{' by default' if mode.is_default else ''}.",
            fixes=_fixes(call, mode, wanted),
        )


def direction(monitor: str) -> str | None:
    """max or min, where the name of a metric says which end is better."""
    if _LOW.search(monitor):
        return "min"
    return "max" if _HIGH.search(monitor) else None


def _measured(value: Value | None) -> str | None:
    """Whether a number goes back to a loss, or to a count of right answers."""
    ops = {tensor.op for tensor in ancestors(value)}
    loss = any(op.startswith("loss:") for op in ops)
    if loss == ("eq" in ops) or "sub" in ops or "neg" in ops:
        return None
    return "min" if loss else "max"


def _fixes(call: Call, mode: Setting, wanted: str) -> list[Fix]:
    if mode.is_default:
        edit = set_argument(call.place, "mode", f'"{wanted}"')
    else:
        edit = replace(mode.place, f'"{wanted}"')
    return safe_fix(f'Use mode="{wanted}"', edit)
