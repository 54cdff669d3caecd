"""Grade fundus images from 0 (healthy) to 4 (proliferative)."""

from eyegrade.metrics import Accuracy, QuadraticKappa
from eyegrade.network import GradeNet

__all__ = ["Accuracy", "GradeNet", "QuadraticKappa"]
