from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from seismograd.faults import FaultType, Finding, Severity
from seismograd.program.model import Optimiser, Program
from seismograd.rules.learning_rates import prior_of
from seismograd.rules.optimisation._training_runs import FEW_UPDATES, TrainingRun, training_runs
from seismograd.rules.rule import Rule


class Ways(NamedTuple):
    """How far all steps together must be able to carry a weight."""

    least: float
    """Not even small tables and scanned digits are learned within this."""
    usual: float
    """Where these are learned well."""


_NORMALISED, _PLAIN = Ways(0.03, 0.1), Ways(1.0, 10.0)
_NORMALISED_STEPS = frozenset(
    {"adam", "adamax", "adamw", "lion", "nadam", "radam", "rmsprop", "rprop"}
)


class TooFewUpdates(Rule):
    """
    ## What it does
    Counts the steps that the optimiser takes in all (epochs times examples by batch size) and how
    far they can carry a weight. Adam and RMSprop move a weight by about the learning rate at each
    step, so 40 steps of 0.001 carry it 0.04 at the most; plain SGD moves by the learning rate times
    the gradient.

    ## Why is this bad?
    Training ends before the weights can have gone anywhere. More epochs, smaller batches, a higher
    learning rate or another optimiser each mend it: they are alternatives of one another.

    Small networks need a way of about 0.1 with Adam and about 10 with plain SGD to learn small
    tables or scanned digits well. Less than a third of that for Adam, or a tenth for SGD, is a
    warning; up to the whole way, or fewer than 100 steps of any kind, a remark.

    ## Example
    ```python
    model.compile("adam", loss="binary_crossentropy")
    model.fit(x, y, epochs=5, batch_size=32)  # x has 160 rows: 25 steps in all
    ```

    ## How to fix
    ```python
    model.fit(x, y, epochs=100, batch_size=32)
    ```

    ## When to ignore
    Smoke tests, and fine-tuning a trained network.

    ## References
    - Bengio: Practical recommendations for gradient-based training of deep architectures (2012)
    """

    code = "SG509"
    name = "too-few-updates"
    fault_type = FaultType.HNE
    alternatives = (FaultType.HBS, FaultType.HLR, FaultType.OCH)
    severity = Severity.WARNING
    confidence = 0.8

    def check(self, program: Program) -> Iterator[Finding]:
        for run in training_runs(program):
            updates = run.updates
            if updates is None or run.is_overridable or _is_pretrained(run):
                continue
            if _is_rate_too_low(run.optimiser):
                continue
            way = _way(run, updates)
            short = way is not None and way.reach < way.wanted.usual
            if updates < FEW_UPDATES or short:
                yield self._finding(run, updates, way)

    def _finding(self, run: TrainingRun, updates: int, way: Way | None) -> Finding:
        epochs = run.epochs
        span = run.place.span if epochs is None or epochs.is_default else epochs.source.span
        by_rate = updates >= FEW_UPDATES
        carried = "" if way is None else f", which can carry a weight about {way.reach:.2g}"
        grave = way is not None and way.reach < way.wanted.least
        return self.finding(
            span,
            f"The optimiser takes {updates} steps in all{carried}: training ends before much can "
            "be learned. Train longer, in smaller batches, or with longer steps.",
            because=f"{run.samples} examples, {_number(run)} epochs.",
            severity=None if grave else Severity.INFO,
            confidence=None if grave else 0.5,
            fault_type=FaultType.OCH if by_rate else None,
            alternatives=(FaultType.HLR, FaultType.HNE, FaultType.HBS) if by_rate else None,
        )


class Way(NamedTuple):
    """How far all steps together can carry a weight, and how far they should."""

    reach: float
    wanted: Ways


def _number(run: TrainingRun) -> object:
    return None if run.epochs is None else run.epochs.constant


def _is_pretrained(run: TrainingRun) -> bool:
    """A network with parts that nothing is known of may bring trained weights."""
    return not run.networks or not all(network.complete for network in run.networks)


def _way(run: TrainingRun, updates: int) -> Way | None:
    optimiser = run.optimiser
    rate = None if optimiser is None else optimiser.learning_rate.number
    if optimiser is None or rate is None:
        return None
    if optimiser.kind in _NORMALISED_STEPS:
        return Way(rate * updates, _NORMALISED)
    kept = _momentum(optimiser) if optimiser.kind == "sgd" else None
    return None if kept is None else Way(rate * updates / (1 - kept), _PLAIN)


def _is_rate_too_low(optimiser: Optimiser | None) -> bool:
    """Then that is the fault, and `learning-rate-too-low` reports it."""
    prior = None if optimiser is None else prior_of(optimiser)
    rate = None if optimiser is None else optimiser.learning_rate.number
    return prior is not None and rate is not None and rate < prior.low


def _momentum(optimiser: Optimiser) -> float | None:
    momentum = optimiser.settings.get("momentum")
    kept = momentum.number if momentum is not None else None
    return kept if kept is not None and 0 <= kept < 1 else None
