from leafspot.module import LeafModule
from leafspot.trainer import Trainer

__all__ = ["LeafModule", "Trainer"]
