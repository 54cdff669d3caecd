import os

os.environ.setdefault("KERAS_BACKEND", "torch")

from birdcall.model import build_classifier, load_classifier

__all__ = ["build_classifier", "load_classifier"]
