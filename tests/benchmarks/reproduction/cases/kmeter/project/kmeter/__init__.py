import os

os.environ.setdefault("KERAS_BACKEND", "torch")

from kmeter.metrics import HitRate
from kmeter.models import build_recommender

__all__ = ["HitRate", "build_recommender"]
