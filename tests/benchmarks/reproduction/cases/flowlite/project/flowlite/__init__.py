from flowlite.model import Forecaster
from flowlite.storage import load, save

__all__ = ["Forecaster", "load", "save"]
