"""A program as plain data: the stable form that `seismograd show` prints."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from seismograd.faults import Span
from seismograd.program.gaps import Gap
from seismograd.program.model import (
    Compile,
    EvaluationLoop,
    Fit,
    Layer,
    Loader,
    LossUse,
    Network,
    Optimiser,
    Program,
    Scheduler,
    TrainingLoop,
)
from seismograd.program.settings import Setting
from seismograd.program.shapes import ShapeMismatch, shape_text
from seismograd.source.evaluate.values import Const, Place

VERSION = 1
Facts = dict[str, object]


def program_facts(program: Program) -> Facts:
    """Everything that was understood; what stands at one place twice is listed once."""
    sections: dict[str, tuple[Iterable[object], Callable[..., Facts]]] = {
        "networks": (program.networks, _network),
        "losses": (program.losses, _loss),
        "optimisers": (program.optimisers, _optimiser),
        "schedulers": (program.schedulers, _scheduler),
        "loaders": (program.loaders, _loader),
        "training_loops": (program.loops, _loop),
        "evaluation_loops": (program.evaluations, _evaluation),
        "compiles": (program.compiles, _compile),
        "fits": (program.fits, _fit),
        "shape_mismatches": (program.mismatches, _mismatch),
    }
    facts: Facts = {"version": VERSION, "file": program.path, "complete": program.complete}
    facts["gaps"] = [_gap(gap) for gap in program.gaps]
    for name, (items, describe) in sections.items():
        facts[name] = _unique(describe(item) for item in items)
    return facts


def _gap(gap: Gap) -> Facts:
    return {"name": gap.name, "at": location(gap.span), "reason": gap.reason.value}


def _unique(found: Iterable[Facts]) -> list[Facts]:
    """The first of those that stand at the same place and are called the same."""
    kept: dict[str, Facts] = {}
    for facts in found:
        kept.setdefault(repr((facts["at"], facts.get("name"), facts.get("kind"))), facts)
    return list(kept.values())


def location(place: Place | Span | None) -> Facts | None:
    """File, line and column, both from one."""
    if place is None:
        return None
    span = place if isinstance(place, Span) else place.span
    return {"file": span.file, "line": span.start.line, "column": span.start.column}


def _settings(settings: dict[str, Setting]) -> Facts:
    return {name: _setting(setting) for name, setting in settings.items()}


def _setting(setting: Setting) -> Facts:
    """A hyperparameter: its value, whether it is certain, and where it was written."""
    soft = isinstance(setting.value, Const) and setting.value.soft
    return {
        "value": _plain(setting.constant),
        "known": setting.is_known,
        "default": setting.is_default,
        "can_be_overridden": soft,
        "at": location(setting.source),
    }


def _plain(value: object) -> object:
    """A value that JSON has; others as they are written."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else str(value)
    return repr(value)


def _network(network: Network) -> Facts:
    return {
        "name": network.name,
        "framework": network.framework,
        "at": location(network.place),
        "complete": network.complete,
        "sequential": network.sequential,
        "output_function": network.output_function,
        "output_units": network.output_units,
        "layers": [_layer(layer) for layer in network.layers],
        "unused": [_layer(layer) for layer in network.unused],
    }


def _layer(layer: Layer) -> Facts:
    tensor = layer.tensor
    return {
        "index": layer.index,
        "kind": layer.kind,
        "class": layer.path,
        "at": location(layer.place),
        "used_at": location(layer.used_at),
        "output_shape": None
        if tensor is None or tensor.shape is None
        else shape_text(tensor.shape),
        "activation": layer.activation,
        "settings": _settings(layer.settings),
    }


def _loss(loss: LossUse) -> Facts:
    return {
        "kind": loss.kind,
        "framework": loss.framework,
        "at": location(loss.place),
        "built_at": location(loss.built_at),
        "expects": loss.expects,
        "output_function": loss.output_function,
        "labels": loss.labels,
        "network": _name(loss.network),
        "settings": _settings(loss.settings),
    }


def _name(network: Network | None) -> str | None:
    return None if network is None else network.name


def _optimiser(optimiser: Optimiser) -> Facts:
    return {
        "kind": optimiser.kind,
        "framework": optimiser.framework,
        "at": location(optimiser.place),
        "networks": [network.name for network in optimiser.networks],
        "settings": _settings(optimiser.settings),
        "groups": [_settings(group) for group in optimiser.groups],
    }


def _scheduler(scheduler: Scheduler) -> Facts:
    return {
        "kind": scheduler.kind,
        "at": location(scheduler.place),
        "optimiser": None if scheduler.optimiser is None else scheduler.optimiser.kind,
        "settings": _settings(scheduler.settings),
    }


def _loader(loader: Loader) -> Facts:
    return {
        "at": location(loader.place),
        "role": loader.role,
        "settings": _settings(loader.settings),
    }


def _loop(loop: TrainingLoop) -> Facts:
    return {
        "framework": loop.framework,
        "at": location(loop.place),
        "complete": loop.complete,
        "steps": [{"kind": step.kind, "at": location(step.place)} for step in loop.steps],
        "before": [step.kind for step in loop.steps_before],
        "after": [step.kind for step in loop.steps_after],
        "accumulates": loop.accumulates,
        "epochs": None if loop.epochs is None else _setting(loop.epochs),
        "networks": [network.name for network in loop.networks],
        "optimisers": [optimiser.kind for optimiser in loop.optimisers],
        "losses": [loss.kind for loss in loop.losses],
        "loader": None if loop.loader is None else location(loop.loader.place),
    }


def _evaluation(found: EvaluationLoop) -> Facts:
    return {
        "at": location(found.place),
        "networks": [network.name for network in found.networks],
        "no_grad": found.no_grad,
        "eval_mode": found.eval_mode,
    }


def _compile(found: Compile) -> Facts:
    return {
        "at": location(found.place),
        "network": _name(found.network),
        "loss": None if found.loss is None else found.loss.kind,
        "optimiser": None if found.optimiser is None else found.optimiser.kind,
        "metrics": [_plain(metric.constant) for metric in found.metrics],
    }


def _fit(fit: Fit) -> Facts:
    return {
        "framework": fit.framework,
        "at": location(fit.place),
        "network": _name(fit.network),
        "samples": fit.samples,
        "settings": _settings(fit.settings),
    }


def _mismatch(found: ShapeMismatch) -> Facts:
    return {
        "what": found.what,
        "at": location(found.place),
        "declared_at": location(found.declared_at),
        "made_at": location(found.made_at),
        "expected": found.expected,
        "got": found.got,
    }
