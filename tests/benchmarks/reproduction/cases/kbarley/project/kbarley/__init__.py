import os

os.environ.setdefault("KERAS_BACKEND", "torch")

from kbarley.network import build_network
from kbarley.options import Options

__all__ = ["Options", "build_network"]
