import os

os.environ.setdefault("KERAS_BACKEND", "torch")

from kanchor.callbacks import KeepBest
from kanchor.model import build_classifier

__all__ = ["KeepBest", "build_classifier"]
