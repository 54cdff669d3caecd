"""Leaves by their outline."""

from leafsort.net import OutlineNet
from leafsort.trainer import Trainer

__all__ = ["OutlineNet", "Trainer"]
