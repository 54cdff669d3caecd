"""Gaussian process: a model of the error with its uncertainty; strong with few trials."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from seismograd.repair.search.optional_package import load
from seismograd.repair.search.optuna_search import OptunaSearch

if TYPE_CHECKING:
    from optuna.samplers import BaseSampler

INSTALL = "'seismograd[search,torch]'"


class Gp(OptunaSearch):
    name: ClassVar[str] = "gp"
    is_conditional: ClassVar[bool] = False

    def sampler(self, startup_trials: int) -> BaseSampler:
        for package in ("scipy", "torch"):
            load(package, self.name, INSTALL)
        from optuna.samplers import GPSampler

        return GPSampler(
            seed=self.seed, n_startup_trials=startup_trials, warn_independent_sampling=False
        )
