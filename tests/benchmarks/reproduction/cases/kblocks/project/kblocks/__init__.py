import os

os.environ.setdefault("KERAS_BACKEND", "torch")

from kblocks.layers import GatedBlock, ResidualDense
from kblocks.models import build_tabular

__all__ = ["GatedBlock", "ResidualDense", "build_tabular"]
