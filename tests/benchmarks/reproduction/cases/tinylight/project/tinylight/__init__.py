from tinylight.module import Module
from tinylight.trainer import Trainer

__all__ = ["Module", "Trainer"]
