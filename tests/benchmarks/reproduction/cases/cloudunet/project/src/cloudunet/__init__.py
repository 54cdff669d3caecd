from .model import CloudUNet
from .tiles import normalise, synthetic_scene

__all__ = ["CloudUNet", "normalise", "synthetic_scene"]
