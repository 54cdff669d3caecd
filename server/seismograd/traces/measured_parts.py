"""What a run measured of its parts, by the line that builds them, in words for people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from seismograd.traces.events import Layer, Loader, Optimiser, Place, Step
from seismograd.traces.events.parts import Statistics
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import activations, main_weight, root_mean_square
from seismograd.traces.symptom import described
from seismograd.traces.windows import finite

LEARNING_RATE, BATCH_SIZE = ("lr", "learning_rate"), ("batch_size",)
"""Names of hyperparameters, as frameworks have them."""


@dataclass(frozen=True, slots=True)
class MeasuredPart:
    name: str
    place: Place
    facts: tuple[str, ...]
    settings: tuple[str, ...] = ()
    """Names of the hyperparameter that the facts are about, beside the part."""


def measured_parts(history: RunHistory) -> list[MeasuredPart]:
    """Layers, optimisers and loaders of which the run knows both the line and something else."""
    found = [*_layers(history), *_optimisers(history), *_loaders(history)]
    return [part for part in found if part.facts and part.place.file and part.place.line]


def _layers(history: RunHistory) -> Iterator[MeasuredPart]:
    for layer in history.sampled_layers:
        place = layer.built or layer.called
        if place is not None:
            yield MeasuredPart(described(layer), place, tuple(_layer_facts(history, layer)))


def _layer_facts(history: RunHistory, layer: Layer) -> Iterator[str]:
    samples = history.samples(layer.layer or 0)
    gradients = finite(root_mean_square(main_weight(dict(one.sample.grad))) for one in samples)
    if gradients:
        yield f"gradient (root mean square): {_course(gradients)}"
    outputs = [statistics for _, statistics in activations(samples)]
    if outputs:
        yield from _output_facts(outputs[-1])


def _output_facts(last: Statistics) -> Iterator[str]:
    if last.mean is not None and last.std is not None:
        yield f"output: mean {last.mean:.3g}, standard deviation {last.std:.3g} at the end"
    for share, words in ((last.dead, "zero for every example"), (last.saturated, "saturated")):
        if share:
            yield f"{share:.0%} of the units are {words}"


def _optimisers(history: RunHistory) -> Iterator[MeasuredPart]:
    for optimiser in history.optimisers:
        place = optimiser.built or optimiser.called
        if place is not None:
            facts = tuple(_optimiser_facts(history, optimiser))
            yield MeasuredPart(optimiser.type or "optimiser", place, facts, LEARNING_RATE)


def _optimiser_facts(history: RunHistory, optimiser: Optimiser) -> Iterator[str]:
    steps = [step for step in history.steps if _is_of(step, optimiser)]
    rates = finite(rate for step in steps for rate in step.lr[:1])
    if rates:
        yield f"learning rate: {_course(rates)}"
    ratios = finite(step.update_ratio for step in steps)
    if ratios:
        yield f"a step changes the weights by {median(ratios):.2g} of their size (median)"
    norms = finite(step.grad_norm for step in steps)
    if norms:
        yield f"gradient norm: {_course(norms)}"


def _is_of(step: Step, optimiser: Optimiser) -> bool:
    return step.optimiser is None or step.optimiser == optimiser.optimiser


def _loaders(history: RunHistory) -> Iterator[MeasuredPart]:
    for loader in history.loaders.values():
        if loader.built is not None:
            name = loader.type or "loader"
            yield MeasuredPart(name, loader.built, tuple(_loader_facts(loader)), BATCH_SIZE)


def _loader_facts(loader: Loader) -> Iterator[str]:
    if loader.batch_size:
        passes = f", {loader.length:,} batches a pass" if loader.length else ""
        yield f"batches of {loader.batch_size:,} examples{passes}"


def _course(values: list[float]) -> str:
    first, last = f"{values[0]:.3g}", f"{values[-1]:.3g}"
    return first if first == last else f"{first} at first, {last} at the end"
