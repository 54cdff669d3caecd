from .model import EmotionNet
from .pooling import AttentivePooling

__all__ = ["AttentivePooling", "EmotionNet"]
