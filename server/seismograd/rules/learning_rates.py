"""What learning rates optimisers want."""

from __future__ import annotations

from typing import NamedTuple

from seismograd.faults import Fix
from seismograd.program.attribute_writes import sets_attribute
from seismograd.program.model import Optimiser, Program
from seismograd.program.settings import Setting
from seismograd.rules.offers import unsafe_fix
from seismograd.rules.optimisation._training_runs import parameter_count
from seismograd.source.evaluate.values import Object, Sequence
from seismograd.source.rewrite import replace

TINY_NETWORK = 200
"""Networks of so few weights bear steps that would wreck a real one."""


class Prior(NamedTuple):
    """Below `low` hardly anything is learned; above `high` training hardly ever converges."""

    low: float
    high: float
    hopeless: float
    usual: str


_ADAPTIVE = Prior(1e-7, 0.05, 0.5, "0.0001 to 0.01")
PRIORS = {
    "sgd": Prior(1e-6, 1.0, 100.0, "0.001 to 0.5"),
    "adam": _ADAPTIVE,
    "adamw": _ADAPTIVE,
    "nadam": _ADAPTIVE,
    "radam": _ADAPTIVE,
    "adamax": _ADAPTIVE,
    "sparseadam": _ADAPTIVE,
    "rmsprop": _ADAPTIVE,
    "lion": Prior(1e-8, 0.01, 0.1, "0.00001 to 0.001"),
    "adagrad": Prior(1e-5, 1.0, 10.0, "0.01 to 0.1"),
    "adadelta": Prior(0.05, 10.0, 100.0, "0.1 to 1.0"),
    "lbfgs": Prior(1e-3, 10.0, 100.0, "0.1 to 1.0"),
}
_FIRST_TRY = {"adadelta": 1.0, "adagrad": 0.01, "lbfgs": 1.0, "sgd": 0.01}

_RATES = ("lr", "learning_rate")
_WITHOUT_EFFECT_ON_RATE = frozenset(
    {"CSVLogger", "EarlyStopping", "EarlyStoppingCallback", "LearningRateMonitor",
     "ModelCheckpoint", "ProgbarLogger", "RichProgressBar", "TQDMProgressBar", "TensorBoard",
     "TerminateOnNaN"}
)  # fmt: skip


def prior_of(optimiser: Optimiser) -> Prior | None:
    return PRIORS.get(optimiser.kind)


def usual_rate(optimiser: Optimiser) -> float:
    """What most programs start from."""
    return _FIRST_TRY.get(optimiser.kind, 0.001)


def usual_rate_fixes(rate: Setting, optimiser: Optimiser) -> list[Fix]:
    """The fix that puts a rate in the place of another one that most programs start from."""
    usual = usual_rate(optimiser)
    if rate.is_default or rate.number == usual:
        return []
    better = str(usual)
    edit = replace(rate.source, better)
    return unsafe_fix(f"Set the learning rate to {better}", edit)


def is_scheduled(program: Program, optimiser: Optimiser) -> bool:
    """Whether something else decides on the learning rate as training goes on."""
    if any(scheduler.optimiser in (optimiser, None) for scheduler in program.schedulers):
        return True
    if is_set_by_hand(program):
        return True
    callbacks = [fit.settings.get("callbacks") for fit in program.fits]
    return any(given is not None and _may_schedule(given) for given in callbacks)


def is_set_by_hand(program: Program) -> bool:
    """Whether the script writes a learning rate itself: `group["lr"] = ...` or an attribute."""
    items = program.index.to("operator.setitem")
    attributes = program.index.to("operator.setattr")
    return any(call.text(1, "key") in _RATES for call in items) or any(
        sets_attribute(call, name) for call in attributes for name in _RATES
    )


def _may_schedule(callbacks: Setting) -> bool:
    """Whether one of the callbacks may change the learning rate."""
    given = callbacks.value
    if callbacks.is_none or not isinstance(given, Sequence) or given.open:
        return not callbacks.is_none
    return not all(
        isinstance(one, Object) and one.path.rpartition(".")[2] in _WITHOUT_EFFECT_ON_RATE
        for one in given.items
    )


def clips_gradients(program: Program) -> bool:
    """Whether steps are bounded by something else than the learning rate."""
    clipping = ("clip_grad_norm_", "clip_grad_value_", "clip_grad_norm", "clip_gradients")
    return any(program.index.named(*clipping))


def trains_tiny_networks(optimiser: Optimiser) -> bool:
    """Whether all that an optimiser trains is known and has hardly any weights."""
    counts = [parameter_count(network) for network in optimiser.networks]
    return bool(counts) and all(count is not None and count < TINY_NETWORK for count in counts)
