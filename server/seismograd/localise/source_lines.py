"""Lines of the program that a cause can stand on, found from what the run told of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

from seismograd.faults import Fix, Safety, Span
from seismograd.localise.hypotheses import Spot
from seismograd.localise.layer_choice import convolution, dropout_layer, first_layer
from seismograd.localise.mirroring_lines import mirroring_lines, trees_of
from seismograd.program.model import Fit, Optimiser, Program, TrainingLoop
from seismograd.program.settings import Setting
from seismograd.rules.learning_rates import usual_rate_fixes
from seismograd.rules.offers import unsafe_fix
from seismograd.source.line_spans import line_span
from seismograd.source.rewrite import replace
from seismograd.traces.events import Layer, Place
from seismograd.traces.history import RunHistory
from seismograd.traces.layer_facts import narrowest_layer, width
from seismograd.traces.stages import stages_of

Read = Callable[[str], str | None]
WIDE = 64
"""Units that hardly any layer of a small network lacks."""
FEWEST_EXAMPLES, USUAL_EXAMPLES, MOST_EXAMPLES = 8, 32, 256
"""Of a batch: what tutorials and the defaults of the frameworks lie between, and Keras' default."""
SEEDING = ("seed", "manual_seed", "manual_seed_all", "set_seed", "set_random_seed",
           "seed_everything", "default_rng", "RandomState")  # fmt: skip
LAYERS = {
    Spot.FIRST_LAYER: first_layer,
    Spot.NARROWEST_LAYER: narrowest_layer,
    Spot.CONVOLUTION: convolution,
    Spot.DROPOUT: dropout_layer,
}


def _usual_size(size: int) -> int | None:
    """None where a batch has a usual size: from 8 to 256 examples."""
    if size > MOST_EXAMPLES:
        return USUAL_EXAMPLES
    return USUAL_EXAMPLES if 0 < size < FEWEST_EXAMPLES else None


def _covers(outer: Span, inner: Span) -> bool:
    return outer.file == inner.file and outer.start.line <= inner.start.line <= outer.end.line


