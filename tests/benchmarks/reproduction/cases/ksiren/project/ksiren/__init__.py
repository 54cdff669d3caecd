import os

os.environ.setdefault("KERAS_BACKEND", "torch")

from ksiren.feed import ClipFeed
from ksiren.model import build_detector

__all__ = ["ClipFeed", "build_detector"]
