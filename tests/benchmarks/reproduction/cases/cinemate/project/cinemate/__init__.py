"""Films for people, from what they have watched."""

from .factors import Factors
from .recommender import Recommender

__all__ = ["Factors", "Recommender"]