class SourceLines:
    """Places of a trace are lines; where the source is understood, they become expressions."""

    def __init__(
        self, root: Path, history: RunHistory, program: Program | None, read: Read
    ) -> None:
        self._root = root
        self._history = history
        self._program = program
        self._read = read

    @property
    def sets_seed(self) -> bool | None:
        """Whether the program seeds a generator; None where not all of it is understood."""
        if self._program is None:
            return None
        is_there = any(self._program.index.named(*SEEDING))
        return True if is_there else False if self._program.complete else None

    def find(self, spot: Spot, pointed_at: Place | None) -> Span | None:
        """The best place that is known; None where the run points at nothing in the project."""
        finders: dict[Spot, Callable[[], Span | None]] = {
            Spot.LEARNING_RATE: self._learning_rate,
            Spot.OPTIMISER: self._optimiser,
            Spot.SCHEDULE: self._schedule,
            Spot.EPOCHS: self._epochs,
            Spot.BATCH_SIZE: partial(self._batch_size, pointed_at),
            Spot.LOOP: self._loop,
            Spot.DATA: self._data,
            Spot.MIRRORING: self._mirroring,
            Spot.LOSS: self._loss,
            **{spot: partial(self._layer, find) for spot, find in LAYERS.items()},
            Spot.NARROWEST_LAYER: self._narrowest,
        }
        found = finders[spot]() if spot in finders else None
        return found or self.line(pointed_at) or self._loop() or self._loss()

    def fixes(self, spot: Spot) -> list[Fix]:
        """Changes at that place whose effect an experiment can measure."""
        if spot is Spot.LEARNING_RATE:
            found = [
                usual_rate_fixes(optimiser.learning_rate, optimiser)
                for optimiser, _ in self.optimisers()
            ]
            return found[0] if found else []
        if spot is Spot.OPTIMISER:
            return self._without_decay()
        if spot is Spot.CONVOLUTION:
            return self._larger_kernels()
        return self._wider() if spot is Spot.NARROWEST_LAYER else []

    def _larger_kernels(self) -> list[Fix]:
        """For all convolutions of 1: one alone may not see enough."""
        networks = self._program.networks if self._program else []
        kernels = [
            kernel
            for network in networks
            for layer in network.layers
            if (kernel := layer.setting("kernel_size")) is not None and kernel.integer == 1
        ]
        edits = {one.source.span: replace(one.source, "3") for one in kernels if one.value}
        title = "Use kernels of size 3"
        return [Fix(title, Safety.UNSAFE, tuple(edits.values()))] if edits else []

    def wider(self, times: int) -> list[Fix]:
        """So many times the units of the narrowest layer."""
        found = narrowest_layer(self._history)
        units = width(found) if found else None
        return self._wider(units * times) if units else []

    def _narrowest(self) -> Span | None:
        """Where its number of units stands, else the layer."""
        fixes = self._wider()
        return fixes[0].edits[0].span if fixes else self._layer(narrowest_layer)

    def other_batch_size(self) -> list[Fix]:
        """Where it is outside of what is usual: towards it, for all loaders that share it."""
        sizes = self._batch_sizes()
        first = next((one for one in sizes if _usual_size(one.integer or 0)), None)
        if first is None:
            return []
        size = _usual_size(first.integer or 0)
        return unsafe_fix(f"Use batches of {size}", replace(first.source, str(size)))

    def _batch_sizes(self) -> list[Setting]:
        """Those that loaders and fits are given, as far as they are known."""
        program = self._program
        found = [one.settings.get("batch_size") for one in program.loaders] if program else []
        found += [one.settings.get("batch_size") for one in program.fits] if program else []
        return [one for one in found if one is not None and not one.is_default and one.integer]

    def longer(self, times: int) -> list[Fix]:
        """So many times the epochs, where the number stands in the source."""
        setting = self._epochs_setting()
        count = setting.integer if setting is not None and not setting.is_default else None
        if setting is None or not count:
            return []
        return unsafe_fix(
            f"Train for {count * times} epochs", replace(setting.source, str(count * times))
        )

    def _wider(self, count: int = WIDE) -> list[Fix]:
        """Other units for the narrowest layer, and for the input of the layer after it."""
        span, found = self._layer(narrowest_layer), narrowest_layer(self._history)
        seen = width(found) if found else None  # one line may build several layers
        for network in self._program.networks if self._program and span else ():
            learned = [layer for layer in network.layers if layer.is_learned]
            for layer, following in pairwise(learned):
                units, taken = layer.setting("units"), following.setting("in_units")
                is_it = span is not None and _covers(layer.place.span, span)
                is_it = is_it and units is not None and units.integer == seen
                is_narrower = units is not None and (units.integer or count) < count
                if is_it and units is not None and not units.is_default and is_narrower:
                    values = [units, *([taken] if taken and not taken.is_default else [])]
                    edits = {one.source.span: replace(one.source, str(count)) for one in values}
                    return [Fix(f"Use {count} units", Safety.UNSAFE, tuple(edits.values()))]
        return []

    def _batch_size(self, used: Place | None) -> Span | None:
        """Where the size that was seen is given to a loader, else where a line names it."""
        seen = max((one.size for one in self._history.pair_losses if one.size), default=None)
        given = (one.source.span for one in self._batch_sizes() if one.integer == seen)
        return next(given, None) or self._line_of_batch(seen, used)

    def _line_of_batch(self, size: int | None, used: Place | None) -> Span | None:
        """Of scripts that make batches themselves: the first line of the file with the loss."""
        if size is None or used is None or not used.file or Path(used.file).is_absolute():
            return None
        text = self._read(str(self._root / used.file)) or ""
        form = re.compile(rf"\bbatch\w*['\"]?\s*(:\s*int\s*=|[:=])\s*{size}\b", re.IGNORECASE)
        lines = (at for at, one in enumerate(text.split("\n"), 1) if form.search(one))
        return self.line(Place(used.file, next(lines, None)))

    def _without_decay(self) -> list[Fix]:
        for optimiser, _ in self.optimisers():
            decay: Setting | None = optimiser.settings.get("weight_decay")
            if decay is not None and not decay.is_default and decay.number:
                return unsafe_fix("Set weight decay to 0", replace(decay.source, "0.0"))
        return []

    def line(self, place: Place | None) -> Span | None:
        """A whole line of the project, without its indent."""
        if place is None or not place.file or not place.line:
            return None
        path = self._root / place.file
        text = self._read(str(path)) if not Path(place.file).is_absolute() else None
        return line_span(str(path), (text or "").split("\n"), place.line)

    def _learning_rate(self) -> Span | None:
        for optimiser, line in self.optimisers():
            setting = optimiser.settings.get("learning_rate")
            return setting.source.span if setting and not setting.is_default else line
        return self._optimiser()

    def _optimiser(self) -> Span | None:
        told = next(iter(stages_of(self._history)[-1].optimisers), None)
        return self.line(told.built or told.called) if told else None

    def optimisers(self) -> Iterator[tuple[Optimiser, Span]]:
        """Those of the source that the last training of the run has used."""
        lines = {
            (line.file, line.start.line)
            for told in stages_of(self._history)[-1].optimisers
            if (line := self.line(told.built)) is not None
        }
        for optimiser in self._program.optimisers if self._program else ():
            span = optimiser.place.span
            if any(f == span.file and span.start.line <= n <= span.end.line for f, n in lines):
                yield optimiser, span

    def _schedule(self) -> Span | None:
        told = next(iter(self._history.schedulers), None)
        return self.line(told.built) if told else self._learning_rate()

    def _epochs(self) -> Span | None:
        setting = self._epochs_setting()
        return setting.place.span if setting is not None else self._loop()

    def _epochs_setting(self) -> Setting | None:
        program = self._program
        settings = [loop.epochs for loop in program.loops] if program else []
        settings += [fit.settings.get("epochs") for fit in program.fits] if program else []
        return next((one for one in settings if one is not None), None)

    def _data(self) -> Span | None:
        told = next(iter(self._history.loaders.values()), None)
        fits = self._program.fits if self._program else []
        return self.line(told.built) if told else next((fit.place.span for fit in fits), None)

    def _mirroring(self) -> Span | None:
        """Where one line of the project mirrors something; else its data."""
        found = mirroring_lines(self._trees())
        return self.line(Place(*found.pop())) if len(found) == 1 else self._data()

    def _trees(self) -> dict[str, ast.Module]:
        """Of the files that the run built something in, and of those that they import."""
        places = [one.built for one in self._history.loaders.values()]
        places += [one.built for one in self._history.optimisers]
        files = dict.fromkeys(place.file for place in places if place and place.file)
        return trees_of(self._root, files, self._read)

    def _layer(self, find: Callable[[RunHistory], Layer | None]) -> Span | None:
        found = find(self._history)
        return self.line(found.built or found.called) if found else None

    def _loss(self) -> Span | None:
        told = next(iter(self._history.loss_functions), None)
        return self.line(told.built or told.called) if told else None

    def _loop(self) -> Span | None:
        trained: list[TrainingLoop | Fit] = []
        if self._program:
            trained = [*self._program.loops, *self._program.fits]
        return next((one.place.span for one in trained), None)
