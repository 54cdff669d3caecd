from cropyield.forecast import Forecaster
from cropyield.net import YieldNet

__all__ = ["Forecaster", "YieldNet"]
