from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Program
from seismograd.rules.optimisation._training_runs import FEW_UPDATES, TrainingRun, training_runs
from seismograd.rules.rule import Rule

LARGE = 1_000_000


class SingleEpoch(Rule):
    """
    ## What it does
    Finds training that goes through a data set of known, moderate size only once: `epochs=1`, or
    Keras' `fit` without `epochs`, whose default is 1.

    ## Why is this bad?
    Each example is seen once; a network that starts from random weights is mostly far from done.
    Whether it is, only a run can tell: this is a remark.

    ## Example
    ```python
    model.fit(x_train, y_train, batch_size=64)
    ```

    ## How to fix
    ```python
    model.fit(x_train, y_train, batch_size=64, epochs=20, validation_split=0.1)
    ```

    ## When to ignore
    Very large data sets, fine-tuning, or easy tasks: on handwritten digits one pass goes far. A
    call in a loop is not reported, nor one whose few steps are reported by `too-few-updates`.

    ## References
    - Keras documentation of `Model.fit`
    """

    code = "SG520"
    name = "single-epoch"
    fault_type = FaultType.HNE
    alternatives = (FaultType.HBS,)
    severity = Severity.INFO
    confidence = 0.6

    def check(self, program: Program) -> Iterator[Finding]:
        for run in training_runs(program):
            epochs = run.epochs
            if epochs is None or epochs.integer != 1 or not _is_certain(run):
                continue
            span = run.place.span if epochs.is_default else epochs.source.span
            given = "Without `epochs` the data" if epochs.is_default else "The data"
            yield self.finding(
                span,
                f"{given} is gone through only once: a network that starts from random weights "
                "needs more epochs.",
                because=f"One epoch over {run.samples} examples.",
            )


def _is_certain(run: TrainingRun) -> bool:
    known = run.samples is not None and run.samples < LARGE
    whole = bool(run.networks) and all(network.complete for network in run.networks)
    few_steps = run.updates is not None and run.updates < FEW_UPDATES
    return known and whole and not few_steps and not run.is_overridable
