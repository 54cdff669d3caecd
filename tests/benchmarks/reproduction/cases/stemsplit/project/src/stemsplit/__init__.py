"""Split a mono mixture into voice and accompaniment."""

from stemsplit.inference import separate
from stemsplit.network import MaskNet
from stemsplit.synth import make_track

__all__ = ["MaskNet", "make_track", "separate"]
