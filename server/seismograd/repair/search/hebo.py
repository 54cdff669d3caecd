"""HEBO, a Gaussian process with input and output warping, as OptunaHub has it.

Its packages are old and pinned, and it is not deterministic in all versions: for comparisons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from seismograd.repair.search.optional_package import load
from seismograd.repair.search.optuna_search import OptunaSearch
from seismograd.repair.search.strategy import StrategyUnavailable

if TYPE_CHECKING:
    from optuna.samplers import BaseSampler

INSTALL = "'seismograd[search]' optunahub hebo"


class Hebo(OptunaSearch):
    """OptunaHub downloads the sampler when it is used for the first time."""

    name: ClassVar[str] = "hebo"
    is_conditional: ClassVar[bool] = False

    def sampler(self, startup_trials: int) -> BaseSampler:
        hub = load("optunahub", self.name, INSTALL)
        load("hebo", self.name, INSTALL)
        try:
            kind = hub.load_module("samplers/hebo").HEBOSampler
        except Exception as error:
            raise StrategyUnavailable(f"OptunaHub cannot load HEBO: {error}") from error
        return cast("BaseSampler", kind(seed=self.seed))
