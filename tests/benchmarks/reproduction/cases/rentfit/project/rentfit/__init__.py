"""Rents from the facts of a flat."""

from rentfit.config import FitConfig
from rentfit.fit import fit, predict
from rentfit.losses import LogCoshLoss, make_loss
from rentfit.network import RentNet

__all__ = ["FitConfig", "LogCoshLoss", "RentNet", "fit", "make_loss", "predict"]
