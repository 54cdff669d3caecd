from __future__ import annotations

from collections.abc import Iterator

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Network, Program
from seismograd.rules.optimisation._training_runs import TrainingRun, training_runs
from seismograd.rules.rule import Rule


class BatchOfOne(Rule):
    """
    ## What it does
    Finds training with batches of one example: given so, or left to the default of PyTorch's
    `DataLoader`, which is 1.

    ## Why is this bad?
    Each step follows the gradient of a single example: it is noisy and slow, and batch
    normalisation over one example sees no variation at all (an error where that is certain).

    ## Example
    ```python
    loader = DataLoader(train_set, shuffle=True)
    ```

    ## How to fix
    ```python
    loader = DataLoader(train_set, batch_size=64, shuffle=True)
    ```

    ## When to ignore
    Inputs of different sizes, very large inputs, online learning, or gradients that are summed
    over several rounds.

    ## References
    - Masters and Luschi: Revisiting small batch training for deep neural networks (2018)
    """

    code = "SG510"
    name = "batch-of-one"
    fault_type = FaultType.HBS
    alternatives = (FaultType.HNE, FaultType.OCH)
    severity = Severity.INFO
    confidence = 0.7
    needs_whole_file = True

    def check(self, program: Program) -> Iterator[Finding]:
        accumulating = {loop.place for loop in program.loops if loop.accumulates}
        for run in training_runs(program):
            batch = run.batch_size
            if batch is None or batch.integer != 1 or run.place in accumulating:
                continue
            span = batch.place.span if batch.is_default else batch.source.span
            yield self.finding(
                span,
                "Training in batches of one example: steps are noisy and slow"
                + (", and batch normalisation sees no variation." if _normalises(run) else "."),
                because="The batch size is 1" + (", the default." if batch.is_default else "."),
                severity=_severity(run),
            )


def _severity(run: TrainingRun) -> Severity:
    if _normalises(run):
        return Severity.ERROR
    once = run.epochs is not None and run.epochs.integer == 1
    given = run.batch_size is not None and not run.batch_size.is_default
    return Severity.WARNING if once and given and not run.is_overridable else Severity.INFO


def _normalises(run: TrainingRun) -> bool:
    return any(_normalises_vectors(network) for network in run.networks)


def _normalises_vectors(network: Network) -> bool:
    """Batch normalisation over vectors has one value a feature; over images it has many."""
    return any(
        layer.kind == "batch_norm"
        and layer.tensor is not None
        and layer.tensor.shape is not None
        and len(layer.tensor.shape) == 2
        for layer in network.layers
    )
