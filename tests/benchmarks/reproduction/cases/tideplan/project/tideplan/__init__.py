"""Forecasts of water levels."""

from tideplan.config import ForecastConfig
from tideplan.forecaster import Forecaster

__all__ = ["ForecastConfig", "Forecaster"]
