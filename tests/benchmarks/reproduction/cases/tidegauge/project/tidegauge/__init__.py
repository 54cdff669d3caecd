"""Forecast the water level at a harbour from the last hours of a tide gauge."""

from tidegauge.forecaster import Forecaster, ForecasterConfig
from tidegauge.windows import level_windows

__all__ = ["Forecaster", "ForecasterConfig", "level_windows"]
