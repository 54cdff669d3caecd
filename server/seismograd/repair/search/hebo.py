"""HEBO: a Gaussian process with warped inputs and outputs, for comparisons.

Its packages are pinned to old versions of NumPy and pymoo, so it is in no extra of ours.
"""

from __future__ import annotations

import math
import random
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from random import Random
from typing import Any, ClassVar

from seismograd.repair.parameter import Numbers, Parameter, Value
from seismograd.repair.search.fixed_space import (
    UNCHANGED,
    flag_of,
    limited_error,
    new_options,
    number_at_rest,
)
from seismograd.repair.search.optional_package import load
from seismograd.repair.search.optuna_search import REPEATS, STARTUP_SHARE
from seismograd.repair.search.results import Results
from seismograd.repair.search.strategy import Outcome, SearchSpace, Strategy, Suggestion
from seismograd.repair.search.training_length import TrainingLength
from seismograd.repair.search.unique import UniqueSuggestions
from seismograd.repair.search.values import (
    Values,
    bounds,
    is_logarithmic,
    nearest,
    random_values,
    searchable,
)

INSTALL = "--no-deps -r tests/benchmarks/hebo_requirements.txt"
SEEDS = 2**32
"""NumPy takes no larger ones."""
OLD = "unchanged"
"""HEBO sorts the options of a choice, which must be of one type."""


class Hebo(Strategy):
    name: ClassVar[str] = "hebo"

    def __init__(self, space: SearchSpace, seed: int, budget: int) -> None:
        super().__init__(space, seed, budget)
        load("hebo", self.name, INSTALL)
        self._random = Random(seed)
        self._unique = UniqueSuggestions(space)
        self._results = Results(space)
        self._length = TrainingLength(space, self._results)
        self._first = [*space.first]
        self._parameters = searchable(space)
        if self._parameters:
            self._optimiser = self._made(max(1, round(budget * STARTUP_SHARE)))
        if self._parameters and math.isfinite(space.baseline):
            self._observe({}, space.baseline)

    def suggest(self) -> Suggestion | None:
        if not self._parameters:
            return None
        while self._first:
            values = self._first.pop(0).values
            if (known := self._unique.new(self._length.fitted(values))) is not None:
                return known
        return self._modelled() or self._unique.draw(
            lambda: self._length.shortened(random_values(self.space, self._random))
        )

    def report(self, suggestion: Suggestion, outcome: Outcome) -> None:
        self._results.add(suggestion, outcome.error)
        self._observe(suggestion.values, outcome.error)

    def _modelled(self) -> Suggestion | None:
        for _ in range(REPEATS):
            with _seeded_and_quiet(self._random.randrange(SEEDS)):
                (row,) = self._optimiser.suggest(n_suggestions=1).to_dict("records")
            suggestion = self._unique.new(self._length.fitted(self._values(row)))
            if suggestion is not None:
                return suggestion
        return None

    def _made(self, startup_trials: int) -> Any:
        spaces = load("hebo.design_space.design_space", self.name, INSTALL)
        optimisers = load("hebo.optimizers.hebo", self.name, INSTALL)
        space = spaces.DesignSpace().parse([one for own in self._parameters for one in _axes(own)])
        return optimisers.HEBO(space, rand_sample=startup_trials, scramble_seed=self.seed)

    def _observe(self, values: Values, error: float) -> None:
        table, numbers = (load(name, self.name, INSTALL) for name in ("pandas", "numpy"))
        limited = limited_error(error, self.space.baseline)
        row = table.DataFrame([self._row(values)])
        self._optimiser.observe(row, numbers.array([[limited]]))

    def _row(self, values: Values) -> dict[str, Value | bool]:
        row: dict[str, Value | bool] = {}
        for parameter in self._parameters:
            value = values.get(parameter.name, UNCHANGED)
            if isinstance(parameter.space, Numbers):
                row[flag_of(parameter)] = value is not UNCHANGED
                at_rest = number_at_rest(parameter) if value is UNCHANGED else value
                assert at_rest is not None
                row[parameter.name] = at_rest
            else:
                row[parameter.name] = OLD if value is UNCHANGED else value
        return row

    def _values(self, row: Mapping[str, Any]) -> dict[str, Value]:
        found: dict[str, Value | None] = {}
        for parameter in self._parameters:
            value = row[parameter.name]
            if isinstance(parameter.space, Numbers):
                is_changed = bool(row[flag_of(parameter)])
                found[parameter.name] = nearest(parameter, float(value)) if is_changed else None
            else:
                found[parameter.name] = UNCHANGED if value == OLD else str(value)
        return {name: value for name, value in found.items() if value is not None}


def _axes(parameter: Parameter) -> Iterator[dict[str, Any]]:
    """As HEBO wants them."""
    space = parameter.space
    if not isinstance(space, Numbers):
        options = [OLD, *new_options(parameter, space)]
        yield {"name": parameter.name, "type": "cat", "categories": options}
        return
    low, high = bounds(space)
    kind = "num"
    if is_logarithmic(space) and low < high:
        kind = "pow_int" if space.is_whole else "pow"
    elif space.is_whole:
        kind = "int"
    yield {"name": flag_of(parameter), "type": "bool"}
    yield {"name": parameter.name, "type": kind, "lb": low, "ub": high, "base": 10}


@contextmanager
def _seeded_and_quiet(seed: int) -> Iterator[None]:
    """HEBO draws from the generators that all code shares, which are put back, and prints."""
    numpy, torch = (load(name, Hebo.name, INSTALL) for name in ("numpy", "torch"))
    states = random.getstate(), numpy.random.get_state(), torch.get_rng_state()
    random.seed(seed)
    numpy.random.seed(seed)
    torch.manual_seed(seed)
    try:
        with warnings.catch_warnings(), redirect_stdout(StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        random.setstate(states[0])
        numpy.random.set_state(states[1])
        torch.set_rng_state(states[2])
